"""Deeds of steps 3 and 4: building, paying, sharing."""

from __future__ import annotations

from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Done, Pass
from domain.games.new_haven.deeds.common import placed_with
from domain.games.new_haven.pieces import HOMES, NOT_SEEN, PRICE
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    GATHER,
    SHARE,
    Hand,
    Home,
    Moved,
    State,
    copies_with,
    hand_with,
    hand_without,
    is_among_known,
    is_later,
    marker,
    markers_with,
    players_with,
)
from domain.games.new_haven.state.hidden_homes import hide_home
from domain.numbers import Number, Range, between, not_below_zero
from domain.rules import Effect, Seat, replace


def use_build(rules: NewHavenRules, state: State, action: Build) -> State:
    """A sharing seat has acted; the reading "one" closes its occasion."""
    seat = action.seat
    if state.phase not in (SHARE, DRAW) or seat == state.active:
        return state
    builds = (*state.builds, seat)
    if seat in state.closed and seat not in state.late_builds:
        state = replace(state, late_builds={**state.late_builds, seat: state.line})
    state = replace(state, acted=_with(state.acted, seat), builds=builds, sharer=_sharer(state, seat))
    if rules.share_limit is not None and builds.count(action.seat) >= rules.share_limit:
        state = replace(state, closed=_with(state.closed, action.seat))
    return state


def _sharer(state: State, seat: Seat) -> Seat:
    """Who last had the occasion, while others may still have it."""
    return seat if state.phase == SHARE and is_later(state, seat, state.sharer) else state.sharer


def _with(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return seats if seat in seats else (*seats, seat)


def build(rules: NewHavenRules, state: State, action: Build) -> Moved:
    """The building leaves the hand, lies in the village, and is paid for."""
    if action.home == NOT_SEEN:
        action = known_home(state, action)
    number = action.number
    if number is None and (fact := state.known.get((state.line, "building"))):
        number = int(fact.value[1])
    player = state.players[action.seat]
    building = f"{action.colour}{number or '?'}"
    seen = number is not None and is_among_known(player.hand, building)
    hand = hand_without(player.hand, building, seen)
    below = player.village.get(action.home)
    under = ()
    if below is not None:
        state, hand, under = _covered(rules, state, hand, below)
    elif rules.covering and (player.unsure or player.hidden or action.home == NOT_SEEN):
        state, hand = _perhaps_covered(rules, state, hand, action.home)
    copies = state.copies if seen or number is None else copies_with(state, building)
    described = building if action.number == number else f"{action.colour}?"
    placements = placed_with(state, "village", action.seat, action.home, described)
    built = Home(action.colour, number, action.up, under)
    if action.home == NOT_SEEN:
        player = replace(hide_home(state, player, built, rules.covering), hand=hand)
    else:
        player = replace(player, hand=hand, village={**player.village, action.home: built})
    players = players_with(state, action.seat, player)
    markers, paid = _pay(rules, state, action)
    return replace(state, players=players, copies=copies, markers=markers, placements=placements), (paid,)


def known_home(state: State, action: Build) -> Build:
    """The building as recorded, or on the space that a later line shows."""
    fact = state.known.get((state.line, "home"))
    return replace(action, home=fact.value) if fact else action


def price_of(rules: NewHavenRules, state: State, action: Build) -> Number:
    """The number of the space that is built on, within bounds where it was not seen which one that is."""
    if price := PRICE.get(action.home):
        return price
    village = () if rules.covering else state.players[action.seat].village
    prices = [PRICE[home] for home in HOMES if home not in village] or PRICE.values()
    return between(min(prices), max(prices), f"built {state.line}")


def _covered(rules: NewHavenRules, state: State, hand, below: Home):
    """What becomes of a building that is built over (NH-I-15)."""
    if rules.covered_goes == "under":
        return state, hand, (*below.under, replace(below, under=()))
    if rules.covered_goes == "bag":
        return _back_in_the_bag(state, below), hand, below.under
    building = f"{below.colour}{below.number}" if below.number else None
    return state, hand_with(hand, building), below.under


def _perhaps_covered(rules: NewHavenRules, state: State, hand: Hand, home: str) -> tuple[State, Hand]:
    """After a gap there may have been a building, which goes where covered ones go."""
    perhaps = Range(0, 1, f"village {home}")
    if rules.covered_goes == "bag":
        return replace(state, bag=state.bag + perhaps), hand
    return state, replace(hand, unseen=hand.unseen + perhaps) if rules.covered_goes == "hand" else hand


def _back_in_the_bag(state: State, home: Home) -> State:
    """A building that can be seen for the first time once more."""
    building = f"{home.colour}{home.number}"
    copies = {**state.copies, building: state.copies[building] - 1} if state.copies.get(building) else state.copies
    return replace(state, bag=state.bag + 1, copies=copies)


def _pay(rules: NewHavenRules, state: State, action: Build) -> tuple[tuple, Effect]:
    price = PRICE.get(action.home) or price_of(rules, state, action)
    colour, amount = action.paid or (action.colour, price)
    before = marker(state, colour)
    after = not_below_zero(before - amount)
    shares = state.turn_known and action.seat != state.active
    clause = nh.SHARE_3.id if shares else nh.BUILD_4.id
    by = after - before if isinstance(after, int) and isinstance(before, int) else -amount
    due = by if action.paid is None else -price
    made = Effect(clause, "marker", (colour,), action.seat, by, due)
    return markers_with(state, colour, after), made


def use_done(rules: NewHavenRules, state: State, action: Done | Pass) -> State:
    """An occasion is over: the active seat's opens the sharing, a sharing seat's is closed."""
    if action.seat == state.active:
        if state.phase in (GATHER, BUILD):
            return replace(state, phase=SHARE)
        return replace(state, closed=_with(state.closed, action.seat)) if state.phase == SHARE else state
    if state.phase != SHARE:  # too late: closed without having acted (NH-TURN-3)
        return replace(state, closed=_with(state.closed, action.seat)) if state.drawn else state
    seat = action.seat
    acted, closed = _with(state.acted, seat), _with(state.closed, seat)
    return replace(state, acted=acted, closed=closed, sharer=_sharer(state, seat))
