"""A recording process is killed under load: nothing acknowledged is lost, doubled or reordered."""

from contextlib import closing
from random import Random

import pytest

from domain.sessions.application import Sessions
from tests.domain.store.clients import broken_promises, kept, key_of, open_session_at, send
from tests.domain.store.recorder_processes import Recorders

CLIENTS = 4
ONE_TABLE = 10  # kills at one table; then another, because every reopening folds the whole record
KILLS = [10, pytest.param(500, marks=pytest.mark.soak)]


@pytest.fixture
def recorders(tmp_path):
    """Processes that record."""
    with closing(Recorders(tmp_path)) as recorders:
        yield recorders


def killed(recorders, url, session, round, moment, **more):
    """Kills a recording process; returns what was acknowledged before, and its clients."""
    names = [f"{round}.{number}" for number in range(CLIENTS)]
    recording = recorders.start(url, session, names, **more).after(moment).kill()
    assert recording.status == "-9"
    return recording.acknowledged, names


def sent_again(sessions, session, acknowledged, names):
    """Sends the last command of each client again, with its key."""
    done = {ack.key for ack in acknowledged}
    nexts = ((name, next(n for n in range(10_000) if key_of(name, n) not in done)) for name in names)
    return [send(sessions, session, name, number) for name, number in nexts]


@pytest.mark.parametrize("kills", KILLS)
def test_a_kill_loses_nothing_that_was_acknowledged(recorders, url, kills):
    moments, on_its_way, promised = Random(3), 0, 0
    for round in range(kills):
        if round % ONE_TABLE == 0:
            session, acknowledged = open_session_at(url), []
        more, names = killed(recorders, url, session, round, moments.randrange(1, 40))
        acknowledged += more
        with closing(Sessions(url)) as sessions:
            assert broken_promises(sessions, session, acknowledged) == []
            on_its_way += len(kept(sessions.raw(session))) - len(acknowledged)
            acknowledged += sent_again(sessions, session, more, names)
            promised += len(more) + CLIENTS
            assert broken_promises(sessions, session, acknowledged) == []
            assert len(kept(sessions.raw(session))) == len(acknowledged)
    print(f"{kills} kills: 0 of {promised} acknowledged commands lost, doubled or reordered, {on_its_way} more kept")


def test_acknowledging_before_the_commit_loses_lines(recorders, url):
    session, acknowledged, complaints = open_session_at(url), [], []
    for round in range(10):
        acknowledged += killed(recorders, url, session, round, 7, writer="hasty")[0]
        with closing(Sessions(url, writing=False)) as sessions:
            complaints += broken_promises(sessions, session, acknowledged)
        if complaints:
            break
    assert any(complaint.startswith("lost") for complaint in complaints)
