"""The kinds of lines in a record: what people do, see, announce, correct, claim and rule."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.observables import Observation
from domain.rules import Action, Key, Seat


class Line(Struct, frozen=True, kw_only=True, gc=False):
    """One numbered entry; its number is its place in the log and never changes."""


class Played(Line, frozen=True, kw_only=True):
    """What a seat, or the table, physically did."""

    action: Action


class Seen(Line, frozen=True, kw_only=True):
    """A value read off the table now, or announced about an effect of an earlier line."""

    observation: Observation


class Omitted(Line, frozen=True, kw_only=True):
    """An effect the table forgot."""

    observation: Observation


class MadeGood(Line, frozen=True, kw_only=True):
    """What was forgotten, carried out now."""

    observation: Observation


class Agreed(Line, frozen=True, kw_only=True):
    """A change all seats settled among themselves."""

    observation: Observation
    text: str = ""


class Position(Line, frozen=True, kw_only=True):
    """The table as it stands, whole or in part."""

    values: tuple[tuple[str, Key, Any], ...]


class Gap(Line, frozen=True, kw_only=True):
    """Something was not recorded."""

    text: str = ""


class TakenBack(Line, frozen=True, kw_only=True):
    """The table itself went back to where it stood after a line."""

    to: int


class Corrected(Line, frozen=True, kw_only=True):
    """An earlier line, as it should have been written, and why it is changed."""

    target: int
    body: Line
    reason: str = ""


class Struck(Line, frozen=True, kw_only=True):
    """An earlier line that should not have been written; also undoes a correction or a strike."""

    target: int
    reason: str = ""


class Inserted(Line, frozen=True, kw_only=True):
    """A forgotten line, directly after another; 0 is before the first."""

    after: int
    body: Line
    reason: str = ""


class Note(Line, frozen=True, kw_only=True):
    """A remark; or a line that could not be read, kept with its error."""

    seat: Seat | None = None
    text: str = ""
    error: str = ""


class Branched(Line, frozen=True, kw_only=True):
    """Under protest: from after a line the table also plays on a second branch, until a ruling picks one."""

    branch: str
    after: int
    text: str = ""


class OnBranch(Line, frozen=True, kw_only=True):
    """A line on a branch."""

    branch: str
    body: Line


class Claimed(Line, frozen=True, kw_only=True):
    """A seat disputes a line, what it announced, or that something was omitted there; of a ruling, an appeal."""

    seat: Seat | None
    about: int
    clause: str = ""
    omitted: bool = False
    text: str = ""


class Withdrawn(Line, frozen=True, kw_only=True):
    """A claim taken back."""

    seat: Seat | None
    claim: int


RECORDED, PLAYED, SCORED, RULED = ERRORS = ("recorded", "played", "scored", "ruled")


class Triaged(Line, frozen=True, kw_only=True):
    """Which of the four errors a finding is: mis-recorded, mis-played, mis-scored or mis-ruled."""

    about: int
    clause: str
    error: str


class Clocked(Line, frozen=True, kw_only=True):
    """What a seat's clock shows, or the clock of the table, as minutes:seconds or hours:minutes(:seconds)."""

    seat: Seat | None = None
    shows: str


class Paused(Line, frozen=True, kw_only=True):
    """The table stops playing for a while."""

    text: str = ""


class Resumed(Line, frozen=True, kw_only=True):
    """The table plays on after a pause."""


class SeatTaken(Line, frozen=True, kw_only=True):
    """From this line on another person sits there."""

    seat: Seat
    name: str = ""


class Answered(Line, frozen=True, kw_only=True):
    """A seat's answer when the record is read back: it agrees up to a line, or queries that line."""

    seat: Seat
    about: int
    agrees: bool
    text: str = ""


STAND, WARN, VOID, BACK, ADJUST, ADOPT, PICK = "stand", "warn", "void", "back", "adjust", "adopt", "pick"
REMEDIES = (STAND, WARN, VOID, BACK, ADJUST, ADOPT, PICK)
CHANGING = (VOID, BACK, ADJUST, ADOPT, PICK)  # those that change the table
MAIN = "main"  # the branch that every table begins with


class Ruled(Line, frozen=True, kw_only=True):
    """An arbiter's ruling. `line` is where the remedy starts; `supersedes` the ruling that an appeal replaced.

    It cites a clause and the reading it was ruled `under`; `reading` is adopted, `branch` is picked. `named` notes that
    the arbiter had asked for the names of the seats before signing.
    """

    remedy: str
    claim: int = 0
    line: int = 0
    clause: str = ""
    text: str = ""
    seat: Seat | None = None
    what: str = ""
    key: Key = ()
    by: Any = None
    reading: str = ""
    branch: str = ""
    under: str = ""
    precedent: bool = False
    supersedes: int = 0
    named: bool = False


FACTS = (Played, Seen, Omitted, MadeGood, Agreed, Position, Gap, TakenBack)
CORRECTIONS = (Corrected, Struck, Inserted)
WRAPPING = (Corrected, Inserted, OnBranch)  # lines that hold another
OBSERVING = (Seen, Omitted, MadeGood, Agreed)  # lines with an observation
AROUND = (Clocked, Paused, Resumed, SeatTaken, Answered)  # events around the game, which the rules do not judge
NEVER_CORRECTED = (Claimed, Withdrawn, Ruled, Branched, Triaged, Answered)
DISPUTING = (Claimed, Withdrawn, Ruled, Triaged)  # lines that a closed record still accepts


def has_own_text(line: Line | None) -> bool:
    """Whether a line can hold a text of its own, so that a correction of it has no reason beside that text."""
    line = unwrapped(line)
    return isinstance(line, SeatTaken) or hasattr(line, "text")


def unwrapped(line: Line | None) -> Line | None:
    """The innermost line: without the correction, insertion and branch around it."""
    while isinstance(line, WRAPPING):
        line = line.body
    return line
