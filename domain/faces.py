"""Catalogues: what is printed on the pieces of a box, and how we know it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from domain.errors import NotRecorded

PRINTED, DEDUCED, ASSUMED = "printed", "deduced", "assumed"  # read in a rulebook, follows from it, fits it
DECLARED, STAND_IN, UNKNOWN = "declared", "stand-in", "unknown"


class CatalogueFace(Struct, frozen=True):
    """One face of a kind of piece, with the origin of its value and how many copies there are at least."""

    value: str
    origin: str
    source: str = ""
    copies: int = 1


class Catalogue(Struct, frozen=True, kw_only=True):
    """The known faces of a box, by kind and value. A kind is `complete` when no other face can turn up."""

    id: str
    game: str
    faces: Mapping[str, Mapping[str, CatalogueFace]]
    complete: frozenset[str] = frozenset()

    def copies(self, kind: str, value: str) -> int:
        """How many copies of a face there are, as far as we know."""
        face = self.faces.get(kind, {}).get(value)
        return 0 if face is None else face.copies


def by_value(*faces: CatalogueFace) -> dict[str, CatalogueFace]:
    """Faces of one kind, ready for a catalogue."""
    return {face.value: face for face in faces}


class PieceKind(Struct, frozen=True):
    """A kind of piece an owner can enter: how its face is read (ValueError if it is none), and how many there are."""

    read: Callable[[str], str]
    count: int


class BadCatalogue(NotRecorded):
    """A box that cannot be used; the facts say which entry is wrong."""

    code = "bad-box"


def read_catalogue(text: bytes | str, game: str, kinds: Mapping[str, PieceKind]) -> Catalogue:
    """An owner's own box, entered once: {"id": ..., "game": ..., "faces": {kind: {face: copies}}}.

    A kind whose faces add up to all there are is complete: no other face can turn up.
    """
    try:
        box = msgspec.json.decode(text, type=_Box)
    except msgspec.MsgspecError as error:
        raise BadCatalogue(why="unreadable", error=str(error)) from error
    if box.game != game:
        raise BadCatalogue(why="other-game", found=box.game, game=game)
    faces = {name: _entered(name, entries, kinds, box.id) for name, entries in box.faces.items()}
    counted = {name: sum(face.copies for face in entered_faces.values()) for name, entered_faces in faces.items()}
    complete = frozenset(name for name, count in counted.items() if count == kinds[name].count)
    return Catalogue(id=box.id, game=game, faces=faces, complete=complete)


def _entered(
    name: str, entries: dict[str, int], kinds: Mapping[str, PieceKind], source: str
) -> dict[str, CatalogueFace]:
    if name not in kinds:
        raise BadCatalogue(why="unknown-kind", kind=name, kinds=", ".join(kinds))
    faces: dict[str, CatalogueFace] = {}
    for written, copies in entries.items():
        try:
            value = kinds[name].read(written)
        except ValueError as error:
            raise BadCatalogue(why="unprintable", kind=name, entry=written) from error
        if copies < 1 or value in faces:
            raise BadCatalogue(why="twice" if value in faces else "fewer", kind=name, entry=written)
        faces[value] = CatalogueFace(value, DECLARED, source, copies)
    if sum(face.copies for face in faces.values()) > kinds[name].count:
        raise BadCatalogue(why="too-many", kind=name, most=kinds[name].count)
    return faces


def entered(box: Catalogue) -> dict[str, dict[str, int]]:
    """What an owner entered: how many copies of each face, by kind, in an order of its own."""
    return {kind: {value: faces[value].copies for value in sorted(faces)} for kind, faces in sorted(box.faces.items())}


def content_id(box: Catalogue) -> str:
    """A name computed from the content of a box: equal boxes have equal names."""
    content = msgspec.json.encode((box.game, entered(box)))
    return f"box-{hashlib.sha256(content).hexdigest()[:32]}"


class _Box(Struct, forbid_unknown_fields=True):
    id: str
    game: str
    faces: dict[str, dict[str, int]]
