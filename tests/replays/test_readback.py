"""The read-back of a round: who agrees, who queries which line, and what settles a query."""

from pathlib import Path

import pytest

from domain.sessions.entry import read_entry
from domain.sessions.session import record
from replays.readback import read_back
from replays.record import read_record
from replays.sight import Sight

GAME = Path("replays/library/new-haven/games/whole-game-2-players.record")


@pytest.fixture(scope="module")
def game():
    return read_record(GAME.read_text(encoding="utf-8"))[0]


def after(game, line, *more):
    """The game as far as a line, and then other lines."""
    from domain.rules import replace

    session = replace(game, log=game.log[:line])
    for text in more:
        session = record(session, read_entry(text, session.setup))
    return session


def told(session):
    back = read_back(session, Sight())
    return back.round, back.upto, [(one.answer, one.about, one.again) for one in back.seats]


def test_it_is_asked_once_a_round_has_ended(game):
    assert read_back(after(game, 21), Sight()) is None
    assert told(after(game, 22)) == (1, 22, [(None, None, False)] * 2)
    assert told(after(game, 44))[:2] == (1, 22) and told(after(game, 45))[:2] == (2, 45)
    assert told(game)[:2] == (10, 168), "the last round ends with the game"


def test_each_seat_answers_for_itself_and_may_change_its_mind(game):
    one, two = after(game, 22, ": agree B 22"), after(game, 22, ": agree B 22", ': query Y 20 "two?"', ": query B 3")
    assert told(one)[2] == [("agree", 22, False), (None, None, False)] and read_back(one, Sight()).open
    assert told(two)[2] == [("query", 3, False), ("query", 20, False)]
    both = after(game, 22, ": agree B 22", ": agree Y 22")
    assert not read_back(both, Sight()).open
    assert told(after(game, 45, ": agree B 22"))[2][0] == ("agree", 22, False)


@pytest.mark.parametrize("fix", ["~ 20 Y pick W6", "~ 20+ ; Y"])
def test_a_fix_asks_everybody_again(game, fix):
    session = after(game, 22, ": agree B 22", ": query Y 20", fix)
    assert told(session)[2] == [(None, None, True), (None, None, True)]


def test_a_fix_of_a_later_line_asks_nobody_again(game):
    session = after(game, 22, ": agree B 22", "? lunch", "~ 24 ? dinner")
    assert told(session)[2][0] == ("agree", 22, False)


def test_a_query_that_led_to_a_dispute_is_settled_by_it(game):
    session = after(game, 22, ": query Y 20", "! Y 20 NH-DRAW-1")
    assert told(session)[2][1] == (None, 20, True)


def test_answers_of_an_earlier_round_count_for_that_round_only(game):
    session = after(game, 22, ": agree B 22")
    for line in game.log[22:45]:
        session = record(session, line)
    assert told(session) == (2, 46, [(None, None, False)] * 2)
