"""Thousands of damaged bodies: none is a server error, and no refusal changes the store."""

import json
import re
import socket
import time
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.record.json_convert import fields_of
from domain.record.line_text import write_entry
from domain.sessions.application import Sessions
from replays.record_text import read_record
from tests.api.mutations import MANY_DAMAGES, SOME_DAMAGES, Mutator
from tests.api.operation_requests import BODIES, LINES_OF, PATHS
from tests.api.people import TABLE, OpenTable, fresh_token, json_of, open_table
from tests.api.service import Service, Serving, scope
from tests.api.test_roles import asked, at_a_session, described
from tests.samples import sample

RECORDS = ("new-haven/samples/a-table-with-everything", "new-haven/games/whole-game-2-players")
LIBRARY = Path("replays/library")
TABLES = (
    {"variants": ["side-b"], "readings": {"NH-I-12": "next-turn"}},
    {"game": "nieuw-amsterdam", "text": "fr", "first": "Y"},
    {"told": {"youngest": "B"}, "date": "2026-11-16", "help": False, "scribe": "Hélène"},
)
KINDS = {str: b"text/plain", bytes: b"image/jpeg"}
WEIGHTS = {"record_lines": 8, "show_a_photograph": 0.3}  # a photograph costs a process each time
BUSY = 150  # lines after which another table is opened: a long record is tried elsewhere
IN_BULK, A_STORM, GROWTH_IN_BULK = 1_000_000, 20_000, 50  # bodies in the soak, in one go of it, megabytes
GROWTH = 100  # megabytes the process may grow by; one leaked body in ten would be more


def good_bodies() -> dict[str, list[Any]]:
    """Valid bodies of every operation that takes one; lines of every kind, as text and as fields."""
    lines: list[Any] = [line for _, _, line in LINES_OF]
    for name in RECORDS:
        session, _ = read_record((LIBRARY / f"{name}.record").read_text(encoding="utf-8"))
        for line in session.log:
            lines.append(write_entry(line, session.setup).strip())
            lines.append(json.loads(msgspec.json.encode(fields_of(line, session.setup))))
    return {
        **{id: [body] for id, body in BODIES.items()},
        "record_lines": [{"lines": [line]} for line in lines] + [{"lines": lines[:3], "seen": 1}],
        "preview_a_line": [{"line": line} for line in lines],
        "import_a_record": _some_records(),
        "lay_a_table": [TABLE, *({**TABLE, **more} for more in TABLES)],
    }


def _some_records() -> list[str]:
    """Short records, and the samples with every kind of line."""
    paths = [*LIBRARY.glob("*/clauses/*.broken.record")][::9] + [*LIBRARY.glob("*/samples/*.record")]
    return [path.read_text(encoding="utf-8") for path in sorted(paths)]


