"""Helpers of all deeds: paying, gaining, spending a tile."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from domain.clauses import Clause
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import TILE_STEP, Clear, Mix, PassTile, TileAction, Trade
from domain.games.nieuw_amsterdam.follow.common import Moved, cached_effect_at, effect_at, seat_effect
from domain.games.nieuw_amsterdam.follow.turns import ended_step
from domain.games.nieuw_amsterdam.pieces import AT_FUR, FUR, STEPS, STOCKS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    NO_SEAT,
    PASSED,
    TAKEN,
    TURN,
    Chest,
    Player,
    State,
    Turn,
    put_at,
    with_fact,
    with_furs,
)
from domain.numbers import Number, Range, between, least, most, not_below_zero
from domain.rules import Effect, Seat, SeatAction, replace

_STOCKS = frozenset(STOCKS)
_FURS = frozenset((*AT_FUR, FUR))


def after_payment(player: Player, mix: Iterable[tuple[str, int]], sign: int = -1) -> Player:
    """A seat after it handed over these things, or got them with `sign` 1."""
    return hand_over(player, mix, sign)[0]


def hand_over(player: Player, mix: Iterable[tuple[str, int]], sign: int = -1) -> tuple[Player, Mix]:
    """A seat after it handed over these things, or got them; and the furs among them."""
    changes: dict[str, Any] = {}
    furs: Mix = ()
    for kind, count in mix:
        if kind in _STOCKS:
            left = (changes[kind] if kind in changes else getattr(player, kind)) + sign * count
            changes[kind] = left if left.__class__ is int and left >= 0 else not_below_zero(left)
        elif kind in _FURS:
            furs += ((kind, count),)
    if furs:
        changes["furs"] = with_furs(player.furs, furs, sign)
    return replace(player, **changes) if changes else player, furs


PAID_WITH = (*STOCKS, "furs")


def after_unseen_payment(
    player: Player, amount: int, kinds: tuple[str, ...] = STOCKS, furs: bool = True, line: int = 0
) -> Player:
    """A seat after an unrecorded payment: any of these kinds may have been given, if known by which line."""
    changes: dict[str, Any] = {kind: _perhaps(getattr(player, kind), amount, line) for kind in kinds}
    if furs:
        own = player.furs
        each = tuple(_perhaps(n, amount, 0) for n in own.kinds)
        changes["furs"] = replace(own, total=_perhaps(own.total, amount, line), kinds=each)
    return replace(player, **changes)


def _perhaps(held: Number, amount: int, line: int) -> Number:
    low, high = max(0, least(held) - amount), most(held)
    return between(low, high, f"payment {line} {high - low}" if line else "payment")


def payment_seen(state: State, kind: str, before: Number, now: Number) -> State:
    """The table once it is known what a seat has of a kind: that shows how much of it an unrecorded payment took."""
    fact = before.fact.split() if isinstance(before, Range) else []
    if len(fact) != 3 or fact[0] != "payment" or not isinstance(before, Range) or not isinstance(now, int):
        return state
    whole = before.most - before.least == int(fact[2])  # else something else is open, too
    if not whole or not before.least <= now <= before.most:
        return state
    return with_fact(state, (int(fact[1]), "paid", kind), before.most - now)


def payment_read(state: State, seat: Seat) -> int | None:
    """What the current line shows to have been paid before it, once the seat's purse has been read; else None."""
    player, total = state.players[seat], 0
    for kind in PAID_WITH:
        held = player.furs.total if kind == "furs" else getattr(player, kind)
        if held.__class__ is Range:
            return None
        fact = state.known.get((state.line, "paid", kind)) if held else None
        if held and fact is None:
            return None
        total += fact.value if fact else 0
    return total


def change_stock(held: Number, by: Number) -> tuple[Number, Number]:
    """A stock after a change, and how much of it really happened: it never goes below nothing."""
    after = held + by
    if after.__class__ is int and after >= 0:
        return after, by
    after = not_below_zero(after)
    return after, after - held if held.__class__ is int else by


def charge(
    clause: Clause, player: Player, seat: Seat, kind: str, due: Number, paid: Mix | None
) -> tuple[Player, tuple[Effect, ...]]:
    """A seat after paying a price: what was recorded, else what the rules ask, as an effect."""
    if paid is not None:
        return after_payment(player, paid), ()
    after, by = change_stock(getattr(player, kind), -due)
    return replace(player, **{kind: after}), (seat_effect(clause, kind, seat, by, -due),)


# What of the turn is used -------------------------------------------------------------------------


PASSED_ONE, CLEARED_ONE, TRAVELLED_ONE = "passed", "cleared", "travelled"  # NA-Q-46, NA-LAND-13, NA-TRADE-10
COUNTED = {PassTile: PASSED_ONE, Clear: CLEARED_ONE, Trade: TRAVELLED_ONE}
# The tiles left, the turn, the cash box, the seat whose turn has just ended, and the effect on the cash box.
Spent = tuple[tuple[Number, ...], Turn, Chest, Seat, Effect]


def tile_spent(state: State, seat: Seat, tile: str, of: int = 0, counted: str = "") -> Spent:
    """The recorded tile, else one of that step, goes back to the cash box, and the turn counts one tile more."""
    player, chest, step = state.players[seat], state.chest, STEPS.index(tile) if tile else of
    tiles, turn = player.tiles, player.turn
    held = tiles[step]
    if held.__class__ is not int or held:  # a tile that a seat does not have cannot go back
        left, lying = list(tiles), list(chest.spent)
        left[step] = held - 1 if held.__class__ is int else not_below_zero(held - 1)
        lying[step] = lying[step] + 1
        tiles, chest = tuple(left), Chest(chest.columns, tuple(lying))
    if seat == state.actor:
        if counted == PASSED_ONE:  # by far the most frequent
            turn = replace(turn, used=turn.used + 1, passed=turn.passed + 1)
        else:
            turn = _one_on(turn, counted) if counted else replace(turn, used=turn.used + 1)
    return tiles, turn, chest, seat if seat == state.just else NO_SEAT, _tile_effect(step, seat)


