"""Disputes as people follow them: what is claimed, whether in time, what was said, how it was ruled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from domain.record import lines as kinds
from domain.record.lines import Claimed, Ruled
from domain.rules import Finding
from domain.sessions.session import Session
from domain.setup import ROUND, TURN
from domain.timeline.disputes import Dispute, Said, dispute, disputes, first_claim, rulings_in, superseded
from domain.timeline.order import Order, table_order
from domain.timeline.timeline import Frame
from replays.annotation import Annotator
from replays.disputes.deadlines import PlayHistory, is_late
from replays.review.comparison import findings_of
from replays.view_models import FindingView, finding_view
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of, statements_of

LINE, FINDING, VALUE, OMISSION, RULING = SUBJECTS = ("line", "finding", "value", "omission", "ruling")


class StatementView(Struct, frozen=True, kw_only=True):
    """What somebody said or showed about a claim. A picture is named by its hash."""

    seat: str | None
    name: str
    role: str
    at: str
    text: str
    picture: str


class RulingView(Struct, frozen=True, kw_only=True):
    """A ruling on a claim, and whether it still holds."""

    line: int
    remedy: str
    clause: str
    under: str
    precedent: bool
    says: str
    text: str
    supersedes: int | None
    superseded_by: int | None


class DisputeView(Struct, frozen=True, kw_only=True):
    """A dispute: who claims what about which line, by which clause, whether in time, and where it stands.

    `subject` is what the claim is about: a line, a finding, an announced value, an omission, or a ruling (an appeal).
    """

    line: int
    about: int
    subject: str
    subject_says: str
    seat: str | None
    name: str
    clause: str
    rule: str
    says: str
    text: str
    late: bool
    limit: str  # turn, round, a number of deeds; nothing where claims are never late
    limit_says: str
    state: str
    state_says: str
    withdrawn: int | None
    rulings: list[RulingView]
    findings: list[FindingView]
    talk: list[StatementView]


def dispute_views(source: AnySession, lang: str, viewpoint: Viewpoint, judged: bool = True) -> list[DisputeView]:
    """Every dispute of a session."""
    session = session_of(source)
    telling = DisputeViewBuilder(session, frames_from(source, viewpoint), Annotator(session.seated, lang), judged)
    return [telling.dispute(one) for one in disputes(session.log, statements_of(source))]


def dispute_view(source: AnySession, claim: int, lang: str, viewpoint: Viewpoint, judged: bool = True) -> DisputeView:
    """One of them, by the line of its claim."""
    session = session_of(source)
    one = dispute(session.log, claim, statements_of(source))
    return DisputeViewBuilder(session, frames_from(source, viewpoint), Annotator(session.seated, lang), judged).dispute(
        one
    )


class DisputeViewBuilder:
    """The disputes of one session on their way into words."""

    def __init__(self, session: Session, frames: list[Frame], annotator: Annotator, judged: bool = True):
        self.session, self.frames, self.annotator, self.judged = session, frames, annotator, judged
        self.order = table_order(session.log)
        self.time = PlayHistory(session.log, frames, self.order)
        self.over = superseded(rulings_in(session.log))
        self.on: dict[int, list[Finding]] = {}  # findings by the line they are about, and by the one that told them
        for finding in findings_of(frames):
            for line in {finding.line, finding.told_by}:
                self.on.setdefault(line, []).append(finding)

    def dispute(self, one: Dispute) -> DisputeView:
        """One of them."""
        claim, heads = one.claim, self.annotator.words["disputes"]
        subject, limit = self.subject(one), self.limit(claim)
        return DisputeView(
            line=one.line,
            about=claim.about,
            subject=subject,
            subject_says=heads[f"about-{subject}"].format(line=claim.about),
            seat=self.annotator.letter(claim.seat),
            name=self.annotator.setup.name(claim.seat),
            clause=claim.clause,
            rule=self.annotator.words["clauses"].get(claim.clause, ""),
            says=self.annotator.line(claim),
            text=self.annotator.text(claim.text),
            late=self.is_late(one),
            limit=limit,
            limit_says=_limit_says(heads, limit),
            state=one.state,
            state_says=heads[one.state],
            withdrawn=one.withdrawn or None,
            rulings=[self.decision(number) for number in one.rulings],
            findings=[finding_view(self.annotator, found) for found in self.found(one) if self.judged],
            talk=[self._statement(said) for said in one.talk],
        )

    def subject(self, one: Dispute) -> str:
        """What a claim is about."""
        line = kinds.unwrapped(self.session.log[one.claim.about - 1] if one.claim.about else None)
        if one.of_ruling:
            return RULING
        if one.claim.omitted or isinstance(line, kinds.Omitted):
            return OMISSION
        if isinstance(line, kinds.Seen):
            return VALUE
        is_found = self.judged and one.claim.clause and any(self.found(one))  # else it would be told by this
        return FINDING if is_found else LINE

    def is_late(self, one: Dispute) -> bool:
        """Whether the time for it was over."""
        return is_late(self.time, one, self.limit(one.claim))

    def limit(self, claim: Claimed) -> str:
        """How long it may be claimed: as the rulebook has it, else as this table was laid."""
        return self.annotator.game.claims.get(claim.clause, self.session.setup.claims)

    def found(self, one: Dispute) -> list[Finding]:
        """What the rules themselves found on the line in question, by the clause that is claimed or by any."""
        claim = first_claim(self.session.log, one)
        on = self.on.get(self.order.meant(claim.about), ())
        return [finding for finding in on if claim.clause in ("", finding.clause)]

    def decision(self, number: int) -> RulingView:
        """A ruling."""
        ruled: Ruled = self.session.log[number - 1]
        return RulingView(
            line=number,
            remedy=ruled.remedy,
            clause=ruled.clause,
            under=ruled.under,
            precedent=ruled.precedent,
            says=self.annotator.line(ruled),
            text=self.annotator.text(ruled.text),
            supersedes=ruled.supersedes or None,
            superseded_by=self.over.get(number),
        )

    def _statement(self, said: Said) -> StatementView:
        return StatementView(
            seat=self.annotator.letter(said.seat),
            name="" if said.seat is None else self.annotator.setup.name(said.seat),
            role=said.role,
            at=said.at,
            text=self.annotator.text(said.text),
            picture=said.picture,
        )


def on_claim(claim: Claimed, order: Order, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Those of these findings that a claim is about."""
    about = order.meant(claim.about)
    return (found for found in findings if about in (found.line, found.told_by) and claim.clause in ("", found.clause))


def _limit_says(heads: dict[str, str], limit: str) -> str:
    if not limit:
        return ""
    return heads[f"limit-{limit}"] if limit in (TURN, ROUND) else heads["limit-deeds"].format(count=limit)
