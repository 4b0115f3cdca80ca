"""Checks of the end, what is counted then, and who wins (MF-END, MF-FINAL, MF-WIN)."""

from __future__ import annotations

from msgspec import Struct

from domain.clauses import GR_SEEN, Clause, cites
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Draw, End, Pass, Place
from domain.games.mayflower.checks.sums import exactly, shares
from domain.games.mayflower.checks.turn import holds_a_misfit
from domain.games.mayflower.follow import finish_turn, scores_with
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.scoring import bonus_items, final_lines, first_cell, groups, majority, marks_of, rank
from domain.games.mayflower.state import CLOSED, COLONIST, EXPLORE, OVER, SCORE, Man, State
from domain.games.mayflower.state.land import Feature
from domain.numbers import NotKnown, Number, is_surely, least
from domain.rules import Broken, Check, Effect, Result, Seat, broken, replace

Finds = Broken | None


@cites(mf.END_1)
def all_tiles_are_laid_before_the_end(rules: MayflowerRules, state: State, end: End) -> Finds:
    if state.phase in CLOSED:
        return None
    held = 0 if holds_a_misfit(rules, state) else len(state.hand)
    left = state.stock + held
    return broken(left=left) if left > 0 else None


@cites(mf.END_1)
def no_turn_follows_the_last(rules: MayflowerRules, state: State, passing: Pass) -> Finds:
    return broken() if state.phase in CLOSED and is_surely(state.stock, 0) else None


@cites(mf.END_1)
def no_turn_follows_the_end(rules: MayflowerRules, state: State, action: Draw | Place) -> Finds:
    return broken() if state.phase in CLOSED and least(state.stock) > 0 else None


@cites(mf.WIN_1)
def the_most_points_win(rules: MayflowerRules, state: State, end: End) -> Finds:
    if not end.winners:
        return None
    winners = state.winners if state.phase == OVER and state.winners else winners_of(_result(rules, state))
    return broken(named=end.winners, due=winners) if set(end.winners) != set(winners) else None


def _result(rules: MayflowerRules, state: State) -> Result:
    """The result if the game ends now."""
    if state.phase == OVER:
        return state.result or rank(rules, state)
    if state.phase in (COLONIST, SCORE, EXPLORE):
        state = finish_turn(rules, state)[0]
    return rank(rules, replace(state, scores=scores_with(state, final_lines(rules, state))))


def winners_of(result: Result) -> tuple[Seat, ...]:
    """The seats of the first place; raises NotKnown where the points do not decide it."""
    if "needs" in result.facts:
        raise NotKnown(result.facts["needs"])
    return result.places[0]


CHECKS: dict[type, tuple[Check, ...]] = {
    Draw: (no_turn_follows_the_end,),
    Place: (no_turn_follows_the_end,),
    Pass: (no_turn_follows_the_last,),
    End: (all_tiles_are_laid_before_the_end, the_most_points_win),
}


# Which clause a wrong figure of the final scoring breaks ------------------------------------------


def final_figure(rules: MayflowerRules, state: State, effect: Effect, done: Number) -> str:
    """The clause a wrong figure breaks: for points split, counted twice or across a border, else that of the effect."""
    seat, more = effect.key[0], exactly(done - effect.by)
    lines = [line for line in final_lines(rules, state) if line.key == (seat,)]
    for feature, men in groups(state):
        if not any(man.seat == seat for man in men):
            continue
        at = first_cell(state, feature)
        sources = [f"{kind}:{at}" for kind in SOURCES[feature.kind]]
        if effect.source and effect.source not in sources:
            continue
        due = sum((line.by for line in lines if line.source in sources), 0)
        clause = _clause_shown(rules, state, Counted(feature, men, seat, due), more)
        if clause is not None:
            return clause.id
    worth = {line.clause for line in lines if not is_surely(line.by, 0)}
    return GR_SEEN.id if not effect.source and len(worth) > 1 else effect.clause


SOURCES = {
    "R": ("final-road", "final-relays", "final-bonus", "final-minority"),
    "C": ("final-city", "final-shields", "final-bonus", "final-minority"),
    "F": ("final-farm", "final-bonus"),
    "P": ("animals", "final-minority"),
}


class Counted(Struct, frozen=True):
    """A feature at the end: who stands on it, and what it brings to one of them."""

    feature: Feature
    men: tuple[Man, ...]
    seat: Seat
    due: Number


def _clause_shown(rules: MayflowerRules, state: State, counted: Counted, more: Number) -> Clause | None:
    """The clause a figure of one feature breaks, where the figure shows it."""
    if counted.feature.kind == "P":
        return mf.PLAIN_1 if more in adjacent_animals(state, counted.feature) else None
    if counted.seat not in majority(counted.men):
        return None
    several = len({man.seat for man in counted.men}) > 1
    if several and more in shares(counted.men, counted.seat, (counted.due,)):
        return mf.FINAL_3
    return mf.FINAL_6 if _is_twice(rules, state, counted, more) else None


def _is_twice(rules: MayflowerRules, state: State, counted: Counted, more: Number) -> bool:
    """Whether a road or farm was counted twice: nothing else gives that much more."""
    if counted.feature.kind == "C" or more != counted.due or counted.due == 0:
        return False
    relays, bonus = marks_of(rules, state, counted.feature), bonus_items(rules, state, counted.men, counted.seat)
    return more not in (relays, 2 * relays, sum((item.count * item.each for item in bonus), 0))


def adjacent_animals(state: State, plain: Feature) -> set[int]:
    """The numbers of animals on plains that share a tile with this one: of each, and of all."""
    found: dict[int, int] = {}
    for cell in dict.fromkeys(plain.cells):
        for part, node, other in state.land.parts(cell):
            if part.kind == "P" and other is not plain:
                found[node] = other.marks
    return {*found.values(), sum(found.values())} - {0}


COUNTED: tuple[Clause, ...] = (mf.FINAL_1, mf.FINAL_2, mf.FINAL_3, mf.FINAL_4, mf.FINAL_5, mf.FINAL_6)
BLAME = {clause.id: final_figure for clause in COUNTED}
