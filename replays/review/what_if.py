"""A what-if: a reader's own branch of a record at any line. It is folded by the full rules and never recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.errors import NotRecorded, RecordFull, Unreadable
from domain.record.line_text import write_entry
from domain.record.lines import ADOPT, FACTS, Inserted, Line, Note, Ruled, Struck
from domain.rules import UNDETERMINED
from domain.sessions.session import Session, record
from domain.timeline.order import Order, table_order
from replays.annotation import refusal_text
from replays.audit import audit_of
from replays.frames import FrameView, GameMoment, place_of, replay_of
from replays.recorder.choices import LAST, Choice, ChoiceMoment, choices_at
from replays.recorder.free_text import read_leniently
from replays.scoreboard import Standings, scoreboard_of
from replays.view_models import FindingView
from replays.viewpoint import AnySession, Viewpoint, session_of

MOST_LINES, MOST_SHOWN, MOST_OFFERS = 80, 12, 60
LEFT_OUT = Note(text="")  # stands for a line that the branch leaves out
SEPARATOR = "|"  # between the lines of a branch in its address; no action, value or note begins with it


class WhatIf(Struct, frozen=True, kw_only=True):
    """A branch: the line after which it begins, its own lines, the reading it adopts there.

    `rest` keeps the lines that were played after it, all but the line `without`; else they are left out.
    """

    after: int
    lines: tuple[str, ...] = ()
    under: str = ""
    rest: bool = False
    without: int = 0


class WhatIfLine(Struct, frozen=True, kw_only=True):
    """A line of a branch, as it was understood."""

    text: str
    frame: FrameView


class WhatIfView(Struct, frozen=True, kw_only=True):
    """A branch beside the record: its lines, what it would come to, and what may be done next in it."""

    after: int
    lines: list[WhatIfLine]
    trouble: str  # why the last line cannot be read; the branch ends before it
    moment: GameMoment
    played: list[FrameView]  # what the record has there instead
    standings: Standings
    record_standings: Standings
    came: list[FindingView]  # findings that only the branch has
    went: list[FindingView]  # findings on the same lines that only the record has
    offers: list[Choice]


def what_if(source: AnySession, asked: WhatIf, lang: str, viewer: Any, judged: bool = True) -> WhatIfView:
    """The view of a branch; the error of a line that cannot be read stands in it, with the lines before it."""
    session, viewpoint = session_of(source), Viewpoint(viewer, ruled=True)
    branch, texts, trouble = branch_of(session, asked, lang, viewer)
    first = len(session.log) + 1
    frames = [frame for frame in replay_of(branch, lang, viewpoint).frames if frame.line >= first and frame.text]
    own = [frame for frame in frames if frame.kind != "ruled"]
    last = own[-1].line if own else asked.after
    moment = ChoiceMoment(after=last) if asked.rest else LAST
    choices = choices_at(branch, lang, viewer, moment=moment)
    after = place_of(asked.after, table_order(session.log), len(session.log))
    played = [frame for frame in replay_of(source, lang, viewpoint).frames[after + 1 :] if frame.text]
    came, went = _differing(source, branch, lang, viewpoint) if judged else ([], [])
    return WhatIfView(
        after=asked.after,
        lines=[WhatIfLine(text=text, frame=frame) for text, frame in zip(texts, own, strict=False)],
        trouble=trouble,
        moment=choices.moment,
        played=played[:MOST_SHOWN],
        standings=scoreboard_of(branch, lang, viewpoint).ruled,
        record_standings=scoreboard_of(source, lang, viewpoint).ruled,
        came=came,
        went=went,
        offers=[choice for deed in choices.deeds for choice in deed.choices][:MOST_OFFERS],
    )


def branch_of(session: Session, asked: WhatIf, lang: str, viewer: Any) -> tuple[Session, list[str], str]:
    """The record with a branch in place of what came after, the texts of its lines, and why one cannot be read."""
    if len(asked.lines) > MOST_LINES:
        raise RecordFull(most=MOST_LINES)
    order = table_order(session.log)
    place = place_of(asked.after, order, len(session.log))
    log = session.log if asked.rest else _cut(session.log, order, place)
    branch = Session(setup=session.setup, log=log)
    if asked.rest and asked.without:
        branch = record(branch, Struck(target=asked.without))
    if asked.under:
        at = asked.after + 1 if asked.rest and asked.after < len(log) else len(log) + 1
        branch = record(branch, Ruled(remedy=ADOPT, reading=asked.under, line=at))
    texts: list[str] = []
    after = asked.after
    for text in asked.lines:
        try:
            for line in _read(branch, text, lang, viewer):
                branch = record(branch, Inserted(after=after, body=line) if asked.rest else line)
                texts.append(write_entry(line, session.setup).strip())
                after = len(branch.log) if asked.rest else after
        except NotRecorded as error:
            return branch, texts, refusal_text(error, lang)
    return branch, texts, ""


def _read(branch: Session, text: str, lang: str, viewer: Any) -> Sequence[Line]:
    """The lines of a text: facts only, because a branch is a way to play and no dispute."""
    lines = read_leniently(branch, text.strip(), lang, viewer)
    if not all(isinstance(line, FACTS) for line in lines):
        raise Unreadable(text=text, like="…")
    return lines


def _cut(log: Sequence[Line], order: Order, place: int) -> tuple[Line, ...]:
    """The lines as far as a place of the table order; the others are left out, and all keep their number."""
    return tuple(line if order.index_from(number) < place else LEFT_OUT for number, line in enumerate(log, 1))


def _differing(
    source: AnySession, branch: Session, lang: str, viewpoint: Viewpoint
) -> tuple[list[FindingView], list[FindingView]]:
    """The findings that only the branch has, and those of the lines it keeps that only the record has."""
    new, other = (audit_of(one, lang, viewpoint).findings for one in (branch, source))
    known, kept = ({_key(finding) for finding in findings} for findings in (other, new))
    lines = {number for number, line in enumerate(branch.log, 1) if line != LEFT_OUT}
    came = [finding for finding in new if _key(finding) not in known and finding.verdict != UNDETERMINED]
    went = [finding for finding in other if _key(finding) not in kept and finding.line in lines]
    return came, [finding for finding in went if finding.verdict != UNDETERMINED]


def _key(finding: FindingView) -> tuple[Any, ...]:
    return finding.line, finding.clause, finding.check, finding.seat
