"""The arbiter's desk: one dispute with all that matters to it, the impact of every remedy, the ruling."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.requests.reply_await import written
from api.http.requests.request import ApiRequest
from api.http.routing import Routes, SessionRequest
from api.routes.closing import SessionReceipt
from api.routes.disputes import Clause, claim_of
from api.routes.recording import LinesReceipt, received
from domain.record.line_text import write_entry
from domain.record.lines import Ruled, Triaged
from domain.rules import replace
from domain.sessions.commands import RecordLines
from domain.sessions.roles import RULE, TRIAGE
from domain.sessions.session import check_line
from domain.setup import Setup
from domain.timeline.disputes import dispute, may_stand
from projections.queries import Requester
from projections.rulings.precedents import EarlierRuling, similar_rulings
from replays.disputes.blind_view import without_names
from replays.disputes.hearing import Hearing, arbiter_session, hearing_of, read_ruling
from replays.disputes.remedies import RemedyCalculator, RemedyOption
from replays.disputes.similarity import related_claims

routes = Routes("rulings")
Entry = Annotated[str, Meta(min_length=1, max_length=2000)]


class HearingQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether seats are called by their names before it is ruled; they are not, unless asked for."""

    named: bool = False


class RulingDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruling somebody thinks of, as a line; on a blind desk seats stand there without their names."""

    entry: Entry


class SignedRuling(RulingDraft, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruling to be signed: the clause and the reading it cites, its reason, and whether it is a precedent."""

    clause: Clause = ""
    under: Annotated[str, Meta(max_length=100)] = ""
    text: Annotated[str, Meta(max_length=4000)] = ""
    precedent: bool = False
    seen: int | None = None


class TriageBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which error a finding is: it was recorded, played, scored or ruled wrongly."""

    line: Annotated[int, Meta(ge=0, le=1_000_000)]
    clause: Annotated[str, Meta(pattern=r"^[A-Z0-9-]{1,40}$")]
    error: Literal["recorded", "played", "scored", "ruled"]


class HearingWithPrecedents(Hearing, frozen=True, kw_only=True):
    """One dispute on the arbiter's desk, with earlier rulings on the same clause, those most like it first."""

    precedents: list[EarlierRuling]


@routes.reads(
    "/sessions/{session}/disputes/{claim}/hearing", asks=HearingQuery, gives=HearingWithPrecedents, needs=RULE
)
def hear_a_dispute(at: SessionRequest) -> HearingWithPrecedents:
    """Everything an arbiter needs to decide a dispute. Blind: seats are α, β, γ until the ruling is signed."""
    return heard(at, claim_of(at.ask), at.ask.query.named)


def heard(at: SessionRequest, claim: int, named: bool = False) -> HearingWithPrecedents:
    """The desk of a dispute, with what was ruled before wherever its arbiter may look."""
    told, setup = hearing_of(at.view, claim, at.lang, named), at.view.setup
    own = (at.view.id.hex, related_claims(at.view.log[: at.view.lines], claim))
    asker = Requester(token=at.ask.token, lang=at.lang)
    clause = told.clause.id if told.clause else ""
    found = similar_rulings(at.ask.desk.views, told.game, clause, told.moment, own, asker)
    if told.blind:  # somebody of this table may be spoken of there
        found = [
            replace(one, claimed=without_names(one.claimed, setup), text=without_names(one.text, setup))
            for one in found
        ]
    return HearingWithPrecedents(**{name: getattr(told, name) for name in told.__struct_fields__}, precedents=found)


@routes.reads(
    "/sessions/{session}/disputes/{claim}/impact",
    asks=HearingQuery,
    method="POST",
    takes=RulingDraft,
    gives=RemedyOption,
    needs=RULE,
    example={"entry": "$ 5 void 3 NH-BUILD-3"},
)
def impact_of_a_ruling(at: SessionRequest) -> RemedyOption:
    """What a ruling would come to, as it would be signed. Nothing is recorded."""
    claim = claim_of(at.ask)
    ruled = _on(at.view.setup, at.ask, dispute(at.view.log[: at.view.lines], claim).line)
    check_line(at.view.session, ruled)
    may_stand(at.view.session.log, ruled)
    return RemedyCalculator(arbiter_session(at.view, claim, at.ask.query.named), at.lang).impact(ruled)


def _on(setup: Setup, ask: ApiRequest, claim: int) -> Ruled:
    return replace(read_ruling(ask.body.entry, setup), claim=claim)


@routes.writes(
    "/sessions/{session}/disputes/{claim}/rulings",
    takes=SignedRuling,
    gives=LinesReceipt,
    needs=RULE,
    status=201,
    example={"entry": "$ 5 void 3 NH-BUILD-3", "text": "Nothing was paid for it.", "precedent": True},
)
async def sign_a_ruling(ask: ApiRequest) -> LinesReceipt:
    """Sign a ruling: it is a line of the record, carried out by the rules, with what its arbiter was shown."""
    view, _ = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, RULE)
    body: SignedRuling = ask.body
    ruled = _on(view.setup, ask, dispute(view.log[: view.lines], claim_of(ask)).line)
    told = {"clause": body.clause or ruled.clause, "under": body.under or ruled.under, "text": body.text or ruled.text}
    entry = write_entry(replace(ruled, precedent=body.precedent or ruled.precedent, **told), view.setup).strip()
    return await received(ask, ask.command(RecordLines, entries=(entry,), expected=body.seen))


@routes.writes(
    "/sessions/{session}/triage",
    takes=TriageBody,
    gives=SessionReceipt,
    needs=TRIAGE,
    status=201,
    example={"line": 3, "clause": "NH-BUILD-3", "error": "played"},
)
async def sort_a_finding(ask: ApiRequest) -> SessionReceipt:
    """Say which of the four errors a finding is; it is a line of the record, and the last one counts."""
    view, _ = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, TRIAGE)
    body: TriageBody = ask.body
    entry = write_entry(Triaged(about=body.line, clause=body.clause, error=body.error), view.setup).strip()
    done = await written(ask.desk.sessions.writer, ask.command(RecordLines, entries=(entry,)))
    return SessionReceipt(session=done.session, version=done.version, head=done.link, at=done.at)
