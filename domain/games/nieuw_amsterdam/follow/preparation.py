"""Consequences in set-up J and steps 1 and 2: the next founder, complete cards, full traders."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.follow.common import Moved
from domain.games.nieuw_amsterdam.pieces import TRADER_SPACES
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import CARDS, NO_SEAT, REFILL, TILES, State, all_businesses
from domain.numbers import Number, is_surely, least
from domain.rules import Seat, replace

FIRST_BUSINESSES = 2


def founding(rules: NieuwAmsterdamRules, state: State) -> Moved | None:
    """One business each in turn order, then a second one (NA-SETUP-18, 19)."""
    actor = next_founder(state)
    if actor == NO_SEAT:
        return replace(state, phase=CARDS, actor=NO_SEAT), ()
    return None if actor == state.actor else (replace(state, actor=actor), ())


def next_founder(state: State) -> Seat:
    """The seat that places the next first business; NO_SEAT when all have placed both."""
    placed = all_businesses(state)
    founder = NO_SEAT
    fewest: Number = FIRST_BUSINESSES
    for seat in state.order:
        count = placed[seat]
        count = count if count.__class__ is int else least(count)
        if count < fewest:
            founder, fewest = seat, count
    return founder


def first_businesses(state: State) -> list[int]:
    """How many businesses stand in the city, seat by seat in turn order."""
    placed = all_businesses(state)
    return list(map(least, map(placed.__getitem__, state.order)))


def cards(rules: NieuwAmsterdamRules, state: State) -> Moved | None:
    """Step 1 is over when both kinds lie there."""
    return (replace(state, phase=REFILL), ()) if len(state.slots.shown) == 2 else None


def refilling(rules: NieuwAmsterdamRules, state: State) -> Moved | None:
    """Step 2 is over when no space is empty, or nothing is left to lay there (NA-Q-14)."""
    if not any(empty_spaces(state)) or is_surely(state.reserve + state.discard.total, 0):
        return replace(state, phase=TILES), ()
    return None


def empty_spaces(state: State) -> tuple[int, ...]:
    """The empty spaces of each trader."""
    free = [spaces - len(furs) for spaces, furs in zip(TRADER_SPACES, state.traders, strict=True)]
    return tuple(free) if min(free) >= 0 else tuple([max(0, spaces) for spaces in free])
