"""View models of boxes: the faces printed on the pieces, and where each is known from."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from domain.faces import Catalogue, CatalogueFace
from domain.games.game import Game
from domain.words import Words


class FaceView(Struct, frozen=True, kw_only=True):
    """One face, the number of pieces with it, and where it is known from."""

    face: str
    copies: int
    origin: str
    source: str
    says: str


class PieceKindView(Struct, frozen=True, kw_only=True):
    """One kind of piece; `complete` says that no other face exists, `pieces` how many an owner can enter."""

    kind: str
    complete: bool
    pieces: int | None
    faces: list[FaceView]


class BoxView(Struct, frozen=True, kw_only=True):
    """The known faces of a box; `origins` counts the faces by where they are known from."""

    id: str
    game: str
    warning: str
    origins: dict[str, int]
    kinds: list[PieceKindView]


class EnterableKind(Struct, frozen=True, kw_only=True):
    """A kind of piece that an owner can enter, and how many of it a box holds."""

    kind: str
    pieces: int


class GameBoxes(Struct, frozen=True, kw_only=True):
    """The boxes that come with a game, and the kinds an owner can enter."""

    game: str
    enter: list[EnterableKind]
    boxes: list[BoxView]


def boxes_of(game: Game, lang: str) -> GameBoxes:
    """The boxes of a game."""
    enter = [EnterableKind(kind=name, pieces=kind.count) for name, kind in game.box.items()]
    return GameBoxes(game=game.id, enter=enter, boxes=[box_view(game, box, lang) for box in game.catalogues.values()])


def box_view(game: Game, box: Catalogue, lang: str) -> BoxView:
    """One box, with the origin of every face."""
    words = game.speak(lang)
    faces = [face for found in box.faces.values() for face in found.values()]
    return BoxView(
        id=box.id,
        game=box.game,
        warning=words["headings"]["stand-in"] if box.id == "stand-in" else "",
        origins=dict(Counter(face.origin for face in faces)),
        kinds=[_kind(game, box, name, words) for name in box.faces],
    )


def _kind(game: Game, box: Catalogue, name: str, words: Words) -> PieceKindView:
    entered = game.box.get(name)
    faces = [_face(face, words) for face in box.faces[name].values()]
    return PieceKindView(
        kind=name, complete=name in box.complete, pieces=entered.count if entered else None, faces=faces
    )


def _face(face: CatalogueFace, words: Words) -> FaceView:
    says, source = words.name("origin", face.origin), words.name("printed_in", face.source)
    return FaceView(face=face.value, copies=face.copies, origin=face.origin, source=source, says=says)