class Storm:
    """Sends many damaged requests to one service, one after the other."""

    def __init__(self, service: Service, seed: int, damages: tuple[int, ...]):
        self.service, self.mutator = service, Mutator(seed, damages)
        self.table, self.others = (
            open_table(service),
            [open_table(service, guests=False), open_table(service, closed=True)],
        )
        self.tables = [self.table, *self.others]
        self.good = good_bodies()
        self.operations = [one for one in described(service) if one.method != "GET" or one.id in self.good]
        self.taken, self.slowest, self.statuses = 0, 0.0, dict.fromkeys(range(200, 600), 0)
        self.failed: list[str] = []

    async def run(self, count: int) -> None:
        """Sends this number of requests."""
        for number in range(count):
            if self.taken >= BUSY:
                self.taken = 0
                return  # a fresh table is opened outside the loop
            self.left = count - number - 1
            await self.one()

    async def one(self) -> None:
        """Sends one request, and judges its answer."""
        chance, good = self.mutator.chance, self.good
        weights = [WEIGHTS.get(one.id, 2 if one.id in good else 1) for one in self.operations]
        (operation,) = chance.choices(self.operations, weights)
        table = self.table if chance.random() < 0.9 else chance.choice(self.others)
        one = chance.choice(good.get(operation.id, [{}]))
        token = self.token(table, "arbiter" if "$" in repr(one) or "ruled" in repr(one) else "owner")
        raw = self.mutator.body(one)
        headers = self.mutator.headers(KINDS.get(type(one), b"application/json"))
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        before = self.service.last()
        began = time.perf_counter()
        status, answer = await self.sent(operation.method, self.address(operation.path, table), headers, raw)
        self.slowest = max(self.slowest, time.perf_counter() - began)
        self.statuses[status] += 1
        self.judge(status, answer, before, f"{operation.method} {operation.path} {headers[:-1]} {raw[:300]!r}")

    def token(self, table: OpenTable, likely: str) -> str:
        """Mostly a token that may do it, else any token."""
        chance = self.mutator.chance
        if chance.random() < 0.8:
            return table.tokens[likely]
        return chance.choice(("", fresh_token(), *table.tokens.values()))

    def judge(self, status: int, answer: bytes, before: int, what: str) -> None:
        """Notes a server error, a refusal that is no problem document, or a refusal that changed the store."""
        moved = self.service.last() - before
        self.taken += bool(moved)
        if status >= 500:
            self.failed.append(f"{status} {what}")
        elif status >= 400:
            problem = json.loads(answer)
            if moved:
                self.failed.append(f"{status} but something was written: {what}")
            if problem["status"] != status or len(answer) > 20_000 or not problem["detail"]:
                self.failed.append(f"{status} not told as it should be: {answer[:200]!r} {what}")

    def address(self, path: str, table: OpenTable) -> str:
        """The address of a request, with unusual parameters at times."""
        chance = self.mutator.chance
        known = {"session": table.session, "grant": table.grants["viewer"], **PATHS}
        if chance.random() < 0.05:
            odd = (
                "x" * 3000,
                "0" * 5000 + "1",
                "-1",
                "\0",
                "%00",
                "..",
                "é",
                "\ufffd",
                "\u202e",
                "0000001" + "0" * 4500,
            )
            known[chance.choice([*known])] = chance.choice(odd)
        return re.sub(r"{(\w+)}", lambda match: str(known[match[1]]), path)

    async def sent(self, method: str, path: str, headers: list, raw: bytes) -> tuple[int, bytes]:
        """Sends a request through the plain ASGI interface."""
        left, status, answer = self.mutator.parts(raw), 0, b""

        async def receive() -> dict[str, Any]:
            body = left.pop(0) if left else b""
            return {"type": "http.request", "body": body, "more_body": bool(left)}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status, answer
            status = message.get("status", status)
            answer += message.get("body", b"")

        try:
            await self.service.app(scope(method, path, headers), receive, send)
        except Exception as error:  # a server would tell it as our fault, and log this
            return 500, repr(error).encode()
        return status, answer


def storm(service: Service, seed: int, count: int, damages: tuple[int, ...] = SOME_DAMAGES) -> Storm:
    """Runs a storm, with a new table whenever the record has become long."""
    made = Storm(service, seed, damages)
    made.left = count
    while made.left:
        service.run(made.run(made.left), timeout=None)
        if made.left:
            made.table = open_table(service)
            made.tables.append(made.table)
    return made


