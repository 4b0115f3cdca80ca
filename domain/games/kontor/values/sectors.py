"""Warehouses, keepers and sectors as values of the table."""

from __future__ import annotations

from domain.games.kontor.pieces import COLOURS, GOODS, SIDES
from domain.games.kontor.state import (
    AT,
    NAME,
    NO_SEAT,
    NOWHERE,
    UNKNOWN_SIDE,
    Board,
    Sector,
    State,
    cells_in,
    name_of,
    put_at,
    sector_at,
    with_stock,
)
from domain.games.kontor.state.board import closed_sectors
from domain.games.kontor.state.card_removal import sector_of
from domain.numbers import Number
from domain.rules import Key, replace
from domain.texts import Form, Letters, number_text, read_number


def stock_at(state: State, key: Key) -> Number:
    """Warehouses of a good lying on a cell: none where it is no centre."""
    cell = AT[key[0]]
    sector = sector_at(state.board, cell)
    if sector is None:
        return 0
    for side, centre in enumerate(sector.centres):
        if centre == cell:
            return sector.stock[side][GOODS.index(key[1])]
    return 0


def set_stock(state: State, key: Key, value: Number) -> State:
    """Warehouses as they were counted on a centre; one that was none becomes its owner's."""
    cell, board = AT[key[0]], state.board
    sector, lying = sector_at(board, cell), board.cards.get(AT[key[0]])
    if sector is None or lying is None or not 0 <= lying.owner < len(sector.stock):
        return state
    side = lying.owner
    if sector.centres[side] != cell and not isinstance(value, int):
        return state
    if sector.centres[side] != cell and value == 0:
        return state
    goods = put_at(sector.stock[side], GOODS.index(key[1]), value)
    return with_sector(state, sector, with_stock(sector, side, goods, cell))


def with_sector(state: State, before: Sector, after: Sector) -> State:
    """The table with a sector changed."""
    board = state.board
    return replace(
        state,
        board=replace(
            board,
            open=tuple([after if sector is before else sector for sector in board.open]),
            done=tuple([after if sector is before else sector for sector in board.done]),
        ),
    )


def keeper_at(state: State, key: Key) -> int:
    """The side whose keeper stands in the sector of a cell."""
    sector = sector_at(state.board, AT[key[0]])
    return NO_SEAT if sector is None else sector.keeper


def set_keeper(state: State, key: Key, side: int) -> State:
    """A keeper seen in a sector: it is finished."""
    board, sector = state.board, sector_at(state.board, AT[key[0]])
    if sector is None:
        return state
    if any(finished is sector for finished in board.done):
        return with_sector(state, sector, replace(sector, keeper=side))
    if side == NO_SEAT:
        return state
    return finished(state, sector, side)


def finished(state: State, sector: Sector, side: int) -> State:
    """A sector taken for finished, its warehouses back in the supply."""
    board = state.board
    sides = len(sector.stock)
    after = replace(sector, free=0, keeper=side, stock=((0, 0, 0),) * sides, centres=(NOWHERE,) * sides)
    return replace(
        state,
        board=replace(
            board, open=tuple([other for other in board.open if other is not sector]), done=(*board.done, after)
        ),
    )


def is_done(state: State, key: Key) -> bool:
    """Whether the sector of a cell is finished."""
    sector = sector_at(state.board, AT[key[0]])
    return sector is not None and any(finished is sector for finished in state.board.done)


def set_done(state: State, key: Key, value: bool) -> State:
    """A sector declared finished, won by no side until a keeper is seen."""
    sector = sector_at(state.board, AT[key[0]])
    if sector is None or value == is_done(state, key):
        return state
    return finished(state, sector, NO_SEAT) if value else uncompared(state, sector)


def uncompared(state: State, sector: Sector) -> State:
    """A sector the table did not compare: no keeper stands there, and its warehouses still lie."""
    board = state.board
    lay = sector_of(board.plan, board.cards, sector.cells, board.water | board.docks, sector.centres)
    return with_sector(state, sector, replace(sector, stock=lay.stock, centres=lay.centres, keeper=NO_SEAT))


def keeper_text(side: int, letters: Letters = ()) -> str:
    """A keeper by its colour."""
    if side == NO_SEAT:
        return "-"
    return SIDES[side] if 0 <= side < len(SIDES) else "?"


def _read_keeper(text: str, letters: Letters) -> int:
    if text == "-":
        return NO_SEAT
    return UNKNOWN_SIDE if text == "?" else SIDES.index(text)


KEEPER = Form(keeper_text, _read_keeper)


def keepers_agree(now: int, seen: int) -> bool:
    """Whether the same keeper stands there, as far as is known."""
    return UNKNOWN_SIDE in (now, seen) or now == seen


def _sector_text(sector: Sector) -> str:
    cells = "+".join(NAME[cell] for cell in cells_in(sector.cells))
    stock = ":".join("/".join(number_text(count) for count in goods) for goods in sector.stock)
    centres = ":".join("-" if cell == NOWHERE else NAME[cell] for cell in sector.centres)
    maybe = "+".join(NAME[cell] for cell in cells_in(sector.maybe))
    return f"{cells}|{stock}|{centres}|{keeper_text(sector.keeper)}{maybe and '|' + maybe}"


def _read_sector(text: str) -> Sector:
    cells, stock, centres, keeper, *more = text.split("|")
    at = [AT[name] for name in cells.split("+") if name]
    goods = tuple(tuple(read_number(count) for count in side.split("/")) for side in stock.split(":"))
    where = tuple(NOWHERE if name == "-" else AT[name] for name in centres.split(":"))
    if not len(COLOURS) <= len(goods) == len(where) <= len(SIDES) or any(len(side) != len(GOODS) for side in goods):
        raise ValueError(text)
    maybe = {AT[name] for names in more for name in names.split("+")}
    if len(more) > 1 or not maybe <= set(at):
        raise ValueError(text)
    inside, maybes = (sum(1 << cell for cell in some) for some in (set(at), maybe))
    return Sector(inside, 0, len(at), goods, where, 0, _read_keeper(keeper, ()), maybes)


SECTORS = Form(
    lambda sectors, letters: " ".join(map(_sector_text, sectors)) or "-",
    lambda text, letters: () if text == "-" else tuple(_read_sector(part) for part in text.split()),
)


def get_sectors(field: str):
    """Sectors as they are written: what the cards show is left out."""
    return lambda state, key: tuple(
        replace(sector, free=0, size=sector.cells.bit_count(), customs=0) for sector in getattr(state.board, field)
    )


def set_sectors(field: str):
    """Sectors in the order they were recorded, put together with the cards that lie in them."""

    def put(state: State, key: Key, sectors: tuple[Sector, ...]) -> State:
        board = state.board
        solid = board.water | board.docks
        fit = [sector for sector in sectors if sector.cells and len(sector.stock) == len(board.craned)]
        made = tuple(_whole(board, sector, solid, field == "open") for sector in fit if not sector.cells & ~board.docks)
        return replace(state, board=replace(board, **{field: made}))

    return put


def _whole(board: Board, sector: Sector, solid: int, is_open: bool) -> Sector:
    derived = sector_of(board.plan, board.cards, sector.cells, solid, sector.centres)
    return replace(sector, free=derived.free if is_open else 0, size=derived.size, customs=derived.customs)


def closed_names(state: State) -> tuple[str, ...]:
    """Open sectors without an empty neighbour: they wait to be compared."""
    return tuple(map(name_of, closed_sectors(state.board)))
