"""The games: their variants, questions and clauses, what can be seen, and how deeds are written."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.problems import Refused
from api.http.requests.request import Ask
from api.http.routing import Routes
from domain.errors import UnknownAgreement
from domain.games import GAMES
from domain.games.game import Game
from domain.variants import UnknownChoice
from replays.recorder.inputs import JoinedFaces, joined_faces
from replays.reference.rulebooks import GameListed, ToldClause, ToldGame, listed_games, told_clauses, told_game
from replays.reference.variant_catalogue import Agreement, agreement

routes = Routes("games")


class Games(Struct, frozen=True, kw_only=True):
    """Every game there is."""

    games: list[GameListed]


class Clauses(Struct, frozen=True, kw_only=True):
    """Every citable rule of a game, in rulebook order, the house's own last."""

    game: str
    clauses: list[ToldClause]


class Chosen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Variants by their ids, a comma between them, and for how many players."""

    variants: Annotated[str, Meta(max_length=2000)] = ""
    players: Annotated[int, Meta(ge=1, le=9)] | None = None


def game_asked(ask: Ask) -> Game:
    """The game an address names."""
    if ask.path["game"] not in GAMES:
        raise Refused("not-found", 404)
    return GAMES[ask.path["game"]]


@routes.looks("/games", gives=Games)
def games(ask: Ask) -> Games:
    """The games that can be recorded here."""
    return Games(games=listed_games(ask.lang))


@routes.looks("/games/{game}", gives=ToldGame)
def game(ask: Ask) -> ToldGame:
    """One game, with all it takes to lay a table and to write its record."""
    return told_game(game_asked(ask).id, ask.lang)


@routes.looks("/games/{game}/agreement", gives=Agreement, asks=Chosen)
def agree_on(ask: Ask) -> Agreement:
    """Variants taken together: whether they can be, what is unwise, which clauses fall away, change and are added."""
    found, asked = game_asked(ask), ask.query
    names = tuple(name for name in asked.variants.split(",") if name)
    try:
        return agreement(found, names, asked.players or min(found.players), ask.lang)
    except UnknownChoice as unknown:
        raise UnknownAgreement(name=str(unknown)) from unknown


@routes.looks("/games/{game}/joins/{pieces}/{edges}", gives=JoinedFaces)
def joins(ask: Ask) -> JoinedFaces:
    """The faces that painted edges can be of, with pictures; none where an edge was not seen."""
    return joined_faces(game_asked(ask), ask.lang, ask.path["pieces"], ask.path["edges"])


@routes.looks("/games/{game}/clauses", gives=Clauses)
def clauses(ask: Ask) -> Clauses:
    """The citable rules of a game, each in both languages."""
    found = game_asked(ask)
    return Clauses(game=found.id, clauses=told_clauses(found, found.speak(ask.lang)))


@routes.looks("/games/{game}/clauses/{clause}", gives=ToldClause)
def clause(ask: Ask) -> ToldClause:
    """One citable rule."""
    found = game_asked(ask)
    for one in told_clauses(found, found.speak(ask.lang)):
        if one.id == ask.path["clause"]:
            return one
    raise Refused("not-found", 404)
