"""A table keeps the readings it was played under: a changed default changes no table that is stored or written down."""

import json
from pathlib import Path

import pytest

from api.http.requests.table_setup import SeatSetup, TableSetup, setup_of
from domain.games import GAMES, game
from domain.rules import replace
from domain.sessions.session import open_session
from domain.timeline.timeline import audit
from replays.record_text import read_record, write_record
from replays.review.comparison import findings_of
from tests.domain.store.test_corpus import FILES, read, state_text

RECORDS = sorted(path for id in GAMES for path in Path("replays/library", id, "readings").glob("*.record"))[::17]
TABLE = TableSetup(game="new-haven", seats=[SeatSetup(letter="B"), SeatSetup(letter="Y")], faces="stand-in")


@pytest.fixture
def other_defaults(monkeypatch):
    """Every question has its last reading as its default."""

    def plant():
        for id, played in GAMES.items():
            questions = tuple(replace(one, readings=one.readings[::-1]) for one in played.questions)
            monkeypatch.setitem(GAMES, id, replace(played, questions=questions))
        game._agreed.cache_clear()

    yield plant
    game._agreed.cache_clear()


@pytest.mark.parametrize("id", GAMES)
def test_the_first_reading_of_every_question_is_stored(id):
    stored = json.loads((GAMES[id].words.parent / "first_readings.json").read_text(encoding="utf-8"))
    assert list(stored) == [question.id for question in GAMES[id].questions]
    for question in GAMES[id].questions:
        question.reading(stored[question.id])


def test_a_changed_default_changes_no_stored_session(other_defaults):
    before = [state_text(read(path).view) for path in FILES]
    other_defaults()
    assert [state_text(read(path).view) for path in FILES] == before


def test_a_changed_default_changes_no_written_record(other_defaults):
    texts = [path.read_text(encoding="utf-8") for path in RECORDS]

    def played(text):
        session, _ = read_record(text)
        in_force = GAMES[session.setup.game].readings_in_force(session.setup)
        return write_record(session), in_force, findings_of(audit(session.setup, session.log))

    before = [played(text) for text in texts]
    other_defaults()
    assert [played(text) for text in texts] == before


def test_a_new_table_gets_the_default_of_its_day_and_keeps_it(other_defaults):
    old = setup_of(TABLE)
    other_defaults()
    new = setup_of(TABLE)
    assert GAMES["new-haven"].rules(old).share_limit is None
    assert GAMES["new-haven"].rules(new).share_limit == 1
    assert "NH-I-01=one" in write_record(open_session(new))
    assert "readings -" in write_record(open_session(old))
