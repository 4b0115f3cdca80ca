"""Special rules, which a table adds to the base game, the advanced game or the game for four."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.fold import refusal
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Hold, Place, Remove, Second, Stow
from domain.games.kontor.checks import both
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.end import past
from domain.games.kontor.checks.hands import is_last_due
from domain.games.kontor.checks.setup import dealt, is_dealt
from domain.games.kontor.deeds.purses import drawn_group
from domain.games.kontor.follow.common import Moved
from domain.games.kontor.follow.turns import pile_for
from domain.games.kontor.pieces import BOAT, GROUPS, TAVERN
from domain.games.kontor.scoring import LAST
from domain.games.kontor.state import (
    AT,
    BIT,
    INCOME,
    NEAR,
    NEXT,
    PLACE,
    Card,
    Sector,
    State,
    at_risk,
    card_of,
    is_finished,
    lawful_cells,
    sector_at,
)
from domain.games.kontor.state.cells import EVERYWHERE, cells_in
from domain.games.kontor.state.parts import Last, Passing, part_of, with_part
from domain.games.kontor.state.reach import COVERS, lasting, moves
from domain.games.kontor.variants.special_passes import has_its_pass_card
from domain.numbers import is_surely, most
from domain.rules import Broken, Item, RefusedAction, Result, Seat, broken, replace
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
TWO, EITHER = frozenset((2,)), frozenset((2, 4))
AGAIN = Item(LAST, 1, 1)


# Misère -------------------------------------------------------------------------------------------


def ruined(rules: KontorRules, state: State) -> Clause | None:
    """A seat has no florin, and the treasury has none (KO-V-MISERE-2; KO-I-70)."""
    if not is_surely(state.treasury, 0) or not losers(state):
        return None
    at_the_end = state.phase in (INCOME, NEXT) and len(state.play.order) < 2
    return ko.V_MISERE_2 if rules.ruin_at == "change" or at_the_end else None


def losers(state: State) -> set[int]:
    """The sides of those who have no florin."""
    return {state.sides[seat] for seat, player in enumerate(state.players) if is_surely(player.purse, 0)}


def the_opponents_of_the_ruined_win(rules: KontorRules, state: State) -> Result | None:
    """The opponents win whatever was scored; if both sides are ruined at once the points decide."""
    lost = losers(state)
    if state.ended != ko.V_MISERE_2.id or len(lost) != 1:
        return None
    return Result((tuple(sorted(set(state.sides) - lost)), tuple(lost)), ko.V_MISERE_2.id)


# Justice ------------------------------------------------------------------------------------------


@cites(ko.V_JUSTICE_1)
def three_docks_are_chosen(rules: KontorRules, state: State, hold: Hold) -> Finds:
    if not is_dealt(state, hold):
        return None
    if rules.pass_cards and not has_its_pass_card(state, hold):
        return None  # KO-V-MARINS-1
    taverns = 0 if part_of(state, Passing).special else rules.pass_cards
    docks, due = dealt(state, hold, 0), rules.hand_docks + taverns
    return None if docks == due else broken(docks=docks, due=due)


# Libre choix --------------------------------------------------------------------------------------


@cites(ko.V_LIBRE_2)
def a_hand_keeps_a_dock_and_a_canal(rules: KontorRules, state: State, draw: Draw) -> Finds:
    group = drawn_group(rules, state, draw)
    if group is None or not is_last_due(rules, state, draw):
        return None
    lacks = 1 - group
    hand = state.players[draw.seat].hand.counts
    if not is_surely(hand[lacks], 0) or not most(pile_for(state, draw.seat, lacks).count):
        return None
    return surely(state, broken(lacks=GROUPS[lacks]))


# Blocus -------------------------------------------------------------------------------------------


@moves
def away_from_the_boat(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """The cells that are not next to the boat; for a card that covers another perhaps all cells (KO-I-72)."""
    if card.kind in COVERS and not rules.blockade_covers:
        return EVERYWHERE
    return EVERYWHERE & ~NEAR[state.board.boat]


@cites(ko.V_BLOCUS_1)
def no_card_beside_the_boat(rules: KontorRules, state: State, place: Place | Second) -> Finds:
    if not is_blockaded(rules, state, AT[place.cell]):
        return None
    return surely(state, broken(card=place.card, cell=place.cell))


@cites(ko.V_BLOCUS_1)
def no_contraband_beside_the_boat(rules: KontorRules, state: State, stow: Stow) -> Finds:
    return surely(state, broken(cell=stow.cell)) if is_blockaded(rules, state, AT[stow.cell]) else None


def is_blockaded(rules: KontorRules, state: State, cell: int) -> bool:
    """Whether the boat lies next to a cell, and the cell is empty or cards there must not be covered (KO-I-72)."""
    covers = cell in state.board.cards and not rules.blockade_covers
    return bool(NEAR[state.board.boat] & BIT[cell]) and not covers


def blockaded(rules: KontorRules, state: State) -> Clause | None:
    """All who revealed a card are kept from placing it by the boat, and none of them can move it (KO-V-BLOCUS-2)."""
    play = state.play
    if state.phase != PLACE or play.had or play.moved >= 0 or play.placed >= 0:
        return None
    if any(not play.shown[at] and at not in (*play.passed, *play.lost) for at in range(len(play.shown))):
        return None  # a seat has still to turn a card over
    cards = [(seat, card_of(state, play.shown[seat])) for seat in play.order if play.shown[seat]]
    if any(card.symbol in (BOAT, None) or lawful_cells(rules, state, seat, card) for seat, card in cards):
        return None
    free = replace(rules, reach=lasting(rules))
    return ko.V_BLOCUS_2 if any(lawful_cells(free, state, seat, card) for seat, card in cards) else None


# Point final --------------------------------------------------------------------------------------


def the_last_so_far(rules: KontorRules, state: State, sector: Sector) -> Moved:
    """Remember which sectors were finished in one turn."""
    last = part_of(state, Last)
    count = last.count + 1 if last.turn == state.turn else 1
    return with_part(state, Last(state.turn, count)), ()


@cites(ko.V_POINTFINAL_1)
def the_last_counts_twice(rules: KontorRules, state: State, sector: Sector) -> Item | None:
    """One point more for each sector finished last (KO-V-POINTFINAL-1; KO-I-76)."""
    count = part_of(state, Last).count
    if count > 1 and rules.last_together == "none":
        return None
    return (
        AGAIN if any(finished is sector for finished in state.board.done[-count or len(state.board.done) :]) else None
    )


# Protection ---------------------------------------------------------------------------------------


@cites(ko.V_PROTECTION_1)
def a_tavern_shields_its_owners_docks(rules: KontorRules, state: State, remove: Remove) -> Finds:
    cell = AT[remove.cell]
    lying, sector = state.board.cards.get(cell), sector_at(state.board, cell)
    if lying is None or sector is None or is_finished(state.board, cell):
        return None
    if state.play.moved < 0 or cell not in at_risk(rules, state.board, state.play.moved):
        return None  # the boat could not have it removed anyway (KO-BOAT-4 to 6)
    for other in cells_in(sector.cells):
        tavern = state.board.cards[other]
        if tavern.kind == TAVERN and tavern.owner == lying.owner and (other != cell or rules.tavern_shields_itself):
            return surely(state, broken(cell=remove.cell))
    return None


ROWS: tuple[Variant, ...] = (
    Variant(
        id="KO-V-MISERE",
        sets={"width": 7, "height": 7, "purse": 3, "treasury_rest": False, "purse_clause": ko.V_MISERE_1},
        adds={"ends": (ruined,), "wins": (the_opponents_of_the_ruined_win,), "checks": past(ko.V_MISERE_2)},
        over=frozenset(("four", "KO-V-ROUE")),
        warns=frozenset(("KO-V-ROUE",)),
        seats=EITHER,
    ),
    Variant(
        id="KO-V-JUSTICE",
        sets={"docks_aside": 4, "piles_clause": ko.V_JUSTICE_2, "docks_clause": ko.V_JUSTICE_1},
        adds={"checks": {Hold: (three_docks_are_chosen,)}},
        over=frozenset(("four", "KO-V-MARINS", "KO-V-ROUE")),
        seats=TWO,
    ),
    Variant(
        id="KO-V-LIBRE",
        sets={"refill_same_kind": False},
        adds={
            "checks": {Draw: (a_hand_keeps_a_dock_and_a_canal,), RefusedAction: (refusal(ko.V_LIBRE_1, "other-pile"),)}
        },
        seats=EITHER,
    ),
    Variant(
        id="KO-V-BLOCUS",
        adds={
            "reach": (away_from_the_boat,),
            "ends": (blockaded,),
            "checks": both(
                {**dict.fromkeys((Place, Second), (no_card_beside_the_boat,)), Stow: (no_contraband_beside_the_boat,)},
                past(ko.V_BLOCUS_2),
            ),
        },
        wants={"boat": True},
        bars={"KO-V-GULLIVER": "layout", "KO-V-VITESSE": "layout"},  # the boat would bar all four sides of the anchor
        warns=frozenset(("KO-V-ROUE",)),
        seats=EITHER,
    ),
    Variant(
        id="KO-V-POINTFINAL",
        adds={"on_finish": (the_last_so_far,), "value": (the_last_counts_twice,)},
        warns=frozenset(("KO-V-ROUE", "KO-V-VITESSE")),
        seats=TWO,
    ),
    Variant(
        id="KO-V-PROTECTION",
        sets={"idle_taverns": False},
        adds={"checks": {Remove: (a_tavern_shields_its_owners_docks,)}},
        wants={"boat": True},
        bars={"KO-V-GULLIVER": "taverns"},
        seats=EITHER,
    ),
)
