"""The state at the set-up, and the state after a gap in the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import Clause
from domain.games.kontor import clauses as ko
from domain.games.kontor.pieces import (
    ANCHOR,
    ANY_OWNER,
    CANALS,
    COLOURS,
    DOCKS_OF_A_COLOUR,
    FLORINS,
    GOODS,
    KEEPERS,
    NEUTRAL,
    SPECIAL_NUMBERS,
    SPECIALS,
    WAREHOUSES,
    WAREHOUSES_OF_A_KIND,
    group_of,
)
from domain.games.kontor.state import (
    AT,
    CHOOSE,
    GAP,
    LAYOUT,
    NAME,
    NO_SEAT,
    ORIGIN,
    Board,
    Card,
    Hand,
    Lying,
    Pile,
    Player,
    State,
    card_of,
    empty_board,
    fresh,
    with_card,
)
from domain.games.kontor.state.board import fixed
from domain.games.kontor.state.faces import cards_of
from domain.games.kontor.state.parts import Coins, Mixed, hidden_cells, part_of, with_part
from domain.games.kontor.state.table import Plan
from domain.games.kontor.values.cards import spot_of
from domain.numbers import MOST, Number, Range, assumed, most
from domain.rules import Effect, Seat, replace
from domain.setup import Setup

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

OUT_SIGN = ord("x")

# Who sits where -----------------------------------------------------------------------------------


def colours_of(rules: KontorRules, setup: Setup) -> tuple[int, ...]:
    """The side of each seat: as it was recorded, else as many seats as this usually sit."""
    count = len(setup.seats)
    if rules.alone:
        return tuple(range(count))
    colours = setup.details.get("colours", "").upper()
    if len(colours) != count or set(colours) - set("RB"):
        colours = rules.colours.get(count, "")
    return tuple("RB".index(letter) for letter in colours) or tuple(seat % 2 for seat in range(count))


def assumptions(rules: KontorRules, setup: Setup) -> dict[str, str]:
    """The teams and the facing seats that are assumed because the set-up does not state them."""
    if rules.alone:  # every seat plays alone, against all others
        return {}
    assumed = {}
    colours = setup.details.get("colours", "")
    letters = "".join("RB"[side] for side in colours_of(rules, setup))
    if colours.upper() != letters and (colours or len(letters) > 2):
        assumed["colours"] = letters
    if rules.flow == "together" and len(letters) > 2 and not len(letters) % 2 and "facing" not in setup.details:
        assumed["facing"] = "across"
    return assumed


def sides(rules: KontorRules, setup: Setup) -> tuple[tuple[Seat, ...], ...]:
    """The seats of Red and of Black, or of each marker."""
    found = colours_of(rules, setup)
    own_side = range(side_count(rules, len(found)))
    return tuple(tuple(seat for seat, side in enumerate(found) if side == own) for own in own_side)


def side_count(rules: KontorRules, seats: int) -> int:
    """How many sides there are."""
    return max(seats, len(COLOURS)) if rules.alone else len(COLOURS)


def facing_of(rules: KontorRules, setup: Setup) -> tuple[Seat, ...]:
    """Whom each seat faces: the seat across, or the mirrored one at a table with two on a side."""
    count = len(setup.seats)
    if count % 2:
        return (NO_SEAT,) * count
    if setup.details.get("facing") == "mirror":
        return tuple(count - 1 - seat for seat in range(count))
    return tuple((seat + count // 2) % count for seat in range(count))


# The table ----------------------------------------------------------------------------------------


def start(rules: KontorRules, setup: Setup, known) -> tuple[State, tuple[Effect, ...]]:
    """Harbour, piles, hands and purses before the first round, each as an effect."""
    count, colours = len(setup.seats), colours_of(rules, setup)
    cards = cards_of(rules.catalogue)
    if not rules.special_symbols:
        cards |= {number: replace(cards[number], plain=True) for number in SPECIAL_NUMBERS}
    if rules.dock_piles == "single":  # the seat that plays a dock owns it
        docks = [number for number, card in cards.items() if group_of(card.kind) == 0]
        cards |= {number: replace(cards[number], owner=ANY_OWNER, sure=False) for number in docks}
    purse = count if rules.purse is None else rules.purse
    hand = (rules.hand_docks, rules.hand_canals, rules.hand_specials)
    piles, pile_of = _piles(rules, colours, cards)
    in_canals = SPECIALS if rules.specials == "canals" else 0
    canals = CANALS - (len(_layout(rules)) - 1) - rules.hand_canals * count - rules.canals_aside + in_canals
    out = {*rules.removed, *(SPECIAL_NUMBERS if rules.specials == "out" else ())}
    specials_aside = SPECIALS - rules.hand_specials * count if rules.specials == "dealt" else 0
    state = State(
        phase=CHOOSE,
        scores=(0,) * side_count(rules, count),
        known=known,
        players=(Player(purse, Hand(hand, hand)),) * count,
        board=harbour(rules, _layout(rules), side_count(rules, count)),
        play=fresh(count),
        treasury=max(0, FLORINS - purse * count) if rules.treasury_rest else 0,
        piles=piles,
        canals=Pile(max(0, canals)),
        pile_of=pile_of,
        sides=colours,
        facing=facing_of(rules, setup),
        cards=cards,
        where=bytes(OUT_SIGN if number in out else 46 for number in range(len(cards) + 1)),
        lines=bytes(2 * (len(cards) + 1)),
        aside=(
            rules.docks_aside * len(piles) + _odd(rules, colours, cards),
            rules.canals_aside,
            max(0, specials_aside),
        ),
        florins=FLORINS if rules.treasury_rest else purse * count,
        first=setup.first,
        missing_fact=LAYOUT if _layout(rules) is not rules.layout else "",
    )
    if rules.specials == "canals" or rules.dock_piles == "single":
        state = with_part(state, Mixed(int(rules.specials == "canals"), int(rules.dock_piles == "single")))
    for notices in rules.on_layout:
        state = notices(rules, state)
    effects = _setup_effects(rules, state)
    for lays in rules.setup:
        state, more = lays(rules, state, setup)
        effects += more
    return state, effects


def _piles(
    rules: KontorRules, colours: tuple[int, ...], cards: dict[int, Card]
) -> tuple[tuple[Pile, ...], tuple[int, ...]]:
    """A pile of docks for each seat: its colour's, shared among the seats of that colour."""
    if rules.dock_piles == "single":
        gone = sum(group_of(cards[number].kind) == 0 for number in rules.removed)
        count = 2 * DOCKS_OF_A_COLOUR - gone - rules.docks_aside - rules.hand_docks * len(colours)
        return (Pile(max(0, count)),), (0,) * len(colours)
    piles = []
    for seat, side in enumerate(colours):
        partners = [other for other, colour in enumerate(colours) if colour == side]
        gone = _out_of(rules, cards, side)
        share, rest = divmod(DOCKS_OF_A_COLOUR - gone, len(partners))
        share += rules.uneven_piles and partners.index(seat) < rest  # KO-I-93
        piles.append(Pile(max(0, share - rules.docks_aside - rules.hand_docks)))
    return tuple(piles), tuple(range(len(colours)))


