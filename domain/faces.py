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
    """The known faces of a box, by kind and value. A kind is `complete` when no other face can turn up."""

    id: str
    game: str
    faces: Mapping[str, Mapping[str, Face]]
    complete: frozenset[str] = frozenset()

    def copies(self, kind: str, value: str) -> int:
        """How many copies of a face there are, as far as we know."""
        face = self.faces.get(kind, {}).get(value)
        return 0 if face is None else face.copies


def by_value(*faces: Face) -> dict[str, Face]:
    """Faces of one kind, ready for a catalogue."""
    return {face.value: face for face in faces}


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
        kind: by_value(*(Face(value, DECLARED, box.id, copies) for value, copies in entries.items()))
        for kind, entries in box.faces.items()
    }
    return Catalogue(id=box.id, game=game, faces=faces, complete=frozenset(box.complete))


class _Box(Struct, forbid_unknown_fields=True):
    id: str
    game: str
    faces: dict[str, dict[str, int]]
    complete: list[str] = []
