"""Every text is in the requested language, and no refusal repeats what was sent."""

import re

import pytest

from tests.api.people import TABLE, fresh_token, json_of, open_table
from tests.domain.store.clients import until

ENGLISH = re.compile(r"\b(Expected|Invalid|Object|missing|field|length|regex|the|erased)\b")
SENT = "zorglub"
SEATS = TABLE["seats"]
BODIES = [
    {"game": 3},
    {"game": SENT},
    {**TABLE, "seats": []},
    {**TABLE, "seats": [{"letter": ""}]},
    {**TABLE, "seats": [*SEATS, {SENT: 1}]},
    {**TABLE, SENT: 1},
    {**TABLE, "date": SENT},
    {**TABLE, "readings": {SENT: 3}},
    {**TABLE, "place": SENT * 20},
    {**TABLE, "help": SENT},
    3,
]


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_an_invalid_body_is_refused_with_the_place_and_the_reason(embedded, body):
    problems = {
        lang: json_of(embedded.ask("POST", f"/api/sessions?lang={lang}", "", body), 422) for lang in ("en", "fr")
    }

    assert problems["fr"]["code"] == problems["en"]["code"] == "unfit"
    assert problems["fr"]["detail"] != problems["en"]["detail"] and not ENGLISH.search(problems["fr"]["detail"])
    assert SENT not in str(problems) and "`" not in str(problems)


@pytest.mark.parametrize(
    ("query", "place"),
    [("most=abc", "most"), ("most=1000", "most"), ("status=zorglub", "status"), ("zorglub=1", ""), ("lang=zz", "lang")],
)
def test_an_invalid_query_is_refused_with_its_place(embedded, query, place):
    answer = json_of(embedded.ask("GET", f"/api/sessions?{query}"), 422)

    assert answer["code"] == "unfit" and place in answer["detail"] and SENT not in answer["detail"]


@pytest.mark.parametrize("line", [{"kind": SENT}, {"kind": "played"}, {}, 3, ""], ids=str)
def test_an_invalid_line_is_refused_with_its_place(embedded, line):
    table = open_table(embedded, lines=(), used=False)
    body = {"lines": ["B pass", line]}
    answer = json_of(embedded.ask("POST", table.at("/lines?lang=fr"), table.tokens["owner"], body), 422)

    assert "lines[1]" in answer["detail"] and SENT not in answer["detail"] and not ENGLISH.search(answer["detail"])


def test_an_erased_person_is_named_as_erased_in_the_requested_language_and_not_listed(service):
    """As a seat, in a sentence and as a player, in the requested language only."""
    setup = {**TABLE, "seats": [{"letter": "B", "name": "Quirina"}, {"letter": "Y", "name": "Bo"}], "scribe": "Quirina"}
    table = open_table(service, closed=True, **setup)
    service.caught_up()
    service.backend.sessions.erase_person("Quirina")
    until(lambda: "Quirina" not in service.ask("GET", "/api/sessions").text, "the next look")
    paths = [table.at(rest) for rest in ("", "/replay", "/table", "/scoreboard", "/audit")]
    for path in (*paths, "/api/sessions", "/api/standings", "/api/docket", "/api/breaches/NH-BUILD-3"):
        french, english = (service.ask("GET", f"{path}?lang={lang}").text for lang in ("fr", "en"))
        assert "[erased]" not in french and "[effacé]" not in english, path
        assert "Quirina" not in french + english
    assert "[effacé]" in service.ask("GET", table.at("?lang=fr")).text
    assert "[effacé]" in service.ask("GET", "/api/sessions?lang=fr").text
    assert [one["name"] for one in json_of(service.ask("GET", "/api/players"), 200)["rows"]] == ["Bo"]


def test_an_erased_text_is_marked_in_the_requested_language(service):
    table = open_table(service)
    service.caught_up()
    for line in (4, 5):
        json_of(service.ask("DELETE", table.at(f"/lines/{line}/text"), table.tokens["owner"]), 200)
    until(lambda: "was it?" not in service.ask("GET", "/api/docket").text, "the next look")
    assert json_of(service.ask("GET", "/api/docket?lang=fr"), 200)["rows"][0]["text"] == "[effacé]"
    frames = json_of(service.ask("GET", table.at("/replay?lang=fr")), 200)
    says = [one["says"] for one in (*frames["frames"], *frames["asides"])]
    assert any("[effacé]" in one for one in says) and not any("[erased]" in one for one in says)


@pytest.mark.parametrize("game", ["new-haven", "nieuw-amsterdam"])
def test_the_origin_of_faces_and_readings_is_in_both_languages(embedded, game):
    origins = {}
    for lang in ("en", "fr"):
        boxes = json_of(embedded.ask("GET", f"/api/games/{game}/boxes?lang={lang}"), 200)["boxes"]
        kinds = [kind for box in boxes for kind in box["kinds"]]
        sources = [face["source"] for kind in kinds for face in kind["faces"] if face["source"]]
        questions = json_of(embedded.ask("GET", f"/api/games/{game}?lang={lang}"), 200)["questions"]
        readings = [one for question in questions for one in question["readings"] if one["follows"]]
        origins[lang] = sources, [one["follows_says"] for one in readings]
    for english, french in zip(*origins.values(), strict=True):
        assert english and len(english) == len(french)
        assert all(one != other for one, other in zip(english, french, strict=True))


def test_a_refusal_never_repeats_the_token(embedded):
    token = fresh_token()
    for wrong in (f"Basic {SENT}", f"Bearer {SENT}", f"Bearer {token}{SENT}"):
        answer = embedded.ask("GET", "/api/sessions?lang=fr", headers={"authorization": wrong})
        assert json_of(answer, 401)["code"] == "bad-token" and SENT not in answer.text and token not in answer.text
