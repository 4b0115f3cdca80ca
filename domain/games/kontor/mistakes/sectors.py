"""Simulated mistakes about sectors (KO-SECTOR)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Keeper, Place, Store
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of, stands
from domain.games.kontor.pieces import DOCK, GOODS
from domain.games.kontor.state import AT, BIT, NAME, NOWHERE, Sector, is_full, name_of
from domain.games.kontor.state.cells import NEAR, parts_of


def stored(at: KontorMoment) -> tuple[int, Sector] | None:
    """The cell and the sector of a dock with goods that was lawfully placed, its sector still open."""
    if at.action.cell in {NAME[cell] for cell in at.state.board.cards}:
        return None
    cell = AT[at.action.cell]
    lying = at.after.state.board.cards[cell]
    if lying.kind != DOCK or not any(lying.goods) or lying.owner < 0:
        return None
    sector = next((sector for sector in at.after.state.board.open if sector.cells & BIT[cell]), None)
    return None if sector is None else (cell, sector)


def shown(at: KontorMoment) -> tuple[tuple[str, int], ...]:
    """What the dock just placed stores."""
    goods = at.after.state.board.cards[AT[at.action.cell]].stored
    return tuple((good, count) for good, count in zip(GOODS, goods, strict=True) if count)


def put_on(at: KontorMoment, cell: int | None) -> WrongPlay | None:
    """The lawful placement, and its warehouses on another cell."""
    if cell is None or not shown(at):
        return None
    return instead(at.action, Store(seat=at.action.seat, goods=shown(at), cell=NAME[cell]), then=goes_on(at))


def own_centre(at: KontorMoment, sector: Sector) -> int:
    """The centre the acting seat made itself in a sector."""
    centre = sector.centres[at.state.sides[at.action.seat]]
    lying = at.after.state.board.cards.get(centre)
    return centre if lying is not None and lying.by == at.action.seat else NOWHERE


def own_parts(at: KontorMoment, sector: Sector) -> list[int]:
    """The docks of the acting side in a sector, as far as they hang together by themselves."""
    side, cards = at.state.sides[at.action.seat], at.after.state.board.cards
    own = sum(BIT[cell] for cell in cards if sector.cells & BIT[cell] and cards[cell].owner == side)
    return parts_of(own)


@breaks(ko.SECTOR_1, Place)
def a_centre_beyond_docks_of_the_other(at: KontorMoment) -> WrongPlay | None:
    cell, sector = stored(at) or (NOWHERE, None)
    if sector is None or own_centre(at, sector) in (NOWHERE, cell) or len(parts_of(sector.cells & ~BIT[cell])) > 1:
        return None
    centre = own_centre(at, sector)
    apart = not any(part & BIT[cell] and part & BIT[centre] for part in own_parts(at, sector))
    return put_on(at, cell if apart else None)


@breaks(ko.SECTOR_2, Place)
def warehouses_in_another_sector(at: KontorMoment) -> WrongPlay | None:
    _, sector = stored(at) or (NOWHERE, None)
    if sector is None or own_centre(at, sector) == NOWHERE:
        return None
    others = [own_centre(at, other) for other in at.after.state.board.open if other is not sector]
    return put_on(at, one_of(at, (other for other in others if other != NOWHERE)))


@breaks(ko.SECTOR_3, Place)
def a_sector_not_compared(at: KontorMoment) -> WrongPlay | None:
    if is_full(at.after.state.board):
        return None
    return announced(at, one_of(at, made(at, ko.SECTOR_3, "finished")), False)


@breaks(ko.SECTOR_3, Draw)
def a_keeper_in_an_open_sector(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    lone = [sector for sector in board.open if sector.size == 1 and sector.free & board.edges]
    sector = one_of(at, lone)
    if sector is None:
        return None
    return instead(Keeper(seat=at.action.seat, cell=name_of(sector)), then=stands(at))


@breaks(ko.SECTOR_4, Place)
def joined_sectors_kept_apart(at: KontorMoment) -> WrongPlay | None:
    cell, sector = stored(at) or (NOWHERE, None)
    if sector is None or not NEAR[cell] & at.state.board.docks or own_centre(at, sector) in (NOWHERE, cell):
        return None
    return put_on(at, cell) if len(parts_of(sector.cells & ~BIT[cell])) > 1 else None
