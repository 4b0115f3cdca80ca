"""Variants that can be played together, in any game."""

from collections.abc import Iterable, Mapping

from domain.variants import Variant, VariantConflict, agree

MANY = 5  # variants of a game; with more of them, tests use a sample


def can_be_agreed(game, variants: Iterable[str], readings: Mapping[str, str] | None = None) -> bool:
    """Whether these variants can be played together."""
    try:
        agree(game.base, game.chosen(tuple(variants), readings or {}))
    except VariantConflict:
        return False
    return True


def fitting(game, drawn: Iterable[str], readings: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Those variants, in order, that can be played with the ones before; variants they need are added."""
    chosen: tuple[str, ...] = ()
    for name in drawn:
        row = next(row for row in game.variants if row.id == name)
        for more in (needed(game, row), (*needed(game, row), *sorted(row.needs_one)[:1])):
            table = tuple(dict.fromkeys((*chosen, *more)))
            if can_be_agreed(game, table, readings):
                chosen = table
                break
    return chosen


def needed(game, row: Variant) -> tuple[str, ...]:
    """A variant and all variants it needs."""
    names = [row.id]
    for name in names:
        names += [other for one in game.variants if one.id == name for other in sorted(one.needs) if other not in names]
    return tuple(names)


def sizes(game, variants: Iterable[str]) -> list[int]:
    """The numbers of players that all of these variants are for."""
    rows = game.chosen(tuple(variants), {})
    under = frozenset().union(*(row.needs for row in rows))
    seats = [row.seats for row in rows if row.seats and row.id not in under]
    return [count for count in game.players if all(count in some for some in seats)] or list(game.players)
