"""One SQLite file: one process writes, others read; unsafe settings are refused, no event can be changed."""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from uuid import UUID

import pytest

from domain.errors import StoreAway, StoreInUse, StoreUnsafe
from domain.sessions.application import Sessions
from domain.store.sqlite import connect
from tests.domain.store.clients import OWNER, TABLE, broken_promises, open_session, open_session_at, send
from tests.domain.store.recorder_processes import ROOT, Recorders

READING = """
import sys
from contextlib import closing
from uuid import UUID
from domain.sessions.application import Sessions
session, seen = UUID(sys.argv[2]), 0
with closing(Sessions(sys.argv[1], writing=False)) as sessions:
    for _ in range(20):
        walk, view, raw = sessions.verify(session), sessions.view(session), sessions.raw(session)
        assert seen <= walk.seq <= view.version <= len(raw)
        assert len(view.frames) == 1 + len(view.session.log)
        seen = len(raw)
"""


@pytest.fixture
def path(sqlite_url):
    """The path of the SQLite file."""
    return sqlite_url.removeprefix("sqlite:///")


@pytest.fixture
def recorders(tmp_path):
    """Processes that record."""
    with closing(Recorders(tmp_path)) as recorders:
        yield recorders


# Processes ----------------------------------------------------------------------------------------------------------


def test_a_second_writing_process_is_refused_until_the_first_is_gone(sqlite_url, recorders):
    session = open_session_at(sqlite_url)
    recording = recorders.start(sqlite_url, session, ["a"]).after(3)
    with pytest.raises(StoreInUse):
        Sessions(sqlite_url)
    acknowledged = recording.kill().acknowledged
    with closing(Sessions(sqlite_url)) as sessions:
        assert broken_promises(sessions, session, acknowledged) == []
        with pytest.raises(StoreInUse):
            Sessions(sqlite_url)


def test_a_refused_process_does_not_disturb_the_first(sqlite_url):
    with closing(Sessions(sqlite_url)) as sessions:
        session = open_session(sessions)
        for number in range(5):
            with pytest.raises(StoreInUse):
                Sessions(sqlite_url)
            send(sessions, session, "a", number)
        assert sessions.verify(session).seq == 2 + 7


def test_other_processes_read_while_one_writes(sqlite_url, recorders):
    session = open_session_at(sqlite_url)
    recording = recorders.start(sqlite_url, session, ["a", "b"], pause=0.01).after(3)  # or the record would be full
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    readers = [
        subprocess.Popen([sys.executable, "-c", READING, sqlite_url, str(session)], env=environment) for _ in range(2)
    ]
    assert [reader.wait() for reader in readers] == [0, 0]
    assert recording.kill().status == "-9"


def test_a_foreign_lock_on_the_file_makes_the_store_unavailable_until_it_ends(sqlite_url, path):
    with closing(Sessions(sqlite_url)) as sessions, closing(sqlite3.connect(path, isolation_level=None)) as foreign:
        session = open_session(sessions)
        sessions.recorder.datastore.writing_connection._sqlite_conn.execute("PRAGMA busy_timeout=50")
        foreign.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreAway):
            sessions.record(session, "B done", actor=OWNER, key="a/0")
        assert sessions.view(session).version == sessions.verify(session).seq == 2
        foreign.execute("ROLLBACK")
        assert sessions.record(session, "B done", actor=OWNER, key="a/0").version == 3


def test_texts_are_erased_while_lines_are_written(sqlite_url):
    with closing(Sessions(sqlite_url)) as sessions:
        session, going, failed = open_session(sessions), threading.Event(), []

        def erase():
            while not going.is_set():
                try:
                    for hash, *_ in sessions.recorder.salted(session)[:5]:
                        sessions.erase_text(session, hash)
                except Exception as error:
                    failed.append(error)

        thread = threading.Thread(target=erase)
        thread.start()
        try:
            answers = [sessions.record(session, '; B "a remark"', actor=OWNER) for _ in range(200)]
        finally:
            going.set()
            thread.join()
        assert (failed, answers[-1].version, sessions.verify(session).seq) == ([], 202, 202)


# Settings -----------------------------------------------------------------------------------------------------------


