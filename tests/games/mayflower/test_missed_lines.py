"""A scribe misses tiles, cells, roles, skips and explorer moves of lawful games: the audit calls nothing broken."""

from itertools import pairwise
from random import Random

import pytest
from msgspec import Struct

from domain.games.mayflower import GAME
from domain.games.mayflower.actions import Colonist, Draw, Explore, Place, Skip
from domain.observables import Observation
from domain.record.lines import Played, Seen
from domain.rules import UNDETERMINED, replace
from domain.timeline.timeline import Timeline, audit
from replays.review.comparison import findings_of
from replays.simulation.random_play import random_setup, simulate


class Scribe(Struct, frozen=True):
    """How often a scribe misses what happens, and how often a true value follows a line."""

    tile: float = 0
    cell: float = 0
    role: float = 0
    skip: float = 0
    move: float = 0
    announced: float = 0.3
    read: float = 0.1


SCRIBES = {
    "tiles": Scribe(tile=0.03),
    "cells": Scribe(cell=0.03),
    "roles": Scribe(role=0.05),
    "skips": Scribe(skip=0.3),
    "moves": Scribe(move=0.3),
    "skips and moves": Scribe(skip=0.3, move=0.3),
    "all": Scribe(tile=0.02, cell=0.01, role=0.03, skip=0.3, move=0.2),
}
SAMPLE, SOAK = 2, 40  # games of each scribe: in the default suite, and behind the marker


def blurred(scribe, action, rng):
    """An action as the scribe writes it down; None where it is missed."""
    if isinstance(action, Draw) and rng.random() < scribe.tile:
        return replace(action, letter="")
    if isinstance(action, Place) and rng.random() < scribe.cell:
        return replace(action, cell="?")
    if isinstance(action, Colonist) and rng.random() < scribe.role:
        return replace(action, role="", port="?")
    missed = {Skip: scribe.skip, Explore: scribe.move}.get(type(action), 0)
    return None if rng.random() < missed else action


def an_observable(frame, rng):
    """The name and key of something a line changed, or of something every seat has."""
    changed = [(effect.what, effect.key) for effect in frame.step.effects]
    of_seats = [(what, (seat,)) for what in ("points", "reserve") for seat in range(len(frame.step.state.scores))]
    return rng.choice(3 * changed + of_seats)


def announcement(before, frame, line, rng):
    """A true announcement about a line: a value, one effect, or the net change."""
    state, rules = frame.step.state, frame.rules
    what, key = an_observable(frame, rng)
    get = rules.observables[what].get
    effects = [one for one in frame.step.effects if (one.what, one.key) == (what, key)]
    if not rules.observables[what].counts or rng.random() < 0.4:
        return Observation(what=what, key=key, value=get(state, key), about=line)
    if effects and rng.random() < 0.5:
        one = rng.choice(effects)
        return Observation(what=what, key=key, by=one.by, about=line, clause=one.clause, source=one.source)
    return Observation(what=what, key=key, by=get(state, key) - get(before.step.state, key), about=line)


def value(frame, rng, line=None):
    """A true value, announced of a line or read after it."""
    what, key = an_observable(frame, rng)
    return Observation(what=what, key=key, value=frame.rules.observables[what].get(frame.step.state, key), about=line)


def record(scribe, seed):
    """A lawful game as a scribe writes it down, with true values."""
    rng = Random(f"{scribe} {seed}")
    setup = random_setup(GAME, rng.choice(GAME.players), (), rng)
    actions = [line.action for line in simulate(GAME, setup, rng).session.log if isinstance(line, Played)]
    frames = Timeline(setup, [Played(action=action) for action in actions]).frames
    log, is_whole = [], True
    for before, frame in pairwise(frames):
        action = blurred(scribe, frame.entry.action, rng)
        # after a missed line the next one carries out the effects of both: only values are the same then
        is_whole = action is not None and (is_whole or isinstance(action, Place))
        if action is not None:
            log.append(Played(action=action))
            if rng.random() < scribe.announced:
                line = len(log)
                log.append(
                    Seen(observation=announcement(before, frame, line, rng) if is_whole else value(frame, rng, line))
                )
        if rng.random() < scribe.read:
            log.append(Seen(observation=value(frame, rng)))
    return setup, log


def false_findings(name, seed):
    setup, log = record(SCRIBES[name], seed)
    return [found for found in findings_of(audit(setup, log)) if found.verdict != UNDETERMINED]


@pytest.mark.parametrize("seed", range(SAMPLE))
@pytest.mark.parametrize("name", SCRIBES)
def test_what_was_not_seen_is_never_broken(name, seed):
    assert not false_findings(name, seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", SCRIBES)
def test_what_was_not_seen_is_never_broken_in_many_games(name):
    assert not {seed: found for seed in range(SAMPLE, SOAK) if (found := false_findings(name, seed))}
