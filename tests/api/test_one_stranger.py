"""One address attacks the service in several ways, and a client at another address is served all the while.

python -m pytest -m soak -n 0 -s tests/api/test_one_stranger.py              # 30 s of each attack
STRANGER_SECONDS=3 python -m pytest -m soak -n 0 -s tests/api/test_one_stranger.py -k "rulings or lenses"
"""

import contextlib
import multiprocessing
import os
import resource
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import randrange
from statistics import quantiles

import httpx
import psutil
import pytest
from msgspec.structs import replace

from tests.api.library import LIBRARY, bring, grant, text_of
from tests.api.people import fresh_token, open_table

pytestmark = pytest.mark.soak
ROOT = Path(__file__).parents[2]
GAME = LIBRARY / "new-haven/games/whole-game-4-players.record"  # 391 lines
NOTE = {"lines": ['; - "still here"']}
SECONDS = int(os.environ.get("STRANGER_SECONDS", "30"))  # of each attack
RULINGS = 150  # in one request
UNBOUNDED = {"GRIFFIER_CONNECTIONS": "1000000", "GRIFFIER_PER_ADDRESS": "1000000", "GRIFFIER_PATIENCE": "1000"}


class Server:
    """The service in its own process, and a client that comes from another address than the attacker."""

    def __init__(self, folder: Path, files: int = 0, **settings: str):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        environment = {**os.environ, "GRIFFIER_DATABASE": f"sqlite:///{folder}/stranger.sqlite", **settings}
        environment |= {"GRIFFIER_READS": "0", "GRIFFIER_WRITES": "0", "GRIFFIER_LOG": "error"}
        command = [sys.executable, "-m", "api.cli", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, preexec_fn=limit)
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}",
            transport=httpx.HTTPTransport(local_address="127.0.0.2", limits=httpx.Limits(max_keepalive_connections=0)),
            timeout=20,
        )
        until = time.monotonic() + 60
        while not self._is_up():
            assert time.monotonic() < until, "it never came up"
            time.sleep(0.1)

    def _is_up(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return self.client.get("/live").status_code == 200
        return False

    def ask(self, method, path, token="", body=None, **more):
        headers = {"authorization": f"Bearer {token}"} if token else {}
        if isinstance(body, str):
            headers["content-type"] = "text/plain"
            return self.client.request(method, path, headers=headers, content=body, **more)
        return self.client.request(method, path, headers=headers, json=body, **more)

    def memory(self, workers: bool = True) -> int:
        """Megabytes of memory that the service holds, with its workers or without."""
        service, held = psutil.Process(self.process.pid), 0
        for process in (service, *(service.children(recursive=True) if workers else ())):
            with contextlib.suppress(psutil.NoSuchProcess):
                held += process.memory_info().rss
        return held >> 20

    def close(self):
        self.client.close()
        self.process.terminate()
        self.process.wait(30)


# Attacks: each repeats itself until it is told to stop --------------------------------------------------------------


def hold(port, stopping, count, data):
    """Opens many connections, sends a part of a request on each, and opens those that are refused again."""
    held = []
    while not stopping.is_set():
        with contextlib.suppress(OSError):
            while len(held) < count and not stopping.is_set():
                made = socket.create_connection(("127.0.0.1", port), timeout=5)
                made.sendall(data)
                made.setblocking(False)
                held.append(made)
        kept = []
        for connection in held:
            with contextlib.suppress(OSError):
                try:
                    if not connection.recv(65536):
                        connection.close()
                        continue
                except BlockingIOError:
                    pass
                kept.append(connection)
        held = kept
        stopping.wait(0.2)
    for connection in held:
        connection.close()


def nothing(port, stopping, game):
    stopping.wait()


def half_heads(port, stopping, game):
    hold(port, stopping, 1500, b"GET /live HTTP/1.1\r\nHost: x\r\nX-Slow: ")


def streams(port, stopping, game):
    hold(port, stopping, 3000, f"GET {game.at('/live')} HTTP/1.1\r\nHost: x\r\n\r\n".encode())


def large_head(port, stopping, game):
    while not stopping.is_set():
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5) as made:
            made.sendall(b"GET /live HTTP/1.1\r\nX-Large: ")
            for _ in range(150):
                made.sendall(b"x" * 1_000_000)


