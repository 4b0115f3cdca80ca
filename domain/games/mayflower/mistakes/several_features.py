"""Simulated mistakes about several features in one turn."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Score
from domain.games.mayflower.mistakes.common import Moment, announced, breaks, goes_on, instead, made, one_of, others
from domain.games.mayflower.mistakes.explorer import bonus
from domain.games.mayflower.mistakes.scorings import SCORINGS, has_single_owner, scored_now
from domain.rules import replace


@breaks(mf.MULTI_1, *SCORINGS)
def scored_on_the_old_explorers(at: Moment) -> WrongPlay | None:
    """The last scoring of several, with the explorers where they were before the first."""
    scored, trail = scored_now(at), at.after.state.trail.tallies
    effect = one_of(at, made(at, mf.EXPLORER_5, "points"))
    if effect is None or len(scored) != 1 or len(trail) < 2 or not has_single_owner(at):
        return None
    wrong = bonus(scored[0], effect.seat, trail[0].explorers)
    return announced(at, effect, wrong) if wrong not in (0, effect.by) else None


@breaks(mf.MULTI_2, Score)
def another_one_says_what_comes_first(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, seat=one_of(at, others(at.state, at.action.seat))), then=goes_on(at))
