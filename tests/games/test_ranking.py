"""After the end of a game, a change of points outside the rules changes the places."""

from random import Random

import pytest

from domain.games import GAMES
from domain.timeline.timeline import audit
from replays.disputes.remedies import RemedyCalculator
from replays.simulation.random_play import random_setup, simulate
from tests.play import frames, play


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
@pytest.mark.parametrize("line", ["$ - adjust {letter} points +500 after {last}", '& {letter} points +500 "settled"'])
def test_the_last_becomes_the_first(game, line):
    rng = Random(7)
    session = simulate(game, random_setup(game, game.players[0], (), rng), rng).session
    state = audit(session.setup, session.log)[-1].step.state
    last = state.result.places[-1][-1]
    text = line.format(letter=session.setup.seats[last], last=len(session.log))
    ruled = frames(play(session, text), ruled=True)[-1].step

    assert ruled.state.result.places[0] == (last,) != state.result.places[0]
    assert ruled.state.winners == (last,)
    if line.startswith("$"):
        ruled = play(session, text).log[-1]
        assert RemedyCalculator(session, "en").impact(ruled).outcome.winners == [session.setup.seats[last]]
