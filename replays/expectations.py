"""What the audit must say of a record, as `#>` lines in the record itself."""

from __future__ import annotations

from domain.record.value_text import side_letters
from domain.rules import Finding
from domain.sessions.session import Session
from domain.texts import number_text
from replays.review.comparison import Comparison, FoldOutcome


def expectation(session: Session, both: Comparison) -> list[str]:
    """`#> 4 NH-BUILD-3 broken B` for each finding, then the totals of both folds."""
    totals = f"#> played {_totals(session, both.played)} | ruled {_totals(session, both.ruled)}"
    return [*(f"#> {_found(session, finding)}" for finding in both.findings), totals]


def _found(session: Session, finding: Finding) -> str:
    seat = "-" if finding.seat is None else session.setup.seats[finding.seat]
    told = f" told {finding.told_by}" if finding.told_by != finding.line else ""
    root = f" root {finding.root}" if finding.root != finding.line else ""
    return f"{finding.line} {finding.clause} {finding.verdict} {seat}{told}{root}"


def _totals(session: Session, standing: FoldOutcome) -> str:
    named = side_letters(session.setup)
    return " ".join(f"{side} {number_text(score)}" for side, score in zip(named, standing.scores, strict=True))


def expectation_lines(text: str) -> list[str]:
    """The `#>` lines of a record."""
    return [line.rstrip() for line in text.splitlines() if line.startswith("#>")]


def with_expectation(text: str, session: Session, both: Comparison) -> str:
    """The record with its `#>` lines written anew."""
    kept = [line.rstrip() for line in text.splitlines() if not line.startswith("#>")]
    return "\n".join([*kept, *expectation(session, both)]).strip("\n") + "\n"
