"""Boxes over the API: every face has its origin; an owner's box is checked, stored and used again."""

import pytest

from domain.games import GAMES
from tests.api.people import TABLE, json_of

MINE = {"faces": {"harvest": {"TS/WS": 59, "RR/WT": 1}}}
ADDRESS = "/api/games/new-haven/boxes"


@pytest.mark.parametrize(("lang", "made_up"), [("en", "made up, not from the real box"), ("fr", "fictif")])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_face_has_its_origin(embedded, game, lang, made_up):
    answer = json_of(embedded.ask("GET", f"/api/games/{game.id}/boxes?lang={lang}"), 200)

    assert [one["kind"] for one in answer["enter"]] == list(game.box)
    boxes = {box["id"]: box for box in answer["boxes"]}
    assert set(boxes) == set(game.catalogues)
    for id, box in boxes.items():
        faces = [face for kind in box["kinds"] for face in kind["faces"]]
        assert len(faces) == sum(len(catalogue) for catalogue in game.catalogues[id].faces.values())
        assert sum(box["origins"].values()) == len(faces)
    stand_in = [face for kind in boxes["stand-in"]["kinds"] for face in kind["faces"] if face["origin"] == "stand-in"]
    assert stand_in and all(face["says"].startswith(made_up) for face in stand_in)
    assert boxes["stand-in"]["warning"] and not boxes["printed"]["warning"]


def test_a_box_is_stored_under_a_hash_of_its_content_and_used_by_a_table(service):
    box = json_of(service.ask("POST", ADDRESS, "", MINE), 201)
    again = json_of(service.ask("POST", ADDRESS, "", {"faces": {"harvest": {"TW/RR": 1, "SW/ST": 59}}}), 201)
    other = json_of(service.ask("POST", ADDRESS, "", {"faces": {"harvest": {"TS/WS": 1}}}), 201)

    assert again == box
    assert other["id"] != box["id"] and box["kinds"][0]["complete"] and not other["kinds"][0]["complete"]
    assert json_of(service.ask("GET", f"{ADDRESS}/{box['id']}"), 200) == box
    opened = json_of(service.ask("POST", "/api/sessions", "", {**TABLE, "faces": box["id"]}), 201)
    at, owner = f"/api/sessions/{opened['session']}", opened["owner"]["token"]
    answer = json_of(service.ask("POST", f"{at}/lines", owner, {"lines": ["B harvest c4 WW/WS"]}), 201)
    assert "GR-COUNT" in [finding["clause"] for finding in answer["findings"]]
    record = service.ask("GET", f"{at}/record", owner).text
    assert f"faces {box['id']}" in record
    assert json_of(service.ask("POST", "/api/imports", "", record), 201)["lines"] == 1


def test_an_equal_box_has_an_equal_id_whatever_its_order(embedded):
    names = {
        json_of(embedded.ask("POST", ADDRESS, "", {"faces": faces}), 201)["id"]
        for faces in ({"harvest": {"TS/WS": 1, "RR/WT": 2}}, {"harvest": {"RR/WT": 2, "TS/WS": 1}})
    }

    assert len(names) == 1


def test_a_box_can_be_checked_without_being_stored(embedded):
    box = json_of(embedded.ask("POST", ADDRESS, "", {**MINE, "keep": False}), 201)

    assert embedded.ask("GET", f"{ADDRESS}/{box['id']}").status_code == 404
    assert json_of(embedded.ask("POST", ADDRESS, "", MINE), 201)["id"] == box["id"]


