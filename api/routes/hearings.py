"""The arbiter's desk: the hearing of a dispute, the impact of a ruling, its signature, and the triage of findings."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.requests.request import ApiRequest, SessionRequest
from api.http.routing import Routes
from api.routes.disputes import Clause, claim_of
from api.routes.lines import LinesReceipt, record_and_report
from api.routes.results import SessionReceipt, session_receipt
from domain.record.line_text import write_entry
from domain.record.lines import Ruled, Triaged
from domain.rules import replace
from domain.sessions.commands import RecordLines
from domain.sessions.roles import RULE, TRIAGE
from domain.sessions.session import check_line
from domain.sessions.session_state import SessionView
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
    """Whether seats have their names before the ruling; by default they do not."""

    named: bool = False


class RulingDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruling as a line that is not signed; on a blind desk it calls seats by their Greek letters."""

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
    """One dispute on the arbiter's desk, with earlier rulings on the same clause, the most similar first."""

    precedents: list[EarlierRuling]


@routes.session_get(
    "/sessions/{session}/disputes/{claim}/hearing", query=HearingQuery, response=HearingWithPrecedents, permission=RULE
)
def hear_a_dispute(request: SessionRequest) -> HearingWithPrecedents:
    """All an arbiter needs to decide a dispute. Blind: seats are α, β, γ until the ruling is signed."""
    return hearing_with_precedents(request, claim_of(request), request.query.named)


def hearing_with_precedents(request: SessionRequest, claim: int, named: bool = False) -> HearingWithPrecedents:
    """The hearing of a dispute, with earlier rulings from all sessions the arbiter may see."""
    view, hearing = request.view, hearing_of(request.view, claim, request.lang, named)
    own = (view.id.hex, related_claims(view.log[: view.lines], claim))
    asker = Requester(token=request.token, lang=request.lang)
    clause = hearing.clause.id if hearing.clause else ""
    earlier = similar_rulings(request.service.views, hearing.game, clause, hearing.moment, own, asker)
    if hearing.blind:  # an earlier ruling can name a player of this table
        setup = view.setup
        earlier = [
            replace(ruling, claimed=without_names(ruling.claimed, setup), text=without_names(ruling.text, setup))
            for ruling in earlier
        ]
    fields = {name: getattr(hearing, name) for name in hearing.__struct_fields__}
    return HearingWithPrecedents(**fields, precedents=earlier)


@routes.session_post(
    "/sessions/{session}/disputes/{claim}/impact",
    query=HearingQuery,
    body=RulingDraft,
    response=RemedyOption,
    permission=RULE,
    example={"entry": "$ 5 void 3 NH-BUILD-3"},
)
def impact_of_a_ruling(request: SessionRequest) -> RemedyOption:
    """The impact of a ruling if it were signed. Nothing is recorded."""
    view, claim = request.view, claim_of(request)
    ruling = _ruling(view, request)
    check_line(view.session, ruling)
    may_stand(view.session.log, ruling)
    return RemedyCalculator(arbiter_session(view, claim, request.query.named), request.lang).impact(ruling)


def _ruling(view: SessionView, request: ApiRequest) -> Ruled:
    """The ruling of the body, on the dispute of the address."""
    claim = dispute(view.log[: view.lines], claim_of(request)).line
    return replace(read_ruling(request.body.entry, view.setup), claim=claim)


@routes.post(
    "/sessions/{session}/disputes/{claim}/rulings",
    body=SignedRuling,
    response=LinesReceipt,
    permission=RULE,
    status=201,
    example={"entry": "$ 5 void 3 NH-BUILD-3", "text": "Nothing was paid for it.", "precedent": True},
)
async def sign_a_ruling(request: ApiRequest) -> LinesReceipt:
    """Sign a ruling: it becomes a line of the record, and the fold carries it out."""
    view, _ = await request.service.authorized(request.session, request.token, RULE)
    body, ruling = request.body, _ruling(view, request)
    signed = replace(
        ruling,
        clause=body.clause or ruling.clause,
        under=body.under or ruling.under,
        text=body.text or ruling.text,
        precedent=body.precedent or ruling.precedent,
    )
    entry = write_entry(signed, view.setup).strip()
    return await record_and_report(request, request.command(RecordLines, entries=(entry,), expected=body.seen))


@routes.post(
    "/sessions/{session}/triage",
    body=TriageBody,
    response=SessionReceipt,
    permission=TRIAGE,
    status=201,
    example={"line": 3, "clause": "NH-BUILD-3", "error": "played"},
)
async def sort_a_finding(request: ApiRequest) -> SessionReceipt:
    """Say which of the four errors a finding is. It is a line of the record, and the last one counts."""
    view, _ = await request.service.authorized(request.session, request.token, TRIAGE)
    body: TriageBody = request.body
    entry = write_entry(Triaged(about=body.line, clause=body.clause, error=body.error), view.setup).strip()
    return session_receipt(await request.service.write(request.command(RecordLines, entries=(entry,))))
