"""Deeds of steps 1 to 3: cards, furs and tiles as they are laid out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Fill, Lands, Reshuffle, Round, Ships, Tiles
from domain.games.nieuw_amsterdam.deeds.common import draw_furs
from domain.games.nieuw_amsterdam.deeds.trade import seller_seen
from domain.games.nieuw_amsterdam.follow.common import Moved, effect_at
from domain.games.nieuw_amsterdam.follow.preparation import empty_spaces
from domain.games.nieuw_amsterdam.pieces import AT_TRADER, COLUMNS, NOT_SEEN, PERHAPS, SLOTS, TRADER_SPACES
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    BIDDING,
    CARDS,
    FOUND,
    NO_FURS,
    PREPARING,
    REFILL,
    SELECT,
    TAKE,
    TILES,
    Auction,
    Chest,
    Slots,
    State,
    put_at,
    with_fact,
)
from domain.games.nieuw_amsterdam.values import land_card, ship_card
from domain.numbers import between, is_surely, least, most, not_below_zero
from domain.rules import replace

ON_TRADERS = "traders"  # the fact a number of furs waits for


def round_said(rules: NieuwAmsterdamRules, state: State, action: Round) -> Moved:
    """After a gap it shows which round it is."""
    if not state.round_gap:
        return state, ()
    return replace(state, round=action.number, round_gap=""), ()


def lands(rules: NieuwAmsterdamRules, state: State, action: Lands) -> Moved:
    """New land cards: a row of them, or what the table put into slots that were empty."""
    faces, slots = faces_known(state, action.cards), state.slots
    cards, lying, shown = _laid(land_card, faces, state.line), slots.lands, slots.shown
    lay_already = laid_unrecorded(lying)  # the line only says what lies there
    slots = replace(
        slots,
        lands=cards if lay_already or "l" not in shown else _into(lying, cards),
        land_deck=slots.land_deck if lay_already else not_below_zero(slots.land_deck - _new(cards)),
        shown="l" if shown in ("", "l") else "ls",
    )
    state = with_fact(state, late_key(state, CARDS), True) if lay_already else state
    return replace(state, slots=slots, faces=_seen(state.faces, "land", faces), declared=(), owed=()), ()


def ships(rules: NieuwAmsterdamRules, state: State, action: Ships) -> Moved:
    """New ship cards."""
    faces, slots = faces_known(state, action.cards), state.slots
    cards, lying, shown = _laid(ship_card, faces, state.line), slots.ships, slots.shown
    lay_already = laid_unrecorded(lying)  # the line only says what lies there
    slots = replace(
        slots,
        ships=cards if lay_already or "s" not in shown else _into(lying, cards),
        ship_deck=slots.ship_deck if lay_already else not_below_zero(slots.ship_deck - _new(cards)),
        shown="s" if shown in ("", "s") else "ls",
    )
    state = with_fact(state, late_key(state, CARDS), True) if lay_already else state
    return replace(state, slots=slots, faces=_seen(state.faces, "ship", faces), declared=(), owed=()), ()


def late_key(state: State, step: str) -> tuple:
    """The key of the fact that cards, or furs, of this round were recorded later than the step after them."""
    return state.round, "late", step


def faces_known(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Faces, with what a later line shows of them."""
    known, line = state.known, state.line
    if "?" not in "".join(cards) or not known:
        return cards
    shown = [known.get((line, "card", at)) if "?" in text else None for at, text in enumerate(cards, 1)]
    return tuple(fact.value if fact else text for fact, text in zip(shown, cards, strict=True))


def _laid(read: Callable, faces: tuple[str, ...], line: int) -> tuple:
    """The cards; one not seen is called by the line and the place of its laying out."""
    if "?" not in "".join(faces):
        return tuple(map(read, faces))
    return tuple([read(text, f"{line}.{at}" if "?" in text else "") for at, text in enumerate(faces, 1)])


def _new(cards: tuple) -> int:
    return len(cards) - cards.count(None)


def laid_unrecorded(lying: tuple) -> bool:
    """Whether these cards must have been laid out before the tiles were, though no line recorded them."""
    unseen = [card.seen for card in lying if card is not None and card.seen]
    return any(seen.partition(".")[2][:1] in ("l", "s") for seen in unseen) if unseen else False


def _into(lying: tuple, cards: tuple) -> tuple:
    """Cards into the empty slots; the rest get slots of their own."""
    waiting = [card for card in cards if card is not None]
    filled = tuple(card if card is not None or not waiting else waiting.pop(0) for card in lying)
    return (*filled, *waiting)


def _seen(faces: Mapping[str, int], kind: str, cards: tuple[str, ...]) -> Mapping[str, int]:
    """Cards that show themselves count against the box."""
    seen = {**faces}
    for text in cards:
        if name := _named(kind, text):
            seen[name] = seen.get(name, 0) + 1
    return seen


@lru_cache(maxsize=1024)
def _named(kind: str, text: str) -> str:
    """A card as it is counted; nothing where it was not seen, or there is none."""
    return "" if text == "-" or "?" in text else f"{kind}:{text}"


def use_fill(rules: NieuwAmsterdamRules, state: State, action: Fill) -> State:
    """The traders have been seen to, unless one is still to be named or the discard to be mixed in."""
    if state.phase != REFILL:
        return state
    empty, count = empty_spaces(state), 0
    unnamed = list(empty)
    for trader, furs in action.furs:
        unnamed[AT_TRADER[trader]] = 0
        count += len(furs)
    used_up = count < sum(empty) and is_surely(state.reserve, count) and most(state.discard.total)
    return state if used_up or any(unnamed) else replace(state, phase=TILES)


