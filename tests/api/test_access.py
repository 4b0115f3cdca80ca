"""Tokens and grants: what is stored of a token, its first use, its revocation, and what is erased with a text."""

import json
import re
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from uuid import UUID

import psycopg
import pytest

from domain.store.mapper import unseal
from tests.api.conftest import on_both_stores
from tests.api.operation_requests import BODIES
from tests.api.people import TABLE, fresh_token, grants_of, json_of, open_table
from tests.api.test_roles import at_a_session, described

LINE = {"lines": ["B pass"]}


def events(service, session: str, kind: str = "") -> list:
    """The stored events of a session."""
    stored = map(unseal, service.backend.sessions.raw(UUID(session)))
    return [one for one in stored if one.envelope.type.startswith(kind)]


def everything_stored(url: str) -> bytes:
    """Every value of every table."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as store:
            tables = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type='table'")]
            return repr([store.execute(f"SELECT * FROM {table}").fetchall() for table in tables]).encode()
    with psycopg.connect(url) as store:
        tables = store.execute("SELECT tablename FROM pg_tables WHERE schemaname='public'").fetchall()
        return repr([store.execute(f"SELECT * FROM {table}").fetchall() for (table,) in tables]).encode()


# Tokens -------------------------------------------------------------------------------------------------------------


@on_both_stores
def test_only_the_hash_of_a_token_is_stored(service, table):
    service.caught_up()
    kept = everything_stored(service.settings.database)
    for who, token in table.tokens.items():
        assert token.encode() not in kept, who
        assert sha256(token.encode()).hexdigest().encode() in kept, who
    assert len({*table.tokens.values()}) == len(table.tokens)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", token) for token in table.tokens.values())


def test_a_table_set_up_without_a_token_gets_one_once(service):
    first = json_of(service.ask("POST", "/api/sessions", "", TABLE), 201)
    owner = first["owner"]
    assert owner["link"].endswith(
        f"/s/{first['session']}#k={owner['token']}"
    )  # browsers do not send what follows the #
    assert owner["qr"].startswith("<svg") and owner["token"] not in owner["qr"]
    assert json_of(service.ask("GET", f"/api/sessions/{first['session']}", owner["token"]), 200)["role"] == "owner"
    stored = everything_stored(service.settings.database)
    assert owner["token"].encode() not in stored


def test_a_set_up_with_an_own_token_can_be_sent_again(service):
    token, key, last = fresh_token(), {"idempotency-key": "lay-1"}, service.last()
    with ThreadPoolExecutor(8) as people:
        made = [people.submit(service.ask, "POST", "/api/sessions", token, TABLE, headers=key) for _ in range(16)]
        answers = {made.result().content for made in made}
    (answer,) = answers
    session = json.loads(answer)["session"]
    assert json.loads(answer)["owner"] is None and token.encode() not in answer
    assert service.last() == last + 2  # the table, and its owner
    other = service.ask("POST", "/api/sessions", token, {**TABLE, "place": "elsewhere"}, headers=key)
    assert json_of(other, 422)["code"] == "key-used-twice"
    mine = json_of(
        service.ask("POST", "/api/sessions", fresh_token(), TABLE, headers=key), 201
    )  # another's key is theirs
    assert mine["session"] != session


@pytest.mark.parametrize(("lang", "says"), [("en", "your own link"), ("fr", "votre propre lien")])
def test_an_idempotency_key_needs_a_token(service, table, lang, says):
    """A key belongs to a token: guests could otherwise see or block each other's tables."""
    key, last = {"idempotency-key": "guest-1"}, service.last()
    for path, body in (
        ("/api/sessions", {**TABLE, "guests": False}),
        ("/api/imports", BODIES["import_a_record"]),
        (table.at("/lines"), {"lines": ["B pass"]}),
    ):
        answer = json_of(service.ask("POST", f"{path}?lang={lang}", "", body, headers=key), 401)
        assert answer["code"] == "key-without-token" and says in answer["next"]
    assert service.last() == last


