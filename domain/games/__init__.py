"""The only list of games."""

from domain.games.game import Game
from domain.games.new_haven import GAME as NEW_HAVEN

GAMES: dict[str, Game] = {game.id: game for game in (NEW_HAVEN,)}
