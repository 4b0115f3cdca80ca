"""The practice table: everybody can record there, it is in no list and no figure, and the next day it is gone."""

import re
from datetime import datetime, timedelta

import pytest

from api.http.requests import practice_tables
from api.http.requests.practice_tables import practice_token
from domain.sessions import decide_lines
from tests.api.conftest import on_both_stores
from tests.api.people import fresh_token, json_of

PLACE = re.compile(r"/s/([0-9a-f-]{36})#k=([A-Za-z0-9_-]{43})")
POOL = {"lines": ["- pool W1 S3 T2 R6 W4"]}
LISTS = ("/api/sessions", "/api/standings", "/api/breaches", "/api/docket", "/api/ledger")


def tried(service):
    """What Try it now leads to: the table and the key that everybody gets."""
    answer = service.ask("GET", "/try")
    assert answer.status_code == 303 and answer.headers["cache-control"] == "no-store"
    return PLACE.fullmatch(answer.headers["location"]).groups()


def test_everybody_can_record_at_an_empty_practice_table(service):
    session, token = tried(service)
    assert tried(service) == (session, token)  # looking costs no table
    json_of(service.ask("POST", f"/api/sessions/{session}/lines", token, POOL), 201)
    other, key = tried(service)
    json_of(service.ask("POST", f"/api/sessions/{other}/lines", key, POOL), 201)

    assert other != session and key != token
    assert json_of(service.ask("GET", f"/api/sessions/{session}"), 200)["lines"] == 1  # it is not disturbed


@on_both_stores
def test_another_process_comes_to_the_same_table(service):
    first = tried(service)
    service.backend.practice_tables = practice_tables.PracticeTables(service.backend.sessions)

    assert tried(service) == first


def test_the_last_table_of_a_day_is_shared(embedded, monkeypatch):
    monkeypatch.setattr(practice_tables, "PER_DAY", 2)
    tables = []
    for _ in range(3):
        session, token = tried(embedded)
        json_of(embedded.ask("POST", f"/api/sessions/{session}/lines", token, POOL), 201)
        tables.append(session)

    assert tables[1] == tables[2] != tables[0]


@pytest.mark.parametrize("line", ['; B "buy cheap things"', ': seat B "a rude name"', '! Y 1 NH-SETUP-1 "rude"'])
def test_no_text_and_no_name_can_be_left_there(embedded, line):
    session, token = tried(embedded)
    json_of(embedded.ask("POST", f"/api/sessions/{session}/lines", token, POOL), 201)
    refused = embedded.ask("POST", f"/api/sessions/{session}/lines", token, {"lines": [line]})

    assert json_of(refused, refused.status_code)["code"] == "practice-text" and refused.status_code < 500
    for lang, word in (("en", "practice table"), ("fr", "table d’essai")):
        answer = embedded.ask(
            "POST", f"/api/sessions/{session}/lines", token, {"lines": [line]}, headers={"accept-language": lang}
        )
        assert word in answer.json()["detail"]


def test_no_photograph_and_no_role_can_be_given_there(embedded):
    session, token = tried(embedded)
    json_of(embedded.ask("POST", f"/api/sessions/{session}/lines", token, POOL), 201)
    for path, body in (("/grants", {"role": "scribe"}), ("/codes", {"role": "viewer"})):
        assert embedded.ask("POST", f"/api/sessions/{session}{path}", token, body).status_code == 403
    assert embedded.ask("DELETE", f"/api/sessions/{session}/lines/1/text", token).status_code in (403, 404, 405)


def test_a_practice_table_has_few_lines(embedded, monkeypatch):
    monkeypatch.setattr(decide_lines, "MAX_PRACTICE_LINES", 2)
    session, token = tried(embedded)
    json_of(embedded.ask("POST", f"/api/sessions/{session}/lines", token, POOL), 201)
    full = embedded.ask("POST", f"/api/sessions/{session}/lines", token, {"lines": ["B pass", "Y pass"]})

    assert json_of(full, full.status_code)["code"] == "record-full"


def test_practice_is_in_no_list_and_no_figure(service):
    session, token = tried(service)
    unlawful = ["- pool W1 S3 T2 R6 W4", "Y harvest c3 TS/WS", "! B 2 NH-TURN-1"]
    json_of(service.ask("POST", f"/api/sessions/{session}/lines", token, {"lines": unlawful}), 201)
    service.caught_up()

    for path in LISTS:
        for key in ("", token):
            rows = json_of(service.ask("GET", path, key), 200)["rows"]
            assert rows == [], path
    assert json_of(service.ask("GET", f"/api/sessions/{session}/audit"), 200)["findings"]


def test_the_next_day_a_practice_table_is_gone_and_others_are_not(embedded):
    session, token = tried(embedded)
    json_of(embedded.ask("POST", f"/api/sessions/{session}/lines", token, POOL), 201)
    table = {"game": "new-haven", "faces": "stand-in", "seats": [{"letter": "B"}, {"letter": "Y"}]}
    kept = json_of(embedded.ask("POST", "/api/sessions", fresh_token(), table), 201)["session"]
    tomorrow = (datetime.fromisoformat(embedded.backend.sessions.now()) + timedelta(days=1)).isoformat()
    embedded.backend.sessions.now = lambda: tomorrow

    assert embedded.ask("GET", f"/api/sessions/{session}", token).status_code == 404
    assert embedded.ask("GET", f"/s/{session}").status_code == 404
    assert embedded.ask("GET", f"/api/sessions/{kept}").status_code == 200
    assert tried(embedded)[0] != session


def test_the_key_of_a_practice_table_opens_no_other(embedded):
    table = {"game": "new-haven", "faces": "stand-in", "seats": [{"letter": "B"}, {"letter": "Y"}]}
    other = json_of(embedded.ask("POST", "/api/sessions", fresh_token(), table), 201)["session"]

    assert embedded.ask("POST", f"/api/sessions/{other}/lines", practice_token(other), POOL).status_code == 403
