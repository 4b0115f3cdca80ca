"""Clients that send commands, the check of what the store acknowledged, and writers that are wrong on purpose."""

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
AT_LAST = 30  # seconds after which something hangs; nothing is ever measured by it
IN_BULK = 20 * AT_LAST


class Ack(NamedTuple):
    """What a client holds in its hands once a command was acknowledged."""

    key: str
    version: int
    link: str


def laid(sessions: Sessions) -> UUID:
    """A table to record at."""
    return UUID(sessions.open(TABLE, actor=OWNER).session)


def laid_at(url: str) -> UUID:
    """The same in a store that no process has open."""
    sessions = Sessions(url)
    session = laid(sessions)
    sessions.close()
    return session


def entries(number: int) -> tuple[str, ...]:
    """One line, two at once, or words a person wrote: each goes its own way into the store."""
    return (("B done",), ("Y pass", "B done"), (f'; B "remark {number}"',))[number % 3]


def key_of(client: str, number: int) -> str:
    """Under which key a client sends its command of that number, and sends it again."""
    return f"{client}/{number}"


def send(sessions: Sessions, session: UUID, client: str, number: int) -> Ack:
    """Until it is acknowledged: what the store could not take is sent again under its key."""
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
    """Each in its own thread; the first failure is raised here, and a thread that hangs is one."""
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
    """Wait for something that must come."""
    given_up = time.monotonic() + patience
    while not true():
        assert time.monotonic() < given_up, f"never came: {what}"
        time.sleep(0.002)


def kept(raws: Iterable[bytes]) -> dict[str, list[int]]:
    """The versions each command brought, by its key."""
    found: dict[str, list[int]] = defaultdict(list)
    for version, raw in enumerate(raws, 1):
        found[unseal(raw).envelope.cmd].append(version)
    return {key: versions for key, versions in found.items() if "/" in key}


def broken_promises(sessions: Sessions, session: UUID, acknowledged: Sequence[Ack]) -> list[str]:
    """What was lost, torn, doubled or reordered; the links are walked on the way."""
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
    """Acknowledges first and commits then."""

    def _write(self, batch):
        decided = [pending for pending in batch if self._decide(pending, batch)]
        self._acknowledge(batch)
        time.sleep(0.01)
        self._commit(decided)


class Deaf(Hasty):
    """Hasty, and deaf to what the store says."""

    def _commit(self, decided):
        try:
            super()._commit(decided)
        except Exception:
            return


class Forgetful(SessionWriter):
    """Never looks whether a key was used."""

    def _known_receipt(self, *asked):
        return None


def written_by(sessions: Sessions, kind: type[SessionWriter]) -> Sessions:
    """The same store with another writer."""
    sessions.writer.close()
    sessions.writer = kind(sessions.recorder, sessions._load, follow=sessions._follow)
    return sessions
