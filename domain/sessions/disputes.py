"""Disputes: a claim is a line of the record; what is said and shown about it stands beside it, in its own order."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.rules import Seat
from domain.sessions.errors import NoSuchRuling
from domain.sessions.lines import Claimed, Line, Ruled, Withdrawn

OPEN, WITHDRAWN, DECIDED, APPEALED = STATES = ("open", "withdrawn", "decided", "appealed")


class Said(Struct, frozen=True, kw_only=True):
    """A statement, or a picture, about a claim: by whom, as what, and when."""

    claim: int
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
    still_open = set(open_claims(log))
    return [
        _dispute(log, talk, number, line, still_open) for number, line in enumerate(log, 1) if isinstance(line, Claimed)
    ]


def dispute(log: Sequence[Line], claim: int, talk: Sequence[Said] = ()) -> Dispute:
    """One of them; NoSuchRuling where that line is no claim."""
    found = next((one for one in disputes(log, talk) if one.line == claim), None)
    if found is None:
        raise NoSuchRuling(line=claim)
    return found


def _dispute(log: Sequence[Line], talk: Sequence[Said], number: int, claim: Claimed, still_open: set[int]) -> Dispute:
    numbered = list(enumerate(log, 1))
    rulings = tuple(at for at, line in numbered if isinstance(line, Ruled) and line.claim == number)
    withdrawn = (at for at, line in numbered if isinstance(line, Withdrawn) and line.claim == number)
    about = log[claim.about - 1] if claim.about else None
    return Dispute(
        line=number,
        claim=claim,
        withdrawn=next(withdrawn, 0),
        rulings=rulings,
        appeals=tuple(at for at in sorted(still_open) if log[at - 1].about in rulings),
        of_ruling=claim.about if isinstance(about, Ruled) else 0,
        talk=tuple(said for said in talk if said.claim == number),
    )


def open_claims(log: Sequence[Line]) -> list[int]:
    """Claims that are neither withdrawn nor ruled on."""
    settled = {line.claim for line in log if isinstance(line, (Withdrawn, Ruled))}
    return [number for number, line in enumerate(log, 1) if isinstance(line, Claimed) and number not in settled]
