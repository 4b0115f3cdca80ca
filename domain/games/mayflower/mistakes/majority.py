"""Simulated mistakes about several colonists on one feature, their return, the track."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Colonist, Draw, Explore, Place, Score, Skip
from domain.games.mayflower.follow import men_as_read
from domain.games.mayflower.mistakes.common import (
    Moment,
    a_seat,
    announced,
    breaks,
    goes_on,
    instead,
    made,
    one_of,
    read,
    refused,
)
from domain.games.mayflower.mistakes.scorings import SCORINGS, nothing_pending, tied_by
from domain.games.mayflower.state import DRAW, ROLE_ON, State, require_feature

TRACK = 50

# A majority against others hardly ever comes about at random: MF-MAJ-1 and MF-MAJ-3 are left to the records.


@breaks(mf.MAJ_2, *SCORINGS)
def a_tie_is_halved(at: Moment) -> WrongPlay | None:
    shared = tied_by(at, mf.ROAD_2, mf.CITY_2)
    effect = one_of(at, (effect for effect in shared if len({other.seat for other in shared}) == 2))
    return announced(at, effect, effect and effect.by // 2)


@breaks(mf.MAJ_4, Place)
def a_joining_tile_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "several")


@breaks(mf.RETURN_1, *SCORINGS)
def a_scored_colonist_kept_from_the_reserve(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, mf.RETURN_1, "reserve"))
    return announced(at, effect, effect and effect.by - 1)


@breaks(mf.RETURN_1, Explore, Skip)
def a_scored_colonist_left_standing(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, mf.RETURN_1, "men"))
    return announced(at, effect, effect and men_as_read(at.state, effect.key[0])) if nothing_else(at) else None


def nothing_else(at: Moment) -> bool:
    """Whether the turn has one scoring only."""
    return len(at.after.state.now.scored) == 1 and len(at.state.now.pending) <= 1


def free_plain(state: State) -> str | None:
    """A port of a plain without colonists on the turn's tile."""
    parts = [part for part, _, feature in state.land.parts(state.now.cell) if part.kind == "P" and not feature.men]
    return next((part.ports[0] for part in parts if part.ports), None)


@breaks(mf.RETURN_2, Explore)
def a_returned_colonist_placed_at_once(at: Moment) -> WrongPlay | None:
    state, seat = at.after.state, at.action.seat
    only = 0 < state.reserves[seat] <= state.now.back.count(seat)
    port = free_plain(state)
    if state.phase != DRAW or state.now.posted or not only or port is None:
        return None
    return instead(at.action, Colonist(seat=seat, role="trapper", port=port), then=goes_on(at))


@breaks(mf.RETURN_3, Skip)
def scored_first_and_occupied_then(at: Moment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    if not state.stock or not state.reserves[seat] or not nothing_pending(at):
        return None
    feature = one_of(
        at,
        (pending for pending in state.now.pending if pending[0] != "farm" and not require_feature(state, pending).men),
    )
    if feature is None:
        return None
    role = ROLE_ON[require_feature(state, feature).kind]
    return instead(
        Score(seat=seat, features=(feature,)), Colonist(seat=seat, role=role, port=feature[2]), then=goes_on(at)
    )


@breaks(mf.TRACK_1, Draw)
def a_marker_on_another_space(at: Moment) -> WrongPlay | None:
    seat = a_seat(at)
    space = at.rules.observables["track"].get(at.state, (seat,))
    return read(at, "track", (seat,), space + 1 if space < TRACK else space - 1)


@breaks(mf.TRACK_2, Draw)
def a_marker_the_other_way(at: Moment) -> WrongPlay | None:
    seat = a_seat(at)
    return read(at, "marker", (seat,), "lying" if at.state.scores[seat] <= TRACK else "standing")
