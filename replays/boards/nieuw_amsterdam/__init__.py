"""The board of Nieuw Amsterdam."""

from __future__ import annotations

from pathlib import Path

from domain.games.nieuw_amsterdam import actions as na
from replays.boards.nieuw_amsterdam.pictures import picture
from replays.boards.nieuw_amsterdam.table import draw
from replays.boards.nieuw_amsterdam.touches import TOUCHES, whole
from replays.boards.scene import BoardRenderer

SYMBOLS = (Path(__file__).parent / "symbols.svg").read_text(encoding="utf-8")
PASSING = ("seat:", "bid", "cash", "trader:", "furs:", "offer:", "land:", "ship:")  # where things come and go
ABOUT: dict[type, str] = {
    na.Dealt: "seat:{seat}:furs",
    na.Post: "river",
    na.Fill: "furs:rest",
    na.Tiles: "cash",
    na.Lands: "offer:land",
    na.Ships: "offer:ship",
}
BOARD = BoardRenderer(
    draw=draw, touches=TOUCHES, symbols=SYMBOLS, passing=PASSING, about=ABOUT, whole=whole, picture=picture
)