def _out_of(rules: KontorRules, cards: dict[int, Card], side: int) -> int:
    """Docks of a side that are out of the game; those whose owner is not recorded are half of each colour."""
    owners = [cards[number].owner for number in rules.removed if group_of(cards[number].kind) == 0]
    return owners.count(side) + owners.count(ANY_OWNER) // 2


def _odd(rules: KontorRules, colours: tuple[int, ...], cards: dict[int, Card]) -> int:
    """Docks that do not go into equal piles and are set aside (KO-I-93)."""
    if rules.uneven_piles or rules.dock_piles == "single":
        return 0
    gone = [_out_of(rules, cards, side) for side in set(colours)]
    return sum((DOCKS_OF_A_COLOUR - out) % colours.count(side) for side, out in zip(set(colours), gone, strict=True))


def _layout(rules: KontorRules) -> tuple[str, ...]:
    """The cells of the starting layout; of one that is only drawn the anchor, unless it is made up like the faces."""
    return rules.layout if not rules.drawn or rules.catalogue.id == "stand-in" else (NAME[ORIGIN],)


def harbour(rules: KontorRules, layout: tuple[str, ...], sides: int) -> Board:
    """The starting layout: the anchor, and unread canals."""
    plan = Plan(
        rules.width, rules.height, rules.edges_close, rules.shrinks, rules.customs_size, rules.new_centre, rules.boat
    )
    board = empty_board(sides, plan)
    for cell in layout:
        at = AT[cell]
        board = with_card(rules, board, at, Lying(ANCHOR if at == ORIGIN else "canal", owner=NEUTRAL))
    return fixed(rules, board) if rules.fixed_at_start and layout is rules.layout else board


def _setup_effects(rules: KontorRules, state: State) -> tuple[Effect, ...]:
    """What was dealt and laid out, as effects that a player can contradict."""
    made = [_laid_out(ko.SETUP_2, "card", (NAME[ORIGIN],), spot_of(state.board.cards.get(ORIGIN)))]
    for seat, player in enumerate(state.players):
        made.append(_dealt(rules.purse_clause, "purse", seat, player.purse))
        made.append(_dealt(rules.docks_clause, "docks", seat, player.hand.counts[0]))
        made.append(_dealt(rules.hand_clause, "canals", seat, player.hand.counts[1]))
        if player.hand.counts[2] and not rules.pass_cards:  # else they are there to pass with
            made.append(_dealt(ko.TEAM_4, "specials", seat, player.hand.counts[2]))
        made.append(_dealt(rules.piles_clause, "dock-pile", seat, state.piles[state.pile_of[seat]].count))
    made.append(_laid_out(rules.purse_clause, "treasury", (), state.treasury))
    made.append(_laid_out(rules.canals_clause or rules.layout_clause, "canal-pile", (), state.canals.count))
    if rules.reserve is None:
        made.append(_laid_out(ko.SETUP_8, "warehouses", (), WAREHOUSES))
        made += [_laid_out(ko.SETUP_8, "supply", (good,), assumed(WAREHOUSES_OF_A_KIND, "supply")) for good in GOODS]
    for side, seats in enumerate(_seats_of(state)):
        if seats and not rules.alone:
            made.append(replace(_laid_out(ko.SETUP_7, "keepers", (side,), KEEPERS), seat=seats[0]))
    if rules.boat:
        made.append(_laid_out(ko.BOAT_1, "boat", (), state.board.boat))
    return tuple(made)


