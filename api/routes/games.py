"""The games: their variants, questions and clauses, what can be seen, and how deeds are written."""

from __future__ import annotations

from msgspec import Struct

from api.asking import Ask
from api.errors import Refused
from api.routing import Routes
from domain.games import GAMES
from domain.games.game import Game
from replays.rulebooks import GameListed, ToldClause, ToldGame, listed_games, told_clauses, told_game

routes = Routes("games")


class Games(Struct, frozen=True, kw_only=True):
    """Every game there is."""

    games: list[GameListed]


class Clauses(Struct, frozen=True, kw_only=True):
    """Every citable rule of a game, in rulebook order, the house's own last."""

    game: str
    clauses: list[ToldClause]


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
