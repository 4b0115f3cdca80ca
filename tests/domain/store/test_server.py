"""A PostgreSQL server that stops, crashes, is misconfigured, or waits for a missing standby."""

import threading
import time
from contextlib import closing

import psycopg
import pytest

from domain.errors import NoStore, StoreAway, StoreUnsafe
from domain.sessions.application import Sessions
from domain.sessions.commands import RecordLines
from tests.domain.store.clients import (
    AT_LAST,
    OWNER,
    Deaf,
    broken_promises,
    entries,
    kept,
    key_of,
    open_session,
    send,
    together,
    until,
    written_by,
)
from tests.domain.store.server import Server

CLIENTS = 6
ABSENT_STANDBY = {"synchronous_standby_names": "absent"}


@pytest.fixture(scope="module")
def server():
    """One server for all tests of this file; each test starts it with its own settings."""
    with closing(Server()) as server:
        yield server


@pytest.fixture(autouse=True)
def stopped(server):
    """Stops the server before and after each test."""
    yield
    if (server.folder / "postmaster.pid").exists():
        server.stop()


def recording(sessions, session, acknowledged, away, stop):
    """Clients that record until they are stopped; refused commands are sent again, and their waiting time is noted."""

    def client(name):
        number = 0
        while not stop.is_set():
            since = time.monotonic()
            try:
                answer = sessions.record(session, *entries(number), actor=OWNER, key=key_of(name, number))
            except StoreAway:
                away.append(time.monotonic() - since)
                continue
            acknowledged.append((key_of(name, number), answer.version, answer.link))
            number += 1

    names = [f"s{number}" for number in range(CLIENTS)]
    return threading.Thread(target=together, args=([lambda name=name: client(name) for name in names],), daemon=True)


@pytest.mark.parametrize("how", ["immediate", pytest.param("fast", marks=pytest.mark.soak)])
def test_a_server_that_went_away_comes_back_and_nothing_is_lost(server, how):
    server.start()
    with closing(Sessions(server.url)) as sessions:
        session, acknowledged, away, stop = open_session(sessions), [], [], threading.Event()
        clients = recording(sessions, session, acknowledged, away, stop)
        clients.start()
        until(lambda: len(acknowledged) > 20, "the first lines")
        server.stop(how)
        until(lambda: len(away) > CLIENTS, "refusals")
        before = len(acknowledged)
        server.start()
        until(lambda: len(acknowledged) > before + 20, "lines after it came back")
        stop.set()
        clients.join(AT_LAST)
        assert not clients.is_alive(), "a caller hangs"
        acks = [send(sessions, session, *_split(key)) for key, *_ in acknowledged]
        assert acks == acknowledged
        assert broken_promises(sessions, session, acks) == []
        assert len(acknowledged) <= len(kept(sessions.raw(session))) <= len(acknowledged) + CLIENTS
        print(f"{len(acknowledged)} lines, {len(away)} refusals, the slowest after {max(away):.1f} s")
        assert max(away) < AT_LAST


def _split(key):
    client, number = key.rsplit("/", 1)
    return client, int(number)


def test_acknowledging_before_the_commit_loses_lines_when_the_server_goes_away(server):
    server.start()
    with closing(written_by(Sessions(server.url), Deaf)) as sessions:
        session = open_session(sessions)
        until(lambda: len(sessions.raw(session)) == 2, "the opening")
        receipts = [sessions.record(session, "B done", actor=OWNER) for _ in range(10)]
        server.stop("immediate")
        receipts += [sessions.record(session, "B done", actor=OWNER) for _ in range(2)]
        server.start()
    with closing(Sessions(server.url, writing=False)) as sessions:
        assert sessions.verify(session).seq < receipts[-1].version


def test_a_missing_server_is_reported_when_the_store_is_opened(server):
    with pytest.raises(NoStore):
        Sessions(server.url)


@pytest.mark.parametrize("setting", ["fsync", pytest.param("full_page_writes", marks=pytest.mark.soak)])
def test_a_server_without_durable_commits_is_refused(server, setting):
    server.start(**{setting: "off"})
    with pytest.raises(StoreUnsafe) as unsafe:
        Sessions(server.url)
    assert unsafe.value.facts == {"setting": setting, "value": "off"}


# A standby that is not there ----------------------------------------------------------------------------------------

WAITING = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


def cancelled_until(server, future):
    """Cancels every wait for the standby until a future is done, and counts the cancellations."""
    times = 0

    def cancel():
        nonlocal times
        times += len(server.ask(WAITING))
        return future.done()

    until(cancel, "an answer")
    return times


def test_a_commit_without_its_standby_is_never_acknowledged(server):
    server.start()
    with closing(Sessions(server.url)) as sessions:
        session = open_session(sessions)
        _standby(server, "absent")
        for _ in range(2):  # nor when it is sent again, although it can be read by now
            future = sessions.writer.submit(_record(session))
            assert cancelled_until(server, future) > 0
            assert isinstance(future.exception(), StoreAway)
        assert kept(sessions.raw(session)) == {"a/0": [3]}
        _standby(server, "''")
        assert sessions.writer.submit(_record(session)).result(AT_LAST).version == 3
        assert kept(sessions.raw(session)) == {"a/0": [3]}


def _record(session):
    return RecordLines(session=session, entries=("B done",), actor=OWNER, key="a/0")


def _standby(server, name):
    server.ask(f"ALTER SYSTEM SET synchronous_standby_names = {name}")
    server.ask("SELECT pg_reload_conf()")
    until(lambda: server.ask("SHOW synchronous_standby_names") == [(name.strip("'"),)], "the setting")


def test_a_plain_commit_without_its_standby_counts_as_a_success(server):
    server.start(**ABSENT_STANDBY)
    acknowledged = []

    def insert():
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("CREATE TABLE plain ()")
            acknowledged.append("acknowledged")

    thread = threading.Thread(target=insert)
    thread.start()
    until(lambda: server.ask(WAITING) and not thread.join(0.1) and not thread.is_alive(), "the end of the wait")
    assert acknowledged == ["acknowledged"]
