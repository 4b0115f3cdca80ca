"""The board of Nieuw Amsterdam."""

from __future__ import annotations

from pathlib import Path

from replays.boards.nieuw_amsterdam.pictures import picture
from replays.boards.nieuw_amsterdam.table import draw
from replays.boards.nieuw_amsterdam.touches import TOUCHES, whole
from replays.boards.scene import BoardRenderer

SYMBOLS = (Path(__file__).parent / "symbols.svg").read_text(encoding="utf-8")
PASSING = ("seat:", "bid", "cash", "trader:", "furs:", "offer:", "land:", "ship:")  # where things come and go
BOARD = BoardRenderer(draw=draw, touches=TOUCHES, symbols=SYMBOLS, passing=PASSING, whole=whole, picture=picture)
