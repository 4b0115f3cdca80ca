"""The pieces in the box of Mayflower, with their sources; faces are declared by the players, or stand-ins."""

from __future__ import annotations

from domain.faces import PRINTED, STAND_IN, UNKNOWN, Catalogue, CatalogueFace, PieceKind, by_value
from domain.games.mayflower.pieces.faces import BadFace, canonical, read_face
from domain.games.mayflower.pieces.stand_in import STAND_IN_COAST, STAND_IN_FACES

PLAYERS = (2, 3, 4, 5)  # title
TILES = 95  # component list; the letters of the tile sheet add up to it
COLONISTS = 5  # each: six of a colour, one of them is the score marker (set-up)
START_SPACES = 10  # the publisher's German booklet, and reviews; the French text gives no number
TRACK = 50  # spaces of the score track ("past 50 restart at 1")

# The tile sheet: how often each letter is printed.
COPIES = {
    "A": 2,
    "B": 3,
    "C": 3,
    "D": 2,
    "E": 1,
    "F": 1,
    "G": 1,
    "H": 3,
    "I": 2,
    "J": 1,
    "K": 4,
    "L": 3,
    "M": 1,
    "N": 3,
    "O": 2,
    "P": 3,
    "Q": 4,
    "R": 4,
    "S": 1,
    "T": 1,
    "U": 3,
    "V": 1,
    "W": 1,
    "X": 1,
    "Y": 1,
    "Z": 3,
    "AA": 2,
    "AB": 1,
    "AC": 2,
    "AD": 2,
    "AE": 1,
    "AF": 1,
    "AG": 2,
    "AH": 3,
    "AI": 1,
    "AJ": 3,
    "AK": 3,
    "AL": 1,
    "AM": 3,
    "AN": 2,
    "AO": 1,
    "AP": 1,
    "AQ": 1,
    "AR": 1,
    "AS": 1,
    "AT": 3,
    "AU": 1,
    "AV": 2,
    "AW": 1,
    "AX": 1,
}
LETTERS = tuple(COPIES)
AT_LETTER = {letter: at for at, letter in enumerate(LETTERS)}
COASTS = tuple(f"0:{row}" for row in range(1, 21))  # start spaces a board could have
_SHEET, _TEXT, _OURS = "rulebook, tile sheet", "rulebook, set-up", "made up"


# Catalogues: a tile's value is its letter and its face, `A=PPRR;R(S,W)`; of an unknown face only the letter.
PRINTED_BOX = Catalogue(
    id="printed",
    game="mayflower",
    faces={
        "tile": by_value(*(CatalogueFace(letter, PRINTED, _SHEET, copies) for letter, copies in COPIES.items())),
        "coast": by_value(*(CatalogueFace(f"0:{row}", UNKNOWN, _TEXT) for row in range(1, START_SPACES + 1))),
    },
)
STAND_IN_BOX = Catalogue(
    id="stand-in",
    game="mayflower",
    faces={
        "tile": by_value(
            *(
                CatalogueFace(f"{letter}={STAND_IN_FACES[letter]}", STAND_IN, _OURS, COPIES[letter])
                for letter in LETTERS
            )
        ),
        "coast": by_value(
            *(CatalogueFace(f"0:{at}={face}", STAND_IN, _OURS) for at, face in enumerate(STAND_IN_COAST, 1))
        ),
    },
    complete=frozenset(("tile", "coast")),
)


def faces_in(catalogue: Catalogue) -> dict[str, str]:
    """The faces a catalogue knows, by letter and by start space."""
    values = [value for kind in ("tile", "coast") for value in catalogue.faces.get(kind, {})]
    return dict(value.split("=", 1) for value in values if "=" in value)


def copies_of(letter: str) -> int:
    """How often a letter is printed."""
    return COPIES[letter]


def _tile_entry(text: str) -> str:
    """`A=PPRR;R(S,W)`: a letter with its face."""
    letter, _, face = text.partition("=")
    if letter not in COPIES:
        raise ValueError(text)
    return f"{letter}={read_face(face).text}"


def _coast_entry(text: str) -> str:
    """`0:3=P?PC;C(W)`: a start space with its face."""
    cell, _, face = text.partition("=")
    if cell not in COASTS:
        raise ValueError(text)
    return f"{cell}={read_face(face, True).text}"


BOX = {"tile": PieceKind(_tile_entry, TILES), "coast": PieceKind(_coast_entry, len(COASTS))}

__all__ = ("AT_LETTER", "BOX", "COPIES", "LETTERS", "BadFace", "canonical")
