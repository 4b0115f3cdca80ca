"""Simulated mistakes about the preparation of a round, steps 1 to 3 (NA-PREP)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import (
    SPECIALS,
    TILE_STEP,
    Fill,
    Lands,
    PassSpecial,
    PassTile,
    Remove,
    Reshuffle,
    Ships,
    Tiles,
    Trade,
)
from domain.games.nieuw_amsterdam.mistakes.common import Moment, announced, breaks, goes_on, instead, made, one_of
from domain.games.nieuw_amsterdam.pieces import FURS, TRADER_SPACES, TRADERS, era_of
from domain.games.nieuw_amsterdam.state import REFILL, TURN, State, in_reserve
from domain.numbers import least

TURNS = (*TILE_STEP, *SPECIALS, PassTile, PassSpecial)


# Step 1 -------------------------------------------------------------------------------------------


@breaks(na.PREP_1, *TURNS, Remove)
def a_card_left_on_offer(at: Moment) -> WrongPlay | None:
    what = at.rng.choice(("land", "ship"))
    effect = one_of(at, made(at, na.PREP_1, what))
    lying = at.state.slots.lands if what == "land" else at.state.slots.ships
    return announced(at, effect, effect and lying[int(effect.key[0]) - 1])


@breaks(na.PREP_2, Lands)
def three_land_cards(at: Moment) -> WrongPlay | None:
    return instead(Lands(cards=("-", *at.action.cards[1:])), then=goes_on(at))


@breaks(na.PREP_3, Ships)
def three_or_five_ship_cards(at: Moment) -> WrongPlay | None:
    first, *rest = at.action.cards
    wrong = at.rng.choice((("-",), (first, an_unread_ship(at.state.round))))
    return instead(Ships(cards=(*wrong, *rest)), then=goes_on(at))


def an_unread_ship(round: int) -> str:
    """A ship that cannot be loaded, since it is not known how many furs it needs."""
    return f"{era_of(round)}:?"


@breaks(na.PREP_4, Ships)
def a_card_of_the_other_era(at: Moment) -> WrongPlay | None:
    other = an_unread_ship(7 - at.state.round)
    return instead(Ships(cards=(other, *at.action.cards[1:])), then=goes_on(at))


@breaks(na.PREP_5, *TURNS)
def an_empty_slot_filled_again(at: Moment) -> WrongPlay | None:
    state = at.state
    if state.phase != TURN or None not in (*state.slots.ships, *state.slots.lands):
        return None
    return instead(Ships(cards=(an_unread_ship(state.round),)), at.action, then=goes_on(at))


# Step 2 -------------------------------------------------------------------------------------------


def a_fur(at: Moment, state: State) -> str | None:
    """A fur of which the reserve holds more than three."""
    return one_of(at, (fur for fur in FURS if in_reserve(state, fur) > 3))


@breaks(na.PREP_6, Fill)
def a_fur_too_few(at: Moment) -> WrongPlay | None:
    count = sum(len(furs) for _, furs in at.action.furs)
    (trader, furs), *rest = at.action.furs
    if at.state.phase != REFILL or at.state.reserve <= count or len(furs) < 2:
        return None
    return instead(Fill(furs=((trader, furs[1:]), *rest)), then=goes_on(at))


@breaks(na.PREP_6, Fill)
def a_fur_too_many(at: Moment) -> WrongPlay | None:
    fur = a_fur(at, at.after.state)
    if at.state.phase != REFILL or fur is None:
        return None
    (trader, furs), *rest = at.action.furs
    return instead(Fill(furs=((trader, (*furs, fur)), *rest)), then=goes_on(at))


@breaks(na.PREP_7, Fill)
def the_discard_mixed_in_too_early(at: Moment) -> WrongPlay | None:
    state = at.state
    if state.phase != REFILL or not state.reserve or not state.discard.total:
        return None
    return instead(Reshuffle(), at.action, then=goes_on(at))


@breaks(na.PREP_8, Trade)
def a_trader_filled_at_once(at: Moment) -> WrongPlay | None:
    after = at.after.state
    bare = [name for name, n, furs in zip(TRADERS, TRADER_SPACES, after.traders, strict=True) if len(furs) < n]
    trader, fur = one_of(at, bare), a_fur(at, after)
    if after.phase != TURN or trader is None or fur is None:
        return None
    return instead(at.action, Fill(furs=((trader, (fur,)),)), then=goes_on(at))


# Step 3 -------------------------------------------------------------------------------------------


def a_layout(at: Moment) -> Tiles:
    """The twelve tiles at random."""
    tiles = list("CCCCLLLLTTTT")
    at.rng.shuffle(tiles)
    return Tiles(columns=tuple("".join(tiles.pop() for _ in range(least(size))) for size in at.state.sheet.columns))


@breaks(na.PREP_9, Tiles)
def a_space_of_the_cash_box_empty(at: Moment) -> WrongPlay | None:
    columns = list(at.action.columns)
    wrong = at.rng.randrange(len(columns))
    columns[wrong] = columns[wrong][1:]
    return instead(Tiles(columns=tuple(columns)), then=goes_on(at))


@breaks(na.PREP_9, Tiles)
def a_tile_of_a_kind_too_many(at: Moment) -> WrongPlay | None:
    columns = list(at.action.columns)
    wrong = at.rng.randrange(len(columns))
    other = at.rng.choice("CLT".replace(columns[wrong][0], ""))
    columns[wrong] = other + columns[wrong][1:]
    return instead(Tiles(columns=tuple(columns)), then=goes_on(at))


@breaks(na.PREP_10, Tiles)
def a_tile_in_another_column(at: Moment) -> WrongPlay | None:
    columns = list(at.action.columns)
    shortened, lengthened = at.rng.sample(range(len(columns)), 2)
    columns[lengthened] += columns[shortened][0]
    columns[shortened] = columns[shortened][1:]
    return instead(Tiles(columns=tuple(columns)), then=goes_on(at))
