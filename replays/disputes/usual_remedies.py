"""The remedies an arbiter would think of for a claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.errors import NotRecorded
from domain.games import GAMES
from domain.record.lines import ADOPT, BACK, MAIN, PICK, STAND, VOID, WARN, Line, Played, Ruled, unwrapped
from domain.rules import Finding, Seat, replace
from domain.sessions.session import Session, branches, check_line
from domain.setup import Setup
from domain.timeline.disputes import Dispute, first_claim, standing_on
from domain.timeline.order import table_order
from domain.variants import Question
from replays.disputes.ledger import adjustment
from replays.disputes.overview import on_claim


def usual_remedies(session: Session, one: Dispute, found: tuple[Finding, ...]) -> Iterator[Ruled]:
    """What an arbiter would think of; on appeal, each in place of the ruling appealed against."""
    claim = first_claim(session.log, one)
    about, on = claim.about, list(on_claim(claim, table_order(session.log), found))
    over = one.of_ruling or standing_on(session.log, one.line)
    ruled = Ruled(remedy=STAND, claim=one.line, clause=claim.clause, supersedes=over)
    wished = [ruled, replace(ruled, remedy=WARN, seat=_blamed(session.log, about, on))]
    put_right = (adjustment(finding, one.line) for finding in on)
    wished += [replace(adjusted, supersedes=over) for adjusted in put_right if adjusted is not None]
    if about:
        wished.append(replace(ruled, remedy=VOID, line=about))
        wished.append(replace(ruled, remedy=BACK, line=line_before(session.log, about)))
    others = other_readings(session.setup, questions_on(session.setup, claim.clause))
    wished += [replace(ruled, remedy=ADOPT, reading=other, line=about) for other in others]
    if opened := branches(session.log):
        wished += [replace(ruled, remedy=PICK, branch=branch) for branch in (MAIN, *opened)]
    return (ruling for ruling in wished if _can_be_ruled(session, ruling))


def _can_be_ruled(session: Session, ruled: Ruled) -> bool:
    """Some readings cannot be agreed on beside others."""
    try:
        check_line(session, ruled)
    except NotRecorded:
        return False
    return True


def line_before(log: tuple[Line, ...], line: int) -> int:
    """The line the table would go back to: the one that stands before it."""
    order = table_order(log)
    place = order.index_from(line)
    return order.entries[place - 1].line if place else 0


def other_readings(setup: Setup, questions: Iterable[Question]) -> Iterator[str]:
    """Every reading of these questions this table does not play by."""
    for question in questions:
        held = agreed_reading(setup, question)
        yield from (one.id for one in question.readings if one.id.partition("=")[2] != held)


def questions_on(setup: Setup, clause: str) -> list[Question]:
    """What the rulebook leaves open about a clause."""
    return [question for question in GAMES[setup.game].questions if clause and question.clause == clause]


def agreed_reading(setup: Setup, question: Question) -> str:
    """The reading a table plays by."""
    return setup.readings.get(question.id, question.readings[0].id.partition("=")[2])


def _blamed(log: tuple[Line, ...], about: int, found: list[Finding]) -> Seat | None:
    """Who is found at fault, else whose line it was; nobody where the table did it."""
    faults = [one.seat for one in found if one.seat is not None]
    line = unwrapped(log[about - 1] if about else None)
    return faults[0] if faults else line.action.seat if isinstance(line, Played) else None
