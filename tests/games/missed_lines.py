"""Lawful games as a scribe writes them down who misses some lines and parts of lines, with true values between them."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

from msgspec import Struct

from domain.games.game import Game
from domain.observables import Observation
from domain.record.lines import Played, Seen
from domain.rules import UNDETERMINED, Action, Key
from domain.timeline.timeline import Timeline, audit
from replays.review.comparison import findings_of
from replays.simulation.random_play import random_setup, simulate

ANNOUNCED, READ = 0.3, 0.1  # how often a true value is announced of a line, and read after it


class Scribe(Struct, frozen=True):
    """What a scribe misses: `written` is an action as it is written down, or None where the line is missed."""

    game: Game
    name: str
    written: Callable[[Action, Random], Action | None]
    of_all: tuple[tuple[str, Key], ...] = ()  # observables whose values are given besides those that a line changed
    of_seats: tuple[str, ...] = ()
    begins: tuple[type[Action], ...] = ()  # actions that carry out no effects of missed lines before them
    variants: tuple[str, ...] = ()


def an_observable(scribe, frame, rng):
    """The name and key of something a line changed, or of something that can be read at any time."""
    changed = [(effect.what, effect.key) for effect in frame.step.effects]
    seats = range(len(frame.step.state.scores))
    return rng.choice(3 * changed + [(what, (seat,)) for what in scribe.of_seats for seat in seats] + [*scribe.of_all])


def announcement(scribe, before, frame, line, rng):
    """A true announcement about a line: a value, one effect, or the net change."""
    state, rules = frame.step.state, frame.rules
    what, key = an_observable(scribe, frame, rng)
    get = rules.observables[what].get
    effects = [one for one in frame.step.effects if (one.what, one.key) == (what, key)]
    if not rules.observables[what].counts or rng.random() < 0.4:
        return Observation(what=what, key=key, value=get(state, key), about=line)
    if effects and rng.random() < 0.5:
        one = rng.choice(effects)
        return Observation(what=what, key=key, by=one.by, about=line, clause=one.clause, source=one.source)
    return Observation(what=what, key=key, by=get(state, key) - get(before.step.state, key), about=line)


def value(scribe, frame, rng, line=None):
    """A true value, announced of a line or read after it."""
    what, key = an_observable(scribe, frame, rng)
    return Observation(what=what, key=key, value=frame.rules.observables[what].get(frame.step.state, key), about=line)


def record(scribe, seed):
    """A lawful game as a scribe writes it down, with true values."""
    rng = Random(f"{scribe.name} {seed}")
    setup = random_setup(scribe.game, rng.choice(scribe.game.players), scribe.variants, rng)
    actions = [line.action for line in simulate(scribe.game, setup, rng).session.log if isinstance(line, Played)]
    frames = Timeline(setup, [Played(action=action) for action in actions]).frames
    log, is_whole = [], True
    for before, frame in pairwise(frames):
        action = scribe.written(frame.entry.action, rng)
        # after a missed line the next one carries out the effects of both: only values are the same then
        is_whole = action is not None and (is_whole or isinstance(action, scribe.begins))
        if action is not None:
            log.append(Played(action=action))
            if rng.random() < ANNOUNCED:
                line = len(log)
                said = announcement(scribe, before, frame, line, rng) if is_whole else value(scribe, frame, rng, line)
                log.append(Seen(observation=said))
        if rng.random() < READ:
            log.append(Seen(observation=value(scribe, frame, rng)))
    return setup, log


def false_findings(scribe, seed):
    """What the audit of such a record calls broken or a contradiction."""
    setup, log = record(scribe, seed)
    return [found for found in findings_of(audit(setup, log)) if found.verdict != UNDETERMINED]
