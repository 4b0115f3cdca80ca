"""Simulated mistakes about the explorers."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Draw, Explore
from domain.games.mayflower.follow import movable
from domain.games.mayflower.mistakes.common import (
    Moment,
    announced,
    breaks,
    goes_on,
    instead,
    made,
    one_of,
    others,
    read,
    refused,
)
from domain.games.mayflower.mistakes.scorings import SCORINGS, has_single_owner, nothing_pending, scored_now
from domain.games.mayflower.state import DRAW, PAWNS, Tally
from domain.numbers import Number
from domain.rules import Seat, replace

OTHER = {"a": "b", "b": "a"}
BONUS = 4


@breaks(mf.EXPLORER_1, Explore)
def an_explorer_two_columns_on(at: Moment) -> WrongPlay | None:
    if at.state.guess or not nothing_pending(at):
        return None
    column = at.state.explorers[PAWNS.index(at.action.pawn)]
    return instead(replace(at.action, column=column + at.rng.choice((2, 3, 0))), then=goes_on(at))


@breaks(mf.EXPLORER_1, Explore)
def an_explorer_that_does_not_move(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, mf.EXPLORER_1, "explorer")), 0) if nothing_pending(at) else None


@breaks(mf.EXPLORER_1, Explore)
def two_moves_for_one_scoring(at: Moment) -> WrongPlay | None:
    again = Explore(seat=at.action.seat, pawn=at.rng.choice(PAWNS))
    return instead(at.action, again, then=goes_on(at)) if at.after.state.phase == DRAW else None


@breaks(mf.EXPLORER_1, Explore)
def another_one_moves_the_explorer(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, seat=one_of(at, others(at.state, at.action.seat))), then=goes_on(at))


@breaks(mf.EXPLORER_2, Explore)
def the_western_explorer_moved(at: Moment) -> WrongPlay | None:
    one, other = at.state.explorers
    if one == other or at.state.guess or not nothing_pending(at):
        return None
    return instead(replace(at.action, pawn=OTHER[at.action.pawn]), then=goes_on(at))


@breaks(mf.EXPLORER_3, Draw)
def explorers_seen_far_apart(at: Moment) -> WrongPlay | None:
    one, other = at.state.explorers
    column = other + at.rng.choice((2, 3))
    return read(at, "explorer", ("a",), column) if column != one else None  # another mistake may have led there


@breaks(mf.EXPLORER_4, Explore)
def a_row_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "row")


@breaks(mf.EXPLORER_5, *SCORINGS)
def a_bonus_forgotten(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (effect for effect in made(at, mf.EXPLORER_5, "points") if effect.by))
    return announced(at, effect, 0) if has_single_owner(at) else None


def bonus(tally: Tally, seat: Seat, explorers: tuple[Number, ...]) -> int:
    """What a seat would have with the explorers there."""
    return BONUS * sum(explorers.count(man.column) for man in tally.men if man.seat == seat)


@breaks(mf.EXPLORER_6, *SCORINGS)
def a_bonus_after_the_move(at: Moment) -> WrongPlay | None:
    """Of the first scoring of a turn, so that the explorers have only one earlier place."""
    scored, effect = scored_now(at), one_of(at, made(at, mf.EXPLORER_5, "points"))
    if effect is None or len(at.after.state.trail.tallies) > 1 or not has_single_owner(at):
        return None
    east, west = sorted(scored[0].explorers)
    wrong = bonus(scored[0], effect.seat, (east + 1, west))
    free = movable(at.rules, replace(at.after.state, explorers=scored[0].explorers))
    return announced(at, effect, wrong) if free and wrong not in (0, effect.by) else None


@breaks(mf.EXPLORER_7, Draw)
def an_explorer_moved_for_nothing(at: Moment) -> WrongPlay | None:
    state = at.state
    if not state.now.over or state.now.scored:
        return None
    return instead(Explore(seat=state.now.seat, pawn=at.rng.choice(PAWNS)), at.action, then=goes_on(at))
