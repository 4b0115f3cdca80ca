"""What offers share: what a seat holds, one way to make up a total, furs the reserve can give."""

from __future__ import annotations

from functools import lru_cache

from domain.games.nieuw_amsterdam.actions import Mix
from domain.games.nieuw_amsterdam.pieces import FUR, FURS, FURS_OF_A_KIND, STOCKS
from domain.games.nieuw_amsterdam.state import Furs, Player, State
from domain.numbers import Range, is_surely, least, most
from domain.rules import Offer

Kinds = tuple[int, ...]  # how many furs of each kind
Offers = list[Offer] | tuple[Offer, ...]


def holdings(player: Player) -> dict[str, int]:
    """What a seat can pay with, as far as it surely has it."""
    held = {stock: count for stock in STOCKS if (count := least(getattr(player, stock)))}
    return {**held, **furs_held(player.furs)}


def furs_held(furs: Furs) -> dict[str, int]:
    """The furs of a seat by kind, as far as they are known, and those of kinds nobody told."""
    kinds, held, untold = furs.kinds, {}, least(furs.total)
    for at, fur in enumerate(FURS):
        if count := least(kinds[at]):
            held[fur] = count
            untold -= count
    if untold > 0:
        held[FUR] = untold
    return held


def some(held: dict[str, int], total: int) -> Mix:
    """One way to make up a total."""
    given = []
    for kind, count in held.items():
        if total <= 0:
            break
        given.append((kind, min(count, total)))
        total -= min(count, total)
    return tuple(given)


def reserve_of(state: State) -> Kinds | None:
    """How many furs of each kind the reserve holds; nothing where nobody knows that."""
    top, middle, bottom = state.traders
    lying = top + middle + bottom
    held = zip(state.discard.kinds, *[player.furs.kinds for player in state.players], strict=True)
    unseen = lying.count("?")
    seen = [sum(map(most, counts) if Range in map(type, counts) else counts) for counts in held]
    left = tuple([FURS_OF_A_KIND - unseen - seen[at] - lying.count(fur) for at, fur in enumerate(FURS)])
    if min(left) < 0:  # more of them may lie open than there are
        left = tuple([max(0, count) for count in left])
    return left if is_surely(state.reserve, sum(left)) else None


def draws(reserve: Kinds | None, discard: Kinds, count: int) -> tuple[tuple[str, ...], ...]:
    """Some ways to draw so many furs that the reserve can hold, all unseen where nobody knows what it holds."""
    if reserve is None:
        return (("?",) * count,)
    if sum(reserve) >= count:
        return _ways(reserve, count)
    first, rest = _one_by_one(reserve), count - sum(reserve)
    return tuple([first + more for more in _ways(discard, rest)])


@lru_cache(maxsize=1024)  # the same until furs are drawn
def _ways(kinds: Kinds, count: int) -> tuple[tuple[str, ...], ...]:
    pool = _one_by_one(kinds)
    size, around = len(pool), pool + pool
    if size < count or not size:  # of some nobody knows what they are
        return (("?",) * count,)
    begins = range(0, size, max(1, size // 6))
    return tuple(
        dict.fromkeys(around[at : at + step * count : step] for step in _strides(size, count) for at in begins)
    )


def _one_by_one(kinds: Kinds) -> tuple[str, ...]:
    return tuple([fur for fur, count in zip(FURS, kinds, strict=True) for _ in range(count)])


def _strides(size: int, count: int) -> list[int]:
    """Steps that never come back to a fur already drawn."""
    return [stride for stride in (1, 3, 7) if stride * count <= size] or [1]
