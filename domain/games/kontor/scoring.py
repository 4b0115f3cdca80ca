"""Supremacy in a sector, the ranking of sectors, score lines, the forecast, who wins."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from domain.clauses import Clause
from domain.games.kontor import clauses as ko
from domain.games.kontor.pieces import AT_GOOD, BEATS, CUSTOMS_HOUSES
from domain.games.kontor.state import BIT, NOBODY, ORIGIN, OVER, UNKNOWN_SIDE, Board, Sector, State, is_full
from domain.games.kontor.state.board import unread_card
from domain.games.kontor.state.cells import steps_between, steps_to
from domain.numbers import NotKnown, Number, between, least, most
from domain.rules import POINTS, Effect, Item, Result, ScoreLine, replace

REMOVED = (ko.REMOVE_1, ko.REMOVE_2, ko.REMOVE_3, ko.REMOVE_4)
PUT_RIGHT = frozenset(clause.id for clause in (ko.STORE_1, ko.STORE_5, ko.STORE_7, *REMOVED, ko.SPEC_4))  # KO-I-13
FAR = 999  # no way leads there
KEEPER_ITEM = Item("keeper", 1, 1)


# Supremacy ----------------------------------------------------------------------------------------


def cycle(state: State) -> tuple[tuple[str, str], ...]:
    """Wine beats spice, spice beats tea, tea beats wine."""
    return BEATS


def winner_of(rules, state: State, stock: tuple[tuple[Number, ...], ...]) -> tuple[int, int]:
    """The side that has the supremacy, and the step that decides; step 0 where nobody has (KO-SUPREMACY-4)."""
    try:
        return supremacy(rules, state, stock)
    except NotKnown:
        return UNKNOWN_SIDE, 1


def supremacy(rules, state: State, stock: tuple[tuple[Number, ...], ...]) -> tuple[int, int]:
    """Red against Black, good by good: the largest lead, then the most leads, then the better good."""
    reds, blacks = stock[0], stock[1]
    leads = [reds[0] - blacks[0], reds[1] - blacks[1], reds[2] - blacks[2]]
    red, black = [lead for lead in leads if lead > 0], [-lead for lead in leads if lead < 0]
    if not red and not black:
        return NOBODY, 0
    best_red, best_black = max(red, default=0), max(black, default=0)
    if best_red != best_black:
        return (0 if best_red > best_black else 1), 1
    every = rules.supremacies_all  # KO-I-14
    red = [good for good, lead in enumerate(leads) if lead > 0 and (every or lead == best_red)]
    black = [good for good, lead in enumerate(leads) if lead < 0 and (every or -lead == best_red)]
    if len(red) != len(black):
        return (0 if len(red) > len(black) else 1), 2
    beaten = {(AT_GOOD[better], AT_GOOD[worse]) for better, worse in rules.beats(state)}
    return (0 if (red[0], black[0]) in beaten else 1), 3


# Which sectors count ------------------------------------------------------------------------------


def distance(rules, board: Board, sector: Sector) -> int:
    """Steps from the anchor's cell to the nearest dock (KO-RANK-3; KO-I-17)."""
    full = is_full(board) and not (sector.cells | BIT[ORIGIN]) & ~board.edges  # a straight way
    if full or rules.distance == "straight":
        return steps_to(sector.cells) if sector.cells else FAR
    steps = steps_between(board.taken, BIT[ORIGIN], sector.cells)
    return FAR if steps < 0 else steps


def two_docks_at_least(rules, state: State, sector: Sector) -> Clause | None:
    """Four players: a sector of one dock gives nothing (KO-TEAM-10)."""
    return None if sector.size >= 2 else ko.TEAM_10


def shut_out(rules, state: State) -> dict[int, Clause]:
    """Finished sectors that do not count, by their place in the order of finishing, and why."""
    done, out = state.board.done, {}
    for eligible in rules.eligible:
        for at, sector in enumerate(done):
            if at not in out and (clause := eligible(rules, state, sector)) is not None:
                out[at] = clause
    if rules.counted is None or len(done) - len(out) <= rules.counted:
        return out
    unowned = rules.ranks_unowned
    ranked = [at for at, one in enumerate(done) if at not in out and (unowned or one.keeper != NOBODY)]
    return out | _beyond(rules, state, ranked)


def _beyond(rules, state: State, ranked: list[int]) -> dict[int, Clause]:
    """Those the places do not reach, size by size, then by distance; equal ones that do not fit are void."""
    done, places = state.board.done, rules.counted
    if len(ranked) <= places:
        return {}
    out: dict[int, Clause] = {}
    groups: dict[int, list[int]] = {}
    for at in ranked:
        groups.setdefault(done[at].size, []).append(at)
    for size in sorted(groups, reverse=rules.largest_first):
        group = groups[size]
        if len(group) <= places and (rules.ties_at_cut or len(group) == 1):
            places -= len(group)
        elif not places:
            out |= dict.fromkeys(group, ko.RANK_1)
        else:
            places = _by_distance(rules, state, group, places, out)
    return out


def _by_distance(rules, state: State, group: list[int], places: int, out: dict[int, Clause]) -> int:
    """Of equally large ones the nearer first; those equally near too, if they do not fit, give nothing (KO-RANK-4)."""
    far = {at: distance(rules, state.board, state.board.done[at]) for at in group}
    void = False
    for steps in sorted(set(far.values()), reverse=not rules.nearest_first):
        tied = [at for at in group if far[at] == steps]
        if void and rules.moves_up == "smaller":  # KO-I-19
            out |= dict.fromkeys(tied, ko.RANK_4)
        elif len(tied) <= places and (rules.ties_at_cut or len(tied) == 1):
            places -= len(tied)
        else:
            void = places > 0
            out |= dict.fromkeys(tied, ko.RANK_4 if len(tied) > 1 and places else ko.RANK_3)
    return places


