"""Previews and options over the API: they match what recording does, and are refused where help is off."""

import pytest

from tests.api.people import LINES, json_of, open_table


@pytest.mark.parametrize(
    ("lang", "says"), [("en", "Bo builds Stone 3 on"), ("fr", "Bo construit le bâtiment Pierre 3")]
)
def test_a_preview_equals_the_receipt_and_records_nothing(service, lang, says):
    table = open_table(service, LINES[:2])
    before = service.head(table.session)
    body = {"line": "Y build R3 up 3.1"}
    answer = json_of(service.ask("POST", table.at(f"/preview?lang={lang}"), table.tokens["scribe"], body), 200)

    assert service.head(table.session) == before
    assert answer["says"].startswith(says) and answer["line"] == 3
    done = service.ask("POST", table.at(f"/lines?lang={lang}"), table.tokens["scribe"], {"lines": [body["line"]]})
    assert json_of(done, 201)["findings"] == answer["findings"] != []


def test_a_line_can_be_previewed_as_fields(embedded):
    table = open_table(embedded, LINES[:2])
    action = {"deed": "build", "seat": "Y", "colour": "R", "number": 3, "up": True, "home": "3.1"}
    as_fields = {"line": {"kind": "played", "action": action}}
    previews = [
        json_of(embedded.ask("POST", table.at("/preview"), table.tokens["owner"], body), 200)
        for body in (as_fields, {"line": "Y build R3 up 3.1"})
    ]

    assert previews[0] == previews[1]


def test_a_preview_shows_changed_findings_of_earlier_lines(embedded):
    table = open_table(embedded, LINES[:2])
    body = {"line": "= - marker S +1 @2/NH-GATHER-1"}
    answer = json_of(embedded.ask("POST", table.at("/preview"), table.tokens["owner"], body), 200)

    assert [(finding["line"], finding["clause"]) for finding in answer["came"]] == [(2, "NH-GATHER-1")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("B sings", "unreadable"),
        ("Z pass", "unknown-seat"),
        ("~ 99 -", "unknown-line"),
        ({"kind": "played", "action": {"deed": "sing"}}, "unreadable"),
        ({"kind": "sung"}, "unfit"),
        ("", "unfit"),
        (3, "unfit"),
    ],
)
def test_a_preview_refuses_a_line_as_recording_would(embedded, line, code):
    table = open_table(embedded, LINES[:2])
    answer = embedded.ask("POST", table.at("/preview"), table.tokens["owner"], {"line": line})

    assert answer.status_code == 422 and answer.json()["code"] == code


def test_every_option_can_be_recorded_without_a_finding(service):
    table = open_table(service, LINES[:2])
    token = table.tokens["scribe"]
    answer = json_of(service.ask("GET", table.at("/options"), token), 200)

    assert answer["moment"]["waits"] == ["B"] and {"done", "build"} == {group["deed"] for group in answer["deeds"]}
    for group in answer["deeds"]:
        for choice in group["choices"][:3]:
            for line in (choice["text"], {"kind": "played", "action": choice["action"]}):
                foreseen = json_of(service.ask("POST", table.at("/preview"), token, {"line": line}), 200)
                assert foreseen["findings"] == []


def test_options_of_a_seat_and_of_no_seat(embedded):
    table = open_table(embedded, LINES[:2])
    options = {
        seat: embedded.ask("GET", table.at(f"/options?seat={seat}"), table.tokens["owner"]) for seat in ("B", "Y", "Z")
    }

    assert json_of(options["B"], 200)["deeds"] and json_of(options["Y"], 200)["deeds"] == []
    assert options["Z"].json()["code"] == "unknown-seat"


@pytest.mark.parametrize(("lang", "says"), [("en", "without help"), ("fr", "sans aide")])
def test_there_is_no_advice_where_help_is_off(embedded, lang, says):
    table = open_table(embedded, LINES[:2], help=False)
    body = {"line": "B done"}
    for answer in (
        embedded.ask("POST", table.at(f"/preview?lang={lang}"), table.tokens["owner"], body),
        embedded.ask("GET", table.at(f"/options?lang={lang}"), table.tokens["owner"]),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "help-off")
        assert says in answer.json()["detail"]


def test_a_guest_gets_no_advice(embedded):
    table = open_table(embedded, LINES[:2])

    assert embedded.ask("GET", table.at("/options")).status_code == 401
    assert embedded.ask("GET", table.at("/options"), table.tokens["viewer"]).status_code == 403
