"""Simulated mistakes about the end (KO-END)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, End, Place
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of
from domain.games.kontor.scoring import florins_of
from domain.games.kontor.state import BIT, NAME, NEAR, NO_SEAT, OVER, is_full
from domain.games.kontor.state.parts import hidden_cells
from domain.numbers import is_surely
from domain.observables import Observation

LAST = (Place, Draw)
ENDED = (OVER, ())


def filled(at: KontorMoment) -> bool:
    """Whether the lawful action fills the board and ends the game."""
    return at.after.state.result is not None and is_full(at.after.state.board)


@breaks(ko.END_1, Place)
def a_draw_after_the_end(at: KontorMoment) -> WrongPlay | None:
    state = at.after.state
    if not filled(at) or not state.canals.count:
        return None
    return instead(at.action, Draw(seat=at.action.seat, pile="canals"), then=ENDED)


@breaks(ko.END_1, Choose)
def a_game_stopped_early(at: KontorMoment) -> WrongPlay | None:
    if not any(player.hand.counts[1] for player in at.state.players) or any(at.state.play.shown):
        return None
    if hidden_cells(at.state):  # they are opened before the count
        return None
    return instead(End(), then=ENDED)


@breaks(ko.END_2, Place)
def a_card_placed_beyond_the_board(at: KontorMoment) -> WrongPlay | None:
    state = at.after.state
    waiting = [seat for seat, number in enumerate(state.play.shown) if number]
    if not filled(at) or not waiting:
        return None
    board, seat = state.board, one_of(at, waiting)
    craned = board.taken
    for reach in board.craned:
        craned |= reach
    beyond = [cell for cell in NAME if NEAR[cell] & board.taken and not BIT[cell] & craned]
    placed = Place(seat=seat, card=state.play.shown[seat], cell=NAME[one_of(at, beyond)])
    return instead(at.action, placed, then=ENDED)


@breaks(ko.END_3, Place)
def the_last_sector_not_compared(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, ko.SECTOR_3, "finished")), False) if filled(at) else None


@breaks(ko.END_3, Place)
def no_keeper_in_the_last_sector(at: KontorMoment) -> WrongPlay | None:
    if not filled(at):
        return None
    won = [effect for effect in at.after.effects if effect.what == "keeper" and effect.by in (0, 1)]
    return announced(at, one_of(at, won), NO_SEAT)


@breaks(ko.END_4, *LAST)
def two_points_for_a_keeper(at: KontorMoment) -> WrongPlay | None:
    """Where no single florin explains it (KO-END-7)."""
    effect = one_of(at, made(at, ko.END_4, "points"))
    if not effect or not effect.by or is_surely(florins_of(at.rules, at.after.state, effect.key[0]), 1):
        return None
    return announced(at, effect, effect.by + 1)


@breaks(ko.END_5, *LAST)
def a_shared_victory_of_unequal_purses(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.END_5, "winners"))
    return announced(at, effect, tuple(range(len(at.state.players)))) if effect else None


@breaks(ko.END_6, *LAST)
def one_winner_of_equals(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.END_6, "winners"))
    return announced(at, effect, tuple(s for s, side in enumerate(at.state.sides) if side == 0)) if effect else None


@breaks(ko.END_7, *LAST)
def florins_counted_as_points(at: KontorMoment) -> WrongPlay | None:
    """Where nothing else explains so many points more."""
    for side in sorted(set(at.state.sides)):
        lines = [effect for effect in at.after.effects if (effect.what, effect.key) == ("points", (side,))]
        seats = [seat for seat, own in enumerate(at.state.sides) if own == side]
        florins = sum(at.after.state.players[seat].purse for seat in seats)
        if at.rules.counted is None and florins and len(lines) > 1 and all(line.by for line in lines):
            points = Observation(what="points", key=(side,), by=sum(line.by for line in lines) + florins)
            return WrongPlay(actions=(at.action,), announced=(points,), then=goes_on(at))
    return None
