"""Nothing expensive runs on the event loop: no step of any request takes more than a moment of its thread's time."""

import asyncio
import gc
import time

import pytest

from tests.api.library import LIBRARY, NEW_HAVEN, bring
from tests.api.people import fresh_token, open_table
from tests.api.test_database_away import every_request

LONG_GAME = LIBRARY / "new-haven/games/whole-game-4-players.record"
STREAM = "/api/sessions/{}/live"
AT_MOST = 0.02  # seconds of processor time in one step; the time of the clock depends on what else the machine does
LARGE = {  # bodies as large as they may be
    "/lines": {"lines": ["; B " + '"' + 300 * "x" + '"'] * 200},
    "/preview": {"line": {"kind": "x", "a": [[[{"b": "é" * 20}] * 9] * 9] * 9}},
    "/api/imports": "griffier 1\ngame new-haven\nseats B=Ana Y=Bo\n" + "  1    B pass\n" * 36_000,
}


@pytest.fixture(autouse=True)
def frozen():
    """What other tests left is not scanned for garbage, which takes longer than a step; the server freezes alike."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


class Steps:
    """The longest step on the event loop of a service, in processor time, and what was asked then."""

    def __init__(self, service, monkeypatch):
        self.service, self.longest, self.found = service, 0.0, {}
        run = asyncio.Handle._run

        def timed(handle):
            began = time.thread_time()
            run(handle)
            self.longest = max(self.longest, time.thread_time() - began)

        monkeypatch.setattr(asyncio.Handle, "_run", timed)

    def ask(self, method, path, token, **more):
        """Sends a request, and notes the longest step meanwhile."""
        self.longest = 0.0
        self.service.ask(method, path, token, **more)
        self.found[f"{method} {path}"] = self.longest

    def too_long(self):
        """The requests with a step that was too long."""
        return {request: longest for request, longest in self.found.items() if longest > AT_MOST}


@pytest.mark.parametrize("record", [NEW_HAVEN, pytest.param(LONG_GAME, marks=pytest.mark.soak)])
def test_no_request_holds_the_event_loop(embedded, monkeypatch, record):
    game, table = bring(embedded, record), open_table(embedded)
    steps = Steps(embedded, monkeypatch)
    for method, path, more in every_request(embedded, table):
        if path == STREAM.format(table.session):
            continue
        if method == "GET":
            steps.ask(method, path.replace(table.session, game.session), game.owner, **more)
        elif (method, path) != ("DELETE", table.at()):
            steps.ask(method, path, table.tokens["owner"], **more)
    steps.longest = 0.0
    embedded.heard(STREAM.format(game.session), game.owner, game.answer["lines"])
    steps.found["the stream of a whole game"] = steps.longest
    assert steps.too_long() == {} and len(steps.found) > 90


@pytest.mark.parametrize("path", LARGE)
def test_no_large_body_holds_the_event_loop(embedded, monkeypatch, path):
    table, steps = open_table(embedded), Steps(embedded, monkeypatch)
    owner = fresh_token() if path.startswith("/api") else table.tokens["owner"]
    steps.ask("POST", path if path.startswith("/api") else table.at(path), owner, body=LARGE[path])
    assert steps.too_long() == {} and len(steps.found) == 1
