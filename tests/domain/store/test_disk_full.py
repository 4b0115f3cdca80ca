"""A full disk: refused commands change nothing, reading works, and writing resumes when there is space."""

import os
import subprocess
from contextlib import closing

import pytest

from domain.errors import StoreAway
from domain.sessions.application import Sessions
from tests.domain.store.clients import (
    OWNER,
    Ack,
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

CLIENTS = 4


@pytest.fixture
def small(tmp_path):
    """A file system of eight megabytes, half full."""
    folder = tmp_path / "small"
    folder.mkdir()
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk to be filled")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"no small disk to be had: {mounted.stderr.strip()}")
    (folder / "filler").write_bytes(b"x" * 4_000_000)
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def fill_up(small):
    with open(small / "filler", "ab", buffering=0) as filler, pytest.raises(OSError):
        while True:
            filler.write(b"x" * 4096)


def recorded_until_full(sessions, session):
    """The acknowledged commands until the disk was full, and the refused command of each client."""
    acknowledged, refused = [], {}

    def client(name):
        for number in range(5000):
            key = key_of(name, number)
            try:
                answer = sessions.record(session, *entries(number), actor=OWNER, key=key)
            except StoreAway:
                refused[name] = number
                return
            acknowledged.append(Ack(key, answer.version, answer.link))

    together(lambda name=f"f{number}": client(name) for number in range(CLIENTS))
    return acknowledged, refused


def test_a_full_disk_loses_nothing_and_changes_nothing(small):
    url = f"sqlite:///{small}/griffier.sqlite"
    with closing(Sessions(url)) as sessions:
        session = open_session(sessions)
        acknowledged, refused = recorded_until_full(sessions, session)
        assert len(acknowledged) > 50 and len(refused) == CLIENTS
        fill_up(small)
        before = sessions.verify(session)
        with pytest.raises(StoreAway):  # a small one may still fit into what the last refused one had begun to write
            sessions.record(session, *["B done"] * 500, actor=OWNER)
        assert sessions.verify(session) == before and sessions.view(session).version == before.seq
        with closing(Sessions(url, writing=False)) as reader:  # and another process reads as well
            assert broken_promises(reader, session, acknowledged) == []
        (small / "filler").unlink()
        acknowledged += [send(sessions, session, name, number) for name, number in refused.items()]
        acknowledged += [send(sessions, session, "after", number) for number in range(50)]
        assert broken_promises(sessions, session, acknowledged) == []
        assert len(kept(sessions.raw(session))) == len(acknowledged)


def test_acknowledging_before_the_commit_loses_lines_on_a_full_disk(small):
    with closing(written_by(Sessions(f"sqlite:///{small}/griffier.sqlite"), Deaf)) as sessions:
        session = open_session(sessions)
        until(lambda: len(sessions.raw(session)) == 2, "the opening")
        acknowledged = [sessions.record(session, "B done", actor=OWNER) for _ in range(10)]
        fill_up(small)
        acknowledged += [sessions.record(session, "B done", actor=OWNER) for _ in range(40)]
        until(lambda: sessions.writer.queue.items.empty(), "the end")
        assert sessions.verify(session).seq < acknowledged[-1].version
