"""Prints disputes and the arbiter's desk, raises disputes and signs rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID

from api.cli.progress import progress
from api.cli.tasks.review import standing_text
from api.cli.tasks.store import OPERATOR, read_models
from api.locales import say
from domain.record.line_text import write_entry
from domain.record.lines import Claimed, Ruled
from domain.rules import replace
from domain.sessions.application import Sessions
from domain.sessions.roles import ARBITER
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.timeline.disputes import dispute
from projections.queries import Requester
from projections.rulings.precedents import EarlierRuling, similar_rulings
from replays.annotation import Annotator
from replays.disputes.hearing import Hearing, read_ruling
from replays.disputes.remedies import RemedyOption
from replays.disputes.similarity import related_claims
from replays.disputes.views import DisputeView, dispute_views
from replays.viewpoint import Viewpoint


def dispute_lines(session: Session | SessionView, lang: str) -> Iterator[str]:
    """Every dispute: its claim, its state, its statements and its rulings."""
    disputes = dispute_views(session, lang, Viewpoint())
    for view in disputes:
        yield from _dispute(view, lang)
    if not disputes:
        yield say(lang, "no-disputes")


def _dispute(dispute: DisputeView, lang: str) -> Iterator[str]:
    late = say(lang, "late") if dispute.late else ""
    yield f"{dispute.line:>4}  {dispute.says}{_quoted(dispute.text, lang)}{_marked(dispute.state_says, late)}"
    for statement in dispute.talk:
        text = statement.text or say(lang, "photograph", picture=statement.picture[:12])
        who = statement.name or say(lang, f"role-{statement.role}", "pages")
        yield " " * 8 + say(lang, "statement", who=who, text=text)
    for ruling in dispute.rulings:
        superseded = say(lang, "superseded", line=ruling.superseded_by) if ruling.superseded_by else ""
        yield f"{ruling.line:>8}  {ruling.says}{_quoted(ruling.text, lang)}{_marked(superseded)}"


def _quoted(text: str, lang: str) -> str:
    return " " + say(lang, "quoted", "pages", text=text) if text else ""


def _marked(*marks: str) -> str:
    joined = ", ".join(mark for mark in marks if mark)
    return f"  [{joined}]" if joined else ""


def raise_dispute(sessions: Sessions, view: SessionView, claim: Claimed, lang: str) -> str:
    """Records a claim as the operator, and returns the sentence to print."""
    done = sessions.record(view.id, write_entry(claim, view.setup).strip(), actor=OPERATOR)
    return say(lang, "raised", line=done.line, says=Annotator(view.seated, lang).line(claim))


def hearing_lines(hearing: Hearing, earlier: Iterable[EarlierRuling], lang: str) -> Iterator[str]:
    """One dispute with all that a ruling needs, and the remedies by their numbers."""
    yield from _dispute(hearing.dispute, lang)
    if hearing.clause is not None:
        yield f"      {hearing.clause.id}  {hearing.clause.says}"
    for question in hearing.questions:
        yield f"      {question.question.id}={question.held}  {question.question.asks}"
    for finding in hearing.dispute.findings:
        yield f"   !  {finding.concludes}"
    yield ""
    for frame in hearing.lines:
        yield f"{frame.line:>4}{'>' if frame.line == hearing.about else ' '} {frame.says}"
    yield ""
    yield say(lang, "since", line=hearing.meter.line, lines=hearing.meter.lines) + f" {hearing.back_says}"
    yield f"   -  {standing_text(hearing.now.scores, hearing.now.winners)}  " + say(lang, "as-it-stands")
    for number, remedy in enumerate(hearing.remedies, 1):
        yield from _remedy(number, remedy, lang)
    for ruling in earlier:
        alike = say(lang, "alike") if ruling.alike else say(lang, "same-clause")
        gone = "" if ruling.in_force else say(lang, "overturned")
        where = f"{ruling.session.hex[:8]} {ruling.line}"
        yield f"   §  {where}: {ruling.says}{_quoted(ruling.text, lang)}{_marked(alike, gone)}"


def earlier_rulings(sessions: Sessions, view: SessionView, hearing: Hearing, lang: str) -> list[EarlierRuling]:
    """Earlier rulings on the same clause, in every public session."""
    own = (view.id.hex, related_claims(view.log[: view.lines], hearing.dispute.line))
    clause = hearing.clause.id if hearing.clause else ""
    with read_models(sessions, lang, progress) as (views, _):
        return similar_rulings(views, hearing.game, clause, hearing.moment, own, Requester(lang=lang))


def _remedy(number: int, remedy: RemedyOption, lang: str) -> Iterator[str]:
    impact = [standing_text(remedy.outcome.scores, remedy.outcome.winners)] if remedy.changes else []
    if remedy.falls:
        impact.append(say(lang, "falls", lines=remedy.falls))
    if remedy.outcome.unlawful:
        impact.append(say(lang, "unlawful", lines=", ".join(map(str, remedy.outcome.unlawful))))
    yield f"{number:>4}  {remedy.says}  " + ("; ".join(impact) or say(lang, "changes-nothing"))


def chosen_ruling(view: SessionView, hearing: Hearing, number: int | None, entry: str | None) -> Ruled | None:
    """The ruling written as a line, or the remedy of a number; None where there is no such number."""
    if not entry:
        if number is None or not 0 < number <= len(hearing.remedies):
            return None
        entry = hearing.remedies[number - 1].entry
    return replace(read_ruling(entry, view.setup), claim=dispute(view.log[: view.lines], hearing.dispute.line).line)


def sign_ruling(sessions: Sessions, view: SessionView, ruling: Ruled, lang: str) -> str:
    """Records a ruling as the operator, who takes the arbiter's role first, and returns the sentence to print."""
    if not any((grant.person, grant.role) == (OPERATOR, ARBITER) for grant in view.grants.values()):
        sessions.grant(view.id, ARBITER, person=OPERATOR, actor=OPERATOR)
    done = sessions.record(view.id, write_entry(ruling, view.setup).strip(), actor=OPERATOR)
    after = sessions.view(UUID(done.session))
    says = Annotator(after.seated, lang).line(ruling)
    return say(lang, "signed", line=done.line, says=says)
