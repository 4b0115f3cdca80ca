"""Checks of what the box holds, and of hidden pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.clauses import GR_COUNT, cites
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Clear, Draw, Flip, Goods, Harvest, Peek, Pick, Pool, Refill, Settle
from domain.games.new_haven.deeds.setup import newly_lying
from domain.games.new_haven.pieces import COPIES, HARVEST_TILES, canonical, could_be_a_face, is_face
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import State, Tile, difference, is_among_known, placement_of
from domain.rules import Action, Broken, broken, impossible


def later_fact(state: State, about: str) -> str | None:
    """A fact about this line that a later line shows."""
    fact = state.known.get((state.line, about))
    return fact.value if fact else None


def _picked(state: State, pick: Pick) -> tuple[str, ...]:
    return () if pick.building in state.pool and not pick.elsewhere else (pick.building,)


def _built(state: State, build: Build) -> tuple[str, ...]:
    kind = f"{build.colour}{build.number}" if build.number else later_fact(state, "building")
    if kind is None or (state.copies.get(kind, 0) and is_among_known(state.players[build.seat].hand, kind)):
        return ()
    return (kind,)


def _drawn(state: State, draw: Draw) -> tuple[str, ...]:
    building = draw.building or later_fact(state, "building")
    return (building,) if building else ()


# The buildings that an action shows for the first time.
NEWLY_SEEN: dict[type[Action], Callable[[State, Any], Sequence[str]]] = {
    Pool: lambda state, pool: difference(pool.buildings, state.pool),
    Refill: lambda state, refill: refill.buildings,
    Clear: newly_lying,
    Draw: _drawn,
    Pick: _picked,
    Build: _built,
}


def too_many(state: State, fresh: Sequence[str], limit: int) -> dict[str, Any] | None:
    """The facts of the first building that then has more copies than there can be; None where there is none."""
    for building in fresh:
        copies = state.copies.get(building, 0) + fresh.count(building)
        if copies > limit and building != "?":
            return {"building": building, "copies": copies, "limit": limit}
    return None


@cites(nh.COMP_1)
def the_box_has_six_of_each(rules: NewHavenRules, state: State, action: Action) -> Broken | None:
    fresh = NEWLY_SEEN[type(action)](state, action)
    if fresh and (over := too_many(state, fresh, COPIES)):
        return impossible(**over)
    return None


@cites(nh.CAREFUL_1)
def whole_sets_were_taken_out(rules: NewHavenRules, state: State, action: Action) -> Broken | None:
    fresh, out = NEWLY_SEEN[type(action)](state, action), rules.sets_out.get(len(state.players), 0)
    if out and (over := too_many(state, fresh, COPIES - out)) and over["copies"] <= COPIES:
        return broken(**over)
    return None


@cites(nh.COMP_2)
def a_face_shows_two_or_three_resources(
    rules: NewHavenRules, state: State, action: Harvest | Goods | Flip
) -> Broken | None:
    face = _face(state, action)
    return impossible(face=face) if face and not could_be_a_face(face) else None


def _face(state: State, action: Harvest | Goods | Flip) -> str:
    """The face an action shows; where a square was not seen, the face that a later line shows."""
    return later_fact(state, "face") or action.face if "?" in action.face else action.face


def _flipped(state: State, flip: Flip) -> tuple[str, ...]:
    lying = state.board.get(flip.cell)
    known = lying is not None and lying.kind == "goods" and "?" not in lying.face
    return () if known else (flip.face,)


def _is_new(state: State, cell: str, lying: str) -> bool:
    """Whether a face is not known to lie on its settlement."""
    return is_face(lying) and state.board.get(cell) != Tile("tile", lying)


# The harvest faces that an action shows for the first time.
NEWLY_SHOWN: dict[type[Action], Callable[[State, Any], Sequence[str]]] = {
    Harvest: lambda state, harvest: (_face(state, harvest),),
    Flip: _flipped,
    Settle: lambda state, settle: tuple(lying for cell, lying in settle.places if _is_new(state, cell, lying)),
}


@cites(GR_COUNT)
def the_face_is_in_the_box(rules: NewHavenRules, state: State, action: Harvest | Flip | Settle) -> Broken | None:
    shown = [canonical(face) for face in NEWLY_SHOWN[type(action)](state, action) if "?" not in face]
    for face in shown:
        if broke := _beyond_the_box(rules, state, face, shown.count(face)):
            return broke
    return None


def _beyond_the_box(rules: NewHavenRules, state: State, face: str, fresh: int) -> Broken | None:
    copies, there = state.faces.get(face, 0) + fresh, HARVEST_TILES
    if "harvest" in rules.catalogue.complete and could_be_a_face(face):
        there = rules.catalogue.copies("harvest", face)
    return impossible(face=face, copies=copies, there=there, root=_brought_by(state, face)) if copies > there else None


def _brought_by(state: State, face: str) -> int | None:
    """The line of a tile that took the turns out of step, if it showed this face."""
    since = state.out_of_step_since
    where = placement_of(state, since) if since is not None else ()
    return since if where[:1] == ("space",) and canonical(where[-1]) == face else None


@cites(nh.SETUP_7)
def draws_are_blind(rules: NewHavenRules, state: State, peek: Peek) -> Broken | None:
    return broken(at=peek.at) if peek.at in ("bag", "supply") else None


@cites(nh.SECRET_2)
def nobody_looks_at_a_goods_tile(rules: NewHavenRules, state: State, peek: Peek) -> Broken | None:
    return broken() if peek.at == "goods" and state.players[peek.seat].goods > 0 else None
