"""Known: timeless facts, each with the line that told it, and what was asked before it was told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

Key = tuple


class Fact(Struct, frozen=True, gc=False):
    """A timeless fact and the line that told it."""

    value: Any
    reporting_line: int


class Asking:
    """What the rules wanted to know in vain, the frame where they first did, and what of it was told after all."""

    __slots__ = ("asked", "frame", "late")

    def __init__(self) -> None:
        self.asked: dict[Key, int] = {}
        self.late: set[Key] = set()
        self.frame = 0  # the one that is being made

    def rewind(self, frame: int) -> None:
        """Nothing was asked from that frame on."""
        self.asked = {key: first for key, first in self.asked.items() if first < frame}
        self.late &= self.asked.keys()

    def ask(self, keys: Iterable[Key]) -> None:
        """Ask in vain for these, in the frame that is being made."""
        for key in keys:
            self.asked.setdefault(key, self.frame)

    def copy(self) -> Asking:
        """The same, to come back to after a trial."""
        other = Asking()
        other.asked, other.late, other.frame = self.asked.copy(), self.late.copy(), self.frame
        return other

    def reset(self, before: Asking) -> None:
        """As it was before a trial."""
        self.asked, self.late = before.asked.copy(), before.late.copy()


class Known(Mapping[Key, Fact]):
    """What the table knows at one moment. Telling makes the next moment's, and both share what they hold.

    Sharing keeps a long record cheap: the facts lie in one dictionary, in the order they were told,
    and a moment is how many of them it may see.
    """

    __slots__ = ("_count", "_told", "asking")

    def __init__(self, facts: Mapping[Key, Fact] | None = None, asking: Asking | None = None):
        self._told = {key: (at, fact) for at, (key, fact) in enumerate((facts or {}).items())}
        self._count = len(self._told)
        self.asking = asking or Asking()

    def get(self, key: Key, default: Any = None) -> Any:
        """The fact, or the default; what is asked in vain is remembered."""
        found = self._told.get(key)
        if found is not None and found[0] < self._count:
            return found[1]
        self.asking.asked.setdefault(key, self.asking.frame)
        return default

    def tell(self, key: Key, value: Any, line: int) -> Known:
        """The same with one fact more; the first telling counts."""
        found = self._told.get(key)
        if found is not None and found[0] < self._count:
            return self
        if key in self.asking.asked:
            self.asking.late.add(key)
        after = Known.__new__(Known)
        after.asking, after._count = self.asking, self._count + 1
        after._told = self._told if len(self._told) == self._count else dict(self._seen())
        after._told[key] = (self._count, Fact(value, line))
        return after

    def apart(self) -> Known:
        """The same for another thread: what is asked or told of it is not remembered here."""
        other = Known.__new__(Known)
        other._told, other._count = self._told.copy(), self._count
        other.asking = Asking()
        other.asking.asked, other.asking.frame = self.asking.asked.copy(), self.asking.frame + 1
        return other

    def _seen(self) -> Iterator[tuple[Key, tuple[int, Fact]]]:
        return ((key, told) for key, told in self._told.items() if told[0] < self._count)

    def __getitem__(self, key: Key) -> Fact:
        fact = self.get(key)
        if fact is None:
            raise KeyError(key)
        return fact

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None

    def __iter__(self) -> Iterator[Key]:
        return (key for key, _ in self._seen())

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"Known({dict(self)})"
