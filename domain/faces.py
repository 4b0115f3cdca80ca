"""Catalogues: what is printed on the pieces of a box, and how we know it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

PRINTED, DECLARED, STAND_IN, UNKNOWN = "printed", "declared", "stand-in", "unknown"


class Face(Struct, frozen=True):
    """One face of a kind of piece, with the origin of its value and how many copies there are at least."""

    value: str
    origin: str
    source: str = ""
    copies: int = 1


class Catalogue(Struct, frozen=True, kw_only=True):
    """The known faces of a box, by kind of piece. A kind is `complete` when no other face can turn up."""

    id: str
    game: str
    faces: Mapping[str, tuple[Face, ...]]
    complete: frozenset[str] = frozenset()

    def copies(self, kind: str) -> dict[str, int]:
        """How many copies of each face of a kind."""
        return {face.value: face.copies for face in self.faces.get(kind, ())}


class BadCatalogue(Exception):
    """A catalogue file that cannot be used; the message says which entry is wrong."""


def read_catalogue(text: bytes | str, game: str) -> Catalogue:
    """An owner's own box, entered once in a file: {"id": ..., "faces": {kind: {face: copies}}, "complete": [kind]}."""
    try:
        box = msgspec.json.decode(text, type=_Box)
    except msgspec.MsgspecError as error:
        raise BadCatalogue(str(error)) from error
    if box.game != game:
        raise BadCatalogue(f"a box of {box.game}, not of {game}")
    faces = {
        kind: tuple(Face(value, DECLARED, box.id, copies) for value, copies in entries.items())
        for kind, entries in box.faces.items()
    }
    return Catalogue(id=box.id, game=game, faces=faces, complete=frozenset(box.complete))


class _Box(Struct, forbid_unknown_fields=True):
    id: str
    game: str
    faces: dict[str, dict[str, int]]
    complete: list[str] = []
