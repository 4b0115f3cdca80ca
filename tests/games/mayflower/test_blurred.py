"""A scribe who does not see everything: the same games with tiles, roles and lines missing give no false finding."""

from itertools import pairwise
from random import Random

import pytest

from domain.games.mayflower import GAME
from domain.games.mayflower.actions import Colonist, Draw, Place, Skip
from domain.observables import Look
from domain.record.lines import Played, Seen
from domain.rules import UNDETERMINED, replace
from domain.timeline.timeline import Timeline, audit
from replays.review.comparison import findings_of
from replays.simulation.random_play import a_setup, simulate

SCRIBES = {  # how often a tile, a role or a skip is missed, and how often a true value is announced
    "tiles": (0.03, 0, 0, 0.3),
    "roles": (0, 0.05, 0, 0.3),
    "skips": (0, 0, 0.3, 0.3),
    "all": (0.02, 0.03, 0.3, 0.3),
}
SOME, MANY = 2, 40  # games of each scribe: in the default suite, and behind the marker


def blurred(action, rng, tile, role, skip):
    """An action as a scribe wrote it down; nothing where it was missed."""
    if isinstance(action, Draw) and rng.random() < tile:
        return replace(action, letter="")
    if isinstance(action, Colonist) and rng.random() < role:
        return replace(action, role="", port="?")
    return None if isinstance(action, Skip) and rng.random() < skip else action


def true_value(before, frame, line, rng):
    """Something a line did, or left alone: its value, or by how much it changed."""
    state, rules = frame.step.state, frame.rules
    touched = [(effect.what, effect.key) for effect in frame.step.effects]
    seats = [(what, (seat,)) for what in ("points", "reserve") for seat in range(len(state.scores))]
    what, key = rng.choice(3 * touched + seats)
    get, effects = (
        rules.observables[what].get,
        [one for one in frame.step.effects if (one.what, one.key) == (what, key)],
    )
    if not rules.observables[what].counts or rng.random() < 0.4:
        return Look(what=what, key=key, value=get(state, key), about=line)
    if effects and rng.random() < 0.5:
        one = rng.choice(effects)
        return Look(what=what, key=key, by=one.by, about=line, clause=one.clause, source=one.source)
    return Look(what=what, key=key, by=get(state, key) - get(before.step.state, key), about=line)


def record(scribe, seed):
    """A lawful game as one scribe writes it down, with true announcements."""
    rng = Random(f"{scribe} {seed}")
    *missed, said = SCRIBES[scribe]
    setup = a_setup(GAME, rng.choice(GAME.players), (), rng)
    actions = [line.action for line in simulate(GAME, setup, rng).session.log if isinstance(line, Played)]
    frames = Timeline(setup, [Played(action=action) for action in actions]).frames
    log, whole = [], True
    for before, frame in pairwise(frames):
        action = blurred(frame.entry.action, rng, *missed)
        whole = action is not None and (whole or isinstance(action, Place))  # else a line shows what another one did
        if action is not None:
            log.append(Played(action=action))
            if whole and rng.random() < said:
                log.append(Seen(look=true_value(before, frame, len(log), rng)))
    return setup, log


def not_true(scribe, seed):
    setup, log = record(scribe, seed)
    return [found for found in findings_of(audit(setup, log)) if found.verdict != UNDETERMINED]


@pytest.mark.parametrize("seed", range(SOME))
@pytest.mark.parametrize("scribe", SCRIBES)
def test_what_was_not_seen_is_not_broken(scribe, seed):
    assert not not_true(scribe, seed)


@pytest.mark.soak
@pytest.mark.parametrize("scribe", SCRIBES)
def test_what_was_not_seen_is_not_broken_in_many_games(scribe):
    assert not {seed: found for seed in range(SOME, MANY) if (found := not_true(scribe, seed))}
