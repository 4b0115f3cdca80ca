"""Any list of readable actions folds, and a less exact record has no false findings."""

import random
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from domain.games import GAMES
from domain.numbers import least, most
from domain.record.lines import Played
from domain.rules import BROKEN, CONTRADICTION, ScoreLine, replace
from domain.sessions.session import open_session, record
from domain.setup import Setup
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of
from replays.simulation.random_play import PlannedMistake, random_setup, simulate
from tests.variant_combinations import MANY, fitting, sizes

SEATS = "BYGRKP"


def alone(game) -> list[tuple[str, ...]]:
    """No variant, and each with what it needs."""
    return list(dict.fromkeys([(), *(fitting(game, (variant.id,)) for variant in game.variants)]))


@cache
def some_actions(id: str, mistakes: int) -> list:
    """Actions of every kind, from lawful games with every variant and from games with mistakes."""
    game, actions = GAMES[id], []
    for number, variants in enumerate(alone(game)):
        rng = random.Random(number)
        for mistake in (None, *rng.sample(game.mistakes, mistakes if len(game.variants) < MANY else 3)):
            plans = (PlannedMistake(mistake),) if mistake else ()
            session = simulate(game, random_setup(game, max(sizes(game, variants)), variants, rng), rng, plans).session
            actions += [line.action for line in session.log if isinstance(line, Played)]
    return list(dict.fromkeys(actions))


@some.composite
def tables(draw, game, mistakes):
    """A table of any size, with any variants, and lines in any order, their fields mixed."""
    seats = tuple(SEATS[: draw(some.integers(1, 6))])
    rows = [variant.id for variant in game.variants]
    variants = fitting(game, draw(some.lists(some.sampled_from(rows), unique=True, max_size=6))) if rows else ()
    setup = Setup(game=game.id, seats=seats, variants=variants, faces=draw(some.sampled_from(["printed", "stand-in"])))
    any_action = some.sampled_from(some_actions(game.id, mistakes))
    actions = draw(some.lists(any_action, max_size=40))
    others = draw(some.lists(any_action, min_size=len(actions), max_size=len(actions)))
    places = draw(some.lists(some.integers(0, len(seats) - 1), min_size=len(actions), max_size=len(actions)))
    return setup, [mixed(*three) for three in zip(actions, others, places, strict=True)]


def mixed(action, other, seat):
    """An action with fields of another of its kind, done by any seat."""
    if type(other) is type(action):
        names = action.__struct_fields__[1::2]
        action = replace(action, **{name: getattr(other, name) for name in names})
    if getattr(action, "denied", None) is not None:
        action = replace(action, denied=replace(action.denied, seat=seat))
    return action if action.seat is None else replace(action, seat=seat)


def folds(game, data, mistakes) -> None:
    """Checks that any list of readable actions folds, with scores that add up."""
    setup, actions = data.draw(tables(game, mistakes))
    session = open_session(setup)
    for action in actions:
        session = record(session, Played(action=action))

    frames = audit(setup, session.log)

    lines = [effect for frame in frames for effect in frame.step.effects if isinstance(effect, ScoreLine)]
    for side, score in enumerate(frames[-1].step.state.scores):
        total = sum(line.by for line in lines if line.key == (side,))
        assert least(total) <= least(score) and most(score) <= most(total)
    for action in actions:
        assert game.notation.read(game.notation.write(action, setup.seats), setup.seats) == action


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
@settings(max_examples=75, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=some.data())
def test_any_list_of_readable_actions_folds(game, data):
    folds(game, data, 10)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=some.data())
def test_very_many_lists_of_readable_actions_fold(game, data):
    folds(game, data, 30)


def judged(session) -> list:
    """The findings of the audit that are not undetermined."""
    found = findings_of(audit(session.setup, session.log))
    return [finding for finding in found if finding.verdict in (BROKEN, CONTRADICTION)]


def same(less, more) -> bool:
    """Whether a finding of the less exact record matches one of the full record."""
    if (less.line, less.reporting_line, less.check) == (more.line, more.reporting_line, more.check):
        return True
    return less.clause == more.clause and less.line >= more.line


CASES = [
    pytest.param(game, variants, seed, id=f"{game.id}-{'+'.join(variants) or 'base'}-{seed}")
    for game in GAMES.values()
    for variants in alone(game)
    for seed in range(4 if len(game.variants) < MANY else 1)
]


@pytest.mark.parametrize(("game", "variants", "seed"), CASES)
def test_a_less_exact_record_finds_the_same_or_is_undetermined(game, variants, seed):
    whole, known, rng = wrong_but_possible(game, variants, seed)
    blurred = replace(whole, log=tuple(blur(game, line, rng) for line in whole.log))

    assert blurred != whole
    assert [less for less in judged(blurred) if not any(same(less, more) for more in known)] == []


def wrong_but_possible(game, variants, seed):
    """A game with two mistakes, none of them a contradiction, which a less exact record might not show."""
    rng = random.Random(seed)
    while True:
        mistakes = tuple(PlannedMistake(mistake) for mistake in rng.sample(game.mistakes, 2))
        session = simulate(
            game, random_setup(game, rng.choice(sizes(game, variants)), variants, rng), rng, mistakes
        ).session
        known = judged(session)
        if all(finding.verdict == BROKEN for finding in known):
            return session, known, rng


def blur(game, line, rng):
    """A less exact line, as a hurried scribe writes it."""
    blurring = game.simulation.blurs.get(type(line.action)) if isinstance(line, Played) else None
    return line if blurring is None or rng.random() < 0.4 else replace(line, action=blurring(line.action, rng))
