"""Simulated mistakes about Roue libre individuelle (KO-V-ROUE-IND)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Ally, Layout, Place, Remove
from domain.games.kontor.mistakes.common import (
    KontorMoment,
    a_seat,
    announced,
    breaks,
    goes_on,
    instead,
    made,
    one_of,
    others,
    stands,
)
from domain.games.kontor.mistakes.setup import laid_out
from domain.games.kontor.state import NOWHERE, PLACE, name_of
from domain.games.kontor.state.parts import Allies, part_of
from domain.rules import POINTS, replace


@breaks(ko.V_ROUE_IND_1, Place)
def the_marker_of_another_player(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.V_ROUE_IND_1, "marker"))
    if effect is None or at.after.state.ended:
        return None
    return announced(at, effect, at.state.sides[one_of(at, others(at.state, at.action.seat))])


@breaks(ko.V_ROUE_IND_2, Layout)
def docks_left_out_of_the_pile(at: KontorMoment) -> WrongPlay | None:
    if at.rules.piles_clause is not ko.V_ROUE_IND_2:
        return None
    return laid_out(at, ko.V_ROUE_IND_2, "dock-pile", (a_seat(at),), at.state.piles[0].count - 1)


@breaks(ko.V_ROUE_IND_2, Remove)
def a_removed_dock_thrown_away(at: KontorMoment) -> WrongPlay | None:
    if at.rules.piles_clause is not ko.V_ROUE_IND_2:
        return None
    return instead(replace(at.action, to="discard", under=None), then=goes_on(at))


@breaks(ko.V_ROUE_IND_3, Place)
def a_worse_good_wins(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.V_ROUE_IND_3, "keeper"))
    if effect is None:
        return None
    sector = next(sector for sector in at.after.state.board.done if name_of(sector) == effect.key[0])
    return announced(at, effect, one_of(at, [side for side in at.state.sides if side != sector.keeper]))


@breaks(ko.V_ROUE_IND_4, Place)
def an_alliance_after_the_card(at: KontorMoment) -> WrongPlay | None:
    seat, found = at.action.seat, []
    if "ally" not in at.rules.optional_deeds or at.state.phase != PLACE or at.state.play.order[:1] != (seat,):
        return None
    taken = {seat for pair in _pairs(at) for seat in pair}
    for sector in at.state.board.open:
        for other in others(at.state, seat):
            both = sector.centres[at.state.sides[seat]], sector.centres[at.state.sides[other]]
            if NOWHERE not in both and not {seat, other} & taken:
                found.append(Ally(seat=seat, other=other, cell=name_of(sector)))
    return instead(one_of(at, found), then=stands(at))


def _pairs(at: KontorMoment) -> list[tuple[int, int]]:
    """All alliances at the table."""
    allies = part_of(at.state, Allies)
    return [*zip(allies.ones, allies.others, strict=True)]


@breaks(ko.V_ROUE_IND_5, Place)
def an_ally_takes_a_point_more(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.V_ROUE_IND_5, POINTS))
    if effect is None or at.after.state.players[effect.seat].purse == 1:  # that florin might have been counted
        return None
    return announced(at, effect, effect.by + 1)
