"""The scoreboard: as played and as ruled, every point with its source, and the status of the result."""

from itertools import pairwise

import msgspec
import pytest

from domain.numbers import least, most
from domain.rules import replace
from domain.texts import read_number
from domain.timeline.timeline import audit
from domain.words import LANGUAGES
from replays.scoreboard import AMENDED, CONFIRMED, PROTEST, PROVISIONAL, Scoreboard, scoreboard_of, session_status
from replays.viewpoint import Viewpoint
from tests.play import play, table
from tests.replays.library_sessions import NEW_HAVEN, SAMPLES, hot, named, read

every_sample = pytest.mark.parametrize("path", SAMPLES, ids=named)
UNLAWFUL = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", "B build R6 up 6.1")


def total(numbers) -> int:
    return sum(number for number in numbers if isinstance(number, int))


def adds_up(banked: int, numbers) -> bool:
    """Whether numbers add up to a total, as far as they are known."""
    known = [read_number(str(number)) for number in numbers]
    return sum(map(least, known)) <= banked <= sum(map(most, known))


@every_sample
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_point_has_its_line_its_clause_and_its_source(path, lang):
    session = read(path)
    board = scoreboard_of(session, lang, Viewpoint())

    for ruled, standings in ((False, board.played), (True, board.ruled)):
        state = audit(session.setup, session.log, ruled=ruled)[-1].step.state
        assert [side.banked for side in standings.sides] == list(state.scores)
        for side in standings.sides:
            assert adds_up(side.banked, [point.by for point in side.points])
            assert adds_up(side.banked, [source.points for source in side.sources])
            assert all(0 <= point.line <= len(session.log) and point.clause and point.says for point in side.points)
            assert all(source.says for source in side.sources)
        assert standings.over_time[-1].scores == {side.side: side.banked for side in standings.sides}
    assert msgspec.json.decode(msgspec.json.encode(board), type=Scoreboard) == board


@every_sample
def test_a_finished_game_has_winners_and_places(path):
    session = read(path)
    board = scoreboard_of(session, "en", Viewpoint())
    result = audit(session.setup, session.log)[-1].step.state.result

    letters = session.setup.seats
    assert board.played.places == [[letters[seat] for seat in place] for place in (result.places if result else ())]
    assert board.played.winners == (board.played.places[0] if result else [])
    for side in board.played.sides:
        assert (side.place is None) == (result is None)
        assert side.place is None or side.side in board.played.places[side.place - 1]


def test_the_two_folds_differ_from_the_first_line_that_a_ruling_changed():
    board = scoreboard_of(read(NEW_HAVEN), "en", Viewpoint())

    assert board.parts_at == 15
    assert [[side.banked for side in one.sides] for one in (board.played, board.ruled)] == [[28, 2], [28, 0]]
    assert board.ruled.winners == ["B"]


def test_banked_points_are_separate_from_points_if_the_game_ended_now():
    session = read(NEW_HAVEN)
    board = scoreboard_of(replace(session, log=session.log[:29]), "en", Viewpoint())

    for side in board.played.sides:
        assert side.banked == 0 and side.if_ended == total(point.by for point in side.to_come)
    assert any(side.if_ended for side in board.played.sides)


def test_the_score_over_time_starts_at_the_set_up_and_has_each_change_once():
    over_time = scoreboard_of(read(NEW_HAVEN), "en", Viewpoint()).played.over_time

    assert over_time[0].line == 0 and over_time[0].scores == {"B": 0, "Y": 0}
    assert all(one.scores != other.scores for one, other in pairwise(over_time))


@pytest.mark.parametrize(
    ("lines", "closed", "status"),
    [
        ((), False, PROVISIONAL),
        ((), True, CONFIRMED),
        (("! Y 3 NH-BUILD-3",), False, PROTEST),
        (("! Y 3 NH-BUILD-3",), True, PROTEST),
        (("! Y 3 NH-BUILD-3", "! Y withdraw 4"), True, CONFIRMED),
        (("! Y 3 NH-BUILD-3", "$ 4 stand NH-BUILD-3"), False, PROVISIONAL),
        (("! Y 3 NH-BUILD-3", "$ 4 stand NH-BUILD-3"), True, CONFIRMED),
        (("! Y 3 NH-BUILD-3", "$ 4 void 3 NH-BUILD-3"), False, PROVISIONAL),
        (("! Y 3 NH-BUILD-3", "$ 4 void 3 NH-BUILD-3"), True, AMENDED),
        (("! Y 3", "$ 4 void 3 NH-BUILD-3", "$ - over 5 stand NH-BUILD-3"), True, CONFIRMED),
        (("! Y 3", "$ 4 void 3 NH-BUILD-3", "! B 5"), True, PROTEST),
        (("$ - adopt NH-I-01=one from 4",), True, CONFIRMED),
    ],
)
def test_the_status_of_a_result(lines, closed, status):
    session = replace(play(table(faces="stand-in"), *UNLAWFUL, *lines), closed=closed)

    assert scoreboard_of(session, "en", Viewpoint()).status == status
    assert session_status(session, Viewpoint()) == session_status(hot(session), Viewpoint()) == status
    assert (
        scoreboard_of(session, "fr", Viewpoint()).status_says != scoreboard_of(session, "en", Viewpoint()).status_says
    )


@every_sample
def test_a_session_in_memory_has_the_same_scoreboard(path):
    session = read(path)

    assert scoreboard_of(hot(session), "en", Viewpoint(None)) == scoreboard_of(session, "en", Viewpoint(None))


def test_a_number_that_is_not_known_exactly_is_a_text():
    session = play(table(faces="stand-in"), "B harvest c3 TS/WS", "? lunch", "= B points 3..7")
    side = scoreboard_of(session, "en", Viewpoint()).played.sides[0]

    assert side.banked == "0..7"
    assert all(isinstance(point.by, str) for point in side.points)
