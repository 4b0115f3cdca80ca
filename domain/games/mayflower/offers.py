"""The actions that may be possible now, with their open fields; the checks decide which of them are lawful."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.mayflower.actions import Colonist, Discard, Draw, Explore, Place, Score, Skip
from domain.games.mayflower.follow import movable, unscored_features
from domain.games.mayflower.pieces import COPIES, LETTERS
from domain.games.mayflower.pieces.cells import SIDES, SPOTS
from domain.games.mayflower.pieces.faces import FARM, UNSEEN
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import (
    COLONIST,
    DRAW,
    EXPLORE,
    PAWNS,
    PLACE,
    ROLE_ON,
    SCORE,
    State,
    Tile,
    as_lying,
    copies_drawn,
)
from domain.numbers import Range, most
from domain.rules import Offer, OneOf


def draws(rules: MayflowerRules, state: State) -> Iterator[Offer]:
    """A tile of any letter of which not all copies have been seen."""
    letters = tuple(letter for letter in LETTERS if copies_drawn(state, letter) < COPIES[letter])
    if letters and most(state.stock):
        yield Offer(Draw(seat=state.active, letter=letters[0]), {"letter": OneOf(letters, LETTERS)})


def within(rules: MayflowerRules, state: State, cell: str) -> bool:
    """Whether tiles may lie on a cell at all (MF-I-09)."""
    spot = SPOTS[cell]
    if spot.column < 1:
        return spot.column == 0 and rules.limits == "coast"
    return rules.limits != "board-rows" or state.land.tile(f"0:{spot.row}") is not None


def fits(demand: str, edges: str) -> bool:
    """Whether edges give an open cell what it demands; what was not seen may be anything."""
    for wanted, edge in zip(demand, edges, strict=True):
        if wanted != edge and wanted != "." and wanted != UNSEEN and edge != UNSEEN:
            return False
    return True


def places_for(rules: MayflowerRules, state: State, tile: Tile) -> dict[int, tuple[str, ...]]:
    """Every lawful place of a tile, by how it is turned; turns that look the same are listed once."""
    cells = [place for place in state.land.open_cells() if within(rules, state, place[0])]
    found: dict[int, tuple[str, ...]] = {}
    seen: set[str] = set()
    fitting: dict[tuple[str, str], bool] = {}
    for turn in range(4):
        face = as_lying(state, tile, turn)
        edges = "????" if face is None else face.edges
        lies = edges if face is None else " ".join(sorted(face.text.split(";")))
        if lies in seen:
            continue
        seen.add(lies)
        here = []
        for cell, demand in cells:
            answer = fitting.get((demand, edges))
            if answer is None:
                answer = fitting[demand, edges] = fits(demand, edges)
            if answer:
                here.append(cell)
        if here:
            found[turn] = tuple(here)
    return found


def tiles(rules: MayflowerRules, state: State) -> Iterator[Offer]:
    """The tile in hand on every cell it fits, turned each way; else into the box."""
    seat = state.active
    places = places_for(rules, state, state.hand[-1] if state.hand else Tile())
    among = tuple(cell for cell, _ in state.land.open_cells())
    for turn, cells in places.items():
        yield Offer(Place(seat=seat, cell=cells[0], turn=turn), {"cell": OneOf(cells, among)})
    if not places and state.hand:
        yield Offer(Discard(seat=seat))


def colonists(rules: MayflowerRules, state: State) -> Iterator[Offer]:
    """No colonist, or one on a free part of the tile just laid; if that was not seen, on any part there can be."""
    seat, cell = state.active, state.now.cell
    yield Offer(Skip(seat=seat))
    tile = state.land.tile(cell) if cell else None
    if not most(state.reserves[seat]) or tile is None:
        return
    if tile.face is None:
        for kind, role in ROLE_ON.items():
            some = Colonist(seat=seat, role=role, port="" if kind == FARM else SIDES[0])
            yield Offer(some, {} if kind == FARM else {"port": OneOf(tuple(SIDES))})
        return
    plains = []
    for number, part in enumerate(tile.face.parts):
        if state.land.root(tile.node + number)[1].men:
            continue
        port = part.ports[0] if part.ports else ("()" if part.kind == "P" else "")
        if part.kind == "P":
            plains.append(port)
        else:
            yield Offer(Colonist(seat=seat, role=ROLE_ON[part.kind], port=port))
    if plains:
        trapper = Colonist(seat=seat, role=ROLE_ON["P"], port=plains[0])
        yield Offer(trapper, {"port": OneOf(tuple(plains))})


def scores(rules: MayflowerRules, state: State) -> Iterator[Offer]:
    """Any of the completed features."""
    for feature in unscored_features(rules, state):
        yield Offer(Score(seat=state.active, features=(feature,)))


def explorers(rules: MayflowerRules, state: State) -> Iterator[Offer]:
    """The explorer that must move, or either."""
    for at in movable(rules, state):
        yield Offer(Explore(seat=state.active, pawn=PAWNS[at]))


def unsure_moves(rules: MayflowerRules, state: State) -> Iterator[Offer]:
    """Either explorer, by the player whose turn was last, where it is not known whether they moved."""
    if any(state.drawn) and any(isinstance(column, Range) for column in state.explorers):
        seat = (state.active - 1) % len(state.reserves)
        for pawn in PAWNS:
            yield Offer(Explore(seat=seat, pawn=pawn))


OFFERS = {DRAW: (draws, unsure_moves), PLACE: (tiles,), COLONIST: (colonists,), SCORE: (scores,), EXPLORE: (explorers,)}
