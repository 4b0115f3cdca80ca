"""Exports a drawing as PNG and a session as an animated WebP, with literal colours instead of style variables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from msgspec import Struct

from replays.boards import STYLE
from replays.boards.drawing import Drawing, svg
from replays.boards.session_drawings import SessionDrawings
from replays.export.svg_renderer import render

LIGHT, DARK = "light", "dark"
MAX_FRAMES = 32  # of an animation: one per turn, in longer sessions every second or third
FRAME_TIME = 900  # milliseconds
_VAR = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
_SET = re.compile(r"(--g-[\w-]+):\s*(var\([^;]*\)|[^;]*?)\s*[;}]")


@lru_cache
def literal_style(theme: str = LIGHT) -> str:
    """The style of the boards with the colours of one theme written out."""
    head, _, rest = STYLE.partition("@media screen and (prefers-color-scheme: dark) {")
    dark, _, rest = rest.partition("@media print")
    plain = rest.partition("\n")[2]
    tokens = dict(_SET.findall(head)) | (dict(_SET.findall(dark)) if theme == DARK else {})
    colours = {name: _VAR.sub(lambda match: match[2] or "", value) for name, value in tokens.items()}
    rules = re.sub(r"--g-[\w-]+:[^;]*;", "", head) + plain
    return _VAR.sub(lambda match: colours.get(match[1], match[2] or "none"), rules)


def standalone(drawing: Drawing, symbols: str, lang: str, theme: str = LIGHT) -> str:
    """A drawing as an SVG file that needs no page around it."""
    return svg(drawing, symbols, lang, style=literal_style(theme))


class PictureOrder(Struct, frozen=True, kw_only=True):
    """What to render: SVG files, a width in pixels and, for an animation, milliseconds for each of its frames."""

    svgs: list[str]
    width: int
    times: list[int] = []


def png_order(drawing: Drawing, symbols: str, lang: str, width: int, theme: str = LIGHT) -> PictureOrder:
    """A drawing as PNG, so many pixels wide."""
    return PictureOrder(svgs=[standalone(drawing, symbols, lang, theme)], width=width)


def webp_order(drawings: SessionDrawings, lang: str, width: int) -> PictureOrder:
    """A session as an animation, turn by turn; the last frame stays longest."""
    places = shown_places([(frame.step.state.round, frame.step.state.turn) for frame in drawings.frames])
    svgs = [standalone(drawings.drawing(place), drawings.board.symbols, lang) for place in places]
    return PictureOrder(svgs=svgs, width=width, times=[FRAME_TIME] * (len(svgs) - 1) + [FRAME_TIME * 5])


def rendered(order: PictureOrder) -> bytes:
    """The picture, rendered in this process."""
    return render(order.svgs, order.width, order.times)


def shown_places(moments: Sequence[Any]) -> list[int]:
    """The places of the frames to show: the first, the ends of turns, and the last; at most MAX_FRAMES."""
    last = len(moments) - 1
    ends = [at for at, (here, after) in enumerate(pairwise(moments)) if here != after]
    step = -(-len(ends) // (MAX_FRAMES - 2)) or 1
    return sorted({0, *ends[::step], last})