def megabytes() -> float:
    """The memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def whole_afterwards(service: Service, tables: list[OpenTable]) -> None:
    """Checks that everything accepted can be read back from the store, and that the chain is intact."""
    for table in tables:
        service.backend.sessions.verify(UUID(table.session))
    reader = Sessions(service.settings.database, writing=False)
    try:
        for table in tables:
            cold, hot = reader.view(UUID(table.session)), service.backend.sessions.view(UUID(table.session))
            assert (cold.link, cold.session) == (hot.link, hot.session)
            assert repr([one.step.findings for one in cold.frames]) == repr([one.step.findings for one in hot.frames])
    finally:
        reader.close()


def every_answer_afterwards(service: Service, tables: list[OpenTable]) -> None:
    """Checks that every route can read what was accepted; it holds no SQL, so on one store."""
    readers = ("owner", "seat", "viewer")
    for shift, table in enumerate(tables):
        for number, operation in enumerate(filter(at_a_session, described(service))):
            if operation.method != "GET":
                continue
            who = readers[(number + shift) % 3]  # another one at the next table
            status, code, _ = asked(service, operation, table, table.tokens[who], None)
            assert status < 500, (operation, who, code)


def tried(service: Service, seed: int, count: int) -> Storm:
    """Runs a storm, and checks what must hold after it."""
    storm(service, seed + 1000, 200)  # what is kept once for all
    held = megabytes()
    made = storm(service, seed, count)
    assert made.failed == []
    assert megabytes() - held < GROWTH
    assert made.slowest < 10
    assert sum(made.statuses.values()) == count
    refused = sum(count for status, count in made.statuses.items() if status >= 400)
    assert refused > count / 2 and made.statuses[201] > count / 50  # neither all refused nor all taken
    whole_afterwards(service, made.tables[:20])
    return made


@pytest.mark.parametrize("seed, count", sample([(1, 500), (1, 5_000), (2, 5_000)], (1, 500)))
def test_no_damaged_body_is_a_server_error(embedded, seed, count):
    every_answer_afterwards(embedded, tried(embedded, seed, count).tables[:20])


@pytest.mark.parametrize("count", sample([150, 1_000], 150))
def test_no_damaged_body_is_a_server_error_on_postgresql(postgres_url, count):
    service = Service(postgres_url)
    try:
        tried(service, 3, count)
    finally:
        service.close()


NONSENSE = (
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{{}}\r\n0\r\n\r\n",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Transfer-Encoding: chunked\r\n\r\n-1\r\n{{}}\r\n0\r\n\r\n",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nx",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Content-Length: +2\r\n\r\n{{}}",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Content-Length: -2\r\n\r\n{{}}",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}X: a\r\n\tb\r\nContent-Length: 2\r\n\r\n{{}}",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}X\0: a\r\nContent-Length: 2\r\n\r\n{{}}",
    b"POST {path} HTTP/1.1\r\n{head}Content-Length: 2\r\n\r\n{{}}",
    b"POST {path} HTTP/9.9\r\nHost: x\r\n{head}Content-Length: 2\r\n\r\n{{}}",
    b"POST {path}\0 HTTP/1.1\r\nHost: x\r\n{head}Content-Length: 2\r\n\r\n{{}}",
    b"PO ST {path} HTTP/1.1\r\nHost: x\r\n{head}Content-Length: 2\r\n\r\n{{}}",
    b"POST {path}%ff%fe%00 HTTP/1.1\r\nHost: x\r\n{head}Content-Length: 2\r\n\r\n{{}}",
    b"POST {path} HTTP/1.1\r\nHost: \xff[\r\n{head}Content-Length: 2\r\n\r\n{{}}",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{{}}",
    b"POST {path} HTTP/1.1\r\nHost: x\r\n{head}Upgrade: websocket\r\nContent-Length: 2\r\n\r\n{{}}",
    b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",
    b"\0" * 5000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
)


def test_nonsense_on_the_wire_is_no_server_error(sqlite_url):
    serving = Serving(sqlite_url, patience=1)
    try:
        table = open_table(serving)
        before = json_of(serving.ask("GET", table.at()), 200)["head"]
        head = f"Authorization: Bearer {table.tokens['owner']}\r\nContent-Type: application/json\r\n".encode()
        for raw in NONSENSE:
            sent = raw.replace(b"{path}", table.at("/lines").encode()).replace(b"{head}", head).replace(b"{{}}", b"{}")
            assert on_the_wire(serving.port, sent) < 500, raw
        assert json_of(serving.ask("GET", table.at()), 200)["head"] == before
    finally:
        serving.close()


def on_the_wire(port: int, raw: bytes) -> int:
    """The status of the answer; 0 where the connection was closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        try:
            line.sendall(raw)
            answer = line.recv(65_536)
            while answer.startswith(b"HTTP/1.1 1"):  # it may go on
                answer = answer.partition(b"\r\n\r\n")[2] or line.recv(65_536)
        except ConnectionError:
            return 0
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else 0


@pytest.mark.soak
def test_a_million_damaged_bodies_are_no_server_error(embedded):
    storm(embedded, 9, A_STORM, MANY_DAMAGES)  # what is kept once for all, and the sessions that are kept in memory
    held, sent, slowest = megabytes(), 0, 0.0
    for seed in range(10, 10 + IN_BULK // A_STORM):
        made = storm(embedded, seed, A_STORM, MANY_DAMAGES)
        assert made.failed == []
        sent, slowest, grown = sent + A_STORM, max(slowest, made.slowest), megabytes() - held
        print(f"{sent} bodies: 0 server errors, 0 refusals that wrote, slowest {slowest:.1f} s, {grown:+.0f} MB")
        assert grown < GROWTH_IN_BULK
    whole_afterwards(embedded, made.tables[:20])
