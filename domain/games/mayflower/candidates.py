"""The lines that the pieces on the table allow, judged by no rule: what a table without help is shown."""

from __future__ import annotations

from domain.games.inputs import Possible
from domain.games.mayflower.actions import Colonist, Discard, Draw, Explore, Pass, Place, Score, Skip
from domain.games.mayflower.pieces import LETTERS
from domain.games.mayflower.pieces.cells import SIDES
from domain.games.mayflower.pieces.faces import FARM
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import COLONIST, DRAW, EXPLORE, KINDS, PAWNS, PLACE, ROLE_ON, SCORE, State, as_lying
from domain.rules import Offer, OneOf, Seat


def possible(rules: MayflowerRules, state: State) -> Possible:
    """Every line of a turn: those of the step the table is at, and all others."""
    seat = state.active
    steps = {
        DRAW: [Offer(Draw(seat=seat, letter=LETTERS[0]), {"letter": OneOf(LETTERS)})],
        PLACE: [*_places(state, seat), Offer(Discard(seat=seat))],
        COLONIST: [*_colonists(state, seat), Offer(Skip(seat=seat))],
        SCORE: _scores(state, seat) if state.phase == SCORE else [],
        EXPLORE: [*(Offer(Explore(seat=seat, pawn=pawn)) for pawn in PAWNS), Offer(Pass(seat=seat))],
    }
    others = [offer for step, offers in steps.items() if step != state.phase for offer in offers]
    return steps.get(state.phase, []), others


def _places(state: State, seat: Seat) -> list[Offer]:
    """The tile in hand on every empty cell next to the land, turned each way that looks different."""
    cells = tuple(cell for cell, _ in state.land.open_cells())
    turns: dict[str, int] = {}
    for turn in range(4):
        face = as_lying(state, state.hand[-1], turn) if state.hand else None
        turns.setdefault(" ".join(sorted(face.text.split(";"))) if face else "", turn)
    return [Offer(Place(seat=seat, cell=cells[0], turn=turn), {"cell": OneOf(cells)}) for turn in turns.values()]


def _colonists(state: State, seat: Seat) -> list[Offer]:
    """A colonist on each part of the tile just laid; on each side of one that was not seen."""
    tile = state.land.tile(state.now.cell) if state.now.cell else None
    if tile is None or tile.face is None:
        roles = [(role, ("",) if kind == FARM else tuple(SIDES)) for kind, role in ROLE_ON.items()]
    else:
        roles = [
            (ROLE_ON[part.kind], (part.ports[0] if part.ports else "()" if part.kind == "P" else "",))
            for part in tile.face.parts
        ]
    return [Offer(Colonist(seat=seat, role=role, port=ports[0]), {"port": OneOf(ports)}) for role, ports in roles]


def _scores(state: State, seat: Seat) -> list[Offer]:
    """Every feature with a colonist on it."""
    found = {
        node: (KINDS[part.kind], cell, part.ports[0] if part.ports else "")
        for cell, _ in state.land.lying()
        for part, node, feature in state.land.parts(cell)
        if feature.men
    }
    return [Offer(Score(seat=seat, features=(feature,))) for feature in found.values()]
