"""Processes that update read models and are killed, forked from one that has imported everything."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from domain.sessions.application import Sessions
from projections import runner
from projections.lag import read_position, write_position
from projections.runner import Runner
from projections.storage import open_storage
from tests.domain.store.clients import IN_BULK, until

ROOT = Path(__file__).parents[2]


class Process:
    """An updating process as the test sees it, by the log file that it writes."""

    def __init__(self, log: Path):
        self.log = log
        until(lambda: self.lines, "a process")
        self.pid = int(self.lines[0])

    @property
    def lines(self) -> list[str]:
        """Its id, then a word for each page."""
        return self.log.read_text().splitlines() if self.log.exists() else []

    @property
    def gone(self) -> bool:
        """Whether it has ended."""
        return self.lines[-1].startswith("gone")

    def kill_after(self, pages: int) -> int:
        """Kills it after this number of pages, and returns how many pages it had logged."""
        until(lambda: self.gone or len(self.lines) > pages, "pages", IN_BULK)
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        until(lambda: self.gone, "the end of a process", IN_BULK)
        return len([line for line in self.lines if line.startswith("page")])

    @property
    def was_killed(self) -> bool:
        """Whether it was killed before it had finished."""
        return self.lines[-1] == "gone -9"


class Processes:
    """Starts updating processes."""

    def __init__(self, folder: Path):
        if not hasattr(os, "fork"):
            pytest.skip("no processes can be forked here")
        self.folder, self.numbers = folder, count(1)
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.starter = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, text=True, env=env)

    def start(self, url: str, page: int, hasty: bool = False) -> Process:
        """Starts a process that updates read models by pages of this number of events."""
        log = self.folder / f"catching-up-{next(self.numbers)}"
        order = {"log": str(log), "url": url, "page": page, "hasty": hasty}
        print(json.dumps(order), file=self.starter.stdin, flush=True)
        return Process(log)

    def close(self) -> None:
        """Ends all processes."""
        self.starter.stdin.close()
        self.starter.wait()


# Inside the process ---------------------------------------------------------------------------------


class Hasty(Runner):
    """A wrong runner: it stores the position before the rows."""

    def _page(self) -> int:
        page = self.sessions.recorder.rows(runner.NEXT, read_position(self.views), runner.PAGE)
        if not page:
            return 0
        with self.views.change() as tables:
            write_position(tables, page[-1][2])
        with self.views.change() as tables:
            self._renew(tables, {runner._hex(id): version for id, version, *_ in page}, True)
        return len(page)


def main() -> None:
    """Forks an updating process for each order, and a process that waits for its end."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for order in map(json.loads, sys.stdin):
        if os.fork():
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(order["log"], os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        if worker := os.fork():
            _, status = os.waitpid(worker, 0)
            os.write(log, f"gone {os.waitstatus_to_exitcode(status)}\n".encode())
        else:
            os.write(log, f"{os.getpid()}\n".encode())
            catch_up(log, order)
        os._exit(0)


def catch_up(log: int, order: dict) -> None:
    """Updates page by page, and logs each row and page."""
    runner.PAGE = order["page"]
    sessions, views = Sessions(order["url"], writing=False), open_storage(order["url"])
    working = (Hasty if order["hasty"] else Runner)(sessions, views, lambda: os.write(log, b"row\n"))
    for _ in working.catch_up():
        os.write(log, b"page\n")


if __name__ == "__main__":
    main()
