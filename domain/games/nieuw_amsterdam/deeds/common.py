"""What several deeds share: using nothing, moving nothing, paying, gaining, spending a tile."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from domain.clauses import Clause
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import TILE_STEP, Clear, Mix, PassTile, TileAction, Trade
from domain.games.nieuw_amsterdam.follow.common import Moved, steady, told, told_at
from domain.games.nieuw_amsterdam.follow.turns import ended_in
from domain.games.nieuw_amsterdam.pieces import AT_FUR, FUR, STEPS, STOCKS
from domain.games.nieuw_amsterdam.state import (
    NOBODY,
    PASSED,
    TAKEN,
    TURN,
    Chest,
    Player,
    State,
    plus_at,
    put_at,
    with_furs,
)
from domain.numbers import Number, Range, between, least, most, not_below_zero
from domain.rules import Action, Effect, Seat, replace

_STOCKS = frozenset(STOCKS)
_FURS = frozenset((*AT_FUR, FUR))


def nothing_used(rules, state: State, action: Action) -> State:
    """A deed that takes nothing of the turn."""
    return state


def nothing_moves(rules, state: State, action: Action) -> Moved:
    """A deed that moves nothing."""
    return state, ()


def less(player: Player, mix: Iterable[tuple[str, int]], sign: int = -1) -> Player:
    """A seat after it handed something over, or got it; what a purse does not hold is not in it."""
    changes: dict[str, object] = {}
    furs = []
    for kind, count in mix:
        if kind in _STOCKS:
            left = (changes[kind] if kind in changes else getattr(player, kind)) + sign * count
            changes[kind] = left if left.__class__ is int and left >= 0 else not_below_zero(left)
        elif kind in _FURS:
            furs.append((kind, count))
    if furs:
        changes["furs"] = with_furs(player.furs, furs, sign)
    return replace(player, **changes) if changes else player


def furs_of(mix: Mix) -> Mix:
    """The furs of a payment."""
    return tuple([pair for pair in mix if pair[0] in _FURS])


def unsaid(player: Player, amount: int, kinds: tuple[str, ...] = STOCKS, furs: bool = True) -> Player:
    """A seat after a payment nobody told: any of these may have been given."""
    low = -amount
    changes = {kind: _perhaps(getattr(player, kind), low) for kind in kinds}
    if furs:
        own = player.furs
        kept = replace(own, total=_perhaps(own.total, low), kinds=tuple(_perhaps(n, low) for n in own.kinds))
        changes["furs"] = kept
    return replace(player, **changes)


def _perhaps(held: Number, low: int) -> Number:
    return between(max(0, least(held) + low), most(held), "payment")


def changed(held: Number, by: Number) -> tuple[Number, Number]:
    """A stock after a change, and how much of it really happened: it never goes below nothing."""
    after = held + by
    if after.__class__ is int and after >= 0:
        return after, by
    after = not_below_zero(after)
    return after, after - held if held.__class__ is int else by


def charged(clause: Clause, player: Player, seat: Seat, kind: str, due: int, paid: Mix | None):
    """A price: what the table gave where it was told, else what the rules say, told as an effect."""
    if paid is not None:
        return less(player, paid), ()
    after, by = changed(getattr(player, kind), -due)
    return replace(player, **{kind: after}), (told(clause, kind, seat, by, -due),)


# What of the turn is used -------------------------------------------------------------------------


COUNTED = {  # NA-Q-46, NA-LAND-13, NA-TRADE-10
    PassTile: lambda turn: replace(turn, used=turn.used + 1, passed=turn.passed + 1),
    Clear: lambda turn: replace(turn, used=turn.used + 1, cleared=turn.cleared + 1),
    Trade: lambda turn: replace(turn, used=turn.used + 1, travelled=turn.travelled + 1),
}
Spent = tuple[Player, Chest, Seat]  # the seat, the cash box, and whose turn has just ended


def spent(state: State, action: TileAction | PassTile) -> Spent:
    """A tile goes back to the cash box, and the turn is one tile on; each pass, clearing and journey of it counts."""
    seat, step = action.seat, handed_in(action)
    player, chest = state.players[seat], state.chest
    tiles, turn = player.tiles, player.turn
    if tiles[step].__class__ is not int or tiles[step]:  # nobody gives back what nobody has
        tiles, chest = plus_at(tiles, step, -1), Chest(chest.columns, plus_at(chest.spent, step, 1))
    if seat == state.actor:
        counted = COUNTED.get(type(action))
        turn = replace(turn, used=turn.used + 1) if counted is None else counted(turn)
    return replace(player, tiles=tiles, turn=turn), chest, seat if seat == state.just else NOBODY


def handed_in(action: TileAction | PassTile) -> int:
    """The step of the tile that was spent: told, or that of the action."""
    return STEPS.index(action.tile) if action.tile else TILE_STEP[type(action)]


def given_back(action: TileAction | PassTile) -> Effect:
    """The tile as it is told."""
    return _tile_told(handed_in(action), action.seat)


@cache
def _tile_told(step: int, seat: Seat) -> Effect:
    return steady(na.ACT_11, "spent", (STEPS[step],), 1, seat)


def use_tile(rules, state: State, action: TileAction | PassTile) -> State:
    """A tile, for one action."""
    player, chest, just = spent(state, action)
    return replace(state, players=put_at(state.players, action.seat, player), chest=chest, just=just)


def used(state: State, seat: Seat, how: str) -> tuple[Player, Seat]:
    """A seat after its special action of the step was taken or passed, and whose turn has just ended."""
    player = state.players[seat]
    if state.phase != TURN:
        return player, state.just
    belated = seat == state.just and seat != state.actor
    step = ended_in(state) if belated else state.step
    player = replace(player, special=player.special[:step] + how + player.special[step + 1 :])
    return player, seat if belated else NOBODY


def use_special(rules, state: State, action: Action) -> State:
    """The special action of the step is taken."""
    player, just = used(state, action.seat, TAKEN)
    return replace(state, players=put_at(state.players, action.seat, player), just=just)


def use_no_special(rules, state: State, action: Action) -> State:
    """The special action of the step is passed."""
    player, just = used(state, action.seat, PASSED)
    return replace(state, players=put_at(state.players, action.seat, player), just=just)


def fee_paid(coins: Number, fee: int | None) -> Number:
    """Coins after a fee; one nobody saw may have been paid or not."""
    if fee == 0:
        return coins
    return not_below_zero(coins - (Range(0, 1, "fee") if fee is None else fee))


def furs_told(state: State, furs: tuple[str, ...]) -> tuple[str, ...]:
    """Furs drawn by this line, with what a later line tells of them."""
    fact = state.known.get((state.line, "furs")) if "?" in furs else None
    return fact.value if fact and len(fact.value) == len(furs) else furs


def brought_to_light(state: State, furs: tuple[str, ...]) -> State:
    """Which line showed which furs: what cannot all be true is named by them."""
    return replace(state, lit=(*state.lit, (state.line, furs)))


# Furs out of the reserve --------------------------------------------------------------------------


def drawn(rules, state: State, count: int, mixes: bool = True) -> Moved:
    """So many furs leave the reserve; when it does not hold them the discard is mixed in (NA-PREP-7)."""
    left = state.reserve - count
    if left.__class__ is int and left >= 0:
        return replace(state, reserve=left), ()
    reserve, discard, effects = state.reserve, state.discard, ()
    if mixes and most(reserve) < count and most(discard.total):
        effects = mixed_in(discard.total)
        reserve, discard = reserve + discard.total, replace(discard, total=0, kinds=(0, 0, 0, 0, 0))
    return replace(state, reserve=not_below_zero(reserve - count), discard=discard), effects


def mixed_in(count: Number) -> tuple[Effect, ...]:
    """The discard becomes part of the reserve."""
    return told_at(na.PREP_7, "discard", (), -count), told_at(na.PREP_7, "reserve", (), count)
