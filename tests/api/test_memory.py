"""The memory of the service ends where it began, whatever it was asked meanwhile.

python -m pytest -m soak -n 0 -s tests/api/test_memory.py                        # 20 minutes
MEMORY_MINUTES=2 python -m pytest -m soak -n 0 -s tests/api/test_memory.py
"""

import contextlib
import os
import threading
import time
from random import Random
from statistics import mean

import httpx
import pytest

from tests.api.library import LIBRARY, NEW_HAVEN, text_of
from tests.api.people import LINES, TABLE, fresh_token
from tests.api.test_one_stranger import Server

pytestmark = pytest.mark.soak
MINUTES = float(os.environ.get("MEMORY_MINUTES", "20"))
CLIENTS, LOOKS = 4, 100
BEGIN, END = slice(30, 40), slice(90, 100)  # of the looks; before, the caches fill
MAY_GROW = 20  # megabytes
GAMES = sorted(LIBRARY.glob("*/games/whole-game-2-players.record"))
PAGES = ("", "/replay", "/audit", "/board.png?width=400", "/record.txt", "/scores", "/disputes", "/compare", "/result")
READS = ("/audit", "/scoreboard", "/replay", "/lens", "/evidence", "/checkpoint?since=1", "/trackcheck", "/disputes")


class Client:
    """Someone who uses the service as many people do together, and asks for impossible things as well."""

    def __init__(self, port, seed):
        self.chance, self.tables = Random(seed), []
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
        self.answers = 0

    def ask(self, method, path, token="", **more):
        headers = {"authorization": f"Bearer {token}", **more.pop("headers", {})}
        with contextlib.suppress(httpx.TransportError):
            answer = self.http.request(method, path, headers=headers if token else {}, **more)
            assert answer.status_code < 500 or answer.status_code == 503, answer.text
            self.answers += 1
            return answer
        return None

    def new_table(self):
        """A new table, or an imported game."""
        token = fresh_token()
        if self.chance.random() < 0.3:
            text = text_of(self.chance.choice([NEW_HAVEN, *GAMES]))
            answer = self.ask("POST", "/api/imports", token, content=text, headers={"content-type": "text/plain"})
        else:
            answer = self.ask("POST", "/api/sessions", token, json=TABLE)
        if answer is not None and answer.status_code == 201:
            self.tables = [*self.tables[-9:], (answer.json()["session"], token)]

    def once(self):
        """One request, or a short look at a live stream."""
        if not self.tables or self.chance.random() < 0.02:
            return self.new_table()
        session, token = self.chance.choice(self.tables)
        at, kind = f"/api/sessions/{session}", self.chance.random()
        if kind < 0.4:
            line = self.chance.choice((*LINES, "~ 1 B pass", "no line at all", "x" * 9000))
            self.ask("POST", f"{at}/lines", token, json={"lines": [line]})
        elif kind < 0.6:
            self.ask("GET", f"/s/{session}{self.chance.choice(PAGES)}", headers={"accept": "text/html"})
        elif kind < 0.9:
            self.ask("GET", at + self.chance.choice(READS), token)
        else:
            with contextlib.suppress(httpx.TransportError), self.http.stream("GET", f"{at}/live") as stream:
                next(stream.iter_bytes(), b"")
        return None


def test_memory_ends_where_it_began(tmp_path):
    with contextlib.closing(Server(tmp_path)) as server:
        stopping, clients = threading.Event(), [Client(server.port, seed) for seed in range(CLIENTS)]

        def work(client):
            while not stopping.is_set():
                client.once()

        threads = [threading.Thread(target=work, args=(client,), daemon=True) for client in clients]
        for thread in threads:
            thread.start()
        held = []
        for _ in range(LOOKS):
            time.sleep(MINUTES * 60 / LOOKS)
            held.append(server.memory(workers=False))
            assert all(thread.is_alive() for thread in threads)
        stopping.set()
        for thread in threads:
            thread.join(90)
        begin, end = mean(held[BEGIN]), mean(held[END])
        answers = sum(client.answers for client in clients)
        print(f"{answers} requests in {MINUTES:g} minutes: {begin:.0f} MB at the beginning, {end:.0f} MB at the end")
        print("every tenth look:", *held[::10], "MB")
        assert end - begin < MAY_GROW
