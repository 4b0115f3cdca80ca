"""SVG shapes that all boards share: texts, rectangles, numbers that may be unknown, badges and colours of seats."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape

from domain.numbers import Range, least, most
from domain.setup import Setup
from domain.texts import number_text
from replays.boards.drawing import number

SLOTS = "byrgpk"  # blue circle, yellow square, vermilion triangle, green diamond, purple shield, black hexagon
COLOURS = {
    "b": ("blue", "bleu", "bleue"),
    "y": ("yellow", "jaune"),
    "r": ("red", "orange", "rouge", "vermilion"),
    "g": ("green", "vert", "verte"),
    "p": ("purple", "violet", "violette", "pink", "rose", "mauve"),
    "k": ("black", "noir", "noire"),
}
LETTERS = {"B": "b", "Y": "y", "J": "y", "R": "r", "O": "r", "G": "g", "V": "g", "P": "p", "K": "k", "N": "k"}
SHAPES = {
    "b": '<circle r="8" class="g-sb g-seat"/>',
    "y": '<rect x="-7.5" y="-7.5" width="15" height="15" rx="2" class="g-sy g-seat"/>',
    "r": '<path d="M0-11L11 8H-11Z" class="g-sr g-seat"/>',
    "g": '<path d="M0-10.2L10.2 0 0 10.2-10.2 0Z" class="g-sg g-seat"/>',
    "p": '<path d="M-8-8H8V2Q8 7 0 10Q-8 7-8 2Z" class="g-sp g-seat"/>',
    "k": '<path d="M-4.8-8.5H4.8L9.6 0 4.8 8.5H-4.8L-9.6 0Z" class="g-sk g-seat"/>',
    "x": '<circle r="8" class="g-sx g-seat"/>',
}
DARK = "ygp"  # slots with a dark letter
BLIND = "αβγδεζηθικλμνξπρ"  # the letters of seats in a blind hearing


def is_nameless(setup: Setup) -> bool:
    """Whether the seats are hidden behind Greek letters; then they have no colours either."""
    return all(letter in BLIND for letter in setup.seats) and setup.names in ((), setup.seats)


def slots_of(setup: Setup, blind: bool = False) -> str:
    """The colour slot of each seat: that of its name or letter where free, else the next free one."""
    if blind or is_nameless(setup):
        return "x" * len(setup.seats)
    return _slots(setup.seats, tuple(map(setup.name, range(len(setup.seats)))))


@lru_cache(maxsize=256)
def _slots(seats: tuple[str, ...], names: tuple[str, ...]) -> str:
    wanted = [_named(name) or LETTERS.get(letter, "") for letter, name in zip(seats, names, strict=True)]
    taken = {slot for slot in wanted if slot}
    free = iter([slot for slot in SLOTS if slot not in taken] + list(SLOTS))
    slots: list[str] = []
    for slot in wanted:
        slots.append(slot if slot and slot not in slots else next(free))
    return "".join(slots)


def _named(name: str) -> str:
    first = name.casefold().partition(" ")[0]
    return next((slot for slot, names in COLOURS.items() if first in names), "")


def ink_on(slot: str) -> str:
    """The style class of a letter on a seat's colour; on a ring, that of plain ink."""
    return "g-ink" if slot == "x" else "g-d" if slot in DARK else "g-w"


@lru_cache(maxsize=4096)
def badge(slot: str, letter: str, x: float, y: float, scale: float = 1.0) -> str:
    """The badge of a seat: colour, shape and letter."""
    down, size = (6.8, 10.5) if slot == "r" else (4.1, 11.5)
    size = size if len(letter) < 2 else 10.7
    ink = ink_on(slot)
    label = f'<text y="{down}" font-size="{size}" class="g-b g-m {ink}">{escape(letter)}</text>'
    return placed(SHAPES[slot] + label, x, y, scale)


def placed(inner: str, x: float, y: float, scale: float = 1.0) -> str:
    """A shape drawn around the origin, moved to a point and scaled."""
    scaled = "" if scale == 1 else f"scale({scale:g})"
    return f'<g transform="translate({number(x)} {number(y)}){scaled}">{inner}</g>'


def use(symbol: str, x: float, y: float, scale: float = 1.0, classes: str = "") -> str:
    """A reference to a symbol."""
    scaled = "" if scale == 1 else f"scale({scale:g})"
    styled = f' class="{classes}"' if classes else ""
    return f'<use href="#i-{symbol}" transform="translate({number(x)} {number(y)}){scaled}"{styled}/>'


def text(x: float, y: float, content: Any, classes: str = "", size: float | None = None) -> str:
    """A text; class `g-m` centres it at x, `g-e` ends it there. Its width depends on the font."""
    sized = "" if size is None else f' font-size="{size:g}"'
    styled = f' class="{classes}"' if classes else ""
    return f'<text x="{number(x)}" y="{number(y)}"{sized}{styled}>{escape(str(content))}</text>'


def rect(x: float, y: float, w: float, h: float, classes: str, rx: float = 0) -> str:
    """A rectangle."""
    round = f' rx="{rx:g}"' if rx else ""
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"{round} class="{classes}"/>'


def circle(x: float, y: float, r: float, classes: str) -> str:
    """A circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{r:g}" class="{classes}"/>'


def path(d: str, classes: str) -> str:
    """A line or an outline."""
    return f'<path d="{d}" class="{classes}"/>'


def is_sure(value: Any) -> bool:
    """Whether a number is known exactly."""
    return not isinstance(value, Range) or least(value) == most(value)


def figure(value: Any) -> str:
    """A number as text: 5, 3..7, 3.., or ? where it is unknown."""
    if value is None:
        return "?"
    return number_text(value) if not is_sure(value) else str(least(value) if isinstance(value, Range) else value)


def amount(x: float, y: float, value: Any, classes: str = "", size: float | None = None) -> str:
    """A number at a point, in another style where it is not known exactly."""
    if value is not None and is_sure(value):
        return text(x, y, figure(value), classes, size)
    return text(x, y, figure(value), f"{classes} g-uk".strip(), size)


def unknown(x: float, y: float, w: float, h: float, label: str = "?", size: float = 11) -> str:
    """A place with unknown content."""
    return rect(x, y, w, h, "g-unk", 3) + text(x + w / 2, y + h / 2 + size * 0.36, label, "g-uk g-m", size)


def fitted(content: str, width: float, size: float, bold: bool = False) -> str:
    """A text shortened to a width, estimated for a wide font."""
    room = int(width / (size * (0.66 if bold else 0.6)))
    return content if len(content) <= room else f"{content[: max(room - 1, 0)].rstrip()}…"


def panel(box: tuple[float, float, float, float], caption: str = "") -> str:
    """A panel with its caption."""
    x, y, w, h = box
    return rect(x, y, w, h, "g-card", 8) + (text(x + 12, y + 19, caption, "g-cap") if caption else "")


def alone(inner: str, w: float, h: float) -> str:
    """A piece as an SVG of its own."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(w)} {number(h)}">{inner}</svg>'
