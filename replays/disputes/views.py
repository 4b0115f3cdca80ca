"""View models of disputes: the claim, whether it came in time, the statements, and the rulings on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from domain.record.lines import Answered, Claimed, Line, Omitted, Ruled, Seen, unwrapped
from domain.rules import Finding
from domain.sessions.session import Session
from domain.setup import ROUND, TURN
from domain.timeline.disputes import Dispute, Statement, dispute, disputes, first_claim, rulings_in, superseded
from domain.timeline.frame import Frame
from domain.timeline.order import Order, table_order
from domain.timeline.visibility import moved
from domain.words import Words
from replays.annotation import Annotator
from replays.disputes.deadlines import PlayHistory, is_late
from replays.finding_parts import FrameIndex
from replays.review.comparison import findings_of
from replays.view_models import FindingView, finding_view
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of, statements_of, times_of

LINE, FINDING, VALUE, OMISSION, RULING = SUBJECTS = ("line", "finding", "value", "omission", "ruling")


class StatementView(Struct, frozen=True, kw_only=True):
    """A statement or a photograph about a claim; `picture` is the hash of the photograph."""

    seat: str | None
    name: str
    role: str
    at: str
    text: str
    picture: str


class RulingView(Struct, frozen=True, kw_only=True):
    """A ruling on a claim, and the ruling that replaced it, if any."""

    line: int
    remedy: str
    clause: str
    under: str
    precedent: bool
    named: bool  # whether the arbiter had asked for the names of the seats
    says: str
    text: str
    supersedes: int | None
    superseded_by: int | None


class DisputeView(Struct, frozen=True, kw_only=True):
    """A dispute: the claim of a seat about a line by a clause, whether it came in time, and its state.

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
    limit: str  # turn, round, or a number of deeds; empty where claims are never late
    limit_says: str
    state: str
    state_says: str
    withdrawn: int | None
    appeal_until: str  # when an appeal against the ruling in force ceases to be in time; empty where it never does
    accepted: list[str]  # the seats that agreed with the record since that ruling
    rulings: list[RulingView]
    findings: list[FindingView]
    talk: list[StatementView]


def dispute_views(source: AnySession, lang: str, viewpoint: Viewpoint, judged: bool = True) -> list[DisputeView]:
    """Every dispute of a session."""
    session = session_of(source)
    annotator, times = Annotator(session.seated, lang), times_of(source)
    builder = DisputeViewBuilder(session, frames_from(source, viewpoint), annotator, judged, times)
    return [builder.view(dispute) for dispute in disputes(session.log, statements_of(source))]


def dispute_view(source: AnySession, claim: int, lang: str, viewpoint: Viewpoint, judged: bool = True) -> DisputeView:
    """The dispute whose claim stands on this line."""
    session = session_of(source)
    its_dispute = dispute(session.log, claim, statements_of(source))
    annotator, times = Annotator(session.seated, lang), times_of(source)
    builder = DisputeViewBuilder(session, frames_from(source, viewpoint), annotator, judged, times)
    return builder.view(its_dispute)


