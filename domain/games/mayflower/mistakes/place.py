"""Simulated mistakes about placing the tile (MF-PLACE)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Draw, Place
from domain.games.mayflower.mistakes.common import Moment, breaks, instead, one_of, read, stands, waits_for
from domain.games.mayflower.offers import fits
from domain.games.mayflower.pieces.cells import SPOTS, cell_at
from domain.games.mayflower.pieces.faces import same_look, turned
from domain.games.mayflower.state import COLONIST, State, as_lying
from domain.games.mayflower.values import Space
from domain.rules import replace


def place_elsewhere(at: Moment, cell: str | None, turn: int | None = None) -> WrongPlay | None:
    """The tile goes elsewhere; a colonist may be placed on it."""
    if cell is None:
        return None
    tile = replace(at.action, cell=cell, turn=at.action.turn if turn is None else turn)
    return instead(tile, then=waits_for(COLONIST, at.action.seat))


def unoccupied_cells(state: State) -> list[str]:
    """Cells with a tile without colonists."""
    taken = {man.cell for man in state.men}
    return [cell for cell, tile in state.land.lying() if SPOTS[cell].column > 0 and cell not in taken]


@breaks(mf.PLACE_1, Place)
def a_tile_far_from_everything(at: Moment) -> WrongPlay | None:
    return place_elsewhere(at, cell_at(max(at.state.land.columns) + 3, at.rng.randint(1, 10)))


@breaks(mf.PLACE_2, Place)
def a_tile_corner_to_corner(at: Moment) -> WrongPlay | None:
    land = at.state.land
    corners = (near for cell, _ in land.lying() for near, column in SPOTS[cell].around[4:] if column > 0)
    return place_elsewhere(
        at, one_of(at, (cell for cell in corners if land.tile(cell) is None and not land.demand(cell)))
    )


@breaks(mf.PLACE_3, Place)
def borders_that_do_not_match(at: Moment) -> WrongPlay | None:
    tile = at.state.hand[-1]
    faces = [as_lying(at.state, tile, turn) for turn in range(4)]
    wrong = [
        (cell, turn)
        for cell, demand in at.state.land.open_cells()
        for turn, face in enumerate(faces)
        if SPOTS[cell].column > 0 and face is not None and not fits(demand, face.edges)
    ]
    return place_elsewhere(at, *(one_of(at, wrong) or (None,)))


@breaks(mf.PLACE_4, Place)
def a_tile_on_another(at: Moment) -> WrongPlay | None:
    return place_elsewhere(at, one_of(at, unoccupied_cells(at.state)))


@breaks(mf.PLACE_4, Place)
def a_tile_on_the_board(at: Moment) -> WrongPlay | None:
    return place_elsewhere(at, f"0:{at.rng.randint(1, 10)}")


@breaks(mf.PLACE_5, Place)
def a_tile_in_the_sea(at: Moment) -> WrongPlay | None:
    return place_elsewhere(at, at.rng.choice((f"-1:{at.rng.randint(1, 10)}", "0:0", "0:11")))


@breaks(mf.PLACE_6, Draw)
def a_lying_tile_turned(at: Moment) -> WrongPlay | None:
    cell = one_of(at, unoccupied_cells(at.state))
    if cell is None:
        return None
    turn = (at.state.land.tiles[cell].turn + at.rng.randint(1, 3)) % 4
    return instead(Place(seat=at.action.seat, cell=cell, turn=turn, source=cell), then=stands(at))


@breaks(mf.PLACE_6, Draw)
def a_lying_tile_seen_otherwise(at: Moment) -> WrongPlay | None:
    cell = one_of(at, unoccupied_cells(at.state))
    if cell is None:
        return None
    tile = at.state.land.tiles[cell]
    lies = tile.face.text if tile.face else ""
    turns = [
        by for by in (1, 2, 3) if lies and not same_look(lies, turned(lies, by, True).text)
    ]  # else it looks the same
    if not turns:
        return None
    return read(at, "space", (cell,), Space(f"{tile.letter}/{(tile.turn + at.rng.choice(turns)) % 4}"))
