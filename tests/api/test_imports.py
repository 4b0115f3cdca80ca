"""The import of a text record: every line keeps its number, unreadable lines become notes with their errors."""

from uuid import UUID

import pytest

from replays.record_text import read_record, write_record
from tests.api.library import NEW_HAVEN, SAMPLES, bring, named, text_of
from tests.api.people import fresh_token, json_of

HEAD = """griffier 1
game new-haven   variants -   readings -
seats B=Ana Y=Bo   first B   faces stand-in   help on
"""
BAD = HEAD + "  1    B harvest c4 TS/WS\n  2    B sings\n  4 ~  9 -\nand then\n  5    Y pass\n"


@pytest.mark.parametrize("path", SAMPLES, ids=named)
def test_a_record_of_the_library_is_exported_unchanged(service, path):
    brought = bring(service, path)
    session, _ = read_record(text_of(path))

    assert brought.answer["lines"] == len(session.log) and brought.answer["unread"] == []
    stored = service.backend.sessions.view(UUID(brought.session))
    assert repr(stored.session.log) == repr(session.log)
    assert service.backend.sessions.verify(UUID(brought.session)).seq == brought.answer["version"]
    arbiter = json_of(service.ask("POST", brought.at("/grants"), brought.owner, {"role": "arbiter"}), 201)["token"]
    assert service.ask("GET", brought.at("/record"), arbiter).text == write_record(session)


@pytest.mark.parametrize(("lang", "says"), [("en", "cannot be read"), ("fr", "illisible")])
def test_a_bad_line_is_kept_as_a_note_and_listed_with_its_error(embedded, lang, says):
    answer = json_of(embedded.ask("POST", f"/api/imports?lang={lang}", "", BAD), 201)

    assert [(one["line"], one["code"]) for one in answer["unread"]] == [
        (2, "unreadable"),
        (3, "out-of-order"),
        (4, "unknown-line"),
        (6, "out-of-order"),
    ]
    assert says in answer["unread"][0]["says"] and answer["unread"][0]["text"] == "2    B sings"
    record = embedded.ask("GET", f"/api/sessions/{answer['session']}/record", answer["owner"]["token"]).text
    assert '  2 ;  - !unreadable "2    B sings"' in record and "  5    Y pass" in record


def test_an_import_without_a_token_gets_one_that_owns_the_session(embedded):
    answer = json_of(embedded.ask("POST", "/api/imports", "", text_of(NEW_HAVEN)), 201)
    owned = json_of(embedded.ask("GET", f"/api/sessions/{answer['session']}", answer["owner"]["token"]), 200)

    assert owned["role"] == "owner" and answer["findings"] == 4
    assert any("MADE-UP" in warning for warning in answer["warnings"])


def test_the_role_that_imported_the_rulings_is_revoked_afterwards(embedded):
    brought = bring(embedded, NEW_HAVEN)
    held = json_of(embedded.ask("GET", brought.at("/grants"), brought.owner), 200)["grants"]

    assert [one["role"] for one in held] == ["owner"]


def test_an_import_sent_again_with_its_key_is_the_same_session(service):
    token, key = fresh_token(), {"idempotency-key": "again"}
    once, twice = (
        json_of(service.ask("POST", "/api/imports", token, text_of(NEW_HAVEN), headers=key), 201) for _ in range(2)
    )

    assert once["session"] == twice["session"] and once["version"] == twice["version"]
    assert json_of(service.ask("POST", "/api/imports", token, text_of(NEW_HAVEN)), 201)["session"] != once["session"]


@pytest.mark.parametrize("erased", [False, True])
def test_another_text_under_the_same_key_is_refused(service, erased):
    """Also after a text of the session was erased."""
    token, key = fresh_token(), {"idempotency-key": "once"}
    lines = "".join(f'{number:3} ;  B "remark {number}"\n' for number in range(1, 61))
    once = json_of(service.ask("POST", "/api/imports", token, HEAD + lines, headers=key), 201)
    json_of(service.ask("POST", f"/api/sessions/{once['session']}/lines", token, {"lines": ["B pass"]}), 201)
    if erased:
        json_of(service.ask("DELETE", f"/api/sessions/{once['session']}/lines/7/text", token), 200)
    last = service.last()

    again = json_of(service.ask("POST", "/api/imports", token, HEAD + lines, headers=key), 201)
    assert again["session"] == once["session"]
    for other in (
        HEAD + lines.replace("remark 33", "otherwise"),
        HEAD + lines + " 61    B done\n",
        HEAD.replace("Ana", "Eva") + lines,
        HEAD,
        HEAD + "".join(lines.splitlines(keepends=True)[:50]),
    ):
        answer = json_of(service.ask("POST", "/api/imports", token, other, headers=key), 422)
        assert answer["code"] == "key-used-twice" and " once " in answer["detail"]
    assert service.last() == last


def test_an_interrupted_import_goes_on_where_it_stopped(embedded, monkeypatch):
    token, key, written = fresh_token(), {"idempotency-key": "broken-off"}, []
    do = embedded.backend.sessions.do

    def breaks(command, *more):
        written.append(command)
        if len(written) == 4:
            raise OSError("the line is dead")
        return do(command, *more)

    monkeypatch.setattr(embedded.backend.sessions, "do", breaks)
    assert embedded.ask("POST", "/api/imports", token, text_of(NEW_HAVEN), headers=key).status_code == 500
    monkeypatch.undo()
    answer = json_of(embedded.ask("POST", "/api/imports", token, text_of(NEW_HAVEN), headers=key), 201)

    assert answer["lines"] == 41
    assert repr(embedded.backend.sessions.view(UUID(answer["session"])).session.log) == repr(
        read_record(text_of(NEW_HAVEN))[0].log
    )


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        ("", 422, "not-a-record"),
        ("hello", 422, "not-a-record"),
        (HEAD.replace("new-haven", "chess"), 422, "unknown-game"),
        (HEAD.replace("stand-in", "box-none"), 422, "unknown-agreement"),
        (HEAD.replace("B=Ana", "B=A\u200bna"), 422, "hidden-sign"),
        (HEAD + "#" * (1 << 19), 413, "too-large"),
    ],
)
def test_a_text_that_is_no_record_is_refused_and_stores_nothing(embedded, text, status, code):
    before = embedded.last()
    answer = embedded.ask("POST", "/api/imports", "", text)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert embedded.last() == before


def test_a_record_is_sent_as_text(embedded):
    answer = embedded.ask("POST", "/api/imports", "", {"text": HEAD})

    assert (answer.status_code, answer.json()["code"]) == (415, "wrong-kind")


def test_a_record_whose_arbiter_decided_an_appeal_is_imported_whole(embedded):
    text = (
        "griffier 1\ngame new-haven\nseats B=Ana Y=Bo   faces stand-in\n"
        '  1    B harvest c3 TS/WS\n  2 !  Y 1 NH-TURN-1 "early"\n  3 $  2 stand NH-TURN-1\n'
        '  4 !  Y 3 NH-TURN-1 "look again"\n  5 $  4 over 3 void 1 NH-TURN-1\n'
    )
    answer = json_of(embedded.ask("POST", "/api/imports", "", text), 201)
    assert answer["lines"] == 5 and answer["unread"] == []
