"""A scribe misses spaces, squares, refills, passes and "done" of lawful games: the audit calls nothing broken."""

import pytest

from domain.games.new_haven import GAME
from domain.games.new_haven.actions import Build, Done, Flip, Goods, Harvest, Pass, Refill
from domain.games.new_haven.pieces import COLOURS, HOMES
from domain.rules import replace
from tests.games.missed_lines import Scribe, false_findings

# How often a scribe misses the space of a tile, one square of it, the space of a building, what is refilled, and that a
# seat builds no more.
MISSED = {
    "spaces": {"space": 0.1},
    "squares": {"square": 0.1},
    "homes": {"home": 0.2},
    "homes rebuilt": {"home": 0.2},
    "passes": {"pass": 0.4},
    "all": {"space": 0.04, "square": 0.04, "home": 0.04, "refill": 0.1, "pass": 0.3},
}
SAMPLE, SOAK = 2, 60  # games of each scribe: in the default suite, and behind the marker


def scribe(name):
    def misses(what, rng):
        return rng.random() < MISSED[name].get(what, 0)

    def written(action, rng):
        if isinstance(action, (Harvest, Goods)) and misses("space", rng):
            return replace(action, cell="?")
        if isinstance(action, (Harvest, Flip)) and misses("square", rng):
            at = rng.randrange(4)
            return replace(action, face=f"{action.face[:at]}?{action.face[at + 1 :]}")
        if isinstance(action, Build) and misses("home", rng):
            return replace(action, home="?")
        if isinstance(action, Refill) and misses("refill", rng):
            return replace(action, buildings=("?",) * len(action.buildings))
        return None if isinstance(action, (Done, Pass)) and misses("pass", rng) else action

    values = tuple(("marker", (colour,)) for colour in COLOURS)
    if "home" in MISSED[name]:
        values += tuple(("village", (seat, home)) for seat in (0, 1) for home in HOMES)
    variants = ("rebuild",) if name.endswith("rebuilt") else ()
    return Scribe(GAME, f"new-haven {name}", written, values, ("points", "hand", "tiles"), (Harvest, Goods), variants)


@pytest.mark.parametrize("seed", range(SAMPLE))
@pytest.mark.parametrize("name", MISSED)
def test_what_was_not_seen_is_never_broken(name, seed):
    assert not false_findings(scribe(name), seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", MISSED)
def test_what_was_not_seen_is_never_broken_in_many_games(name):
    assert not {seed: found for seed in range(SAMPLE, SOAK) if (found := false_findings(scribe(name), seed))}
