"""A correction far back in a long record is folded in the background, so other sessions do not wait."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

import pytest

from domain.errors import NotRecorded, TooBusy
from domain.sessions.application import Sessions
from domain.sessions.commands import RecordLines
from domain.sessions.decide import decide
from domain.sessions.writing.background_fold import FAR_BACK
from domain.sessions.writing.command_queue import MAX_WAITING
from tests.domain.store.clients import AT_LAST, OWNER, open_session

OPENING = "- pool W1 S3 T2 R6 W4"
FIRST, FARTHER = "B harvest c2 TS/WS", "~ 2 B harvest d2 TS/WS"
LONG = [OPENING, FIRST, "B build S2 up 2.1"] + ["= - marker W 0"] * FAR_BACK


@pytest.fixture
def walking(sessions):
    """An event until which the background thread does not fold."""
    released = Event()
    sessions.writer.background.thread.submit(released.wait, AT_LAST)
    yield released
    released.set()


def played(sessions):
    """A long record in memory."""
    session = open_session(sessions)
    sessions.record(session, *LONG, actor=OWNER)
    return session


def sent(sessions, session, entry, key):
    return sessions.writer.submit(RecordLines(session=session, entries=(entry,), actor=OWNER, key=key))


def findings(view):
    return [(frame.line, [found.check for found in frame.step.findings]) for frame in view.frames]


def as_read_anew(sessions, session):
    with closing(Sessions(sessions.url, writing=False)) as reader:
        return findings(reader.view(session))


def test_no_other_session_waits_for_a_correction_far_back(sessions, walking):
    session, other = played(sessions), open_session(sessions)
    corrected = sent(sessions, session, FARTHER, "far")
    assert sessions.record(other, OPENING, actor=OWNER).line == 1
    assert not corrected.done()
    walking.set()
    assert corrected.result(AT_LAST).line == len(LONG) + 1
    assert findings(sessions.view(session)) == as_read_anew(sessions, session)


@pytest.mark.parametrize("last", ["$ - void 2 NH-BUILD-3", "$ - void 9999 NH-BUILD-3"])
def test_no_other_session_waits_for_many_rulings(sessions, walking, last, monkeypatch):
    threads = []

    def decide_and_note(state, command, find_person):
        threads.append(threading.current_thread().name)
        return decide(state, command, find_person)

    session, other = played(sessions), open_session(sessions)
    sessions.grant(session, "arbiter", person="ada", actor=OWNER)
    rulings = tuple("$ - void 2 NH-BUILD-3" for _ in range(20)) + (last,)
    monkeypatch.setattr("domain.sessions.writer.decide", decide_and_note)
    ruled = sessions.writer.submit(RecordLines(session=session, entries=rulings, actor="ada", key="ruled"))
    assert sessions.record(other, OPENING, actor=OWNER).line == 1
    assert not ruled.done() and threads == ["griffier-writer"]
    walking.set()
    if "9999" in last:  # what is refused was decided in the background, too
        with pytest.raises(NotRecorded):
            ruled.result(AT_LAST)
    else:
        assert ruled.result(AT_LAST).line == len(LONG) + len(rulings)
        assert findings(sessions.view(session)) == as_read_anew(sessions, session)
    assert len(threads) == 2 and threads[1] != threads[0]


def test_a_correction_nearby_is_folded_at_once(sessions, walking):
    session = played(sessions)
    answer = sent(sessions, session, f"~ {len(LONG)} = - marker W 1", "near").result(AT_LAST)
    assert answer.line == len(LONG) + 1


def test_later_commands_wait_for_a_background_fold(sessions, walking):
    session = played(sessions)
    entries = [FARTHER, "B build S2 up 2.2", "~ 1 - pool W1 S3 T2 R6 W5", "Y done"]
    waiting = [sent(sessions, session, entry, f"k{at}") for at, entry in enumerate(entries)]
    again = sent(sessions, session, FARTHER, "k0")
    walking.set()
    assert [one.result(AT_LAST).line - len(LONG) for one in waiting] == [1, 2, 3, 4]
    assert again.result(AT_LAST) == waiting[0].result()
    assert findings(sessions.view(session)) == as_read_anew(sessions, session)


def test_a_second_correction_far_back_is_folded_in_the_background_too(sessions, walking):
    session, other, second = played(sessions), open_session(sessions), Event()
    waiting = [sent(sessions, session, entry, entry) for entry in (FARTHER, f"~ 1 {OPENING}")]
    sessions.record(other, OPENING, actor=OWNER)  # the first one is queued by then
    sessions.writer.background.thread.submit(second.wait, AT_LAST)
    walking.set()
    assert waiting[0].result(AT_LAST).line == len(LONG) + 1
    sessions.record(other, FIRST, actor=OWNER)
    assert not waiting[1].done()
    second.set()
    assert waiting[1].result(AT_LAST).line == len(LONG) + 2


def test_a_refused_correction_leaves_no_background_fold(sessions):
    session = played(sessions)
    with pytest.raises(NotRecorded):
        sent(sessions, session, f"~ {len(LONG) + 9} {FIRST}", "later").result(AT_LAST)
    with pytest.raises(NotRecorded):
        sent(sessions, session, "~ 2 B harvest", "unreadable").result(AT_LAST)
    assert sent(sessions, session, "Y done", "next").result(AT_LAST).line == len(LONG) + 1
    assert findings(sessions.view(session)) == as_read_anew(sessions, session)


def test_a_session_loaded_again_during_a_background_fold_is_judged_correctly(sessions, walking):
    session = played(sessions)
    corrected = sent(sessions, session, FARTHER, "far")
    sessions.writer.run_exclusively(lambda: None, session)
    walking.set()
    assert corrected.result(AT_LAST).line == len(LONG) + 1
    assert findings(sessions.view(session)) == as_read_anew(sessions, session)


def test_the_number_of_commands_waiting_for_a_background_fold_is_limited(sessions, walking):
    session = played(sessions)
    waiting = [sent(sessions, session, FARTHER, "far")]
    with pytest.raises(TooBusy):
        waiting += [sent(sessions, session, "Y done", f"k{at}") for at in range(2 * MAX_WAITING)]
    walking.set()
    assert waiting[0].result(AT_LAST)


def test_closing_waits_for_the_background_fold(url):
    sessions, released = Sessions(url), Event()
    session = played(sessions)
    sessions.writer.background.thread.submit(released.wait, AT_LAST)
    corrected, after = sent(sessions, session, FARTHER, "far"), sent(sessions, session, "Y done", "after")
    with ThreadPoolExecutor(1) as closer:
        closed = closer.submit(sessions.close)
        released.set()
        closed.result(AT_LAST)
    assert (corrected.result(0).line, after.result(0).line) == (len(LONG) + 1, len(LONG) + 2)
