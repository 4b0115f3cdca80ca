"""Pictures: a drawing as PNG, a session as an animated WebP. Their colours are literal: no page lends them any."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from typing import Any

import resvg_py
from PIL import Image

from replays.boards import STYLE
from replays.boards.drawing import Drawing, svg
from replays.boards.session_drawings import SessionDrawings

LIGHT, DARK = "light", "dark"
FRAMES = 32  # of an animation, at most: one for each turn, of a longer session for every second or third
PACE = 900  # milliseconds a frame is seen
_VAR = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
_SET = re.compile(r"(--g-[\w-]+):\s*(var\([^;]*\)|[^;]*?)\s*[;}]")


@lru_cache
def literal_style(theme: str = LIGHT) -> str:
    """The boards' style with the colours of one theme written out."""
    head, _, rest = STYLE.partition("@media screen and (prefers-color-scheme: dark) {")
    dark, _, rest = rest.partition("@media print")
    plain = rest.partition("\n")[2]
    tokens = dict(_SET.findall(head)) | (dict(_SET.findall(dark)) if theme == DARK else {})
    colours = {name: _VAR.sub(lambda found: found[2] or "", value) for name, value in tokens.items()}
    rules = re.sub(r"--g-[\w-]+:[^;]*;", "", head) + plain
    return _VAR.sub(lambda found: colours.get(found[1], found[2] or "none"), rules)


def standalone(drawing: Drawing, symbols: str, lang: str, theme: str = LIGHT) -> str:
    """A drawing that looks the same wherever it is shown."""
    return svg(drawing, symbols, lang, style=literal_style(theme))


def png(drawing: Drawing, symbols: str, lang: str, width: int, theme: str = LIGHT) -> bytes:
    """A drawing as a picture of so many pixels across."""
    return bytes(resvg_py.svg_to_bytes(svg_string=standalone(drawing, symbols, lang, theme), width=width))


def webp(gallery: SessionDrawings, lang: str, width: int) -> bytes:
    """A session in moving pictures, turn by turn; the last one is seen longest."""
    first, *rest = list(_pictures(gallery, lang, width))
    made, paces = BytesIO(), [PACE] * len(rest) + [PACE * 5]
    first.save(made, "WEBP", save_all=True, append_images=rest, duration=paces, loop=0, quality=70, method=0)
    return made.getvalue()


def _pictures(gallery: SessionDrawings, lang: str, width: int) -> Iterator[Image.Image]:
    for place in shown_places([(frame.step.state.round, frame.step.state.turn) for frame in gallery.frames]):
        data = png(gallery.drawing(place), gallery.board.symbols, lang, width)
        yield Image.open(BytesIO(data)).convert("RGB")


def shown_places(moments: Sequence[Any]) -> list[int]:
    """Which frames an animation shows: the first, where each turn ends, and the last; not more than are soon made."""
    last = len(moments) - 1
    ends = [at for at, (here, after) in enumerate(pairwise(moments)) if here != after]
    step = -(-len(ends) // (FRAMES - 2)) or 1
    return sorted({0, *ends[::step], last})
