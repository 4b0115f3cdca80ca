"""Recording processes that tests kill, forked from one that has imported everything."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from uuid import UUID

import pytest

from domain.sessions.application import Sessions
from domain.store import postgres, sqlite
from tests.domain.store.clients import IN_BULK, Ack, Forgetful, Hasty, send, together, until, written_by

ROOT = Path(__file__).parents[3]
WRITERS = {"hasty": Hasty, "forgetful": Forgetful}
GONE = "gone"


class Recording:
    """A recording process as the test sees it, by the log file that it writes."""

    def __init__(self, log: Path):
        self.log = log
        until(lambda: self._lines(), "a process")
        self.pid = int(self._lines()[0].split()[1])

    def _lines(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    @property
    def acknowledged(self) -> list[Ack]:
        """The acknowledgements that its clients got."""
        words = (line.split() for line in self._lines())
        return [Ack(key, int(version), link) for word, key, version, link in (w for w in words if w[0] == "ack")]

    @property
    def status(self) -> str:
        """Its exit status; None while it runs."""
        last = self._lines()[-1].split()
        return last[1] if last[0] == GONE else ""

    def after(self, acknowledged: int) -> "Recording":
        """Waits until its clients have this number of acknowledgements."""
        until(lambda: self.status or len(self._lines()) > acknowledged, "acknowledgements")
        return self

    def kill(self) -> "Recording":
        """Kills it with SIGKILL."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        return self.ended()

    def ended(self) -> "Recording":
        """Waits until it has ended."""
        until(lambda: self.status, "the end of a process", IN_BULK)
        return self


class Recorders:
    """Starts recording processes."""

    def __init__(self, folder: Path):
        if not hasattr(os, "fork"):
            pytest.skip("no processes can be forked here")
        self.folder, self.numbers, self.started = folder, count(1), []
        self.starter = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
        )

    def start(self, url: str, session: UUID, clients: list[str], **more: object) -> Recording:
        """`count` commands of each client, or as many as it lives for, with a `pause` between them; `writer`,
        `dies_after` and `durable` for the wrong kinds.
        """
        log = self.folder / f"recording-{next(self.numbers)}"
        order = {"log": str(log), "url": url, "session": str(session), "clients": clients, **more}
        print(json.dumps(order), file=self.starter.stdin, flush=True)
        self.started.append(Recording(log))
        return self.started[-1]

    def close(self) -> None:
        """Ends all processes, also those that a failed test left."""
        for recording in self.started:
            if not recording.status:
                recording.kill()
        self.starter.stdin.close()
        self.starter.wait()


# Inside the process -------------------------------------------------------------------------------------------------


def main() -> None:
    """Forks a recording process for each order, and a process that waits for its end."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for order in map(json.loads, sys.stdin):
        if os.fork():
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(order["log"], os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        if worker := os.fork():
            _, status = os.waitpid(worker, 0)
            os.write(log, f"{GONE} {os.waitstatus_to_exitcode(status)}\n".encode())
        else:
            os.write(log, f"pid {os.getpid()}\n".encode())
            record(log, order)
        os._exit(0)


def record(log: int, order: dict) -> None:
    """Runs the clients in threads; each sends its next command after the last one was acknowledged."""
    if not order.get("durable", True):
        sqlite.PRAGMAS["synchronous"], postgres.MUST_BE_ON = 1, ()
    sessions = Sessions(order["url"])
    if writer := order.get("writer"):
        written_by(sessions, WRITERS[writer])
    if dies_after := order.get("dies_after"):
        die_after(sessions, dies_after)

    def client(name: str) -> None:
        for number in range(order["count"]) if "count" in order else count():
            ack = send(sessions, UUID(order["session"]), name, number)
            os.write(log, f"ack {ack.key} {ack.version} {ack.link}\n".encode())
            time.sleep(order.get("pause", 0))

    together(lambda name=name: client(name) for name in order["clients"])
    sessions.close()


def die_after(sessions: Sessions, commits: int) -> None:
    """Makes the process die between a commit and its answer."""
    insert, left = sessions.recorder.insert_events, threading.Semaphore(commits - 1)

    def insert_and_die(*args: object, **beside: object) -> None:
        insert(*args, **beside)
        if not left.acquire(blocking=False):
            os.kill(os.getpid(), signal.SIGKILL)

    sessions.recorder.insert_events = insert_and_die


if __name__ == "__main__":
    main()
