"""The canvas of Kontor: a drawing in progress, with its scene, its sizes and the shapes of this game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from domain.games.kontor.rules import KontorRules
from domain.games.kontor.state import State
from domain.numbers import NotKnown, Number, least, most
from replays.boards.drawing import Bounds, Drawing
from replays.boards.kontor.chart import Chart
from replays.boards.kontor.layout import HarbourLayout
from replays.boards.scene import Scene
from replays.boards.shapes import badge, placed

SIDES = "rkbygp"  # Red, Black, and whatever a variant adds
ANYTHING = 90  # a range so wide says nothing


class HarbourCanvas:
    """A drawing in progress."""

    def __init__(self, scene: Scene, layout: HarbourLayout, drawing: Drawing, chart: Chart):
        self.scene, self.layout, self.drawing, self.chart = scene, layout, drawing, chart
        self.state: State = scene.table
        self.rules: KontorRules = scene.rules
        self.board, self.word, self.narrow, self.tv = self.state.board, scene.word, layout.narrow, layout.tv
        self.letters, self.words, self.blind = scene.setup.seats, scene.annotator.words, scene.blind
        self.icons: dict[str, str] = self.words["board"]["letters"]
        self.seated: dict[int, list[int]] = {}
        for seat, side in enumerate(self.state.sides):
            self.seated.setdefault(side, []).append(seat)
        self.sides = len(self.state.scores)

    def add(self, layer: str, key: str, inner: str, says: str = "", box: Bounds | None = None) -> None:
        """One thing."""
        self.drawing.add(layer, key, inner, says, box)

    def slot(self, side: int) -> str:
        """The colour of a side; a ring where it must not be known."""
        return "x" if self.blind or not 0 <= side < len(SIDES) else SIDES[side]

    def letter(self, side: int, seat: int = -1) -> str:
        """What stands on the badge of a side: the letter of the seat that did it, or of all its seats."""
        mine = self.seated.get(side, [])
        return self.letters[seat] if seat in mine else "".join(self.letters[other] for other in mine[:2])

    def side_badge(self, side: int, x: float, y: float, scale: float = 1.0, seat: int = -1) -> str:
        """A side, or one of its seats."""
        return badge(self.slot(side), self.letter(side, seat), x, y, scale)

    def seat_badge(self, seat: int, x: float, y: float, scale: float = 1.0) -> str:
        """A seat in its side's colour."""
        return self.side_badge(self.state.sides[seat], x, y, scale, seat)

    def side_name(self, side: int) -> str:
        """The name of a side."""
        names = self.scene.annotator.sides
        return names[side] if 0 <= side < len(names) else self.words.name("colour", "")

    def good(self, good: str, x: float, y: float, scale: float) -> str:
        """A good with its letter."""
        return good_at(good, self.icons[good], x, y, scale, self.layout.cell.least)

    def known(self, ask: Callable, *given: Any) -> Any:
        """The result of a function of the rules; None where a fact is missing."""
        try:
            return ask(*given)
        except NotKnown:
            return None

    def part(self, name: str, field: str, default: Any = ()) -> Any:
        """What only a variant keeps on the table; nothing where it is not played."""
        return getattr(self.state.parts.get(name), field, default)


@lru_cache(maxsize=2048)
def good_at(good: str, letter: str, x: float, y: float, scale: float, least: float = 0) -> str:
    """A good with its letter, which is never smaller than the least size."""
    down, ink, size = {"wine": (4.1, "g-w", 11.6), "tea": (4.1, "g-d", 11.6)}.get(good, (6.6, "g-d", 11.2))
    label = f'<text y="{down}" class="g-b g-m {ink}" font-size="{max(size, least / scale):.4g}">{letter}</text>'
    return placed(f'<use href="#i-{good}"/>{label}', x, y, scale)


def florin(letter: str, x: float, y: float, scale: float = 1.0, least: float = 0) -> str:
    """A florin with its letter, which is never smaller than the least size."""
    label = f'<text y="3.6" class="g-b g-m g-d" font-size="{max(9.5, least / scale):.4g}">{letter}</text>'
    return placed(f'<use href="#i-florin"/>{label}', x, y, scale)


def known_number(count: Number | None) -> Number | None:
    """A number, or None where its range is so wide that it says nothing."""
    return None if count is None or most(count) - least(count) >= ANYTHING else count


def short(count: Number) -> str:
    """A number where there is little room: `2`, or `1?` for 1..3."""
    return str(least(count)) if least(count) == most(count) else f"{least(count)}?"
