"""The games: their variants, questions and clauses, what can be seen, and how deeds are written."""

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
    """Every citable rule of a game, in rulebook order, the house's own last."""

    game: str
    clauses: list[ClauseView]


class AgreementQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Variants by their ids, a comma between them, and for how many players."""

    variants: Annotated[str, Meta(max_length=2000)] = ""
    players: Annotated[int, Meta(ge=1, le=9)] | None = None


def game_asked(ask: ApiRequest) -> Game:
    """The game an address names."""
    if ask.path["game"] not in GAMES:
        raise HttpProblem("not-found", 404)
    return GAMES[ask.path["game"]]


@routes.looks("/games", gives=GameList)
def games(ask: ApiRequest) -> GameList:
    """The games that can be recorded here."""
    return GameList(games=listed_games(ask.lang))


@routes.looks("/games/{game}", gives=GameView)
def game(ask: ApiRequest) -> GameView:
    """One game, with all it takes to lay a table and to write its record."""
    return game_view(game_asked(ask).id, ask.lang)


@routes.looks("/games/{game}/agreement", gives=Agreement, asks=AgreementQuery)
def agree_on(ask: ApiRequest) -> Agreement:
    """Variants taken together: whether they can be, what is unwise, which clauses fall away, change and are added."""
    found, asked = game_asked(ask), ask.query
    names = tuple(name for name in asked.variants.split(",") if name)
    try:
        return agreement(found, names, asked.players or min(found.players), ask.lang)
    except UnknownChoice as unknown:
        raise UnknownAgreement(name=str(unknown)) from unknown


@routes.looks("/games/{game}/joins/{pieces}/{edges}", gives=JoinedFaces)
def joins(ask: ApiRequest) -> JoinedFaces:
    """The faces that painted edges can be of, with pictures; none where an edge was not seen."""
    return joined_faces(game_asked(ask), ask.lang, ask.path["pieces"], ask.path["edges"])


@routes.looks("/games/{game}/clauses", gives=ClauseList)
def clauses(ask: ApiRequest) -> ClauseList:
    """The citable rules of a game, each in both languages."""
    found = game_asked(ask)
    return ClauseList(game=found.id, clauses=clause_views(found, found.speak(ask.lang)))


@routes.looks("/games/{game}/clauses/{clause}", gives=ClauseView)
def clause(ask: ApiRequest) -> ClauseView:
    """One citable rule."""
    found = game_asked(ask)
    for one in clause_views(found, found.speak(ask.lang)):
        if one.id == ask.path["clause"]:
            return one
    raise HttpProblem("not-found", 404)
