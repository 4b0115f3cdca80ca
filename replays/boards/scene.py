"""The input of a board's drawing (Scene), and what the board of a game provides (BoardRenderer)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from domain.rules import Action
from domain.setup import Setup
from replays.annotation import Annotator
from replays.boards.drawing import Drawing

WIDE, NARROW, TV = "wide", "narrow", "tv"  # layouts: for a desk, a phone, a television
LAYOUTS = (WIDE, NARROW, TV)
LAST, BROKEN, UNDETERMINED, CONTRADICTION, RULED, CLAIMED, PENDING = (
    "last",
    "broken",
    "undetermined",
    "contradiction",
    "ruled",
    "claimed",
    "pending",
)


class BoardMark(Struct, frozen=True, kw_only=True):
    """A mark on what a line touched, given by keys of the drawing."""

    kind: str
    line: int
    keys: tuple[str, ...]
    says: str


class Scene(Struct, frozen=True, kw_only=True):
    """The table after a line, the annotator for its words, and the marks on it."""

    table: Any
    rules: Any  # of the game that is drawn, as its table is
    annotator: Annotator
    line: int
    says: str  # the moment of the game in words
    marks: tuple[BoardMark, ...] = ()
    layout: str = WIDE
    blind: bool = False  # seats are drawn as rings without names or colours

    @property
    def narrow(self) -> bool:
        """Whether the drawing is for a phone."""
        return self.layout == NARROW

    @property
    def setup(self) -> Setup:
        """The set-up of the table."""
        return self.annotator.setup

    def word(self, key: str, **facts: Any) -> str:
        """A text of this game's board, filled with facts."""
        words = self.annotator.words
        return words.fill(words["board"][key], facts, self.annotator.seats)


class BoardRenderer(Struct, frozen=True, kw_only=True):
    """Draws the board of a game, and says which keys of the drawing an action touches.

    `touches` maps a kind of action to a function of the action and the letters of the seats.
    """

    draw: Callable[[Scene], Drawing]
    touches: Mapping[type, Callable[[Any, tuple[str, ...]], tuple[str, ...]]]
    symbols: str  # SVG symbols that fragments use
    sides: str = ""  # colours of the sides, where they have their own
    passing: tuple[str, ...] = ()  # key prefixes of places that things only pass through: a pool, a hand
    about: Mapping[
        type, str
    ] = {}  # the key of the part that an action of chance is about, with `{seat}` for its letter
    whole: Callable[[Action, Any], Action] = lambda action, table: action  # completes an action from the table after it
    picture: Callable[[str], str] = lambda name: ""  # the SVG of a piece by its name: `building:W4`

    def touched(self, action: Action, letters: tuple[str, ...], table: Any) -> tuple[str, ...]:
        """The keys that an action touches, the most important first; `letters` are those of the drawn seats."""
        find = self.touches.get(type(action))
        return () if find is None else find(self.whole(action, table), letters)
