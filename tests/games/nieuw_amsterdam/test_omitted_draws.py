"""Random draws that a scribe leaves out are unknown, and lead to no finding."""

import random

import pytest

from domain.games import GAMES
from domain.games.nieuw_amsterdam.actions import Dealt, Fill, Lands, Pay, Post, Ships
from domain.record.lines import Played
from domain.rules import UNDETERMINED
from domain.sessions.session import open_session, record
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of
from replays.simulation.random_play import random_setup, simulate

GAME = GAMES["nieuw-amsterdam"]
LEFT_OUT = {
    "cards": (Lands, Ships),
    "furs": (Fill, Dealt),
    "payments": (Pay,),
    "all draws": (Lands, Ships, Fill, Dealt, Post),
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("kinds", LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_lawful_game_with_draws_left_out_breaks_nothing(kinds, players):
    rng = random.Random(players)
    whole = simulate(GAME, random_setup(GAME, players, (), rng), rng).session
    played = [line for line in whole.log if isinstance(line, Played)]
    recorded = [line for line in played if not isinstance(line.action, kinds) or rng.random() < 0.3]
    session = open_session(whole.setup)
    for line in recorded:
        session = record(session, line)

    assert len(recorded) < len(played)
    assert [found for found in findings_of(audit(session.setup, session.log)) if found.verdict != UNDETERMINED] == []
