"""A proxy in front of PostgreSQL that cuts the connection before a commit or right after it."""

import socket
import threading
from contextlib import suppress
from pathlib import Path
from random import Random

APPENDS = (b"line-recorded", b"session-opened")  # an event's topic travels with each append and nowhere else
COMMITTED = b"Z\x00\x00\x00\x05I"  # the server is ready again, and in no transaction
NEVER, BEFORE, AFTER = "never", "before", "after"


class Proxy:
    """A proxy for PostgreSQL that cuts a share of the commits, half of them after they took effect."""

    def __init__(self, url: str, folder: Path, share: float, seed: int = 5):
        self.server = Path(url.partition("host=")[2]) / ".s.PGSQL.5432"
        self.url = f"{url.partition('?')[0]}?host={folder}"
        self.share, self.random, self.lock = share, Random(seed), threading.Lock()
        self.cuts = {NEVER: 0, BEFORE: 0, AFTER: 0}
        self.gone, self.lines = False, []
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(str(folder / ".s.PGSQL.5432"))
        self.listening.listen(64)
        threading.Thread(target=self._take, daemon=True).start()

    def close(self) -> None:
        """No more connections."""
        with suppress(OSError):
            self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()

    def away(self) -> None:
        """As if the server were gone: no new connection is served, and the open ones end."""
        self.gone = True
        for line in self.lines:
            line.hang_up()

    def back(self) -> None:
        """As if the server were there again."""
        self.gone = False

    def cut(self) -> str:
        """Whether and how the next append is cut."""
        with self.lock:
            hit = self.random.random() < self.share
            fate = NEVER if not hit else AFTER if self.cuts[AFTER] <= self.cuts[BEFORE] else BEFORE
            self.cuts[fate] += 1
            return fate

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                if self.gone:
                    client.close()
                else:
                    self.lines.append(_Line(self, client))


class _Line:
    """One connection, with a thread for each direction."""

    def __init__(self, proxy: Proxy, client: socket.socket):
        self.proxy, self.client, self.fate = proxy, client, NEVER
        self.server = socket.socket(socket.AF_UNIX)
        self.server.connect(str(proxy.server))
        for pump in (self._ask, self._answer):
            threading.Thread(target=pump, daemon=True).start()

    def _ask(self) -> None:
        with suppress(OSError):
            while received := self.client.recv(65536):
                if any(topic in received for topic in APPENDS):
                    self.fate = self.proxy.cut()
                if self.fate == BEFORE:
                    break
                self.server.sendall(received)
        self.hang_up()

    def _answer(self) -> None:
        with suppress(OSError):
            while received := self.server.recv(65536):
                if self.fate == AFTER and COMMITTED in received:
                    break
                self.client.sendall(received)
        self.hang_up()

    def hang_up(self) -> None:
        for end in (self.client, self.server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
