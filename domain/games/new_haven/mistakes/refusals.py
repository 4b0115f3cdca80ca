"""Lawful actions that the table refuses: what the rulebook leaves free is denied for a reason."""

from __future__ import annotations

from domain.games.game import Moment, WrongPlay
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Draw, Harvest, Pass, Pick
from domain.games.new_haven.mistakes.common import breaks, refused
from domain.games.new_haven.mistakes.village import side_by_side


@breaks(nh.HARVEST_4, Harvest)
def a_tile_refused_for_its_colours(at: Moment) -> WrongPlay | None:
    return refused(at, "matching")


@breaks(nh.BUILD_5, Build)
def a_first_building_refused(at: Moment) -> WrongPlay | None:
    village = at.state.players[at.action.seat].village
    first = all(there.colour != at.action.colour for there in village.values())
    return refused(at, "adjacency") if first else None


@breaks(nh.BUILD_8, Build)
def a_building_face_down_refused(at: Moment) -> WrongPlay | None:
    return None if at.action.up else refused(at, "face-down")


@breaks(nh.BUILD_9, Build)
def a_further_building_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "number") if at.action.seat == at.state.active else None


@breaks(nh.BUILD_10, Build)
def a_mixed_row_refused(at: Moment) -> WrongPlay | None:
    home, village = at.action.home, at.state.players[at.action.seat].village
    line = [there for at_home, there in village.items() if (at_home[0] == home[0]) != (at_home[2] == home[2])]
    return refused(at, "colours") if any(there.colour != at.action.colour for there in line) else None


@breaks(nh.REBUILD_1, Build)
def a_cover_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "cover") if at.action.home in at.state.players[at.action.seat].village else None


@breaks(nh.REBUILD_3, Build)
def a_split_refused(at: Moment) -> WrongPlay | None:
    village = at.state.players[at.action.seat].village
    covered = village.get(at.action.home)
    if covered is None or covered.colour == at.action.colour:
        return None
    group = {home for home, there in village.items() if there.colour == covered.colour} - {at.action.home}
    ends = [home for home in group if side_by_side(home, at.action.home)]
    return refused(at, "split") if len(ends) > 1 and len(_joined(group, ends[0]) & set(ends)) < len(ends) else None


def _joined(group: set[str], start: str) -> set[str]:
    reached = {start}
    while more := {home for home in group - reached if any(side_by_side(home, other) for other in reached)}:
        reached |= more
    return reached


@breaks(nh.SHARE_4, Pass)
def a_pass_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "pass")


@breaks(nh.DRAW_3, Pick, Draw)
def a_source_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "source") if at.state.drawn else None
