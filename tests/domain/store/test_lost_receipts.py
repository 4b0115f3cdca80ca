"""A commit succeeds but its receipt is lost: a command sent again under its key is carried out once."""

import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from domain.errors import StoreAway
from domain.sessions.application import Sessions
from tests.domain.store.clients import (
    OWNER,
    TABLE,
    Forgetful,
    broken_promises,
    kept,
    key_of,
    open_session_at,
    send,
    together,
    written_by,
)
from tests.domain.store.proxy import AFTER, BEFORE, Proxy
from tests.domain.store.recorder_processes import Recorders
from tests.samples import sample

CLIENTS = 8


@pytest.fixture
def cut_line(postgres_url):
    """A connection on which a quarter of all commits is cut."""
    folder = Path(tempfile.mkdtemp(prefix="cut-"))
    with closing(Proxy(postgres_url, folder, share=0.25)) as proxy:
        yield proxy
    shutil.rmtree(folder)


def all_sent(sessions, session, commands):
    """The acknowledgements of all clients, each sending its commands one after the other."""
    acknowledged = []

    def client(name):
        acknowledged.extend(send(sessions, session, name, number) for number in range(commands // CLIENTS))

    together(lambda name=f"c{number}": client(name) for number in range(CLIENTS))
    return acknowledged


@pytest.mark.parametrize("count", sample([160, 1000], 160))
def test_a_commit_whose_connection_breaks_is_neither_lost_nor_repeated(cut_line, postgres_url, count):
    session = open_session_at(postgres_url)
    with closing(Sessions(cut_line.url)) as sessions:
        acknowledged = all_sent(sessions, session, count)
    with closing(Sessions(postgres_url, writing=False)) as sessions:
        assert broken_promises(sessions, session, acknowledged) == []
        assert len(kept(sessions.raw(session))) == len(acknowledged) == count
    assert min(cut_line.cuts[BEFORE], cut_line.cuts[AFTER]) > count / 100, cut_line.cuts
    print(f"{count} commands, commits cut: {cut_line.cuts}; 0 lost, doubled or reordered")


def test_without_the_key_check_it_is_repeated(cut_line, postgres_url):
    session = open_session_at(postgres_url)
    with closing(written_by(Sessions(cut_line.url), Forgetful)) as sessions:
        acknowledged = all_sent(sessions, session, 160)
    with closing(Sessions(postgres_url, writing=False)) as sessions:
        complaints = broken_promises(sessions, session, acknowledged)
    assert any(complaint.startswith("doubled") for complaint in complaints)


@pytest.mark.parametrize("kills", [10, pytest.param(200, marks=pytest.mark.soak)])
def test_a_kill_between_commit_and_answer_repeats_nothing(tmp_path, url, kills):
    acknowledged = []
    with closing(Recorders(tmp_path)) as recorders:
        for round in range(kills):
            if round % 10 == 0:
                session, acknowledged = open_session_at(url), []
            acknowledged += killed_after_a_commit(recorders, url, session, round)
            with closing(Sessions(url)) as sessions:
                assert broken_promises(sessions, session, acknowledged) == []


def killed_after_a_commit(recorders, url, session, round, writer=None):
    """Kills the process after a commit; the client sends its command again."""
    name, commits = f"k{round}", round % 5 + 1
    recording = recorders.start(url, session, [name], dies_after=commits).ended()
    acknowledged = recording.acknowledged
    assert (recording.status, len(acknowledged)) == ("-9", commits - 1)
    with closing(Sessions(url)) as sessions:
        assert key_of(name, commits - 1) in kept(sessions.raw(session))
        return [*acknowledged, send(written_by(sessions, writer) if writer else sessions, session, name, commits - 1)]


def test_without_the_key_check_a_kill_repeats_a_command(tmp_path, url):
    session = open_session_at(url)
    with closing(Recorders(tmp_path)) as recorders:
        acknowledged = killed_after_a_commit(recorders, url, session, 0, writer=Forgetful)
    with closing(Sessions(url, writing=False)) as sessions:
        assert [c.split()[0] for c in broken_promises(sessions, session, acknowledged)] == ["doubled"]


def test_a_session_whose_opening_was_cut_is_opened_once(cut_line, postgres_url):
    with closing(Sessions(cut_line.url)) as sessions:
        tables = [_insisted(sessions, f"t{number}") for number in range(30)]
        assert tables == [_insisted(sessions, f"t{number}") for number in range(30)]
    with closing(Sessions(postgres_url, writing=False)) as sessions:
        assert sorted(str(id) for id, _ in sessions.recorder.sessions()) == sorted(tables)


def _insisted(sessions, key):
    while True:
        try:
            return sessions.open(TABLE, actor=OWNER, key=key).session
        except StoreAway:
            continue
