"""The board of Kontor."""

from __future__ import annotations

from pathlib import Path

from replays.boards.kontor.canvas import SIDES
from replays.boards.kontor.pictures import picture
from replays.boards.kontor.table import draw
from replays.boards.kontor.touches import TOUCHES
from replays.boards.scene import BoardRenderer

SYMBOLS = (Path(__file__).parent / "symbols.svg").read_text(encoding="utf-8")
PASSING = ("card:", "cell:", "store:", "seat:", "pile:", "supply")  # where another thing may lie later
BOARD = BoardRenderer(draw=draw, touches=TOUCHES, symbols=SYMBOLS, passing=PASSING, sides=SIDES, picture=picture)
