"""The words of the notation: letters, turns, faces, posts, features, and the parts of a line."""

from __future__ import annotations

from domain.games.mayflower.pieces import COPIES
from domain.games.mayflower.pieces.cells import SIDES, read_cell
from domain.games.mayflower.pieces.faces import FARM, NO_PORT, read_face
from domain.games.mayflower.state import FARMER, KINDS, ROLES, Ref
from domain.notation import Words

NOT_SEEN = "?"
PORTS = (*SIDES, *(f"{side}{sign}" for side in SIDES for sign in "-+"), NO_PORT)
FEATURES = tuple(KINDS.values())


def one_of(word: str, words: tuple[str, ...]) -> str:
    """A word of a vocabulary."""
    if word not in words:
        raise ValueError(word)
    return word


def number(word: str) -> int:
    """A count: a whole number from 0 on."""
    if not word.isdecimal() or not word.isascii():
        raise ValueError(word)
    return int(word)


def only(words: Words, count: int) -> Words:
    """The words, if there are exactly that many; else raises."""
    if len(words) != count:
        raise ValueError(" ".join(words))
    return words


def parts(words: Words, *keys: str) -> dict[str, Words]:
    """The words of a line by the key word before them; those before the first under ""."""
    found: dict[str, Words] = {"": []}
    key = ""
    for word in words:
        if word in keys:
            if word in found:
                raise ValueError(word)
            found[key := word] = []
        else:
            found[key].append(word)
    return found


def letter(word: str) -> str:
    """A letter of the tile sheet, or empty for `?`."""
    return "" if word == NOT_SEEN else one_of(word, tuple(COPIES))


def turn(word: str) -> int:
    """`r1`: one quarter turn clockwise."""
    return int(one_of(word, ("r0", "r1", "r2", "r3"))[1])


def face(words: Words, coast: bool = False) -> str:
    """The text of a face, which must be valid."""
    if not words:
        raise ValueError("face")
    return read_face("".join(words), coast).text


def post(word: str) -> tuple[str, str]:
    """`merchant@N`, `farmer`, `?`: a role and a port; `trapper@F` stands on the farm, `trapper` at an unknown port."""
    role, at, port = word.partition("@")
    if at:
        port = "" if port == FARM else one_of(port, (*PORTS, NOT_SEEN))
    elif role != FARMER:
        port = NOT_SEEN
    return ("" if role == NOT_SEEN else one_of(role, ROLES)), port


def post_text(role: str, port: str) -> str:
    """The same, written."""
    usual = "" if role == FARMER else NOT_SEEN
    return (role or NOT_SEEN) + ("" if port == usual else f"@{port or FARM}")


def feature(kind: str, where: str) -> Ref:
    """`road 2:3@N`, `farm 1:4`."""
    cell, _, port = where.partition("@")
    if one_of(kind, FEATURES) != "farm":
        one_of(port, PORTS)
    elif port:
        raise ValueError(where)
    return kind, read_cell(cell), port


def features(words: Words) -> tuple[Ref, ...]:
    """One feature, or several whose order was not recorded."""
    if not words or len(words) % 2:
        raise ValueError(" ".join(words))
    return tuple(feature(*pair) for pair in zip(words[::2], words[1::2], strict=True))


def feature_text(ref: Ref) -> str:
    """The same, written."""
    kind, cell, port = ref
    return f"{kind} {cell}@{port}" if port else f"{kind} {cell}"


def seat_named(word: str, letters: tuple[str, ...]) -> int:
    """A seat by its letter."""
    return letters.index(one_of(word, letters))


def seats_named(words: Words, letters: tuple[str, ...]) -> tuple[int, ...]:
    """Seats by their letters, each once; `nobody` for none."""
    if words == ["nobody"]:
        return ()
    if not words or len(set(words)) < len(words):
        raise ValueError(" ".join(words))
    return tuple(seat_named(word, letters) for word in words)
