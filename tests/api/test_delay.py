"""The public delay over HTTP: guests and viewers read nothing, anywhere, that is not public yet."""

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.api.conftest import on_both_stores
from tests.api.operation_requests import BODIES, PATHS, QUERIES, jpeg
from tests.api.people import OpenTable, json_of, open_table
from tests.api.test_roles import at_a_session, described
from tests.api.viewers import Viewer

PUBLIC = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", "Y build R3 up 3.1", '; B "known"', "! Y 3 NH-BUILD-3")
LATER = ('; B "Xylophone"', "B build S2 up 2.1", ': seat Y "Zwentibold"', "$ 5 void 3 NH-BUILD-3", '! B 3 "Quagga"')
SIGNS = ("Xylophone", "Zwentibold", "Quagga", "S2 up 2.1")
PAGES = (
    "",
    "/replay",
    "/audit",
    "/compare",
    "/agreements",
    "/what-if?after=2",
    "/disputes",
    "/record.txt",
    "/replay.html",
    "/scores",
    "/board.svg",
    "/result",
)


class Clock:
    """A clock that only moves when the test moves it."""

    def __init__(self):
        self.seconds = 0

    def __call__(self):
        return datetime(2026, 11, 18, 12, tzinfo=UTC) + timedelta(seconds=self.seconds)


def delayed(service: Any, seconds: int = 60, lines: int = 0) -> tuple[OpenTable, Clock]:
    """A table whose last lines are not public yet."""
    clock = service.backend.sessions.writer.clock = Clock()
    table = open_table(service, lines=PUBLIC)
    json_of(service.ask("POST", table.at("/delay"), table.tokens["owner"], {"seconds": seconds, "lines": lines}), 200)
    clock.seconds = 5
    for line in LATER:
        who = "arbiter" if line.startswith("$") else "owner"
        json_of(service.ask("POST", table.at("/lines"), table.tokens[who], {"lines": [line]}), 201)
    json_of(service.ask("POST", table.at("/lines/8/photographs"), table.tokens["owner"], jpeg()), 201)
    return table, clock


def read(service: Any, table: OpenTable, token: str) -> dict[str, str]:
    """Every answer to the holder of a token, by operation."""
    found = {}
    for operation in filter(at_a_session, described(service)):
        if operation.streams or (
            operation.method != "GET" and operation.id not in ("preview_a_line", "compare_a_result")
        ):
            continue
        known = {"session": table.session, "grant": table.grants["viewer"], **PATHS}
        path = re.sub(r"{(\w+)}", lambda part, known=known: str(known[part[1]]), operation.path)
        answer = service.ask(
            operation.method, path, token, BODIES.get(operation.id), params=QUERIES.get(operation.id, {})
        )
        found[operation.id] = answer.text
    return found | {f"page {page}": service.ask("GET", f"/s/{table.session}{page}").text for page in PAGES if not token}


@pytest.mark.parametrize("delay", [(60, 0), (0, 5), (60, 5)])
def test_no_answer_to_guests_and_viewers_reveals_a_delayed_line(service, delay):
    table, clock = delayed(service, *delay)
    for token in ("", table.tokens["viewer"]):
        answers = read(service, table, token)
        assert len(answers) > 20
        assert [name for name, text in answers.items() if any(sign in text for sign in SIGNS)] == []
        assert json.loads(answers["replay"])["lines"] == json.loads(answers["session"])["lines"] == 5
        assert json.loads(answers["photographs"])["photographs"] == []
    for who in ("owner", "scribe", "seat", "arbiter"):
        assert "Xylophone" in service.ask("GET", table.at("/replay"), table.tokens[who]).text, who
    if not delay[1]:
        clock.seconds = 65
        assert all(sign in read(service, table, "")["record"] for sign in SIGNS)


@on_both_stores
def test_the_read_models_hold_only_public_lines(service):
    table, clock = delayed(service)
    service.caught_up()

    def listed() -> dict:
        rows = json_of(service.ask("GET", "/api/sessions"), 200)["rows"]
        return next(row for row in rows if row["session"] == table.session)

    assert listed()["lines"] == 5 and listed()["status"] == "under-protest"
    assert [seat["name"] for seat in listed()["seats"]] == ["Ana", "Bo"]
    assert json_of(service.ask("GET", "/api/rulings"), 200)["rows"] == []
    assert [row["line"] for row in json_of(service.ask("GET", "/api/docket"), 200)["rows"]] == [5]
    clock.seconds = 65
    service.backend.keeper.news.set()
    for _ in range(200):
        if listed()["lines"] == 10:
            break
        service.backend.keeper.stopping.wait(0.05)
    assert listed()["lines"] == 10 and [seat["name"] for seat in listed()["seats"]] == ["Ana", "Zwentibold"]
    assert len(json_of(service.ask("GET", "/api/rulings"), 200)["rows"]) == 1


def test_the_stream_of_a_guest_goes_on_when_a_line_becomes_public(serving):
    table = open_table(serving, lines=PUBLIC[:2])
    json_of(serving.ask("POST", table.at("/delay"), table.tokens["owner"], {"seconds": 2}), 200)
    json_of(serving.ask("POST", table.at("/lines"), table.tokens["owner"], {"lines": list(PUBLIC[2:4])}), 201)
    json_of(serving.ask("POST", table.at("/lines"), table.tokens["owner"], {"lines": ["~ 3 -"]}), 201)
    owner, guest = Viewer(serving.port, table.session, table.tokens["owner"]), Viewer(serving.port, table.session)

    async def both() -> None:
        await asyncio.wait_for(asyncio.gather(owner.visit(5), guest.visit(5)), 60)

    asyncio.run(both())
    assert owner.lines == guest.lines == [1, 2, 3, 4, 5]
    assert [one["text"] for one in owner.events][2:] == ["Y build R3 up 3.1", ';  B "known"', "~  3 -"]
    assert [one["text"] for one in guest.events][2:] == [";  -", ';  B "known"', "~  3 -"]


def test_only_the_owner_sets_the_delay_and_every_reader_sees_it(service):
    table = open_table(service)
    for who in ("scribe", "seat", "arbiter", "viewer"):
        answer = service.ask("POST", table.at("/delay"), table.tokens[who], {"seconds": 10})
        assert json_of(answer, 403)["code"] == "not-allowed"
    json_of(service.ask("POST", table.at("/delay"), table.tokens["owner"], {"seconds": 10, "lines": 1}), 200)
    assert json_of(service.ask("GET", table.at("")), 200)["delay"] == {"seconds": 10, "lines": 1}
    for wrong in ({"seconds": -1}, {"seconds": 10**6}, {"lines": 10**4}, {"minutes": 1}):
        assert json_of(service.ask("POST", table.at("/delay"), table.tokens["owner"], wrong), 422)["code"] == "unfit"
