"""What the command line prints of disputes and of the arbiter's desk, and how it raises and rules there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID

from api.cli.progress import progress
from api.cli.review import standing_text
from api.cli.store import OPERATOR, kept_up
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
from replays.disputes.overview import DisputeView, dispute_views
from replays.disputes.remedies import RemedyOption
from replays.disputes.similarity import related_claims
from replays.viewpoint import Viewpoint


def dispute_lines(kept: Session | SessionView, lang: str) -> Iterator[str]:
    """Every dispute: what is claimed, where it stands, whether it came late, how it was ruled."""
    told = dispute_views(kept, lang, Viewpoint())
    for one in told:
        yield from _dispute(one, lang)
    if not told:
        yield say(lang, "no-disputes")


def _dispute(one: DisputeView, lang: str) -> Iterator[str]:
    late = say(lang, "late") if one.late else ""
    yield f"{one.line:>4}  {one.says}{_quoted(one.text, lang)}{_marked(one.state_says, late)}"
    for said in one.talk:
        shown = said.text or say(lang, "photograph", picture=said.picture[:12])
        who = said.name or say(lang, f"role-{said.role}", "pages")
        yield " " * 8 + say(lang, "statement", who=who, text=shown)
    for ruled in one.rulings:
        over = say(lang, "superseded", line=ruled.superseded_by) if ruled.superseded_by else ""
        yield f"{ruled.line:>8}  {ruled.says}{_quoted(ruled.text, lang)}{_marked(over)}"


def _quoted(text: str, lang: str) -> str:
    return " " + say(lang, "quoted", "pages", text=text) if text else ""


def _marked(*marks: str) -> str:
    told = ", ".join(mark for mark in marks if mark)
    return f"  [{told}]" if told else ""


def raised(sessions: Sessions, view: SessionView, claim: Claimed, lang: str) -> str:
    """A claim, written by whoever sits at the machine."""
    done = sessions.record(view.id, write_entry(claim, view.setup).strip(), actor=OPERATOR)
    return say(lang, "raised", line=done.line, says=Annotator(view.seated, lang).line(claim))


# The desk -----------------------------------------------------------------------------------------------------------


def hearing_lines(told: Hearing, earlier: Iterable[EarlierRuling], lang: str) -> Iterator[str]:
    """One dispute with all that matters to it, and the remedies by their numbers."""
    yield from _dispute(told.dispute, lang)
    if told.clause is not None:
        yield f"      {told.clause.id}  {told.clause.says}"
    for asked in told.questions:
        yield f"      {asked.question.id}={asked.held}  {asked.question.asks}"
    for found in told.dispute.findings:
        yield f"   !  {found.concludes}"
    yield ""
    for frame in told.lines:
        yield f"{frame.line:>4}{'>' if frame.line == told.about else ' '} {frame.says}"
    yield ""
    yield say(lang, "since", line=told.meter.line, lines=told.meter.lines) + f" {told.back_says}"
    yield f"   -  {standing_text(told.now.scores, told.now.winners)}  " + say(lang, "as-it-stands")
    for number, one in enumerate(told.remedies, 1):
        yield from _offered(number, one, lang)
    for one in earlier:
        alike = say(lang, "alike") if one.alike else say(lang, "same-clause")
        gone = "" if one.in_force else say(lang, "overturned")
        yield f"   §  {one.session.hex[:8]} {one.line}: {one.says}{_quoted(one.text, lang)}{_marked(alike, gone)}"


def earlier_rulings(sessions: Sessions, view: SessionView, told: Hearing, lang: str) -> list[EarlierRuling]:
    """What was ruled before on the same clause, in every session everybody may look on."""
    own = (view.id.hex, related_claims(view.log[: view.lines], told.dispute.line))
    clause = told.clause.id if told.clause else ""
    with kept_up(sessions, lang, progress) as (views, _):
        return similar_rulings(views, told.game, clause, told.moment, own, Requester(lang=lang))


def _offered(number: int, one: RemedyOption, lang: str) -> Iterator[str]:
    told = [standing_text(one.outcome.scores, one.outcome.winners)] if one.changes else []
    if one.falls:
        told.append(say(lang, "falls", lines=one.falls))
    if one.outcome.unlawful:
        told.append(say(lang, "unlawful", lines=", ".join(map(str, one.outcome.unlawful))))
    yield f"{number:>4}  {one.says}  " + ("; ".join(told) or say(lang, "changes-nothing"))


def ruling_of(kept: SessionView, told: Hearing, number: int | None, entry: str | None) -> Ruled | None:
    """The ruling that was chosen, by its number or as a line; nothing where there is no such number."""
    if entry is None and not 0 < (number or 0) <= len(told.remedies):
        return None
    ruled = read_ruling(entry or told.remedies[number - 1].entry, kept.setup)
    return replace(ruled, claim=dispute(kept.log[: kept.lines], told.dispute.line).line)


def signed(sessions: Sessions, view: SessionView, ruled: Ruled, lang: str) -> str:
    """A ruling, signed in the arbiter's role, which whoever sits at the machine takes where they may."""
    if not any((held.person, held.role) == (OPERATOR, ARBITER) for held in view.grants.values()):
        sessions.grant(view.id, ARBITER, person=OPERATOR, actor=OPERATOR)
    done = sessions.record(view.id, write_entry(ruled, view.setup).strip(), actor=OPERATOR)
    after = sessions.view(UUID(done.session))
    says = Annotator(after.seated, lang).line(ruled)
    return say(lang, "signed", line=done.line, says=says)
