"""Cost of the last action of a game against the tenth of its kind: shows whether cost grows with the game."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Iterator
from random import Random

from domain.games import GAMES
from replays.simulation.random_play import simulate
from tests.bench.rules import ROUNDS, Deed, Recorded, folding_each, most_frequent, of_a_kind, ready, recorded, timed

TABLES = 11  # simulated games, the same in every run
REPEATS = 50  # of one deed, between two looks at the clock


def last_lines(seconds: float) -> Iterator[str]:
    """The figures: for each game the median ratio over simulated games at its largest table."""
    for game in GAMES:
        library = recorded(game)
        kind = most_frequent(library)
        deeds = [of_a_kind(kind, one) for one in fullest(game, library)]
        gc.collect()
        gc.freeze()
        times = [beside_the_tenth(played[9], played[-1], seconds / TABLES) for played in deeds if len(played) > 10]
        name, spread = f"{game}: the last {kind.__name__} of a game", f"{min(times):.2f} to {max(times):.2f}"
        yield f"{name:<52} {statistics.median(times):8.2f} times the 10th of the same game ({spread})"


def fullest(game: str, library: list[Recorded]) -> list[Recorded]:
    """Simulated games with the largest number of players in the library."""
    setup = max(library, key=lambda one: len(one.session.setup.seats)).session.setup
    return [ready(game, simulate(GAMES[game], setup, Random(number)).session) for number in range(TABLES)]


def beside_the_tenth(tenth: Deed, last: Deed, seconds: float) -> float:
    """The ratio of the last action to the tenth, as the median of interleaved rounds."""
    jobs = folding_each([tenth] * REPEATS), folding_each([last] * REPEATS)
    rounds = [[timed(job, seconds / ROUNDS) for job in jobs] for _ in range(ROUNDS)]
    return statistics.median(late / early for early, late in rounds)
