"""Helpers of mistakes about scoring: the points of a scoring, its seats, and the phase after it."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.mayflower.actions import Colonist, Explore, Score, Skip
from domain.games.mayflower.follow import unscored_features
from domain.games.mayflower.mistakes.common import Moment, made
from domain.games.mayflower.scoring import majority
from domain.games.mayflower.state import Tally
from domain.rules import Effect

SCORINGS = (Skip, Colonist, Score, Explore)  # the actions after which features are scored


def scored_now(at: Moment) -> tuple[Tally, ...]:
    """The scorings the lawful action led to."""
    return at.after.state.trail.tallies[len(at.state.trail.tallies) :]


def has_single_owner(at: Moment) -> bool:
    """Whether only one player's colonists stand on each of them, and none were swept off before."""
    return all(len({man.seat for man in scoring.men}) == 1 and not scoring.before for scoring in scored_now(at))


def unshared_effects(at: Moment, clause: Clause) -> list[Effect]:
    """The effects of a clause, if no feature was shared."""
    return made(at, clause, "points") if has_single_owner(at) else []


def tied_by(at: Moment, *clauses: Clause) -> list[Effect]:
    """The effects of clauses for tied players, if one feature was scored."""
    scored = scored_now(at)
    if len(scored) != 1 or scored[0].before or len(majority(scored[0].men)) < 2:
        return []
    return [effect for clause in clauses for effect in made(at, clause, "points")]


def nothing_pending(at: Moment) -> bool:
    """Whether nothing else is to be scored in this turn."""
    return not unscored_features(at.rules, at.state)