def test_a_role_that_may_not_write_learns_nothing_about_used_keys(service, table):
    """A used and an unused key look the same to a stranger and to a revoked token."""
    line, used, unused = {"lines": ["B pass"]}, {"idempotency-key": "used"}, {"idempotency-key": "unused"}
    json_of(service.ask("POST", table.at("/lines"), table.tokens["scribe"], line, headers=used), 201)
    json_of(service.ask("DELETE", table.at(f"/grants/{table.grants['scribe']}"), table.tokens["owner"]), 200)
    for token in (table.tokens["scribe"], fresh_token()):
        answers = [service.ask("POST", table.at("/lines"), token, line, headers=key) for key in (used, unused)]
        assert [json_of(one, 403)["code"] for one in answers] == ["not-allowed"] * 2
        assert answers[0].json()["detail"] == answers[1].json()["detail"]


def test_one_token_can_own_several_tables(service):
    token = fresh_token()
    sessions = [json_of(service.ask("POST", "/api/sessions", token, TABLE), 201)["session"] for _ in range(3)]
    assert {json_of(service.ask("GET", f"/api/sessions/{one}", token), 200)["role"] for one in sessions} == {"owner"}


def test_a_repeated_grant_creates_no_second_one(service, table):
    key, before = {"idempotency-key": "give-1"}, len(grants_of(service, table.session, table.tokens["owner"]))
    with ThreadPoolExecutor(6) as people:
        asking = (service.ask, "POST", table.at("/grants"), table.tokens["owner"], {"role": "viewer"})
        answers = [one.result() for one in [people.submit(*asking, headers=key) for _ in range(12)]]
    given = [answer.json()["token"] for answer in answers if answer.status_code == 201]
    assert len(given) == 1 and {a.json()["code"] for a in answers if a.status_code != 201} == {"given-already"}
    assert len(grants_of(service, table.session, table.tokens["owner"])) == before + 1
    assert json_of(service.ask("GET", table.at(), given[0]), 200)["role"] == "viewer"
    other = service.ask("POST", table.at("/grants"), table.tokens["owner"], {"role": "scribe"}, headers=key)
    assert json_of(other, 422)["code"] == "key-used-twice"


def test_only_the_role_of_a_seat_has_a_seat(embedded):
    table = open_table(embedded)
    before = embedded.head(table.session)
    for role, seat in (("viewer", "B"), ("viewer", "Q"), ("owner", ""), ("seat", None), ("seat", "Q"), ("seat", "")):
        role = {"role": role, "seat": seat}
        assert (
            json_of(embedded.ask("POST", table.at("/grants"), table.tokens["owner"], role), 422)["code"]
            == "unknown-seat"
        )
    assert embedded.head(table.session) == before


# First use ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["reading", "writing", "both"])
def test_the_first_use_of_a_grant_is_one_event(service, way):
    table = open_table(service, used=False)
    asking = {
        "reading": [("GET", table.at(), None), ("GET", table.at("/audit"), None)],
        "writing": [("POST", table.at("/lines"), LINE)],
        "both": [("GET", table.at(), None), ("POST", table.at("/lines"), LINE)],
    }[way]
    with ThreadPoolExecutor(8) as people:
        done = [
            people.submit(service.ask, method, path, table.tokens["scribe"], body) for method, path, body in asking * 6
        ]
        assert all(one.result().status_code < 300 for one in done)
    given_up = time.monotonic() + 10
    while not (used := first_uses(service, table, "scribe")) and time.monotonic() < given_up:
        time.sleep(0.005)
    time.sleep(0.05)  # a second one would come now
    assert len(used) == len(first_uses(service, table, "scribe")) == 1
    assert used[0].envelope.actor == table.grants["scribe"] and used[0].envelope.role == "scribe"
    held = {one["grant"]: one["used"] for one in grants_of(service, table.session, table.tokens["owner"])}
    assert held[table.grants["scribe"]] and not held[table.grants["arbiter"]]


def first_uses(service, table, who: str) -> list:
    """The stored events of the first use of a grant."""
    return [
        one
        for one in events(service, table.session)
        if getattr(one.event, "grant", "") == table.grants[who] and "First" in type(one.event).__name__
    ]


