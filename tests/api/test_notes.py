"""Notes about a line: who reads them, in every role, and that nothing else contains them."""

import re

import pytest

from api.pages import ROUTERS
from api.routes import notes
from projections.models import TABLES
from tests.api.conftest import on_both_stores
from tests.api.operation_requests import PATHS
from tests.api.people import LINES, fresh_token, json_of, open_table

QUIET = LINES[:-1]  # without a dispute, so that the arbiter reads the names
WRITERS = ("owner", "scribe", "seat", "other", "arbiter")
READERS = (*WRITERS, "viewer", "guest")
AUDIENCES = {"public": READERS, "table": WRITERS}  # a private note is read by its writer


def token_of(table, who):
    return table.tokens.get(who, "")


def write(service, table, who, audience, line=2, **more):
    """A note whose text says who wrote it for whom."""
    body = {"line": line, "audience": audience, "text": f"Zyzzogeton-{who}-{audience}", **more}
    return json_of(service.ask("POST", table.at("/notes"), token_of(table, who), body), 201)


def texts_read(service, table, who):
    """The texts of the notes that a person reads."""
    return {
        note["text"] for note in json_of(service.ask("GET", table.at("/notes"), token_of(table, who)), 200)["notes"]
    }


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_each_note_is_read_by_those_it_is_for(service, closed):
    table = open_table(service, lines=QUIET, closed=closed)
    for who in WRITERS:
        for audience in (*AUDIENCES, "private", "sealed"):
            write(service, table, who, audience)

    for reader in READERS:
        expected = {
            f"Zyzzogeton-{who}-{audience}"
            for who in WRITERS
            for audience in (*AUDIENCES, "private", "sealed")
            if reader in (READERS if closed and audience == "sealed" else AUDIENCES.get(audience, (who,)))
        }
        assert texts_read(service, table, reader) == expected, reader


def addresses(service, table):
    """The address of every GET of the API and of every page."""
    known = {**PATHS, "session": table.session, "grant": table.grants["viewer"]}
    spoken = service.ask("GET", "/api/openapi.json").json()["paths"]
    paths = [path for path, methods in spoken.items() if "get" in methods and not path.endswith("/live")]
    pages = [route.path for router in ROUTERS for route in router.routes if "GET" in route.methods]
    for path in (*paths, *(path for path in pages if "{name" not in path and "metrics" not in path)):
        if not path.endswith((".webp", ".png", "/try")):
            yield re.sub(r"\{(\w+)\}", lambda match: str(known.get(match[1], 1)), path)


def test_no_other_answer_contains_a_note_that_is_not_public(service):
    table = open_table(service, lines=QUIET)
    head = service.head(table.session)
    write(service, table, "seat", "private")
    write(service, table, "scribe", "table")
    assert service.head(table.session) == head, "a note is no event"
    service.caught_up()

    read = 0
    for path in addresses(service, table):
        for reader in ("guest", "viewer", "other", "arbiter", "owner"):
            token, cookie = token_of(table, reader), f"key-{table.session.replace('-', '')}={token_of(table, reader)}"
            answer = service.ask("GET", path, token if path.startswith("/api") else "", headers={"cookie": cookie})
            expected = set() if reader in ("guest", "viewer") else {"Zyzzogeton-scribe-table"}
            assert set(re.findall(r"Zyzzogeton-\w+-\w+", answer.text)) <= expected, (path, reader)
            read += answer.status_code == 200
    assert read > 150
    stored = [str(service.backend.views.rows(f"SELECT * FROM {table}")) for table in TABLES]
    assert not [rows for rows in stored if "Zyzzogeton" in rows]


@on_both_stores
def test_a_note_is_erased_by_its_writer_and_unless_private_by_the_owner(service):
    table = open_table(service, lines=QUIET)
    notes = {audience: write(service, table, "seat", audience)["note"] for audience in (*AUDIENCES, "private")}
    erased = {
        (who, audience): json_of(service.ask("DELETE", table.at(f"/notes/{note}"), token_of(table, who)), 200)["erased"]
        for who in ("scribe", "other", "arbiter", "owner", "seat")
        for audience, note in notes.items()
    }

    assert {key for key, done in erased.items() if done} == {
        ("owner", "public"),
        ("owner", "table"),
        ("seat", "private"),
    }
    assert service.backend.sessions.recorder.rows("SELECT * FROM line_notes") == []


@on_both_stores
def test_a_mark_is_kept_with_or_without_a_text_and_erased_with_its_note(service):
    table = open_table(service, lines=QUIET)
    alone = write(service, table, "seat", "public", text="", mark="brilliant")
    write(service, table, "seat", "public", mark="doubtful")

    assert [note["mark"] for note in json_of(service.ask("GET", table.at("/notes")), 200)["notes"]] in (
        ["brilliant", "doubtful"],
        ["doubtful", "brilliant"],
    )
    json_of(service.ask("DELETE", table.at(f"/notes/{alone['note']}"), token_of(table, "seat")), 200)
    assert service.backend.sessions.recorder.rows("SELECT mark FROM note_marks") == [("doubtful",)]


def test_a_blind_arbiter_reads_only_own_notes(service):
    table = open_table(service)
    for who in ("owner", "seat", "arbiter"):
        write(service, table, who, "public")

    assert texts_read(service, table, "arbiter") == {"Zyzzogeton-arbiter-public"}
    assert len(texts_read(service, table, "guest")) == 3


def test_the_public_delay_holds_for_notes_too(service):
    table = open_table(service, lines=QUIET)
    json_of(service.ask("POST", table.at("/delay"), table.tokens["owner"], {"seconds": 600, "lines": 0}), 200)
    json_of(service.ask("POST", table.at("/lines"), table.tokens["owner"], {"lines": ["B pass"]}), 201)
    write(service, table, "owner", "public", line=5)
    write(service, table, "seat", "public", line=1)  # of a line that is public, about what came later

    assert texts_read(service, table, "guest") == texts_read(service, table, "viewer") == set()
    assert len(texts_read(service, table, "scribe")) == 2


def test_a_repeated_request_writes_once_and_wrong_ones_write_nothing(service):
    table = open_table(service, lines=QUIET)
    token, at = table.tokens["seat"], table.at("/notes")
    body = {"line": 3, "audience": "table", "text": "once"}
    first, again = (service.ask("POST", at, token, body, headers={"idempotency-key": "k"}) for _ in range(2))
    assert first.json() == again.json() and first.status_code == again.status_code == 201

    other = service.ask("POST", at, token, {**body, "text": "twice"}, headers={"idempotency-key": "k"})
    assert other.json()["code"] == "key-used-twice", "a key is of one note"

    wrong = [({"line": 99}, "unknown-line"), ({"text": " "}, "nothing-said"), ({"seat": "Y"}, "not-allowed")]
    for change, code in wrong:
        assert service.ask("POST", at, token, {**body, **change}).json()["code"] == code
    assert service.ask("POST", at, token, {**body, "audience": "all"}).status_code == 422
    assert service.ask("POST", at, fresh_token(), body).status_code == 403
    assert texts_read(service, table, "seat") == {"once"}


def test_the_notes_of_a_session_have_room_for_so_much_text(service, monkeypatch):
    monkeypatch.setattr(notes, "MOST_TEXT", 60)
    table = open_table(service, lines=QUIET)
    body = {"line": 3, "audience": "table", "text": 25 * "x"}
    answers = [service.ask("POST", table.at("/notes"), table.tokens["seat"], body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 409] and "at most 2" in answers[2].json()["detail"]
