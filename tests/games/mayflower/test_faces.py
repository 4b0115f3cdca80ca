"""Faces of tiles in the compact notation: parsed strictly, printed back identically, turned, compared, counted."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.games.mayflower.pieces import COPIES, LETTERS, TILES
from domain.games.mayflower.pieces.faces import BadFace, canonical, read_face, same_face, turned
from domain.games.mayflower.pieces.stand_in import STAND_IN_COAST, STAND_IN_FACES

EXAMPLES = (  # those the digest gives for the notation
    "PPPP;P(N,E,S,W);F",
    "PPRP;R(S>f);P(N,E,W,S-,S+);F",
    "PRPR;R(E,W);P(N,E-,W+);P(S,E+,W-)",
    "PPRR;R(S,W)$;P(N,E,S-,W+)**;P(S+,W-)",
    "CRRR;C(N);R(E>x);R(S>x);R(W>x);P(E-,W+);P(E+,S-);P(S+,W-)*",
    "CCPC;C(N,E,W)!;P(S)*",
    "CPCP;C(N);C(S);P(E,W)**",
    "CPRP;C(N);R(S>c)$;P(E,S-);P(S+,W)*",
)
WRONG = {  # which part of it, and why
    "PPP;P(N,E,S)": ("PPP", "edges"),
    "PPXP;P(N,E,S,W)": ("PPXP", "edges"),
    "": ("-", "edges"),
    "PPPP;P(N,E,S,W);": ("-", "part"),
    "PPPP;P[N,E,S,W]": ("P[N,E,S,W]", "part"),
    "PPPP;P(N,E,S,W);H": ("H", "part"),
    "CPPP;C(N)*;P(E,S,W)": ("C(N)*", "marks"),
    "PRPR;R(E,W)!": ("R(E,W)!", "marks"),
    "PPRP;R(S>t)": ("R(S>t)", "end"),
    "PPRP;R(S>)": ("R(S>)", "end"),
    "PRPR;R(E,Q)": ("R(E,Q)", "port"),
    "PRPR;R(E-,W)": ("R(E-,W)", "port"),
    "PRPR;R(E)": ("R(E)", "number"),
    "RRRP;R(N,E,S)": ("R(N,E,S)", "number"),
    "PPPP;C();P(N,E,S,W)": ("C()", "number"),
    "CPPP;C(E);P(N,S,W)": ("C(E)", "edge"),
    "PRPR;R(E,W);P(N,E,W);P(S)": ("P(N,E,W)", "edge"),
    "PPPP;P(N-,E,S,W)": ("P(N-,E,S,W)", "edge"),
    "CPPP;C(N);C(N);P(E,S,W)": ("C(N)", "twice"),
    "PPPP;P(N,E,S,W);P(N)": ("P(N)", "twice"),
    "CCPP;C(N);P(S,W)": ("E", "unused"),
    "PRPR;R(E,W);P(N,E-,W+);P(S,E+)": ("W-", "unused"),
    "PPPP;P(N,E,S,W);F;F": ("F", "farms"),
    "CCCC;C(N,E,S,W);P();P()": ("P()", "plains"),
    "PPRP;R(S>x);P(N,E,W,S-,S+)": ("R(S>x)", "nowhere"),
    "PPRP;R(S>c);P(N,E,W,S-,S+)": ("R(S>c)", "nowhere"),
    "PPRP;R(S>f);P(N,E,W,S-,S+)": ("R(S>f)", "nowhere"),
    "PRPR;R(E,W);P(N,S,E-,W+);P(E+,W-)": ("P(N,S,E-,W+)", "crosses"),
    "CRCR;C(N,S);R(E,W)": ("CRCR", "crosses"),
    "RRRR;R(N,S);R(E,W)": ("RRRR", "crosses"),
    "CPCR;C(N);C(S);R(W>c)": ("CPCR;C(N);C(S);R(W>c)", "plains-needed"),
    "PRPR;R(E>f);R(W>f);F": ("PRPR;R(E>f);R(W>f);F", "plains-needed"),
}


@st.composite
def faces(draw) -> str:
    """Any face that can be written: edges, how they join, and whether the plains are written."""
    edges = draw(st.text("CRP", min_size=4, max_size=4))
    sides = {kind: [side for side, edge in zip("NESW", edges, strict=True) if edge == kind] for kind in "CR"}
    parts = [f"C({','.join(group)}){draw(st.sampled_from(('', '!', '!!')))}" for group in draw(grouped(sides["C"], 4))]
    for road in draw(grouped(sides["R"], 2)):
        end = "" if len(road) == 2 else ">" + draw(st.sampled_from("xcf"))
        parts.append(f"R({','.join(road)}{end}){draw(st.sampled_from(('', '$')))}")
    parts += draw(st.sampled_from(([], ["F"])))
    text = ";".join((edges, *draw(st.permutations(parts))))
    try:
        short = read_face(text)
    except BadFace:
        assume(False)
    if draw(st.booleans()):
        return text
    plains = [part for part in short.parts if part.kind == "P"]
    sizes = [f"P({','.join(draw(st.permutations(part.ports)))}){'*' * draw(st.integers(0, 3))}" for part in plains]
    return ";".join((edges, *draw(st.permutations([*parts, *sizes]))))


@st.composite
def grouped(draw, sides: list[str], most: int) -> list[list[str]]:
    groups: list[list[str]] = []
    for side in sides:
        room = [group for group in groups if len(group) < most]
        if room and draw(st.booleans()):
            draw(st.sampled_from(room)).append(side)
        else:
            groups.append([side])
    return groups


@pytest.mark.parametrize("text", [*EXAMPLES, *STAND_IN_FACES.values()])
def test_a_face_is_printed_back_as_it_was_written(text):
    assert read_face(text).text == text


@given(faces())
def test_any_face_is_printed_back_as_it_was_written(text):
    assert read_face(text).text == text
    assert read_face(read_face(text).text) == read_face(text)


@given(faces())
def test_spaces_in_a_face_are_ignored(text):
    assert read_face(" ".join(text)).text == text


@given(faces(), st.integers(0, 3))
def test_turning_changes_where_things_are_and_nothing_else(text, turn):
    face, after = read_face(text), turned(text, turn)

    assert Counter(after.edges) == Counter(face.edges)
    assert [(part.kind, len(part.ports), part.marks, part.end) for part in after.parts] == [
        (part.kind, len(part.ports), part.marks, part.end) for part in face.parts
    ]
    assert turned(after.text, -turn % 4).text == text
    assert canonical(after.text) == canonical(text)
    assert same_face(after.text, text)


@given(faces())
def test_every_port_belongs_to_one_part(text):
    face = read_face(text)
    ports = [port for part in face.parts for port in part.ports]

    assert len(ports) == len(set(ports)) == sum(3 if edge == "R" else 1 for edge in face.edges)
    assert all(port in face.parts[face.part_at(port)].ports for port in ports)
    assert (face.part_at("") >= 0) == ("F" in text.split(";"))


@pytest.mark.parametrize("text", WRONG)
def test_a_text_that_is_no_face_says_which_part_is_wrong_and_why(text):
    with pytest.raises(BadFace) as wrong:
        read_face(text)

    assert (wrong.value.part, wrong.value.why) == WRONG[text]


@given(st.text("CRP?NESW;()-+>xcf!$*, F", max_size=40))
def test_any_other_text_is_refused_with_its_wrong_part(text):
    try:
        read = read_face(text)
    except BadFace as wrong:
        assert wrong.part and wrong.why
    else:
        assert read.text == "".join(text.split())


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("PRPR;R(E,W)", "PRPR;R(E,W);P(N,E-,W+);P(S,E+,W-)"),
        ("CRRR;C(N);R(E>x);R(S>x);R(W>x)", "CRRR;C(N);R(E>x);R(S>x);R(W>x);P(E-,W+);P(E+,S-);P(S+,W-)"),
        ("PPRP;R(S>f);F", "PPRP;R(S>f);P(N,E,W,S-,S+);F"),
        ("CPRP;C(N);R(S>c)", "CPRP;C(N);R(S>c);P(E,S-);P(S+,W)"),
        ("CPCP;C(N,S)", "CPCP;C(N,S);P(E);P(W)"),
        ("CPCP;C(N);C(S)", "CPCP;C(N);C(S);P(E,W)"),
    ],
)
def test_plains_left_out_run_where_nothing_cuts_them(short, full):
    assert canonical(short) == canonical(full)
    assert read_face(short).short and not read_face(full).short


def test_the_same_edges_can_be_another_face():
    assert not same_face("CPCP;C(N,S);P(E);P(W)", "CPCP;C(N);C(S);P(E,W)")
    assert not same_face("CPPP;C(N)!;P(E,S,W)", "CPPP;C(N);P(E,S,W)")


def test_an_unseen_edge_matches_any_edge():
    assert canonical("CP?P;C(N);P(E,W)") == ""
    assert same_face("CP?P;C(N);P(E,W)", "CPRP;C(N);R(S>c);P(E,S-);P(S+,W)")


@pytest.mark.parametrize("text", STAND_IN_COAST)
def test_a_start_space_may_have_a_town_that_shows_no_edge(text):
    assert read_face(text, coast=True).text == text


def test_a_road_of_a_tile_needs_the_city_it_ends_at():
    with pytest.raises(BadFace):
        read_face("P?PR;R(W>c);P(N,W+);P(S,W-)")


def test_the_stand_in_set_has_fifty_different_faces_and_ninety_five_tiles():
    assert set(STAND_IN_FACES) == set(LETTERS) and len(LETTERS) == 50
    assert len({canonical(face) for face in STAND_IN_FACES.values()}) == 50
    assert sum(COPIES.values()) == TILES == 95


def test_the_stand_in_set_has_every_feature_of_the_rulebook():
    parts = [read_face(text).parts for text in STAND_IN_FACES.values()]
    plains = [[len(part.ports) for part in some if part.kind == "P"] for some in parts]

    assert {part.end for some in parts for part in some} == {"", "x", "c", "f"}
    assert {part.kind for some in parts for part in some if part.marks} == {"C", "R", "P"}
    assert any(sum(part.kind == "C" for part in some) == 2 for some in parts)
    assert any(len(some) == 2 and min(some) < max(some) for some in plains)
    assert any(len(some) == 3 for some in plains)
