"""Simulated mistakes in special rules for taverns (KO-V)."""

from __future__ import annotations

from domain.clauses import GR_AGREED, Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Bonus, Draw, Place, Verdict
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of, stands
from domain.games.kontor.mistakes.special_rules import MONEY, agreed
from domain.games.kontor.pieces import TAVERN
from domain.games.kontor.state import NAME, REFILL, card_of, cells_in, lying_of, touching, within, would_finish
from domain.rules import POINTS, replace


def a_tavern_closes(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """The tavern in play goes where it finishes a sector."""
    state, board = at.state, at.state.board
    card = card_of(state, at.action.card)
    if card.kind != TAVERN or not agreed(at, clause):
        return None
    lying = lying_of(card, state.sides[at.action.seat], at.action.seat)
    free = cells_in(touching(board) & ~board.taken & within(at.rules, board) & ~board.craned[0] & ~board.craned[1])
    cell = one_of(at, [cell for cell in free if would_finish(at.rules, board, cell, lying)])
    return instead(replace(at.action, cell=NAME[cell]), then=goes_on(at)) if cell and len(free) > 2 else None


@breaks(ko.V_CORRUPTION_1_0, Place)
def a_tavern_that_finishes_a_sector(at: KontorMoment) -> WrongPlay | None:
    return a_tavern_closes(at, ko.V_CORRUPTION_1_0)


@breaks(ko.V_CORRUPTION_2_0, Place)
def a_tavern_that_closes_a_sector(at: KontorMoment) -> WrongPlay | None:
    return a_tavern_closes(at, ko.V_CORRUPTION_2_0)


@breaks(ko.V_CORRUPTION_1_1, Draw)
def a_warehouse_without_a_tavern(at: KontorMoment) -> WrongPlay | None:
    if at.rules.bonus_clause is not ko.V_CORRUPTION_1_1 or at.state.phase != REFILL or at.state.board.unclear:
        return None
    cells = [cell for cell, card in at.state.board.cards.items() if card.kind == TAVERN]
    return instead(Bonus(seat=at.action.seat, cells=(NAME[cells[0]],)), then=stands(at)) if cells else None


@breaks(ko.V_CORRUPTION_2_1, Draw)
def warehouses_without_a_tavern(at: KontorMoment) -> WrongPlay | None:
    if at.rules.bonus_clause is not ko.V_CORRUPTION_2_1 or at.state.phase != REFILL:
        return None
    cells = [cell for cell, card in at.state.board.cards.items() if card.kind == TAVERN]
    return instead(Bonus(seat=at.action.seat, cells=(NAME[cells[0]],)), then=stands(at)) if cells else None


@breaks(GR_AGREED, Draw)
def a_tavern_brings_what_was_not_agreed(at: KontorMoment) -> WrongPlay | None:
    cells = [cell for cell, card in at.state.board.cards.items() if card.kind == TAVERN]
    if "bonus" in at.rules.optional_deeds or at.state.phase != REFILL or not cells:
        return None
    return instead(Bonus(seat=at.action.seat, cells=(NAME[cells[0]],)), then=stands(at))


@breaks(ko.V_RANCUNES_1, *MONEY, Verdict)
def a_sector_counted_against_the_verdict(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, ko.V_RANCUNES_1, POINTS)), 1)


@breaks(ko.V_RANCUNES_1, Draw)
def a_verdict_without_a_tavern(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    cells = [
        cells_in(sector.cells)
        for sector in (*board.open, *board.done)
        if not any(board.cards[cell].kind == TAVERN for cell in cells_in(sector.cells))
    ]
    found = one_of(at, cells)
    last = at.state.parts.get("last")
    if found is None or "verdict" not in at.rules.optional_deeds or last is None or last.turn < at.state.turn - 1:
        return None
    latest = cells_in(board.done[-1].cells)
    if latest not in cells:
        return None
    return instead(Verdict(seat=at.action.seat, cell=NAME[latest[0]]), then=stands(at))


@breaks(ko.V_RANCUNES_2, Draw, Verdict)
def a_sector_with_both_taverns_left_out(at: KontorMoment) -> WrongPlay | None:
    board, last = at.state.board, at.state.parts.get("last")
    if "verdict" not in at.rules.optional_deeds or last is None or last.turn < at.state.turn - 1:
        return None
    for sector in board.done[-last.count :]:
        taverns = [cell for cell in cells_in(sector.cells) if board.cards[cell].kind == TAVERN]
        if len(taverns) == 2 and at.state.sides[at.action.seat] in {board.cards[cell].owner for cell in taverns}:
            verdict = Verdict(seat=at.action.seat, cell=NAME[taverns[0]], counts=False)
            return instead(verdict, then=stands(at))
    return None


@breaks(GR_AGREED, Draw)
def a_verdict_not_agreed_on(at: KontorMoment) -> WrongPlay | None:
    if "verdict" in at.rules.optional_deeds or not at.state.board.done:
        return None
    cell = cells_in(at.state.board.done[0].cells)[0]
    return instead(Verdict(seat=at.action.seat, cell=NAME[cell]), then=stands(at))
