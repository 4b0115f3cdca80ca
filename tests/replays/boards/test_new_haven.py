"""The table of New Haven, drawn: chains, unseen squares, hands, and what lies outside the area."""

import re

import pytest

from domain.record.line_text import read_entry
from domain.sessions.session import Session, open_session, record
from domain.setup import Setup
from replays.boards.drawing import Drawing
from replays.boards.session_drawings import SessionDrawings
from replays.viewpoint import Viewpoint


def played(*lines: str, variants: tuple[str, ...] = (), seats: tuple[str, ...] = ("B", "Y"), **more) -> Session:
    session = open_session(Setup(game="new-haven", seats=seats, faces="stand-in", variants=variants, **more))
    for line in lines:
        session = record(session, read_entry(line, session.setup))
    return session


def drawn(*lines: str, viewpoint: Viewpoint | None = None, **more) -> Drawing:
    gallery = SessionDrawings(played(*lines, **more), "en", viewpoint or Viewpoint())
    return gallery.drawing(len(gallery.frames) - 1)


def title(drawing: Drawing, key: str) -> str:
    return re.search("<title>(.*?)</title>", drawing.parts[key])[1]


POOL = "- pool W1 S3 T2 R6 W4"


def test_a_tile_lies_on_its_space_and_shows_what_it_counts():
    drawing = drawn(POOL, "B harvest c2 WS/TS")

    assert title(drawing, "space:c2") == "Harvest tile at c2: wheat-sheep/timber-sheep"
    assert title(drawing, "chain:S") == "sheep chain: 2 squares"
    assert title(drawing, "chain:T") == "timber chain: 3 squares"  # with the two printed beside it
    assert title(drawing, "chain:W") == "wheat chain: 1 square"
    assert title(drawing, "track:T") == "timber: 3 left"
    assert "mark:last" in drawing.parts


def test_a_chain_is_removed_after_its_turn():
    drawing = drawn(POOL, "B harvest c2 TS/WS", "Y harvest d4 WW/WT")

    assert "chain:S" not in drawing.parts


def test_an_unseen_square_is_a_question_mark():
    drawing = drawn(POOL, "B harvest c4 TS/W?")

    assert "g-unk" in drawing.parts["space:c4"]


def test_what_lies_outside_the_area_is_drawn_where_it_lies():
    drawing = drawn(POOL, "B harvest a4 TS/WS")

    assert title(drawing, "space:a4") == "Harvest tile at a4: timber-sheep/wheat-sheep"
    assert "space:a1" not in drawing.parts  # no space at all
    assert [key for key in drawing.parts if re.fullmatch(r"mark:\d+(:\w+)?", key)]


def test_a_building_face_down_shows_its_number_only_to_its_owner():
    lines = (POOL, "B harvest c2 TS/WS", "B build T6 down 1.1")

    assert title(drawn(*lines), "home:B:1.1") == "timber 6 on 1.1, face down"
    assert title(drawn(*lines, viewpoint=Viewpoint(None)), "home:B:1.1") == "timber on 1.1, face down, number not seen"


def test_a_covered_building_shows_a_corner():
    lines = (POOL, "B harvest c2 TS/WS", "B build T1 up 1.1", "B build S1 up 1.1")

    assert title(drawn(*lines, variants=("rebuild",)), "home:B:1.1").endswith(", over 1 building")


def test_after_a_gap_every_number_is_open_and_every_home_may_be_built_on():
    drawing = drawn(POOL, "? lunch")

    assert "g-uk" in drawing.parts["track:W"]
    assert title(drawing, "home:Y:3.3") == "Village space 3.3: not entered whether it is built on"


def test_a_building_not_seen_where_may_stand_on_every_empty_home_of_its_village():
    drawing = drawn(POOL, "B harvest c2 TS/WS", "B build S2 up 2.1", "B build T1 up ?")

    assert title(drawing, "home:B:2.1") == "sheep 2 on 2.1, face up"
    assert title(drawing, "home:B:3.3") == "Village space 3.3: not entered whether it is built on"
    assert title(drawing, "home:Y:3.3") == "Village space 3.3, empty"


@pytest.mark.parametrize("seats", ["B", "BY", "BYG", "BYGR", "BYGRK"])
def test_the_height_follows_from_the_seats_alone(seats):
    early, late = (drawn(*lines, seats=tuple(seats)) for lines in ((POOL,), (POOL, "B harvest c2 TS/WS", "? lunch")))

    assert early.size == late.size
    assert f"home:{seats[-1]}:6.5" in late.parts


def test_a_mark_on_the_pool_is_removed_by_the_next_refill():
    lines = ("- pool W1 S3 T2 R6", "B harvest c2 TS/WS")  # four only

    assert "mark:1" in drawn(*lines).parts
    assert "mark:1" not in drawn(*lines, "B pick W1", "- refill S1 S2").parts
