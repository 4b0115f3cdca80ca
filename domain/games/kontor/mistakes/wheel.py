"""Simulated mistakes about Roue libre (KO-V-ROUE)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Coin, Draw, Layout, Pass, Place, Reveal, Tokens
from domain.games.kontor.deeds.wheel import skips_of, taverns_of
from domain.games.kontor.mistakes.common import (
    KontorMoment,
    a_seat,
    announced,
    breaks,
    goes_on,
    in_force,
    instead,
    made,
    one_of,
    others,
    refused,
    stands,
)
from domain.games.kontor.mistakes.placement import elsewhere, too_far
from domain.games.kontor.mistakes.scenarios import nothing_for
from domain.games.kontor.mistakes.setup import laid_out
from domain.games.kontor.offers.possible_cards import may_be_held
from domain.games.kontor.pieces import COIN, CRANE, GOODS, GROUP, SPECIAL_NUMBERS, SPECIALS
from domain.games.kontor.state import (
    AT,
    BIT,
    CHOOSE,
    NAME,
    NEAR,
    NOWHERE,
    PLACE,
    REFILL,
    card_of,
    cells_in,
    closed_sectors,
    lawful_cells,
    sector_with,
    touching,
    within,
)
from domain.rules import POINTS, replace

PLAYED = (Reveal, Draw, Place, Pass)


# The table ----------------------------------------------------------------------------------------


@breaks(ko.V_ROUE_1, Layout)
def a_canal_beside_the_lone_anchor(at: KontorMoment) -> WrongPlay | None:
    if at.rules.layout_clause is not ko.V_ROUE_1:
        return None
    return instead(replace(at.action, cards=(*at.action.cards, ("1,0", None))), then=goes_on(at))


@breaks(ko.V_ROUE_1, Place)
def wider_than_seven_on_the_wheel(at: KontorMoment) -> WrongPlay | None:
    return None if at.rules.scenario else too_far(at, ko.V_ROUE_1)


@breaks(ko.V_ROUE_2, Layout)
def a_florin_more_than_players(at: KontorMoment) -> WrongPlay | None:
    if at.rules.purse_clause is not ko.V_ROUE_2:
        return None
    return laid_out(at, ko.V_ROUE_2, "purse", (a_seat(at),), len(at.state.players) + 1)


@breaks(ko.V_ROUE_3, Layout)
def special_cards_left_in_the_box(at: KontorMoment) -> WrongPlay | None:
    if at.rules.canals_clause is not ko.V_ROUE_3:
        return None
    return laid_out(at, ko.V_ROUE_3, "canal-pile", (), at.state.canals.count - SPECIALS)


@breaks(ko.V_ROUE_4, Layout)
def three_docks_as_usual(at: KontorMoment) -> WrongPlay | None:
    if at.rules.docks_clause is not ko.V_ROUE_4:
        return None
    return laid_out(at, ko.V_ROUE_4, "docks", (a_seat(at),), 3)


@breaks(ko.V_ROUE_5, Draw)
def a_hand_without_a_card_of_one_pile(at: KontorMoment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    if not in_force(at, ko.V_ROUE_5, Draw) or not at.action.card or state.phase != REFILL:
        return None
    docks, canals, specials = state.players[seat].hand.counts
    group = 1 if GROUP[card_of(state, at.action.card).kind] else 0
    pile = state.piles[state.pile_of[seat]] if group else state.canals
    if (canals + specials if group else docks) or not pile.count:
        return None
    return instead(Draw(seat=seat, pile="docks" if group else "canals"), then=goes_on(at))


# Each in turn -------------------------------------------------------------------------------------


def its_card(at: KontorMoment, seat: int) -> int | None:
    """An ordinary card without a florin that a seat may have, and a cell for it."""
    state = at.state
    found = [n for n in may_be_held(state, seat) if n not in SPECIAL_NUMBERS and card_of(state, n).symbol != COIN]
    return one_of(at, [n for n in found if lawful_cells(at.rules, state, seat, card_of(state, n))])


@breaks(ko.V_ROUE_6, Reveal)
def a_player_out_of_turn(at: KontorMoment) -> WrongPlay | None:
    state = at.state
    if not in_force(at, ko.V_ROUE_6, Reveal) or state.phase != CHOOSE or len(at.rules.ends) > 1:
        return None
    seat = one_of(at, [seat for seat in others(state, state.first) if not _waits(at, seat)])
    card = None if seat is None else its_card(at, seat)
    return None if card is None else instead(Reveal(cards=((seat, card, ()),)), then=(PLACE, (seat,)))


def _waits(at: KontorMoment, seat: int) -> bool:
    """Whether a seat has to miss a turn, or has just missed one."""
    wheel = at.state.parts.get("wheel")
    return bool(skips_of(at.state, seat)) or (wheel is not None and seat in wheel.missed)


# Taxes --------------------------------------------------------------------------------------------


@breaks(ko.V_ROUE_7, Reveal)
def a_tax_of_the_wheel_not_paid(at: KontorMoment) -> WrongPlay | None:
    effects = [effect for effect in made(at, ko.V_ROUE_7, "purse") if effect.by == -1]
    return None if at.after.state.ended else announced(at, one_of(at, effects), 0)


@breaks(ko.V_ROUE_7, Reveal)
def no_turn_missed_for_a_tax(at: KontorMoment) -> WrongPlay | None:
    effects = [effect for effect in made(at, ko.V_ROUE_7, "skips") if effect.by == 1]
    return announced(at, one_of(at, effects), 0)


# Nothing is counted before the end ----------------------------------------------------------------


@breaks(ko.V_ROUE_8, Reveal)
def warehouses_taken_off_too_soon(at: KontorMoment) -> WrongPlay | None:
    if not in_force(at, ko.V_ROUE_8, Tokens):
        return None
    rows = []
    for sector in closed_sectors(at.state.board):
        for seat, side in enumerate(at.state.sides):
            goods = [(good, 1) for good, count in zip(GOODS, sector.stock[side], strict=True) if count]
            if goods and sector.centres[side] != NOWHERE:
                rows.append(Tokens(seat=seat, goods=tuple(goods[:1]), source=NAME[sector.centres[side]]))
    return instead(one_of(at, rows), then=stands(at))


@breaks(ko.V_ROUE_8, Place)
def an_enclosed_sector_defended(at: KontorMoment) -> WrongPlay | None:
    cell = AT[at.action.cell]
    if not in_force(at, ko.V_ROUE_8, Tokens) or at.action.card not in SPECIAL_NUMBERS:
        return None
    touches = any(sector.cells & (BIT[cell] | NEAR[cell]) for sector in closed_sectors(at.state.board))
    return refused(at, "enclosed") if touches else None


# Cranes, coins, the count -------------------------------------------------------------------------


@breaks(ko.V_ROUE_9, Place)
def a_crane_beside_a_card(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    if card_of(at.state, at.action.card).kind != CRANE or not in_force(at, ko.V_ROUE_9, Place):
        return None
    cells = touching(board) & ~board.taken & within(at.rules, board)
    for reach in board.craned:
        cells &= ~reach
    return elsewhere(at, cells)


@breaks(ko.V_ROUE_10, Coin)
def a_coin_in_another_sector(at: KontorMoment) -> WrongPlay | None:
    board, tavern = at.state.board, AT[at.action.tavern]
    docks = board.docks & ~sector_with(board, tavern).cells
    cell = one_of(at, cells_in(docks))
    return None if cell is None else instead(replace(at.action, cell=NAME[cell]), then=goes_on(at))


@breaks(ko.V_ROUE_10, Place)
def a_coin_moved_after_the_card(at: KontorMoment) -> WrongPlay | None:
    tavern = one_of(at, taverns_of(at.state, at.action.seat)) if in_force(at, ko.V_ROUE_10, Coin) else None
    if tavern is None or at.state.phase != PLACE:
        return None
    coin = Coin(seat=at.action.seat, cell=NAME[tavern], tavern=NAME[tavern])
    return instead(coin, then=stands(at))


@breaks(ko.V_ROUE_11, Place)
def a_lone_dock_counted(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, [line for line in made(at, ko.V_ROUE_11, POINTS) if not line.by]), 1)


@breaks(ko.V_ROUE_11, Place)
def a_sector_of_the_wheel_left_out(at: KontorMoment) -> WrongPlay | None:
    return nothing_for(at, ko.V_ROUE_11)
