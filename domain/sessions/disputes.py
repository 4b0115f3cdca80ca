"""Disputes: a claim is a line of the record; what is said and shown about it stands beside it, in its own order."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.rules import Seat, replace
from domain.sessions.errors import NoSuchDispute
from domain.sessions.lines import Claimed, Line, Ruled, Withdrawn

OPEN, WITHDRAWN, DECIDED, APPEALED = STATES = ("open", "withdrawn", "decided", "appealed")


class Said(Struct, frozen=True, kw_only=True):
    """A statement about a claim, or a picture about a claim or any other line: by whom, as what, and when."""

    line: int
    seat: Seat | None
    role: str
    at: str
    text: str = ""
    remark: str = ""  # the hash under which the text is kept
    picture: str = ""  # the hash of the picture's bytes


class Dispute(Struct, frozen=True, kw_only=True):
    """A claim, what became of it, and all that was said about it. A claim about a ruling is an appeal."""

    line: int
    claim: Claimed
    withdrawn: int = 0
    rulings: tuple[int, ...] = ()
    appeals: tuple[int, ...] = ()  # open claims about one of its rulings
    of_ruling: int = 0  # the ruling it appeals against
    talk: tuple[Said, ...] = ()

    @property
    def state(self) -> str:
        """Open until withdrawn or ruled on; open again, in a way, while its ruling is appealed against."""
        if self.rulings:
            return APPEALED if self.appeals else DECIDED
        return WITHDRAWN if self.withdrawn else OPEN


def disputes(log: Sequence[Line], talk: Sequence[Said] = ()) -> list[Dispute]:
    """Every dispute of a record, in the order they were raised."""
    rulings, withdrawn, appeals, said = _by_claim(log, Ruled), _by_claim(log, Withdrawn), {}, {}
    for number in open_claims(log):
        appeals.setdefault(log[number - 1].about, []).append(number)
    for one in talk:
        said.setdefault(one.line, []).append(one)
    return [
        Dispute(
            line=number,
            claim=line,
            withdrawn=withdrawn.get(number, (0,))[0],
            rulings=tuple(rulings.get(number, ())),
            appeals=tuple(sorted(at for ruling in rulings.get(number, ()) for at in appeals.get(ruling, ()))),
            of_ruling=_appealed(log, line),
            talk=tuple(said.get(number, ())),
        )
        for number, line in enumerate(log, 1)
        if isinstance(line, Claimed)
    ]


def _by_claim(log: Sequence[Line], kind: type[Ruled | Withdrawn]) -> dict[int, list[int]]:
    """The lines of a kind, by the claim they are about."""
    found: dict[int, list[int]] = {}
    for number, line in enumerate(log, 1):
        if isinstance(line, kind):
            found.setdefault(line.claim, []).append(number)
    return found


def dispute(log: Sequence[Line], claim: int, talk: Sequence[Said] = ()) -> Dispute:
    """One of them; NoSuchDispute where that line is no claim."""
    found = next((one for one in disputes(log, talk) if one.line == claim), None)
    if found is None:
        raise NoSuchDispute(line=claim)
    return found


def raised(log: Sequence[Line], claim: int) -> Dispute:
    """One as it was raised, whatever became of it."""
    return Dispute(line=claim, claim=log[claim - 1], of_ruling=_appealed(log, log[claim - 1]))


def _appealed(log: Sequence[Line], claim: Claimed) -> int:
    """The ruling a claim is about; 0 where it is about anything else."""
    return claim.about if claim.about and isinstance(log[claim.about - 1], Ruled) else 0


def first_claim(log: Sequence[Line], one: Dispute) -> Claimed:
    """What it is about in the end: of an appeal, the claim that was ruled on."""
    claim, number = one.claim, one.of_ruling
    while number:
        ruled: Ruled = log[number - 1]
        if not ruled.claim:
            return replace(claim, about=ruled.line, clause=claim.clause or ruled.clause)
        first = log[ruled.claim - 1]
        claim = replace(first, clause=first.clause or claim.clause or ruled.clause)
        number = _appealed(log, claim)
    return claim


def open_claims(log: Sequence[Line]) -> list[int]:
    """Claims that are neither withdrawn nor ruled on."""
    settled = {line.claim for line in log if isinstance(line, (Withdrawn, Ruled))}
    return [number for number, line in enumerate(log, 1) if isinstance(line, Claimed) and number not in settled]
