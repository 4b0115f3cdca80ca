"""The table of Mayflower, drawn: tiles from their faces, what is shown of the map, colonists, edges."""

import re

import pytest

from domain.games.mayflower.pieces.stand_in import STAND_IN_FACES
from domain.record.line_text import read_entry
from domain.sessions.session import Session, open_session, record
from domain.setup import Setup
from replays.boards.drawing import Drawing
from replays.boards.mayflower.layout import LEAST_CELL, NARROW, WIDE
from replays.boards.mayflower.shapes import city_paths
from replays.boards.mayflower.tiles import tile_picture
from replays.boards.session_drawings import SessionDrawings
from replays.viewpoint import Viewpoint


def played(*lines: str, faces: str = "stand-in") -> Session:
    session = open_session(Setup(game="mayflower", seats=("B", "Y"), faces=faces))
    for line in ("- explorers 0:3 0:5", *lines):
        session = record(session, read_entry(line, session.setup))
    return session


def drawn(*lines: str, faces: str = "stand-in", layout: str = "wide") -> Drawing:
    gallery = SessionDrawings(played(*lines, faces=faces), "en", Viewpoint(), layout=layout)
    return gallery.drawing(len(gallery.frames) - 1)


def title(drawing: Drawing, key: str) -> str:
    return re.search("<title>(.*?)</title>", drawing.parts[key])[1]


@pytest.mark.parametrize("face", STAND_IN_FACES.values())
def test_every_face_shows_what_is_printed_on_it(face):
    picture = tile_picture(face, 80)

    assert picture.count("i-shield") == face.count("!")
    assert picture.count("i-relay") == face.count("$")
    assert picture.count("i-animal") == face.count("*")
    assert picture.count('class="g-ct"') == face.count("C(")


@pytest.mark.parametrize(("edges", "walls"), [("N", 1), ("ES", 1), ("NW", 1), ("NS", 2), ("NEW", 1), ("NESW", 0)])
def test_a_city_has_walls_only_inside_its_tile(edges, walls):
    area, wall = city_paths(edges, 80)

    assert area.endswith("Z")
    assert wall.count("M") == walls


def test_an_edge_that_does_not_match_has_a_bar():
    drawing = drawn("B draw AJ", "B place 1:2", "B skip")

    assert "edge:1:2:E" in drawing.parts
    assert title(drawing, "tile:1:2").startswith("Tile AJ on 1:2")


def test_a_tile_without_a_face_shows_its_letter():
    drawing = drawn("B draw AJ", "B place 1:2", faces="printed")

    assert title(drawing, "tile:1:2") == "Tile AJ on 1:2, face not entered"
    assert ">AJ</text>" in drawing.parts["tile:1:2"]
    assert title(drawing, "start:3") == "Start space 3, face not entered"


def test_a_colonist_stands_on_the_tile_just_laid():
    drawing = drawn("B draw AJ", "B place 1:3", "B colonist trapper@N")

    assert title(drawing, "colonist:B:1:3") == "B: trapper on 1:3"
    assert "mark:last" in drawing.parts


@pytest.mark.parametrize(("sizes", "layout"), [(WIDE, "wide"), (NARROW, "narrow")])
def test_the_whole_map_is_shown_while_its_cells_are_large_enough(sizes, layout):
    near, far = (drawn("B draw AJ", f"B place {cell}", layout=layout) for cell in ("1:3", "40:3"))

    assert near.view.x <= -7 * sizes.tile and near.view.x + near.view.w > sizes.tile
    scale = min(sizes.frame.w / far.view.w, sizes.frame.h / far.view.h)
    assert scale * sizes.tile >= LEAST_CELL - 0.1
    assert far.view.x < -40 * sizes.tile < far.view.x + far.view.w


def test_after_a_gap_every_number_is_open():
    drawing = drawn("B draw AJ", "B place 1:3", "? lunch")

    assert "g-uk" in drawing.parts["seat:B:score"]
    assert "g-uk" in drawing.parts["explorer:a"]
