"""Score lines, the forecast and the winner; the modules next to it say whose a sector is and which sectors count."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.pieces import CUSTOMS_HOUSES
from domain.games.kontor.scoring.ranking import shut_out
from domain.games.kontor.state import OVER, RANKING, UNKNOWN_SIDE, Sector, State
from domain.games.kontor.state.board import unread_fact
from domain.games.kontor.state.cells import grown, places
from domain.games.kontor.state.table import unplaced
from domain.numbers import NotKnown, Number, between, least, most
from domain.rules import POINTS, Item, Result, ScoreLine, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

REMOVED = (ko.REMOVE_1, ko.REMOVE_2, ko.REMOVE_3, ko.REMOVE_4)
REVERTED_CLAUSES = frozenset(
    clause.id for clause in (ko.STORE_1, ko.STORE_3, ko.STORE_5, ko.STORE_7, *REMOVED, ko.SPEC_4)
)  # KO-I-13
KEEPER_ITEM = Item("keeper", 1, 1)
LAST = "last"  # the item of a sector that was finished last (KO-V-POINTFINAL-1)


# What they are worth ------------------------------------------------------------------------------


@cites(ko.END_4)
def a_keeper(rules: KontorRules, state: State, sector: Sector) -> Item | None:
    """One point for a keeper (KO-END-4)."""
    return KEEPER_ITEM if rules.flat_value else None


@cites(ko.SPEC_8)
def customs(rules: KontorRules, state: State, sector: Sector) -> Item | None:
    """One point more for each customs house (KO-SPEC-8)."""
    return Item("customs", sector.customs, 1) if sector.customs else None


def points_of(items: Iterable[Item]) -> Number:
    """The points of items together; of each, the count or the value of one is exact."""
    points: Number = 0
    for item in items:
        points += item.count * item.each
    return points


def worth(rules: KontorRules, state: State, sector: Sector) -> tuple[Item, ...]:
    """What a sector that counts gives its winner, item by item."""
    items: tuple[Item, ...] = ()
    for value in rules.value:
        item = value(rules, state, sector)
        if item is not None:
            items += (item,)
    return items


def sector_line(
    rules: KontorRules, state: State, at: int, sector: Sector, out: Clause | None, seat: int, side: int
) -> ScoreLine:
    """The line of a sector that was won: its points, or the clause by which it gives none."""
    if out is not None or rules.value is VALUE:
        return usual(rules.score_clause, rules.flat_value, state.sides)[out, side, at, sector.customs]
    return _line(_deciding(rules, state, sector), side, seat, _source(at), worth(rules, state, sector))


VALUE = (a_keeper, customs)  # what a sector is worth where no variant changes it


class Usual(dict):
    """The lines of a table at which only keeper and customs houses are worth something, each made once.

    By the clause that shuts a sector out, its side, its place in the order of finishing, its customs houses.
    """

    def __init__(self, clause: Clause, flat: bool, sides: tuple[int, ...]):
        self.clause, self.worth, self.seats = clause, (KEEPER_ITEM,) if flat else (), first_seats(sides)

    def __missing__(self, key: tuple[Clause | None, int, int, int]) -> ScoreLine:
        out, side, at, houses = key
        items = (*self.worth, Item("customs", houses, 1)) if houses else self.worth
        clause = out or (ko.SPEC_8 if houses else self.clause)
        line = self[key] = _line(clause, side, self.seats[side], _source(at), items if out is None else ())
        return line


usual = cache(Usual)


@cache
def _source(at: int) -> str:
    """The source name of a sector's score line, by the order in which sectors were finished."""
    return f"sector-{at + 1}"


def _deciding(rules: KontorRules, state: State, sector: Sector) -> Clause:
    """The clause of what makes a sector worth more than another, a variant's before the game's own."""
    for value in reversed(rules.value):
        if value(rules, state, sector) is not None:
            return rules.score_clause if value is a_keeper else value.clause
    return rules.score_clause


@lru_cache(maxsize=4096)
def _line(clause: Clause, side: int, seat: int, source: str, items: tuple[Item, ...]) -> ScoreLine:
    amount = points_of(items)
    return ScoreLine(
        clause=clause.id, what=POINTS, key=(side,), seat=seat, by=amount, due=amount, source=source, items=items
    )


def final(rules: KontorRules, state: State) -> tuple[ScoreLine, ...]:
    """Every sector that was won, in the order they were finished; then what a variant adds."""
    out, done, seats = shut_out(rules, state), state.board.done, first_seats(state.sides)
    keepers = [sector.keeper for sector in done]
    if rules.value is VALUE and not rules.shares and UNKNOWN_SIDE not in keepers:
        lines = usual(rules.score_clause, rules.flat_value, state.sides)
        made = [
            lines[out.get(at), keeper, at, done[at].customs] for at, keeper in enumerate(keepers) if keeper in seats
        ]
    else:
        made = [line for at, sector in enumerate(done) for line in _lines_of(rules, state, at, sector, out.get(at))]
    for extra in rules.extras:
        made += extra(rules, state)
    if unread_fact(state):
        made += _unread(rules, state, made)
    return tuple(made)


def _lines_of(rules: KontorRules, state: State, at: int, sector: Sector, out: Clause | None) -> list[ScoreLine]:
    """The lines of one sector: of those who share it, of its winner, of all who may be that."""
    side, seats = sector.keeper, first_seats(state.sides)
    if out is None and (shared := _shared(rules, state, at, sector)):
        return shared
    if side in seats:
        return [sector_line(rules, state, at, sector, out, seats[side], side)]
    return _perhaps(rules, state, at, sector, out) if side == UNKNOWN_SIDE else []


