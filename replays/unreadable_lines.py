"""Lists the lines of a record that could not be read, each with the reason and a suggestion."""

from __future__ import annotations

import re

from msgspec import Struct

from domain.errors import NotRecorded, OutOfOrder
from domain.record.line_text import READERS, read_entry
from domain.record.lines import Note
from domain.sessions.session import Session
from replays.annotation import Annotator, refusal_text
from replays.recorder.free_text import suggestion_for

_NUMBER = re.compile(r"\s*\d+\s*")


class UnreadableLineReport(Struct, frozen=True, kw_only=True):
    """A line kept as it was written, and why; `meant` is the nearest readable line, or empty."""

    line: int
    text: str
    why: str
    meant: str


def unreadable_lines(session: Session, lang: str) -> list[UnreadableLineReport]:
    """The lines of a record that could not be read."""
    reports, annotator = [], Annotator(session.seated, lang)
    for number, line in enumerate(session.log, 1):
        if isinstance(line, Note) and line.error:
            body = _NUMBER.sub("", line.text, count=1)
            why = refusal_text(_refusal(body, number, session), lang)
            meant = suggestion_for(body, annotator).text if body and body[:1] not in READERS else ""
            reports.append(UnreadableLineReport(line=number, text=line.text, why=why, meant=meant))
    return reports


def _refusal(body: str, number: int, session: Session) -> NotRecorded:
    """Why a text was not read; a readable one has no line number, or a wrong one."""
    try:
        read_entry(body, session.setup)
    except NotRecorded as refused:
        return refused
    return OutOfOrder(due=number, text=body)
