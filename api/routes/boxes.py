"""Boxes: the faces a table can be laid with, and an owner's own, entered once and used again."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from api.routes.games import game_asked
from domain.faces import Catalogue, content_id, entered, read_catalogue
from domain.games.game import Game
from domain.sessions.application import box_catalogue
from domain.sessions.roles import LAY
from replays.reference.boxes import BoxView, GameBoxes, box_view, boxes_of

routes = Routes("boxes")
Word = Annotated[str, Meta(max_length=80)]
EXAMPLE = {"faces": {"harvest": {"TS/WS": 1, "RR/WT": 2}}}


class BoxBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an owner read off the pieces: for each kind, how many have each face. `keep` off: only look it over."""

    faces: dict[Word, dict[Word, Annotated[int, Meta(ge=0, le=1000)]]]
    keep: bool = True


@routes.looks("/games/{game}/boxes", gives=GameBoxes)
def boxes(ask: ApiRequest) -> GameBoxes:
    """The boxes everybody has: what is printed, and what was made up to stand in; each face with its origin."""
    return boxes_of(game_asked(ask), ask.lang)


@routes.looks("/games/{game}/boxes/{box}", gives=BoxView)
def box(ask: ApiRequest) -> BoxView:
    """One box, by its name or by the name it was given when it was entered."""
    game = game_asked(ask)
    found = game.catalogues.get(ask.path["box"]) or box_kept(ask, game.id, ask.path["box"])
    if found is None:
        raise HttpProblem("not-found", 404)
    return box_view(game, found, ask.lang)


@routes.looks(
    "/games/{game}/boxes", method="POST", takes=BoxBody, gives=BoxView, needs=LAY, status=201, example=EXAMPLE
)
def enter_a_box(ask: ApiRequest) -> BoxView:
    """Enter a box of one's own.

    What cannot be in it is refused, with the entry named. It is kept under an id made of what it holds: a table is
    laid with it by giving that id as its `faces`, as often as one likes.
    """
    game = game_asked(ask)
    found = _read(game, ask.body)
    if ask.body.keep:
        found = ask.desk.sessions.keep_box(found)
    return box_view(game, found, ask.lang)


def _read(game: Game, body: BoxBody) -> Catalogue:
    told = {"id": "-", "game": game.id, "faces": body.faces}
    found = read_catalogue(msgspec.json.encode(told), game.id, game.box)
    return box_catalogue(content_id(found), game.id, entered(found))


def box_kept(ask: ApiRequest, game: str, id: str) -> Catalogue | None:
    """A box somebody entered for a game."""
    found = ask.desk.sessions.box(id)
    return found if found is not None and found.game == game else None