def _shared(rules: KontorRules, state: State, at: int, sector: Sector) -> list[ScoreLine]:
    """The lines of a sector several sides won together."""
    return [line for share in rules.shares for line in share(rules, state, at, sector)]


def _unread(rules: KontorRules, state: State, made: list[ScoreLine]) -> list[ScoreLine]:
    """Unread cards may be water that closes sectors, or docks that make others: the points are not known."""
    board = state.board
    more = len(board.open) + len(board.unclear) + len(CUSTOMS_HOUSES)
    fact, unread = unread_fact(state), grown(places(board.unclear))
    beside = bool(unplaced(state)) or any(sector.cells & unread for sector in board.done)
    found = []
    for side in sorted(set(state.sides)):
        sure = rules.counted is None and not beside  # else an unknown one may displace it, or be part of it
        least_more = 0 if sure else -sum([most(line.by) for line in made if line.key == (side,)])
        amount = between(least_more, more, fact)
        line = _line(ko.END_4, side, state.sides.index(side), "unread", ())
        found.append(replace(line, by=amount, due=amount))
    return found


def _perhaps(rules: KontorRules, state: State, at: int, sector: Sector, out: Clause | None) -> list[ScoreLine]:
    """A sector whose winner is not known: either side may have its points."""
    found = []
    for side in sorted(set(state.sides)):
        line = sector_line(rules, state, at, sector, out, state.sides.index(side), side)
        amount = between(0, most(line.by), "keeper")
        found.append(replace(line, by=amount, due=amount, items=()))
    return found


def forecast(rules: KontorRules, state: State) -> tuple[ScoreLine, ...]:
    """The score lines there would be if the game ended now: sectors without an empty neighbour count as finished."""
    if state.phase == OVER:
        return ()
    return tuple([line for line in final(rules, state) if line.items])


def so_far(rules: KontorRules, state: State, key: tuple[int]) -> tuple[Number, ...]:
    """The points of a side before they are counted: of all its keepers, and of those that would count now.

    That a sector is the last one is sure only at the end, so its keepers may also be counted without that.
    """
    if state.phase in (RANKING, OVER):
        return ()
    side, banked = key[0], state.scores[key[0]]
    won = [item for sector in state.board.done if sector.keeper == side for item in worth(rules, state, sector)]
    ranked = [line.by for line in final(rules, state) if line.key == key]
    not_last = [item for item in won if item.name != LAST]
    return banked + points_of(won), sum(ranked, banked), banked + points_of(not_last)


# Who wins -----------------------------------------------------------------------------------------


def florins_of(rules: KontorRules, state: State, side: int) -> Number:
    """The florins of a side: both purses together (KO-I-41)."""
    sides = state.sides
    florins: Number = 0
    if rules.team_florins == "best" and side in sides:
        return max([player.purse for seat, player in enumerate(state.players) if sides[seat] == side], key=least)
    for seat, player in enumerate(state.players):
        if sides[seat] == side:
            florins += player.purse
    return florins


def rank(rules: KontorRules, state: State) -> Result:
    """Most points; equal: most florins; equal again: together (KO-END-5, 6)."""
    for wins in rules.wins:
        result = wins(rules, state)
        if result is not None:
            return result
    try:
        order, clause = _in_order(rules, state, sides_in(state.sides))
    except NotKnown as unknown:
        return Result((), ko.END_4.id, {"needs": unknown.fact})
    return Result(order, clause.id, {})


@cache
def sides_in(sides: tuple[int, ...]) -> list[int]:
    """Each side once."""
    return sorted(set(sides))


@cache
def first_seats(sides: tuple[int, ...]) -> dict[int, int]:
    """The first seat of each side."""
    return {side: sides.index(side) for side in sides}


@cache
def seats_of(sides: tuple[int, ...], best: tuple[int, ...]) -> tuple[int, ...]:
    """The seats of some sides."""
    return tuple([seat for seat, side in enumerate(sides) if side in best])


def _in_order(rules: KontorRules, state: State, sides: list[int]) -> tuple[tuple[tuple[int, ...], ...], Clause]:
    if len(sides) < 2:
        return (tuple(sides),), ko.END_4
    if len(sides) > 2:
        return _of_many(rules, state, sides)
    one, other = sides[:2]
    first, second, clause = state.scores[one], state.scores[other], ko.END_4
    if first == second:
        first, second, clause = florins_of(rules, state, one), florins_of(rules, state, other), ko.END_5
    if first == second:
        return (tuple(sides),), ko.END_6
    return (((one,), (other,)) if first > second else ((other,), (one,))), clause


def _of_many(rules: KontorRules, state: State, sides: list[int]) -> tuple[tuple[tuple[int, ...], ...], Clause]:
    """Ranks more than two sides by points, then by florins."""
    left = list(sides)
    places: list[tuple[tuple[int, ...], int]] = []
    while left:
        points = max([state.scores[side] for side in left])
        tied = [side for side in left if state.scores[side] == points]
        florins = max([florins_of(rules, state, side) for side in tied])
        best = tuple([side for side in tied if florins_of(rules, state, side) == florins])
        places.append((best, len(tied)))
        left = [side for side in left if side not in best]
    first, ties = places[0]
    clause = ko.END_6 if len(first) > 1 else ko.END_5 if ties > 1 else ko.END_4
    return tuple(place for place, _ in places), clause
