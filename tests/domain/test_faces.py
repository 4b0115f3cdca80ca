"""Catalogues: every value has its origin, an owner's box is read strictly, a complete box limits unseen faces."""

import orjson
import pytest

from domain.faces import DECLARED, PRINTED, STAND_IN, UNKNOWN, BadCatalogue, read_catalogue
from domain.games import GAMES
from domain.games.new_haven.pieces import HARVEST_TILES, canonical, could_be_a_face
from tests.play import found, play, table

GAME = GAMES["new-haven"]


def box(**faces) -> bytes:
    return orjson.dumps({"id": "mine", "game": "new-haven", "faces": faces})


def test_the_stand_in_set_is_complete_and_marks_made_up_faces():
    faces = GAME.catalogues["stand-in"].faces["harvest"].values()

    assert sum(face.copies for face in faces) == HARVEST_TILES
    assert all(could_be_a_face(face.value) for face in faces)
    assert sum(face.origin == PRINTED for face in faces) == 10
    assert {face.origin for face in faces} == {PRINTED, STAND_IN}


def test_printed_values_name_their_source_and_unseen_values_are_unknown():
    printed = GAME.catalogues["printed"]

    assert all(face.source for kind in ("harvest", "space", "village") for face in printed.faces[kind].values())
    assert {face.origin for face in printed.faces["pond"].values()} == {UNKNOWN}
    assert "harvest" not in printed.complete


def test_an_owner_enters_a_box_once():
    mine = read_catalogue(box(harvest={"TS/WS": 1, "RR/WT": 2}), GAME.id, GAME.box)

    assert mine.copies("harvest", canonical("WT/RR".replace("/", ""))) == 0
    assert mine.copies("harvest", canonical("TWRR")) == 2  # the same face, turned by half
    assert {face.origin for face in mine.faces["harvest"].values()} == {DECLARED}
    assert mine.complete == frozenset()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"{", "truncated"),
        (box(harvest={"WW/WW": 1}), "WW/WW"),
        (box(harvest={"TS/WS": 1, "WT/SS": 1}), "twice"),
        (box(harvest={"TS/WS": 0}), "fewer"),
        (box(harvest={"TS/WS": 61}), "too-many.*60"),
        (box(dragons={"red": 1}), "dragons"),
        (box().replace(b"new-haven", b"mayflower"), "mayflower"),
    ],
)
def test_an_impossible_box_is_refused_with_its_wrong_entry(text, says):
    with pytest.raises(BadCatalogue, match=says):
        read_catalogue(text, GAME.id, GAME.box)


def test_a_complete_box_bounds_what_can_turn_up():
    mine = read_catalogue(box(harvest={"TS/WS": 59, "RR/WT": 1}), GAME.id, GAME.box)
    session = play(table(faces="mine", box=mine), "B harvest c4 RR/WT", "B done", "Y pass", "B pick W1")

    assert mine.complete == {"harvest"}
    assert found(play(session, "Y harvest d4 TS/WS")) == []
    assert found(play(session, "Y harvest d4 RR/WT")) == [(5, "GR-COUNT", "contradiction")]
    assert found(play(session, "Y harvest d4 WW/WS")) == [(5, "GR-COUNT", "contradiction")]
