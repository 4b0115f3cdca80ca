"""Simulated mistakes about special cards (KO-SPEC)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, Place, Reveal
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of, stands
from domain.games.kontor.pieces import BRIDGES, CANAL, CUSTOMS_HOUSES, DOCK, FLOODS, SPECIAL_NUMBERS, group_of
from domain.games.kontor.state import (
    BIT,
    NAME,
    NEAR,
    State,
    card_of,
    cells_in,
    is_finished,
    lying_of,
    placed_by,
    touching,
    within,
    would_finish,
)
from domain.rules import POINTS, replace


def lying(state: State, *kinds: str) -> list[int]:
    """Cells with a card of these kinds on top, outside finished sectors."""
    return [
        cell for cell, card in state.board.cards.items() if card.kind in kinds and not is_finished(state.board, cell)
    ]


def elsewhere(at: KontorMoment, numbers: tuple[int, ...], cells: list[int]) -> WrongPlay | None:
    """One of these cards on one of these cells."""
    if at.after.state.result is not None or at.after.state.missing_fact:  # a flood may bring more (KO-V-CRUE-2)
        return None
    cell = one_of(at, cells) if at.action.card in numbers else None
    return None if cell is None else instead(replace(at.action, cell=NAME[cell]), then=goes_on(at))


def apart_from_finished(state: State, cells: list[int]) -> list[int]:
    """The cells of these that are next to no finished sector and no crane."""
    board = state.board
    near = sum(sector.cells for sector in board.done)
    craned = board.craned[0] | board.craned[1]
    return [cell for cell in cells if not NEAR[cell] & near and not craned & BIT[cell]]


@breaks(ko.SPEC_1, Place)
def a_flood_over_two_goods(at: KontorMoment) -> WrongPlay | None:
    cards = at.state.board.cards
    return elsewhere(at, FLOODS, [cell for cell in lying(at.state, DOCK) if sum(cards[cell].goods) > 1])


@breaks(ko.SPEC_1, Place)
def a_flood_over_a_canal(at: KontorMoment) -> WrongPlay | None:
    return elsewhere(at, FLOODS, [cell for cell in lying(at.state, CANAL) if cell != at.state.board.boat])


@breaks(ko.SPEC_2, Place)
def a_florin_for_a_flood(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.SPEC_2, "purse"))
    return announced(at, effect, 1) if at.state.treasury else None


@breaks(ko.SPEC_3, Place)
def a_bridge_over_a_dock(at: KontorMoment) -> WrongPlay | None:
    return elsewhere(at, BRIDGES, apart_from_finished(at.state, lying(at.state, DOCK)))


@breaks(ko.SPEC_4, Place)
def warehouses_not_joined_by_a_bridge(at: KontorMoment) -> WrongPlay | None:
    effects = [effect for effect in made(at, ko.SPEC_4, "stock") if effect.by]
    effect = one_of(at, [effect for effect in effects if [each.key for each in effects].count(effect.key) == 1])
    return effect and announced(at, effect, 0)


@breaks(ko.SPEC_5, Place)
def a_customs_house_over_a_canal(at: KontorMoment) -> WrongPlay | None:
    cells = [cell for cell in lying(at.state, CANAL) if cell != at.state.board.boat]
    return elsewhere(at, CUSTOMS_HOUSES, apart_from_finished(at.state, cells))


@breaks(ko.SPEC_6, Place)
def a_flood_in_a_finished_sector(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    docks = [
        cell
        for cell, card in board.cards.items()
        if group_of(card.kind) == 0 and sum(card.goods) < 2 and is_finished(board, cell)
    ]
    return elsewhere(at, FLOODS, docks)


@breaks(ko.SPEC_7, Place)
def a_customs_house_that_finishes_a_sector(at: KontorMoment) -> WrongPlay | None:
    state, board = at.state, at.state.board
    if at.action.card not in CUSTOMS_HOUSES or len(board.cards) > 62:
        return None
    card = lying_of(card_of(state, at.action.card), state.sides[at.action.seat], at.action.seat)
    free = cells_in(touching(board) & ~board.taken & within(at.rules, board))
    return elsewhere(at, CUSTOMS_HOUSES, [cell for cell in free if would_finish(at.rules, board, cell, card)])


@breaks(ko.SPEC_8, Place)
def customs_not_counted(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.SPEC_8, POINTS))
    return effect and announced(at, effect, effect.by - 1)


@breaks(ko.SPEC_9, Place, Choose, Reveal)
def a_draw_for_a_special(at: KontorMoment) -> WrongPlay | None:
    state = at.state
    seat = state.play.just
    placed = placed_by(state.board, seat) if seat >= 0 else -1
    if placed < 0 or state.board.cards[placed].number not in SPECIAL_NUMBERS or not state.canals.count:
        return None
    if any(state.players[seat].missing) or at.rules.refill_specials:
        return None
    return instead(Draw(seat=seat, pile="canals"), then=stands(at))
