"""What offers share: what a seat holds, one way to make up a total, furs the reserve can give."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.actions import Mix
from domain.games.nieuw_amsterdam.pieces import FUR, FURS, STOCKS
from domain.games.nieuw_amsterdam.state import Player, State, in_reserve
from domain.numbers import NotKnown, least


def holdings(player: Player) -> dict[str, int]:
    """What a seat can pay with, as far as it surely has it."""
    held = {stock: least(getattr(player, stock)) for stock in STOCKS}
    kinds = [least(count) for count in player.furs.kinds]
    held.update(zip(FURS, kinds, strict=True))
    held[FUR] = max(0, least(player.furs.total) - sum(kinds))
    return {kind: count for kind, count in held.items() if count}


def some(held: dict[str, int], total: int) -> Mix:
    """One way to make up a total."""
    given = []
    for kind, count in held.items():
        if total <= 0:
            break
        given.append((kind, min(count, total)))
        total -= min(count, total)
    return tuple(given)


def draws(state: State, count: int) -> tuple[tuple[str, ...], ...]:
    """Some ways to draw so many furs that the reserve can hold, all unseen where nobody knows what it holds."""
    try:
        pool = [fur for fur in FURS for _ in range(least(in_reserve(state, fur)))]
        known = len(pool) == state.reserve
    except NotKnown:
        known = False
    if not known:
        return (("?",) * count,)
    first = pool if len(pool) < count else []
    if first:
        pool = [fur for at, fur in enumerate(FURS) for _ in range(least(state.discard.kinds[at]))]
    rest = count - len(first)
    size = len(pool)
    return tuple(
        dict.fromkeys(
            (*first, *(pool[(at + step * stride) % size] for step in range(rest)))
            for stride in _strides(size, rest)
            for at in range(0, size, max(1, size // 6))
        )
        if size
        else [tuple(first)]
    )


def _strides(size: int, count: int) -> list[int]:
    """Steps that never come back to a fur already drawn."""
    return [stride for stride in (1, 3, 7) if stride * count <= size] or [1]
