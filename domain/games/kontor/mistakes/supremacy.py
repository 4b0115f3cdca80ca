"""Simulated mistakes about supremacy and keepers (KO-SUPREMACY, KO-KEEPER)."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Keeper, Place
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of, refused
from domain.games.kontor.pieces import DOCK
from domain.games.kontor.state import AT, BIT, NO_SEAT, REFILL, is_full, sector_with
from domain.games.kontor.state.parts import blockaded
from domain.rules import Effect


def closed_from_outside(at: KontorMoment, effect: Effect) -> bool:
    """Whether the closing card stored nothing in the sector, so that comparing without it comes to the same."""
    closing = at.after.state.board.cards[AT[at.action.cell]]
    sector = sector_with(at.after.state.board, AT[effect.key[0]])
    return not (closing.kind == DOCK and any(closing.goods) and sector.cells & BIT[AT[at.action.cell]])


def another_keeper(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """The other side's keeper, where the closing card stored nothing there; not where keepers may win at once."""
    if at.rules.wins:
        return None
    effect = one_of(at, (effect for effect in made(at, clause, "keeper") if closed_from_outside(at, effect)))
    return None if effect is None else announced(at, effect, one_of(at, {0, 1} - {effect.by}))


@breaks(ko.SUPREMACY_0, Place)
def compared_without_the_closing_dock(at: KontorMoment) -> WrongPlay | None:
    """A sector of two docks: the closing one, and one of the other side with goods, which had it all before."""
    cell = AT[at.action.cell]
    if cell in at.state.board.cards:
        return None
    placed = at.after.state.board.cards[cell]
    for effect in at.after.effects:
        if effect.what != "keeper" or effect.by not in (0, 1) or effect.by != placed.owner:
            continue
        sector = sector_with(at.after.state.board, AT[effect.key[0]])
        rest = [other for other in at.after.state.board.cards if sector.cells & BIT[other] and other != cell]
        if not sector.cells & BIT[cell] or not any(placed.stored) or len(rest) != 1:
            continue
        other = at.after.state.board.cards[rest[0]]
        if other.kind == DOCK and any(other.stored) and other.owner not in (placed.owner, NO_SEAT):
            return announced(at, effect, other.owner)
    return None


@breaks(ko.SUPREMACY_1, Place)
def the_largest_supremacy_overlooked(at: KontorMoment) -> WrongPlay | None:
    return another_keeper(at, ko.SUPREMACY_1)


@breaks(ko.SUPREMACY_2, Place)
def the_number_of_supremacies_overlooked(at: KontorMoment) -> WrongPlay | None:
    return another_keeper(at, ko.SUPREMACY_2)


@breaks(ko.SUPREMACY_3, Place)
def the_better_good_overlooked(at: KontorMoment) -> WrongPlay | None:
    return None if blockaded(at.state) else another_keeper(at, ko.SUPREMACY_3)


@breaks(ko.SUPREMACY_4, Place)
def a_keeper_in_a_tied_sector(at: KontorMoment) -> WrongPlay | None:
    return another_keeper(at, ko.SUPREMACY_4)


def won(at: KontorMoment) -> Effect | None:
    """A sector that a side won by the lawful action."""
    return one_of(at, (effect for effect in at.after.effects if effect.what == "keeper" and effect.by in (0, 1)))


@breaks(ko.KEEPER_1, Place)
def no_keeper(at: KontorMoment) -> WrongPlay | None:
    return None if is_full(at.after.state.board) else announced(at, won(at), NO_SEAT)


@breaks(ko.KEEPER_1, Place)
def two_keepers(at: KontorMoment) -> WrongPlay | None:
    effect = won(at)
    if effect is None or effect.seat is None or at.after.state.phase != REFILL:
        return None
    return instead(at.action, Keeper(seat=effect.seat, cell=effect.key[0], count=2), then=goes_on(at))


@breaks(ko.KEEPER_2, Place)
def warehouses_left_in_a_finished_sector(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, ko.KEEPER_2, "stock")), 0)


@breaks(ko.KEEPER_3, Draw)
def no_draw_after_scoring(at: KontorMoment) -> WrongPlay | None:
    return refused(at, "goes-on") if at.state.board.done else None
