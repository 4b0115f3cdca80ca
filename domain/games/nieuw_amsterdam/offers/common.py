"""Helpers of several offers: what a seat holds, one way to pay a total, furs of the reserve."""

from __future__ import annotations

from functools import cache
from itertools import combinations, cycle

from domain.games.nieuw_amsterdam.actions import Mix
from domain.games.nieuw_amsterdam.pieces import FUR, FURS, FURS_OF_A_KIND, NOT_SEEN, PERHAPS, STOCKS
from domain.games.nieuw_amsterdam.state import Furs, Player, State
from domain.numbers import is_surely, least, most
from domain.rules import Offer

Kinds = tuple[int, ...]  # how many furs of each kind
Draws = tuple[tuple[str, ...], ...]  # furs one by one, in several ways
Offers = list[Offer] | tuple[Offer, ...]


def holdings(player: Player) -> dict[str, int]:
    """What a seat can pay with, as far as it surely has it."""
    held = {stock: count for stock in STOCKS if (count := least(getattr(player, stock)))}
    return {**held, **furs_held(player.furs)}


def furs_held(furs: Furs) -> dict[str, int]:
    """The furs of a seat by kind, as far as they are known, and those of unknown kinds."""
    kinds, held, of_unknown_kind = furs.kinds, {}, least(furs.total)
    for at, fur in enumerate(FURS):
        if count := least(kinds[at]):
            held[fur] = count
            of_unknown_kind -= count
    if of_unknown_kind > 0:
        held[FUR] = of_unknown_kind
    return held


def some_mix(held: dict[str, int], total: int) -> Mix:
    """One way to make up a total."""
    given: list[tuple[str, int]] = []
    for kind, count in held.items():
        if count >= total:
            return (*given, (kind, total)) if total > 0 else tuple(given)
        given.append((kind, count))
        total -= count
    return tuple(given)


def reserve_of(state: State) -> Kinds | None:
    """How many furs of each kind the reserve holds; None where that is not known."""
    top, middle, bottom = state.traders
    lying = top + middle + bottom
    held = [state.discard.kinds, *[player.furs.kinds for player in state.players]]
    seen, each = list(map(sum, zip(*held, strict=True))), FURS_OF_A_KIND - lying.count(NOT_SEEN)
    if sum(seen).__class__ is not int:
        seen = [sum(map(most, counts)) for counts in zip(*held, strict=True)]
    left = [each - seen[at] - lying.count(fur) for at, fur in enumerate(FURS)]
    if min(left) < 0:  # more of them may lie open than there are
        left = [max(0, count) for count in left]
    return tuple(left) if is_surely(state.reserve, sum(left)) and PERHAPS not in lying else None


def furs_left(state: State, reserve: Kinds | None, count: int) -> dict[str, int]:
    """The furs that so many draws can bring: those of the reserve, and when it runs out those of the discard."""
    if reserve is None:
        return {"?": count}
    if sum(reserve) < count:
        reserve = tuple(one + least(other) for one, other in zip(reserve, state.discard.kinds, strict=True))
    return (
        {fur: left for fur, left in zip(FURS, reserve, strict=True) if left} if sum(reserve) >= count else {"?": count}
    )


def possible_draws(state: State, most_of_them: int) -> tuple[Draws, ...]:
    """The ways to draw one fur out of the reserve, two of them, and so on."""
    reserve = reserve_of(state)
    if reserve is None or sum(reserve) < most_of_them:
        return tuple(sample_draws(state, reserve, count) for count in range(1, most_of_them + 1))
    return _all_draws(tuple([count if count < most_of_them else most_of_them for count in reserve]), most_of_them)


@cache  # reserves differ in the few of a kind that can be drawn at once, and mostly in none
def _all_draws(kinds: Kinds, most_of_them: int) -> tuple[Draws, ...]:
    pool = _listed(kinds)
    return tuple(tuple(dict.fromkeys(combinations(pool, count))) for count in range(1, most_of_them + 1))


def sample_draws(state: State, reserve: Kinds | None, count: int) -> Draws:
    """Some ways to draw so many furs that the reserve can hold; when it runs out, of the discard."""
    if reserve is None:
        return (("?",) * count,)
    if sum(reserve) >= count:
        return _some_draws(reserve, count)
    first, rest = _listed(reserve), count - sum(reserve)
    return tuple([first + more for more in _some_draws(tuple(map(least, state.discard.kinds)), rest)])


def _some_draws(kinds: Kinds, count: int) -> Draws:
    pool = _listed(kinds)
    size, around = len(pool), pool + pool
    if size < count or not size:  # the kinds of some are not known
        return (("?",) * count,)
    strides = [stride for stride in (1, 3, 7) if stride * count <= size] or [1]  # none comes back to a fur drawn
    begins = range(0, size, max(1, size // 6))
    return tuple(dict.fromkeys([around[at : at + step * count : step] for at, step in zip(begins, cycle(strides))]))


def _listed(kinds: Kinds) -> tuple[str, ...]:
    return tuple([fur for fur, count in zip(FURS, kinds, strict=True) for _ in range(count)])
