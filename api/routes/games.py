"""The games: their variants, questions, clauses, observables and the notation of their deeds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from domain.errors import UnknownAgreement
from domain.games import GAMES
from domain.games.game import Game
from domain.variants import UnknownChoice
from replays.recorder.inputs import JoinedFaces, joined_faces
from replays.reference.rulebooks import ClauseView, GameSummary, GameView, clause_views, game_view, listed_games
from replays.reference.variant_catalogue import Agreement, agreement

routes = Routes("games")


class GameList(Struct, frozen=True, kw_only=True):
    """Every game there is."""

    games: list[GameSummary]


class ClauseList(Struct, frozen=True, kw_only=True):
    """Every citable rule of a game, in rulebook order, house rules last."""

    game: str
    clauses: list[ClauseView]


class AgreementQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Variants by their ids, a comma between them, and for how many players."""

    variants: Annotated[str, Meta(max_length=2000)] = ""
    players: Annotated[int, Meta(ge=1, le=9)] | None = None


def requested_game(request: ApiRequest) -> Game:
    """The game that the address names."""
    if request.path["game"] not in GAMES:
        raise HttpProblem("not-found", 404)
    return GAMES[request.path["game"]]


@routes.get("/games", response=GameList)
def games(request: ApiRequest) -> GameList:
    """The games that can be recorded here."""
    return GameList(games=listed_games(request.lang))


@routes.get("/games/{game}", response=GameView)
def game(request: ApiRequest) -> GameView:
    """One game, with all it takes to set up a table and to write its record."""
    return game_view(requested_game(request).id, request.lang)


@routes.get("/games/{game}/agreement", response=Agreement, query=AgreementQuery)
def agree_on(request: ApiRequest) -> Agreement:
    """Variants together: whether they can be combined, what is unwise, which clauses they lift, change and add."""
    game, query = requested_game(request), request.query
    names = tuple(name for name in query.variants.split(",") if name)
    try:
        return agreement(game, names, query.players or min(game.players), request.lang)
    except UnknownChoice as unknown:
        raise UnknownAgreement(name=str(unknown)) from unknown


@routes.get("/games/{game}/joins/{pieces}/{edges}", response=JoinedFaces)
def joins(request: ApiRequest) -> JoinedFaces:
    """The faces that have these painted edges, with pictures; none where an edge is unknown."""
    return joined_faces(requested_game(request), request.lang, request.path["pieces"], request.path["edges"])


@routes.get("/games/{game}/clauses", response=ClauseList)
def clauses(request: ApiRequest) -> ClauseList:
    """The citable rules of a game, each in both languages."""
    game = requested_game(request)
    return ClauseList(game=game.id, clauses=clause_views(game, game.speak(request.lang)))


@routes.get("/games/{game}/clauses/{clause}", response=ClauseView)
def clause(request: ApiRequest) -> ClauseView:
    """One citable rule."""
    game = requested_game(request)
    for view in clause_views(game, game.speak(request.lang)):
        if view.id == request.path["clause"]:
            return view
    raise HttpProblem("not-found", 404)
