"""Many writers in one session: no gaps in versions, each keeps its order, a revoked role writes no more."""

import time
from contextlib import closing

import psutil
import pytest

from domain.errors import NotAllowed, TooBusy
from domain.sessions.application import Sessions
from domain.sessions.commands import RecordLines
from domain.sessions.reply import Reply
from domain.sessions.writer import SessionWriter
from domain.store.mapper import unseal
from domain.timeline.timeline import audit
from tests.domain.store.clients import (
    OWNER,
    Forgetful,
    broken_promises,
    kept,
    open_session,
    open_session_at,
    send,
    together,
    written_by,
)
from tests.domain.store.recorder_processes import Recorders

ONE_KEY = [1_000, pytest.param(10_000, marks=pytest.mark.soak)]
LINES = [60, pytest.param(2000, marks=pytest.mark.soak)]
PROCESSES = [20, pytest.param(500, marks=pytest.mark.soak)]
LINE = 10_000  # bytes in memory: a session of 500 lines stays under 5 MB
SLACK = 50_000_000  # what threads and buffers of the machine may take besides
ROUNDS = [40, pytest.param(10_000, marks=pytest.mark.soak)]


# One key ------------------------------------------------------------------------------------------------------------


def pushed(sessions, command) -> Reply:
    """Submits a command repeatedly until the queue accepts it."""
    while True:
        try:
            return sessions.writer.submit(command)
        except TooBusy:
            time.sleep(0.01)


def answers_to(sessions, command, times):
    """The receipts of many senders of one command."""
    receipts = []

    def client():
        sent = [pushed(sessions, command) for _ in range(times // 20)]
        receipts.extend(future.result() for future in sent)

    together([client] * 20)
    return receipts


@pytest.mark.parametrize("times", ONE_KEY)
def test_many_writes_with_one_key_are_one_line(sessions, times):
    session = open_session(sessions)
    command = RecordLines(session=session, entries=("B done",), actor=OWNER, key="the/0")
    answers = answers_to(sessions, command, times)
    assert len(answers) == times and all(answer == answers[0] for answer in answers)
    assert kept(sessions.raw(session)) == {"the/0": [answers[0].version]}
    assert broken_promises(sessions, session, []) == []
    print(f"{times} writes with one key: 1 line, {len({answer.link for answer in answers})} receipt")


def test_without_the_key_check_they_are_many_lines(sessions):
    session = open_session(written_by(sessions, Forgetful))
    answers_to(sessions, RecordLines(session=session, entries=("B done",), actor=OWNER, key="the/0"), 500)
    assert len(kept(sessions.raw(session))["the/0"]) == 500


# One table ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", LINES)
def test_32_writers_at_one_table_keep_their_order(sessions, lines):
    session, acknowledged = open_session(sessions), []

    def client(name):
        acknowledged.extend(send(sessions, session, name, number) for number in range(lines))

    before = memory()
    together(lambda name=f"w{number}": client(name) for number in range(32))
    grown = memory() - before
    print(f"{grown / len(sessions.view(session).log):.0f} bytes a line")
    assert grown < LINE * len(sessions.view(session).log) + SLACK
    assert len(acknowledged) == 32 * lines and broken_promises(sessions, session, acknowledged) == []
    assert len(kept(sessions.raw(session))) == 32 * lines
    same_as_one_fold(sessions, session)


def same_as_one_fold(sessions, session):
    """Whether the state in memory equals a fold of the stored record."""
    hot = sessions.view(session)
    with closing(Sessions(sessions.url, writing=False)) as reader:
        stored = reader.view(session)
    assert hot.session == stored.session
    alone = audit(stored.setup, stored.session.log)
    assert len(alone) == len(hot.frames)
    assert repr(alone[-1]) == repr(hot.frames[-1])
    assert [repr(frame.step.findings) for frame in alone] == [repr(frame.step.findings) for frame in hot.frames]


def memory() -> int:
    """The memory of this process in bytes."""
    return psutil.Process().memory_info().rss


@pytest.mark.parametrize("lines", PROCESSES)
def test_several_processes_write_to_one_session(postgres_url, tmp_path, lines):
    session, names = open_session_at(postgres_url), [[f"p{process}.{n}" for n in range(3)] for process in range(4)]
    with closing(Recorders(tmp_path)) as recorders:
        started = [recorders.start(postgres_url, session, clients, count=lines) for clients in names]
        assert {recording.ended().status for recording in started} == {"0"}
    acknowledged = [ack for recording in started for ack in recording.acknowledged]
    with closing(Sessions(postgres_url)) as sessions:
        assert broken_promises(sessions, session, acknowledged) == []
        assert len(kept(sessions.raw(session))) == len(acknowledged) == 12 * lines
        send(sessions, session, "last", 0)
        same_as_one_fold(sessions, session)


def test_lines_of_other_processes_are_followed(postgres_url):
    with closing(Sessions(postgres_url)) as here, closing(Sessions(postgres_url)) as there:
        session = open_session(here)

        def client(sessions, name):
            for number in range(30):
                send(sessions, session, name, number)
                sessions.record(session, f"~ {number + 1} -" if number % 4 else "= B points 3", actor=OWNER)

        together([lambda: client(here, "h"), lambda: client(there, "t"), lambda: client(there, "u")])
        for turn, sessions in enumerate((here, there, here)):
            send(sessions, session, f"last{turn}", 0)
            same_as_one_fold(sessions, session)
        assert broken_promises(here, session, []) == []


# Roles --------------------------------------------------------------------------------------------------------------


class Trusting(SessionWriter):
    """A wrong writer: it caches roles."""

    def _state(self, command):
        live = super()._state(command)
        self.remembered = {**getattr(self, "remembered", {}), **live.grants}
        live.grants = self.remembered
        return live


def late_lines(owners, scribes, session, round):
    """The lines recorded by a scribe after the role was revoked."""
    scribe = f"sam{round}"
    granted = owners.grant(session, "scribe", person=scribe, actor=OWNER).version
    grant = unseal(owners.raw(session)[granted - 1]).event.grant

    def write():
        for _ in range(20):
            try:
                scribes.record(session, "B done", actor=scribe)
            except NotAllowed:
                return

    together([write, write, lambda: owners.revoke(session, grant, actor=OWNER)])
    events = [unseal(raw) for raw in owners.raw(session)[granted:]]
    revoked = next(n for n, sealed in enumerate(events) if sealed.envelope.type == "role-revoked")
    return [sealed.envelope.seq for sealed in events[revoked:] if sealed.envelope.actor == scribe]


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_revoked_role_records_no_later_line(url, rounds):
    with closing(Sessions(url)) as owners:
        other = Sessions(url) if owners.recorder.shared else owners  # another process, where there may be one
        for table in range(rounds // 20):
            session = open_session(owners)
            assert [late_lines(owners, other, session, table * 20 + round) for round in range(20)] == [[]] * 20
        other.close()
    print(f"{rounds} roles revoked while they record: 0 later lines")


def test_a_writer_that_caches_roles_accepts_later_lines(url):
    with closing(Sessions(url)) as owners:
        other = written_by(Sessions(url) if owners.recorder.shared else owners, Trusting)
        session = open_session(owners)
        assert any(late_lines(owners, other, session, round) for round in range(20))
        other.close()
