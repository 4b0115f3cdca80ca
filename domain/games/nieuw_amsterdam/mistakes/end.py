"""Simulated mistakes about the final count (NA-END)."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Bid, End, Pass, Pay, Remove, Select, Take
from domain.games.nieuw_amsterdam.mistakes.common import Moment, announced, breaks, goes_on, instead, made, one_of
from domain.games.nieuw_amsterdam.mistakes.income import LAST
from domain.games.nieuw_amsterdam.pieces import ROUNDS
from domain.games.nieuw_amsterdam.state import OVER
from domain.observables import Observation
from domain.rules import Effect


@breaks(na.END_1, Select, Bid, Pass, Pay, Take)
def counted_before_the_round_is_over(at: Moment) -> WrongPlay | None:
    return instead(End(), then=(OVER, ())) if at.state.round == ROUNDS else None


def counted(at: Moment, clause: na.Clause, what: str, figures: Callable[[Effect], set[int]]) -> WrongPlay | None:
    """The last count with another number."""
    choices = [(effect, done) for effect in made(at, clause, what) for done in figures(effect) - {effect.by}]
    effect, done = one_of(at, choices) or (None, None)
    return announced(at, effect, done)


@breaks(na.END_2, *LAST, Remove)
def other_points_for_a_lead(at: Moment) -> WrongPlay | None:
    return counted(at, na.END_2, "points", lambda effect: {effect.by + 1, effect.by // 3 * 2})


@breaks(na.END_3, *LAST, Remove)
def other_points_for_a_shared_lead(at: Moment) -> WrongPlay | None:
    return counted(at, na.END_3, "points", lambda effect: {effect.by // 2, effect.by // 2 * 3, effect.by + 2})


@breaks(na.END_4, *LAST, Remove)
def coins_for_the_final_elections(at: Moment) -> WrongPlay | None:
    return counted(at, na.END_4, "coins", lambda effect: {effect.by + at.rng.randint(1, 5)})


@breaks(na.END_5, *LAST, Remove)
def other_points_for_the_last_card(at: Moment) -> WrongPlay | None:
    return counted(at, na.END_5, "points", lambda effect: {effect.by + 3, 0})


@breaks(na.END_6, *LAST, Remove)
def points_for_a_cleared_card(at: Moment) -> WrongPlay | None:
    return counted(at, na.END_6, "points", lambda effect: {1, 3, 6})


@breaks(na.END_7, *LAST, Remove)
def wood_for_the_last_card(at: Moment) -> WrongPlay | None:
    return counted(at, na.END_7, "wood", lambda effect: {2, 3, 4})


@breaks(na.END_8, *LAST, Remove)
def furs_counted_by_three(at: Moment) -> WrongPlay | None:
    return counted(at, na.END_8, "points", lambda effect: {effect.by // 3})


@breaks(na.END_9, *LAST, Remove)
def resources_rounded_up(at: Moment) -> WrongPlay | None:
    return counted(at, na.END_9, "points", lambda effect: {effect.by + 1})


def declared(at: Moment, winner: int | None) -> WrongPlay | None:
    """The table declares this seat the only winner."""
    if winner is None:
        return None
    return WrongPlay(actions=(at.action,), announced=(Observation(what="winners", value=(winner,)),), then=goes_on(at))


@breaks(na.END_10, *LAST, Remove)
def not_the_most_points_win(at: Moment) -> WrongPlay | None:
    scores = at.after.state.scores
    if at.after.state.result is None:
        return None
    return declared(at, one_of(at, (seat for seat, score in enumerate(scores) if score < max(scores))))


@breaks(na.END_11, *LAST, Remove)
def one_of_the_level_wins_alone(at: Moment) -> WrongPlay | None:
    scores = at.after.state.scores
    if at.after.state.result is None or scores.count(max(scores)) < 2:
        return None
    return declared(at, scores.index(max(scores)))
