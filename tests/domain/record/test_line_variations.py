"""Simulated games and the library: canonical lines read as themselves, and no variation of them as another action."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from domain.errors import NotRecorded
from domain.games import GAMES
from domain.record.free_text.parser import read_typed
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import Played
from domain.rules import replace
from domain.setup import Setup
from replays.record_text import read_record
from replays.simulation.random_play import random_setup, simulate
from tests.domain.record.sloppy_lines import variations

NAMES = ("Ana", "Bo", "Chloé", "Dirk", "Émile")
OFTEN = 8  # lines of each verb that are varied
LIBRARY = Path("replays/library")


class Tried:
    """How many variations were read correctly, and which ones as something else."""

    def __init__(self) -> None:
        self.often: Counter[str] = Counter()
        self.tried = self.read = 0
        self.misread: list[tuple] = []

    def line(self, line: Played, setup: Setup, rng: Random) -> None:
        """One canonical line and its variations."""
        text = write_entry(line, setup).strip()
        assert read_typed(text, setup) == (line,)
        self.often[text.split()[1]] += 1
        if self.often[text.split()[1]] > OFTEN:
            return
        for typed, stands in variations(text, setup, rng):
            lines = _read(typed, setup)
            self.tried += 1
            self.read += lines == (line,)
            if lines not in ((), (line,), _read(stands, setup, read_entry)):
                self.misread.append((text, typed, [write_entry(one, setup).strip() for one in lines]))


def _read(typed: str, setup: Setup, reader=read_typed) -> tuple:
    """The lines a text means; none where it is refused."""
    try:
        entry = reader(typed.strip(), setup)
    except NotRecorded:
        return ()
    return entry if isinstance(entry, tuple) else (entry,)


def _trials(game: str, seeds: range) -> Tried:
    tried = Tried()
    for seed in seeds:
        rng = Random(f"{game} {seed}")
        players = rng.choice(GAMES[game].players)
        names = tuple(rng.sample(NAMES, players))  # names and letters may be confused
        setup = replace(random_setup(GAMES[game], players, (), rng), names=names)
        tried.often.clear()
        for line in simulate(GAMES[game], setup, rng).session.log:
            if isinstance(line, Played):
                tried.line(line, setup, rng)
    return tried


@pytest.mark.parametrize("game", GAMES)
def test_no_variation_of_a_line_of_a_simulated_game_reads_as_another(game):
    tried = _trials(game, range(2))

    assert not tried.misread
    assert tried.read > tried.tried * 0.7, (tried.read, tried.tried)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_no_variation_in_many_simulated_games_reads_as_another(game):
    assert not _trials(game, range(2, 62)).misread


@pytest.mark.parametrize("game", GAMES)
def test_no_variation_of_a_line_of_the_library_reads_as_another(game):
    tried, rng = Tried(), Random(game)
    for path in sorted((LIBRARY / game).rglob("*.record")):
        session, _ = read_record(path.read_text(encoding="utf-8"))
        for line in session.log:
            if isinstance(line, Played) and tried.often[write_entry(line, session.setup).split()[1]] < OFTEN:
                tried.line(line, session.setup, rng)

    assert set(tried.often) == set(GAMES[game].notation.verbs) | ({"refused"} & set(tried.often))
    assert not tried.misread
