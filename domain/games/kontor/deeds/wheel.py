"""Deeds of the free wheel: turns that are missed, taxes of all opponents, coins under docks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Coin
from domain.games.kontor.deeds.common import begun, is_new
from domain.games.kontor.follow.common import Moved, cached_effect, effect_on, florins, granted, unsure_florins
from domain.games.kontor.follow.end import stopped
from domain.games.kontor.follow.turns import has_nothing
from domain.games.kontor.pieces import COIN, TAVERN, group_of
from domain.games.kontor.state import (
    AT,
    BIT,
    CHOOSE,
    NAME,
    NEXT,
    NO_SEAT,
    NOWHERE,
    SETTLE,
    Board,
    Lying,
    State,
    card_of,
    put_at,
    sector_at,
)
from domain.games.kontor.state.parts import Coins, Wheel, part_of, with_part
from domain.numbers import Range, least, most, not_below_zero
from domain.rules import Action, Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

# Whose turn it is ---------------------------------------------------------------------------------


def next_clockwise(state: State, just: Seat) -> Seat:
    """Who sits next to the seat whose turn is over."""
    passed = state.play.passed
    who = just if just != NO_SEAT else passed[0] if passed else state.first
    return (who + 1) % len(state.players)


def whose_turn(rules: KontorRules, state: State) -> tuple[Seat, ...]:
    """The one seat that may play now."""
    return () if state.first in state.play.passed or has_nothing(state, state.first) else (state.first,)


def skips_of(state: State, seat: Seat) -> int:
    """How many turns a seat has to miss."""
    skips = part_of(state, Wheel).skips
    return skips[seat] if skips else 0


def with_skips(state: State, seat: Seat, count: int) -> State:
    """The table with another number of turns to miss."""
    wheel = part_of(state, Wheel)
    skips = wheel.skips or (0,) * len(state.players)
    return with_part(state, replace(wheel, skips=put_at(skips, seat, count)))


def each_in_turn(rules: KontorRules, state: State) -> Moved | None:
    """Passes the turn on after a pass, a missed turn or without a card; with no card left the game is over."""
    if len(rules.ends) > 1 and (over := stopped(rules, state)) is not None:
        return over, ()
    if state.play.passed:
        return replace(state, phase=NEXT), ()
    if rules.stops_when_stuck and all(has_nothing(state, seat) for seat in range(len(state.players))):
        return replace(state, phase=SETTLE, ended=ko.END_1.id), ()
    seat = state.first
    if has_nothing(state, seat):
        return replace(state, first=(seat + 1) % len(state.players)), ()
    return _missed(rules, state, seat) if skips_of(state, seat) else None


def _missed(rules: KontorRules, state: State, seat: Seat) -> Moved:
    """A turn that is missed for want of a florin (KO-V-ROUE-7)."""
    wheel = part_of(state, Wheel)
    before = wheel.missed if wheel.round == state.round else ()
    skips = put_at(wheel.skips, seat, wheel.skips[seat] - 1)
    state = with_part(state, Wheel(skips, (*before, seat), state.round, wheel.doubted))
    state = replace(state, first=(seat + 1) % len(state.players))
    effects = (cached_effect(ko.V_ROUE_7, "skips", (seat,), -1, seat),)
    if not rules.skip_earns:
        return state, effects
    by = granted(state.treasury, 1)  # KO-I-65
    player = state.players[seat]
    players = put_at(state.players, seat, replace(player, purse=player.purse + by))
    state = replace(state, players=players, treasury=not_below_zero(state.treasury - by))
    earned = florins(ko.V_ROUE_7, seat, by) if isinstance(by, int) else unsure_florins(ko.V_ROUE_7, seat, by)
    return state, effects + earned


def use_start(rules: KontorRules, state: State, action: Action) -> State:
    """Begins a turn before its card is played; nothing of the turn before can be claimed after this (KO-I-10)."""
    if state.phase != CHOOSE or not is_new(state):
        return state
    play, players = begun(rules, state)
    return replace(state, play=play, players=players)


# Taxes --------------------------------------------------------------------------------------------


def of_all_opponents(rules: KontorRules, state: State) -> Moved:
    """A card with a florin makes every opponent pay one; who cannot misses a turn (KO-V-ROUE-7; KO-I-65)."""
    effects: tuple[Effect, ...] = ()
    for seat, number in enumerate(state.play.shown):
        symbol = card_of(state, number).symbol if number else ""
        if symbol is not None and symbol != COIN:
            continue
        for other, side in enumerate(state.sides):
            if side != state.sides[seat]:
                state, more = _taxed(rules, state, other, None if symbol is not None else f"face {number}")
                effects += more
    return state, effects


def _taxed(rules: KontorRules, state: State, seat: Seat, unread: str | None) -> Moved:
    """Taxes one opponent; `unread` is the face that would show whether there is a tax at all."""
    player, wheel = state.players[seat], part_of(state, Wheel)
    if rules.skips_immune and skips_of(state, seat):
        return state, florins(ko.V_ROUE_7, seat, 0)
    purse = player.purse
    if unread or (isinstance(purse, Range) and not least(purse)):
        fact = unread or str(getattr(purse, "fact", "purse"))
        if not least(player.purse):
            state = with_part(state, replace(wheel, doubted=(*wheel.doubted, seat)))
        if not most(player.purse):
            return state, ()
        return _paid(state, seat, Range(-1, 0, fact))
    if most(player.purse):
        state = replace(state, play=replace(state.play, taxed=(*state.play.taxed, seat)))
        return _paid(state, seat, -1)
    skips = skips_of(state, seat)
    by = 1 if rules.skips_add or not skips else 0
    return with_skips(state, seat, skips + by), (cached_effect(ko.V_ROUE_7, "skips", (seat,), by, seat),)


def _paid(state: State, seat: Seat, by) -> Moved:
    player = state.players[seat]
    players = put_at(state.players, seat, replace(player, purse=not_below_zero(player.purse + by)))
    state = replace(state, players=players, treasury=state.treasury - by)
    return state, (florins if by.__class__ is int else unsure_florins)(ko.V_ROUE_7, seat, by)


# Coins under docks --------------------------------------------------------------------------------


def taverns_of(state: State, seat: Seat) -> list[int]:
    """Where the taverns of a seat lie: those it placed; its side's where that is not recorded."""
    own = []
    for cell, lying in state.board.cards.items():
        if lying.kind == TAVERN and (lying.by == seat or (lying.by < 0 and lying.owner == state.sides[seat])):
            own.append(cell)
    return own