@pytest.mark.parametrize(
    ("faces", "named"),
    [
        ({"dragons": {"red": 1}}, "dragons"),
        ({"harvest": {"WW/WW": 1}}, "WW/WW"),
        ({"harvest": {"TS/WS": 1, "SW/ST": 1}}, "SW/ST"),
        ({"harvest": {"TS/WS": 0}}, "TS/WS"),
        ({"harvest": {"TS/WS": 61}}, "60"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_impossible_entry_is_refused_and_named(embedded, faces, named, lang):
    answer = embedded.ask("POST", f"{ADDRESS}?lang={lang}", "", {"faces": faces})

    assert (answer.status_code, answer.json()["code"]) == (422, "bad-box")
    assert named in answer.json()["detail"]


@pytest.mark.parametrize(
    "body", [{}, {"faces": []}, {"faces": {"harvest": {"TS/WS": "1"}}}, {"faces": {}, "owner": "me"}]
)
def test_an_invalid_box_is_refused(embedded, body):
    assert embedded.ask("POST", ADDRESS, "", body).json()["code"] == "unfit"


@pytest.mark.parametrize("card", ["blue:1/²/2", f"blue:1/2/{'9' * 5000}"], ids=["raised", "endless"])
def test_the_numbers_printed_on_a_card_have_bounds(embedded, card):
    answer = embedded.ask("POST", "/api/games/nieuw-amsterdam/boxes", "", {"faces": {"land": {card: 1}}})

    assert answer.status_code == 422


def test_a_box_of_one_game_cannot_be_used_in_another(embedded):
    box = json_of(embedded.ask("POST", ADDRESS, "", MINE), 201)
    for game in GAMES:
        if game != "new-haven":
            assert embedded.ask("GET", f"/api/games/{game}/boxes/{box['id']}").status_code == 404
            table = {**TABLE, "game": game, "faces": box["id"]}
            assert embedded.ask("POST", "/api/sessions", "", table).json()["code"] == "unknown-agreement"


def test_a_box_that_was_changed_in_the_store_is_not_found(embedded):
    box = json_of(embedded.ask("POST", ADDRESS, "", MINE), 201)
    changed = ("UPDATE boxes SET faces = ?", ('{"harvest":{"TSWS":60}}',))
    sessions = embedded.backend.sessions
    sessions.writer.run_exclusively(lambda: sessions.recorder.change(changed))

    assert embedded.ask("GET", f"{ADDRESS}/{box['id']}").status_code == 404


SEEN = {  # lines of a first session, and the faces they show
    "mayflower": (("- explorers 0:1 0:10", "B draw A as PPPP;P(N,E,S,W);F"), "tile", {"A=PPPP;P(N,E,S,W);F"}),
    "kontor": (("B choose", "Y choose", "- reveal B 37 dock red tea Y 50 canal"), "kind", {"37=dock", "50=canal"}),
    "nieuw-amsterdam": (("- lands blue 3/3/4 1/2/1 2/3/3 1/1/2",), "land", {"blue:3/3/4", "blue:1/2/1"}),
    "new-haven": (("B harvest c3 TS/WS",), "harvest", set()),
}


@pytest.mark.parametrize("game", SEEN)
def test_the_faces_a_table_has_seen_are_known_at_the_next_one(service, game):
    lines, kind, shown = SEEN[game]
    table = {**TABLE, "game": game, "faces": "printed"}
    first = json_of(service.ask("POST", "/api/sessions", "", table), 201)
    at, owner = f"/api/sessions/{first['session']}", first["owner"]["token"]
    printed = json_of(service.ask("GET", f"{at}/faces", owner), 200)["faces"]
    json_of(service.ask("POST", f"{at}/lines", owner, {"lines": list(lines)}), 201)
    seen = json_of(service.ask("GET", f"{at}/faces", owner), 200)
    new = seen["faces"][kind].keys() - printed.get(kind, {}).keys()

    assert seen["game"] == game
    assert shown <= new
    box = json_of(service.ask("POST", f"/api/games/{game}/boxes", "", {"faces": seen["faces"]}), 201)["id"]
    again = json_of(service.ask("POST", "/api/sessions", "", {**table, "faces": box}), 201)
    known = json_of(service.ask("GET", f"/api/sessions/{again['session']}/faces", again["owner"]["token"]), 200)[
        "faces"
    ]
    assert new <= known[kind].keys()
