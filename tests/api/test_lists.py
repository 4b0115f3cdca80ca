"""Over many sessions: lists, standings, players, breaches, docket and rulings through the whole service."""

import pytest

from tests.api.conftest import on_both_stores
from tests.api.people import json_of, open_table
from tests.domain.store.clients import until

LISTS = ("/api/sessions", "/api/players", "/api/standings", "/api/breaches", "/api/docket", "/api/rulings")


def rows(service, path, token="", **asked):
    return json_of(service.ask("GET", path, token, params=asked), 200)["rows"]


@on_both_stores
def test_a_table_is_listed_with_its_status_in_the_asked_language(service):
    table = open_table(service)
    service.caught_up()
    (one,) = rows(service, "/api/sessions", place="THE club", status="under-protest", lang="fr")
    assert (one["session"], one["lines"], one["guests"], one["closed"]) == (table.session, 5, True, False)
    assert [seat["name"] for seat in one["seats"]] == ["Ana", "Bo"]
    assert one["says"].startswith("contesté")
    (claim,) = rows(service, "/api/docket", clause="NH-BUILD-3", lang="fr")
    assert (claim["session"], claim["line"], claim["about"], claim["text"]) == (table.session, 5, 3, "was it?")
    assert "NH-BUILD-3" in [one["clause"] for one in rows(service, "/api/breaches", game="new-haven")]
    assert rows(service, "/api/breaches/NH-BUILD-3")[0]["line"] == 3


@on_both_stores
def test_tables_are_found_by_action_and_clause_with_links_to_their_lines(service):
    table = open_table(service)
    service.caught_up()
    (one,) = rows(service, "/api/sessions", clause="NH-BUILD-3", action="build")
    assert (one["session"], one["found"]) == (table.session, [3])
    assert rows(service, "/api/sessions", clause="NH-BUILD-3", within="2") == []
    page = service.ask("GET", "/", params={"action": "build", "game": "", "within": ""}).text
    assert f'href="/s/{table.session}/replay?line=3"' in page
    assert table.session not in service.ask("GET", "/", params={"action": "settle"}).text


@on_both_stores
def test_a_ruling_takes_a_claim_off_the_docket_and_can_be_found_by_its_clause(service):
    table = open_table(service)
    json_of(
        service.ask("POST", table.at("/lines"), table.tokens["arbiter"], {"lines": ['$ 5 void 3 NH-BUILD-3 "no"']}), 201
    )
    service.caught_up()
    assert rows(service, "/api/docket") == []
    (ruling,) = rows(service, "/api/rulings", clause="NH-BUILD-3", standing="true")
    assert (ruling["remedy"], ruling["claim"], ruling["text"], ruling["in_force"]) == ("void", 5, "no", True)


@on_both_stores
def test_a_closed_table_counts_for_its_players(service):
    open_table(service, closed=True)
    service.caught_up()
    assert sorted(one["name"] for one in rows(service, "/api/standings")) == ["Ana", "Bo"]
    (ana,) = rows(service, "/api/players", called="ana")
    (game,) = rows(service, f"/api/players/{ana['player']}/sessions")
    assert (game["seat"], game["session"]["closed"]) == ("B", True)


@on_both_stores
def test_a_table_without_guests_is_not_listed_for_strangers(service):
    hidden, shown = open_table(service, guests=False, place="behind the curtain", closed=True), open_table(service)
    service.caught_up()
    for path in LISTS:
        for token in ("", shown.tokens["owner"]):
            text = str(rows(service, path, token))
            assert hidden.session not in text and "curtain" not in text, path
    for token in hidden.tokens.values():
        own = [] if token == hidden.tokens["arbiter"] else [hidden.session]  # its dispute waits for the arbiter
        sessions = [one["session"] for one in rows(service, "/api/sessions", token)]
        assert sessions == [shown.session, *own]
        assert [one["session"] for one in rows(service, "/api/sessions", token, mine="true")] == own


def test_each_page_has_the_cursor_of_the_next(embedded):
    table = [open_table(embedded, lines=(), used=False).session for _ in range(5)]
    embedded.caught_up()
    found, cursor = [], None
    while True:
        asked = {"most": 2} | ({"cursor": cursor} if cursor else {})
        page = json_of(embedded.ask("GET", "/api/sessions", params=asked), 200)
        found += [one["session"] for one in page["rows"]]
        if (cursor := page["next"]) is None:
            break
    assert found == table[::-1]


@pytest.mark.parametrize(
    "asked",
    [
        {"cursor": "abc"},
        {"cursor": "!"},
        {"most": "0"},
        {"most": "101"},
        {"status": "official"},
        {"findings": "some"},
        {"since": "yesterday"},
        {"colour": "blue"},
        {"search": "x" * 101},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", LISTS)
def test_an_impossible_query_is_refused(embedded, path, asked):
    answer = embedded.ask("GET", path, params=asked)
    assert answer.status_code == 422
    assert answer.json()["code"] in ("unfit", "bad-cursor")


@on_both_stores
def test_the_lag_is_reported(service):
    open_table(service)
    service.caught_up()
    answer = json_of(service.ask("GET", "/ready"), 200)["projections"]
    assert (answer["behind"], answer["running"], answer["unread"]) == (0, True, 0)
    assert "griffier_projection_lag_events 0.0" in service.ask("GET", "/metrics").text


@on_both_stores
def test_erased_names_are_in_no_list(service):
    table = open_table(service)
    service.caught_up()
    json_of(service.ask("DELETE", table.at("/lines/5/text"), table.tokens["owner"]), 200)
    until(lambda: rows(service, "/api/docket")[0]["text"] == "[erased]", "the next look")
