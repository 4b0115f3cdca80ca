"""Reads and writes the `#>` lines of a record: the findings and points its audit must give."""

from __future__ import annotations

from domain.record.value_text import side_letters
from domain.rules import Finding
from domain.sessions.session import Session
from domain.texts import number_text
from replays.review.comparison import Comparison, FoldOutcome


def expectation(session: Session, both: Comparison) -> list[str]:
    """The lines to expect: `#> 4 NH-BUILD-3 broken B` for each finding, then the points as played and as ruled."""
    totals = f"#> played {_totals(session, both.played)} | ruled {_totals(session, both.ruled)}"
    return [*(f"#> {_finding_text(session, finding)}" for finding in both.findings), totals]


def _finding_text(session: Session, finding: Finding) -> str:
    seat = "-" if finding.seat is None else session.setup.seats[finding.seat]
    revealed = f" told {finding.reporting_line}" if finding.reporting_line != finding.line else ""
    root = f" root {finding.root}" if finding.root != finding.line else ""
    return f"{finding.line} {finding.clause} {finding.verdict} {seat}{revealed}{root}"


def _totals(session: Session, standing: FoldOutcome) -> str:
    letters = side_letters(session.setup)
    return " ".join(f"{side} {number_text(score)}" for side, score in zip(letters, standing.scores, strict=True))


def expectation_lines(text: str) -> list[str]:
    """The `#>` lines of a record."""
    return [line.rstrip() for line in text.splitlines() if line.startswith("#>")]


def with_expectation(text: str, session: Session, both: Comparison) -> str:
    """The record with new `#>` lines."""
    lines = [line.rstrip() for line in text.splitlines() if not line.startswith("#>")]
    return "\n".join([*lines, *expectation(session, both)]).strip("\n") + "\n"
