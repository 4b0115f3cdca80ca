"""Recording over HTTP: once, in order, all lines or none; as text or as fields."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import msgspec
import pytest

from domain.record.json_convert import fields_of
from tests.api.people import LINES, json_of, open_table

UNLAWFUL = "Y build R6 up 3.2"


def record(service, table, *lines, who: str = "scribe", status: int = 201, key: str = "", **more):
    """Records lines with a role's token, and returns the answer."""
    headers = {"idempotency-key": key} if key else {}
    body = {"lines": list(lines), **more}
    return json_of(service.ask("POST", table.at("/lines"), table.tokens[who], body, headers=headers), status)


def log(service, table) -> list[str]:
    """The lines of the record, without numbers and marks."""
    text = service.ask("GET", table.at("/record"), table.tokens["scribe"]).text
    return [line[5:].strip() for line in text.splitlines() if line[:3].strip().isdigit()]


def test_an_unlawful_line_is_recorded_with_its_finding(service, table):
    answer = record(service, table, UNLAWFUL)
    assert answer["line"] == 6 and {one["line"] for one in answer["findings"]} == {6}
    assert all(one["says"] and one["rule"] and one["clause"].startswith("NH-") for one in answer["findings"])
    french = service.ask("POST", table.at("/lines?lang=fr"), table.tokens["scribe"], {"lines": [UNLAWFUL]}).json()
    assert french["findings"][0]["says"] != answer["findings"][0]["says"]


def test_the_receipt_names_the_stored_head(service, table):
    answer = record(service, table, "B pass", '; B "well"')
    view = service.backend.sessions.view(UUID(table.session))
    assert (answer["version"], answer["head"], answer["line"], answer["at"]) == (view.version, view.link, 7, view.at)


def test_the_receipt_of_a_correction_lists_the_settled_findings(service, table):
    before = len(json_of(service.ask("GET", table.at("/audit")), 200)["findings"])
    answer = record(service, table, "~ 3 -")
    assert before and answer["went"] == before and answer["came"] == []
    again = record(service, table, "~ 6 -")  # the strike itself is struck
    assert len(again["came"]) == before and again["went"] == 0


def test_all_lines_or_none(service, table):
    before = service.head(table.session)
    for bad in ("B dances", "Q pass", "~ 99 -", "! B withdraw 2", "$ - void 3", ""):
        record(service, table, "B pass", bad, "Y pass", status=403 if bad.startswith("$") else 422)
    assert service.head(table.session) == before
    record(service, table, "B pass", "~ 6 Y pass", '! B 7 "a line of the same message"')
    assert len(log(service, table)) == 8


def test_text_and_fields_are_the_same_line(service):
    texts = ("B pass", "Y build R3 up 3.1", "= - marker W 1", '; B "words"', "~ 1 Y pass", "? lunch", "< 2", "! B 2")
    by_text, by_fields = open_table(service, lines=()), open_table(service, lines=())
    record(service, by_text, *texts)
    view = service.backend.sessions.view(UUID(by_text.session))
    for line in view.session.log:
        record(service, by_fields, msgspec.to_builtins(fields_of(line, view.setup)))
    assert log(service, by_fields) == log(service, by_text)
    assert service.backend.sessions.view(UUID(by_fields.session)).session.log == view.session.log


def test_a_key_identifies_one_command(service, table):
    body, key = {"lines": ["B pass"]}, {"idempotency-key": "once"}
    with ThreadPoolExecutor(16) as people:
        asking = (service.ask, "POST", table.at("/lines"), table.tokens["scribe"], body)
        answers = [one.result() for one in [people.submit(*asking, headers=key) for _ in range(100)]]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1  # the same answer, byte for byte
    assert len(log(service, table)) == 6
    before = service.head(table.session)
    assert record(service, table, "Y pass", key="once", status=422)["code"] == "key-used-twice"
    assert record(service, table, "B pass", key="once", who="owner", status=422)["code"] == "key-used-twice"
    assert service.head(table.session) == before
    record(service, table, UNLAWFUL)
    again = service.ask("POST", table.at("/lines"), table.tokens["scribe"], body, headers=key)
    assert again.content == answers[0].content  # whatever was written since


@pytest.mark.parametrize("secret", [(), ("B draw T5",)])
def test_one_receipt_covers_all_lines_of_a_request(embedded, secret):
    """It reports the findings after the last line, not those that came and went in between."""
    table = open_table(embedded, lines=("- pool W1 S3 T2 R6 W4", *secret))
    at = 2 + len(secret)
    answer = record(embedded, table, "B harvest c2 TS/WS", f"= - marker S +5 @{at}/NH-GATHER-1")
    assert {(one["line"], one["told_by"]) for one in answer["findings"]} == {(at, at + 1)}
    before = [one["line"] for one in answer["came"]]  # the harvest shows that the draw came before its tile
    assert before == [2] * len(secret) and answer["went"] == len(secret)
    answer = record(embedded, table, "Y build R3 up 3.1", f"~ {at + 2} -")
    assert answer["findings"] == answer["came"] == [] and answer["went"] == 0
    answer = record(embedded, table, f"~ {at + 1} -", f"~ {at + 4} -")  # away, and there again
    assert answer["findings"] == answer["came"] == [] and answer["went"] == 0
    answer = record(embedded, table, f"~ {at + 1} -", UNLAWFUL)
    assert answer["went"] == 1 and answer["findings"] and answer["came"] == []


