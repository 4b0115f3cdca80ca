"""Disputes: the claims of a record with their statements, appeals and rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from domain.errors import NoSuchDispute, RuledAlready
from domain.record.lines import ADJUST, ADOPT, VOID, WARN, Claimed, Line, Ruled, Withdrawn
from domain.rules import Seat, replace

OPEN, WITHDRAWN, DECIDED, APPEALED = STATES = ("open", "withdrawn", "decided", "appealed")


class Statement(Struct, frozen=True, kw_only=True):
    """A statement about a claim, or a picture about any line, with its author's seat and role and its time."""

    line: int
    seat: Seat | None
    role: str
    at: str
    text: str = ""
    remark: str = ""  # the hash under which the text is stored
    picture: str = ""  # the hash of the picture's bytes


class Dispute(Struct, frozen=True, kw_only=True):
    """A claim with its rulings, its appeals and the statements about it. A claim about a ruling is an appeal."""

    line: int
    claim: Claimed
    withdrawn: int = 0
    rulings: tuple[int, ...] = ()
    appeals: tuple[int, ...] = ()  # open claims about one of its rulings
    of_ruling: int = 0  # the ruling it appeals against
    talk: tuple[Statement, ...] = ()

    @property
    def state(self) -> str:
        """OPEN until it is withdrawn or ruled on; APPEALED while a claim about one of its rulings is open."""
        if self.rulings:
            return APPEALED if self.appeals else DECIDED
        return WITHDRAWN if self.withdrawn else OPEN


def disputes(log: Sequence[Line], talk: Sequence[Statement] = ()) -> list[Dispute]:
    """Every dispute of a record, in the order they were raised."""
    rulings, withdrawn = _by_claim(log, Ruled), _by_claim(log, Withdrawn)
    appeals: dict[int, list[int]] = {}
    statements: dict[int, list[Statement]] = {}
    for number in open_claims(log):
        appeals.setdefault(_claim(log, number).about, []).append(number)
    for statement in talk:
        statements.setdefault(statement.line, []).append(statement)
    return [
        Dispute(
            line=number,
            claim=line,
            withdrawn=withdrawn.get(number, (0,))[0],
            rulings=tuple(rulings.get(number, ())),
            appeals=tuple(sorted(at for ruling in rulings.get(number, ()) for at in appeals.get(ruling, ()))),
            of_ruling=_appealed(log, line),
            talk=tuple(statements.get(number, ())),
        )
        for number, line in enumerate(log, 1)
        if isinstance(line, Claimed)
    ]


def _by_claim(log: Sequence[Line], kind: type[Ruled | Withdrawn]) -> dict[int, list[int]]:
    """The lines of a kind, by the claim they are about."""
    lines: dict[int, list[int]] = {}
    for number, line in enumerate(log, 1):
        if isinstance(line, kind):
            lines.setdefault(line.claim, []).append(number)
    return lines


def dispute(log: Sequence[Line], claim: int, talk: Sequence[Statement] = ()) -> Dispute:
    """The dispute of a claim; NoSuchDispute if that line is no claim."""
    found = next((entry for entry in disputes(log, talk) if entry.line == claim), None)
    if found is None:
        raise NoSuchDispute(line=claim)
    return found


def raised(log: Sequence[Line], claim: int) -> Dispute:
    """A dispute as it was raised, without rulings, appeals and statements."""
    line = _claim(log, claim)
    return Dispute(line=claim, claim=line, of_ruling=_appealed(log, line))


def _claim(log: Sequence[Line], number: int) -> Claimed:
    line = log[number - 1]
    if not isinstance(line, Claimed):
        raise NoSuchDispute(line=number)
    return line


def _appealed(log: Sequence[Line], claim: Claimed) -> int:
    """The ruling a claim is about; 0 where it is about anything else."""
    return claim.about if claim.about and isinstance(log[claim.about - 1], Ruled) else 0


def first_claim(log: Sequence[Line], dispute: Dispute) -> Claimed:
    """The claim that a dispute is about in the end: for an appeal, the claim that was first ruled on."""
    claim, number = dispute.claim, dispute.of_ruling
    while number:
        ruled = log[number - 1]
        if not isinstance(ruled, Ruled):
            break
        if not ruled.claim:
            return replace(claim, about=ruled.line, clause=claim.clause or ruled.clause)
        first = _claim(log, ruled.claim)
        claim = replace(first, clause=first.clause or claim.clause or ruled.clause)
        number = _appealed(log, claim)
    return claim


