"""Clients that send commands, checks of what was acknowledged, and deliberately wrong writers as controls."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from domain.errors import StoreAway, TooBusy
from domain.sessions.application import Sessions
from domain.sessions.writer import SessionWriter
from domain.setup import Setup
from domain.store.mapper import link_hash, unseal

TABLE = Setup(game="new-haven", seats=("B", "Y"), faces="stand-in")
OWNER = "ann"
AT_LAST = 30  # seconds after which a step counts as hanging
IN_BULK = 20 * AT_LAST


class Ack(NamedTuple):
    """The acknowledgement of a command: its key, version and link."""

    key: str
    version: int
    link: str


def open_session(sessions: Sessions) -> UUID:
    """Opens a session to record in."""
    return UUID(sessions.open(TABLE, actor=OWNER).session)


def open_session_at(url: str) -> UUID:
    """Opens a session in a store that no other process uses."""
    sessions = Sessions(url)
    session = open_session(sessions)
    sessions.close()
    return session


def entries(number: int) -> tuple[str, ...]:
    """The lines of a command: one line, two lines, or a line with a remark."""
    return (("B done",), ("Y pass", "B done"), (f'; B "remark {number}"',))[number % 3]


def key_of(client: str, number: int) -> str:
    """The key of a client's command of that number."""
    return f"{client}/{number}"


def send(sessions: Sessions, session: UUID, client: str, number: int) -> Ack:
    """Sends a command, again with its key while the store is unavailable, until it is acknowledged."""
    given_up = time.monotonic() + AT_LAST
    while time.monotonic() < given_up:
        try:
            answer = sessions.record(session, *entries(number), actor=OWNER, key=key_of(client, number))
        except (StoreAway, TooBusy):
            time.sleep(0.005)
            continue
        return Ack(key_of(client, number), answer.version, answer.link)
    raise TimeoutError(key_of(client, number))


def together(jobs: Iterable[Callable[[], None]]) -> None:
    """Runs each job in its own thread; raises the first failure, and fails if a thread hangs."""
    failed: list[BaseException] = []

    def run(job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(IN_BULK)
        assert not thread.is_alive(), "a caller hangs"
    if failed:
        raise failed[0]


def until(true: Callable[[], object], what: str, patience: float = AT_LAST) -> None:
    """Waits for a condition that must become true."""
    given_up = time.monotonic() + patience
    while not true():
        assert time.monotonic() < given_up, f"never came: {what}"
        time.sleep(0.002)


def kept(raws: Iterable[bytes]) -> dict[str, list[int]]:
    """The versions of each command's events, by its key."""
    versions_of: dict[str, list[int]] = defaultdict(list)
    for version, raw in enumerate(raws, 1):
        versions_of[unseal(raw).envelope.cmd].append(version)
    return {key: versions for key, versions in versions_of.items() if "/" in key}


def broken_promises(sessions: Sessions, session: UUID, acknowledged: Sequence[Ack]) -> list[str]:
    """The acknowledged commands that are lost, incomplete, repeated or reordered; verifies the chain too."""
    sessions.verify(session)
    raws = sessions.raw(session)
    there = kept(raws)
    complaints = [f"lost {ack}" for ack in acknowledged if not _stands(ack, raws, there)]
    order: dict[str, list[int]] = defaultdict(list)
    for key, versions in there.items():
        client, number = key.rsplit("/", 1)
        order[client].append(int(number))
        if versions != [*range(versions[0], versions[0] + len(entries(int(number))))]:
            complaints.append(f"doubled or torn {key} {versions}")
    complaints += [f"reordered {client} {seen}" for client, seen in order.items() if seen != [*range(len(seen))]]
    return complaints


def _stands(ack: Ack, raws: Sequence[bytes], there: dict[str, list[int]]) -> bool:
    return there.get(ack.key, [0])[-1] == ack.version and link_hash(raws[ack.version - 1]) == ack.link


# Writers that are wrong, so that a test which finds nothing with the right one has shown something ------------------


class Hasty(SessionWriter):
    """A wrong writer: it acknowledges before it commits."""

    def _write(self, batch):
        decided = [pending for pending in batch if self._decide(pending, batch)]
        self._acknowledge(batch)
        time.sleep(0.01)
        self._commit(decided)


class Deaf(Hasty):
    """A wrong writer: it acknowledges first and ignores errors of the store."""

    def _commit(self, decided):
        try:
            super()._commit(decided)
        except Exception:
            return


class Forgetful(SessionWriter):
    """A wrong writer: it never checks whether a key was used."""

    def _known_receipt(self, *asked):
        return None


def written_by(sessions: Sessions, kind: type[SessionWriter]) -> Sessions:
    """Replaces the writer of a store."""
    sessions.writer.close()
    sessions.writer = kind(sessions.recorder, sessions._load, sessions.writer.signer, follow=sessions._follow)
    return sessions
