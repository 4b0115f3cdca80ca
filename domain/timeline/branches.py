"""The folds of branches that are not taken, as far as the table ever switched to one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.timeline.timeline import Timeline


class BranchFolds:
    """One timeline per branch that is not taken, shared by all of them so that no branch is folded twice."""

    def __init__(self) -> None:
        self.folds: dict[str, Timeline] = {}
        self.first_switch: int | None = None  # the first frame in which the table switched to a branch

    def clear(self) -> None:
        """Drops all folds, because the record was corrected or the branches have more lines."""
        self.folds, self.first_switch = {}, None

    def refresh(self, timeline: Timeline) -> None:
        """Drops the folds if the record has more lines, or if a fact they missed is known by now."""
        known = set(timeline.state.known)
        if any(
            len(other.log) < len(timeline.log) or known & other.state.known.missing.first_asked.keys()
            for other in self.folds.values()
        ):
            self.folds.clear()

    def switch(self, timeline: Timeline, other: Timeline) -> None:
        """Notes that a timeline uses a branch: facts missing there are missing here, so both are folded again later."""
        asking = timeline.state.known.missing
        asking.ask(other.state.known.missing.first_asked)
        if timeline.until is None:
            first = self.first_switch
            self.first_switch = asking.frame if first is None else min(first, asking.frame)
