"""The projection worker: woken by commits or by its timer, restarted after errors; it reports its lag."""

import time
from contextlib import closing, contextmanager
from threading import Event, Thread

import psycopg
import pytest

from api.cli.serve import update_read_models
from api.http.settings import Settings
from domain.sessions.application import Sessions
from projections import worker as keeping
from projections.lag import read_lag
from projections.runner import Runner
from projections.storage import open_storage
from projections.worker import ProjectionWorker
from tests.domain.store.clients import until
from tests.projections.club import everything, open_session, record

SOON = 2.0  # seconds within which nothing may be behind any more


@contextmanager
def kept_up(url, writing=False):
    """A projection worker with its own connections, as in a process of its own."""
    with (
        closing(Sessions(url, writing=writing)) as sessions,
        closing(open_storage(url)) as views,
        closing(ProjectionWorker(sessions, views)) as keeper,
    ):
        yield keeper


def took(keeper) -> float:
    """Seconds until nothing is behind."""
    started = time.monotonic()
    until(lambda: not keeper.lag().behind, "the read models")
    return time.monotonic() - started


@pytest.fixture
def sessions(url):
    """A store that another process writes to."""
    with closing(Sessions(url)) as sessions:
        yield sessions


def test_a_new_line_is_soon_in_the_read_models(sessions, url):
    with kept_up(url) as keeper:
        id = open_session(sessions)
        assert took(keeper) < SOON
        record(sessions, id, '; B "more"')
        assert took(keeper) < SOON
        assert keeper.views.rows("SELECT lines FROM listing") == [(1,)]
        lag = keeper.lag()
        assert (lag.running, lag.looked, lag.restarts, lag.unread, lag.error) == (True, 0, 0, 0, "")


def test_in_the_writers_own_process_the_worker_does_not_wait_for_the_timer(url, monkeypatch):
    monkeypatch.setattr(keeping, "INTERVAL", 60)
    with kept_up(url, writing=True) as keeper:
        until(lambda: keeper.last_look, "the first look")
        open_session(keeper.sessions)
        assert took(keeper) < SOON


def test_several_workers_can_update_one_store(sessions, url):
    with kept_up(url) as one, kept_up(url) as other:
        ids = [open_session(sessions) for _ in range(8)]
        for number in range(40):
            record(sessions, ids[number % 8], f'; B "{number}"')
        assert max(took(one), took(other)) < SOON
        before = everything(one.views)
        assert (one.restarts, other.restarts) == (0, 0)
    assert len(before["listing"]) == 8
    with closing(open_storage(url)) as views:
        list(Runner(sessions, views).rebuild())
        assert everything(views) == before


def test_the_worker_restarts_after_an_error(sessions, url, monkeypatch):
    monkeypatch.setattr(keeping, "FIRST_PAUSE", 0.01)
    open_session(sessions)
    with kept_up(url) as keeper:
        took(keeper)
        with keeper.views.change() as tables:
            tables.rows("DROP TABLE players")
        open_session(sessions)
        assert took(keeper) < SOON
        until(lambda: len(everything(keeper.views)["listing"]) == 2, "both sessions")
        assert keeper.restarts >= 1
        until(lambda: keeper.lag().running, "a look without an error")


def test_a_lasting_error_is_retried_with_growing_pauses_and_reported(sessions, url, monkeypatch):
    monkeypatch.setattr(keeping, "FIRST_PAUSE", 0.01)

    def broken(seen):
        raise ValueError("no row")

    with monkeypatch.context() as patch:
        patch.setattr("projections.listing.write.rows", broken)
        with kept_up(url) as keeper:
            open_session(sessions)
            until(lambda: keeper.restarts >= 4, "some attempts")
            assert keeper.pause >= 0.01 * 2**3
            lag = keeper.lag()
            assert (lag.running, lag.error, lag.behind) == (False, "ValueError", 3)
            patch.undo()
            assert took(keeper) < SOON
            until(lambda: keeper.lag().running, "a look without an error")


# Notices --------------------------------------------------------------------------------------------


SILENT = """
    SELECT replace(pg_get_functiondef(oid), 'NOTIFY session_events;', '') FROM pg_proc WHERE proname = 'griffier_append'
"""


def hush(url) -> None:
    """Disables the notifications of commits."""
    with psycopg.connect(url, autocommit=True) as owner:
        ((text,),) = owner.execute(SILENT).fetchall()
        assert "NOTIFY" not in text
        owner.execute(text)


