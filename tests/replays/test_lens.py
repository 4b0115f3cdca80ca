"""The rules lens, the cost of going back, and the outcomes of remedies."""

from random import Random

import pytest

from domain.errors import NotRecorded
from domain.games import GAMES
from domain.record.lines import BACK, STAND, VOID, Claimed, Played, Ruled
from domain.rules import CHANCE, CHOICE, SHOWN, replace
from domain.sessions.session import Session
from domain.timeline.order import table_order
from domain.timeline.timeline import audit
from replays.disputes.remedies import RemedyCalculator
from replays.disputes.undo_cost import undo_cost
from replays.record_text import read_record
from replays.review.comparison import findings_of
from replays.review.lens import NOT_OVER, NOTHING, rules_lens
from replays.simulation.random_play import random_setup, simulate
from replays.view_models import points_of
from replays.viewpoint import Viewpoint
from tests.replays.library_sessions import LIBRARY

SAMPLES = sorted(LIBRARY.glob("*/samples/a-table-with-everything.record"))


def sample(path) -> Session:
    return read_record(path.read_text(encoding="utf-8"))[0]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.parent.name)
def test_the_lens_shows_the_outcome_under_another_reading(path):
    session = sample(path)
    seen = rules_lens(session, "en", Viewpoint())

    assert seen.otherwise and all(one.changes != NOTHING for one in seen.otherwise)
    for one in seen.otherwise[:4]:
        question, _, name = one.agreement.partition("=")
        setup = replace(session.setup, readings={**session.setup.readings, question: name})
        frames = audit(setup, session.log)
        assert list(one.scores.values()) == [points_of(points) for points in frames[-1].step.state.scores]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.parent.name)
def test_the_agreed_reading_is_not_listed_as_another(path):
    session = sample(path)
    first = rules_lens(session, "en", Viewpoint())
    agreement = first.otherwise[0].agreement
    question, _, name = agreement.partition("=")
    settled = replace(session, setup=replace(session.setup, readings={**session.setup.readings, question: name}))

    assert agreement not in [one.agreement for one in rules_lens(settled, "en", Viewpoint()).otherwise]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.parent.name)
def test_the_agreed_readings_change_nothing(path):
    session = sample(path)
    questions = GAMES[session.setup.game].questions
    played = [session.setup.readings.get(one.id, one.readings[0].id.partition("=")[2]) for one in questions]
    agreed = [f"{question.id}={name}" for question, name in zip(questions, played, strict=True)]
    seen = rules_lens(session, "en", Viewpoint(), agreed)

    assert (seen.otherwise, seen.same) == ([], len(questions))


def test_a_reading_under_which_the_game_goes_on_changes_no_winner():
    session = sample(LIBRARY / "kontor" / "games" / "whole-game-four-players.record")
    (seen,) = rules_lens(session, "en", Viewpoint(), ["KO-I-03=finish-turn"]).otherwise

    assert (seen.changes, seen.winners) == (NOT_OVER, [])


@pytest.mark.parametrize("variants", [("careful-harvest",), ("careful-harvest", "side-b")])
def test_the_lens_takes_variants_and_combinations(variants):
    session = sample(LIBRARY / "new-haven" / "games" / "whole-game-2-players.record")
    (seen,) = rules_lens(session, "en", Viewpoint(), ["+".join(variants)]).otherwise
    frames = audit(replace(session.setup, variants=variants), session.log)
    found, before = (len(set(_found(one))) for one in (frames, audit(session.setup, session.log)))

    assert list(seen.scores.values()) == [points_of(one) for one in frames[-1].step.state.scores]
    assert seen.came - seen.went == found - before


def _found(frames):
    return [(one.line, one.clause, one.check) for one in findings_of(frames)]


@pytest.mark.parametrize("unknown", ["NH-I-01=three", "nothing-of-the-kind"])
def test_an_impossible_agreement_is_refused(unknown):
    with pytest.raises(NotRecorded):
        rules_lens(sample(SAMPLES[2]), "en", Viewpoint(), [unknown])


def test_going_back_to_the_last_line_costs_nothing_and_to_the_first_everything():
    session = sample(SAMPLES[0])
    standing = [entry.body for entry in table_order(session.log).entries]
    kinds = [line.action.KIND for line in standing if isinstance(line, Played)]
    last, whole = undo_cost(session, len(session.log)), undo_cost(session, 0)

    assert (last.lines, last.choices, last.draws, last.shown) == (0, 0, 0, 0)
    assert whole.lines == len(standing)
    assert (whole.choices, whole.draws, whole.shown) == tuple(map(kinds.count, (CHOICE, CHANCE, SHOWN)))
    assert whole.choices and whole.draws


@pytest.mark.parametrize("game", GAMES)
def test_the_predicted_outcome_of_a_remedy_is_its_real_outcome(game):
    rng = Random(f"remedies {game}")
    played = simulate(GAMES[game], random_setup(GAMES[game], GAMES[game].players[0], (), rng), rng).session
    lines = [at for at, line in enumerate(played.log, 1) if isinstance(line, Played)]
    for _ in range(4):
        about = rng.choice(lines)
        session = replace(played, log=(*played.log, Claimed(seat=0, about=about)))
        for remedy in RemedyCalculator(session, "en").offered(len(session.log)):
            assert remedy.remedy in (STAND, "warn", VOID, BACK)
        ruled = Ruled(remedy=rng.choice((VOID, BACK)), claim=len(session.log), line=max(1, about - 1))
        shown = RemedyCalculator(session, "fr").impact(ruled)
        frames = audit(session.setup, (*session.log, ruled), ruled=True)
        assert list(shown.outcome.scores.values()) == [points_of(one) for one in frames[-1].step.state.scores]
        assert set(shown.outcome.unlawful) <= {one.line for one in findings_of(frames)}
