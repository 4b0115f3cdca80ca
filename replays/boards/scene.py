"""Scene: a table as somebody sees it after a line, ready to be drawn; and what every board hands over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from domain.rules import Action
from replays.annotation import Annotator
from replays.boards.drawing import Drawing

LAST, BROKEN, UNDETERMINED, CONTRADICTION, RULED, CLAIMED, PENDING = (
    "last",
    "broken",
    "undetermined",
    "contradiction",
    "ruled",
    "claimed",
    "pending",
)


class Mark(Struct, frozen=True, kw_only=True):
    """Something to be said of what a line touched, by the keys of the drawing."""

    kind: str
    line: int
    keys: tuple[str, ...]
    says: str


class Scene(Struct, frozen=True, kw_only=True):
    """What a board is drawn from: the table, its words, the line it stands after, and the marks on it."""

    table: Any
    rules: Any  # of the game that is drawn, as its table is
    annotator: Annotator
    line: int
    says: str  # the moment in words
    marks: tuple[Mark, ...] = ()
    narrow: bool = False
    blind: bool = False  # seats are nameless rings: nothing betrays who is who

    @property
    def setup(self) -> Any:
        """Who sits where, and what was agreed."""
        return self.annotator.setup

    def word(self, key: str, **facts: Any) -> str:
        """A text of this game's board, in the reader's language."""
        words = self.annotator.words
        return words.fill(words["board"][key], facts, self.annotator.seats)


class BoardRenderer(Struct, frozen=True, kw_only=True):
    """How a game is drawn: the drawing of a scene, and which of its keys a deed touches."""

    draw: Callable[[Scene], Drawing]
    touches: Mapping[type, Callable[[Action, tuple[str, ...]], tuple[str, ...]]]  # of a deed, with the seats' letters
    symbols: str  # the parts of pictures that fragments use
    sides: str = ""  # the colours of the sides, where they have colours of their own
    passing: tuple[str, ...] = ()  # how the keys of places begin through which things only pass: the pool, a hand
    whole: Callable[[Action, Any], Action] = lambda action, table: action  # with what the table after it tells of it
    picture: Callable[[str], str] = lambda name: ""  # a piece as a drawing of its own, by its name: `building:W4`

    def touched(self, action: Action, letters: tuple[str, ...], table: Any) -> tuple[str, ...]:
        """The keys a deed touches, the most telling first; `letters` are those of the seats as they are drawn."""
        find = self.touches.get(type(action))
        return () if find is None else find(self.whole(action, table), letters)
