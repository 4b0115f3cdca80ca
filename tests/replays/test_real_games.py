"""Lawful games with draws from a real bag have no findings, whatever the scribe knows of the faces."""

from random import Random

import pytest

from domain.games import GAMES
from domain.record.lines import Played
from domain.rules import BROKEN, CHOICE, CONTRADICTION, Action, replace
from domain.sessions.session import open_session, record
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of
from tests.replays.real_games import as_first_seen, real_game

UNSEEN = 0.1  # share of random results that are not seen


def found_in(setup, actions: list[Action]) -> list[str]:
    """The checks that found something in these actions."""
    session = open_session(setup)
    for action in actions:
        session = record(session, Played(action=action))
    findings = findings_of(audit(session.setup, session.log))
    return [finding.check for finding in findings if finding.verdict in (BROKEN, CONTRADICTION)]


@pytest.mark.parametrize("faces", ("stand-in", "printed"))
@pytest.mark.parametrize("game", GAMES)
def test_a_lawful_game_has_no_findings(game, faces):
    setup, actions = real_game(game, 2, seed=41)
    view = as_first_seen(game, actions) if faces == "printed" else actions

    assert found_in(replace(setup, faces=faces), view) == []


@pytest.mark.parametrize("game", GAMES)
def test_unseen_results_lead_to_no_finding(game):
    setup, actions = real_game(game, 2, seed=42)
    rng, blurs = Random(42), GAMES[game].simulation.blurs
    view = [
        blurs[type(action)](action, rng)
        if type(action) in blurs and action.KIND != CHOICE and rng.random() < UNSEEN
        else action
        for action in as_first_seen(game, actions)
    ]

    assert view != as_first_seen(game, actions)
    assert found_in(replace(setup, faces="printed"), view) == []