def open_claims(log: Sequence[Line]) -> list[int]:
    """Claims that are neither withdrawn nor ruled on."""
    settled = {line.claim for line in log if isinstance(line, (Withdrawn, Ruled))}
    return [number for number, line in enumerate(log, 1) if isinstance(line, Claimed) and number not in settled]


# One ruling stands on a claim ---------------------------------------------------------------------


def rulings_in(log: Iterable[Line]) -> list[tuple[int, Ruled]]:
    """The rulings of a record with their line numbers."""
    return [(number, line) for number, line in enumerate(log, 1) if isinstance(line, Ruled)]


def superseded(rulings: Iterable[tuple[int, Ruled]]) -> dict[int, int]:
    """The rulings that another one replaced, each with the one that did.

    A ruling replaces the one that it names, and any earlier one on the same claim that it contradicts.
    """
    return _Cases(rulings).over


def may_stand(log: Iterable[Line], ruled: Ruled) -> None:
    """Raises RuledAlready if a ruling contradicts the standing decision on its claim without naming a part of it."""
    cases = _Cases(rulings_in(log))
    contradicted = cases.contradicted(ruled)
    if contradicted and ruled.supersedes not in cases.standing(ruled):
        raise RuledAlready(claim=ruled.claim, line=contradicted[-1])


def contested(log: Iterable[Line]) -> dict[int, tuple[int, int]]:
    """Claims with two rulings of which the later contradicts the earlier without naming it, each with the two."""
    rulings = dict(rulings_in(log))
    over = superseded(rulings.items())
    pairs = ((old, new) for old, new in over.items() if new not in over and not rulings[new].supersedes)
    return {rulings[new].claim: (old, new) for old, new in pairs}


def standing_on(log: Iterable[Line], claim: int) -> int:
    """The last ruling that stands on a claim; 0 where there is none."""
    cases = _Cases(rulings_in(log))
    return next((number for number, _ in reversed(cases.on.get(claim, ())) if number not in cases.over), 0)


class _Cases:
    """The rulings on each claim, those of its appeals included, and which of them were replaced."""

    def __init__(self, rulings: Iterable[tuple[int, Ruled]]):
        self.on: dict[int, list[tuple[int, Ruled]]] = {}
        self.over: dict[int, int] = {}
        self.claims: dict[int, set[int]] = {}
        for number, ruled in rulings:
            named = (ruled.supersedes,) if ruled.supersedes else ()
            self.over.update(dict.fromkeys((*self.contradicted(ruled), *named), number))
            self.claims[number] = self._claims_of(ruled)
            for claim in self.claims[number]:
                self.on.setdefault(claim, []).append((number, ruled))

    def contradicted(self, ruled: Ruled) -> list[int]:
        """The standing rulings on the same claim that this one cannot stand together with."""
        return sorted(n for n, earlier in self.standing(ruled).items() if not _stand_together(earlier, ruled))

    def standing(self, ruled: Ruled) -> dict[int, Ruled]:
        """The rulings on the same claim that were not replaced: the parts of one decision."""
        earlier = {number: ruling for claim in self._claims_of(ruled) for number, ruling in self.on.get(claim, ())}
        return {number: ruling for number, ruling in earlier.items() if number not in self.over}

    def _claims_of(self, ruled: Ruled) -> set[int]:
        """The claim of a ruling, and those of the ruling it replaces."""
        return {ruled.claim} - {0} | self.claims.get(ruled.supersedes, set())


def _stand_together(one: Ruled, other: Ruled) -> bool:
    """Whether two rulings are parts of one decision: lines, values, readings or warnings, each another one."""
    return one.remedy in _PART_OF and other.remedy in _PART_OF and _subject(one) != _subject(other)


def _subject(ruled: Ruled) -> tuple[object, ...]:
    return (ruled.remedy, *_PART_OF[ruled.remedy](ruled))


_PART_OF: dict[str, Callable[[Ruled], tuple[object, ...]]] = {  # by remedy: what it decides about
    VOID: lambda ruled: (ruled.line,),
    ADJUST: lambda ruled: (ruled.what, ruled.key),
    ADOPT: lambda ruled: (ruled.reading.partition("=")[0],),
    WARN: lambda ruled: (ruled.seat,),
}
