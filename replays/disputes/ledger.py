"""The ledger of four errors: something was recorded, played, scored or ruled wrongly, and each is mended its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.numbers import exact
from domain.record.line_text import write_entry
from domain.record.lines import ADJUST, ERRORS, PLAYED, RECORDED, RULED, SCORED, Claimed, Line, Ruled, Triaged
from domain.rules import CONTRADICTION, POINTS, UNDETERMINED, Finding
from domain.timeline.disputes import rulings_in, superseded
from replays.annotation import OBSERVED, Annotator
from replays.review.comparison import findings_of
from replays.view_models import is_consequence
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of


class LedgerEntry(Struct, frozen=True, kw_only=True):
    """One thing that went wrong: which error it is, whether somebody said so or it is only likely, and its remedy.

    `entry` is the line that would mend it, as it is written; nothing where somebody must first say what happened.
    """

    line: int
    clause: str
    check: str
    seat: str | None
    error: str
    error_says: str
    triaged: int | None  # the line that says so
    says: str
    remedy_says: str
    entry: str


class Ledger(Struct, frozen=True, kw_only=True):
    """Everything that went wrong in a session, and how often in which way; what nobody can tell is left out."""

    errors: dict[str, int]
    clauses: dict[str, dict[str, int]]
    entries: list[LedgerEntry]


def ledger_of(source: AnySession, lang: str, viewpoint: Viewpoint) -> Ledger:
    """The ledger of a session. What only followed from something is counted where it began."""
    session, annotator = session_of(source), Annotator(session_of(source).seated, lang)
    said = triage_by_finding(session.log)
    entries = [_erred(annotator, said, found) for found in root_findings(findings_of(frames_from(source, viewpoint)))]
    entries += _overturned(annotator, session.log)
    clauses: dict[str, Counter] = {}
    for one in entries:
        clauses.setdefault(one.clause, Counter())[one.error] += 1
    counted = Counter(one.error for one in entries)
    return Ledger(
        errors={error: counted[error] for error in ERRORS},
        clauses={clause: dict(count) for clause, count in clauses.items()},
        entries=sorted(entries, key=lambda one: one.line),
    )


def root_findings(findings: tuple[Finding, ...]) -> Iterator[Finding]:
    """What counts: neither what followed from something else, nor what nobody can tell."""
    return (one for one in findings if one.verdict != UNDETERMINED and not is_consequence(one))


def likely_error(finding: Finding) -> str:
    """Which error a finding probably is: what cannot have been was written wrongly, points are a matter of counting."""
    if finding.verdict == CONTRADICTION:
        return RECORDED
    return SCORED if finding.check in OBSERVED and finding.facts["what"] == POINTS else PLAYED


def triage_by_finding(log: Sequence[Line]) -> dict[tuple[int, str], tuple[int, str]]:
    """What somebody last said a finding is, by its line and clause: where they said it, and which error."""
    said = ((at, one) for at, one in enumerate(log, 1) if isinstance(one, Triaged))
    return {(one.about, one.clause): (at, one.error) for at, one in said}


def overturned_rulings(log: Sequence[Line]) -> dict[int, int]:
    """Rulings that another one replaced, each with the one that did."""
    return superseded(rulings_in(log))


def _erred(annotator: Annotator, said: dict[tuple[int, str], tuple[int, str]], finding: Finding) -> LedgerEntry:
    by, error = said.get((finding.line, finding.clause), (0, likely_error(finding)))
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
        entry=_mending(annotator, error, finding),
    )


def _mending(annotator: Annotator, error: str, finding: Finding) -> str:
    """The line that mends it: an adjustment of points counted wrongly, a claim where it must be ruled on."""
    if error == SCORED and (adjusted := adjustment(finding)) is not None:
        return write_entry(adjusted, annotator.setup).strip()
    if error in (PLAYED, SCORED, RULED):
        return write_entry(Claimed(seat=None, about=finding.line, clause=finding.clause), annotator.setup).strip()
    return ""


def adjustment(finding: Finding, claim: int = 0) -> Ruled | None:
    """The ruling that puts a value right which a finding tells exactly."""
    if finding.check not in OBSERVED or "what" not in finding.facts:
        return None
    facts = finding.facts
    done, due = exact(facts.get("done", facts.get("seen"))), exact(facts.get("due", facts.get("rules")))
    if done is None or due is None or done == due:
        return None
    return Ruled(
        remedy=ADJUST,
        claim=claim,
        what=facts["what"],
        key=facts["key"],
        by=due - done,
        line=max(finding.line, finding.told_by),
        clause=finding.clause,
    )


def _overturned(annotator: Annotator, log: tuple[Line, ...]) -> Iterator[LedgerEntry]:
    """Rulings that an appeal superseded were wrong ones."""
    for number, by in overturned_rulings(log).items():
        ruled: Ruled = log[number - 1]
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
