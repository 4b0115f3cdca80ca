"""Many simulated games: which mistakes are made in them, and how many of these the audit finds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from domain.games.game import Game, Mistake
from replays.simulation.random_play import PlannedMistake, SimulatedGame, random_setup, simulate

USUAL_LENGTH = 150  # lines, until a game was played


class MistakeCount(Struct):
    """One mistake over all games."""

    tried: int = 0
    injected: int = 0
    found: int = 0
    extra: int = 0


class MistakeTally(Struct):
    """The figures of a simulation. Consequences are findings that name a mistake's line as their root."""

    rows: dict[str, MistakeCount]
    games: int = 0
    lines: int = 0
    findings: int = 0
    consequences: int = 0
    injected: int = 0
    found: int = 0
    extra: int = 0
    lost: int = 0

    @property
    def recall(self) -> float:
        """The share of the mistakes that were found."""
        return self.found / self.injected if self.injected else 1.0

    @property
    def precision(self) -> float:
        """The share of the roots that are mistakes."""
        return self.found / (self.found + self.extra) if self.found + self.extra else 1.0

    @property
    def clean(self) -> bool:
        """Whether every mistake was found, nothing else was, and the engine never lost the table."""
        return self.found == self.injected and not self.extra and not self.lost

    def add(self, outcome: SimulatedGame) -> None:
        """One game more."""
        found, extra, consequences = outcome.matched()
        self.games += 1
        self.lines += len(outcome.session.log)
        self.findings += len(outcome.findings)
        self.consequences += len(consequences)
        self.injected += len(outcome.injected)
        self.found += len(found)
        self.extra += len(extra)
        self.lost += len(outcome.lost)
        for injected in outcome.injected:
            row = self.rows[injected.mistake.name]
            row.injected += 1
            row.found += injected in found
            row.extra += len(extra) if injected is outcome.injected[-1] else 0

    def plans(self, mistakes: tuple[Mistake, ...], errors: int, rng: Random) -> tuple[PlannedMistake, ...]:
        """The mistakes that were tried least, each from some line on."""
        order = sorted(mistakes, key=lambda mistake: (self.rows[mistake.name].tried, rng.random()))
        usual = self.lines // self.games if self.games else USUAL_LENGTH
        for mistake in order[:errors]:
            self.rows[mistake.name].tried += 1
        return tuple(PlannedMistake(mistake, max(0, rng.randrange(-usual, usual))) for mistake in order[:errors])

    def spare(self, mistakes: tuple[Mistake, ...], rng: Random) -> tuple[Mistake, ...]:
        """What else could be made, the rarest first."""
        return tuple(sorted(mistakes, key=lambda mistake: (self.rows[mistake.name].injected, rng.random())))


def empty_tally(mistakes: tuple[Mistake, ...]) -> MistakeTally:
    """Nothing played yet."""
    return MistakeTally(rows={mistake.name: MistakeCount() for mistake in mistakes})


def simulate_games(
    game: Game,
    tally: MistakeTally,
    games: int,
    players: tuple[int, ...],
    variants: tuple[str, ...],
    errors: int,
    seed: int,
) -> Iterator[SimulatedGame]:
    """Games one after the other, the numbers of players in turn; same seed, same games."""
    for number in range(games):
        rng = Random(f"{seed}/{number}")
        setup = random_setup(game, players[number % len(players)], variants, rng)
        mistakes = game.mistakes_at(setup) if errors else ()
        outcome = simulate(game, setup, rng, tally.plans(mistakes, errors, rng), tally.spare(mistakes, rng))
        tally.add(outcome)
        yield outcome
