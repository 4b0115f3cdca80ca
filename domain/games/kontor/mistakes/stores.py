"""Simulated mistakes about warehouses (KO-STORE)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Centre, Choose, Place, Store, Tokens
from domain.games.kontor.mistakes.common import (
    KontorMoment,
    announced,
    breaks,
    goes_on,
    in_force,
    instead,
    made,
    one_of,
    stands,
)
from domain.games.kontor.mistakes.sectors import own_centre, own_parts, put_on, shown, stored
from domain.games.kontor.pieces import DOCK, GOODS
from domain.games.kontor.state import AT, BIT, NAME, NOWHERE, Sector, cells_in
from domain.games.kontor.state.cells import parts_of


@breaks(ko.STORE_1, Place)
def another_number_of_warehouses(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.STORE_1, "stock"))
    return None if effect is None else announced(at, effect, one_of(at, {0, effect.by + 1}))


@breaks(ko.STORE_1, Place)
def another_kind_of_warehouse(at: KontorMoment) -> WrongPlay | None:
    _, sector = stored(at) or (NOWHERE, None)
    if sector is None or own_centre(at, sector) == NOWHERE or not in_force(at, ko.STORE_1, Store):
        return None
    shown_goods = shown(at)
    missing = [good for good in GOODS if good not in dict(shown_goods)]
    if not missing or not shown_goods:
        return None
    goods = ((missing[0], shown_goods[0][1]), *shown_goods[1:])
    where = NAME[own_centre(at, sector)]
    return instead(at.action, Store(seat=at.action.seat, goods=goods, cell=where), then=goes_on(at))


@breaks(ko.STORE_2, Place)
def warehouses_beside_the_first_dock(at: KontorMoment) -> WrongPlay | None:
    cell, sector = stored(at) or (NOWHERE, None)
    if sector is None or own_centre(at, sector) != cell:
        return None
    board = at.after.state.board
    return put_on(at, one_of(at, (cell for cell in board.cards if board.water & BIT[cell])))


@breaks(ko.STORE_3, Place)
def a_second_centre(at: KontorMoment) -> WrongPlay | None:
    cell, sector = stored(at) or (NOWHERE, None)
    if sector is None or own_centre(at, sector) in (NOWHERE, cell) or len(parts_of(sector.cells & ~BIT[cell])) > 1:
        return None
    centre = own_centre(at, sector)
    together = any(part & BIT[cell] and part & BIT[centre] for part in own_parts(at, sector))
    return put_on(at, cell if together else None)


def my_sectors(at: KontorMoment) -> list[tuple[int, Sector]]:
    """Open sectors with a centre the acting seat made, before the lawful action."""
    side, board = at.state.sides[at.action.seat], at.state.board
    found = [(sector.centres[side], sector) for sector in board.open if sector.centres[side] != NOWHERE]
    return [pair for pair in found if board.cards[pair[0]].by == at.action.seat]


def quiet(at: KontorMoment) -> bool:
    """Whether nothing was placed or removed in a turn that could let warehouses be moved."""
    return at.state.play.removed == NOWHERE and at.state.play.placed == NOWHERE


@breaks(ko.STORE_4, Choose)
def warehouses_on_two_docks(at: KontorMoment) -> WrongPlay | None:
    side, cards = at.state.sides[at.action.seat], at.state.board.cards
    for centre, sector in my_sectors(at):
        others = [cell for cell in cells_in(sector.cells) if cell != centre and cards[cell].owner == side]
        first = next((good for good, count in zip(GOODS, sector.stock[side], strict=True) if count), None)
        if quiet(at) and others and first and sum(sector.stock[side]) > 1:
            moved = Tokens(
                seat=at.action.seat, goods=((first, 1),), source=NAME[centre], target=NAME[one_of(at, others)]
            )
            return instead(moved, then=stands(at))
    return None


@breaks(ko.STORE_5, Place)
def centres_not_joined(at: KontorMoment) -> WrongPlay | None:
    effects = [effect for effect in made(at, ko.STORE_5, "stock") if effect.by]
    alone = [
        effect
        for effect in effects
        if sum((effect.what, effect.key) == (other.what, other.key) for other in effects) == 1
    ]
    return announced(at, one_of(at, alone), 0)


@breaks(ko.STORE_6, Place)
def warehouses_for_a_card_without_goods(at: KontorMoment) -> WrongPlay | None:
    if at.action.cell in {NAME[cell] for cell in at.state.board.cards}:
        return None
    if at.after.state.board.cards[AT[at.action.cell]].kind == DOCK or at.after.state.result is not None:
        return None
    goods = ((at.rng.choice(GOODS), 1),)
    return instead(at.action, Store(seat=at.action.seat, goods=goods, cell=at.action.cell), then=goes_on(at))


@breaks(ko.STORE_6, Choose)
def a_centre_without_goods(at: KontorMoment) -> WrongPlay | None:
    side, cards = at.state.sides[at.action.seat], at.state.board.cards
    bare = [
        cell
        for sector in at.state.board.open
        for cell in cells_in(sector.cells)
        if cards[cell].kind in ("crane", "tavern") and cards[cell].owner == side
    ]
    cell = one_of(at, bare)
    return None if cell is None else instead(Centre(seat=at.action.seat, cell=NAME[cell]), then=stands(at))


@breaks(ko.STORE_7, Choose)
def warehouses_lost(at: KontorMoment) -> WrongPlay | None:
    side = at.state.sides[at.action.seat]
    for centre, sector in my_sectors(at):
        first = next((good for good, count in zip(GOODS, sector.stock[side], strict=True) if count), None)
        if first and quiet(at):
            return instead(Tokens(seat=at.action.seat, goods=((first, 1),), source=NAME[centre]), then=stands(at))
    return None
