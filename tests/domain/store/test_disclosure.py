"""The public delay in both stores: when lines become public, and lines struck before."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from domain.errors import NoSuchDelay, NotAllowed, Stale
from domain.sessions.application import Sessions
from domain.setup import Setup
from domain.timeline.visibility import Delay, time_text
from replays.frames import replay_of
from replays.record_text import write_record
from replays.viewpoint import Viewpoint

START = datetime(2026, 11, 18, 12, tzinfo=UTC)
DEEDS = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", "B build S2 up 2.1", "B done", "Y pass")


class Clock:
    """A clock that only moves when the test moves it."""

    def __init__(self):
        self.seconds = 0

    def __call__(self):
        return START + timedelta(seconds=self.seconds)


@pytest.fixture
def clock(sessions):
    """The clock of the store."""
    sessions.writer.clock = Clock()
    return sessions.writer.clock


@pytest.fixture
def table(sessions, clock) -> UUID:
    """A table whose lines become public after ten seconds."""
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")
    id = UUID(sessions.open(setup, actor="owner").session)
    for role in ("scribe", "viewer"):
        sessions.grant(id, role, person=role, actor="owner")
    sessions.delay(id, 10, actor="owner")
    return id


def public(sessions, table):
    return sessions.view(table).public(sessions.now())


def texts(view):
    return [line.strip() for line in write_record(view.session).splitlines()[3:]]


def record(sessions, clock, table, *lines, every=0):
    for line in lines:
        clock.seconds += every
        sessions.record(table, line, actor="scribe")


def test_each_line_is_public_ten_seconds_later(sessions, table, clock):
    record(sessions, clock, table, *DEEDS, every=4)  # at 4, 8, 12, 16, 20

    assert sessions.view(table).lines == 5
    for now, lines in ((20, 2), (21, 2), (22, 3), (29.9, 4), (30, 5), (1000, 5)):
        clock.seconds = now
        assert public(sessions, table).lines == lines, now
    assert public(sessions, table) is sessions.view(table)


def test_a_public_view_holds_only_public_lines(sessions, table, clock):
    record(sessions, clock, table, *DEEDS, every=4)
    clock.seconds = 22
    seen = public(sessions, table)

    assert texts(seen) == texts(sessions.view(table))[:3]
    assert [frame.line for frame in replay_of(seen, "en", Viewpoint(None)).frames] == [0, 1, 2, 3]
    assert seen.at == time_text(START + timedelta(seconds=12)) and seen.due(sessions.view(table)) == time_text(
        START + timedelta(seconds=26)
    )


@pytest.mark.parametrize("fix", ["~ 2 -", "~ 2 B harvest c4 TS/WS"])
def test_a_line_taken_back_within_the_window_is_never_public(sessions, table, clock, url, fix):
    record(sessions, clock, table, *DEEDS[:2], fix, every=4)
    for now in (14, 18, 20, 22, 500):
        clock.seconds = now
        assert "c3" not in write_record(public(sessions, table).session), now
        assert all(
            "c3" not in frame.text + frame.first
            for frame in replay_of(public(sessions, table), "en", Viewpoint(None)).frames
        )
    assert texts(sessions.view(table))[1] == "2    B harvest c3 TS/WS", "the record itself keeps it"
    assert texts(public(sessions, table))[1:] == ["2 ;  -", f"3 ~  {fix[2:]}".replace("~  2 B", "~  2  B")]
    later = Sessions(url, writing=False)
    assert "c3" not in write_record(later.view(table).public(sessions.now()).session)
    later.close()


def test_a_line_struck_later_was_public_and_stays_so(sessions, table, clock):
    record(sessions, clock, table, *DEEDS[:2], every=4)
    record(sessions, clock, table, "~ 2 -", every=10)
    assert texts(public(sessions, table)) == ["1    - pool W1 S3 T2 R6 W4", "2    B harvest c3 TS/WS"]
    clock.seconds = 100
    assert public(sessions, table) is sessions.view(table)


def test_a_redone_line_becomes_public_after_its_own_delay(sessions, table, clock):
    record(sessions, clock, table, *DEEDS[:2], "~ 2 -", every=2)
    clock.seconds = 14
    assert public(sessions, table).lines == 2 and "c3" not in write_record(public(sessions, table).session)
    record(sessions, clock, table, "~ 3 -")
    assert "c3" in write_record(public(sessions, table).session)
    clock.seconds = 500
    assert [frame.text for frame in replay_of(public(sessions, table), "en", Viewpoint(None)).frames][2] == DEEDS[1]


def test_a_delay_in_lines_ends_when_the_record_is_closed(sessions, table, clock):
    sessions.delay(table, 0, 2, actor="owner")
    record(sessions, clock, table, *DEEDS[:4])
    assert public(sessions, table).lines == 2
    record(sessions, clock, table, "~ 4 -")
    assert public(sessions, table).lines == 3
    sessions.finish(table, actor="owner")
    assert public(sessions, table).lines == 5 and texts(public(sessions, table))[3] == "4 ;  -"


def test_the_closing_is_public_with_the_last_line(sessions, table, clock):
    record(sessions, clock, table, *DEEDS)
    clock.seconds = 3
    sessions.finish(table, 5, 6, actor="owner")
    clock.seconds = 12
    before = public(sessions, table)
    clock.seconds = 13
    after = public(sessions, table)

    assert (before.lines, before.closed, before.stated) == (5, False, ())
    assert (after.lines, after.closed, after.stated) == (5, True, (5, 6))


def test_a_longer_delay_hides_no_public_line(sessions, table, clock):
    record(sessions, clock, table, *DEEDS[:2], every=1)
    clock.seconds = 12
    record(sessions, clock, table, *DEEDS[2:3])
    sessions.delay(table, 600, 3, actor="owner")
    assert public(sessions, table).lines == 2
    record(sessions, clock, table, "~ 3 -")
    sessions.delay(table, 0, actor="owner")
    assert public(sessions, table).lines == 4 and sessions.view(table).disclosure.delay == Delay()
    assert texts(public(sessions, table))[2] == "3 ;  -", "taken back before it was public"


def test_a_photograph_is_delayed_with_its_line(sessions, table, clock):
    record(sessions, clock, table, *DEEDS[:1])
    clock.seconds = 8
    sessions.show(table, 1, b"\xff\xd8", actor="owner")
    clock.seconds = 12
    assert public(sessions, table).lines == 1 and public(sessions, table).talk == ()
    clock.seconds = 18
    assert len(public(sessions, table).talk) == 1


def test_a_stale_viewer_does_not_learn_delayed_lines(sessions, table, clock):
    record(sessions, clock, table, *DEEDS)
    with pytest.raises(NotAllowed):
        sessions.record(table, "B pass", actor="viewer", expected=2)
    with pytest.raises(Stale):
        sessions.record(table, "B pass", actor="scribe", expected=2)


@pytest.mark.parametrize(
    ("actor", "seconds", "lines", "error"),
    [
        ("scribe", 5, 0, NotAllowed),
        ("viewer", 5, 0, NotAllowed),
        ("owner", -1, 0, NoSuchDelay),
        ("owner", 0, 10**6, NoSuchDelay),
    ],
)
def test_only_the_owner_sets_the_delay_and_within_bounds(sessions, table, actor, seconds, lines, error):
    with pytest.raises(error):
        sessions.delay(table, seconds, lines, actor=actor)


def test_the_delay_and_the_chain_survive_a_restart(sessions, table, clock, url):
    record(sessions, clock, table, *DEEDS, every=4)
    clock.seconds = 22
    now, seen = sessions.now(), texts(public(sessions, table))
    sessions.verify(table)
    sessions.close()
    again = Sessions(url)
    assert texts(again.view(table).public(now)) == seen and again.view(table).lines == 5
    again.close()
