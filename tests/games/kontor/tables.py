"""Tables of Kontor: each variant alone, and every pair that can be played together."""

from functools import cache
from itertools import combinations

from domain.games import GAMES
from domain.variants import VariantConflict, agree

GAME = GAMES["kontor"]
ROWS = {row.id: row for row in GAME.variants}
OWN = tuple(id for id in ROWS if id.startswith("KO-V-"))
SCENARIOS = tuple(id for id in OWN if "scenario" in ROWS[id].sets)
GAMES_FOR = {2: "advanced", 3: "advanced", 4: "four"}  # what a table of this size plays, if it can


def with_needs(*ids: str) -> tuple[str, ...]:
    """These variants and those they need."""
    names = list(ids)
    for id in names:
        names += [other for other in sorted(ROWS[id].needs) if other in OWN and other not in names]
    return tuple(sorted(names))


def clash(variants: tuple[str, ...]) -> VariantConflict | None:
    """Why these variants cannot be played together."""
    try:
        agree(GAME.base, GAME.chosen(variants, {}))
    except VariantConflict as conflict:
        return conflict
    return None


def sizes(*ids: str) -> list[int]:
    """The numbers of players all of these are for."""
    rows = [ROWS[id] for id in with_needs(*ids)]
    under = frozenset().union(*(row.needs for row in rows))  # who builds on a row answers for it
    for_so_many = [row.seats or GAME.players for row in rows if row.id not in under]
    return [count for count in GAME.players if all(count in seats for seats in for_so_many)]


@cache
def tables(*ids: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """A table of each size at which these can be played."""
    tables = []
    for count in sizes(*ids):
        games = dict.fromkeys(((GAMES_FOR[count],), ("advanced",), ()))
        ways = [(*game, *with_needs(*ids)) for game in games]
        way = next((way for way in ways if clash(way) is None), None)
        if way is not None:
            tables.append((count, way))
    return tuple(tables)


SETS = [(id,) for id in OWN] + list(combinations(OWN, 2))
PLAYED = [table for ids in SETS for table in tables(*ids)]
APART = [ids for ids in SETS if sizes(*ids) and not tables(*ids)]
