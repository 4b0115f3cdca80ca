"""Disputes: raising one by a claim, reading them, statements about them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest, SessionRequest
from api.http.routing import Routes
from api.routes.results import SessionReceipt, session_receipt
from domain.record.line_text import write_entry
from domain.record.lines import Claimed
from domain.record.value_text import read_seat
from domain.rules import Seat
from domain.sessions.commands import MakeStatement, RecordLines
from domain.sessions.roles import CLAIM, ERASE, SEAT, TALK, Grant
from domain.sessions.session_state import SessionView
from domain.timeline.disputes import dispute
from replays.disputes.views import DisputeView, dispute_view, dispute_views
from replays.viewpoint import Viewpoint

routes = Routes("disputes")
Letter = Annotated[str, Meta(max_length=12)] | None
Clause = Annotated[str, Meta(pattern=r"^[A-Z0-9-]{0,40}$")]
Text = Annotated[str, Meta(max_length=4000)]


class ClaimBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim: about which line, by which clause, what was wrong; `omitted` where an action is missing there."""

    about: Annotated[int, Meta(ge=0, le=1_000_000)]
    clause: Clause = ""
    omitted: bool = False
    text: Text = ""
    seat: Letter = None


class DisputeReceipt(Struct, frozen=True, kw_only=True):
    """A dispute that was raised; the line of its claim is its id."""

    session: str
    version: int
    line: int
    head: str
    at: str
    checkpoint: str
    inclusion: list[str]


class DisputeList(Struct, frozen=True, kw_only=True):
    """Every dispute of a session, in the order they were raised."""

    disputes: list[DisputeView]


class StatementBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A statement of the sender, or of a seat for which the sender writes."""

    text: Annotated[str, Meta(min_length=1, max_length=4000)]
    seat: Letter = None


@routes.post(
    "/sessions/{session}/disputes",
    body=ClaimBody,
    response=DisputeReceipt,
    permission=CLAIM,
    status=201,
    example={"about": 3, "clause": "NH-BUILD-3", "text": "nothing was paid", "seat": "Y"},
)
async def raise_a_dispute(request: ApiRequest) -> DisputeReceipt:
    """Dispute a line, what was announced on it, or what is missing there; a ruling is disputed by an appeal.

    The claim is a line of the record. A late claim is recorded, too, and marked as late.
    """
    view, grant = await request.service.authorized(request.session, request.token, CLAIM)
    body: ClaimBody = request.body
    claim = Claimed(
        seat=speaking_seat(request, view, grant, body.seat),
        about=body.about,
        clause=body.clause,
        omitted=body.omitted,
        text=body.text,
    )
    entry = write_entry(claim, view.setup).strip()
    done = await request.service.write(request.command(RecordLines, entries=(entry,)))
    return DisputeReceipt(
        session=done.session,
        version=done.version,
        line=done.line,
        head=done.link,
        at=done.at,
        checkpoint=done.proof.checkpoint,
        inclusion=done.proof.inclusion,
    )


def speaking_seat(request: ApiRequest, view: SessionView, grant: Grant | None, letter: str | None) -> Seat | None:
    """The seat for which a sender speaks: a player for the own seat, another role for the one it names.

    An arbiter without names may still call a seat by its own letter.
    """
    if letter is None:
        return grant.seat if grant is not None and grant.role == SEAT else None
    own = request.service.sessions.view(view.id).setup.seats
    return own.index(letter) if letter in own else read_seat(letter, view.setup)


@routes.session_get("/sessions/{session}/disputes", response=DisputeList)
def list_disputes(request: SessionRequest) -> DisputeList:
    """The disputes of a session: claims, statements about them, and rulings."""
    return DisputeList(
        disputes=dispute_views(request.view, request.lang, Viewpoint(request.viewer), request.sees_findings)
    )


@routes.session_get("/sessions/{session}/disputes/{claim}", response=DisputeView)
def one_dispute(request: SessionRequest) -> DisputeView:
    """One dispute, by the line of its claim."""
    return dispute_view(request.view, claim_of(request), request.lang, Viewpoint(request.viewer), request.sees_findings)


def claim_of(request: ApiRequest) -> int:
    """The line of the claim by which an address names a dispute."""
    text = request.path["claim"]
    if not (text.isascii() and text.isdecimal() and len(text) <= 7):
        raise HttpProblem("not-found", 404)
    return int(text)


@routes.post(
    "/sessions/{session}/disputes/{claim}/statements",
    body=StatementBody,
    response=SessionReceipt,
    permission=TALK,
    status=201,
    example={"text": "I paid, and everybody saw it.", "seat": "B"},
)
async def say_something(request: ApiRequest) -> SessionReceipt:
    """Add a statement to a dispute. It is stored with the dispute and is no line of the record."""
    claim = claim_of(request)
    view, grant = await request.service.authorized(request.session, request.token, TALK)
    seat = speaking_seat(request, view, grant, request.body.seat)
    done = await request.service.write(request.command(MakeStatement, claim=claim, text=request.body.text, seat=seat))
    return session_receipt(done)


class ErasedStatement(Struct, frozen=True, kw_only=True):
    """A statement whose text was erased from the store; the record still says that there was one."""

    session: str
    claim: int
    nth: int


@routes.delete("/sessions/{session}/disputes/{claim}/statements/{nth}", response=ErasedStatement, permission=ERASE)
async def erase_a_statement(request: ApiRequest) -> ErasedStatement:
    """Erase the text of a statement; `nth` counts the statements and photographs of a dispute from 1."""
    view, _ = await request.service.authorized(request.session, request.token, ERASE)
    claim, nth = claim_of(request), request.path["nth"]
    talk = dispute(view.log[: view.lines], claim, view.talk).talk
    statement = talk[int(nth) - 1] if nth.isdecimal() and len(nth) < 5 and 0 < int(nth) <= len(talk) else None
    if statement is None or not statement.remark:
        raise HttpProblem("nothing-to-erase", 404)
    if not await request.service.run_in_thread(_erase, request, statement.remark):
        raise HttpProblem("nothing-to-erase", 404)
    return ErasedStatement(session=str(view.id), claim=claim, nth=int(nth))


def _erase(request: ApiRequest, remark: str) -> int:
    erased = request.service.sessions.erase_text(request.session, remark)
    request.service.writer.forget_erased()
    return erased
