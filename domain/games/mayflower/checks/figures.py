"""Decides which clause a wrong count of a completed feature breaks, by what was added or left out."""

from __future__ import annotations

from msgspec import Struct

from domain.clauses import Clause
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.checks.sums import exactly, shares
from domain.games.mayflower.follow import movable
from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.scoring import VALUES, bonus_items, cells_of, first_cell, majority, marks_of, tiles_of
from domain.games.mayflower.state import State, Tally, find_feature, require_feature
from domain.games.mayflower.state.land import Feature
from domain.numbers import Number, is_surely
from domain.rules import Effect, Seat, replace

SCORED = {"R": mf.ROAD_1, "C": mf.CITY_1, "F": mf.FARM_1}
MARKED = {"R": mf.ROAD_3, "C": mf.CITY_3}


class Case(Struct, frozen=True):
    """A wrong figure: whose, of which scoring, by how much, and what the rules give."""

    seat: Seat
    tally: Tally
    feature: Feature
    more: int  # by how much the figure exceeds what the rules give
    whole: bool  # the figure is the sum of all effects of the scoring
    clause: str  # of the effect, if the figure is about one
    main: Clause
    tiles: Number
    value: Number  # without the explorers
    bonus: Number

    def is_of(self, *clauses: Clause) -> bool:
        """Whether the figure holds the points of one of these clauses."""
        return self.whole or any(self.clause == clause.id for clause in clauses)


def scored_figure(rules: MayflowerRules, state: State, effect: Effect, done: Number) -> str:
    """The clause a wrong figure of a scoring breaks."""
    case = _case(rules, state, effect, done)
    if case is None or case.feature.kind not in SCORED:
        return effect.clause
    for tells in (swept_before, shared, by_other_explorers, as_incomplete, left_out, by_kind, a_part_of_it):
        clause = tells(rules, state, case)
        if clause is not None:
            return clause.id
    return case.main.id if case.whole else effect.clause


def _case(rules: MayflowerRules, state: State, effect: Effect, done: Number) -> Case | None:
    seat = effect.key[0]
    tally = _scoring_of(state, effect, seat)
    if tally is None:
        return None
    feature = require_feature(state, tally.feature)
    values = VALUES[feature.kind](rules, state, feature)
    points = [item.count * item.each for _, _, item in values]
    return Case(
        seat=seat,
        tally=tally,
        feature=feature,
        more=exactly(done - effect.by),
        whole=not effect.source,
        clause=effect.clause,
        main=values[0][0],
        tiles=points[0],
        value=sum(points),
        bonus=bonus_by(rules, state, tally, seat, tally.explorers),
    )


def _scoring_of(state: State, effect: Effect, seat: Seat) -> Tally | None:
    """The scoring a figure is about: the one its source names, else the last one with a colonist of that seat."""
    cell = effect.source.partition(":")[2]
    for tally in reversed(state.trail.tallies):
        found = find_feature(state, tally.feature)
        if found is None or not any(man.seat == seat for man in (*tally.men, *tally.before)):
            continue
        if cell in ("", first_cell(state, found[1])):
            return tally
    return None


def bonus_by(rules: MayflowerRules, state: State, tally: Tally, seat: Seat, explorers: tuple) -> Number:
    """The bonus of a seat with the explorers in these columns."""
    items = bonus_items(rules, replace(state, explorers=explorers), tally.men, seat)
    return sum((item.count * item.each for item in items), 0)


# What a table gets wrong --------------------------------------------------------------------------


def swept_before(rules: MayflowerRules, state: State, case: Case) -> Clause | None:
    """The majority was taken with colonists that had gone (MF-SWEEP-5)."""
    if not case.tally.before:
        return None
    now, then = majority(case.tally.men), majority(case.tally.men + case.tally.before)
    if (case.seat in now) == (case.seat in then):
        return None
    full = (case.tiles, case.value, case.value + case.bonus)
    return mf.SWEEP_5 if (case.more if case.seat in then else -case.more) in full else None