class DisputeViewBuilder:
    """Builds the dispute views of one session; `times` are those of its lines, where they are known."""

    def __init__(
        self,
        session: Session,
        frames: list[Frame],
        annotator: Annotator,
        judged: bool = True,
        times: Sequence[str] = (),
    ):
        self.session, self.frames, self.annotator, self.judged = session, frames, annotator, judged
        self.times = times
        self.order, self.index = table_order(session.log), FrameIndex(frames)
        self.history = PlayHistory(session.log, frames, self.order)
        self.superseded = superseded(rulings_in(session.log))
        self.findings: dict[int, list[Finding]] = {}  # by the line they are about, and by the line that revealed them
        for finding in findings_of(frames):
            for line in {finding.line, finding.reporting_line}:
                self.findings.setdefault(line, []).append(finding)

    def view(self, dispute: Dispute) -> DisputeView:
        """The view of one dispute."""
        claim, heads = dispute.claim, self.annotator.words["disputes"]
        subject, limit = self.subject(dispute), self.limit(claim)
        return DisputeView(
            line=dispute.line,
            about=claim.about,
            subject=subject,
            subject_says=heads[f"about-{subject}"].format(line=claim.about),
            seat=self.annotator.letter(claim.seat),
            name=self.annotator.setup.name(claim.seat),
            clause=claim.clause,
            rule=self.annotator.words["clauses"].get(claim.clause, ""),
            says=self.annotator.line(claim),
            text=self.annotator.text(claim.text),
            late=self.is_late(dispute),
            limit=limit,
            limit_says=_limit_says(self.annotator.words, limit),
            state=dispute.state,
            state_says=heads[dispute.state],
            withdrawn=dispute.withdrawn or None,
            appeal_until=self.appeal_until(dispute.rulings[-1]) if dispute.rulings else "",
            accepted=self._accepted(dispute.rulings[-1]) if dispute.rulings else [],
            rulings=[self.ruling(number) for number in dispute.rulings],
            findings=[
                finding_view(self.annotator, finding, self.index)
                for finding in self.findings_on(dispute)
                if self.judged
            ],
            talk=[self._statement(statement) for statement in dispute.talk],
        )

    def subject(self, dispute: Dispute) -> str:
        """The kind of thing a claim is about."""
        line = unwrapped(self.session.log[dispute.claim.about - 1] if dispute.claim.about else None)
        if dispute.of_ruling:
            return RULING
        if dispute.claim.omitted or isinstance(line, Omitted):
            return OMISSION
        if isinstance(line, Seen):
            return VALUE
        if not self.judged:  # the subject must not reveal a finding
            return LINE
        return FINDING if dispute.claim.clause and any(self.findings_on(dispute)) else LINE

    def is_late(self, dispute: Dispute) -> bool:
        """Whether the claim came too late: after too many actions, or an appeal after too much time."""
        until = self.appeal_until(dispute.of_ruling) if dispute.of_ruling else ""
        if until and self.times[dispute.line - 1] > until:
            return True
        return is_late(self.history, dispute, self.limit(dispute.claim))

    def limit(self, claim: Claimed) -> str:
        """The time limit for a claim: that of the rulebook, else that of the set-up."""
        return self.annotator.game.claims.get(claim.clause, self.session.setup.claims)

    def appeal_until(self, ruling: int) -> str:
        """The time up to which an appeal against a ruling is in time; empty where there is no limit."""
        minutes = self.session.setup.appeals
        return moved(self.times[ruling - 1], minutes * 60) if minutes and ruling <= len(self.times) else ""

    def _accepted(self, ruling: int) -> list[str]:
        """The seats that agreed with the record up to a ruling or beyond it."""
        later = (line for line in self.session.log[ruling:] if isinstance(line, Answered) and line.about >= ruling)
        agreed = {line.seat: line.agrees for line in later}
        return [self.session.setup.seats[seat] for seat, agrees in agreed.items() if agrees]

    def findings_on(self, dispute: Dispute) -> list[Finding]:
        """The findings on the disputed line by the claimed clause; by any clause where none is claimed."""
        claim = first_claim(self.session.log, dispute)
        on = self.findings.get(self.order.meant(claim.about), ())
        return [finding for finding in on if claim.clause in ("", finding.clause)]

    def ruling(self, number: int) -> RulingView:
        """The view of the ruling on a line."""
        ruled = ruling_at(self.session.log, number)
        return RulingView(
            line=number,
            remedy=ruled.remedy,
            clause=ruled.clause,
            under=ruled.under,
            precedent=ruled.precedent,
            named=ruled.named,
            says=self.annotator.line(ruled),
            text=self.annotator.text(ruled.text),
            supersedes=ruled.supersedes or None,
            superseded_by=self.superseded.get(number),
        )

    def _statement(self, statement: Statement) -> StatementView:
        return StatementView(
            seat=self.annotator.letter(statement.seat),
            name="" if statement.seat is None else self.annotator.setup.name(statement.seat),
            role=statement.role,
            at=statement.at,
            text=self.annotator.text(statement.text),
            picture=statement.picture,
        )


def ruling_at(log: Sequence[Line], number: int) -> Ruled:
    """The ruling that a line is."""
    line = log[number - 1]
    if not isinstance(line, Ruled):
        raise TypeError(f"line {number} is no ruling")
    return line


def on_claim(claim: Claimed, order: Order, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings among these that a claim is about."""
    about = order.meant(claim.about)
    return (
        finding
        for finding in findings
        if about in (finding.line, finding.reporting_line) and claim.clause in ("", finding.clause)
    )


def _limit_says(words: Words, limit: str) -> str:
    if not limit:
        return ""
    if limit in (TURN, ROUND):
        return words["disputes"][f"limit-{limit}"]
    return words.say("disputes", "limit-deeds", {"count": int(limit)}, {})
