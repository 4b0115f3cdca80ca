"""What simulated games of New Haven need: the random draws of the set-up, and less exact lines."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from domain.games.game import Simulation
from domain.games.new_haven.actions import Build, Clear, Done, Draw, End, Flip, Harvest, Pass, Pool, Refill, Settle
from domain.games.new_haven.offers import faces_left, kinds_left
from domain.games.new_haven.pieces import CLEARINGS, KINDS, NOT_SEEN, POOL, SETTLEMENTS, canonical
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import State
from domain.rules import Action, replace

_TILES = 4  # harvest tiles among the ponds (NH-B-1)


def opening(rules: NewHavenRules, state: State, rng: Random) -> tuple[Action, ...]:
    """The pool, and on side B the settlements and clearings before it."""
    clearings = [cell for cell in CLEARINGS if cell in state.area] if rules.side == "B" else []
    kinds = rng.choices(kinds_left(rules, state), k=len(clearings) + POOL)
    while any(kinds.count(kind) > 3 for kind in kinds):  # every box has so many
        kinds = rng.choices(kinds_left(rules, state), k=len(kinds))
    pool = Pool(buildings=tuple(kinds[len(clearings) :]))
    if rules.side == "A":
        return (pool,)
    clear = Clear(buildings=tuple(zip(clearings, kinds, strict=False)))
    return (Settle(places=_settled(rules, state, rng)), clear, pool)


def _settled(rules: NewHavenRules, state: State, rng: Random) -> tuple[tuple[str, str], ...]:
    """Ponds and tiles mixed; a pond marked for more players is taken off again."""
    ponds = rules.catalogue.faces["pond"].values()
    lying = [_pond(pond.value, len(state.players)) for pond in ponds for _ in range(pond.copies)]
    faces = rng.sample(faces_left(rules, state), 8 * _TILES)
    lying += list({canonical(face): face for face in faces}.values())[:_TILES]
    rng.shuffle(lying)
    return tuple(zip(SETTLEMENTS, lying, strict=True))


def _pond(mark: str, players: int) -> str:
    if not mark:
        return "pond"
    return f"off:{mark}" if players < int(mark[0]) else f"pond:{mark}"


def closing(rules: NewHavenRules, state: State) -> tuple[Action, ...]:
    """The table says that it counts."""
    return (End(),)


def _unseen_square(action: Harvest | Flip, rng: Random) -> Action:
    """The same action with one square not seen, or of a tile sometimes the space."""
    if isinstance(action, Harvest) and rng.random() < 0.2:
        return replace(action, cell=NOT_SEEN)
    at = rng.randrange(4)
    return replace(action, face=f"{action.face[:at]}?{action.face[at + 1 :]}")


def _unseen_buildings(action: Pool | Refill, rng: Random) -> Action:
    return replace(action, buildings=tuple(rng.choice((building, "?")) for building in action.buildings))


BLURS: dict[type[Action], Callable[[Any, Random], Action]] = {
    Harvest: _unseen_square,
    Flip: _unseen_square,
    Pool: _unseen_buildings,
    Refill: _unseen_buildings,
    Draw: lambda draw, rng: replace(draw, building=None),
    Build: lambda build, rng: build if build.up else replace(build, number=None),
}
SIMULATION = Simulation(
    opening=opening, closing=closing, implied=(Done, Pass, Refill), secrets={(Draw, "building"): KINDS}, blurs=BLURS
)