def _seats_of(state: State) -> list[list[Seat]]:
    return [[seat for seat, side in enumerate(state.sides) if side == own] for own in range(len(state.scores))]


def _dealt(clause: Clause, what: str, seat: Seat, value: Number) -> Effect:
    return Effect(clause=clause.id, what=what, key=(seat,), seat=seat, by=value, due=value, sets=True)


def _laid_out(clause: Clause, what: str, key: tuple, value: object) -> Effect:
    return Effect(clause=clause.id, what=what, key=key, by=value, due=value, sets=True)


# Gaps and wholeness -------------------------------------------------------------------------------


def forget(rules: KontorRules, state: State, fact: str) -> State:
    """The table after a gap: all that can have changed is unknown; what is printed on the cards stays known."""
    count = len(state.players)
    hand = tuple(Range(0, most(dealt) + 3, fact) for dealt in (rules.hand_docks, rules.hand_canals, SPECIALS))
    purse = Range(0, state.florins, fact)
    players = tuple(Player(purse, Hand(hand, hand), purse, purse, kept=purse, undue=purse) for _ in state.players)
    gone = bytes(sign if sign == OUT_SIGN else 46 for sign in state.where)
    return replace(
        state,
        phase=GAP,
        players=players,
        play=fresh(count),
        treasury=purse,
        piles=tuple(Pile(Range(0, DOCKS_OF_A_COLOUR * 2, fact)) for _ in state.piles),
        canals=Pile(Range(0, CANALS + SPECIALS, fact)),
        missing_fact=fact,
        where=_lying(state, gone),
        scores=tuple(Range(0, MOST, fact) for _ in state.scores),
        winners=(),
        ended="",
    )


def _lying(state: State, where: bytes) -> bytes:
    """The cards that lay in the harbour before a gap, as far as they are known to lie there still."""
    signs = bytearray(where)
    for lying in state.board.cards.values():
        if lying.number:
            signs[lying.number] = ord("#")
    return bytes(signs)


def conserved(rules: KontorRules, state: State) -> dict[str, tuple[Number, int]]:
    """The sums that never change: docks of each colour, canals, special cards, florins, warehouses."""
    lying = _counted(state)
    hands = [player.hand.counts for player in state.players]
    unread = len(state.board.unclear) + hidden_cells(state).bit_count()
    open_, unclear = [0, 0, 0], Range(0, unread, "kind") if unread else 0
    made: dict[str, tuple[Number, int]] = {}
    for number in (number for number in state.play.shown if number):
        group = group_of(card_of(state, number).kind)
        if group is None:
            unclear = unclear + Range(0, 1, "kind")
        else:
            open_[group] += 1
    everywhere = sum((hand[0] for hand in hands), open_[0]) + sum((pile.count for pile in state.piles), 0)
    colours = len(COLOURS) if part_of(state, Mixed).docks else len(set(state.sides))
    made["docks"] = (everywhere + lying[0] + state.aside[0] + unclear, DOCKS_OF_A_COLOUR * colours)
    canals = sum((hand[1] for hand in hands), open_[1]) + state.canals.count + lying[1] + state.aside[1]
    specials = sum((hand[2] for hand in hands), open_[2]) + lying[2] + state.aside[2]
    if part_of(state, Mixed).specials:  # they count as canals until they are seen
        made["canals"] = (canals + specials + unclear, CANALS + SPECIALS)
    else:
        made["canals"] = (canals + unclear, CANALS)
        made["specials"] = (specials + unclear, SPECIALS)
    lent = sum(seat >= 0 for seat in part_of(state, Coins).paid)
    purses = sum((player.purse for player in state.players), state.treasury + lent)
    made["florins"] = (purses, state.florins)
    made["cards"] = (len(state.where) - 1, 93)
    return made


def _counted(state: State) -> list[int]:
    """Docks, canals and specials lying in the harbour, covered ones too, or out of the game by number."""
    counts = [0, 0, 0]
    for top in state.board.cards.values():
        lying: Lying | None = top
        while lying is not None:
            group = group_of(lying.kind)
            if group is not None:
                counts[group] += 1
            lying = lying.under
    for number, sign in enumerate(state.where):
        group = group_of(state.cards[number].kind) if sign == OUT_SIGN and number else None
        if group is not None:
            counts[group] += 1
    return counts
