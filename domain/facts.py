"""The facts known at a table, each with the line that reported it, and the facts that were looked up and missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, takewhile
from typing import Any

from msgspec import Struct

Key = tuple[Any, ...]


class Fact(Struct, frozen=True, gc=False):
    """A timeless fact and the line that reported it."""

    value: Any
    reporting_line: int


class MissingFacts:
    """The facts that the rules looked up before they were known.

    `first_asked` holds the frame of the first such look-up of each fact, `late` those that were reported afterwards:
    the frames from there on have to be folded again.
    """

    __slots__ = ("first_asked", "frame", "late")

    def __init__(self) -> None:
        self.first_asked: dict[Key, int] = {}
        self.late: set[Key] = set()
        self.frame = 0  # the frame that is being folded

    def rewind(self, frame: int) -> dict[Key, int]:
        """Drops the look-ups of that frame and of all later ones, and returns them."""
        asked = self.first_asked  # in the order of their frames
        dropped = list(takewhile(lambda key: asked[key] >= frame, reversed(asked)))
        self.late.difference_update(dropped)
        return {key: asked.pop(key) for key in dropped}

    def ask(self, keys: Iterable[Key]) -> None:
        """Notes that the frame being folded looked these facts up."""
        for key in keys:
            self.first_asked.setdefault(key, self.frame)

    def copy(self) -> MissingFacts:
        """A copy to reset to after a trial."""
        other = MissingFacts()
        other.first_asked, other.late, other.frame = self.first_asked.copy(), self.late.copy(), self.frame
        return other

    def reset(self, before: MissingFacts) -> None:
        """Drops the look-ups of a trial."""
        self.first_asked, self.late = before.first_asked.copy(), before.late.copy()


class KnownFacts(Mapping[Key, Fact]):
    """The facts known at one moment. Adding a fact makes those of the next moment, and both share their storage.

    Sharing keeps a long record cheap: the facts lie in one dictionary, in the order they were added, and a moment
    sees the first `_count` of them.
    """

    __slots__ = ("_count", "_facts", "missing")

    def __init__(self, facts: Mapping[Key, Fact] | None = None, missing: MissingFacts | None = None):
        self._facts = {key: (at, fact) for at, (key, fact) in enumerate((facts or {}).items())}
        self._count = len(self._facts)
        self.missing = missing or MissingFacts()

    def get(self, key: Key, default: Any = None) -> Any:
        """The fact, or the default; a look-up of a missing fact is noted."""
        entry = self._facts.get(key)
        if entry is not None and entry[0] < self._count:
            return entry[1]
        self.missing.first_asked.setdefault(key, self.missing.frame)
        return default

    def with_fact(self, key: Key, value: Any, line: int) -> KnownFacts:
        """The same with one more fact; of a fact reported twice the first report counts."""
        entry = self._facts.get(key)
        if entry is not None and entry[0] < self._count:
            return self
        if key in self.missing.first_asked:
            self.missing.late.add(key)
        after = KnownFacts.__new__(KnownFacts)
        after.missing, after._count = self.missing, self._count + 1
        after._facts = self._facts if len(self._facts) == self._count else dict(self._visible())
        after._facts[key] = (self._count, Fact(value, line))
        return after

    def added_since(self, earlier: KnownFacts) -> list[Key]:
        """The facts that were not known at an earlier moment."""
        if earlier._facts is self._facts:
            last = len(self._facts)
            return list(islice(reversed(self._facts), last - self._count, last - earlier._count))
        before = set(earlier)
        return [key for key in self if key not in before]

    def without(self, keys: set[Key]) -> KnownFacts:
        """The same without some of the facts."""
        return KnownFacts({key: entry[1] for key, entry in self._visible() if key not in keys}, self.missing)

    def detached(self) -> KnownFacts:
        """A copy for a trial or another thread: its look-ups and new facts are not noted here."""
        other = KnownFacts.__new__(KnownFacts)
        other._facts, other._count = self._facts.copy(), self._count
        other.missing = MissingFacts()
        return other

    def _visible(self) -> Iterator[tuple[Key, tuple[int, Fact]]]:
        return ((key, entry) for key, entry in self._facts.items() if entry[0] < self._count)

    def __getitem__(self, key: Key) -> Fact:
        fact: Fact | None = self.get(key)
        if fact is None:
            raise KeyError(key)
        return fact

    def __contains__(self, key: Any) -> bool:
        return self.get(key) is not None

    def __iter__(self) -> Iterator[Key]:
        return (key for key, _ in self._visible())

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"KnownFacts({dict(self)})"
