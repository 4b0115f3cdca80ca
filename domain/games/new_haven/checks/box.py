"""What the box can hold, and what nobody may look at."""

from __future__ import annotations

from domain.clauses import GR_COUNT, cites
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Clear, Draw, Flip, Goods, Harvest, Peek, Pick, Pool, Refill
from domain.games.new_haven.pieces import COPIES, HARVEST_TILES, canonical, could_be_a_face
from domain.games.new_haven.state import State, from_known
from domain.rules import Action, Broken, broken, impossible

Found = Broken | None


def _picked(state: State, pick: Pick) -> tuple[str, ...]:
    return () if pick.building in state.pool and not pick.elsewhere else (pick.building,)


def _built(state: State, build: Build) -> tuple[str, ...]:
    if build.number is None:
        return ()
    kind = f"{build.colour}{build.number}"
    return () if from_known(state.players[build.seat].hand, kind) else (kind,)


# Buildings an action brings to light.
NEWLY_SEEN = {
    Pool: lambda state, pool: pool.buildings,
    Refill: lambda state, refill: refill.buildings,
    Clear: lambda state, clear: tuple(building for _, building in clear.buildings),
    Draw: lambda state, draw: (draw.building,) if draw.building else (),
    Pick: _picked,
    Build: _built,
}


def too_many(state: State, action: Action, limit: int) -> dict | None:
    """The first building with more copies than there can be, counting what this action adds."""
    fresh = NEWLY_SEEN[type(action)](state, action)
    for building in fresh:
        if building == "?":
            continue
        copies = state.copies.get(building, 0) + fresh.count(building)
        if copies > limit:
            return {"building": building, "copies": copies, "limit": limit}
    return None


@cites(nh.COMP_1)
def the_box_has_six_of_each(rules, state: State, action: Action) -> Found:
    if over := too_many(state, action, COPIES):
        return impossible(**over)
    return None


@cites(nh.CAREFUL_1)
def whole_sets_were_taken_out(rules, state: State, action: Action) -> Found:
    out = rules.sets_out.get(len(state.players), 0) if rules.sets_out else 0
    if out and (over := too_many(state, action, COPIES - out)) and over["copies"] <= COPIES:
        return broken(**over)
    return None


@cites(nh.COMP_2)
def a_face_shows_two_or_three_resources(rules, state: State, action: Harvest | Goods | Flip) -> Found:
    if action.face and not could_be_a_face(action.face):
        return impossible(face=action.face)
    return None


@cites(GR_COUNT)
def the_face_is_in_the_box(rules, state: State, harvest: Harvest) -> Found:
    if "?" in harvest.face:
        return None
    name = canonical(harvest.face)
    copies = state.faces.get(name, 0) + 1
    if "harvest" in rules.catalogue.complete and could_be_a_face(harvest.face):
        there = rules.catalogue.copies("harvest", name)
        return impossible(face=name, copies=copies, there=there) if copies > there else None
    return impossible(face=name, copies=copies, there=HARVEST_TILES) if copies > HARVEST_TILES else None


@cites(nh.SETUP_7)
def draws_are_blind(rules, state: State, peek: Peek) -> Found:
    return broken(at=peek.at) if peek.at in ("bag", "supply") else None


@cites(nh.SECRET_2)
def nobody_looks_at_a_goods_tile(rules, state: State, peek: Peek) -> Found:
    if peek.at != "goods":
        return None
    hidden = state.players[peek.seat].goods > 0 or (state.wild and peek.seat == state.active)
    return broken() if hidden else None
