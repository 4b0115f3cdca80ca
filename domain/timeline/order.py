"""The table order of a log: which lines count, in which order, and which line a number refers to."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from msgspec import Struct

from domain.record.lines import (
    ADJUST,
    ADOPT,
    BACK,
    FACTS,
    MAIN,
    PICK,
    VOID,
    Branched,
    Corrected,
    Inserted,
    Line,
    OnBranch,
    Ruled,
    Struck,
)
from domain.timeline.disputes import superseded


class Entry(Struct, frozen=True, gc=False):
    """A line in table order; `written` is the log line its text comes from."""

    line: int
    body: Line
    written: int


class Order(Struct):
    """The table order of a log. `anchor` maps every line to the last standing line at or before its place."""

    entries: list[Entry]
    place: dict[int, int]
    anchor: dict[int, int]
    corrected: dict[int, int]  # correction or strike -> the line that it changes in the end

    def append(self, number: int, line: Line) -> None:
        """Adds a line that stands where it is written, after all others."""
        self.place[number] = len(self.entries)
        self.anchor[number] = number
        self.entries.append(Entry(number, line, number))

    def meant(self, number: int) -> int:
        """The line that a number refers to: for a correction or a strike, the line that it changes."""
        return self.corrected.get(number, number)

    def standing(self, number: int) -> int:
        """The line itself if it stands, or the last standing line before it; 0 is the set-up."""
        return self.anchor.get(self.meant(number), 0)

    def index_from(self, number: int) -> int:
        """The first place at or after a line, also where the line itself does not stand."""
        meant = self.meant(number)
        if meant in self.place:
            return self.place[meant]
        before = self.anchor.get(meant)
        if before is None:
            return len(self.entries) if meant else 0
        return self.place[before] + 1 if before else 0


def table_order(log: Sequence[Line]) -> Order:
    """The lines that count, in table order; each keeps its number."""
    gone, corrected = struck_lines(log), _corrected_lines(log)
    versions: dict[int, list[tuple[int, Line]]] = {}
    inserted: dict[int, list[int]] = {}
    plain = []
    for number, line in enumerate(log, 1):
        if isinstance(line, Corrected):
            versions.setdefault(corrected[number], []).append(
                (number, _on_its_branch(versions, corrected[number], line))
            )
        elif isinstance(line, Inserted):
            after = corrected.get(line.after, line.after)
            inserted.setdefault(after, []).append(number)
            versions[number] = [(number, _on_its_branch(versions, after, line))]
        elif not isinstance(line, Struck):
            plain.append(number)
            versions[number] = [(number, line)]
    entries: list[Entry] = []
    anchor: dict[int, int] = {0: 0}
    waiting = [*reversed(plain), 0]
    while waiting:
        number = waiting.pop()
        if number and number not in gone:
            standing = [version for version in versions[number] if version[0] == number or version[0] not in gone]
            entries.append(Entry(number, standing[-1][1], standing[-1][0]))
        anchor[number] = entries[-1].line if entries else 0
        waiting += reversed(inserted.get(number, ()))
    place = {entry.line: at for at, entry in enumerate(entries)}
    return Order(entries, place, anchor, corrected)


def _on_its_branch(versions: dict[int, list[tuple[int, Line]]], target: int, line: Corrected | Inserted) -> Line:
    """The corrected or inserted line, on the branch of the line that it replaces or follows."""
    first = versions[target][0][1] if target in versions else None
    if isinstance(first, OnBranch) and not isinstance(line.body, OnBranch):
        return OnBranch(branch=first.branch, body=line.body)
    return line.body


def changed_lines(log: Sequence[Line], order: Order) -> dict[int, int]:
    """The lines that do not count as they were written, each with the line that struck or last corrected it."""
    corrected = {entry.line: entry.written for entry in order.entries}
    changed = {line: by for line, by in corrected.items() if by not in (0, line)}
    for number, line in enumerate(log, 1):
        if isinstance(line, Corrected) and corrected.get(order.meant(number), number) != number:
            changed[number] = corrected[order.meant(number)]
    gone = struck_lines(log)
    return changed | {
        line.target: at for at, line in enumerate(log, 1) if isinstance(line, Struck) and line.target in gone
    }


def struck_lines(log: Sequence[Line]) -> frozenset[int]:
    """The lines that a strike removes; a strike that is itself struck removes nothing."""
    gone: set[int] = set()
    for number in range(len(log), 0, -1):
        line = log[number - 1]
        if isinstance(line, Struck) and number not in gone:
            gone.add(line.target)
    return frozenset(gone)


def _corrected_lines(log: Sequence[Line]) -> dict[int, int]:
    corrected: dict[int, int] = {}
    for number, line in enumerate(log, 1):
        if isinstance(line, (Corrected, Struck)):
            corrected[number] = corrected.get(line.target, line.target)
    return corrected


def first_difference(one: Order, other: Order) -> int:
    """The first place where two orders differ, or where an announcement is about a line that stands elsewhere."""
    for at, (here, there) in enumerate(zip(one.entries, other.entries, strict=False)):
        if (here.line, here.written) != (there.line, there.written):
            return at
        observation = getattr(here.body, "observation", None)
        if (
            observation is not None
            and observation.about is not None
            and _stands(one, observation.about) != _stands(other, observation.about)
        ):
            return at
    return min(len(one.entries), len(other.entries))


def _stands(order: Order, number: int) -> tuple[int, int | None]:
    meant = order.meant(number)
    return meant, order.place.get(meant)


class Remedies(Struct):
    """What the standing rulings change in the fold as ruled, by the line they act on."""

    void: set[int] = set()
    dropped: set[int] = set()
    left: dict[int, int] = {}  # line of a branch that does not count -> the ruling; 0: a reader looks at another branch
    taken: set[int] = set()  # lines of a branch that counts
    adjust: dict[int, list[tuple[int, Ruled]]] = {}
    adopt: dict[int, dict[str, str]] = {}  # by place in the order


def standing_rulings(order: Order) -> list[tuple[int, Ruled]]:
    """The rulings that no other ruling has replaced."""
    rulings = [(entry.line, entry.body) for entry in order.entries if isinstance(entry.body, Ruled)]
    over = superseded(sorted(rulings, key=itemgetter(0)))
    return [(line, ruled) for line, ruled in rulings if line not in over]


def remedies_of(order: Order, rulings: bool = True, branch: str = "") -> Remedies:
    """The remedies of the standing rulings; a `branch` to look at counts as picked."""
    remedies, standing = Remedies(), standing_rulings(order) if rulings else []
    for line, ruled in standing:
        if ruled.remedy == VOID:
            remedies.void.add(order.meant(ruled.line))
        elif ruled.remedy == BACK:
            since = order.place.get(order.standing(ruled.line), -1) + 1
            remedies.dropped.update(entry.line for entry in order.entries[since : order.place[line]])
        elif ruled.remedy == ADJUST:
            after = line if ruled.line > line else order.standing(ruled.line)
            remedies.adjust.setdefault(after, []).append((line, ruled))
        elif ruled.remedy == ADOPT:
            question, _, name = ruled.reading.partition("=")
            remedies.adopt.setdefault(order.index_from(ruled.line), {})[question] = name
    for pick in _picks(order, standing, branch):
        _take(remedies, order, pick)
    return remedies


class BranchPick(Struct, frozen=True):
    """A branch that counts up to a place, and the ruling that picked it; 0 where a reader only looks at the branch."""

    branch: str
    until: int
    by: int = 0


def _picks(order: Order, standing: list[tuple[int, Ruled]], branch: str) -> list[BranchPick]:
    """The picks that hold: the last one, and earlier ones that were ruled before its branch began."""
    picks = [BranchPick(ruled.branch, order.place[line], line) for line, ruled in standing if ruled.remedy == PICK]
    picks += [BranchPick(branch, len(order.entries))] if branch else []
    held: list[BranchPick] = []
    parted = len(order.entries)
    for pick in reversed(picks):
        if pick.until <= parted:
            held.append(pick)
            parted = _parted(order, pick)
    return held


def _parted(order: Order, pick: BranchPick) -> int:
    """The place where the branch of a pick begins; for a pick of the main branch, where the last branch begins."""
    branch = pick.branch
    if branch == MAIN:
        opened = [entry.body.branch for entry in order.entries[: pick.until] if isinstance(entry.body, Branched)]
        branch = opened[-1] if opened else MAIN
    return _path(order, branch)[MAIN]


def branch_of(entry: Entry) -> str:
    """The branch that a line stands on."""
    return entry.body.branch if isinstance(entry.body, OnBranch) else MAIN


def _take(remedies: Remedies, order: Order, pick: BranchPick) -> None:
    """Marks the lines of a picked branch as taken, and those of the main branch that it replaces as left."""
    if pick.branch == MAIN:
        return
    limits = _path(order, pick.branch)
    for place, entry in enumerate(order.entries):
        on = branch_of(entry)
        counts = place <= limits.get(on, -1)
        if on != MAIN and counts:
            remedies.taken.add(entry.line)
        if on == MAIN and not counts and place < pick.until and isinstance(entry.body, FACTS):
            remedies.left.setdefault(entry.line, pick.by)


def _path(order: Order, branch: str) -> dict[str, int]:
    """The branches that lead to a branch, each with the last place at which it counts."""
    opened = {entry.body.branch: entry.body.after for entry in order.entries if isinstance(entry.body, Branched)}
    limits, limit = {}, len(order.entries)
    while branch not in limits and branch != MAIN:
        limits[branch] = limit
        limit = order.place.get(order.standing(opened.get(branch, 0)), -1)
        branch = branch_of(order.entries[limit]) if limit >= 0 else MAIN
    limits.setdefault(MAIN, limit)
    return limits