# What they are worth ------------------------------------------------------------------------------


def a_keeper(rules, state: State, sector: Sector) -> Item | None:
    """One point for a keeper (KO-END-4)."""
    return KEEPER_ITEM if rules.flat_value else None


def customs(rules, state: State, sector: Sector) -> Item | None:
    """One point more for each customs house (KO-SPEC-8)."""
    return Item("customs", sector.customs, 1) if sector.customs else None


def worth(rules, state: State, sector: Sector) -> tuple[Item, ...]:
    """What a sector that counts gives its winner, item by item."""
    items = ()
    for value in rules.value:
        item = value(rules, state, sector)
        if item is not None:
            items += (item,)
    return items


def sector_line(rules, state: State, at: int, sector: Sector, out: Clause | None, seat: int, side: int) -> ScoreLine:
    """The line of a sector that was won: its points, or the clause by which it gives none."""
    if out is not None:
        return _line(out, side, seat, _source(at), ())
    return _line(ko.SPEC_8 if sector.customs else ko.END_4, side, seat, _source(at), worth(rules, state, sector))


@cache
def _source(at: int) -> str:
    """How the line of a sector is called, by the order of finishing."""
    return f"sector-{at + 1}"


@lru_cache(maxsize=4096)
def _line(clause: Clause, side: int, seat: int, source: str, items: tuple[Item, ...]) -> ScoreLine:
    amount: Number = sum([item.count * item.each for item in items], 0)
    return ScoreLine(
        clause=clause.id, what=POINTS, key=(side,), seat=seat, by=amount, due=amount, source=source, items=items
    )


def final(rules, state: State) -> tuple[ScoreLine, ...]:
    """Every sector that was won, in the order they were finished; then what a variant adds."""
    out = shut_out(rules, state)
    made, sides = [], state.sides
    for at, sector in enumerate(state.board.done):
        side = sector.keeper
        if side in sides:
            made.append(sector_line(rules, state, at, sector, out.get(at), sides.index(side), side))
        elif side == UNKNOWN_SIDE:
            made += _perhaps(rules, state, at, sector, out.get(at))
    for extra in rules.extras:
        made += extra(rules, state)
    if state.board.unclear:
        made += _unread(rules, state, made)
    return tuple(made)


def _unread(rules, state: State, made: list[ScoreLine]) -> list[ScoreLine]:
    """Cards nobody read may be water that closes sectors, or docks that make others: nobody can tell the points."""
    board = state.board
    more = len(board.open) + len(board.unclear) + len(CUSTOMS_HOUSES)
    fact = unread_card(board)
    found = []
    for side in sorted(set(state.sides)):
        sure = rules.counted is None  # else a sector that counts may be displaced by one nobody knows
        least_more = 0 if sure else -sum([most(line.by) for line in made if line.key == (side,)])
        amount = between(least_more, more, fact)
        line = _line(ko.END_4, side, state.sides.index(side), "unread", ())
        found.append(replace(line, by=amount, due=amount))
    return found


def _perhaps(rules, state: State, at: int, sector: Sector, out: Clause | None) -> list[ScoreLine]:
    """A sector nobody can tell the winner of: either side may have its points."""
    found = []
    for side in sorted(set(state.sides)):
        line = sector_line(rules, state, at, sector, out, state.sides.index(side), side)
        amount = between(0, most(line.by), "keeper")
        found.append(replace(line, by=amount, due=amount, items=()))
    return found


def forecast(rules, state: State) -> tuple[ScoreLine, ...]:
    """The score lines there would be if the game ended now: sectors without an empty neighbour count as finished."""
    if state.phase == OVER:
        return ()
    return tuple([line for line in final(rules, state) if line.items])


# Who wins -----------------------------------------------------------------------------------------


def florins_of(rules, state: State, side: int) -> Number:
    """The florins of a side: both purses together (KO-I-41)."""
    purses = [player.purse for seat, player in enumerate(state.players) if state.sides[seat] == side]
    if rules.team_florins == "best" and purses:
        return max(purses, key=least)
    return sum(purses, 0)


def rank(rules, state: State) -> Result:
    """Most points; equal: most florins; equal again: together (KO-END-5, 6)."""
    for wins in rules.wins:
        result = wins(rules, state)
        if result is not None:
            return result
    sides = sorted(set(state.sides))
    try:
        order, clause = _in_order(rules, state, sides)
    except NotKnown as unknown:
        return Result((), ko.END_4.id, {"needs": unknown.fact})
    return Result(order, clause.id, {})


def _in_order(rules, state: State, sides: list[int]) -> tuple[tuple[tuple[int, ...], ...], Clause]:
    if len(sides) < 2:
        return (tuple(sides),), ko.END_4
    one, other = sides[:2]
    first, second, clause = state.scores[one], state.scores[other], ko.END_4
    if first == second:
        first, second, clause = florins_of(rules, state, one), florins_of(rules, state, other), ko.END_5
    if first == second:
        return (tuple(sides),), ko.END_6
    return (((one,), (other,)) if first > second else ((other,), (one,))), clause


BLAME: dict[str, Callable[[object, State, Effect, object], str]] = {}