def fill(rules: NieuwAmsterdamRules, state: State, action: Fill) -> Moved:
    """Furs on empty spaces; on a full trader they show furs that lay there unseen."""
    in_doubt = some_perhaps_sold(state)
    if in_doubt:
        sellers = [name for name, furs in action.furs if furs and PERHAPS in state.traders[AT_TRADER[name]]]
        state = seller_seen(state, sellers[0]) if len(sellers) == 1 else state
    traders, new, doubted, sold = state.traders, 0, 0, 0
    for name, furs in action.furs:
        at = AT_TRADER[name]
        lying, unseen = traders[at], traders[at].count("?")
        if in_doubt:  # furs laid there are new ones, or they lay there all the time
            sold = min(lying.count(PERHAPS), len(furs))
            lying = tuple([fur for fur in lying if fur != PERHAPS]) + (NOT_SEEN,) * (lying.count(PERHAPS) - sold)
        recognised = unseen if state.phase == FOUND else len(lying) + len(furs) - TRADER_SPACES[at]
        for _ in range(min(max(0, recognised), unseen)):
            gone = lying.index("?")
            lying = (*lying[:gone], *lying[gone + 1 :])
        seen = len(traders[at]) - len(lying)
        new += len(furs) - seen
        doubted += seen if sold or (seen < len(furs) and state.phase != FOUND) else 0
        traders = put_at(traders, at, lying + furs)
    lit = state.lit + ((state.line, tuple([fur for _, furs in action.furs for fur in furs])),)
    state = replace(state, traders=traders, lit=lit)
    state, effects = draw_furs(rules, state, new) if new else (state, ())
    if state.phase in BIDDING:
        state = with_fact(state, late_key(state, REFILL), True)
    return (_perhaps_drawn(state, doubted) if doubted else state), effects


def _perhaps_drawn(state: State, count: int) -> State:
    """Furs recorded with new ones lay there unseen, or they are new ones, too, and too many (NA-PREP-6)."""
    reserve = state.reserve
    return replace(state, reserve=between(max(0, least(reserve) - count), most(reserve), ON_TRADERS))


def fill_unseen(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Fills all empty spaces with furs that were not seen."""
    empty = empty_spaces(state)
    need = min(sum(empty), most(state.reserve + state.discard.total))
    if not need:
        return state, ()
    before = state.reserve
    traders, left = [], need
    for furs, free in zip(state.traders, empty, strict=True):
        traders.append((*furs, *("?",) * min(free, left)))
        left -= min(free, left)
    state, effects = draw_furs(rules, replace(state, traders=tuple(traders)), need)
    mixed = sum((effect.by for effect in effects if effect.what == "reserve"), 0)
    return state, (*effects, effect_at(na.PREP_6, "reserve", (), state.reserve - before - mixed))


def reshuffle(rules: NieuwAmsterdamRules, state: State, action: Reshuffle) -> Moved:
    """The discard becomes part of the reserve."""
    return replace(state, reserve=state.reserve + state.discard.total, discard=NO_FURS), ()


def some_perhaps_sold(state: State) -> bool:
    """Whether some furs on the traders may have been sold, by a trade whose trader was not seen."""
    top, middle, bottom = state.traders
    return PERHAPS in top or PERHAPS in middle or PERHAPS in bottom


def _surely_filled(state: State) -> State:
    """After step 2 furs lie on all spaces again, also where some may have been sold."""
    perhaps = sum(lying.count(PERHAPS) for lying in state.traders)
    traders = tuple(tuple(NOT_SEEN if fur == PERHAPS else fur for fur in lying) for lying in state.traders)
    return _perhaps_drawn(replace(state, traders=traders), perhaps)


def use_tiles(rules: NieuwAmsterdamRules, state: State, action: Tiles) -> State:
    """The bidding begins; no seat has a column."""
    if state.phase not in PREPARING:
        return state
    order = state.order
    return replace(
        state,
        phase=SELECT if len(order) > 1 else TAKE,
        actor=order[0],
        auction=Auction(order),
        acting=order,
        declared=(),
        slots=_laid_out(state),
    )


def _laid_out(state: State) -> Slots:
    """Cards that were not recorded lie there unseen."""
    return state.slots if len(state.slots.shown) == 2 else replace(with_unseen_cards(state), shown="ls")


def with_unseen_cards(state: State) -> Slots:
    """The slots with cards of this round that were not recorded yet."""
    slots = state.slots
    unseen = [f"{state.line}.{kind}{at}" for kind in "ls" for at in range(1, SLOTS + 1)]
    if "l" not in slots.shown and not laid_unrecorded(slots.lands):
        lying = tuple(land_card("?", seen) for seen in unseen[:SLOTS])
        slots = replace(slots, lands=lying, land_deck=not_below_zero(slots.land_deck - SLOTS))
    if "s" not in slots.shown and not laid_unrecorded(slots.ships):
        ships = tuple(ship_card("?", seen) for seen in unseen[SLOTS:])
        slots = replace(slots, ships=ships, ship_deck=not_below_zero(slots.ship_deck - SLOTS))
    return slots


def tiles(rules: NieuwAmsterdamRules, state: State, action: Tiles) -> Moved:
    """All twelve tiles are laid out anew, also those seats still held, and the bidding begins."""
    columns = (*action.columns, *("",) * (len(COLUMNS) - len(action.columns)))
    players = tuple([replace(player, tiles=(0, 0, 0)) for player in state.players])
    if some_perhaps_sold(state):
        state = _surely_filled(state)
    return replace(use_tiles(rules, state, action), chest=Chest(columns, (0, 0, 0)), players=players), ()
