"""Lines about the table in both stores: clocks, pauses, changes of seats, answers to a read-back."""

import io
from uuid import UUID

import pytest

from domain.errors import NotAllowed, NotCorrectable, SessionIsClosed, UnknownLine, Unreadable
from domain.sessions.application import Sessions
from domain.sessions.commands import RecordLines
from domain.sessions.evidence import read_evidence, write_evidence
from domain.setup import Setup
from domain.store.erasable_texts import ERASED
from replays.audit import audit_of
from replays.disputes.blind_view import blind_session
from replays.frames import replay_of
from replays.record_text import read_record, write_record
from replays.viewpoint import Viewpoint

OPENING = ("- pool W1 S3 T2 R6 W4", "Y harvest c3 TS/WS", ': seat Y "Dana"', "Y harvest c2 TS/WS")


@pytest.fixture
def table(sessions) -> UUID:
    """A session in which another person takes the second seat after a line out of turn."""
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")
    id = UUID(sessions.open(setup, actor="owner").session)
    for role, person, seat in (
        ("seat", "ana", 0),
        ("seat", "bo", 1),
        ("arbiter", "art", None),
        ("scribe", "sam", None),
    ):
        sessions.grant(id, role, person=person, seat=seat, actor="owner")
    sessions.record(id, *OPENING, actor="sam")
    return id


def says(view, lang="en"):
    return [frame.says for frame in replay_of(view, lang, Viewpoint()).frames]


def test_each_line_has_the_names_of_its_time(sessions, table, url):
    view = sessions.view(table)

    face = "timber-sheep/wheat-sheep"
    bo, dana = f"Bo places a tile on c3: {face}", f"Dana places a tile on c2: {face}"
    assert says(view)[2:] == [bo, "Dana takes seat Y", dana]
    assert (view.setup.names, view.seated.names) == (("Ana", "Bo"), ("Ana", "Dana"))
    found = {one.line: one.concludes for one in audit_of(view, "en", Viewpoint()).findings}
    assert "Bo" in found[2] and "Dana" in found[4]
    reading = Sessions(url, writing=False)
    assert says(reading.view(table)) == says(view)
    reading.close()


def test_a_strike_gives_the_seat_back(sessions, table):
    sessions.record(table, "~ 3 -", actor="sam")

    assert sessions.view(table).seated.names == ("Ana", "Bo")
    assert says(sessions.view(table))[-1] == "Bo places a tile on c2: timber-sheep/wheat-sheep"


def test_no_event_holds_the_name_and_it_can_be_erased(sessions, table):
    raw = b"".join(sessions.raw(table))
    assert b"Dana" not in raw and b"seat-changed" in raw
    assert sessions.erase_person("Dana") == 1

    assert sessions.view(table).seated.names == ("Ana", ERASED)
    assert says(sessions.view(table))[3] == "[erased] takes seat Y"
    sessions.verify(table)
    file = io.BytesIO()
    write_evidence(sessions, table, file)
    assert read_evidence(io.BytesIO(file.getvalue())).view.seated.names == ("Ana", ERASED)


def test_evidence_and_record_text_restore_a_change_of_seats(sessions, table):
    file = io.BytesIO()
    write_evidence(sessions, table, file)
    assert read_evidence(io.BytesIO(file.getvalue())).view.seated.names == ("Ana", "Dana")

    text = write_record(sessions.view(table).session)
    assert "seats B=Ana Y=Bo" in text and ':  seat Y "Dana"' in text
    again, troubles = read_record(text)
    assert not troubles and again.seated.names == ("Ana", "Dana") and write_record(again) == text


def test_a_blind_view_names_neither_the_old_player_nor_the_new_one(sessions, table):
    sessions.record(table, '; - "Bo left, Dana plays"', actor="sam")
    blind = blind_session(sessions.view(table))
    text = write_record(blind.session)

    assert not {"Ana", "Bo", "Dana"} & set(text.replace('"', " ").replace("=", " ").replace(",", " ").split())


def test_a_change_of_seats_sent_twice_happens_once(sessions, table, url):
    command = RecordLines(session=table, entries=(': seat B "Eve"', "B pass"), actor="sam", key="once")
    first = sessions.do(command)
    assert sessions.do(command) == first and sessions.view(table).lines == 6
    sessions.erase_person("Eve")
    assert sessions.do(command).link == first.link and sessions.view(table).lines == 6
    sessions.close()
    later = Sessions(url)
    assert later.do(command).link == first.link
    later.close()


def test_a_person_has_one_id_at_every_table(sessions, table):
    sessions.record(table, ': seat B "Bo"', ': seat Y "Bo"', actor="sam")
    people = {person for person, name in sessions.recorder.rows("SELECT id, name FROM people") if name == "Bo"}
    assert len(people) == 1


@pytest.mark.parametrize(
    ("actor", "line", "error"),
    [
        ("bo", ': seat Y "Eve"', NotAllowed),
        ("bo", ": pause", NotAllowed),
        ("bo", ": agree B 3", NotAllowed),
        ("art", ": agree B 3", NotAllowed),
        ("sam", ": seat Y", Unreadable),
        ("sam", ': seat - "Eve"', Unreadable),
        ("sam", ": clock 25", Unreadable),
        ("sam", ": clock Y 12:61", Unreadable),
        ("sam", ": lunch", Unreadable),
        ("sam", ": resume now", Unreadable),
        ("sam", ": agree B 9", UnknownLine),
        ("sam", ': ~ 3 : seat Y "Eve"', Unreadable),
        ("sam", '~ 3 : seat Y "Eve"', NotCorrectable),
        ("sam", '~ 2+ : seat Y "Eve"', NotCorrectable),
        ("sam", "~ 2+ : agree Y 1", NotCorrectable),
    ],
)
def test_an_impossible_table_event_is_refused_and_nothing_is_stored(sessions, table, actor, line, error):
    before = sessions.view(table).version
    with pytest.raises(error):
        sessions.record(table, line, actor=actor)
    assert sessions.view(table).version == before


def test_only_the_seat_itself_answers_and_an_answer_is_never_struck(sessions, table):
    sessions.record(table, ": agree Y 4", actor="bo")
    sessions.record(table, ': query Y 4 "no"', actor="sam")
    assert says(sessions.view(table), "fr")[-2:] == [
        "Dana confirme la feuille de partie jusqu’à la ligne 4",
        "Dana met en doute la ligne 4\N{NO-BREAK SPACE}: no",
    ]
    with pytest.raises(NotCorrectable):
        sessions.record(table, "~ 5 -", actor="sam")
    sessions.finish(table, actor="owner")
    with pytest.raises(SessionIsClosed):
        sessions.record(table, ": agree Y 4", actor="bo")


def test_a_seat_called_like_the_mark_keeps_its_old_lines():
    """Old sessions can have a seat called `:`, from before lines could begin with a colon."""
    from domain.record.line_text import read_entry
    from domain.record.lines import Played

    setup = Setup(game="new-haven", seats=("B", ":"), names=("Ana", "Bo"), faces="stand-in")
    assert isinstance(read_entry(": pass", setup), Played)
