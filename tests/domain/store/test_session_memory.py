"""The sessions that a process keeps in memory: only current ones, and a limited number."""

import threading
from uuid import UUID

import pytest

from domain.errors import RecordFull, TooManyRulings
from domain.sessions import application, decide_lines
from domain.sessions.application import Sessions
from domain.sessions.session_state import SessionState
from domain.store.erasable_texts import ERASED
from domain.store.mapper import unseal
from domain.texts import number_text
from domain.timeline.timeline import Timeline, audit
from domain.words import LANGUAGES
from replays.annotation import refusal_text
from tests.domain.store.test_use_cases import OPENING, TABLE, opened

LINES = (*OPENING, '; B "a remark"', "B draw T5")


@pytest.fixture
def written(url):
    """A session that another process has recorded."""
    sessions = Sessions(url)
    session = opened(sessions, *LINES)
    sessions.close()
    return session


@pytest.fixture
def reading(url, written):
    """A second process, with nothing in memory."""
    sessions = Sessions(url)
    yield sessions
    sessions.close()


def test_a_viewed_session_is_not_loaded_again(reading, written):
    view = reading.view(written)
    assert reading.view(written) is view and view.frames == audit(view.setup, view.log)
    assert reading.view(written).snapshot is view.snapshot  # and folded once
    assert reading.view(written, view.version) is not view
    only = Sessions(reading.url, writing=False)  # hears of no erasure
    assert only.view(written) is not only.view(written)
    only.close()


def test_a_new_line_is_visible_at_once_in_every_process(reading, written):
    before = reading.view(written)
    answer = reading.record(written, "B pass", actor="ann")
    assert reading.view(written).version == answer.version and before.lines == len(LINES)
    reading.writer._drop(written)  # as when others are wanted more
    assert reading.view(written).version == answer.version


def test_a_line_of_another_process_is_visible_at_once(postgres_url):
    one, other = Sessions(postgres_url), Sessions(postgres_url)
    session = opened(one, *LINES)
    assert other.view(session) is other.view(session)
    for number in range(3):
        one.record(session, "B pass", actor="ann")
        assert other.view(session).lines == len(LINES) + 1 + number
        assert other.view(session) is other.view(session)
    one.erase_text(session, one.remark_of(session, 4))
    assert ERASED in repr(other.view(session).log) and "a remark" not in repr(other.view(session).log)
    one.close()
    other.close()


def test_a_view_after_an_erasure_lacks_the_erased_text(reading, written):
    assert "a remark" in repr(reading.view(written).log) and "Anna" in repr(reading.view(written).setup)
    reading.erase_text(written, reading.remark_of(written, 4))
    assert "a remark" not in repr(reading.view(written).log)
    reading.erase_person("Anna")
    assert "Anna" not in repr(reading.view(written).setup)
    assert reading.view(written) is reading.view(written)


def test_a_view_loaded_before_an_erasure_is_not_cached_after_it(reading, written, monkeypatch):
    load, begun, erased = reading._load, threading.Event(), threading.Event()

    def slowly(*which):
        loaded = load(*which)
        begun.set()
        assert erased.wait(20)
        return loaded

    monkeypatch.setattr(reading, "_load", slowly)
    reader = threading.Thread(target=reading.view, args=(written,))
    reader.start()
    assert begun.wait(20)
    hash = reading.remark_of(written, 4)
    reading.erase_text(written, hash)
    erased.set()
    reader.join()
    assert "a remark" not in repr(reading.view(written).log)


@pytest.mark.parametrize(("limit", "most"), [("MAX_VIEWS", 3), ("MAX_VIEW_LINES", 3 * len(LINES))])
def test_the_number_of_cached_sessions_is_limited(sqlite_url, monkeypatch, limit, most):
    monkeypatch.setattr(application, limit, most)
    sessions = Sessions(sqlite_url)
    ids = [opened(sessions, *LINES) for _ in range(5)]
    sessions.close()
    again = Sessions(sqlite_url)
    first = [again.view(id) for id in ids]
    assert len(again.view_cache.views) == 3 and again.view_cache.lines == 3 * len(LINES)
    assert [again.view(id) is view for id, view in zip(ids[2:], first[2:], strict=True)] == [True] * 3
    assert again.view(ids[0]) is not first[0]
    again.close()


# Writing --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def judged(monkeypatch):
    """The lines that are judged, each as often as it is judged."""
    lines, frame = [], Timeline._frame
    monkeypatch.setattr(Timeline, "_frame", lambda fold, entry: lines.append(entry.line) or frame(fold, entry))
    return lines