def test_every_connection_has_durable_settings(sqlite_url):
    with closing(Sessions(sqlite_url)) as sessions:
        open_session(sessions)
        asked = ("PRAGMA synchronous", "PRAGMA journal_mode", "PRAGMA foreign_keys", "PRAGMA trusted_schema")
        writing = sessions.recorder.datastore.writing_connection._sqlite_conn
        assert [writing.execute(one).fetchone()[0] for one in asked] == [2, "wal", 1, 0]
        assert [sessions.recorder.rows(one)[0][0] for one in asked] == [2, "wal", 1, 0]
        with pytest.raises(Exception, match="readonly"):
            sessions.recorder.rows("INSERT INTO commits (heads) VALUES ('')")


def test_a_database_without_a_write_ahead_log_is_refused(sqlite_url, path):
    open_session_at(sqlite_url)
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute("PRAGMA journal_mode=DELETE")
    with pytest.raises(StoreUnsafe):
        Sessions(sqlite_url, writing=False)
    Sessions(sqlite_url).close()  # a writer sets it right
    Sessions(sqlite_url, writing=False).close()


def test_a_database_that_cannot_have_a_write_ahead_log_is_refused():
    with pytest.raises(StoreUnsafe):
        connect(":memory:", writing=True)


# What is recorded stays ---------------------------------------------------------------------------------------------

EVENT = "INTO session_events (originator_id, originator_version, topic, state) VALUES"
PLACED = "INTO session_events (notification_id, originator_id, originator_version, topic, state) VALUES"
REFUSED = [
    "UPDATE session_events SET state = x'00'",
    "UPDATE OR REPLACE session_events SET notification_id = 1 WHERE notification_id = 2",
    "DELETE FROM session_events",
    f"INSERT {EVENT} ('{{id}}', 9, 'line-recorded', x'00')",
    f"INSERT {EVENT} ('{{id}}', 2, 'line-recorded', x'00')",
    f"INSERT {EVENT} ('{{id}}', 0, 'line-recorded', x'00')",
    f"INSERT {EVENT} ('another', 2, 'line-recorded', x'00')",
    f"INSERT OR REPLACE {EVENT} ('{{id}}', 2, 'line-recorded', x'00')",
    f"INSERT OR REPLACE {PLACED} (1, 'another', 1, 'line-recorded', x'00')",
    f"REPLACE {PLACED} (3, '{{id}}', 4, 'line-recorded', x'00')",
    f"INSERT OR IGNORE {EVENT} ('{{id}}', 7, 'line-recorded', x'00')",
    f"INSERT {EVENT} ('{{id}}', 2, 'x', x'00') ON CONFLICT (originator_id, originator_version)"
    " DO UPDATE SET state = x'00'",
    "UPDATE commits SET heads = ''",
    "DELETE FROM commits",
    "INSERT OR REPLACE INTO commits (id, heads) VALUES (1, '')",
    "UPDATE opened SET session = ''",
    "DELETE FROM opened",
    "INSERT OR REPLACE INTO opened (actor, key, session) VALUES ('ann', 'k', 'another')",
]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A file with a session, and the content it must keep."""
    url = f"sqlite:///{tmp_path_factory.mktemp('recorded')}/griffier.sqlite"
    with closing(Sessions(url)) as sessions:
        session = sessions.open(TABLE, actor=OWNER, key="k").session
        sessions.record(UUID(session), "B done", actor=OWNER)
    return url.removeprefix("sqlite:///"), session.replace("-", "")


def contents(path):
    with closing(sqlite3.connect(path)) as connection:
        asked = (f"SELECT * FROM {table} ORDER BY 1" for table in ("session_events", "commits", "opened"))
        return [connection.execute(one).fetchall() for one in asked]


@pytest.mark.parametrize("statement", REFUSED)
def test_no_statement_changes_a_stored_event(recorded, statement):
    path, session = recorded
    before = contents(path)
    with closing(sqlite3.connect(path)) as foreign, pytest.raises(sqlite3.IntegrityError), foreign:
        foreign.execute(statement.format(id=session))
    assert contents(path) == before


def test_without_the_triggers_a_statement_changes_it(recorded, tmp_path):
    path, session = recorded
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(tmp_path / "copy")) as copy:
        source.backup(copy)
        for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type='trigger'").fetchall():
            copy.execute(f"DROP TRIGGER {name}")
        copy.execute(REFUSED[0])
        copy.execute(REFUSED[3].format(id=session))
        assert copy.execute("SELECT count(*) FROM session_events").fetchone() == (4,)
