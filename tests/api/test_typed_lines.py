"""Typed lines over the API: recorded in canonical form, refused with a suggestion, completed while they are typed."""

import pytest

from tests.api.people import json_of, open_table
from tests.api.service import Service

POOL = "- pool W1 S3 T2 R6 W4"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """One service for tests that each open a table of their own."""
    made = Service(f"sqlite:///{tmp_path_factory.mktemp('typed')}/griffier.sqlite")
    yield made
    made.close()


def recorded(service, table, *lines, key="", status=201):
    """The answer to lines sent by the scribe."""
    headers = {"idempotency-key": key} if key else {}
    body = {"lines": list(lines)}
    return json_of(service.ask("POST", table.at("/lines"), table.tokens["scribe"], body, headers=headers), status)


def texts(service, table):
    """The lines of a record as they are written."""
    answer = service.ask("GET", table.at("/record"), table.tokens["owner"])
    return [line[5:].strip() for line in answer.text.splitlines() if line[:3].strip().isdigit()]


def test_typed_lines_are_recorded_in_canonical_form(service):
    table = open_table(service, ())
    receipt = recorded(service, table, "pool w1 s3 t2 r6 w4", "Ana plays ts/ws on c3", "bo picks wheat 1 and sheep 3")

    assert receipt["line"] == 4
    assert texts(service, table) == [POOL, "B harvest c3 TS/WS", "Y pick W1", "Y pick S3"]


def test_a_typed_line_sent_twice_with_its_key_is_recorded_once(service):
    table = open_table(service, ())
    once = recorded(service, table, "ana passes", key="typed-1")
    twice = recorded(service, table, "ana passes", key="typed-1")

    assert once == twice and texts(service, table) == ["B pass"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_line_that_cannot_be_read_is_refused_with_a_suggestion(service, lang):
    table = open_table(service, (POOL,))
    body = {"lines": ["B pass", "ana build w4 4.2"]}
    answer = service.ask("POST", table.at(f"/lines?lang={lang}"), table.tokens["scribe"], body)
    problem = json_of(answer, 422)

    assert problem["at"] == 1
    suggestion = problem["suggestion"]
    assert suggestion["text"] == "B build W4 up 4.2"
    assert (
        suggestion["says"]
        == {"en": "Ana builds Wheat 4 on 4.2, face up", "fr": "Ana construit le bâtiment Blé 4 en 4.2, face visible"}[
            lang
        ]
    )
    assert [one["word"] for one in suggestion["instead"]] == ["down"]
    assert suggestion["example"] == "B build W4 up 4.2"
    assert len(problem["detail"]) < 200
    assert texts(service, table) == [POOL]


def test_a_line_refused_for_another_reason_has_no_suggestion(service):
    table = open_table(service, (POOL,))
    answer = service.ask("POST", table.at("/lines"), table.tokens["viewer"], {"lines": ["ana passes"]})

    assert "suggestion" not in json_of(answer, 403)


def test_a_seat_types_for_itself_only(service):
    table = open_table(service, (POOL,))
    other = service.ask("POST", table.at("/lines"), table.tokens["seat"], {"lines": ["bo passes"]})
    own = service.ask("POST", table.at("/lines"), table.tokens["seat"], {"lines": ["ana passes"]})

    assert (other.status_code, own.status_code) == (403, 201)


def test_a_preview_shows_every_line_that_will_be_written(service):
    table = open_table(service, (POOL, "B harvest c3 TS/WS"))
    ask = {"line": "ana picks wheat 1 and sheep 3"}
    preview = json_of(service.ask("POST", table.at("/preview"), table.tokens["scribe"], ask), 200)

    assert (preview["line"], preview["text"]) == (3, "B pick W1")
    assert [(one["line"], one["text"], one["says"]) for one in preview["then"]] == [
        (4, "B pick S3", "Ana takes Sheep 3 from the pool")
    ]


def test_a_typed_text_gets_its_canonical_form_and_completions(service):
    table = open_table(service, (POOL,))

    def typed(text):
        return json_of(service.ask("GET", table.at("/typed"), table.tokens["scribe"], params={"text": text}), 200)

    assert [one["value"] for one in typed("")["completions"]] == ["Ana ", "Bo "]
    assert typed("ana har")["completions"][0]["rest"] == "vest"
    assert typed("ana passes")["lines"] == [{"text": "B pass", "says": "Ana passes"}]
    assert typed("ana biuld w4 up 4.2")["suggestion"]["text"] == "B build W4 up 4.2"


def test_without_help_no_lawful_line_is_suggested(service):
    table = open_table(service, (POOL,), help=False)
    answer = json_of(service.ask("GET", table.at("/typed"), table.tokens["scribe"], params={"text": "ana passes"}), 200)

    assert answer["lines"] == [{"text": "B pass", "says": "Ana passes"}]
