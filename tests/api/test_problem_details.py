"""Details of refusals: the line or filter they point at, and invalid set-ups, results and dates."""

import pytest

from tests.api.library import NEW_HAVEN, bring
from tests.api.people import TABLE, fresh_token, json_of, open_table

HEAD = "griffier 1\ngame new-haven   variants -   readings -\nseats B=Ana Y=Bo   first B   faces stand-in   help on\n"


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        (["B pass", "B dances", "Y pass"], 1),
        (["B dances"], 0),
        (["B pass", "Y pass", "~ 99 -"], 2),
        ([{"kind": "note", "text": "x"}, {"kind": "played", "action": {"deed": "harvest", "seat": "Q"}}], 1),
        (["B pass", "$ - void 1 NH-BUILD-3"], 1),
    ],
    ids=str,
)
def test_the_refused_line_of_several_is_named(embedded, lines, at):
    table = open_table(embedded, lines=(), used=False)
    answer = embedded.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": lines}).json()

    assert answer["status"] >= 400 and answer["at"] == at
    assert embedded.ask("GET", "/nowhere").json()["at"] is None


def test_a_record_without_numbers_is_kept_as_notes_and_nothing_is_dropped(embedded):
    answer = json_of(
        embedded.ask("POST", "/api/imports", "", HEAD + "- pool W1 S3 T2 R6 W4\nB harvest c2 TS/WS\n"), 201
    )

    assert [(one["line"], one["code"], one["text"]) for one in answer["unread"]] == [
        (1, "out-of-order", "- pool W1 S3 T2 R6 W4"),
        (2, "out-of-order", "B harvest c2 TS/WS"),
    ]


def test_a_part_of_a_replay_has_the_struck_lines_of_that_part(embedded):
    brought = bring(embedded, NEW_HAVEN)
    whole = json_of(embedded.ask("GET", brought.at("/replay")), 200)
    lines = [one["line"] for one in whole["asides"]]
    part = json_of(embedded.ask("GET", brought.at("/replay?first=5&last=10")), 200)

    assert [one["line"] for one in part["asides"]] == [line for line in lines if 5 <= line <= 10] != lines


@pytest.mark.parametrize(
    ("path", "code", "names"),
    [
        ("/audit?seat=Q", "unknown-seat", "B Y"),
        ("/audit?line=9999", "unknown-line", "5"),
        ("/audit?clause=XX", "unknown-clause", {"en": "rulebooks", "fr": "les règles"}),
        ("/replay?first=9999", "unknown-line", "5"),
        ("/table?line=9999", "unknown-line", "5"),
        ("/table?sight=Q", "unknown-seat", "B Y"),
    ],
)
@pytest.mark.parametrize(("lang", "written"), [("en", "recorded"), ("fr", "noté")])
def test_an_unknown_filter_value_is_refused_with_the_known_ones(embedded, path, code, names, lang, written):
    table = open_table(embedded, used=False)
    answer = json_of(embedded.ask("GET", f"{table.at(path)}&lang={lang}", table.tokens["owner"]), 422)

    known = names[lang] if isinstance(names, dict) else names
    assert answer["code"] == code and known in answer["detail"]
    assert written not in answer["detail"]  # the request wrote nothing


@pytest.mark.parametrize(
    ("path", "code", "status"),
    [
        ("/api/docket?clause=XX", "unknown-clause", 422),
        ("/api/rulings?clause=XX", "unknown-clause", 422),
        ("/api/breaches/XX", "not-found", 404),
        ("/api/sessions?game=chess", "unknown-game", 422),
        ("/api/standings?since=2026-02-30", "unfit", 422),
        ("/api/sessions?until=2026-13-01", "unfit", 422),
    ],
)
def test_lists_refuse_unknown_filter_values(embedded, path, code, status):
    assert json_of(embedded.ask("GET", path), status)["code"] == code


@pytest.mark.parametrize(
    ("setup", "place"), [({"date": "2026-02-30"}, "date"), ({"text": "de"}, "text"), ({"text": "english"}, "text")]
)
def test_a_set_up_with_an_impossible_date_or_rulebook_is_refused(embedded, setup, place):
    refused = json_of(embedded.ask("POST", "/api/sessions", fresh_token(), {**TABLE, **setup}), 422)

    assert refused["code"] == "unfit" and place in refused["detail"]
    json_of(embedded.ask("POST", "/api/sessions", fresh_token(), {**TABLE, "date": "2024-02-29", "text": "fr"}), 201)


def test_the_scoreboard_names_the_seats_whose_stated_points_differ(embedded):
    brought = bring(embedded, NEW_HAVEN)
    sides = json_of(embedded.ask("GET", brought.at("/scoreboard")), 200)["played"]["sides"]
    right = {one["side"]: one["if_ended"] for one in sides}
    assert all(isinstance(points, int) for points in right.values())
    wrong = {**right, "Y": right["Y"] + 1}
    for stated, differs in ((right, []), (wrong, ["Y"]), ({"B": right["B"]}, [])):
        json_of(embedded.ask("POST", brought.at("/closing"), brought.owner, {"stated": stated}), 200)
        assert json_of(embedded.ask("GET", brought.at("/scoreboard")), 200)["differs"] == differs
        json_of(embedded.ask("DELETE", brought.at("/closing"), brought.owner), 200)
    for points in (10**15, -(10**6)):
        answer = embedded.ask("POST", brought.at("/closing"), brought.owner, {"stated": {"B": points}})
        assert json_of(answer, 422)["code"] == "unfit"


def test_unknown_points_are_described_as_a_range(embedded):
    schemas = embedded.ask("GET", "/api/openapi.json").json()["components"]["schemas"]
    texts = [one for one in schemas["Side"]["properties"]["banked"]["anyOf"] if one["type"] == "string"]

    assert "`?`" in texts[0]["description"]
