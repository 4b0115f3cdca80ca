"""The arbiter's desk: the hearing of a dispute, the impact of a ruling, its signature, and the triage of findings."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.requests.request import ApiRequest, SessionRequest, session_request
from api.http.routing import Routes
from api.routes.disputes import Clause, claim_of
from api.routes.lines import LinesReceipt, record_and_report
from api.routes.results import SessionReceipt, session_receipt
from domain.record.line_text import write_entry
from domain.record.lines import Ruled, Triaged
from domain.rules import replace
from domain.sessions.commands import RecordLines, ShowNames
from domain.sessions.roles import RULE, TRIAGE
from domain.sessions.session import check_line
from domain.setup import Setup
from domain.timeline.disputes import dispute, may_stand
from projections.queries import Requester
from projections.rulings.precedents import EarlierRuling, similar_rulings
from replays.disputes.blind_view import without_names
from replays.disputes.hearing import Hearing, hearing_of, read_ruling
from replays.disputes.remedies import RemedyCalculator, RemedyOption
from replays.disputes.similarity import related_claims

routes = Routes("rulings")
Entry = Annotated[str, Meta(min_length=1, max_length=2000)]


class HearingQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether seats have their names before the ruling; by default they do not.

    `named` asks for the names as `POST .../names` does: from then on the arbiter reads them, and rulings say so.
    """

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
    return hearing_with_precedents(_as_asked(request), claim_of(request))


def _as_asked(request: SessionRequest) -> SessionRequest:
    """The request with the names of the seats, where its query asks for them and they are hidden."""
    if not (request.query.named and request.blind and request.grant):
        return request
    key = f"names-{request.grant.grant}"
    request.service.writer.submit(ShowNames(session=request.session_id, token=request.token, key=key)).result()
    return session_request(request, RULE)


@routes.post("/sessions/{session}/names", response=SessionReceipt, permission=RULE)
async def show_the_names(request: ApiRequest) -> SessionReceipt:
    """Show the arbiter the names of the seats before a dispute is decided. Every ruling signed later says so."""
    view, grant = await request.service.authorized(request.session, request.token, RULE)
    if grant is not None and grant.named:
        return SessionReceipt(session=str(view.id), version=view.version, head=view.link, at=view.at)
    return session_receipt(await request.service.write(request.command(ShowNames)))


def hearing_with_precedents(request: SessionRequest, claim: int) -> HearingWithPrecedents:
    """The hearing of a dispute, with earlier rulings from all sessions the arbiter may see."""
    view, hearing = request.view, hearing_of(request.view, claim, request.lang, named=not request.blind)
    own = (view.id.hex, related_claims(view.log[: view.lines], claim))
    asker = Requester(token=request.token, lang=request.lang)
    clause = hearing.clause.id if hearing.clause else ""
    earlier = similar_rulings(request.service.views, hearing.game, clause, hearing.moment, own, asker)
    if hearing.blind:  # an earlier ruling can name a player of this table
        setup = request.service.sessions.view(view.id).seated
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
    view, (ruling, _) = _as_asked(request).view, _ruling(request)
    check_line(view.session, ruling)
    may_stand(view.session.log, ruling)
    return RemedyCalculator(view, request.lang).impact(ruling)


def _ruling(request: ApiRequest) -> tuple[Ruled, Setup]:
    """The ruling of the body on the dispute of the address, and the set-up by which it is written down."""
    view = request.service.sessions.view(request.session)
    claim = dispute(view.log[: view.lines], claim_of(request)).line
    return replace(read_ruling(request.body.entry, view.setup), claim=claim), view.setup


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
    await request.service.authorized(request.session, request.token, RULE)
    body, (ruling, setup) = request.body, await request.service.run_in_thread(_ruling, request)
    signed = replace(
        ruling,
        clause=body.clause or ruling.clause,
        under=body.under or ruling.under,
        text=body.text or ruling.text,
        precedent=body.precedent or ruling.precedent,
    )
    entry = write_entry(signed, setup).strip()
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
