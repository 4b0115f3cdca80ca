"""Scoreboard, replay, table, audit and record over the API, as each reader may see them."""

import msgspec
import pytest

from domain.setup import EVERYTHING
from replays.audit import audit_of
from replays.frames import replay_of
from replays.record_text import read_record
from replays.scoreboard import scoreboard_of
from replays.table_values import table_view
from replays.viewpoint import Viewpoint
from tests.api.library import NEW_HAVEN, SAMPLES, bring, grant, named, text_of
from tests.api.people import LINES, json_of, open_table

DRAWS = ("- pool W1 S3 T2 R6 W4", "B harvest c4 TS/WS", "B done", "Y pass", "B pick W4", "B draw T5", "B draw R2")


@pytest.mark.parametrize("path", SAMPLES, ids=named)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_served_views_equal_those_of_the_record(embedded, path, lang):
    brought, (session, _) = bring(embedded, path), read_record(text_of(path))

    def get(what: str) -> dict:
        return json_of(embedded.ask("GET", brought.at(what), brought.owner, headers={"accept-language": lang}), 200)

    public = Viewpoint(None)
    assert get("/scoreboard") == plain(scoreboard_of(session, lang, public))
    assert get("/replay") == plain(replay_of(session, lang, public))
    assert get("/replay?ruled=true&known=then&first=3&last=20") == plain(
        replay_of(session, lang, Viewpoint(None, True, "then"), 3, 20)
    )
    assert get("/table") == plain(table_view(session, lang, public))
    assert get("/table?line=5&ruled=true") == plain(table_view(session, lang, Viewpoint(None, True), 5))
    assert get("/audit") == plain(audit_of(session, lang, public))


def plain(value) -> dict:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_the_scoreboard_has_both_folds_side_by_side(service):
    brought = bring(service, NEW_HAVEN)
    board = json_of(service.ask("GET", brought.at("/scoreboard"), brought.owner), 200)

    assert [side["banked"] for side in board["played"]["sides"]] == [28, 2]
    assert [side["banked"] for side in board["ruled"]["sides"]] == [28, 0]
    assert (board["parts_at"], board["status"], board["ruled"]["winners"]) == (15, "provisional", ["B"])
    for side in board["played"]["sides"]:
        assert sum(point["by"] for point in side["points"]) == side["banked"]
        assert all(point["line"] and point["clause"] for point in side["points"])


def test_a_result_is_under_protest_until_it_is_ruled_on_and_amended_once_closed(service):
    table = open_table(service, (*LINES[:3], "! Y 3 NH-BUILD-3"))
    seen = []
    for line in ("$ 4 void 3 NH-BUILD-3", None):
        seen.append(json_of(service.ask("GET", table.at("/scoreboard")), 200)["status"])
        if line:
            json_of(service.ask("POST", table.at("/lines"), table.tokens["arbiter"], {"lines": [line]}), 201)
    json_of(service.ask("POST", table.at("/closing"), table.tokens["owner"], {"stated": {"B": 3, "Y": 1}}), 200)
    board = json_of(service.ask("GET", table.at("/scoreboard")), 200)

    assert [*seen, board["status"]] == ["under-protest", "provisional", "amended"]
    assert board["stated"] == {"B": 3, "Y": 1}
    assert json_of(service.ask("GET", table.at()), 200)["status"] == "amended"


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("", [13, 22, 30, 31]),
        ("?line=30", [30]),
        ("?clause=NH-BUILD-3", [31]),
        ("?seat=B", []),
        ("?verdict=broken&seat=Y&line=22", [22]),
        ("?ruled=true&line=30", []),
    ],
)
def test_findings_can_be_filtered(embedded, query, lines):
    brought = bring(embedded, NEW_HAVEN)
    answer = json_of(embedded.ask("GET", brought.at(f"/audit{query}"), brought.owner), 200)

    assert [finding["line"] for finding in answer["findings"]] == lines


def secrets_seen(service, table, token: str, query: str = "") -> set[str]:
    """Which of the two secret draws a role sees in any answer."""
    text = ""
    for what in ("/replay", "/record", "/table", "/scoreboard", "/audit"):
        answer = service.ask("GET", table.at(what + query), token)
        assert answer.status_code == 200, (what, answer.text)
        text += answer.text
    return {secret for secret in ("T5", "R2") if secret in text}


def test_every_role_sees_exactly_its_own_secrets(service):
    table = open_table(service, DRAWS)
    seen = {who: secrets_seen(service, table, token) for who, token in {**table.tokens, "guest": ""}.items()}

    assert {who for who, secrets in seen.items() if secrets} == {"seat", "arbiter"}
    assert seen["seat"] == seen["arbiter"] == {"T5", "R2"}


def test_a_viewpoint_can_be_narrowed_and_never_widened(service):
    table = open_table(service, DRAWS)

    assert secrets_seen(service, table, table.tokens["arbiter"], "?sight=public") == set()
    assert secrets_seen(service, table, table.tokens["arbiter"], "?sight=B") == {"T5", "R2"}
    assert secrets_seen(service, table, table.tokens["arbiter"], "?sight=Y") == set()
    assert secrets_seen(service, table, table.tokens["seat"], "?sight=B") == {"T5", "R2"}
    for who, sight in (("owner", EVERYTHING), ("other", "B"), ("viewer", "B"), ("seat", EVERYTHING)):
        for what in ("/replay", "/record", "/table", "/scoreboard", "/audit"):
            answer = service.ask("GET", table.at(f"{what}?sight={sight}"), table.tokens[who])
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    answer = service.ask("GET", table.at("/replay?sight=Z"))
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-seat")


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("/replay?first=99", "unknown-line"),
        ("/table?line=99", "unknown-line"),
        ("/table?line=-1", "unfit"),
        ("/replay?known=later", "unfit"),
        ("/replay?ruled=perhaps", "unfit"),
        ("/audit?verdict=guilty", "unfit"),
        ("/scoreboard?known=now", "unfit"),
        ("/replay?first=1&first=2", "key-twice"),
    ],
)
def test_an_impossible_view_is_refused(embedded, what, code):
    brought = bring(embedded, NEW_HAVEN)

    assert embedded.ask("GET", brought.at(what), brought.owner).json()["code"] == code


def test_an_arbiter_reads_the_secret_of_a_struck_line_and_a_guest_does_not(embedded):
    table = open_table(embedded, (*DRAWS, "~ 6 -", "~ 7 B draw R2"))

    assert secrets_seen(embedded, table, "") == set()
    assert secrets_seen(embedded, table, table.tokens["arbiter"]) == {"T5", "R2"}


def test_the_public_text_of_a_record_can_be_imported(embedded):
    table = open_table(embedded, DRAWS)
    text = embedded.ask("GET", table.at("/record")).text

    assert json_of(embedded.ask("POST", "/api/imports", "", text), 201)["unread"] == []


def test_a_viewer_sees_what_guests_see(embedded):
    brought = bring(embedded, NEW_HAVEN)
    viewer = grant(embedded, brought, "viewer")

    assert embedded.ask("GET", brought.at("/replay"), viewer).text == embedded.ask("GET", brought.at("/replay")).text
