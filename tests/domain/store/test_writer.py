"""The writing thread: every queued command gets its receipt, and one command cannot harm another."""

import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from eventsourcing.persistence import OperationalError

from domain.errors import NotAllowed, StoreAway, TooBusy, Unreadable
from domain.sessions.application import Sessions
from domain.sessions.commands import Command, RecordLines, RevokeRole
from domain.sessions.writer import MAX_STATES, SessionWriter
from domain.sessions.writing.command_queue import MAX_BATCH, MAX_WAITING
from domain.store.mapper import unseal
from domain.store.signing.signer import CommitSigner
from tests.domain.store.clients import AT_LAST, OWNER, Hasty, kept, open_session, send, together, until, written_by


class Strange(Command, frozen=True, kw_only=True):
    """A command without a decision."""


class Gate:
    """Blocks the writer before its commit, so that later commands form one batch."""

    def __init__(self, sessions):
        self.recorder, self.insert = sessions.recorder, sessions.recorder.insert_events
        self.here, self.open = threading.Event(), threading.Event()
        self.failing: list[tuple[bool, Exception]] = []  # for each insert to come: after it was done, or instead
        self.recorder.insert_events = self._pass

    def _pass(self, *args, **beside):
        self.here.set()
        assert self.open.wait(AT_LAST)
        done, error = self.failing.pop(0) if self.failing else (True, None)
        if done:
            self.insert(*args, **beside)
        if error is not None:
            raise error


@pytest.fixture
def gate(sessions):
    """An open gate, which the test closes."""
    gate = Gate(sessions)
    gate.open.set()
    yield gate
    gate.open.set()


def record(session, number, entry="B done", actor=OWNER):
    return RecordLines(session=session, entries=(entry,), actor=actor, key=f"w/{number}")


def held(sessions, gate, session):
    """The future of a command that is blocked at the gate; later commands wait behind it."""
    gate.open.clear()
    gate.here.clear()
    first = sessions.writer.submit(record(session, "held"))
    assert gate.here.wait(AT_LAST)
    return first


def test_a_full_queue_accepts_nothing(sessions, gate):
    session = open_session(sessions)
    first = held(sessions, gate, session)
    taken = [sessions.writer.submit(record(session, number)) for number in range(MAX_WAITING)]
    with pytest.raises(TooBusy):
        sessions.writer.submit(record(session, "too many"))
    gate.open.set()
    versions = [future.result(AT_LAST).version for future in (first, *taken)]
    assert versions == [*range(3, 4 + MAX_WAITING)]
    assert "w/too many" not in kept(sessions.raw(session))


def test_a_full_queue_is_full_for_many_at_once(sessions, gate):
    session = open_session(sessions)
    first, taken, refused = held(sessions, gate, session), [], []

    def client(name):
        for number in range(20):
            try:
                taken.append(sessions.writer.submit(record(session, f"{name}.{number}")))
            except TooBusy:
                refused.append(number)

    together(lambda name=name: client(name) for name in range(32))
    assert (len(taken), len(refused)) == (MAX_WAITING, 32 * 20 - MAX_WAITING)
    gate.open.set()
    assert len({future.result(AT_LAST).version for future in (first, *taken)}) == MAX_WAITING + 1


@pytest.mark.parametrize("strange", [0, 3, 9])
def test_a_command_without_a_decision_harms_no_other(sessions, gate, strange):
    session = open_session(sessions)
    held(sessions, gate, session)
    commands = [record(session, number) for number in range(9)]
    commands.insert(strange, Strange(session=session, actor=OWNER, key="w/strange"))
    futures = [sessions.writer.submit(command) for command in commands]
    gate.open.set()
    with pytest.raises(KeyError):
        futures.pop(strange).result(AT_LAST)
    assert [future.result(AT_LAST).version for future in futures] == [*range(4, 13)]
    assert sessions.verify(session).seq == 12


@pytest.mark.parametrize("done", [False, True])
def test_after_an_error_memory_equals_the_store(sessions, gate, done):
    session = open_session(sessions)
    before = sessions.writer.states[session]
    gate.failing = [(done, OperationalError("the line broke"))]
    answer = sessions.record(session, "B done", actor=OWNER, key="w/0")
    assert sessions.writer.states[session] is not before
    assert kept(sessions.raw(session)) == {"w/0": [3]} and answer.version == 3
    assert sessions.record(session, "B done", actor=OWNER, key="w/0") == answer


