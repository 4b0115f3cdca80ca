"""A scribe misses tiles, cells, roles, skips and explorer moves of lawful games: the audit calls nothing broken."""

import pytest

from domain.games.mayflower import GAME
from domain.games.mayflower.actions import Colonist, Draw, Explore, Place, Skip
from domain.rules import replace
from tests.games.missed_lines import Scribe, false_findings

MISSED = {
    "tiles": {Draw: 0.03},
    "cells": {Place: 0.03},
    "roles": {Colonist: 0.05},
    "skips": {Skip: 0.3},
    "moves": {Explore: 0.3},
    "skips and moves": {Skip: 0.3, Explore: 0.3},
    "all": {Draw: 0.02, Place: 0.01, Colonist: 0.03, Skip: 0.3, Explore: 0.2},
}
SAMPLE, SOAK = 2, 40  # games of each scribe: in the default suite, and behind the marker


def scribe(name):
    def written(action, rng):
        if rng.random() >= MISSED[name].get(type(action), 0):
            return action
        if isinstance(action, Draw):
            return replace(action, letter="")
        if isinstance(action, Place):
            return replace(action, cell="?")
        return replace(action, role="", port="?") if isinstance(action, Colonist) else None

    return Scribe(GAME, f"mayflower {name}", written, of_seats=("points", "reserve"), begins=(Place,))


@pytest.mark.parametrize("seed", range(SAMPLE))
@pytest.mark.parametrize("name", MISSED)
def test_what_was_not_seen_is_never_broken(name, seed):
    assert not false_findings(scribe(name), seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", MISSED)
def test_what_was_not_seen_is_never_broken_in_many_games(name):
    assert not {seed: found for seed in range(SAMPLE, SOAK) if (found := false_findings(scribe(name), seed))}
