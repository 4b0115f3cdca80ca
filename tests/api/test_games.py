"""The games over the API: all a program needs to set up a table and record lines, in both languages."""

import pytest

from domain.errors import NotRecorded
from domain.games import GAMES
from domain.record.line_text import read_entry
from domain.setup import Setup
from domain.words import LANGUAGES
from tests.api.people import json_of


def test_every_game_is_listed(embedded):
    answer = json_of(embedded.ask("GET", "/api/games"), 200)["games"]

    assert [one["id"] for one in answer] == list(GAMES)
    for one in answer:
        game = GAMES[one["id"]]
        assert one["players"] == list(game.players) and one["clauses"] == len(game.citable)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_game_lists_its_variants_questions_clauses_observables_and_verbs(embedded, game, lang):
    answer, words = json_of(embedded.ask("GET", f"/api/games/{game.id}?lang={lang}"), 200), game.speak(lang)

    assert answer["name"] == words["name"] and answer["rules"] == game.version
    assert [one["id"] for one in answer["variants"]] == [row.id for row in game.variants]
    assert [one["id"] for one in answer["questions"]] == [one.id for one in game.questions]
    for question, told_question in zip(game.questions, answer["questions"], strict=True):
        assert [f"{question.id}={one['id']}" for one in told_question["readings"]] == [r.id for r in question.readings]
        assert [one["default"] for one in told_question["readings"]].index(True) == 0
        assert told_question["asks"] and all(one["says"] for one in told_question["readings"])
    assert {one["what"] for one in answer["observables"]} == set(game.base.observables)
    assert {one["deed"] for one in answer["verbs"]} == {kind.__struct_config__.tag for kind in game.actions}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_verb_has_an_example_that_can_be_read_and_fields_a_program_can_fill(embedded, game):
    answer = json_of(embedded.ask("GET", f"/api/games/{game.id}"), 200)
    setup = Setup(game=game.id, seats=("A", "B", "Y", "O"), faces="stand-in")
    for verb in answer["verbs"]:
        assert verb["says"] and any(field["name"] == "seat" for field in verb["fields"])
        assert all(field["schema"] for field in verb["fields"])
        example = verb["like"].split(" / ")[0]
        if example and "…" not in example and "|" not in example:
            try:
                action = read_entry(example, setup).action
            except NotRecorded:
                pytest.fail(f"{verb['verb']}: {example} cannot be read")
            assert type(action).__struct_config__.tag == verb["deed"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_clause_has_a_text_in_both_languages(embedded, game):
    answer = json_of(embedded.ask("GET", f"/api/games/{game.id}/clauses?lang=fr"), 200)["clauses"]

    assert [one["id"] for one in answer] == [clause.id for clause in game.citable]
    for one in answer:
        assert set(one["texts"]) == set(LANGUAGES) and one["says"] == one["texts"]["fr"]
        assert one["kind"] != "soft" or one["why"]
    assert json_of(embedded.ask("GET", f"/api/games/{game.id}/clauses/{answer[0]['id']}?lang=fr"), 200) == answer[0]


@pytest.mark.parametrize("path", ["/api/games/chess", "/api/games/chess/clauses", "/api/games/new-haven/clauses/NONE"])
def test_an_unknown_game_or_clause_is_not_found(embedded, path):
    answer = embedded.ask("GET", path)

    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_combination_of_variants_is_explained(embedded, lang):
    asked = f"/api/games/kontor/agreement?variants=advanced,KO-V-EXPORT&lang={lang}"
    answer = json_of(embedded.ask("GET", asked), 200)

    assert answer["variants"] == ["advanced", "KO-V-EXPORT"] and answer["refused"] == ""
    assert "KO-BOAT-0" in answer["changes"]["lifted"] and "KO-V-EXPORT-4" in answer["changes"]["added"]
    clash = json_of(embedded.ask("GET", "/api/games/kontor/agreement?variants=KO-V-DAVID"), 200)
    assert "advanced" in clash["refused"]
    assert embedded.ask("GET", "/api/games/kontor/agreement?variants=nothing").status_code in (400, 404, 409, 422)
