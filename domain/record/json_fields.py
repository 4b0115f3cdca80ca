"""The JSON fields of every kind of line, for programs that send fields instead of text. Unknown fields are refused."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Letter = str | None
Amount = int | str | None


class ObservationFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value seen or said: of what, whose, and how much; `value` is what it is, `by` how much it changed.

    A number is a number, or "3..5" where it is not exactly known; anything else is written as in a record.
    """

    what: str
    seat: Letter = None
    key: list[str] = []
    value: Amount = None
    by: Amount = None
    about: int | None = None
    clause: str = ""
    source: str = ""


class LineFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """One line of a record, by its kind."""


class PlayedFields(LineFields, frozen=True, kw_only=True, tag="played"):
    """What a seat, or the table, did: {"deed": ..., "seat": its letter, ...} with the fields of that deed."""

    action: dict[str, Any]


class SeenFields(LineFields, frozen=True, kw_only=True, tag="seen"):
    """A value read off the table now, or said of an effect of an earlier line."""

    look: ObservationFields


class OmittedFields(LineFields, frozen=True, kw_only=True, tag="omitted"):
    """An effect the table forgot."""

    look: ObservationFields


class MadeGoodFields(LineFields, frozen=True, kw_only=True, tag="made-good"):
    """What was forgotten, carried out now."""

    look: ObservationFields


class AgreedFields(LineFields, frozen=True, kw_only=True, tag="agreed"):
    """A change all seats settled among themselves."""

    look: ObservationFields
    text: str = ""


class PositionFields(LineFields, frozen=True, kw_only=True, tag="position"):
    """The table as it stands, whole or in part."""

    values: list[ObservationFields]


class GapFields(LineFields, frozen=True, kw_only=True, tag="gap"):
    """Something was not recorded."""

    text: str = ""


class TakenBackFields(LineFields, frozen=True, kw_only=True, tag="taken-back"):
    """The table itself went back to where it stood after a line."""

    to: int


class CorrectedFields(LineFields, frozen=True, kw_only=True, tag="corrected"):
    """An earlier line, as it should have been written, and why it is changed."""

    target: int
    body: AnyLine
    reason: str = ""


class StruckFields(LineFields, frozen=True, kw_only=True, tag="struck"):
    """An earlier line that should not have been written, and why."""

    target: int
    reason: str = ""


class InsertedFields(LineFields, frozen=True, kw_only=True, tag="inserted"):
    """A forgotten line, directly after another, and why it is inserted; 0 is before the first."""

    after: int
    body: AnyLine
    reason: str = ""


class NoteFields(LineFields, frozen=True, kw_only=True, tag="note"):
    """A remark; `error` where it is a line that could not be read."""

    seat: Letter = None
    text: str = ""
    error: str = ""


class ClaimedFields(LineFields, frozen=True, kw_only=True, tag="claimed"):
    """A seat disputes a line."""

    seat: Letter = None
    about: int
    clause: str = ""
    omitted: bool = False
    text: str = ""


class BranchedFields(LineFields, frozen=True, kw_only=True, tag="branched"):
    """Under protest: the table goes on in a second way, too, from after a line."""

    branch: str
    after: int
    text: str = ""


class OnBranchFields(LineFields, frozen=True, kw_only=True, tag="on-branch"):
    """A line of that second way."""

    branch: str
    body: AnyLine


class TriagedFields(LineFields, frozen=True, kw_only=True, tag="triaged"):
    """Which error a finding is: one of recorded, played, scored, ruled."""

    about: int
    clause: str
    error: str


class WithdrawnFields(LineFields, frozen=True, kw_only=True, tag="withdrawn"):
    """A claim taken back."""

    seat: Letter = None
    claim: int


class RuledFields(LineFields, frozen=True, kw_only=True, tag="ruled"):
    """An arbiter's ruling: stand, warn a seat, void a line, back to it, adjust a value after it, adopt a reading,
    pick a branch. It cites a clause and the reading it is ruled `under`, and may be kept as a precedent. `named` notes
    that the arbiter had asked for the names of the seats.
    """

    remedy: str
    claim: int = 0
    line: int = 0
    clause: str = ""
    text: str = ""
    seat: Letter = None
    look: ObservationFields | None = None
    reading: str = ""
    branch: str = ""
    under: str = ""
    precedent: bool = False
    supersedes: int = 0
    named: bool = False


class ClockedFields(LineFields, frozen=True, kw_only=True, tag="clocked"):
    """What a seat's clock shows, or the table's: minutes:seconds, or hours:minutes with or without seconds."""

    seat: Letter = None
    shows: str


class PausedFields(LineFields, frozen=True, kw_only=True, tag="paused"):
    """The table stops playing for a while."""

    text: str = ""


class ResumedFields(LineFields, frozen=True, kw_only=True, tag="resumed"):
    """The table plays on."""


class SeatTakenFields(LineFields, frozen=True, kw_only=True, tag="seat-taken"):
    """From this line on another person sits there."""

    seat: Letter = None
    name: str = ""


class AnsweredFields(LineFields, frozen=True, kw_only=True, tag="answered"):
    """A seat's answer when the record is read back: it agrees up to a line, or queries that line."""

    seat: Letter = None
    about: int
    agrees: bool
    text: str = ""


AnyLine = (
    PlayedFields
    | SeenFields
    | OmittedFields
    | MadeGoodFields
    | AgreedFields
    | PositionFields
    | GapFields
    | TakenBackFields
    | CorrectedFields
    | StruckFields
    | InsertedFields
    | NoteFields
    | ClaimedFields
    | BranchedFields
    | OnBranchFields
    | TriagedFields
    | WithdrawnFields
    | RuledFields
    | ClockedFields
    | PausedFields
    | ResumedFields
    | SeatTakenFields
    | AnsweredFields
)
