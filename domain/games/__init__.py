"""The games, by their ids: the only list of them."""

from domain.games.game import Game
from domain.games.kontor import GAME as KONTOR
from domain.games.mayflower import GAME as MAYFLOWER
from domain.games.new_haven import GAME as NEW_HAVEN
from domain.games.nieuw_amsterdam import GAME as NIEUW_AMSTERDAM

GAMES: dict[str, Game] = {
    "new-haven": NEW_HAVEN,
    "nieuw-amsterdam": NIEUW_AMSTERDAM,
    "mayflower": MAYFLOWER,
    "kontor": KONTOR,
}
