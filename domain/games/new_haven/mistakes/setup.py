"""Mistakes of the set-up: seats, hands, markers, ponds and clearings."""

from __future__ import annotations

from domain.clauses import GR_AGREED
from domain.games.game import Moment, WrongPlay
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Clear, Pool, Settle
from domain.games.new_haven.mistakes.common import breaks, goes_on, instead, one_of
from domain.games.new_haven.offers import faces_left
from domain.games.new_haven.pieces import CELLS, CLEARINGS, COLOURS, KINDS, SETTLEMENTS, canonical
from domain.games.new_haven.state import HARVEST
from domain.observables import Observation
from domain.rules import Action, replace
from domain.setup import Setup


def wrong_setup(setup: Setup) -> WrongPlay:
    """The wrong set-up, after which the first seat begins."""
    return WrongPlay(setup=setup, then=(HARVEST, (setup.first,)))


@breaks(nh.SETUP_1, Setup)
def five_play(at: Moment) -> WrongPlay | None:
    return wrong_setup(replace(at.action, seats=tuple("ABCDE"), names=()))


@breaks(nh.SETUP_2, Setup)
def the_area_of_others(at: Moment) -> WrongPlay | None:
    area = one_of(at, {2, 3, 4} - {len(at.action.seats)})
    return wrong_setup(replace(at.action, details={"area": str(area)}))


@breaks(nh.TURN_1, Setup)
def not_the_youngest_begins(at: Moment) -> WrongPlay | None:
    setup = at.action
    youngest = one_of(at, (letter for seat, letter in enumerate(setup.seats) if seat != setup.first))
    return wrong_setup(replace(setup, details={"youngest": youngest}))


@breaks(nh.CAREFUL_3, Setup)
def careful_harvest_on_side_b(at: Moment) -> WrongPlay | None:
    both = {"side-b", "careful-harvest"}
    if not both.intersection(at.action.variants):
        return None
    return wrong_setup(replace(at.action, variants=tuple(sorted(both.union(at.action.variants)))))


def dealt(at: Moment, clause: nh.Clause, what: str, key: tuple, value: int) -> WrongPlay:
    """A wrong count of the set-up, announced with the first pool."""
    look = Observation(what=what, key=key, by=value, about=0, clause=clause.id)
    return WrongPlay(actions=(at.action,), announced=(look,), then=goes_on(at))


@breaks(nh.SETUP_3, Pool)
def a_marker_not_on_0(at: Moment) -> WrongPlay | None:
    return dealt(at, nh.SETUP_3, "marker", (at.rng.choice(COLOURS),), at.rng.randint(1, 5))


@breaks(nh.SETUP_4, Pool)
def a_pool_of_four_or_six(at: Moment) -> WrongPlay | None:
    pool = at.action.buildings
    more = (*pool, next(kind for kind in KINDS if kind not in pool))
    return instead(Pool(buildings=at.rng.choice((pool[1:], more))), then=goes_on(at))


@breaks(nh.SETUP_5, Pool)
def a_wrong_hand_of_buildings(at: Moment) -> WrongPlay | None:
    return dealt(at, nh.SETUP_5, "hand", (a_seat(at),), at.rng.choice((4, 5, 7)))


@breaks(nh.SETUP_5, Pool)
def a_wrong_hand_of_tiles(at: Moment) -> WrongPlay | None:
    if at.rules.hand_tiles != 2:
        return None
    return dealt(at, nh.SETUP_5, "tiles", (a_seat(at),), at.rng.choice((1, 3)))


@breaks(nh.CAREFUL_2, Pool)
def two_tiles_in_careful_harvest(at: Moment) -> WrongPlay | None:
    if at.rules.hand_tiles != 3:
        return None
    return dealt(at, nh.CAREFUL_2, "tiles", (a_seat(at),), at.rng.choice((2, 4)))


@breaks(nh.CAREFUL_1, Pool)
def a_wrong_number_of_sets_out(at: Moment) -> WrongPlay | None:
    out = at.rules.sets_out.get(len(at.state.players), 0)
    return dealt(at, nh.CAREFUL_1, "bag", (), -len(KINDS) * (out - 1)) if out else None


@breaks(nh.SETUP_6, Pool)
def no_goods_tile_or_two(at: Moment) -> WrongPlay | None:
    return dealt(at, nh.SETUP_6, "goods", (a_seat(at),), at.rng.choice((0, 2)))


def a_seat(at: Moment) -> int:
    """Any seat."""
    return at.rng.randrange(len(at.state.players))


@breaks(GR_AGREED, Pool)
def clearings_on_side_a(at: Moment) -> WrongPlay | None:
    if at.rules.side != "A":
        return None
    cells = [cell for cell in CLEARINGS if cell in at.state.area]
    clear = Clear(buildings=tuple(zip(cells, at.rng.sample(KINDS, len(cells)), strict=True)))
    return instead(clear, at.action, then=goes_on(at))


# Side B -------------------------------------------------------------------------------------------


def settled(at: Moment, cell: str, lying: str) -> Action:
    """The settlements with something else on one of them."""
    return Settle(places=tuple({**dict(at.action.places), cell: lying}.items()))


def another_face(at: Moment) -> str:
    """A tile that lies on no settlement yet."""
    there = {canonical(lying) for _, lying in at.action.places if len(lying) == 4}
    return one_of(at, (face for face in faces_left(at.rules, at.state) if canonical(face) not in there))


@breaks(nh.B_1, Settle)
def five_of_one_kind_on_the_settlements(at: Moment) -> WrongPlay | None:
    cell, lying = one_of(at, at.action.places)
    if lying.startswith("off"):
        return None
    return instead(settled(at, cell, another_face(at) if lying.startswith("pond") else "pond"), then=goes_on(at))


@breaks(nh.B_1, Settle)
def a_tile_beside_the_settlements(at: Moment) -> WrongPlay | None:
    cell = one_of(at, (c for c in CELLS if c in at.state.area and c not in SETTLEMENTS + CLEARINGS))
    return instead(settled(at, cell, another_face(at)), then=goes_on(at))


@breaks(nh.B_2, Settle)
def a_pond_kept_or_taken_off_wrongly(at: Moment) -> WrongPlay | None:
    ponds = [place for place in at.action.places if place[1].startswith(("pond", "off"))]
    cell, lying = at.rng.choice(ponds)
    kept, _, mark = lying.partition(":")
    other = "off" if kept == "pond" else "pond"
    return instead(settled(at, cell, f"{other}:{mark}" if mark else other), then=goes_on(at))


@breaks(nh.B_5, Clear)
def a_clearing_left_empty_or_one_too_many(at: Moment) -> WrongPlay | None:
    filled = at.action.buildings
    elsewhere = one_of(at, (cell for cell in CELLS if cell not in dict(filled) and cell not in at.state.board))
    kind = next(kind for kind in KINDS if kind not in dict(filled).values())
    return instead(Clear(buildings=at.rng.choice((filled[1:], (*filled, (elsewhere, kind))))), then=goes_on(at))