def test_a_command_judges_each_line_again_only_once(sessions, judged):
    session = opened(sessions, *OPENING, *["B pass"] * 30)
    judged.clear()
    answer = sessions.record(session, *(f"~ {line} Y pass" for line in range(4, 34)), "~ 2 -", actor="ann")
    assert answer.line == 64 and len(judged) == len(set(judged)) == 31
    judged.clear()
    sessions.record(session, "~ 33 B pass", "Y pass", actor="ann")
    assert judged == [33, 66]  # and where the end is corrected, only that
    view = sessions.view(session)
    assert repr(view.frames) == repr(audit(view.setup, view.log))


def test_lines_corrected_by_another_process_are_judged_again_only_once(postgres_url, judged):
    one, other = Sessions(postgres_url), Sessions(postgres_url)
    session = opened(one, *OPENING, *["B pass"] * 10)
    other.record(session, "Y pass", actor="ann")
    for line in range(4, 14):
        one.record(session, f"~ {line} Y pass", actor="ann")
    judged.clear()
    other.record(session, "B pass", actor="ann")
    assert len(judged) <= 2 * 15  # followed, or read again; and then the line itself
    assert repr(other.view(session).frames) == repr(audit(TABLE, other.view(session).log))
    one.close()
    other.close()


RULINGS = (
    '! Y 2 NH-HARVEST-3 "outside"',
    '$ 4 stand NH-HARVEST-3 "no"',
    '$ - adjust B points +3 after 3 NH-SCORE-1 "given"',
    "~ 3 B build R3 up 3.1",
    '$ - adjust B points +2 after 7 NH-SCORE-1 "more"',
    '$ - warn B NH-HARVEST-3 "warned"',
    '$ - over 6 adjust B points +1 after 3 NH-SCORE-1 "less"',
)


@pytest.mark.parametrize("together", [1, 3, 7])
def test_every_ruling_of_a_command_is_stored_with_the_points_it_changes(sessions, together):
    session = opened(sessions, *OPENING)
    sessions.grant(session, "arbiter", person="ann", actor="ann")
    for at in range(0, len(RULINGS), together):
        sessions.record(session, *RULINGS[at : at + together], actor="ann")
    log = sessions.view(session).session.log
    events = [event for event in _events(sessions, session) if hasattr(event, "before")]
    assert len(events) == 5
    for line, event in zip((5, 6, 8, 9, 10), events, strict=True):
        for lines, stored in ((line - 1, event.before), (line, event.after)):
            scores = audit(TABLE, log[:lines], ruled=True)[-1].step.state.scores
            assert stored == [number_text(points) for points in scores], line
    assert [event.after[0] for event in events] == ["0", "3", "5", "5", "3"]


def _events(sessions: Sessions, session: UUID) -> list:
    return [unseal(raw).event for raw in sessions.raw(session)]


def test_the_limit_of_a_record_is_reported_in_both_languages(sessions, monkeypatch):
    session = opened(sessions, *LINES)
    monkeypatch.setattr(decide_lines, "MAX_LINES", len(LINES) + 2)
    before = sessions.view(session)
    with pytest.raises(RecordFull) as full:
        sessions.record(session, "B pass", "B pass", "B pass", actor="ann")
    assert sessions.view(session).version == before.version
    assert all(str(len(LINES) + 2) in refusal_text(full.value, lang) for lang in LANGUAGES)
    sessions.record(session, "B pass", "B pass", actor="ann")
    with pytest.raises(RecordFull):
        sessions.record(session, "B pass", actor="ann")
    sessions.finish(session, actor="ann")  # it can still be closed


def test_rulings_that_take_too_long_to_fold_are_refused(sessions, monkeypatch):
    session = opened(sessions, *OPENING)
    sessions.grant(session, "arbiter", person="ann", actor="ann")
    monkeypatch.setattr(decide_lines, "MAX_FOLDED_LINES", 20)
    ruling = '$ - adjust B points +1 after 3 NH-SCORE-1 "given"'
    with pytest.raises(TooManyRulings) as many:
        sessions.record(session, *[ruling] * 4, actor="ann")
    assert len({refusal_text(many.value, lang) for lang in LANGUAGES}) == 2
    with pytest.raises(TooManyRulings):
        sessions.record(session, *["~ 2 -", "~ 4 -", "~ 5 -"], ruling, actor="ann")
    sessions.record(session, *["~ 2 -", "~ 4 -", "~ 5 -", "~ 6 -"], actor="ann")
    assert sessions.record(session, ruling, actor="ann").line == 8


def test_a_command_without_lines_judges_nothing():
    silent = SessionState(UUID(int=1))
    silent.setup = TABLE
    assert silent.judge_lines(0).line == 0 and not silent.is_folded