@pytest.mark.parametrize("secret", [(), ("B draw T5",)])
@pytest.mark.parametrize("since", [("~ 6 -",), ("B draw W6", "B pass"), ("B harvest d2 RR/WT",) * 20])
def test_a_repeated_key_gets_its_first_answer_whatever_was_recorded_since(embedded, secret, since):
    table = open_table(embedded, lines=(*LINES[: 5 - len(secret)], *secret))
    body, key = {"lines": ["Y build R6 up 3.2", "B build R5 up 3.1"]}, {"idempotency-key": "once"}
    asking = ("POST", table.at("/lines"), table.tokens["scribe"], body)
    first = embedded.ask(*asking, headers=key)
    assert json_of(first, 201)["findings"]
    record(embedded, table, *since)
    assert embedded.ask(*asking, headers=key).content == first.content


def test_a_stale_request_is_answered_with_the_lines_recorded_since(service, table):
    seen = json_of(service.ask("GET", table.at()), 200)["version"]
    record(service, table, "B pass", "Y pass", seen=seen)
    before = service.head(table.session)
    stale = record(service, table, "B done", seen=seen, status=409)
    assert stale["code"] == "stale" and "6 B pass" in stale["detail"] and "7 Y pass" in stale["detail"]
    for wrong in (seen + 99, -1, 0):
        assert record(service, table, "B done", seen=wrong, status=409)["code"] == "stale"
    assert service.head(table.session) == before
    record(service, table, *["B pass"] * 100)
    assert len(record(service, table, "B done", seen=1, status=409)["detail"]) < 2000


def test_concurrent_lines_are_each_recorded_once_and_in_the_order_of_their_sender(service, table):
    writers, each = 8, 12

    def write(number: int) -> list[int]:
        made = []
        for turn in range(each):
            made.append(
                record(service, table, f'; B "{number}/{turn}"', who=("owner", "scribe", "seat")[number % 3])["line"]
            )
        return made

    with ThreadPoolExecutor(writers) as people:
        lines = [one.result() for one in [people.submit(write, number) for number in range(writers)]]
    assert sorted(line for own in lines for line in own) == [*range(6, 6 + writers * each)]
    assert all(own == sorted(own) for own in lines)
    written = log(service, table)
    for number, own in enumerate(lines):
        assert [written[line - 1] for line in own] == [f'B "{number}/{turn}"' for turn in range(each)]
    assert json_of(service.ask("GET", table.at("/verification")), 200)["events"] == service.head(table.session)[0]


def test_a_line_is_recorded_even_if_its_client_disconnects(embedded):
    """An accepted command is carried out; sent again with its key, it is answered and not repeated."""
    table = open_table(embedded)
    body = json.dumps({"lines": ["B pass"]}).encode()
    headers = {"authorization": f"Bearer {table.tokens['scribe']}", "content-type": "application/json"}

    async def leave(number: int) -> None:
        asking = embedded.client.post(
            table.at("/lines"), content=body, headers={**headers, "idempotency-key": f"k{number}"}
        )
        task = asyncio.ensure_future(asking)
        await asyncio.sleep(0.0005 * (number % 7))
        task.cancel()
        await asyncio.wait((task,))

    for number in range(30):
        embedded.run(leave(number))
    for number in range(30):
        record(embedded, table, "B pass", key=f"k{number}")
    assert len(log(embedded, table)) == 35


@pytest.mark.parametrize("lines", [[], ["x" * 8001], ["B pass"] * 201, [""], [None], ["B pass", 1], "B pass", {}])
def test_a_body_that_is_no_list_of_lines_is_refused(embedded, lines):
    table = open_table(embedded)
    before = embedded.head(table.session)
    answer = embedded.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": lines})
    assert json_of(answer, 422)["code"] == "unfit" and embedded.head(table.session) == before


@pytest.mark.parametrize(
    "more", ["actor", "role", "at", "seq", "token", "key", "session", "version", "_type_", "expected"]
)
def test_a_body_cannot_name_its_sender(embedded, more):
    table = open_table(embedded)
    before = embedded.head(table.session)
    for path, body in (("/lines", {"lines": ["B pass"]}), ("/grants", {"role": "viewer"}), ("/closing", {})):
        if more in body:
            continue
        answer = embedded.ask("POST", table.at(path), table.tokens["owner"], {**body, more: "owner"})
        assert json_of(answer, 422)["code"] == "unfit", path
    assert embedded.head(table.session) == before


def test_a_closed_record_accepts_no_line_until_it_is_reopened(service):
    table = open_table(service, closed=True)
    before = service.head(table.session)
    assert record(service, table, "B pass", status=409)["code"] == "closed"
    assert json_of(service.ask("POST", table.at("/closing"), table.tokens["owner"], {}), 409)["code"] == "closed"
    assert service.head(table.session) == before
    json_of(service.ask("DELETE", table.at("/closing"), table.tokens["owner"]), 200)
    assert json_of(service.ask("DELETE", table.at("/closing"), table.tokens["owner"]), 409)["code"] == "not-closed"
    record(service, table, "B pass")
    for stated, code in (({"B": 3, "Y": 10_000}, 200), ({"Q": 1}, 422), ({"": 1}, 422), ({"B": None}, 422)):
        answer = service.ask("POST", table.at("/closing"), table.tokens["owner"], {"stated": stated})
        assert answer.status_code in (code, 409), stated
