"""Boxes: the faces of a game's pieces, as they come with the service or as an owner entered them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest, SessionRequest
from api.http.routing import Routes
from api.routes.games import requested_game
from domain.faces import Catalogue, content_id, entered, read_catalogue
from domain.games.game import Game
from domain.sessions.application import box_catalogue
from domain.sessions.roles import SET_UP
from replays.reference.boxes import BoxView, GameBoxes, MetFaces, box_view, boxes_of, met_faces

routes = Routes("boxes")
Word = Annotated[str, Meta(max_length=80)]
EXAMPLE = {"faces": {"harvest": {"TS/WS": 1, "RR/WT": 2}}}


class BoxBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The faces of an owner's pieces: for each kind, how many have each face. `keep` off only checks them."""

    faces: dict[Word, dict[Word, Annotated[int, Meta(ge=0, le=1000)]]]
    keep: bool = True


@routes.get("/games/{game}/boxes", response=GameBoxes)
def boxes(request: ApiRequest) -> GameBoxes:
    """The boxes that come with the service: the printed faces and the stand-ins, each face with its origin."""
    return boxes_of(requested_game(request), request.lang)


@routes.get("/games/{game}/boxes/{box}", response=BoxView)
def box(request: ApiRequest) -> BoxView:
    """One box, by its name or by the id it got when it was entered."""
    game = requested_game(request)
    catalogue = game.catalogues.get(request.path["box"]) or stored_box(request, game.id, request.path["box"])
    if catalogue is None:
        raise HttpProblem("not-found", 404)
    return box_view(game, catalogue, request.lang)


@routes.session_get("/sessions/{session}/faces", response=MetFaces)
def faces_met(request: SessionRequest) -> MetFaces:
    """The faces this table has seen of its box, in the form in which a box is entered: the next table knows them."""
    if request.blind:  # a card's face can be the colour of its player
        raise HttpProblem("names-hidden", 403)
    return met_faces(request.view, request.viewer)


@routes.post("/games/{game}/boxes", body=BoxBody, response=BoxView, permission=SET_UP, status=201, example=EXAMPLE)
def enter_a_box(request: ApiRequest) -> BoxView:
    """Enter a box of one's own.

    A face that cannot be in it is refused, with the entry named. The box is stored under an id made of its content;
    a table uses it by giving that id as its `faces`.
    """
    game = requested_game(request)
    catalogue = _read(game, request.body)
    if request.body.keep:
        catalogue = request.service.sessions.keep_box(catalogue)
    return box_view(game, catalogue, request.lang)


def _read(game: Game, body: BoxBody) -> Catalogue:
    text = msgspec.json.encode({"id": "-", "game": game.id, "faces": body.faces})
    catalogue = read_catalogue(text, game.id, game.box)
    return box_catalogue(content_id(catalogue), game.id, entered(catalogue))


def stored_box(request: ApiRequest, game: str, id: str) -> Catalogue | None:
    """A box that was entered for a game."""
    catalogue = request.service.sessions.box(id)
    return catalogue if catalogue is not None and catalogue.game == game else None
