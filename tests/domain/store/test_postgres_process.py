"""PostgreSQL: append-only roles, unsafe settings, concurrent creation of tables, ids in commit order."""

import threading
from contextlib import closing
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from domain.errors import StoreOutdated, StoreUnsafe
from domain.sessions.application import Sessions
from domain.store.postgres import APPEND, SCHEMA, _columns, _register_columns
from domain.store.side_tables import NEWEST
from tests.domain.store.clients import (
    OWNER,
    TABLE,
    broken_promises,
    open_session,
    open_session_at,
    send,
    together,
    until,
)
from tests.domain.store.recorder_processes import Recorders

TABLES = ("session_events", "commits", "opened")


def owner(url):
    """A connection as the owner of the database."""
    return closing(psycopg.connect(url, autocommit=True))


# Roles --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def clerk_url(postgres_url):
    """The address of the same database for a role that can only add and read."""
    open_session_at(postgres_url)
    name = f"clerk_{uuid4().hex[:8]}"
    with owner(postgres_url) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN")
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        connection.execute(f"GRANT INSERT, SELECT ON ALL TABLES IN SCHEMA public TO {name}")
        connection.execute(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {name}")
    yield postgres_url.replace("//postgres:@", f"//{name}:@")
    with owner(postgres_url) as connection:
        connection.execute(f"DROP OWNED BY {name}")
        connection.execute(f"DROP ROLE {name}")


def as_made_earlier(url):
    """Takes away what the last version added, and puts back how the one before it stored a commit."""
    with owner(url) as connection:
        connection.execute(f"DROP TABLE {NEWEST}")
        connection.execute(
            "CREATE FUNCTION griffier_append(ids uuid[], heads text) RETURNS void LANGUAGE sql"
            " AS 'INSERT INTO commits (heads) VALUES (heads)'"
        )


def test_a_role_that_can_only_add_and_read_is_told_to_have_missing_tables_added(clerk_url, postgres_url):
    as_made_earlier(postgres_url)
    with pytest.raises(StoreOutdated):
        Sessions(clerk_url)
    open_session_at(postgres_url)
    with owner(postgres_url) as connection:
        connection.execute(f"GRANT INSERT, SELECT ON {NEWEST} TO {clerk_url.split('//')[1].split(':')[0]}")
    with closing(Sessions(clerk_url)) as sessions:
        assert len(list(sessions.listed())) == 2


def test_a_process_of_an_earlier_version_cannot_go_on_writing_unsigned_commits(postgres_url):
    open_session_at(postgres_url)
    as_made_earlier(postgres_url)
    with owner(postgres_url) as earlier:
        earlier.execute("SELECT griffier_append(ARRAY[]::uuid[], 'x')")
        open_session_at(postgres_url)
        with pytest.raises(psycopg.errors.UndefinedFunction):
            earlier.execute("SELECT griffier_append(ARRAY[]::uuid[], 'x')")


def test_a_role_that_can_only_add_and_read_is_enough(clerk_url, postgres_url):
    with closing(Sessions(clerk_url)) as sessions:
        session = sessions.open(TABLE, actor=OWNER, key="k")
        session = sessions.named(session.session)
        acknowledged = [send(sessions, session, "a", number) for number in range(6)]
        assert acknowledged == [send(sessions, session, "a", number) for number in range(6)]
        assert broken_promises(sessions, session, acknowledged) == []
        assert len(list(sessions.listed())) == 2
    with owner(clerk_url) as connection:
        (name,) = connection.execute("SELECT current_user").fetchone()
        assert name.startswith("clerk_")
        for table in TABLES:
            for change in (f"UPDATE {table} SET {_column(table)}", f"DELETE FROM {table}", f"TRUNCATE {table}"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(change)


def _column(table):
    return {"session_events": "topic = ''", "commits": "heads = ''", "opened": "session = ''"}[table]


@pytest.mark.parametrize("table", TABLES)
def test_not_even_the_database_owner_can_change_an_event(postgres_url, table):
    with closing(Sessions(postgres_url)) as sessions:
        session = open_session(sessions)
        with owner(postgres_url) as connection:
            for change in (f"UPDATE {table} SET {_column(table)}", f"DELETE FROM {table}", f"TRUNCATE {table}"):
                with pytest.raises(psycopg.errors.RaiseException, match="what is recorded stays"):
                    connection.execute(change)
        assert sessions.verify(session).seq == 2


def test_versions_have_no_gaps(postgres_url):
    session = open_session_at(postgres_url)
    insert = "INSERT INTO session_events (originator_id, originator_version, topic, state) VALUES (%s, %s, 'x', '')"
    with owner(postgres_url) as connection:
        for id, version in ((session, 9), (session, 2), (session, 0), (uuid4(), 2)):
            with pytest.raises(psycopg.errors.UniqueViolation):
                connection.execute(insert, (id, version))
            with pytest.raises(psycopg.Error):
                connection.execute(f"{insert} ON CONFLICT DO NOTHING", (id, version))


# Settings and schema ------------------------------------------------------------------------------------------------


def test_a_database_that_acknowledges_before_writing_is_refused(postgres_url):
    session = open_session_at(postgres_url)
    (name,) = psycopg.connect(postgres_url).execute("SELECT current_database()").fetchone()
    with owner(postgres_url) as connection:
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        for writing in (True, False):
            with pytest.raises(StoreUnsafe) as unsafe:
                Sessions(postgres_url, writing=writing)
            assert unsafe.value.facts == {"setting": "synchronous_commit", "value": "off"}
        connection.execute(f"ALTER DATABASE {name} RESET synchronous_commit")
    with closing(Sessions(postgres_url)) as sessions:
        assert sessions.verify(session).seq == 2


def test_processes_that_create_the_tables_at_once_all_succeed(postgres_url, tmp_path):
    with closing(Recorders(tmp_path)) as recorders:
        for _ in range(3):
            with owner(postgres_url) as connection:
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute("CREATE SCHEMA public")
            started = [recorders.start(postgres_url, uuid4(), []) for _ in range(4)]
            assert [recording.ended().status for recording in started] == ["0"] * 4
    assert open_session_at(postgres_url)


def test_without_the_lock_creating_the_tables_at_once_fails(postgres_url):
    failed = []

    def make():
        with owner(postgres_url) as connection:
            try:
                connection.execute(SCHEMA)
            except psycopg.Error as error:
                failed.append(error)

    for _ in range(10):
        with owner(postgres_url) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        together([make] * 6)
        if failed:
            return
    raise AssertionError("nothing went wrong")


# Order --------------------------------------------------------------------------------------------------------------


def event():
    """The first event of another session."""
    return StoredEvent(uuid4(), 1, "line-recorded", b"{}")


def appended(connection):
    """Appends an event as the store does."""
    stored = event()
    connection.execute(APPEND, (*_columns([stored], {}), "", *_register_columns([], [])))
    return stored.originator_id


def inserted(connection):
    """Appends an event without the lock."""
    stored = event()
    sql = "INSERT INTO session_events (originator_id, originator_version, topic, state) VALUES (%s, %s, %s, %s)"
    connection.execute(sql, (stored.originator_id, 1, stored.topic, stored.state))
    return stored.originator_id


class Reader:
    """Reads the events after the last id it has seen."""

    def __init__(self, sessions):
        self.sessions, self.last, self.seen = sessions, 0, []

    def look(self):
        for notification in self.sessions.recorder.select_notifications(self.last, 100, inclusive_of_start=False):
            self.last, self.seen = notification.id, [*self.seen, notification.originator_id]
        return self.seen


def raced(sessions, url, slow):
    """What a reader sees of a slow transaction and of a later one."""
    reader, session = Reader(sessions), open_session(sessions)
    reader.look()
    with psycopg.connect(url) as connection:
        first = slow(connection)
        quick = threading.Thread(target=lambda: sessions.record(session, "B done", actor=OWNER))
        quick.start()
        blocked = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        until(lambda: not quick.is_alive() or sessions.recorder.rows(blocked) == [(1,)], "the second")
        reader.look()
        connection.commit()
    quick.join()
    return first, session, reader.look()


def test_a_reader_misses_no_slow_transaction(postgres_url):
    with closing(Sessions(postgres_url)) as sessions:
        first, session, seen = raced(sessions, postgres_url, appended)
        assert seen[-2:] == [first, session]


def test_without_the_lock_a_reader_misses_a_slow_transaction(postgres_url):
    with closing(Sessions(postgres_url)) as sessions:
        first, session, seen = raced(sessions, postgres_url, inserted)
        assert first not in seen and seen[-1] == session
