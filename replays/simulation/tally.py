"""Simulates games in bulk, and counts which mistakes were made and which of them the audit found."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from domain.games.game import Game, Mistake
from replays.reference.rulebooks import game_of
from replays.simulation.random_play import PlannedMistake, SimulatedGame, random_setup, simulate

USUAL_LENGTH = 150  # lines of a game, assumed before the first one was played


class MistakeCount(Struct):
    """How often one mistake was tried, made and found, over all games."""

    tried: int = 0
    injected: int = 0
    found: int = 0
    extra: int = 0


class MistakeTally(Struct):
    """The figures of a simulation.

    `consequences` counts the findings whose root is the line of a mistake, `extra` the findings that no mistake
    explains, `undetermined` those that only name a missing fact, `lost` the times the engine stood elsewhere than the
    simulated table.
    """

    rows: dict[str, MistakeCount]
    games: int = 0
    lines: int = 0
    findings: int = 0
    consequences: int = 0
    injected: int = 0
    found: int = 0
    extra: int = 0
    undetermined: int = 0
    lost: int = 0

    @property
    def recall(self) -> float:
        """The share of the mistakes that were found."""
        return self.found / self.injected if self.injected else 1.0

    @property
    def precision(self) -> float:
        """The share of mistakes among the findings that are no consequences."""
        return self.found / (self.found + self.extra) if self.found + self.extra else 1.0

    @property
    def clean(self) -> bool:
        """Whether the audit found every mistake and nothing else, and the engine never lost the table."""
        return self.found == self.injected and not self.extra and not self.lost

    def add(self, outcome: SimulatedGame) -> None:
        """Adds a game."""
        found, extra, consequences = outcome.matched()
        self.games += 1
        self.lines += len(outcome.session.log)
        self.findings += len(outcome.findings)
        self.consequences += len(consequences)
        self.injected += len(outcome.injected)
        self.found += len(found)
        self.extra += len(extra)
        self.undetermined += len(outcome.findings) - len(found) - len(extra) - len(consequences)
        self.lost += len(outcome.lost)
        for injected in outcome.injected:
            row = self.rows[injected.mistake.name]
            row.injected += 1
            row.found += injected in found
            row.extra += len(extra) if injected is outcome.injected[-1] else 0

    def plans(self, mistakes: tuple[Mistake, ...], errors: int, rng: Random) -> tuple[PlannedMistake, ...]:
        """Plans the mistakes that were tried least, each from a random line on."""
        order = sorted(mistakes, key=lambda mistake: (self.rows[mistake.name].tried, rng.random()))
        usual = self.lines // self.games if self.games else USUAL_LENGTH
        for mistake in order[:errors]:
            self.rows[mistake.name].tried += 1
        return tuple(PlannedMistake(mistake, max(0, rng.randrange(-usual, usual))) for mistake in order[:errors])

    def spare(self, mistakes: tuple[Mistake, ...], rng: Random) -> tuple[Mistake, ...]:
        """Mistakes to make where a planned one found no occasion, the rarest first."""
        return tuple(sorted(mistakes, key=lambda mistake: (self.rows[mistake.name].injected, rng.random())))


def empty_tally(mistakes: tuple[Mistake, ...]) -> MistakeTally:
    """A tally of these mistakes before any game."""
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
    """Plays games, the numbers of players in turn, and adds each to the tally; the same seed gives the same games."""
    for number in range(games):
        rng = Random(f"{seed}/{number}")
        setup = random_setup(game, players[number % len(players)], variants, rng)
        mistakes = game.mistakes_at(setup) if errors else ()
        outcome = simulate(game, setup, rng, tally.plans(mistakes, errors, rng), tally.spare(mistakes, rng))
        tally.add(outcome)
        yield outcome


def simulate_game(
    game: str, players: int | None = None, variants: tuple[str, ...] = (), errors: int = 0, seed: int = 1
) -> SimulatedGame:
    """Plays one random game, with so many mistakes in it; UnknownGame where there is no game of that id."""
    played = game_of(game)
    seats = (played.players[0] if players is None else players,)
    return next(simulate_games(played, empty_tally(played.mistakes), 1, seats, variants, errors, seed))
