"""Consequences at the end: what ends a game, the sectors that score, the winner."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from domain.clauses import Clause
from domain.games.kontor import clauses as ko
from domain.games.kontor.follow.common import Moved
from domain.games.kontor.scoring import final, rank, seats_of
from domain.games.kontor.state import OVER, RANKING, SETTLE, State, is_full
from domain.rules import Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def full(rules: KontorRules, state: State) -> Clause | None:
    """The last cell is filled (KO-END-1)."""
    return ko.END_1 if is_full(state.board) else None


def ended_by(rules: KontorRules, state: State) -> Clause | None:
    """The clause that ends the game now, or nothing."""
    for ends in rules.ends:
        clause = ends(rules, state)
        if clause is not None:
            return clause
    return None


def stopped(rules: KontorRules, state: State) -> State | None:
    """The table after a variant's own end that no placement brought about; None where there is none."""
    if len(rules.ends) < 2 or state.ended or (clause := ended_by(rules, state)) is None:
        return None
    return replace(state, phase=SETTLE, ended=clause.id)


def counting(rules: KontorRules, state: State) -> Moved | None:
    """The sectors that were won, as far as they count (KO-END-4, KO-RANK-1 to 4)."""
    for waits in rules.before_count:
        if waits(rules, state):
            return None
    lines = final(rules, state)
    scores = list(state.scores)
    for line in lines:
        scores[line.key[0]] += line.by
    return replace(state, scores=tuple(scores), phase=RANKING), lines


def ranking(rules: KontorRules, state: State) -> Moved:
    """Most points, then most florins (KO-END-5, 6)."""
    result = rank(rules, state)
    best = result.places[0] if result.places else ()
    winners = seats_of(state.sides, best)
    return replace(state, result=result, winners=winners, phase=OVER), (_winning_effect(result.clause, winners),)


@cache
def _winning_effect(clause: str, winners: tuple[Seat, ...]) -> Effect:
    return Effect(clause=clause, what="winners", by=winners, due=winners, sets=True)
