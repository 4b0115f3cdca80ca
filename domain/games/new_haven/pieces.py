"""The pieces in the box of New Haven, and the names of cells and faces, with their sources."""

from __future__ import annotations

from functools import cache

from domain.faces import PRINTED, STAND_IN, UNKNOWN, Catalogue, CatalogueFace, PieceKind, by_value

COLOURS = "WSTR"  # wheat, sheep, timber, stone
NUMBERS = range(1, 7)
KINDS = tuple(f"{colour}{number}" for colour in COLOURS for number in NUMBERS)
COPIES = 6  # of each colour and number: component list
BUILDINGS = COPIES * len(KINDS)
HARVEST_TILES = 60  # component list
POOL = 5  # set-up: the circles at the edge of the board
HAND = 6  # buildings each, set-up
TRACK_END = 20  # picture of the board
NOT_SEEN = "?"  # a space the scribe did not see

COLUMNS = "abcdefg"
CELLS = tuple(f"{column}{row}" for row in range(1, 8) for column in COLUMNS)
CORNERS = frozenset(("a1", "g1", "a7", "g7"))


def area_for(players: int) -> frozenset[str]:
    """The spaces in use: the light 5x5, with the rows above and below, or everything (set-up)."""
    if players <= 2:
        return frozenset(c for c in CELLS if c[0] in "bcdef" and c[1] in "23456")
    if players == 3:
        return frozenset(c for c in CELLS if c[0] in "bcdef")
    return frozenset(CELLS) - CORNERS


# Side A's four printed spaces and side B's settlements and clearings: pictures of the English rulebook.
PRINTED_SPACES = {"b2": "RSTT", "f2": "WSWT", "b6": "SRSW", "f6": "RRTW"}
SETTLEMENTS = ("b2", "d2", "f2", "b4", "f4", "b6", "d6", "f6")
CLEARINGS = ("c1", "e1", "a3", "c3", "e3", "g3", "d4", "a5", "c5", "e5", "g5", "c7", "e7")
POND_MARKS = ("", "3+", "4")
TURNS = {"A": 10, "B": 9}  # the publisher's figures; they fit the free spaces of every player count

# The village: six rows of five, a row is worth its number, the columns 5 4 3 4 5 (picture and scoring example).
ROWS = (6, 5, 4, 3, 2, 1)
VILLAGE_COLUMNS = (1, 2, 3, 4, 5)
COLUMN_POINTS = {1: 5, 2: 4, 3: 3, 4: 4, 5: 5}
HOMES = tuple(f"{row}.{column}" for row in ROWS for column in VILLAGE_COLUMNS)
PRICE = {home: int(home[0]) for home in HOMES}


def _touching(home: str) -> tuple[str, ...]:
    row, column = int(home[0]), int(home[2])
    around = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
    return tuple(f"{r}.{c}" for r, c in around if r in ROWS and c in VILLAGE_COLUMNS)


TOUCHING = {home: _touching(home) for home in HOMES}
LINES = {
    **{f"row-{row}": (row, tuple(f"{row}.{c}" for c in VILLAGE_COLUMNS)) for row in NUMBERS},
    **{f"column-{c}": (COLUMN_POINTS[c], tuple(f"{row}.{c}" for row in ROWS)) for c in VILLAGE_COLUMNS},
}


# A harvest face is four letters: top left, top right, bottom left, bottom right.
def turned(face: str) -> str:
    """The face after a quarter turn clockwise."""
    return face[2] + face[0] + face[3] + face[1]


@cache
def positions(face: str) -> tuple[str, ...]:
    """A face in its four positions."""
    second = turned(face)
    third = turned(second)
    return face, second, third, turned(third)


@cache
def canonical(face: str) -> str:
    """One name for a face in its four positions."""
    return min(positions(face))


def is_face(lying: str) -> bool:
    """Whether what lies on a space is written as four squares."""
    return len(lying) == 4 and not set(lying) - set(COLOURS + "?")


@cache
def could_be_a_face(face: str) -> bool:
    """Two or three different resources on four squares; a square not seen may be anything."""
    shown = set(face) - {"?"}
    return len(shown) <= 3 and (len(shown) >= 2 or "?" in face)


# Faces pictured in the English rulebook, up to turning; one of them twice.
_PICTURED = "WSWW TSWS SSSR RRWT SRTR WWWT WTST STRR TRTS TRTW"
_MADE_UP = """
RRRS RRRT RRRW RRSS RRSW RRTT RRTW RRWS RRWW RSSR RSST RSSW RSTR RSTS RSWR RSWS RSWW RTSS RTST RTTR RTTS RTTT RTTW
RTWT RTWW RWSS RWSW RWTW RWWR RWWS RWWT RWWW SSST SSSW SSTT SSWT SSWW STTS STTT STTW STWS STWT STWW SWTW SWWS SWWT
TTTW TTWW TWWT
"""


def _pictured() -> tuple[CatalogueFace, ...]:
    copies = {canonical(face): 1 for face in _PICTURED.split()}
    copies[canonical("RRWT")] = 2
    return tuple(CatalogueFace(face, PRINTED, "pictures of the English rulebook", n) for face, n in copies.items())


_VILLAGE = tuple(CatalogueFace(home, PRINTED, "picture of the village board") for home in HOMES)
_SPACES = tuple(CatalogueFace(f"{cell}={face}", PRINTED, "picture of side A") for cell, face in PRINTED_SPACES.items())
PRINTED_BOX = Catalogue(
    id="printed",
    game="new-haven",
    faces={
        "harvest": by_value(*_pictured()),
        "space": by_value(*_SPACES),
        "village": by_value(*_VILLAGE),
        "pond": by_value(*(CatalogueFace(f"pond {n}", UNKNOWN) for n in range(1, 5))),
    },
    complete=frozenset(("space", "village")),
)
STAND_IN_BOX = Catalogue(
    id="stand-in",
    game="new-haven",
    faces={
        **PRINTED_BOX.faces,
        "harvest": by_value(*_pictured(), *(CatalogueFace(canonical(face), STAND_IN) for face in _MADE_UP.split())),
        "pond": by_value(
            CatalogueFace("", STAND_IN, copies=2), CatalogueFace("3+", STAND_IN), CatalogueFace("4", STAND_IN)
        ),
    },
    complete=frozenset(("space", "village", "harvest", "pond")),
)


def _harvest_face(text: str) -> str:
    face = text.replace("/", "")
    if len(face) != 4 or set(face) - set(COLOURS) or not could_be_a_face(face):
        raise ValueError(text)
    return canonical(face)


def _pond_mark(text: str) -> str:
    if text not in POND_MARKS:
        raise ValueError(text)
    return text


BOX = {"harvest": PieceKind(_harvest_face, HARVEST_TILES), "pond": PieceKind(_pond_mark, 4)}