def tavern_for(state: State, action: Coin) -> int:
    """The tavern a coin is laid for: as recorded, else one in the dock's sector, else any of the seat's."""
    if action.tavern:
        return AT[action.tavern]
    own = taverns_of(state, action.seat)
    sector = sector_at(state.board, AT[action.cell])
    here = [cell for cell in own if sector is not None and sector.cells & BIT[cell]]
    return (here or own or [NOWHERE])[-1]


def coin_of(state: State, tavern: int) -> int:
    """The dock a tavern's coin lies under."""
    coins = part_of(state, Coins)
    return coins.docks[coins.taverns.index(tavern)] if tavern in coins.taverns else NOWHERE


def with_coin(state: State, tavern: int, dock: int, payer: Seat = NO_SEAT) -> State:
    """The table with a tavern's coin under another dock, or gone."""
    coins = part_of(state, Coins)
    rows = [row for row in zip(coins.taverns, coins.docks, coins.paid, strict=True) if row[0] != tavern]
    if dock != NOWHERE:
        rows.append((tavern, dock, payer))
    return (
        with_part(state, Coins(*(tuple(column) for column in zip(*rows, strict=True))))
        if rows
        else with_part(state, Coins())
    )


def payer_of(state: State, tavern: int) -> Seat:
    """Who gets a coin back when it is lifted; no seat where it is a mere marker."""
    coins = part_of(state, Coins)
    return coins.paid[coins.taverns.index(tavern)] if tavern in coins.taverns else NO_SEAT


def coin(rules: KontorRules, state: State, action: Coin) -> Moved:
    """A coin under a dock: its goods do not count as long as it lies there (KO-V-ROUE-10; KO-I-64)."""
    tavern, dock = tavern_for(state, action), AT[action.cell]
    if tavern == NOWHERE:
        return state, ()
    payer = payer_of(state, tavern)
    effects: tuple[Effect, ...] = ()
    if rules.coin_paid and payer == NO_SEAT and most(state.players[action.seat].purse):
        payer = action.seat
        player = state.players[payer]
        state = replace(state, players=put_at(state.players, payer, replace(player, purse=player.purse - 1)))
        effects = (cached_effect(ko.V_ROUE_10, "purse", (payer,), -1, payer),)
    return with_coin(state, tavern, dock, payer), effects


def coins_lifted(rules: KontorRules, state: State, before: Board, after: Board) -> Moved:
    """A coin goes when its dock, or the tavern, is gone, or the two are no longer in one sector (KO-V-ROUE-10)."""
    coins = part_of(state, Coins)
    effects: tuple[Effect, ...] = ()
    for tavern, dock, payer in zip(coins.taverns, coins.docks, coins.paid, strict=True):
        sector = sector_at(state.board, tavern)
        same = _same(before, after, tavern) and _same(before, after, dock)
        if same and sector is not None and sector.cells & BIT[dock]:
            continue
        state = with_coin(state, tavern, NOWHERE)
        effects += (effect_on(ko.V_ROUE_10, "coin", (NAME[tavern],), NOWHERE, sets=True),)
        if payer != NO_SEAT:
            player = state.players[payer]
            state = replace(state, players=put_at(state.players, payer, replace(player, purse=player.purse + 1)))
            effects += (cached_effect(ko.V_ROUE_10, "purse", (payer,), 1, payer),)
    return state, effects


def _same(before: Board, after: Board, cell: int) -> bool:
    """Whether the same dock lies on a cell as before."""
    one, other = before.cards.get(cell), after.cards.get(cell)
    return one is not None and other is not None and _is_dock(other) and one.number == other.number


def _is_dock(lying: Lying) -> bool:
    return group_of(lying.kind) == 0


__all__ = [
    "coin",
    "coin_of",
    "coins_lifted",
    "each_in_turn",
    "next_clockwise",
    "of_all_opponents",
    "skips_of",
    "tavern_for",
    "taverns_of",
    "use_start",
    "whose_turn",
    "with_coin",
    "with_skips",
]
