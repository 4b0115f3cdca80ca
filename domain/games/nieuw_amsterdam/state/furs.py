"""Furs: adding, taking, and what the face-down reserve must hold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from domain.games.nieuw_amsterdam.pieces import AT_FUR, FUR, FURS, FURS_OF_A_KIND, NOT_SEEN, PERHAPS
from domain.games.nieuw_amsterdam.state.table import Furs, State
from domain.numbers import Number, between, least, most, not_below_zero


def with_furs(furs: Furs, mix: Iterable[tuple[str, int]], sign: int = 1) -> Furs:
    """Furs with so many of each kind more (or fewer); `fur` is one of any kind."""
    total, kinds, unseen = furs.total, list(furs.kinds), 0
    for kind, count in mix:
        total = total + sign * count
        at = AT_FUR.get(kind)
        if at is None:
            unseen += count
        else:
            left = kinds[at] + sign * count
            kinds[at] = left if left.__class__ is int and left >= 0 else not_below_zero(left)
    if unseen:
        low, high = (0, unseen) if sign > 0 else (-unseen, 0)
        kinds = [not_below_zero(_widened(count, low, high)) if sign > 0 or most(count) else count for count in kinds]
    after = Furs(total if total.__class__ is int and total >= 0 else not_below_zero(total), tuple(kinds))
    return after if sum(kinds).__class__ is int else with_consistent_kinds(after)


def _widened(count: Number, low: int, high: int) -> Number:
    return between(least(count) + low, most(count) + high, getattr(count, "fact", "") or "furs")


def with_consistent_kinds(furs: Furs) -> Furs:
    """No kind has more than all, nor fewer than the others leave."""
    if sum(furs.kinds).__class__ is int:  # all of them are known
        return furs
    total, highs, lows = furs.total, sum(map(most, furs.kinds)), sum(map(least, furs.kinds))
    kinds = tuple(
        kind
        if isinstance(kind, int)
        else between(
            max(kind.least, least(total) - (highs - kind.most)),
            max(kind.least, min(kind.most, most(total) - (lows - kind.least))),
            kind.fact,
        )
        for kind in furs.kinds
    )
    return Furs(total, kinds)


def fur_mix(furs: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Furs one by one as pairs; one that was not seen is of any kind."""
    return _paired(tuple(furs))


@lru_cache(maxsize=1024)  # the same few come again and again
def _paired(furs: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    listed = [FUR if fur in (NOT_SEEN, PERHAPS) else fur for fur in furs]
    return tuple((kind, listed.count(kind)) for kind in (*FURS, FUR) if kind in listed)


def on_traders(state: State, fur: str) -> Number:
    """How many of a kind lie on the traders."""
    there = unseen = 0
    for lying in state.traders:
        there, unseen = there + lying.count(fur), unseen + lying.count(NOT_SEEN) + lying.count(PERHAPS)
    return between(there, there + unseen, "furs")


def in_reserve(state: State, fur: str) -> Number:
    """How many of a kind the face-down reserve holds: all there are, less those lying open (INV-3)."""
    at = AT_FUR[fur]
    seen = sum((player.furs.kinds[at] for player in state.players), state.discard.kinds[at]) + on_traders(state, fur)
    left = FURS_OF_A_KIND - seen
    if isinstance(left, int):
        return left
    return between(left.least, max(left.least, min(left.most, most(state.reserve))), left.fact)


def left_to_draw(state: State, fur: str, mixed: bool = False) -> Number:
    """How many of a kind can at most be drawn: what does not surely lie open; mixed in, the discard does not."""
    at = AT_FUR[fur]
    top, middle, bottom = state.traders
    left: Number = FURS_OF_A_KIND - top.count(fur) - middle.count(fur) - bottom.count(fur)
    if not mixed:
        gone = state.discard.kinds[at]
        left -= gone if gone.__class__ is int else least(gone)
    for player in state.players:
        held = player.furs.kinds[at]
        left -= held if held.__class__ is int else least(held)
    return left


def lines_showing(state: State, fur: str) -> tuple[int, ...]:
    """The lines that brought a kind of fur to light, this one included."""
    return (*(line for line, furs in state.lit if fur in furs), state.line)
