"""Joining by a short code: to the public page or to a role, for a limited time, and not by guessing."""

import re

import pytest

from api.http.requests.join_codes import code_hash, new_code
from tests.api.conftest import on_both_stores
from tests.api.people import fresh_token, grants_of, json_of, open_table
from tests.api.service import Service

SHORT, LONG = re.compile(r"([B-Z][AEIOU]){2} [2-9]{2}"), re.compile(r"(([B-Z][AEIOU]){2} ){2}[2-9]{2}")


def opened(service, table, **body):
    return json_of(service.ask("POST", table.at("/codes"), table.tokens["owner"], body), 201)


def join(service, code, token="", status=200):
    return json_of(service.ask("POST", "/api/joins", token, {"code": code}), status)


def test_a_code_leads_to_the_public_page_however_it_is_typed(service):
    table = open_table(service)
    code = opened(service, table)["code"]
    assert SHORT.fullmatch(code)
    for typed in (code, code.lower(), f" {code.replace(' ', '-')} ", code.replace(" ", "")):
        answer = join(service, typed, fresh_token())
        assert answer == {"session": table.session, "role": "guest", "seat": None, "joined": False}


def test_a_role_is_given_once_to_an_own_token(service):
    table = open_table(service)
    made = opened(service, table, role="seat", seat="Y")
    assert LONG.fullmatch(made["code"]) and (made["role"], made["seat"]) == ("seat", "Y")
    before = len(grants_of(service, table.session, table.tokens["owner"]))
    looked = join(service, made["code"])
    assert (looked["role"], looked["seat"], looked["joined"]) == ("seat", "Y", False)
    assert len(grants_of(service, table.session, table.tokens["owner"])) == before
    mine = fresh_token()
    for _ in range(2):  # an answer that was lost is asked for again
        assert join(service, made["code"], mine)["joined"]
    assert len(grants_of(service, table.session, table.tokens["owner"])) == before + 1
    answer = json_of(service.ask("GET", table.at(), mine), 200)
    assert (answer["role"], answer["seat"]) == ("seat", "Y")
    assert join(service, made["code"], fresh_token(), 409)["code"] == "code-used"


def test_many_viewers_may_join_by_one_code_also_where_guests_may_not(service):
    table = open_table(service, guests=False)
    refused = json_of(service.ask("POST", table.at("/codes"), table.tokens["owner"], {}), 409)
    assert refused["code"] == "no-guests"
    code = opened(service, table, role="viewer")["code"]
    for token in (fresh_token(), fresh_token()):
        assert join(service, code, token)["joined"]
        json_of(service.ask("GET", table.at(), token), 200)


def test_a_code_is_invalid_after_its_time_or_after_its_opener_was_revoked(service):
    table = open_table(service)
    code = opened(service, table, role="scribe")["code"]
    hash = code_hash(code)
    service.backend.sessions.recorder.change(("UPDATE join_codes SET until = 1000 WHERE code = ?", (hash,)))
    assert join(service, code, fresh_token(), 404)["code"] == "no-such-code"
    other = json_of(service.ask("POST", table.at("/grants"), table.tokens["owner"], {"role": "owner"}), 201)
    made = json_of(service.ask("POST", table.at("/codes"), other["token"], {"role": "scribe"}), 201)
    json_of(service.ask("DELETE", table.at(f"/grants/{other['grant']}"), table.tokens["owner"]), 200)
    assert join(service, made["code"], fresh_token(), 404)["code"] == "no-such-code"


@pytest.mark.parametrize("who", ["scribe", "seat", "arbiter", "viewer"])
def test_only_owners_open_codes(service, who):
    table = open_table(service)
    json_of(service.ask("POST", table.at("/codes"), table.tokens[who], {"role": "viewer"}), 403)


def test_too_many_wrong_codes_are_refused(sqlite_url):
    service = Service(sqlite_url, guesses=3)
    table = open_table(service)
    code = opened(service, table, role="scribe")["code"]
    wrong = [new_code(2) for _ in range(3)]
    for one in wrong:
        join(service, one, fresh_token(), 404)
    assert join(service, code, fresh_token(), 429)["code"] == "too-often"
    service.close()


@on_both_stores
def test_only_the_hash_of_a_code_is_stored(service):
    table = open_table(service)
    code = opened(service, table, role="scribe")["code"]
    kept = service.backend.sessions.recorder.rows("SELECT * FROM join_codes")
    assert len(kept) == 1 and code not in repr(kept) and code.replace(" ", "") not in repr(kept)
