"""Decides which clause a wrong count of ranked sectors breaks (KO-RANK)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from domain.clauses import Clause
from domain.games.kontor import clauses as ko
from domain.games.kontor.checks.end import another_winner
from domain.games.kontor.scoring import florins_of, points_of, worth
from domain.games.kontor.scoring.ranking import distance, shut_out
from domain.games.kontor.state import OVER, RANKING, State
from domain.numbers import is_surely, least
from domain.rules import POINTS, Check, Effect

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

CHECKS: dict[type, tuple[Check, ...]] = {}
SHUT_OUT = (ko.RANK_1, ko.RANK_3, ko.RANK_4, ko.TEAM_10)


def a_wrong_count(rules: KontorRules, state: State, effect: Effect, done: object) -> str:
    """The clause that wrong points break: that of one sector, of their sum, or of the winner."""
    if effect.what != POINTS:
        return another_winner(rules, state, effect, done)
    name, _, place = effect.source.partition("-")
    if name in APART:
        return effect.clause
    if name == "sector" and place.isdigit() and int(place) <= len(state.board.done):
        return _of_a_sector(rules, state, effect, int(place) - 1, done)
    if state.phase not in (RANKING, OVER) or not isinstance(done, int) or not isinstance(effect.due, int):
        return rules.score_clause.id
    clause = _of_all(rules, state, effect.key[0], done - effect.due)
    return clause or (effect.clause if effect.clause in GIVEN_APART else rules.score_clause.id)


def _of_a_sector(rules: KontorRules, state: State, effect: Effect, at: int, done: object) -> str:
    """The clause by which a sector that counts was left out: that of a close ranking, else that of its score line."""
    more = _more(effect, done)
    if effect.due and more and is_surely(florins_of(rules, state, effect.key[0]), more):
        return ko.END_7.id
    if not effect.due or done != 0 or effect.clause == ko.V_ROUE_IND_5.id:  # a share is its own matter
        return effect.clause
    out = shut_out(rules, state)
    own = state.board.done[at]
    rivals = [clause for other, clause in out.items() if state.board.done[other].size == own.size]
    _, farther, void = rules.rank_clauses
    if farther in rivals:
        return farther.id
    return void.id if _moved_up(rules, state, out, at) else rules.score_clause.id


def _more(effect: Effect, done: object) -> int:
    """The number of points too many; 0 where there are fewer or it is not known."""
    return max(0, done - effect.due) if isinstance(done, int) and isinstance(effect.due, int) else 0


def _moved_up(rules: KontorRules, state: State, out: dict[int, Clause], at: int) -> bool:
    """Whether a sector counts only because larger or nearer ones are void."""
    board, own = state.board, state.board.done[at]
    before = [other for other, clause in out.items() if clause is rules.rank_clauses[2]]
    if not before:
        return False
    chosen = max if rules.largest_first else min
    first = chosen(board.done[other].size for other in before)
    if own.size != first:
        return (own.size < first) == rules.largest_first
    nearest = min if rules.nearest_first else max
    steps, void = distance(rules, board, own), nearest(distance(rules, board, board.done[other]) for other in before)
    return steps != void and (steps > void) == rules.nearest_first


def _of_all(rules: KontorRules, state: State, side: int, more: int) -> str:
    """The only clause that explains a wrong sum; empty where there is none or more than one."""
    done, out = state.board.done, shut_out(rules, state)
    worth_of = {at: _worth(rules, state, at) for at in out if done[at].keeper == side}
    found = {
        clause for clause in set(out.values()) if more in _sums([n for at, n in worth_of.items() if out[at] is clause])
    }
    customs = [
        sector.customs for at, sector in enumerate(done) if sector.keeper == side and sector.customs and at not in out
    ]
    if -more in _sums(customs):
        found.add(ko.SPEC_8)
    florins = florins_of(rules, state, side)
    if is_surely(florins, more) and more:
        found.add(ko.END_7)
    return found.pop().id if len(found) == 1 else ""


def _worth(rules: KontorRules, state: State, at: int) -> int:
    return least(points_of(worth(rules, state, state.board.done[at])))


def _sums(values: list[int]) -> set[int]:
    """The sums that some of these values can make together, without 0."""
    sums = {0}
    for value in values:
        sums |= {total + value for total in sums}
    return sums - {0}


APART = ("export", "golden")  # points that no sector gives
GIVEN_APART = (ko.V_EXPORT_4.id, ko.EV_JOURS.id)  # the clauses of those points
OF_VARIANTS = (
    ko.V_EXPORT_4,
    ko.EV_JOURS,
    ko.V_DAVID_1,
    ko.V_GEANT_1,
    ko.V_GULLIVER_4,
    ko.V_PETIT_3,
    ko.V_SMALL_1,
    ko.V_SMALL_2,
    ko.V_SMALL_3,
    ko.V_TETE_1,
    ko.V_CANALE_2,
    ko.V_ILE_4,
    ko.V_ILE_5,
    ko.V_VITESSE_2,
    ko.V_WATER_3,
    ko.V_MAREE_3,
    ko.V_TICTACTOE_4,
    ko.V_TICTACTOE_5,
    ko.V_ROUE_11,
    ko.V_ROUE_IND_5,
)
BLAME: dict[str, Callable] = {clause.id: a_wrong_count for clause in (ko.END_4, ko.SPEC_8, *SHUT_OUT, *OF_VARIANTS)}