def repeated(port, stopping, method, path, count, **more):
    """Sends a request again and again on several connections at once."""

    def send():
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            while not stopping.is_set():
                with contextlib.suppress(httpx.TransportError):
                    client.request(method, path(), **more)

    threads = [threading.Thread(target=send, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def pictures(port, stopping, game):
    repeated(port, stopping, "GET", lambda: f"/s/{game.session}/board.png?width=2560&first={randrange(390)}", 8)


def lenses(port, stopping, game):
    repeated(port, stopping, "GET", lambda: game.at("/lens"), 8)


def imports(port, stopping, game):
    text, headers = text_of(GAME), {"content-type": "text/plain"}
    repeated(port, stopping, "POST", lambda: "/api/imports", 8, content=text, headers=headers)


def rulings(port, stopping, game):
    headers = {"authorization": f"Bearer {game.answer['arbiter']}"}
    body = {"lines": ["$ - void 9 NH-BUILD-3"] * RULINGS}
    repeated(port, stopping, "POST", lambda: game.at("/lines"), 1, headers=headers, json=body)


def corrections(port, stopping, game):
    headers, body = {"authorization": f"Bearer {game.owner}"}, {"lines": ["~ 1 - pool W1 S3 T2 R6 W4"]}
    repeated(port, stopping, "POST", lambda: game.at("/lines"), 1, headers=headers, json=body)


ATTACKS = (nothing, half_heads, streams, large_head, pictures, lenses, imports, rulings, corrections)


def suffered(server, table, attack) -> tuple[float, float, float, int]:
    """Milliseconds below which 99 of 100 readings of /live and writes were answered, the slowest write, the memory."""
    game = bring(server, GAME)
    game = replace(game, answer={"arbiter": grant(server, game, "arbiter")})
    fork = multiprocessing.get_context("fork")  # a process of its own, so that it does not slow the client down
    stopping = fork.Event()
    attacker = fork.Process(target=attack, args=(server.port, stopping, game), daemon=True)
    attacker.start()
    reads, writes, end = [], [], time.monotonic() + SECONDS
    while time.monotonic() < end:
        reads.append(timed(lambda: server.ask("GET", "/live"), 200))
        writes.append(timed(lambda: server.ask("POST", table.at("/lines"), table.tokens["owner"], NOTE), 201))
        time.sleep(0.02)
    memory = server.memory()
    stopping.set()
    attacker.join(60)
    attacker.kill()
    return p99(reads), p99(writes), max(writes), memory


def p99(times: list[float]) -> float:
    """The time within which 99 of 100 requests were answered."""
    return quantiles(times, n=100, method="inclusive")[98]


def timed(ask, status: int) -> float:
    began = time.perf_counter()
    answer = ask()
    assert answer.status_code == status, answer.text
    return (time.perf_counter() - began) * 1000


@pytest.mark.parametrize("attack", ATTACKS)
def test_another_client_is_served(tmp_path, attack):
    server = Server(tmp_path)
    try:
        read, write, slowest, memory = suffered(server, open_table(server, owner=fresh_token()), attack)
        figures = f"/live p99 {read:.0f} ms, writes p99 {write:.0f} ms, slowest {slowest:.0f} ms, {memory} MB"
        print(f"{attack.__name__} for {SECONDS} s: {figures}")
        assert read < 100 and write < 500 and memory < 600
    finally:
        server.close()


def test_without_limits_half_sent_heads_take_the_service_from_all(tmp_path):
    server = Server(tmp_path, files=1024, **UNBOUNDED)
    try:
        table = open_table(server, owner=fresh_token())
        server.client.timeout = httpx.Timeout(3)
        with pytest.raises((AssertionError, httpx.TransportError)):
            suffered(server, table, half_heads)
    finally:
        server.close()
