"""Draws the legend of the table of New Haven."""

from __future__ import annotations

from functools import lru_cache

from domain.games.new_haven.pieces import COLOURS
from domain.words import Words
from replays.boards.marks import BADGES
from replays.boards.scene import BROKEN, RULED, UNDETERMINED
from replays.boards.shapes import path, placed, rect, text, use


@lru_cache(maxsize=16)
def legend(words: Words, narrow: bool, x: float, y: float) -> str:
    """Resources and buildings; in a wide drawing the marks too."""
    step = 92 if narrow else 90
    made = [_resource(words, colour, x + at * step, y) for at, colour in enumerate(COLOURS)]
    left, line = (x, y + 22) if narrow else (x + 4 * step + 4, y)
    made.append(_entry(use("uT", left, line - 9, 0.55), words.name("face_up", True), left + 32, line))
    left += 130 if narrow else 104
    made.append(_entry(use("dT", left, line - 9, 0.55), words.name("face_up", False), left + 32, line))
    return "".join(made if narrow else (*made, *_marks(words, x, y + 30)))


def _entry(picture: str, label: str, x: float, y: float) -> str:
    return picture + text(x, y + 4, label, "g-i2", 11)


def _resource(words: Words, colour: str, x: float, y: float) -> str:
    picture = rect(x, y - 10, 20, 20, f"g-q{colour} g-seat", 3) + use(f"r{colour}", x + 10, y, 0.8)
    return _entry(picture, words.name("colour", colour), x + 26, y)


def _corners(x: float, y: float) -> str:
    return f"M{x:g} {y:g}h6l-6 6zM{x + 20:g} {y:g}h-6l6 6zM{x:g} {y + 20:g}h6l-6-6zM{x + 20:g} {y + 20:g}h-6l6-6z"


def _marks(words: Words, x: float, y: float) -> list[str]:
    corners = path(f"M{x:g} {y - 3:g}v-5h5m8 0h5v5m0 6v5h-5m-8 0h-5v-5", "g-mk-last")
    chain = rect(x + 112, y - 8, 20, 16, "g-chain")
    fixed = rect(x + 240, y - 10, 20, 20, "g-card") + path(_corners(x + 240, y - 10), "g-ink")
    labels = words["board"]
    made = [
        _entry(corners, labels["sign-last"], x + 26, y),
        _entry(chain, labels["sign-chain"], x + 140, y),
        _entry(fixed, labels["sign-fixed"], x + 267, y),
    ]
    for at, kind in enumerate((BROKEN, UNDETERMINED, RULED)):
        left = x + (376, 450, 512)[at]
        shown = {BROKEN: "sign-broken", UNDETERMINED: "sign-open", RULED: "sign-ruled"}[kind]
        made.append(_entry(placed(BADGES[kind], left, y, 0.85), labels[shown], left + 12, y))
    return made
