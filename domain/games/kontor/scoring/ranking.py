"""Which finished sectors count: the largest, of equally large ones the nearest (KO-RANK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import Clause
from domain.games.kontor import clauses as ko
from domain.games.kontor.state import BIT, NO_SEAT, ORIGIN, Board, Sector, State
from domain.games.kontor.state.cells import steps_between, steps_to

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

FAR = 999  # no way leads there


def distance(rules: KontorRules, board: Board, sector: Sector) -> int:
    """Steps from the anchor's cell to the nearest dock (KO-RANK-3; KO-I-17)."""
    cells, edges = sector.cells, board.edges
    inside = not (cells | BIT[ORIGIN]) & ~edges
    if (inside and not edges & ~board.taken) or rules.distance == "straight":  # on a full board the way is straight
        return steps_to(cells) if cells else FAR
    steps = steps_between(board.taken, BIT[ORIGIN], cells)
    return FAR if steps < 0 else steps


def two_docks_at_least(rules: KontorRules, state: State, sectors: tuple[Sector, ...]) -> dict[int, Clause]:
    """Four players: a sector of one dock gives nothing (KO-TEAM-10)."""
    if rules.every_sector and rules.every_size:
        return {}
    return {at: ko.TEAM_10 for at, sector in enumerate(sectors) if sector.size < 2}


def shut_out(rules: KontorRules, state: State) -> dict[int, Clause]:
    """Finished sectors that do not count, by their place in the order of finishing, and why."""
    done, counted = state.board.done, rules.counted
    out: dict[int, Clause] = {}
    for eligible in rules.eligible:
        more = eligible(rules, state, done)
        out = more | out if out else more  # by the first that shuts it out
    if counted is None or len(done) <= counted or (rules.reserve is not None and rules.reserve_counts_all):  # KO-I-56
        return out
    shut = out if rules.eligible_first else ()  # KO-I-59
    if len(done) - len(shut) <= counted:  # there is a place for each
        return out
    ranked = [at for at in range(len(done)) if at not in shut]
    if not rules.ranks_unowned:  # KO-I-16
        ranked = [at for at in ranked if done[at].keeper != NO_SEAT]
    return _beyond(rules, state, ranked, counted) | out if len(ranked) > counted else out


def _beyond(rules: KontorRules, state: State, ranked: list[int], places: int) -> dict[int, Clause]:
    """The sectors for which no place is left, size by size; of a group that does not fit the nearest ones count."""
    out: dict[int, Clause] = {}
    done = state.board.done
    sizes: dict[int, list[int]] = {}
    for at in ranked:
        sizes.setdefault(done[at].size, []).append(at)
    at_cut, beyond = rules.ties_at_cut, rules.rank_clauses[0]  # KO-I-18
    for size in sorted(sizes, reverse=rules.largest_first):
        group = sizes[size]
        if not places:
            for at in group:
                out[at] = beyond
        elif len(group) == 1 or (at_cut and len(group) <= places):
            places -= len(group)
        else:
            places = _by_distance(rules, state, group, places, out)
    return out


def _by_distance(rules: KontorRules, state: State, group: list[int], places: int, out: dict[int, Clause]) -> int:
    """Ranks equally large sectors by nearness; equally near ones that do not all fit give nothing (KO-RANK-4)."""
    if not rules.breaks_ties and rules.open_ties == "all":  # KO-I-52
        return 0
    board, void = state.board, False
    ways: dict[int, tuple[int, ...]] = {}
    nearest = rules.nearest_first if rules.breaks_ties else rules.open_ties == "nearer"
    _, farther, equal = rules.rank_clauses
    for at in group:
        steps = distance(rules, board, board.done[at])
        ways[steps] = (*ways[steps], at) if steps in ways else (at,)
    for steps in sorted(ways, reverse=not nearest):
        tied = ways[steps]
        if void and rules.moves_up == "smaller":  # KO-I-19
            out |= dict.fromkeys(tied, equal)
        elif len(tied) <= places and (rules.ties_at_cut or len(tied) == 1):
            places -= len(tied)
        else:
            void = places > 0
            out |= dict.fromkeys(tied, equal if len(tied) > 1 and places else farther)
    return places