@pytest.mark.parametrize("done", [False, True])
def test_a_failed_commit_is_not_acknowledged_and_not_visible(sessions, gate, done):
    session = open_session(sessions)
    seen = sessions.view(session).version
    gate.failing = [(False, OperationalError("the line broke")), (done, OperationalError("and again"))]
    with pytest.raises(StoreAway):
        sessions.record(session, "B done", actor=OWNER, key="w/0")
    assert session not in sessions.writer.states and session not in sessions.writer.views
    assert sessions.view(session).version == seen + done
    assert send_again(sessions, session).version == 3
    assert sessions.verify(session).seq == 3


def send_again(sessions, session):
    return sessions.record(session, "B done", actor=OWNER, key="w/0")


def test_nothing_is_shown_before_it_is_stored(sessions, gate):
    session = open_session(sessions)
    future = held(sessions, gate, session)
    assert sessions.view(session).version == 2 and not future.done()
    gate.open.set()
    assert future.result(AT_LAST).version == 3 and sessions.view(session).version == 3


def test_acknowledging_before_the_commit_shows_unstored_lines(sessions, gate):
    session = open_session(written_by(sessions, Hasty))
    until(lambda: len(sessions.raw(session)) == 2, "the opening")
    future = held(sessions, gate, session)
    assert future.done() and len(sessions.raw(session)) == 2
    gate.open.set()


@pytest.mark.parametrize("away", [1, 40])
def test_no_command_is_refused_because_of_an_unstored_one(sessions, gate, away):
    session = open_session(sessions)
    sessions.grant(session, "scribe", person="sam", actor=OWNER)
    grant = next(held.grant for held in sessions.view(session).grants.values() if held.person == "sam")
    first = held(sessions, gate, session)
    revoked = sessions.writer.submit(RevokeRole(session=session, grant=grant, actor=OWNER, key="revoke"))
    written = sessions.writer.submit(record(session, 1, actor="sam"))
    gate.failing = [(True, None), *[(False, OperationalError("the disk is full"))] * away]
    gate.open.set()
    first.result(AT_LAST)
    if away == 1:  # the second time the revocation is stored, and then the line is refused rightly
        assert revoked.result(AT_LAST) and isinstance(written.exception(AT_LAST), NotAllowed)
    else:
        assert isinstance(revoked.exception(AT_LAST), StoreAway)
        assert isinstance(written.exception(AT_LAST), StoreAway)


def test_a_refused_command_harms_no_other(sessions, gate):
    session = open_session(sessions)
    held(sessions, gate, session)
    wrong = sessions.writer.submit(record(session, 0, "B dance"))
    right = sessions.writer.submit(record(session, 1))
    gate.open.set()
    assert isinstance(wrong.exception(AT_LAST), Unreadable) and right.result(AT_LAST).version == 4


def test_a_caller_that_stops_waiting_harms_no_other(sessions, gate):
    session = open_session(sessions)
    held(sessions, gate, session)
    for number in range(20):
        with pytest.raises(TimeoutError):
            sessions.writer.submit(record(session, number)).result(0)
    gate.open.set()
    send(sessions, session, "c", 0)
    assert len(kept(sessions.raw(session))) == 22


def test_the_writing_thread_goes_on_after_a_fault_of_its_own(sessions, monkeypatch):
    command = record(open_session(sessions), "lost")
    monkeypatch.setattr(sessions.writer.background, "sort", lambda items: 1 / 0)
    with pytest.raises(StoreAway):
        sessions.writer.write(command, AT_LAST)
    monkeypatch.undo()
    assert sessions.writer.write(command, AT_LAST).version == sessions.view(command.session).version
    assert sessions.writer.thread.is_alive()


class Fatal(BaseException):
    """What no thread survives."""


def test_the_end_of_the_writing_thread_is_reported_and_answers_everybody(url, monkeypatch):
    sessions, reported = Sessions(url), []
    command = record(open_session(sessions), "lost")

    def end(items):
        later.append(sessions.writer.submit(record(command.session, "waits")))
        raise Fatal

    later = []
    sessions.writer.on_death.append(lambda: reported.append(True))
    monkeypatch.setattr(sessions.writer, "_handle", end)
    first = sessions.writer.submit(command)
    for reply in (first, *later):
        assert isinstance(reply.exception(AT_LAST), StoreAway)
    sessions.writer.thread.join(AT_LAST)
    assert reported == [True] and len(later) == 1
    with pytest.raises(StoreAway):
        sessions.writer.submit(command)
    sessions.close()


