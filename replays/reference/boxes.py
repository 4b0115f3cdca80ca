"""View models of boxes: the faces printed on the pieces, and where each is known from."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from domain.faces import UNKNOWN, Catalogue, CatalogueFace, PieceKind
from domain.games import GAMES
from domain.games.game import Game
from domain.rules import Seat
from domain.words import Words
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of, table_of


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


class MetFaces(Struct, frozen=True, kw_only=True):
    """The faces of a table's pieces as far as they were seen there: for each kind, how many have each face."""

    game: str
    faces: dict[str, dict[str, int]]


def met_faces(source: AnySession, viewer: Seat | str | None) -> MetFaces:
    """What a table has seen of its box, with what is printed in the rulebook; a box can be entered so."""
    last = frames_from(source, Viewpoint(viewer))[-1]
    game = GAMES[session_of(source).setup.game]
    seen = game.inputs.met(table_of(last))
    faces: dict[str, dict[str, int]] = {}
    for name, kind in game.box.items():
        printed = last.rules.catalogue.faces.get(name, {})
        known = {value: face.copies for value, face in printed.items() if face.origin != UNKNOWN}
        counts = {**known, **{value: max(count, known.get(value, 0)) for value, count in seen.get(name, {}).items()}}
        faces[name] = {value: count for value, count in counts.items() if _can_be_entered(kind, value)}
    return MetFaces(game=game.id, faces=faces)


def _can_be_entered(kind: PieceKind, value: str) -> bool:
    try:
        kind.read(value)
    except ValueError:
        return False
    return True


def boxes_of(game: Game, lang: str) -> GameBoxes:
    """The boxes of a game."""
    enter = [EnterableKind(kind=name, pieces=kind.count) for name, kind in game.box.items()]
    return GameBoxes(game=game.id, enter=enter, boxes=[box_view(game, box, lang) for box in game.catalogues.values()])


def box_view(game: Game, box: Catalogue, lang: str) -> BoxView:
    """One box, with the origin of every face."""
    words = game.speak(lang)
    faces = [face for by_value in box.faces.values() for face in by_value.values()]
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
