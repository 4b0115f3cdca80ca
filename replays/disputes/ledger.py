"""The ledger of a session's errors: recorded, played, scored or ruled wrongly, each with its remedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.record.line_text import write_entry
from domain.record.lines import ERRORS, PLAYED, RECORDED, RULED, SCORED, Claimed, Line, Triaged
from domain.rules import CONTRADICTION, POINTS, UNDETERMINED, Finding
from domain.timeline.disputes import rulings_in, superseded
from replays.annotation import OBSERVED, Annotator
from replays.disputes.differences import made_good
from replays.review.comparison import findings_of
from replays.view_models import is_consequence
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of


class LedgerEntry(Struct, frozen=True, kw_only=True):
    """One error: of which of the four kinds it is, and its remedy.

    `triaged` is the line that says the kind; without one it is the likely kind. `entry` is the line that would put the
    error right; empty where a person must first say what happened.
    """

    line: int
    clause: str
    check: str
    seat: str | None
    error: str
    error_says: str
    triaged: int | None
    says: str
    remedy_says: str
    entry: str


class Ledger(Struct, frozen=True, kw_only=True):
    """All errors of a session, counted by kind and by clause; undetermined findings are left out."""

    errors: dict[str, int]
    clauses: dict[str, dict[str, int]]
    entries: list[LedgerEntry]


def ledger_of(source: AnySession, lang: str, viewpoint: Viewpoint) -> Ledger:
    """The ledger of a session; consequences are not counted."""
    session, annotator = session_of(source), Annotator(session_of(source).seated, lang)
    triage = triage_by_finding(session.log)
    entries = [
        _entry(annotator, triage, finding) for finding in root_findings(findings_of(frames_from(source, viewpoint)))
    ]
    entries += _overturned_entries(annotator, session.log)
    clauses: dict[str, Counter] = {}
    for entry in entries:
        clauses.setdefault(entry.clause, Counter())[entry.error] += 1
    counted = Counter(entry.error for entry in entries)
    return Ledger(
        errors={error: counted[error] for error in ERRORS},
        clauses={clause: dict(count) for clause, count in clauses.items()},
        entries=sorted(entries, key=lambda entry: entry.line),
    )


def root_findings(findings: tuple[Finding, ...]) -> Iterator[Finding]:
    """The findings that count as errors: neither consequences nor undetermined."""
    return (finding for finding in findings if finding.verdict != UNDETERMINED and not is_consequence(finding))


def likely_error(finding: Finding) -> str:
    """The likely error: a contradiction was recorded wrongly, points scored wrongly, the rest played wrongly."""
    if finding.verdict == CONTRADICTION:
        return RECORDED
    return SCORED if finding.check in OBSERVED and finding.facts["what"] == POINTS else PLAYED


def triage_by_finding(log: Sequence[Line]) -> dict[tuple[int, str], tuple[int, str]]:
    """The last triage of each finding, by its line and clause: the line of the triage, and the error."""
    lines = ((at, line) for at, line in enumerate(log, 1) if isinstance(line, Triaged))
    return {(line.about, line.clause): (at, line.error) for at, line in lines}


def overturned_rulings(log: Sequence[Line]) -> dict[int, int]:
    """The rulings that another ruling replaced, each with that one."""
    return superseded(rulings_in(log))


def _entry(annotator: Annotator, triage: dict[tuple[int, str], tuple[int, str]], finding: Finding) -> LedgerEntry:
    by, error = triage.get((finding.line, finding.clause), (0, likely_error(finding)))
    return LedgerEntry(
        line=finding.line,
        clause=finding.clause,
        check=finding.check,
        seat=annotator.letter(finding.seat),
        error=error,
        error_says=annotator.words.name("error", error),
        triaged=by or None,
        says=annotator.finding(finding),
        remedy_says=annotator.words["disputes"][f"mend-{error}"],
        entry=_remedy_entry(annotator, error, finding),
    )


def _remedy_entry(annotator: Annotator, error: str, finding: Finding) -> str:
    """The line that puts it right: an adjustment of points, or a claim where an arbiter must rule."""
    if error == SCORED and (adjusted := made_good(annotator.setup.game, finding)) is not None:
        return write_entry(adjusted, annotator.setup).strip()
    if error in (PLAYED, SCORED, RULED):
        return write_entry(Claimed(seat=None, about=finding.line, clause=finding.clause), annotator.setup).strip()
    return ""


def _overturned_entries(annotator: Annotator, log: tuple[Line, ...]) -> Iterator[LedgerEntry]:
    """Each ruling that an appeal superseded, as an error of ruling."""
    rulings = dict(rulings_in(log))
    for number, by in overturned_rulings(log).items():
        ruled = rulings[number]
        yield LedgerEntry(
            line=number,
            clause=ruled.clause,
            check="overturned",
            seat=None,
            error=RULED,
            error_says=annotator.words.name("error", RULED),
            triaged=by,
            says=annotator.line(ruled),
            remedy_says=annotator.words["disputes"]["mend-ruled"],
            entry="",
        )
