"""The record as it was written: each line with its writer, its time, and what changed it later and why."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.record.json_convert import kind_of
from domain.record.line_text import write_entry
from domain.record.lines import CORRECTIONS, Line, Struck
from domain.rules import Seat
from domain.sessions.session_state import SessionView
from domain.timeline.order import changed_lines, table_order
from replays.annotation import Annotator, Annotators
from replays.frames import CORRECTED, STRUCK
from replays.viewpoint import shown

CHANGES = ("corrected", "struck", "inserted")  # kinds of lines that change another


class LineChange(Struct, frozen=True, kw_only=True):
    """What a later line did to a line: `corrected` or `struck` it, and for what reason, which may be empty."""

    change: str
    by: int
    reason: str


class HistoryLine(Struct, frozen=True, kw_only=True):
    """A line as it was written first, by which role and from which seat; `changed` is null while it counts like that.

    `reason` is why this line changes another, where its writer gave a reason.
    """

    line: int
    at: str
    role: str
    seat: str | None
    kind: str
    text: str
    says: str
    reason: str
    changed: LineChange | None


class History(Struct, frozen=True, kw_only=True):
    """Lines in the order of their writing: how many there are, how many change another line, and those asked for."""

    lines: int
    changes: int
    first: int
    last: int
    written: list[HistoryLine]


def history_of(
    view: SessionView, lang: str, viewer: Seat | str | None, first: int = 1, last: int | None = None, only: bool = False
) -> History:
    """The lines from one number to another, both included; `only` those that change a line or were changed."""
    first, last = max(1, first), min(view.lines, view.lines if last is None else last)
    written = list(_written(view, lang, viewer, first, last))
    return History(
        lines=view.lines,
        changes=sum(isinstance(line, CORRECTIONS) for line in view.log[: view.lines]),
        first=first,
        last=last,
        written=[line for line in written if line.changed or line.kind in CHANGES] if only else written,
    )


def _written(view: SessionView, lang: str, viewer: Seat | str | None, first: int, last: int) -> Iterator[HistoryLine]:
    session = view.session
    annotators, changed = Annotators(session, lang), changed_lines(session.log, table_order(session.log))
    for number in range(first, last + 1):
        line, writer = shown(session.log[number - 1], viewer, session.setup), view.writers[number - 1]
        annotator, by = annotators.at(number), changed.get(number)
        yield HistoryLine(
            line=number,
            at=view.disclosure.times[number - 1],
            role=writer.role,
            seat=annotator.letter(writer.seat),
            kind=kind_of(line),
            text=write_entry(line, session.setup).strip(),
            says=annotator.line(line),
            reason=_reason(line, annotator),
            changed=None if by is None else _change(session.log[by - 1], by, annotator),
        )


def _change(line: Line, by: int, annotator: Annotator) -> LineChange:
    change = STRUCK if isinstance(line, Struck) else CORRECTED
    return LineChange(change=change, by=by, reason=_reason(line, annotator))


def _reason(line: Line, annotator: Annotator) -> str:
    return annotator.text(line.reason) if isinstance(line, CORRECTIONS) else ""