def test_the_first_use_of_a_grant_makes_no_version_stale(service):
    table = open_table(service, used=False)
    seen = json_of(service.ask("GET", table.at(), table.tokens["owner"]), 200)["version"]
    for who in ("viewer", "arbiter", "seat"):
        json_of(service.ask("GET", table.at(), table.tokens[who]), 200)
    json_of(service.ask("POST", table.at("/lines"), table.tokens["scribe"], {**LINE, "seen": seen}), 201)
    late = json_of(service.ask("POST", table.at("/lines"), table.tokens["scribe"], {**LINE, "seen": seen}), 409)
    assert late["code"] == "stale" and "B pass" in late["detail"]


# Taking back --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guests", [True, False])
def test_a_revoked_token_is_worthless_at_once(service, guests):
    table = open_table(service, guests=guests)
    token, owner = table.tokens["scribe"], table.tokens["owner"]
    json_of(service.ask("POST", table.at("/lines"), token, LINE, headers={"idempotency-key": "before"}), 201)
    taken = json_of(service.ask("DELETE", table.at(f"/grants/{table.grants['scribe']}"), owner), 200)
    before = service.head(table.session)
    assert taken["version"] == before[0]
    refusal = (403, "not-allowed") if guests else (404, "unknown-session")
    for body, headers in ((LINE, {}), ({**LINE, "seen": 1}, {})):
        answer = service.ask("POST", table.at("/lines"), token, body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == refusal
    read = service.ask("GET", table.at(), token)
    assert read.status_code == (200 if guests else 404) and (not guests or read.json()["role"] == "guest")
    again = service.ask("DELETE", table.at(f"/grants/{table.grants['scribe']}"), owner)
    assert json_of(again, 404)["code"] == "unknown-grant"
    assert service.head(table.session) == before


def test_no_line_is_recorded_after_its_writers_role_was_revoked(service):
    """Writing and revoking at the same moment: every accepted line comes before the revocation."""
    table = open_table(service)
    for number in range(12):
        link = json_of(service.ask("POST", table.at("/grants"), table.tokens["owner"], {"role": "scribe"}), 201)
        with ThreadPoolExecutor(5) as people:
            writing = [people.submit(service.ask, "POST", table.at("/lines"), link["token"], LINE) for _ in range(4)]
            path = table.at(f"/grants/{link['grant']}")
            taking = people.submit(service.ask, "DELETE", path, table.tokens["owner"])
        taken = json_of(taking.result(), 200)["version"]
        for answer in (one.result() for one in writing):
            assert answer.status_code in (201, 403), number
            assert answer.status_code == 403 or answer.json()["version"] < taken


def test_the_last_owner_cannot_be_revoked(service, table):
    before = service.head(table.session)
    answer = service.ask("DELETE", table.at(f"/grants/{table.grants['owner']}"), table.tokens["owner"])
    assert answer.status_code == 403 and service.head(table.session) == before


@on_both_stores
def test_an_erased_remark_is_gone_everywhere(service):
    """An erased remark is in no answer, stream or table of the store, and the chain is intact."""
    table = open_table(service, lines=("- pool W1 S3 T2 R6 W4", '; B "unmistakable remark"'))
    owner = table.tokens["owner"]
    assert b"unmistakable" in service.heard(table.at("/live"), "", 2)
    service.caught_up()
    erased = json_of(service.ask("DELETE", table.at("/lines/2/text"), owner), 200)
    assert erased["texts"] == 1
    service.caught_up()
    for operation in filter(at_a_session, described(service)):
        if operation.method == "GET" and not operation.streams:
            answer = service.ask("GET", operation.path.format(session=table.session, claim=1, picture="0" * 64), owner)
            assert "unmistakable" not in answer.text, operation
    assert b"unmistakable" not in service.heard(table.at("/live"), "", 2)
    assert b"unmistakable" not in everything_stored(service.settings.database)
    assert (
        json_of(service.ask("GET", table.at("/verification"), owner), 200)["events"] == service.head(table.session)[0]
    )
    assert json_of(service.ask("DELETE", table.at("/lines/2/text"), owner), 404)["code"] == "nothing-to-erase"
