"""The read-back of a round: who agrees, who queries which line, and what settles a query."""

from itertools import pairwise
from pathlib import Path

import pytest

from domain.record.line_text import read_entry
from domain.rules import replace
from domain.sessions.session import open_session, record
from domain.setup import Setup
from replays.record_text import read_record
from replays.recorder.read_back import LEAST_LINES, read_back
from replays.viewpoint import Viewpoint
from tests.two_rounds import ROUNDS


@pytest.fixture(scope="module")
def game():
    session = open_session(Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in"))
    for text in ROUNDS:
        session = record(session, read_entry(text, session.setup))
    return session


def after(game, line, *more):
    """The game up to a line, followed by other lines."""
    session = replace(game, log=game.log[:line])
    for text in more:
        session = record(session, read_entry(text, session.setup))
    return session


def answers(session):
    back = read_back(session, Viewpoint())
    return back.round, back.upto, [(one.answer, one.about, one.again) for one in back.seats]


def test_the_read_back_begins_when_a_round_has_ended(game):
    assert read_back(after(game, 19), Viewpoint()) is None
    assert answers(after(game, 20)) == (1, 20, [(None, None, False)] * 2)
    assert answers(after(game, 38))[:2] == (1, 20) and answers(after(game, 39))[:2] == (2, 39)


def test_each_seat_answers_for_itself_and_may_change_its_mind(game):
    one, two = after(game, 20, ": agree B 20"), after(game, 20, ": agree B 20", ': query Y 18 "two?"', ": query B 3")
    assert answers(one)[2] == [("agree", 20, False), (None, None, False)] and read_back(one, Viewpoint()).open
    assert answers(two)[2] == [("query", 3, False), ("query", 18, False)]
    both = after(game, 20, ": agree B 20", ": agree Y 20")
    assert not read_back(both, Viewpoint()).open
    assert answers(after(game, 39, ": agree B 20"))[2][0] == ("agree", 20, False)


@pytest.mark.parametrize("fix", ["~ 17 Y pick S4", "~ 18+ ; Y"])
def test_a_fix_asks_everybody_again(game, fix):
    session = after(game, 20, ": agree B 20", ": query Y 18", fix)
    assert answers(session)[2] == [(None, None, True), (None, None, True)]


def test_a_fix_of_a_later_line_asks_no_seat_again(game):
    session = after(game, 20, ": agree B 20", "? lunch", "~ 22 ? dinner")
    assert answers(session)[2][0] == ("agree", 20, False)


def test_a_query_that_led_to_a_dispute_is_settled_by_it(game):
    session = after(game, 20, ": query Y 18", "! Y 18 NH-DRAW-1")
    assert answers(session)[2][1] == (None, 18, True)


def test_answers_of_an_earlier_round_count_for_that_round_only(game):
    session = after(game, 20, ": agree B 20")
    for line in game.log[20:39]:
        session = record(session, line)
    assert answers(session) == (2, 40, [(None, None, False)] * 2)


def test_short_rounds_are_read_back_together_and_the_last_one_always():
    read, _ = read_record(Path("replays/library/kontor/games/whole-game-base.record").read_text(encoding="utf-8"))
    ends = []
    for lines in range(1, len(read.log) + 1):
        back = read_back(replace(read, log=read.log[:lines]), Viewpoint())
        if back and back.upto == lines:
            ends.append((lines, back.round))
    first, *_, (before, _), last = ends
    assert first[1] > 1
    assert all(other - one >= LEAST_LINES for (one, _), (other, _) in pairwise(ends[:-1]))
    assert last[0] - before < LEAST_LINES
