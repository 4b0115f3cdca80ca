"""The audit page: every finding with its facts, clause and conclusion, and its consequences under it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.pages.charts import ScoreChart, score_chart
from api.pages.routing import HtmlPage, Pages
from api.pages.rulings import RulingInForce, rulings_in_force
from api.pages.table_header import table_header
from domain.timeline.disputes import WITHDRAWN, disputes
from replays.annotation import Annotator
from replays.audit import Audit, FindingFilter, audit_of
from replays.disputes.ledger import LedgerEntry, ledger_of
from replays.frames import FrameView, replay_of
from replays.review.consequences import ConsequenceMap, Consequences, consequences_of, follow_ons
from replays.review.contradictory_lines import ContradictoryLines, contradictory_lines
from replays.review.decisive import ResultStakes, result_stakes
from replays.review.trackcheck_views import DifferenceView, track_check
from replays.scoreboard import scoreboard_of
from replays.view_models import FindingView
from replays.viewpoint import Viewpoint

pages = Pages()
QUICK_FRAMES = 4000  # frames that one page may fold to find the lines that contradict each other
VERDICTS = ("broken", "undetermined", "contradiction")


class AuditFilters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which findings the page shows."""

    verdict: Literal["", "broken", "undetermined", "contradiction"] = ""
    seat: str = ""
    clause: str = ""
    known: Literal["now", "then"] = "now"
    ruled: bool = False


class ClaimedLine(Struct, frozen=True, kw_only=True):
    """The dispute about a line: the line of its claim, and its state in a word."""

    claim: int
    state_says: str


class PlayerFindings(Struct, frozen=True, kw_only=True):
    """How many findings and lines a seat has."""

    seat: str
    findings: int
    lines: int


class AuditContext(Struct, frozen=True, kw_only=True):
    """What audit.html shows."""

    parameters: AuditFilters
    whole: Audit
    roots: list[FindingView]
    consequences: dict[int, list[FindingView]]
    counts: dict[str, int]
    frames: dict[int, FrameView]
    rulings: dict[int, RulingInForce]
    charts: list[ScoreChart]
    findings_hidden: bool
    stakes: ResultStakes | None
    decides: dict[tuple[int, str], bool]
    claims: dict[int, ClaimedLine]
    known_later: frozenset[tuple[int, str]]
    players: list[PlayerFindings]
    checkpoint: str
    errors: dict[str, int]
    ledger_entries: dict[tuple[int, str], LedgerEntry]
    track: list[DifferenceView]
    followed: dict[int, Consequences]
    contradicting: dict[tuple[int, str], ContradictoryLines]
    untried: bool  # whether some mistakes were too many to be taken out
    mistakes: int  # findings that no other one led to
    knock_ons: int


@pages.session_page("/s/{session}/audit", query=AuditFilters, heavy=True)
def audit(request: SessionRequest) -> HtmlPage:
    """The findings of a record."""
    view, lang, filters = request.view, request.lang, request.query
    viewpoint = Viewpoint(request.viewer, filters.ruled, filters.known)
    wanted = FindingFilter(verdict=filters.verdict or None, seat=filters.seat or None, clause=filters.clause or None)
    whole, shown = audit_of(view, lang, viewpoint), audit_of(view, lang, viewpoint, wanted)
    roots, rulings, shown_roots = roots_of(whole), rulings_in_force(request), roots_of(shown)
    frames, stakes = replay_of(view, lang, viewpoint).frames, stakes_for(request)
    decides = {(decision.line, decision.clause): decision.winner for decision in (stakes.decisive if stakes else ())}
    standings = scoreboard_of(view, lang, Viewpoint(request.viewer)).ruled
    sees_findings = request.sees_findings
    ledger = ledger_of(view, lang, viewpoint) if sees_findings else None
    traced = consequences_for(request)
    follows, by_root = follow_ons(traced), consequences(whole)
    knock_ons = sum((root.line, root.clause) in follows for root in roots)
    context = AuditContext(
        parameters=filters,
        whole=whole,
        roots=sorted(shown_roots, key=lambda root: (not decides.get((root.line, root.clause), False), root.line)),
        consequences=by_root,
        counts={name: sum(root.verdict == name for root in roots) for name in VERDICTS},
        frames={frame.line: frame for frame in frames},
        rulings={ruling.about: ruling for ruling in rulings},
        charts=[score_chart(standings, whole, view.lines, rulings, 360)],
        findings_hidden=not sees_findings,
        stakes=stakes,
        decides=decides,
        claims=claimed_lines(request),
        known_later=_known_later(request, roots) if filters.known == "now" and sees_findings else frozenset(),
        players=[
            PlayerFindings(
                seat=letter,
                findings=sum(root.seat == letter for root in roots),
                lines=sum(frame.seat == letter for frame in frames),
            )
            for letter in view.setup.seats
        ],
        checkpoint=view.link,
        errors=ledger.errors if ledger else {},
        ledger_entries={(entry.line, entry.clause): entry for entry in ledger.entries} if ledger else {},
        track=track_check(view.session, lang, request.viewer).differences if sees_findings else [],
        followed={one.line: one for one in traced.mistakes if not one.is_empty},
        contradicting=contradicting(request),
        untried=not traced.whole,
        mistakes=len(roots) - knock_ons,
        knock_ons=knock_ons + sum(map(len, by_root.values())),
    )
    return HtmlPage("audit.html", table_header(request), context)


def stakes_for(request: SessionRequest) -> ResultStakes | None:
    """Whether a place depends on a finding; None for a reader who may not know everything that counts."""
    view = request.view
    if not request.sees_findings or view.hides(request.viewer) or not view.lines:
        return None
    return result_stakes(view, request.lang)


def consequences_for(request: SessionRequest) -> ConsequenceMap:
    """The consequences of each mistake; none for a reader who may not know everything that counts."""
    view = request.view
    if not request.sees_findings or view.hides(request.viewer):
        return ConsequenceMap(lines=view.lines, mistakes=[], whole=True)
    return consequences_of(view, request.lang, request.query.ruled)


def contradicting(request: SessionRequest) -> dict[tuple[int, str], ContradictoryLines]:
    """The lines behind each contradiction, by its line and clause, as far as they are quickly found."""
    view = request.view
    if not request.sees_findings or view.hides(request.viewer):
        return {}
    return {(one.line, one.clause): one for one in contradictory_lines(view, QUICK_FRAMES)}


def claimed_lines(request: SessionRequest) -> dict[int, ClaimedLine]:
    """The last dispute about each line."""
    words = Annotator(request.view.seated, request.lang).words["disputes"]
    return {
        dispute.claim.about: ClaimedLine(claim=dispute.line, state_says=words[dispute.state])
        for dispute in disputes(request.view.session.log)
        if dispute.state != WITHDRAWN
    }


def _known_later(request: SessionRequest, roots: list[FindingView]) -> frozenset[tuple[int, str]]:
    """The findings that need what was known only later."""
    then = audit_of(request.view, request.lang, Viewpoint(request.viewer, request.query.ruled, "then")).findings
    known = {(finding.line, finding.clause) for finding in then}
    return frozenset((root.line, root.clause) for root in roots) - known


def roots_of(audit: Audit) -> list[FindingView]:
    """The findings that are no consequence of another."""
    return [finding for finding in audit.findings if not finding.consequence]


def consequences(audit: Audit) -> dict[int, list[FindingView]]:
    """The findings that only follow from another, by the line of that one."""
    by_root: dict[int, list[FindingView]] = {}
    for finding in audit.findings:
        if finding.consequence:
            by_root.setdefault(finding.root, []).append(finding)
    return by_root
