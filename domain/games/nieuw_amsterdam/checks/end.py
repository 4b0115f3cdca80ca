"""Checks of the end: when the table counts, and who wins (NA-END)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import End
from domain.games.nieuw_amsterdam.follow.turns import between_rounds, nearly_over
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.scoring import rank
from domain.games.nieuw_amsterdam.state import FINAL, GAP, OVER, RANKING, SCORING, State
from domain.rules import Broken, Check, Effect, Seat, broken

Finds = Broken | None
THE_END = frozenset((FINAL, SCORING, RANKING, OVER, GAP))


@cites(na.END_1)
def the_last_round_is_played_out(rules: NieuwAmsterdamRules, state: State, end: End) -> Finds:
    """An end within a round; for an end after too few rounds see NA-ROUND-1, and with cards left NA-ROUND-3."""
    if state.round < rules.rounds or state.phase in THE_END or nearly_over(state) or between_rounds(state):
        return None
    return broken(step=state.phase)


CHECKS: dict[type, tuple[Check, ...]] = {End: (the_last_round_is_played_out,)}


def blame_winners(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: tuple[Seat, ...]) -> str:
    """One of the seats that tie, or one that is behind."""
    first = rank(state).places[:1]
    level = bool(first) and bool(done) and set(done) < set(first[0])
    return (na.END_11 if level else na.END_10).id


BLAME = dict.fromkeys((na.END_10.id, na.END_11.id), blame_winners)
