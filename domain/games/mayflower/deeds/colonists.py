"""Deeds of placing colonists, skipping, taking colonists back."""

from __future__ import annotations

from domain.games.mayflower.actions import UNPLAYED_COLOUR, Colonist, Retrieve, Skip
from domain.games.mayflower.deeds.common import Moved
from domain.games.mayflower.follow import end_turn, unscored_features
from domain.games.mayflower.pieces.faces import UNSEEN
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import COLONIST, SCORE, Man, Ref, State, men_on, men_with, reserves_with, without_men
from domain.games.mayflower.state.land import with_colonists
from domain.numbers import not_below_zero
from domain.rules import Seat, replace


def use_colonist(rules: MayflowerRules, state: State, action: Colonist) -> State:
    """The one colonist of the turn."""
    if action.seat != state.now.seat:  # out of turn, or before a turn has begun
        return state
    now = replace(state.now, posted=state.now.posted + 1)
    ends = state.phase == COLONIST and action.seat == state.active
    return replace(state, now=now, phase=SCORE) if ends else replace(state, now=now)


def use_skip(rules: MayflowerRules, state: State, action: Skip) -> State:
    """No colonist: the turn goes on."""
    return replace(state, phase=SCORE) if state.phase == COLONIST and action.seat == state.active else state


def skip(rules: MayflowerRules, state: State, action: Skip) -> Moved:
    """Goes on to the scoring, or ends the turn if nothing is to be scored."""
    now = state.now
    if state.phase != COLONIST or action.seat != state.active:
        return state, ()
    return (replace(state, phase=SCORE) if now.pending or now.doubt else end_turn(rules, state)), ()


def colonist(rules: MayflowerRules, state: State, action: Colonist) -> Moved:
    """A colonist leaves the reserve, if one is there, and stands on the land; then what is complete is scored."""
    now, phase, cell, owner = state.now, state.phase, action.cell, action.seat
    if owner == now.seat:  # else out of turn, or before a turn has begun
        phase = SCORE if phase == COLONIST and owner == state.active else phase
        now = replace(now, posted=now.posted + 1)
    if cell and is_on_hidden_tile(state, owner):  # it shows where the tile of this turn lies
        known = state.known.with_fact((state.unplaced[-1][0], "cell"), (cell, None, ""), state.line)
        state = replace(state, known=known)
    cell = cell or now.cell
    if is_on_hidden_tile(state, owner) and action.colour is None:
        reserves = list(state.reserves)
        reserves[owner] = not_below_zero(reserves[owner] - 1)
        state = replace(state, reserves=tuple(reserves))
    if (
        not cell or state.land.tile(cell) is None or action.colour == UNPLAYED_COLOUR
    ):  # a colonist without an owner counts for no seat
        return replace(state, now=now, phase=phase), ()
    if action.colour is not None:
        owner = owner_of(state, owner, action.colour)
    action = as_read_later(state, action)
    if is_place_unknown(action):  # it may stand on anything there, and be scored with it
        state = replace(state, gap=state.gap or f"colonist {cell}")
    man = Man(owner, cell, action.role, action.port, action.lying)
    reserves = list(state.reserves)
    reserves[owner] = not_below_zero(reserves[owner] - 1)
    men, land = men_with(state.men, man), with_colonists(state.land, (man,), 1)
    return replace(state, now=now, phase=phase, men=men, land=land, reserves=tuple(reserves)), ()


def is_on_hidden_tile(state: State, seat: Seat) -> bool:
    """Whether the tile that a seat laid in this turn lies on a cell that was not seen."""
    return bool(state.unplaced) and bool(state.now.laid) and not state.now.cell and state.now.seat == seat


def is_place_unknown(colonist: Colonist | Man) -> bool:
    """Whether the role of a colonist or its place on the tile is unknown."""
    return not colonist.role or colonist.port == UNSEEN


def as_read_later(state: State, colonist: Colonist) -> Colonist:
    """The colonist with the role and the place that a later reading of its tile shows."""
    if not is_place_unknown(colonist):
        return colonist
    owner = owner_of(state, colonist.seat, colonist.colour)
    fact = state.known.get(("colonist", colonist.cell or state.now.cell, owner))
    return colonist if fact is None else replace(colonist, role=fact.value[0], port=fact.value[1])


def owner_of(state: State, seat: Seat, colour: Seat | None) -> Seat:
    """Whose colonist it is."""
    return seat if colour is None or not 0 <= colour < len(state.reserves) else colour


def retrieve(rules: MayflowerRules, state: State, action: Retrieve) -> Moved:
    """A colonist goes back without having been scored."""
    man = retrieved_colonist(state, action)
    if man is None or (came_back_by_rule(state, action) and man.port != action.port):
        return state, ()
    men, land = without_men(state, (man,))
    now = replace(state.now, back=(*state.now.back, man.seat))
    return replace(state, men=men, land=land, reserves=reserves_with(state, (man.seat,)), now=now), ()


def came_back_by_rule(state: State, action: Retrieve) -> bool:
    """Whether the colonist was scored or swept in this turn, so that the rules return it anyway."""
    owner = owner_of(state, action.seat, action.colour)
    gone = (*state.trail.swept, *(man for tally in state.trail.tallies for man in tally.men))
    return any((man.seat, man.cell) == (owner, action.cell) for man in gone)


def scored_with(rules: MayflowerRules, state: State, man: Man) -> Ref | None:
    """The feature that is to be scored next for a colonist to come back."""
    due = unscored_features(rules, state) if state.phase in (COLONIST, SCORE) else ()
    return next((feature for feature in due if man in men_on(state, feature)), None)


def retrieved_colonist(state: State, action: Retrieve) -> Man | None:
    """The colonist that is taken back: on that port of the tile, else any of that colour there."""
    owner = owner_of(state, action.seat, action.colour)
    fits = [man for man in state.men if (man.seat, man.cell) == (owner, action.cell)]
    return next((man for man in fits if man.port == action.port), fits[0] if fits else None)