def listening(keeper) -> int:
    until(lambda: keeper.wakeups.listener.backend, "a listener")
    return keeper.wakeups.listener.backend


def test_a_notification_wakes_the_worker_long_before_the_timer(postgres_url, monkeypatch):
    monkeypatch.setattr(keeping, "INTERVAL", 60)
    with closing(Sessions(postgres_url)) as sessions, kept_up(postgres_url) as keeper:
        listening(keeper)
        took(keeper)
        open_session(sessions)
        assert took(keeper) < SOON


def test_lost_notifications_delay_the_worker_no_longer_than_the_timer(postgres_url):
    with closing(Sessions(postgres_url)) as sessions, kept_up(postgres_url) as keeper:
        listening(keeper)
        hush(postgres_url)
        for _ in range(3):
            open_session(sessions)
            assert took(keeper) < SOON


def test_without_timer_and_notification_the_worker_would_stay_behind(postgres_url, monkeypatch):
    monkeypatch.setattr(keeping, "INTERVAL", 60)
    with closing(Sessions(postgres_url)) as sessions, kept_up(postgres_url) as keeper:
        listening(keeper)
        took(keeper)
        time.sleep(0.3)  # the look that begins with the listening is over
        hush(postgres_url)
        open_session(sessions)
        time.sleep(SOON)
        assert keeper.lag().behind == 3


def test_a_disconnected_listener_reconnects_and_updates_at_once(postgres_url, monkeypatch):
    monkeypatch.setattr(keeping, "INTERVAL", 60)
    with closing(Sessions(postgres_url)) as sessions, kept_up(postgres_url) as keeper:
        for _ in range(3):
            first = listening(keeper)
            with psycopg.connect(postgres_url, autocommit=True) as owner:
                owner.execute("SELECT pg_terminate_backend(%s)", (first,))
            open_session(sessions)  # before anybody listens again
            assert took(keeper) < SOON
            until(lambda first=first: listening(keeper) != first, "another listener")


def test_all_broken_connections_are_opened_again(postgres_url):
    with closing(Sessions(postgres_url)) as sessions, kept_up(postgres_url) as keeper:
        open_session(sessions)
        took(keeper)
        with psycopg.connect(postgres_url, autocommit=True) as owner:
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            owner.execute(f"{others} AND datname = current_database()")
        _written_at_last(sessions)
        until(lambda: _behind(keeper) == 0, "the read models")


def _written_at_last(sessions) -> None:
    for _ in range(20):
        try:
            open_session(sessions)
            return
        except Exception:  # a store that was just cut off may refuse for a moment
            time.sleep(0.1)


def _behind(keeper) -> int | None:
    try:
        return keeper.lag().behind
    except Exception:
        return None


# A process of its own -------------------------------------------------------------------------------


def test_a_separate_worker_process_waits_for_the_store_and_sends_its_heartbeat(url):
    lines, stopping = [], Event()
    process = Thread(target=update_read_models, args=(Settings(database=url), "en", lines.append, stopping))
    process.start()
    try:
        until(lambda: lines, "a word")
        with closing(Sessions(url)) as sessions, closing(open_storage(url)) as views:
            until(lambda: len(lines) == 2, "that it goes")
            open_session(sessions)
            until(lambda: not read_lag(sessions, views).behind, "the read models")
            if sessions.recorder.shared:
                until(lambda: read_lag(sessions, views).running, "a sign of life")
    finally:
        stopping.set()
        process.join()


@pytest.mark.parametrize("older", [False, True], ids=["made anew", "put back from a copy"])
def test_read_models_of_a_replaced_store_are_rebuilt(sqlite_url, tmp_path, older):
    """If the store is replaced, its events have the numbers of other events."""
    file, copy = tmp_path / "griffier.sqlite", tmp_path / "copy.sqlite"
    with closing(Sessions(sqlite_url)) as sessions, closing(open_storage(sqlite_url)) as views:
        kept = open_session(sessions)
        sessions.backup(copy)
        open_session(sessions)
        list(Runner(sessions, views).catch_up())
    for left in tmp_path.glob("griffier.sqlite*"):
        if not left.name.startswith("griffier.sqlite.views"):
            left.unlink()
    if older:
        copy.rename(file)
    with closing(Sessions(sqlite_url)) as sessions, closing(open_storage(sqlite_url)) as views:
        opened = [kept] * older + [open_session(sessions), open_session(sessions)]
        list(Runner(sessions, views).catch_up())
        assert views.rows("SELECT session FROM listing ORDER BY number") == [(one.hex,) for one in opened]
