"""Finds the smallest set of lines that cannot all be true: a contradiction stays although all else is a gap."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from domain.record.lines import FACTS, Gap, unwrapped
from domain.rules import CONTRADICTION, Finding
from domain.sessions.session import Session
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of
from replays.viewpoint import AnySession, session_of

MOST_FRAMES = 12_000  # frames that are folded for all contradictions of a record
GAP = Gap(text="")


class ContradictoryLines(Struct, frozen=True, kw_only=True):
    """Lines that cannot all be true, whatever happened between them.

    `smallest` says that no line can be left out: every subset one line smaller was tried and holds no contradiction.
    """

    line: int
    clause: str
    lines: list[int]
    smallest: bool


def contradictory_lines(source: AnySession, most: int = MOST_FRAMES) -> list[ContradictoryLines]:
    """For each contradiction of a record the lines that contradict each other, as far as `most` frames allow."""
    session = session_of(source)
    contradictions = [
        one for one in findings_of(audit(session.setup, session.log)) if one.verdict == CONTRADICTION and one.line
    ]
    return [_explained(session, finding, most // len(contradictions)) for finding in contradictions]


def still_contradicts(session: Session, finding: Finding, kept: Iterable[int]) -> bool:
    """Whether a contradiction stays where every other line up to it is a gap: anything may have happened there."""
    lines = frozenset(kept)
    last = max(finding.line, finding.reporting_line, *lines)
    log = tuple(
        line if number in lines or not isinstance(unwrapped(line), FACTS) else GAP
        for number, line in enumerate(session.log[:last], 1)
    )
    return any(
        (one.verdict, one.clause, one.check, one.line) == (CONTRADICTION, finding.clause, finding.check, finding.line)
        for one in findings_of(audit(session.setup, log))
    )


def _explained(session: Session, finding: Finding, most: int) -> ContradictoryLines:
    """Leaves out ever smaller parts of the lines, down to single ones, as long as the contradiction stays."""
    facts = [number for number, line in enumerate(session.log, 1) if isinstance(unwrapped(line), FACTS)]
    kept = [number for number in facts if number <= max(finding.line, finding.reporting_line)]
    if not still_contradicts(session, finding, kept):  # a later line shows it
        kept = facts
    left = most // max(1, *kept)
    part, tried_all = max(1, len(kept) // 2), False
    while left > 0 and not tried_all:
        shrunk = False
        at = 0
        while at < len(kept) and left > 0:
            fewer = kept[:at] + kept[at + part :]
            left -= 1
            if still_contradicts(session, finding, fewer):
                kept, shrunk = fewer, True
            else:
                at += part
        tried_all = part == 1 and not shrunk and left > 0
        part = max(1, part // 2)
    return ContradictoryLines(line=finding.line, clause=finding.clause, lines=kept, smallest=tried_all)
