"""The parts of pictures on the table of New Haven: resources as colour, shape and the letter of the record."""

from __future__ import annotations

SHAPES = {
    "W": "M-2.5 10L-9-4Q-8-10-4-7Q-3-11 0-11Q3-11 4-7Q8-10 9-4L2.5 10Z",
    "S": "M-6 8Q-11 8-10 3Q-12-2-7-4Q-6-10 0-8Q6-10 7-4Q12-2 10 3Q11 8 6 8Z",
    "T": "M0-11L9 5H3V10H-3V5H-9Z",
    "R": "M-5-8L5-9 10-1 7 8H-7L-10 0Z",
}
DOWN = {"W": 2.9, "S": 3.5, "T": 4.2, "R": 3.2}  # where a letter sits in its shape
HATCH = "M3 30L18.6 4M8 30L23.6 4M13 30L28.6 4M18 30L33.6 4M23 30L38.6 4M28 30L43.6 4"
HATCH_SMALL = "M3 20L16 3M3 26L22 3M8 26L26 4M14 26L26 11"


def _shape(colour: str, x: float, y: float, scale: float, lettered: bool = True) -> str:
    letter = f'<text y="{DOWN[colour]}" class="g-b g-m g-d" font-size="10">{colour}</text>' if lettered else ""
    return f'<g transform="translate({x} {y})scale({scale})"><path d="{SHAPES[colour]}" class="g-rs"/>{letter}</g>'


def _ground(colour: str, w: float, h: float, rx: float) -> str:
    return f'<rect x="1" y="1" width="{w - 2}" height="{h - 2}" rx="{rx}" class="g-q{colour} g-seat"/>'


def _of(colour: str) -> str:
    """A resource alone, a square of a tile, a building face up and face down, and both small."""
    return (
        f'<g id="i-r{colour}">{_shape(colour, 0, 0, 1)}</g>'
        f'<g id="i-q{colour}"><rect x=".5" y=".5" width="41" height="41" class="g-q{colour}"/>'
        f"{_shape(colour, 21, 21, 1.43)}</g>"
        f'<g id="i-u{colour}">{_ground(colour, 46, 34, 4)}{_shape(colour, 31.3, 17, 1.09)}</g>'
        f'<g id="i-d{colour}">{_ground(colour, 46, 34, 4)}<path d="{HATCH}" class="g-bh"/>'
        f"{_shape(colour, 23, 17, 1.02)}</g>"
        f'<g id="i-v{colour}">{_ground(colour, 28, 28, 5)}{_shape(colour, 14, 14, 1.05, lettered=False)}</g>'
        f'<g id="i-e{colour}">{_ground(colour, 28, 28, 5)}<path d="{HATCH_SMALL}" class="g-bh"/>'
        f"{_shape(colour, 14, 14, 0.85)}</g>"
    )


_TABLE = (
    f'<g id="i-hatch"><path d="{HATCH_SMALL}" class="g-bh"/></g>'
    '<g id="i-tile"><path d="M42 1V83M1 42H83" class="g-seam"/>'
    '<rect x="1" y="1" width="82" height="82" rx="3" class="g-tile"/></g>'
    '<g id="i-fix"><path d="M1 1h10.6l-10.6 10.6zM83 1h-10.6l10.6 10.6zM1 83h10.6l-10.6-10.6zM83 83h-10.6l10.6-10.6z" '
    'class="g-ink"/></g>'
    '<g id="i-pond"><rect x="2" y="2" width="80" height="80" rx="25" class="g-wat"/>'
    '<path d="M16.8 31.9q6.3-5.9 12.6 0t12.6 0 12.6 0M16.8 46.2q6.3-5.9 12.6 0t12.6 0 12.6 0M16.8 60.5q6.3-5.9 12.6 '
    '0t12.6 0 12.6 0" class="g-wl"/></g>'
    '<g id="i-back"><rect x="1" y="1" width="22" height="22" rx="3" class="g-soft g-seat"/></g>'
    '<g id="i-star"><path d="M0-8L2.4-2.5 8-2 3.8 1.8 5 7.5 0 4.5-5 7.5-3.8 1.8-8-2-2.4-2.5Z" class="g-ink"/></g>'
    '<g id="i-bag"><path d="M-5-8H5L3-4Q10 0 9 6Q8 10 0 10T-9 6Q-10 0-3-4Z" class="g-soft g-seat"/></g>'
)
SYMBOLS = "".join(map(_of, SHAPES)) + _TABLE
