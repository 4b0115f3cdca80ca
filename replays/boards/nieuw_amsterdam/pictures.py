"""Pictures for buttons: the action tiles of a column, or of two."""

from __future__ import annotations

from replays.boards.shapes import alone, placed

_TILE, _HIGH, _GAP = 30, 32, 12


def picture(name: str) -> str:
    """The tiles of columns by their letters: `tiles:CCL`, `tiles:LT CL`."""
    x, inner = _TILE / 2, ""
    for letter in name.partition(":")[2]:
        if letter != " ":
            inner += _tile(letter, x)
        x += _GAP if letter == " " else _TILE
    return alone(inner, x - _TILE / 2, _HIGH)


def _tile(letter: str, x: float) -> str:
    shape, look, ink = (letter, "g-act", "g-b g-m") if letter in "CLT" else ("x", "g-unk", "g-uk g-m")
    label = f'<text y="4.8" class="{ink}" font-size="13">{letter}</text>'
    return placed(f'<use href="#i-tile-{shape}" class="{look}"/>{label}', x, _HIGH / 2)
