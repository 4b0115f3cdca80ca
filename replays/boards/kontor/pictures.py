"""Pictures of faces for buttons: a dock with its goods and symbol, or a canal."""

from __future__ import annotations

from domain.games.kontor.pieces import BOAT, CANAL, COIN, COLOURS, GOODS
from replays.boards.kontor.canvas import SIDES, florin, good_at
from replays.boards.shapes import alone, rect, use

_WIDE, _HIGH = 46, 36
_STEP = 13  # from one good to the next


def picture(name: str) -> str:
    """A face by its words: `face:dock red wine tea boat`, `face:canal coin`."""
    words = name.partition(":")[2].split()
    ground = _water() if CANAL in words else _dock(words)
    symbol = florin("", _WIDE - 10, 10) if COIN in words else use("boatsym", _WIDE - 11, 11) if BOAT in words else ""
    return alone(ground + symbol, _WIDE, _HIGH)


def _water() -> str:
    return rect(1, 1, _WIDE - 2, _HIGH - 2, "g-wat", 3) + use("wave", _WIDE / 2, _HIGH * 0.7)


def _dock(words: list[str]) -> str:
    owner = next((side for colour, side in zip(COLOURS, SIDES, strict=False) if colour in words), "")
    goods = [word for word in words if word in GOODS]
    first = _WIDE / 2 + 3 - _STEP * (len(goods) - 1) / 2
    shown = "".join(good_at(good, "", first + _STEP * at, 24, 0.58) for at, good in enumerate(goods))
    bar = rect(2, 2.5, 5, _HIGH - 5, f"g-s{owner} g-seat", 1.5) if owner else ""
    return rect(1, 1, _WIDE - 2, _HIGH - 2, "g-card", 3) + bar + shown
