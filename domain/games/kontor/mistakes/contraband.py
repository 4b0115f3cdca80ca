"""Simulated mistakes about contraband (KO-V-CONTREBANDE)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, End, Keeper, Open, Reveal, Sail, Smuggle, Stow
from domain.games.kontor.mistakes.common import KontorMoment, breaks, goes_on, instead, one_of, stands
from domain.games.kontor.pieces import CRANE, TAVERN
from domain.games.kontor.state import AT, NAME, OVER, REFILL, State, berths, cells_in, name_of
from domain.games.kontor.state.parts import Contraband, hidden_cells, part_of
from domain.rules import replace

HIDDEN = ord(".")


def agreed(at: KontorMoment) -> bool:
    """Whether this table smuggles."""
    return "stow" in at.rules.optional_deeds


def unread(state: State, cell: int, kinds: tuple[str, ...]) -> list[int]:
    """Cards of the smuggler that are not located."""
    side = state.sides[part_of(state, Contraband).seats[part_of(state, Contraband).cells.index(cell)]]
    cards = state.cards.items()
    return [n for n, card in cards if card.kind in kinds and card.owner in (side, -1) and state.where[n] == HIDDEN]


@breaks(ko.V_CONTREBANDE_1, Reveal)
def contraband_once_more(at: KontorMoment) -> WrongPlay | None:
    turned = [seat for seat, _, _ in at.action.cards]
    seat = one_of(at, [seat for seat in turned if seat in part_of(at.state, Contraband).seats])
    if not agreed(at) or seat is None or len(turned) < 2:
        return None
    return instead(Smuggle(seat=seat), then=stands(at))


@breaks(ko.V_CONTREBANDE_1, Stow)
def a_boat_for_contraband(at: KontorMoment) -> WrongPlay | None:
    cell = one_of(at, cells_in(berths(at.rules, at.state.board))) if at.rules.boat else None
    return cell and instead(Sail(seat=at.action.seat, cell=NAME[cell]), then=stands(at))


@breaks(ko.V_CONTREBANDE_1, Open)
def a_crane_smuggled(at: KontorMoment) -> WrongPlay | None:
    cell, part = AT[at.action.cell], part_of(at.state, Contraband)
    number = one_of(at, unread(at.state, cell, (CRANE, TAVERN)))
    if number is None or part.craned[part.cells.index(cell)] or len(at.rules.before_count) > 1:
        return None
    return instead(replace(at.action, card=number), then=goes_on(at))


@breaks(ko.V_CONTREBANDE_2, Draw)
def contraband_opened_early(at: KontorMoment) -> WrongPlay | None:
    cell = one_of(at, cells_in(hidden_cells(at.state)))
    if cell is None or at.state.phase != REFILL or not agreed(at) or cell == at.state.play.placed:
        return None
    part = part_of(at.state, Contraband)
    spot = part.cells.index(cell)
    number = one_of(at, unread(at.state, cell, ("canal",) if part.groups[spot] else ("dock",)))
    if number is None or at.action.card == number or (part.craned[spot] and not part.groups[spot]):
        return None
    return instead(Open(seat=part.seats[spot], cell=NAME[cell], card=number), then=stands(at))


@breaks(ko.V_CONTREBANDE_2, Open)
def contraband_never_opened(at: KontorMoment) -> WrongPlay | None:
    return instead(End(), then=(OVER, ()))


@breaks(ko.V_CONTREBANDE_3, Draw)
def a_sector_marked_before_the_opening(at: KontorMoment) -> WrongPlay | None:
    board, hidden = at.state.board, hidden_cells(at.state)
    waiting = [sector for sector in board.open if sector.free & hidden and not sector.free & board.edges & ~hidden]
    sector = one_of(at, waiting)
    if sector is None or not agreed(at):
        return None
    return instead(Keeper(seat=at.action.seat, cell=name_of(sector)), then=stands(at))