def shared(rules: MayflowerRules, state: State, case: Case) -> Clause | None:
    """Points were split, or the majority had none (MF-MAJ-1, MF-MAJ-2)."""
    winners = majority(case.tally.men)
    if case.seat not in winners:
        return mf.MAJ_3
    if len({man.seat for man in case.tally.men}) == 1 or not case.is_of(case.main):
        return None
    parts = shares(case.tally.men, case.seat, (case.tiles, case.value, case.value + case.bonus))
    return (mf.MAJ_2 if len(winners) > 1 else mf.MAJ_1) if case.more in parts else None


def by_other_explorers(rules: MayflowerRules, state: State, case: Case) -> Clause | None:
    """The bonus was taken with the explorers where they stood before, or after, this scoring."""
    wrong = case.bonus + case.more
    if not case.is_of(mf.EXPLORER_5) or not wrong > 0:
        return None
    first = state.trail.tallies[0]
    if first is not case.tally and bonus_by(rules, state, case.tally, case.seat, first.explorers) == wrong:
        return mf.MULTI_1
    own, other = case.tally.explorers
    moves = [(own + 1, other), (own, other + 1)]
    for pawn in movable(rules, replace(state, explorers=case.tally.explorers)):
        if bonus_by(rules, state, case.tally, case.seat, moves[pawn]) == wrong:
            return mf.EXPLORER_6
    return None


def as_incomplete(rules: MayflowerRules, state: State, case: Case) -> Clause | None:
    """In the last turn it was counted as if it were not complete (MF-END-2)."""
    if case.feature.kind == "F" or not is_surely(state.stock, 0) or not case.is_of(case.main):
        return None
    portions = len(cells_of(rules, case.feature))
    counted = portions + (marks_of(rules, state, case.feature) if case.feature.kind == "C" else 0)
    less = (portions - case.tiles, counted - case.value, counted - case.value - case.bonus)
    return mf.END_2 if case.more in less else None


def left_out(rules: MayflowerRules, state: State, case: Case) -> Clause | None:
    """It was not scored at all."""
    due = case.value + case.bonus if case.whole else case.tiles
    if not case.is_of(case.main) or case.more != -due:
        return None
    if case.feature.kind == "F" and not _touches_by_edge(state, case.feature.cells[0]):
        return mf.FARM_3
    return SCORED[case.feature.kind]


def _touches_by_edge(state: State, farm: str) -> bool:
    """Whether this turn's tile touches a farm by an edge: neither by a corner nor as the farm itself."""
    return any(near[0] == state.now.cell for near in SPOTS[farm].near)


def by_kind(rules: MayflowerRules, state: State, case: Case) -> Clause | None:
    """Branches of a road were counted, or a city of two tiles at half the rate (MF-ROAD-4, MF-CITY-4)."""
    if not case.is_of(case.main):
        return None
    if case.feature.kind == "R":
        return mf.ROAD_4 if case.more in branches(rules, state, case.feature) else None
    small = case.feature.kind == "C" and len(tiles_of(rules, case.feature)) == 2
    shields = case.value - case.tiles
    if case.whole and shields == 2:  # a shield left out comes to the same
        return None
    return mf.CITY_4 if small and case.more in (-2, -2 - marks_of(rules, state, case.feature)) else None


def branches(rules: MayflowerRules, state: State, road: Feature) -> set[int]:
    """The points that other roads ending at the same crossing would add: each of them, or all."""
    own: set[str] = set(tiles_of(rules, road))
    found: dict[int, Feature] = {}
    for cell in own:
        parts = list(state.land.parts(cell))
        ends = {part.end for part, _, feature in parts if feature is road}
        for part, node, other in parts:
            if part.kind == "R" and part.end and part.end in ends and other is not road:
                found[node] = other
    each = [set(tiles_of(rules, other)) for other in found.values()]
    sets: list[set[str]] = [*each, set().union(*each)]
    return {len(tiles - own) for tiles in sets} | {len(tiles) for tiles in sets} - {0}


def a_part_of_it(rules: MayflowerRules, state: State, case: Case) -> Clause | None:
    """In the sum, marks or explorers were left out, or explorers of another column were counted."""
    if not case.whole:
        return None
    marks = case.value - case.tiles
    if case.more < 0 and case.more % 2 == 0 and -case.more <= marks:
        return MARKED[case.feature.kind]
    missing = case.bonus > 0 and case.more == -case.bonus
    return mf.EXPLORER_5 if missing or case.more in (4, 8) else None
