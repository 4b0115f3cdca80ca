"""Erasing a person while the service runs needs the token in the store's own folder."""

import json
import os
import stat

import pytest

from api.http.operator_endpoint import ERASURES, endpoint_file, erase_by_service
from domain.store.erasable_texts import ERASED
from tests.api.people import fresh_token, json_of, open_table
from tests.api.service import Serving
from tests.api.test_cli import run


@pytest.fixture
def served(sqlite_url, monkeypatch):
    """The service behind a socket, on an SQLite file that the command line uses too."""
    monkeypatch.setenv("GRIFFIER_DATABASE", sqlite_url)
    made = Serving(sqlite_url)
    yield made
    made.close()
    assert not endpoint_file(sqlite_url).exists()


def test_a_person_is_erased_while_the_service_runs(served):
    table = open_table(served)
    done = run("erase", "Ana")

    assert done.exit_code == 0 and "erased" in done.stdout
    assert [one["name"] for one in json_of(served.ask("GET", table.at()), 200)["table"]["seats"]] == [ERASED, "Bo"]
    assert json_of(served.ask("GET", table.at("/verification")), 200)["session"] == table.session
    again = run("erase", "Ana", "--lang", "fr")
    assert again.exit_code and "Ce nom" in again.output


def test_without_its_token_the_operators_address_does_not_exist(served, sqlite_url):
    table = open_table(served)
    file = endpoint_file(sqlite_url)
    if os.name != "nt":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert ERASURES not in served.ask("GET", "/api/openapi.json").text
    for token in ("", fresh_token(), table.tokens["owner"]):
        answer = served.ask("POST", ERASURES, token, {"name": "Ana"})
        assert json_of(answer, 404)["code"] == "not-found"
    assert "Ana" in served.ask("GET", table.at()).text


def test_an_endpoint_file_left_by_a_killed_service_is_ignored(sqlite_url, monkeypatch):
    """A killed service leaves its endpoint file behind."""
    monkeypatch.setenv("GRIFFIER_DATABASE", sqlite_url)
    for left in (json.dumps({"address": "http://127.0.0.1:9", "token": "x"}), "{", ""):
        endpoint_file(sqlite_url).write_text(left)
        assert erase_by_service(sqlite_url, "Ana") is None
        assert "This name is not" in run("erase", "Ana").output
    assert erase_by_service("postgresql:///griffier", "Ana") is None
