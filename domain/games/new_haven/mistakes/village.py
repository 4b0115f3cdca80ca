"""Mistakes in steps 3 and 4: what is built where, by whom, and for how much."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.game import Moment, WrongPlay
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build
from domain.games.new_haven.mistakes.common import announced, breaks, copies_of, instead, made, one_of, stands
from domain.games.new_haven.pieces import COLOURS, HOMES
from domain.games.new_haven.state import marker
from domain.numbers import most
from domain.rules import Seat, replace

OCCUPIED, POOR, APART, UNLIKE = "occupied", "poor", "apart", "unlike"


def faults(at: Moment, build: Build) -> set[str]:
    """What is wrong with a building and its space, in the words of the rulebook."""
    village, row = at.state.players[build.seat].village, int(build.home[0])
    same = [home for home, there in village.items() if there.colour == build.colour and home != build.home]
    found = set()
    if build.home in village and not at.rules.covering:
        found.add(OCCUPIED)
    if marker(at.state, build.colour) < row:
        found.add(POOR)
    if same and not any(side_by_side(home, build.home) for home in same):
        found.add(APART)
    if build.up and build.number != row:
        found.add(UNLIKE)
    return found


def side_by_side(one: str, other: str) -> bool:
    """Whether two village spaces share an edge."""
    return abs(int(one[0]) - int(other[0])) + abs(int(one[2]) - int(other[2])) == 1


def all_builds(at: Moment, seat: Seat) -> Iterator[Build]:
    """Every building a seat may well have, on every space."""
    for colour in COLOURS:
        for number in (None, 1, 2, 3, 4, 5, 6):
            if may_well_have(at, seat, colour, number):
                for home in HOMES:
                    yield Build(seat=seat, colour=colour, number=number, up=number is not None, home=home)


def may_well_have(at: Moment, seat: Seat, colour: str, number: int | None) -> bool:
    """Whether a building can be behind the screen for a plain reason: it was seen, or there is an unseen one."""
    hand = at.state.players[seat].hand
    kind = f"{colour}{number}"
    if kind in hand.known and colour not in hand.down:
        return True
    rare = number is not None and at.state.copies.get(kind, 0) >= copies_of(at)
    return hand.unseen > len(hand.down) and not rare


def a_build(at: Moment, seat: Seat, *wrong: str, covering: bool | None = None) -> Build | None:
    """A building with exactly these faults; on a built space or an empty one, where that matters."""
    village = at.state.players[seat].village
    return one_of(
        at,
        (
            build
            for build in all_builds(at, seat)
            if covering in (None, build.home in village) and faults(at, build) == set(wrong)
        ),
    )


@breaks(nh.BUILD_1, Build)
def a_building_of_a_colour_not_in_hand(at: Moment) -> WrongPlay | None:
    seat = at.action.seat
    hand = at.state.players[seat].hand
    if hand.unseen:
        return None
    missing = [colour for colour in COLOURS if not any(kind[0] == colour for kind in hand.known)]
    builds = (Build(seat=seat, colour=colour, up=False, home=home) for colour in missing for home in HOMES)
    return instead(one_of(at, (build for build in builds if not faults(at, build))), then=stands(at))


@breaks(nh.BUILD_2, Build)
def a_building_on_a_building(at: Moment) -> WrongPlay | None:
    return instead(a_build(at, at.action.seat, OCCUPIED), then=stands(at))


@breaks(nh.BUILD_3, Build)
def a_building_too_dear(at: Moment) -> WrongPlay | None:
    return instead(a_build(at, at.action.seat, POOR), then=stands(at))


@breaks(nh.BUILD_4, Build)
def a_wrong_price(at: Moment) -> WrongPlay | None:
    build, price = at.action, int(at.action.home[0])
    other = one_of(at, (n for n in range(1, 7) if n != price and n <= marker(at.state, build.colour)))
    return instead(other and replace(build, paid=(build.colour, other)), then=stands(at))


@breaks(nh.BUILD_4, Build)
def a_price_paid_in_another_colour(at: Moment) -> WrongPlay | None:
    price = int(at.action.home[0])
    may_match = (c for c in COLOURS if c != at.action.colour and marker(at.state, c) >= price)
    colour = one_of(at, may_match)
    return instead(colour and replace(at.action, paid=(colour, price)), then=stands(at))


@breaks(nh.BUILD_4, Build)
def a_marker_lowered_wrongly(at: Moment) -> WrongPlay | None:
    return _lowered(at, nh.BUILD_4)


@breaks(nh.SHARE_3, Build)
def a_marker_not_lowered_for_those_after(at: Moment) -> WrongPlay | None:
    return _lowered(at, nh.SHARE_3)


def _lowered(at: Moment, clause: nh.Clause) -> WrongPlay | None:
    """The marker goes down by another number than that of the space."""
    effect = one_of(at, made(at, clause, "marker"))
    if effect is None:
        return None
    there = marker(at.state, effect.key[0])
    return announced(at, effect, one_of(at, {-n for n in range(most(there) + 1)} - {effect.by}))


@breaks(nh.BUILD_6, Build)
def a_building_apart_from_its_colour(at: Moment) -> WrongPlay | None:
    return instead(a_build(at, at.action.seat, APART, covering=False), then=stands(at))


@breaks(nh.REBUILD_2, Build)
def a_covering_building_apart_from_its_colour(at: Moment) -> WrongPlay | None:
    return instead(a_build(at, at.action.seat, APART, covering=True), then=stands(at)) if at.rules.covering else None


@breaks(nh.BUILD_7, Build)
def face_up_on_another_number(at: Moment) -> WrongPlay | None:
    return instead(a_build(at, at.action.seat, UNLIKE), then=stands(at))