def _one_on(turn: Turn, counted: str) -> Turn:
    """A turn after one more tile was spent, counted as a clearing or a journey too."""
    return replace(turn, used=turn.used + 1, **{counted: getattr(turn, counted) + 1})


def handed_in(action: TileAction | PassTile) -> int:
    """The step of the tile that was spent: the recorded one, else that of the action."""
    return STEPS.index(action.tile) if action.tile else TILE_STEP[type(action)]


@cache
def _tile_effect(step: int, seat: Seat) -> Effect:
    return cached_effect_at(na.ACT_11, "spent", (STEPS[step],), 1, seat)


def use_tile(rules: NieuwAmsterdamRules, state: State, action: TileAction | PassTile) -> State:
    """A tile, for one action."""
    seat, kind = action.seat, type(action)
    tiles, turn, chest, just, _ = tile_spent(state, seat, action.tile, TILE_STEP.get(kind, 0), COUNTED.get(kind, ""))
    player = replace(state.players[seat], tiles=tiles, turn=turn)
    return replace(state, players=put_at(state.players, seat, player), chest=chest, just=just)


def special_used(state: State, seat: Seat, how: str) -> tuple[str, Seat]:
    """The special actions of a seat once that of the step was taken or passed, and whose turn has just ended."""
    special = state.players[seat].special
    if state.phase != TURN:
        return special, state.just
    belated = seat == state.just and seat != state.actor
    step = ended_step(state) if belated else state.step
    return _marked(special, step, how), seat if belated else NO_SEAT


@cache
def _marked(special: str, step: int, how: str) -> str:
    return special[:step] + how + special[step + 1 :]


def special_begun(state: State, seat: Seat, fee: int | None) -> tuple[Player, Seat]:
    """A seat that takes the special action of the step, for the fee as it was paid, and whose turn has just ended."""
    special, just = special_used(state, seat, TAKEN)
    player = state.players[seat]
    return replace(player, special=special, coins=fee_paid(state, player.coins, fee)), just


def use_special(rules: NieuwAmsterdamRules, state: State, action: SeatAction, how: str = TAKEN) -> State:
    """The special action of the step is taken."""
    seat = action.seat
    special, just = special_used(state, seat, how)
    player = replace(state.players[seat], special=special)
    return replace(state, players=put_at(state.players, seat, player), just=just)


def use_no_special(rules: NieuwAmsterdamRules, state: State, action: SeatAction) -> State:
    """The special action of the step is passed."""
    return use_special(rules, state, action, PASSED)


def fee_known(state: State, fee: int | None) -> int | None:
    """The coin of a special action as it was paid; where it was not seen, as a later line shows it."""
    if fee is not None:
        return fee
    fact = state.known.get((state.line, "fee"))
    return fact.value if fact else None


def fee_paid(state: State, coins: Number, fee: int | None) -> Number:
    """Coins after a fee; a fee that was not seen may have been paid or not."""
    fee = fee_known(state, fee)
    if fee == 0:
        return coins
    if fee is None and coins.__class__ is not int:  # a sum does not show one of several unknown amounts
        return not_below_zero(Range(0, 0, "fee") + coins - Range(0, 1, "fee"))
    return not_below_zero(coins - (Range(0, 1, f"fee {state.line}") if fee is None else fee))


def coins_seen(state: State, before: Number, coins: Number) -> tuple[State, Number]:
    """The table once it is known how many coins there are, and these: they may show whether a fee was paid."""
    if isinstance(before, int) or not before.fact.startswith("fee "):
        return state, coins
    if isinstance(coins, Range):
        return state, Range(coins.least, coins.most, "fee")  # of which line is not known any more
    if before.most - before.least == 1 and (coins == before.most or coins):  # none left: that may hide another fee
        state = with_fact(state, (int(before.fact.split()[1]), "fee"), before.most - coins)
    return state, coins


def furs_known(state: State, furs: tuple[str, ...]) -> tuple[str, ...]:
    """Furs drawn by this line, with what a later line shows of them."""
    fact = state.known.get((state.line, "furs")) if "?" in furs else None
    return fact.value if fact and len(fact.value) == len(furs) else furs


def unseen_card(state: State) -> tuple[str, str]:
    """The card of a slot that was not seen: its face, as far as a later line shows it, and the line that took it."""
    fact = state.known.get((state.line, "card", 1))
    return fact.value if fact else "?", f"{state.line}.1"


# Furs out of the reserve --------------------------------------------------------------------------


def draw_furs(rules: NieuwAmsterdamRules, state: State, count: int, mixes: bool = True) -> Moved:
    """So many furs leave the reserve; when it does not hold them the discard is mixed in (NA-PREP-7)."""
    left = state.reserve - count
    if left.__class__ is int and left >= 0:
        return replace(state, reserve=left), ()
    reserve, discard = state.reserve, state.discard
    effects: tuple[Effect, ...] = ()
    if mixes and most(reserve) < count and most(discard.total):
        effects = mix_discard_effects(discard.total)
        reserve, discard = reserve + discard.total, replace(discard, total=0, kinds=(0, 0, 0, 0, 0))
    return replace(state, reserve=not_below_zero(reserve - count), discard=discard), effects


def mix_discard_effects(count: Number) -> tuple[Effect, ...]:
    """The discard becomes part of the reserve."""
    return effect_at(na.PREP_7, "discard", (), -count), effect_at(na.PREP_7, "reserve", (), count)