def test_closing_writes_all_accepted_commands(url):
    sessions = Sessions(url)
    session = open_session(sessions)
    futures = [sessions.writer.submit(record(session, number)) for number in range(2 * MAX_BATCH)]
    sessions.close()
    assert [future.result(0).version for future in futures] == [*range(3, 3 + 2 * MAX_BATCH)]
    with pytest.raises(StoreAway):
        sessions.record(session, "B done", actor=OWNER)


def test_closing_answers_every_waiting_caller(url):
    for _ in range(20):
        sessions = Sessions(url)
        session, outcomes = open_session(sessions), []

        def client(name, sessions=sessions, session=session, outcomes=outcomes):
            try:
                while True:
                    outcomes.append(sessions.record(session, "B done", actor=OWNER))
            except StoreAway:
                return

        threads = [threading.Thread(target=client, args=(name,), daemon=True) for name in range(8)]
        for thread in threads:
            thread.start()
        until(lambda outcomes=outcomes: len(outcomes) > 5, "acknowledgements")
        sessions.close()
        for thread in threads:
            thread.join(AT_LAST)
            assert not thread.is_alive(), "a caller hangs"
        with closing(Sessions(url, writing=False)) as reader:
            assert reader.verify(session).seq == 2 + len(outcomes)


def test_closing_answers_callers_whose_command_was_not_accepted_yet(sessions, gate):
    session = open_session(sessions)
    held(sessions, gate, session)
    taken = [sessions.writer.submit(record(session, number)) for number in range(MAX_WAITING)]
    outcomes = []

    def caller():
        try:
            outcomes.append(sessions.record(session, "B done", actor=OWNER))
        except StoreAway as away:
            outcomes.append(away)

    def open_up():
        until(lambda: sessions.writer.queue.closing, "closing")
        gate.open.set()

    together([caller, caller, open_up, sessions.writer.close])
    assert all(future.done() for future in taken) and len(outcomes) == 2


def test_more_sessions_than_are_kept_in_memory(sessions, gate):
    tables = [open_session(sessions) for _ in range(MAX_STATES + 3)]
    for table in tables[3:]:
        sessions.record(table, "B done", actor=OWNER)
    coldest, other = tables[3], tables[0]
    held(sessions, gate, tables[-1])
    line = sessions.writer.submit(record(coldest, 1))
    loaded = sessions.writer.submit(record(other, 1))
    again = sessions.writer.submit(record(coldest, 2, "B dance"))
    gate.open.set()
    assert isinstance(again.exception(AT_LAST), Unreadable)
    assert loaded.result(AT_LAST).version == 3
    assert sessions.view(coldest).version == line.result(AT_LAST).version == 4
    assert len(sessions.writer.states) <= MAX_STATES


# Time ---------------------------------------------------------------------------------------------------------------

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
CLOCKS = {
    "back an hour": [NOON + timedelta(seconds=n) - timedelta(hours=n >= 5) for n in range(12)],
    "standing": [NOON] * 12,
    "jumping": [NOON + timedelta(hours=(n * 7) % 5 - 2, days=365 * (n == 6)) for n in range(12)],
}


@pytest.mark.parametrize("name", CLOCKS)
def test_the_time_of_a_line_never_goes_back(sessions, name):
    ticks = iter(CLOCKS[name])
    sessions.writer.close()
    signer = CommitSigner(sessions.recorder, sessions.keys)
    sessions.writer = SessionWriter(sessions.recorder, sessions._load, signer, clock=lambda: next(ticks))
    session = open_session(sessions)
    for number in range(10):
        if number == 5:  # nor where nothing is in memory
            sessions.writer.states.clear()
        send_tick(sessions, session, number)
    envelopes = [unseal(raw).envelope for raw in sessions.raw(session)]
    at = [envelope.at for envelope in envelopes]
    read = [tick.isoformat(timespec="microseconds").replace("+00:00", "Z") for tick in CLOCKS[name]]
    assert at == sorted(at) and [envelope.seq for envelope in envelopes] == [*range(1, 13)]
    assert [envelope.clock or envelope.at for envelope in envelopes] == read
    assert sessions.verify(session).seq == 12


def send_tick(sessions, session, number):
    return sessions.record(session, "B done", actor=OWNER, key=f"tick/{number}")
