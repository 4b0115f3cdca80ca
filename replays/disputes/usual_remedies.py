"""Lists the usual remedies for a claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from domain.errors import NotRecorded
from domain.games import GAMES
from domain.record.lines import ADOPT, BACK, MAIN, PICK, STAND, VOID, WARN, Claimed, Line, Played, Ruled, unwrapped
from domain.rules import Finding, Seat, replace
from domain.sessions.session import Session, branches, check_line, open_session
from domain.setup import Setup
from domain.timeline.disputes import Dispute, first_claim, standing_on
from domain.timeline.order import table_order
from domain.timeline.timeline import audit
from domain.variants import Question
from replays.disputes.differences import made_good
from replays.disputes.views import on_claim
from replays.review.comparison import findings_of


def usual_remedies(session: Session, dispute: Dispute, findings: tuple[Finding, ...]) -> Iterator[Ruled]:
    """The rulings to propose on a dispute, first the one that makes the difference good.

    On appeal, each supersedes the ruling appealed against.
    """
    claim = first_claim(session.log, dispute)
    about, on = claim.about, list(on_claim(claim, table_order(session.log), findings))
    over = dispute.of_ruling or standing_on(session.log, dispute.line)
    ruled = Ruled(remedy=STAND, claim=dispute.line, clause=claim.clause, supersedes=over)
    adjustments = (made_good(session.setup.game, finding, dispute.line) for finding in on)
    proposed = [replace(adjusted, supersedes=over) for adjusted in adjustments if adjusted is not None]
    proposed += [ruled, replace(ruled, remedy=WARN, seat=_blamed(session.log, about, on))]
    if about:
        proposed.append(replace(ruled, remedy=VOID, line=about))
        proposed.append(replace(ruled, remedy=BACK, line=line_before(session.log, about)))
    others = other_readings(session.setup, questions_on(session.setup, claim.clause))
    proposed += [replace(ruled, remedy=ADOPT, reading=other, line=about) for other in others]
    if opened := branches(session.log):
        proposed += [replace(ruled, remedy=PICK, branch=branch) for branch in (MAIN, *opened)]
    return (ruling for ruling in proposed if _can_be_ruled(session, ruling))


def _can_be_ruled(session: Session, ruled: Ruled) -> bool:
    """Whether a ruling can be recorded: some readings conflict with others."""
    try:
        check_line(session, ruled)
    except NotRecorded:
        return False
    return True


def line_before(log: tuple[Line, ...], line: int) -> int:
    """The line to go back to: the one before this line in table order."""
    order = table_order(log)
    place = order.index_from(line)
    return order.entries[place - 1].line if place else 0


def other_readings(setup: Setup, questions: Iterable[Question]) -> Iterator[str]:
    """The readings of these questions that this table did not agree on."""
    for question in questions:
        held = agreed_reading(setup, question)
        yield from (reading.id for reading in question.readings if reading.id.partition("=")[2] != held)


def reading_behind(session: Session, claim: Claimed, questions: Iterable[Question]) -> str:
    """The agreed reading on which the findings of a claim rest: under another one they would not be there."""
    order = table_order(session.log)

    def findings(setup: Setup) -> set[tuple[int, str]]:
        all_findings = findings_of(audit(setup, session.log))
        return {(finding.line, finding.check) for finding in on_claim(claim, order, all_findings)}

    held = findings(session.setup)
    for question in questions if held else ():
        agreed = agreed_reading(session.setup, question)
        for other in other_readings(session.setup, (question,)):
            readings = {**session.setup.readings, question.id: other.partition("=")[2]}
            with suppress(NotRecorded):  # some readings conflict with others
                if held - findings(open_session(replace(session.setup, readings=readings)).setup):
                    return f"{question.id}={agreed}"
    return ""


def questions_on(setup: Setup, clause: str) -> list[Question]:
    """The questions that the rulebook leaves open about a clause."""
    return [question for question in GAMES[setup.game].questions if clause and question.clause == clause]


def agreed_reading(setup: Setup, question: Question) -> str:
    """The reading in force at a table."""
    return GAMES[setup.game].readings_in_force(setup)[question.id]


def _blamed(log: tuple[Line, ...], about: int, findings: list[Finding]) -> Seat | None:
    """The seat to warn: the one at fault by a finding, else the actor of the line; None for the table."""
    faults = [finding.seat for finding in findings if finding.seat is not None]
    line = unwrapped(log[about - 1] if about else None)
    return faults[0] if faults else line.action.seat if isinstance(line, Played) else None
