"""The canvas of Nieuw Amsterdam: a drawing in progress, with its scene, its sizes and the shapes of this game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from domain.games.nieuw_amsterdam.pieces import FURS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State
from domain.numbers import NotKnown, Number, least, most
from replays.boards.drawing import Bounds, Drawing
from replays.boards.nieuw_amsterdam.layout import Layout
from replays.boards.scene import Scene
from replays.boards.shapes import badge, placed, rect, slots_of, text, use

ANYTHING = 90  # a range so wide says nothing
OFTEN = 9  # so many alike are drawn one by one, more cannot be counted by eye


class CityCanvas:
    """A drawing in progress."""

    def __init__(self, scene: Scene, layout: Layout, drawing: Drawing):
        self.scene, self.layout, self.sizes, self.drawing = scene, layout, layout.sizes, drawing
        self.state: State = scene.table
        self.rules: NieuwAmsterdamRules = scene.rules
        self.word, self.narrow = scene.word, layout.narrow
        self.letters, self.slots = scene.setup.seats, slots_of(scene.setup, scene.blind)
        self.words = scene.annotator.words
        self.icons: dict[str, str] = self.words["board"]["letters"]

    def add(self, key: str, inner: str, says: str = "", box: Bounds | None = None) -> None:
        """One thing; the first part of its key names its layer."""
        self.drawing.add(key.partition(":")[0], key, inner, says, box)

    def within(self, layer: str, key: str, inner: str, says: str = "", box: Bounds | None = None) -> None:
        """One thing of another layer than its name says."""
        self.drawing.add(layer, key, inner, says, box)

    def place(self, key: str, layer: str, box: Bounds) -> None:
        """Where a mark finds a thing that is called otherwise: the last card, a post that moves."""
        self.drawing.boxes[key] = layer, box

    def badge(self, seat: int, x: float, y: float, scale: float = 1.0) -> str:
        """A seat."""
        letter = self.letters[seat] if scale * 10.4 >= self.sizes.least else ""
        return badge(self.slots[seat], letter, x, y, scale)

    def colour(self, seat: int) -> str:
        """The classes of a seat's wooden things."""
        return f"g-s{self.slots[seat]} g-seat"

    def icon(self, kind: str, x: float, y: float, scale: float = 1.0) -> str:
        """A coin, wood, corn, goods or a fur, with its letter."""
        return icon(kind, self.icons[kind] if scale * 10 >= self.sizes.least else "", x, y, scale)

    def tile(self, letter: str, x: float, y: float, scale: float = 1.0, classes: str = "g-act") -> str:
        """An action tile; one that was not seen has no shape."""
        shape = letter if letter in "CLT" else "x"
        look = classes if shape != "x" else "g-unk"
        ink = "g-b g-m" if shape != "x" else "g-uk g-m"
        return placed(
            f'<use href="#i-tile-{shape}" class="{look}"/>'
            f'<text y="4.8" class="{ink}" font-size="13">{self.icons.get(letter, "?")}</text>',
            x,
            y,
            scale,
        )

    def size(self, wished: float) -> float:
        """A size of type, at least the smallest of the layout."""
        return max(wished, self.sizes.least)

    def known(self, ask: Callable, *given: Any) -> Any:
        """The result of a function of the rules; None where a fact is missing."""
        try:
            return ask(*given)
        except NotKnown:
            return None

    def listed(self, kind: str, codes: Iterable[str]) -> str:
        """Names side by side."""
        return ", ".join(self.words.name(kind, code) for code in codes) or self.words["headings"]["nothing"]


@lru_cache(maxsize=4096)
def icon(kind: str, letter: str, x: float, y: float, scale: float) -> str:
    """A picture with its letter."""
    at, down, ink, size = _LETTERED.get(kind, (0, 4, "g-d", 10))
    label = f'<text x="{at}" y="{down}" class="g-b g-m {ink}" font-size="{size}">{letter}</text>' if letter else ""
    return placed(f'<use href="#i-{kind}"/>{label}', x, y, scale)


_LETTERED = {
    "coins": (0, 4, "g-d", 11),
    "wood": (-4, 4, "g-w", 10),
    "corn": (0, 3, "g-d", 11),
    "lynx": (0, 5, "g-d", 10),
}


def drawable(count: Number | None) -> Number | None:
    """A number, or None where its range is so wide that it says nothing."""
    return None if count is None or most(count) - least(count) >= ANYTHING else count


def some(count: Number) -> tuple[int, int]:
    """How many surely, and how many more perhaps: as many as can be drawn."""
    sure = max(0, least(count))
    return sure, max(0, min(most(count), sure + OFTEN) - sure)


def houses(x: float, y: float, count: Number, room: float, scale: float, classes: str) -> str:
    """Houses in a row, closer where they are many; uncertain ones are dotted."""
    sure, perhaps = some(count)
    perhaps = min(perhaps, 3)
    step = min(12.8 * scale, room / max(1, sure + perhaps - 1))
    looks = [classes] * sure + ["g-lhu"] * perhaps
    return "".join(use("house", x + step * at, y, scale, look) for at, look in enumerate(looks))


def unseen_fur(x: float, y: float, scale: float) -> str:
    """A fur of unknown kind."""
    return placed(rect(-11, -10, 22, 20, "g-unk", 5) + text(0, 4, "?", "g-uk g-m", 11), x, y, scale)


def furs_of(kinds: tuple[Number, ...], total: Number) -> tuple[tuple[str, ...], int, int]:
    """The furs surely lying there one by one; how many more of any kind; and how many perhaps."""
    seen = tuple(fur for fur, count in zip(FURS, kinds, strict=False) for _ in range(max(0, least(count))))
    unseen = max(0, least(total) - len(seen))
    return seen, unseen, max(0, min(most(total), least(total) + OFTEN) - max(least(total), len(seen)))
