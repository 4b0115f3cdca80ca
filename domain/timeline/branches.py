"""The other ways of a table under protest, walked as far as the table ever went over to one of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.timeline.timeline import Timeline


class Ways:
    """A fold of each branch that is not taken; they share it, so that nobody walks one twice to go over to another."""

    def __init__(self) -> None:
        self.folds: dict[str, Timeline] = {}
        self.first: int | None = None  # the frame in which the table first went over to one

    def forget(self) -> None:
        """The record was mended, or says more about them."""
        self.folds, self.first = {}, None

    def keep_up(self, fold: Timeline) -> None:
        """Walk them anew where there are more lines, or where what they asked for in vain is known by now."""
        known = set(fold.state.known)
        if any(
            len(way.log) < len(fold.log) or known & way.state.known.missing.first_asked.keys() for way in self.all()
        ):
            self.folds.clear()

    def all(self) -> Iterable[Timeline]:
        """Each of them."""
        return self.folds.values()

    def go_over(self, fold: Timeline, beside: Timeline) -> None:
        """What was asked for in vain on that way is asked for here, too: once it is told, both are walked again."""
        asking = fold.state.known.missing
        asking.ask(beside.state.known.missing.first_asked)
        if fold.until is None:
            self.first = asking.frame if self.first is None else min(self.first, asking.frame)
