"""Operating the service: processes that serve, shut down without loss, and never log a token."""

import asyncio
import io
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from api.http.logs import JsonFormatter
from api.http.requests.random_ids import LENGTH, random_id
from tests.api.operation_requests import BODIES, PATHS
from tests.api.people import fresh_token, json_of, open_table
from tests.api.service import AT_LAST
from tests.api.test_cli import run
from tests.api.test_roles import described
from tests.api.viewers import Viewer
from tests.samples import sample

COMMAND = (sys.executable, "-m", "api.cli", "serve", "--host", "127.0.0.1")


class Process:
    """The service in a process of its own, started by `serve`."""

    def __init__(self, url: str, folder, **environment: str):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.home = f"http://127.0.0.1:{self.port}"
        env = {**os.environ, "PYTHONPATH": os.getcwd(), "GRIFFIER_DATABASE": url, "GRIFFIER_WRITES": "0", **environment}
        self.out, self.err = folder / f"{self.port}.out", folder / f"{self.port}.err"
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen([*COMMAND, "--port", str(self.port)], env=env, stdout=out, stderr=err)
        self.client = httpx.Client(base_url=self.home, timeout=AT_LAST)
        self._until_ready()

    def _until_ready(self) -> None:
        given_up = time.monotonic() + AT_LAST
        while True:
            assert self.process.poll() is None and time.monotonic() < given_up, self.err.read_text()
            try:
                if self.client.get("/ready").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)

    def ask(self, method, path, token="", body=None, **more):
        """One request with this token."""
        headers = dict(more.pop("headers", {}))
        if token:
            headers["authorization"] = f"Bearer {token}"
        return self.client.request(method, path, headers=headers, json=body, **more)

    def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ends it with a signal, and returns its exit code."""
        self.client.close()
        self.process.send_signal(by)
        return self.process.wait(AT_LAST)

    def logged(self) -> list[dict]:
        """Every line it logged; each is one JSON object."""
        return [json.loads(line) for line in self.err.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def processes(tmp_path):
    """Processes that end with the test."""
    made: list[Process] = []

    def start(url: str, **environment: str) -> Process:
        made.append(Process(url, tmp_path, **environment))
        return made[-1]

    yield start
    for one in made:
        if one.process.poll() is None:
            one.end(signal.SIGKILL)


@pytest.mark.parametrize("by", sample([signal.SIGTERM, signal.SIGINT], signal.SIGTERM), ids=["term", "int"])
def test_a_shutdown_loses_nothing_that_was_acknowledged(processes, sqlite_url, by):
    served = processes(sqlite_url)
    table, acknowledged = open_table(served), 5

    async def until_it_ends() -> None:
        nonlocal acknowledged
        headers = {"authorization": f"Bearer {table.tokens['scribe']}"}
        async with httpx.AsyncClient(base_url=served.home, timeout=AT_LAST) as client:

            async def write() -> None:
                nonlocal acknowledged
                while True:
                    try:
                        answer = await client.post(table.at("/lines"), json={"lines": ["B pass"]}, headers=headers)
                    except httpx.TransportError:
                        return
                    assert answer.status_code in (201, 503)
                    acknowledged += answer.status_code == 201

            writers = [asyncio.create_task(write()) for _ in range(8)]
            await asyncio.sleep(0.4)
            served.process.send_signal(by)
            await asyncio.gather(*writers)

    asyncio.run(until_it_ends())
    assert served.process.wait(AT_LAST) in (0, -by, 128 + by)
    again = processes(sqlite_url)
    there = json_of(again.ask("GET", table.at()), 200)["lines"]
    assert acknowledged > 5 and acknowledged <= there <= acknowledged + 8
    assert json_of(again.ask("GET", table.at("/verification")), 200)["events"] > there
    printed = served.out.read_text(encoding="utf-8")
    assert f"http://127.0.0.1:{served.port}" in printed and "█" in printed  # the address, and its QR code
    for line in served.logged():
        assert {"at", "level", "from"} <= line.keys() and line["level"] in ("info", "warning"), line


def test_two_processes_on_one_postgresql_see_each_others_changes(processes, postgres_url):
    one, other = processes(postgres_url), processes(postgres_url, GRIFFIER_PROJECTIONS="false")
    table = open_table(one)
    viewer = Viewer(other.port, table.session)

    async def watching() -> float:
        visit = asyncio.create_task(viewer.visit(11))
        while not viewer.seen:
            await asyncio.sleep(0.01)
        for server in (one, other) * 3:
            body = {"lines": ["B pass"]}
            answer = await asyncio.to_thread(server.ask, "POST", table.at("/lines"), table.tokens["scribe"], body)
            assert answer.status_code == 201
        began = time.monotonic()
        await asyncio.wait_for(visit, AT_LAST)
        return time.monotonic() - began

    assert asyncio.run(watching()) < 2 and viewer.lines == [*range(1, 12)]
    path = table.at(f"/grants/{table.grants['scribe']}")
    json_of(one.ask("DELETE", path, table.tokens["owner"]), 200)
    late = other.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": ["B pass"]})
    assert late.status_code == 403  # at once, in the other process too
    assert {one.end(), other.end()} <= {0, -signal.SIGTERM}


def test_a_second_process_on_one_file_is_refused_with_the_reason(processes, sqlite_url):
    processes(sqlite_url)
    env = {**os.environ, "PYTHONPATH": os.getcwd(), "GRIFFIER_DATABASE": sqlite_url}
    second = subprocess.run([*COMMAND, "--port", "1"], env=env, capture_output=True, text=True, timeout=AT_LAST)
    assert second.returncode == 1 and "Another process is writing" in second.stderr and "Traceback" not in second.stderr


@pytest.mark.parametrize(
    "name, value", [("BODY", "x"), ("READS", "-"), ("PORT", "1.5"), ("PROJECTIONS", "perhaps"), ("PROXIES", "here")]
)
def test_an_invalid_setting_is_reported(monkeypatch, name, value):
    monkeypatch.setenv(f"GRIFFIER_{name}", value)
    for command in ("serve", "config"):
        done = run(command)
        assert done.exit_code == 1 and name.lower() in done.output and "Traceback" not in done.output


# What is kept of a request ------------------------------------------------------------------------------------------


@pytest.fixture
def logged():
    """Everything that loggers write during the test."""
    stream = io.StringIO()
    handler, plain = logging.StreamHandler(stream), logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    root, before = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.addHandler(plain)
    root.setLevel(logging.DEBUG)
    asking, asked = logging.getLogger("httpx"), logging.getLogger("httpx").level
    asking.setLevel(logging.WARNING)  # the client's own log may hold tokens
    yield stream
    asking.setLevel(asked)
    root.removeHandler(handler)
    root.removeHandler(plain)
    root.setLevel(before)


def test_a_token_is_never_logged_and_sent_only_once(service, logged, capfd):
    table = open_table(service)
    quiet = open_table(service, guests=False)
    stranger = fresh_token()
    tokens = {*table.tokens.values(), *quiet.tokens.values(), stranger}
    answers = []
    for operation in described(service):
        for token in (table.tokens["owner"], table.tokens["seat"], stranger):
            for place in (table, quiet):
                known = {"session": place.session, "grant": place.grants["arbiter"], **PATHS}
                path = operation.path.format(**known)
                if operation.streams:
                    answers.append(service.begins(path, token)[1].decode())
                    continue
                body = BODIES.get(operation.id, {"lines": ["B pass"]} if operation.method == "POST" else None)
                answer = service.ask(operation.method, path, token, body)
                answers += [answer.text, repr(answer.headers)]
                if operation.id == "give_a_role" and answer.status_code == 201:
                    answers.pop(-2)  # the one answer that gives it
    for wrong in (
        f"/api/{stranger}",
        f"/api/sessions/{stranger}",
        f"/api/sessions?token={stranger}",
        f"/s/x?k={stranger}",
    ):
        service.ask("GET", wrong, table.tokens["owner"])
        service.ask(stranger[:20].upper().replace("-", "X"), wrong)
    service.caught_up()
    out, err = capfd.readouterr()
    written = logged.getvalue() + out + err + service.ask("GET", "/metrics").text
    assert "griffier_requests_total" in written and '"from":"griffier.requests"' in written
    for token in tokens:
        assert token not in written
        assert not [answer for answer in answers if token in answer]


def test_a_request_is_logged_by_its_route_only(embedded, logged, capfd):
    table = open_table(embedded, place="unmistakable place")
    embedded.ask(
        "GET", f"{table.at('/audit')}?lang=fr", table.tokens["seat"], headers={"referer": "http://secret.test"}
    )
    answer = embedded.ask("GET", "/api/sessions?place=unmistakable")
    written = logged.getvalue() + capfd.readouterr().err
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    noted = [line for line in lines if line["from"] == "griffier.requests"]
    assert any(line["request"] == answer.headers["x-request-id"] for line in noted)
    assert {line["route"] for line in noted} <= {one.path for one in described(embedded)}
    assert all(table.session not in json.dumps(line) and "unmistakable" not in json.dumps(line) for line in noted)
    assert "secret.test" not in written


def test_each_of_many_concurrent_requests_is_logged(embedded, logged, capfd):
    async def at_once() -> list[httpx.Response]:
        return await asyncio.gather(*(embedded.client.get("/api/games") for _ in range(20)))

    answers = embedded.run(at_once())
    noted = [json.loads(line)["request"] for line in capfd.readouterr().err.splitlines() if line.startswith("{")]
    assert sorted(noted) == sorted(answer.headers["x-request-id"] for answer in answers) and len(set(noted)) == 20


def test_random_ids_never_repeat():
    with ThreadPoolExecutor(8) as people:
        ids = [word for words in people.map(lambda _: [random_id() for _ in range(1000)], range(8)) for word in words]
    assert len(set(ids)) == 8000 and {len(word) for word in ids} == {LENGTH} and len(random_id(16)) == 16


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes can be forked here")
def test_two_processes_make_different_random_ids():
    random_id()
    received, tell = os.pipe()
    if not (child := os.fork()):
        os.write(tell, random_id().encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(received, 100).decode() not in {random_id() for _ in range(1000)}
    os.close(received)
    os.close(tell)


def test_live_ready_and_metrics(service, table):
    assert service.ask("GET", "/live").text == "live"
    ready = json_of(service.ask("GET", "/ready"), 200)
    assert ready["store"] is ready["writer"] is True and ready["projections"]["behind"] >= 0
    figures = service.ask("GET", "/metrics").text
    for name in ("requests_total", "request_seconds_bucket", "viewers", "commands_waiting", "projection_lag_events"):
        assert f"griffier_{name}" in figures
    assert 'route="/api/sessions/{session}/lines"' in figures and table.session not in figures


def test_a_store_that_cannot_be_reached_is_reported_as_unavailable(embedded):
    table = open_table(embedded)
    embedded.backend.sessions.writer.close()
    answer = embedded.ask("POST", table.at("/lines"), table.tokens["owner"], {"lines": ["B pass"]})
    assert json_of(answer, 503)["code"] == "store-away" and answer.headers["retry-after"]
    assert json_of(embedded.ask("GET", "/ready"), 503)["code"] == "not-ready"
    assert embedded.ask("GET", "/live").status_code == 200 == embedded.ask("GET", table.at()).status_code
