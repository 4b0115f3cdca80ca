"""The power is cut while lines are recorded: what was acknowledged is on the disk, in both stores."""

import sqlite3
from contextlib import closing, contextmanager
from random import Random

import pytest

from domain.sessions.application import Sessions
from tests.domain.store.clients import broken_promises, kept, open_session_at
from tests.domain.store.disk import Disk, family, stopped
from tests.domain.store.recorder_processes import Recorders
from tests.domain.store.server import Server

CLIENTS = 4
ONE_TABLE = 10  # cuts at one table; then another, because every check folds the whole record


@pytest.fixture
def recorders(tmp_path):
    """Processes that record."""
    with closing(Recorders(tmp_path)) as recorders:
        yield recorders


class OnSQLite:
    """A store on a disk, in one file."""

    megabytes = 64

    def __init__(self, disk: Disk, durable: bool):
        self.url = self.recording_url = f"sqlite:///{disk.folder}/griffier.sqlite"

    def pids(self) -> list[int]:
        """The processes of the store itself."""
        return []

    @contextmanager
    def found(self, folder):
        """The address of the store that a cut left."""
        file = folder / "griffier.sqlite"
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        yield f"sqlite:///{file}"

    def close(self) -> None:
        """Nothing runs."""


class OnPostgres:
    """A store on a disk, with its server."""

    megabytes = 600

    def __init__(self, disk: Disk, durable: bool):
        self.server = Server(disk.folder / "data")
        self.url = self.server.start().url
        self.recording_url = self.url if durable else f"{self.url}&options=-csynchronous_commit%3Doff"

    def pids(self) -> list[int]:
        """The processes of the store itself."""
        return family(self.server.pid())

    @contextmanager
    def found(self, folder):
        """The address of the store that a cut left, served by a server of its own."""
        for lock in (".s.PGSQL.5432", ".s.PGSQL.5432.lock", "postmaster.pid"):  # of a process that lives
            (folder / "data" / lock).unlink()
        with closing(Server(folder / "data")) as server:
            yield server.start().url

    def close(self) -> None:
        """Stops the server."""
        self.server.close()


def lost_in_cuts(recorders, kind, cuts, durable=True):
    """Which acknowledged commands were lost, how many there were, and how many cuts lost any."""
    moments, lost, promised, losing = Random(7), set(), 0, 0
    with closing(Disk(kind.megabytes)) as disk, closing(kind(disk, durable)) as store:
        for number in range(cuts):
            if number % ONE_TABLE == 0:
                session = open_session_at(store.url)
                names = [f"{number}.{client}" for client in range(CLIENTS)]
                recording = recorders.start(store.recording_url, session, names, durable=durable)
            recording.after(len(recording.acknowledged) + moments.randrange(1, 40))
            with stopped([recording.pid, *store.pids()]):
                acknowledged = recording.acknowledged
                with disk.after_a_cut() as folder, store.found(folder) as url:
                    gone = missing(url, session, acknowledged, durable)
            lost, losing = lost | gone, losing + bool(gone)
            if number % ONE_TABLE == ONE_TABLE - 1 or number == cuts - 1:
                promised += len(acknowledged)
                recording.kill()
    return lost, promised, losing


def missing(url, session, acknowledged, durable):
    """The acknowledged commands that are not there; of a durable store nothing else may be wrong either."""
    with closing(Sessions(url, writing=False)) as sessions:
        if durable:
            assert broken_promises(sessions, session, acknowledged) == []
        there = kept(sessions.raw(session))
        return {ack.key for ack in acknowledged} - there.keys()


@pytest.mark.parametrize(
    "kind, cuts",
    [(OnSQLite, 3), pytest.param(OnSQLite, 500, marks=pytest.mark.soak)]
    + [pytest.param(OnPostgres, 200, marks=pytest.mark.soak)],
)
def test_a_power_cut_loses_nothing_that_was_acknowledged(recorders, kind, cuts):
    lost, promised, _ = lost_in_cuts(recorders, kind, cuts)
    assert not lost
    print(f"{kind.__name__}: {cuts} power cuts, {len(lost)} of {promised} acknowledged commands lost, no damage")


@pytest.mark.parametrize("kind", [OnSQLite, pytest.param(OnPostgres, marks=pytest.mark.soak)])
def test_commits_that_are_not_synced_are_lost_in_a_power_cut(recorders, kind):
    lost, promised, losing = lost_in_cuts(recorders, kind, 10, durable=False)
    assert lost
    print(f"{kind.__name__}, not synced: 10 power cuts, {len(lost)} of {promised} commands lost, in {losing} cuts")
