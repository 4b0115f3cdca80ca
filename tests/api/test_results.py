"""Closing a record: the stated and the computed result, an empty record, and reopening."""

import pytest

from domain.sessions.application import Sessions
from tests.api.library import LIBRARY, bring
from tests.api.people import json_of, open_table
from tests.domain.store.corpus_sessions import as_computed, given_up


@pytest.fixture
def table(service):
    """A whole game of New Haven, whose points are all counted."""
    return bring(service, LIBRARY / "new-haven" / "games" / "whole-game-4-players.record")


def result(service, table, lang="en"):
    return json_of(service.ask("GET", table.at(f"/result?lang={lang}"), table.owner), 200)


def computed(service, table):
    return {side["side"]: side["computed"] for side in result(service, table)["sides"]}


def test_the_stated_result_is_stored_beside_the_computed_one(service, table):
    points = computed(service, table)
    stated = {**points, "B": points["B"] + 1}
    before = json_of(service.ask("POST", table.at("/result"), table.owner, {"stated": stated}), 200)
    assert not before["closed"]
    json_of(service.ask("POST", table.at("/closing"), table.owner, {"stated": stated}), 200)

    stored = result(service, table)
    assert (stored["closed"], stored["same"]) == (True, False)
    assert stored["sides"] == before["sides"]
    first, *others = stored["sides"]
    assert (first["stated"], first["by"], first["differs"]) == (stated["B"], 1, True)
    assert first["says"] == f"{first['name']}: the table counted {stated['B']}, the record gives {points['B']}."
    assert not any(side["differs"] or side["look"] for side in others)


def test_a_differing_result_names_the_line_to_check(service, table):
    points = computed(service, table)
    body = {"stated": {**points, "B": points["B"] - 2}}
    answer = json_of(service.ask("POST", table.at("/result"), table.owner, body), 200)["sides"][0]
    assert answer["line"] and str(answer["line"]) in answer["look"] and "NH-" in answer["look"]
    french = json_of(service.ask("POST", table.at("/result?lang=fr"), table.owner, body), 200)["sides"][0]
    assert french["says"].startswith(f"{french['name']}\u00a0: la table compte")


def test_the_record_says_that_the_computed_result_was_accepted(service, table):
    points = computed(service, table)
    for _ in range(2):  # sent twice under one key it happens once
        json_of(
            service.ask(
                "POST", table.at("/closing"), table.owner, {"same": True}, headers={"idempotency-key": "close"}
            ),
            200,
        )
    board = json_of(service.ask("GET", table.at("/scoreboard")), 200)
    assert (board["stated"], board["same"], board["differs"]) == (points, True, [])
    assert result(service, table)["same"]


def test_the_winner_is_the_one_the_table_states(service, table):
    points = computed(service, table)
    names = {side["side"]: side["name"] for side in result(service, table)["sides"]}
    last = min(points, key=points.get)
    body = {"stated": {**points, last: max(points.values()) + 1}}
    answer = json_of(service.ask("POST", table.at("/result"), table.owner, body), 200)
    assert answer["winners"] == [names[last]]


def test_an_empty_record_is_never_closed_and_can_be_deleted(service):
    table = open_table(service, lines=())
    answer = json_of(service.ask("POST", table.at("/closing"), table.tokens["owner"], {"same": True}), 409)
    assert answer["code"] == "empty-record"
    assert json_of(service.ask("GET", table.at()), 200)["status"] == "provisional"
    json_of(service.ask("DELETE", table.at(), table.tokens["scribe"]), 403)
    for _ in range(2):
        json_of(service.ask("DELETE", table.at(), table.tokens["owner"], headers={"idempotency-key": "gone"}), 200)
    assert json_of(service.ask("GET", table.at(), table.tokens["owner"]), 404)["code"] == "unknown-session"
    body = {"lines": ["B pass"]}
    assert (
        json_of(service.ask("POST", table.at("/lines"), table.tokens["owner"], body), 404)["code"] == "unknown-session"
    )
    service.caught_up()
    assert table.session not in {one["session"] for one in service.ask("GET", "/api/sessions").json()["rows"]}


def test_a_record_with_lines_is_not_deleted(service):
    table = open_table(service)
    assert json_of(service.ask("DELETE", table.at(), table.tokens["owner"]), 409)["code"] == "not-empty"
    assert json_of(service.ask("GET", table.at()), 200)["lines"] == 5


def test_a_deleted_table_is_not_listed_on_the_command_line(tmp_path):
    sessions = Sessions(f"sqlite:///{tmp_path}/griffier.sqlite")
    kept = as_computed(sessions)
    given_up(sessions)
    assert [view.id for view in sessions.listed()] == [kept]
    sessions.close()
