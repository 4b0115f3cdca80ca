"""Simulated mistakes about special rules (KO-V)."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Layout, Pass, Place, Reveal
from domain.games.kontor.mistakes.boat import beside, docks, removed
from domain.games.kontor.mistakes.common import (
    KontorMoment,
    a_seat,
    announced,
    breaks,
    clauses_of,
    goes_on,
    instead,
    made,
    one_of,
)
from domain.games.kontor.mistakes.end import ENDED
from domain.games.kontor.mistakes.setup import laid_out
from domain.games.kontor.pieces import GROUP, TAVERN
from domain.games.kontor.state import BIT, NAME, NEAR, card_of, cells_in, lawful_cells, sector_with
from domain.rules import POINTS, replace

MONEY = (Pass, Draw, Place, Reveal)


def agreed(at: KontorMoment, clause: Clause) -> bool:
    """Whether some check of this table cites a clause."""
    return any(clause in clauses_of(checks) for checks in at.rules.checks.values())


def played_on(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """A seat passes though a variant has just ended the game."""
    if at.after.state.ended != clause.id or at.after.state.result is None:
        return None
    seat = one_of(at, [seat for seat in range(len(at.state.players)) if seat not in at.after.state.play.passed])
    return None if seat is None else instead(at.action, Pass(seat=seat), then=ENDED)


@breaks(ko.V_MISERE_1, Layout)
def a_richer_purse_in_poverty(at: KontorMoment) -> WrongPlay | None:
    return laid_out(at, ko.V_MISERE_1, "purse", (a_seat(at),), 4) if at.rules.purse_clause is ko.V_MISERE_1 else None


@breaks(ko.V_MISERE_2, *MONEY)
def a_ruined_table_plays_on(at: KontorMoment) -> WrongPlay | None:
    return played_on(at, ko.V_MISERE_2)


@breaks(ko.V_MISERE_2, *MONEY)
def the_ruined_said_to_win(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.V_MISERE_2, "winners"))
    if effect is None:
        return None
    others = tuple(seat for seat in range(len(at.state.players)) if seat not in effect.by)
    return announced(at, effect, others)


@breaks(ko.V_JUSTICE_1, Layout)
def a_dock_too_many_chosen(at: KontorMoment) -> WrongPlay | None:
    if at.rules.docks_clause is not ko.V_JUSTICE_1:
        return None
    return laid_out(at, ko.V_JUSTICE_1, "docks", (a_seat(at),), at.rng.choice((2, 4)))


@breaks(ko.V_JUSTICE_2, Layout)
def no_docks_put_aside(at: KontorMoment) -> WrongPlay | None:
    if at.rules.piles_clause is not ko.V_JUSTICE_2:
        return None
    return laid_out(at, ko.V_JUSTICE_2, "dock-pile", (a_seat(at),), 19)


@breaks(ko.V_LIBRE_2, Draw)
def a_hand_without_a_dock_or_a_canal(at: KontorMoment) -> WrongPlay | None:
    if not agreed(at, ko.V_LIBRE_2) or not at.action.card or at.state.phase != "refill":
        return None
    state, seat = at.state, at.action.seat
    group = GROUP[card_of(state, at.action.card).kind]
    pile = state.canals if group == 0 else state.piles[state.pile_of[seat]]
    if state.players[seat].hand.counts[group] or not pile.count:
        return None
    return instead(Draw(seat=seat, pile="canals" if group == 0 else "docks"), then=goes_on(at))


@breaks(ko.V_BLOCUS_1, Place)
def a_card_beside_the_boat(at: KontorMoment) -> WrongPlay | None:
    if not agreed(at, ko.V_BLOCUS_1):
        return None
    state, action = at.state, at.action
    free = replace(at.rules, reach=tuple(check for check in at.rules.reach if check.__name__ != "away_from_the_boat"))
    card = card_of(state, action.card)
    near = [
        cell for cell in cells_in(lawful_cells(free, state, action.seat, card)) if state.board.cards.get(cell) is None
    ]
    cell = one_of(at, [cell for cell in near if NEAR[state.board.boat] & BIT[cell]])
    after_all = len(near) > 2 and cell is not None
    return instead(replace(action, cell=NAME[cell]), then=goes_on(at)) if after_all else None


@breaks(ko.V_BLOCUS_2, Reveal)
def a_blockaded_table_plays_on(at: KontorMoment) -> WrongPlay | None:
    return played_on(at, ko.V_BLOCUS_2)


@breaks(ko.V_POINTFINAL_1, *MONEY)
def the_last_sector_counted_once(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.V_POINTFINAL_1, POINTS))
    return effect and announced(at, effect, 1)


@breaks(ko.V_PROTECTION_1, Place)
def a_shielded_dock_removed(at: KontorMoment) -> WrongPlay | None:
    if not agreed(at, ko.V_PROTECTION_1) or at.state.play.removed >= 0:
        return None
    board = at.state.board

    def shielded(cell: int) -> bool:
        sector = sector_with(board, cell)
        cards = [board.cards[other] for other in cells_in(sector.cells)]
        return any(card.kind == TAVERN and card.owner == board.cards[cell].owner for card in cards)

    return removed(at, [cell for cell in beside(at, docks(at.state, True)) if shielded(cell)])
