"""Pictures for buttons: the action tiles of a column, or of two; figures that are printed on a card."""

from __future__ import annotations

from replays.boards.shapes import alone, placed, text, use

_TILE, _HIGH, _GAP = 30, 32, 12
_FIGURE, _TALL = 24, 38  # a figure below its symbol
_WHOLE, _COUNT = 34, 16  # of a whole card the figures stand apart, with room for the copies left
_SYMBOLS = {"spaces": ("house", 1.2, "g-hs"), "furs": ("mink", 0.6, "")}  # others are called as what they count


def picture(name: str) -> str:
    """The tiles of columns by their letters, or figures by their names: `tiles:LT CL`, `figures:spaces 2 wood 4`."""
    kind, _, said = name.partition(":")
    return _figures(said.split()) if kind == "figures" else _columns(said)


def _figures(words: list[str]) -> str:
    inner, is_whole = "", len(words) > 4
    wide = _WHOLE if is_whole else _FIGURE
    for at, (counted, figure) in enumerate(zip(words[::2], words[1::2], strict=True)):
        symbol, scale, look = _SYMBOLS.get(counted, (counted, 0.62, ""))
        x = wide * (at + 0.5)
        inner += use(symbol, x, 9, scale, look) + text(x, 36, figure, "g-b g-m g-ink", 19)
    return alone(inner, wide * len(words) / 2 + _COUNT * is_whole, _TALL)


def _columns(letters: str) -> str:
    x, inner = _TILE / 2, ""
    for letter in letters:
        if letter != " ":
            inner += _tile(letter, x)
        x += _GAP if letter == " " else _TILE
    return alone(inner, x - _TILE / 2, _HIGH)


def _tile(letter: str, x: float) -> str:
    shape, look, ink = (letter, "g-act", "g-b g-m") if letter in "CLT" else ("x", "g-unk", "g-uk g-m")
    label = f'<text y="4.8" class="{ink}" font-size="13">{letter}</text>'
    return placed(f'<use href="#i-tile-{shape}" class="{look}"/>{label}', x, _HIGH / 2)
