"""Draws the table of each game as SVG; all pixel coordinates are in this package."""

from __future__ import annotations

from pathlib import Path

from domain.games import GAMES
from domain.setup import Setup
from replays.boards.kontor import BOARD as KONTOR
from replays.boards.mayflower import BOARD as MAYFLOWER
from replays.boards.new_haven import BOARD as NEW_HAVEN
from replays.boards.nieuw_amsterdam import BOARD as NIEUW_AMSTERDAM
from replays.boards.scene import BoardRenderer
from replays.boards.shapes import is_nameless, slots_of
from replays.boards.value_list import BOARD as VALUE_LIST

STYLE = (Path(__file__).parent / "boards.css").read_text(encoding="utf-8")
BOARDS: dict[str, BoardRenderer] = {
    "kontor": KONTOR,
    "mayflower": MAYFLOWER,
    "new-haven": NEW_HAVEN,
    "nieuw-amsterdam": NIEUW_AMSTERDAM,
}


def board_of(game: str) -> BoardRenderer:
    """The board of a game; a plain list of values for a game without one."""
    return BOARDS.get(game, VALUE_LIST)


def seat_slots(setup: Setup) -> str:
    """The colour of each seat as the boards draw it: its own, or that of its side."""
    colours, sides = board_of(setup.game).sides, GAMES[setup.game].sides(setup)
    if not colours or is_nameless(setup):
        return slots_of(setup)
    side = {seat: at for at, seats in enumerate(sides) for seat in seats}
    return "".join(colours[side.get(seat, seat)] for seat in range(len(setup.seats)))
