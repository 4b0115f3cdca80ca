"""Disputes: raised by a claim, talked about, seen by everybody who may look on."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.reply_await import written
from api.http.requests.request import ApiRequest
from api.http.routing import Routes, SessionRequest
from api.routes.closing import SessionReceipt
from domain.record.line_text import write_entry
from domain.record.lines import Claimed
from domain.record.value_text import read_seat
from domain.rules import Seat
from domain.sessions.commands import MakeStatement, RecordLines
from domain.sessions.roles import CLAIM, ERASE, SEAT, TALK, Grant
from domain.setup import Setup
from domain.timeline.disputes import dispute
from replays.disputes.overview import DisputeView, dispute_view, dispute_views
from replays.viewpoint import Viewpoint

routes = Routes("disputes")
Letter = Annotated[str, Meta(max_length=12)] | None
Clause = Annotated[str, Meta(pattern=r"^[A-Z0-9-]{0,40}$")]
Text = Annotated[str, Meta(max_length=4000)]


class ClaimBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim: about which line, by which clause, what was wrong; `omitted` where something was left out there."""

    about: Annotated[int, Meta(ge=0, le=1_000_000)]
    clause: Clause = ""
    omitted: bool = False
    text: Text = ""
    seat: Letter = None


class DisputeReceipt(Struct, frozen=True, kw_only=True):
    """A dispute that was raised: the line of its claim names it."""

    session: str
    version: int
    line: int
    head: str
    at: str


class DisputeList(Struct, frozen=True, kw_only=True):
    """Every dispute of a session, in the order they were raised."""

    disputes: list[DisputeView]


class StatementBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A statement, for oneself, or for a seat whose words somebody writes down."""

    text: Annotated[str, Meta(min_length=1, max_length=4000)]
    seat: Letter = None


@routes.writes(
    "/sessions/{session}/disputes",
    takes=ClaimBody,
    gives=DisputeReceipt,
    needs=CLAIM,
    status=201,
    example={"about": 3, "clause": "NH-BUILD-3", "text": "nothing was paid", "seat": "Y"},
)
async def raise_a_dispute(ask: ApiRequest) -> DisputeReceipt:
    """Dispute a line, what was announced on it, or what was left out there; a ruling is disputed by an appeal.

    The claim is a line of the record. It is never refused for coming late: it is kept, and marked late.
    """
    view, held = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, CLAIM)
    body: ClaimBody = ask.body
    claim = Claimed(
        seat=speaking_for(view.setup, held, body.seat),
        about=body.about,
        clause=body.clause,
        omitted=body.omitted,
        text=body.text,
    )
    entry = write_entry(claim, view.setup).strip()
    done = await written(ask.desk.sessions.writer, ask.command(RecordLines, entries=(entry,)))
    return DisputeReceipt(session=done.session, version=done.version, line=done.line, head=done.link, at=done.at)


def speaking_for(setup: Setup, held: Grant | None, letter: str | None) -> Seat | None:
    """For which seat somebody speaks: who sits there for that one, others for any they name."""
    if letter is None and held is not None and held.role == SEAT:
        return held.seat
    return None if letter is None else read_seat(letter, setup)


@routes.reads("/sessions/{session}/disputes", gives=DisputeList)
def list_disputes(at: SessionRequest) -> DisputeList:
    """The disputes of a session: what is claimed, whether in time, what was said, how it was ruled."""
    return DisputeList(disputes=dispute_views(at.view, at.lang, Viewpoint(at.sight), at.judged))


@routes.reads("/sessions/{session}/disputes/{claim}", gives=DisputeView)
def one_dispute(at: SessionRequest) -> DisputeView:
    """One dispute, by the line of its claim."""
    return dispute_view(at.view, claim_of(at.ask), at.lang, Viewpoint(at.sight), at.judged)


def claim_of(ask: ApiRequest) -> int:
    """The line that names a dispute in an address."""
    text = ask.path["claim"]
    if not (text.isascii() and text.isdecimal() and len(text) <= 7):
        raise HttpProblem("not-found", 404)
    return int(text)


@routes.writes(
    "/sessions/{session}/disputes/{claim}/statements",
    takes=StatementBody,
    gives=SessionReceipt,
    needs=TALK,
    status=201,
    example={"text": "I paid, and everybody saw it.", "seat": "B"},
)
async def say_something(ask: ApiRequest) -> SessionReceipt:
    """Say something about a dispute; it is kept with it, and is no line of the record."""
    claim = claim_of(ask)
    view, held = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, TALK)
    seat = speaking_for(view.setup, held, ask.body.seat)
    done = await written(
        ask.desk.sessions.writer, ask.command(MakeStatement, claim=claim, text=ask.body.text, seat=seat)
    )
    return SessionReceipt(session=done.session, version=done.version, head=done.link, at=done.at)


class ErasedStatement(Struct, frozen=True, kw_only=True):
    """What somebody said is gone from the store; that they said something stays."""

    session: str
    claim: int
    nth: int


@routes.writes(
    "/sessions/{session}/disputes/{claim}/statements/{nth}", method="DELETE", gives=ErasedStatement, needs=ERASE
)
async def erase_a_statement(ask: ApiRequest) -> ErasedStatement:
    """Erase what was said about a dispute: the first thing said or shown about it is 1."""
    view, _ = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, ERASE)
    claim, nth = claim_of(ask), ask.path["nth"]
    talk = dispute(view.log[: view.lines], claim, view.talk).talk
    said = talk[int(nth) - 1] if nth.isdecimal() and len(nth) < 5 and 0 < int(nth) <= len(talk) else None
    if said is None or not said.remark or not await ask.desk.work(_erased, ask, said.remark):
        raise HttpProblem("nothing-to-erase", 404)
    return ErasedStatement(session=str(view.id), claim=claim, nth=int(nth))


def _erased(ask: ApiRequest, remark: str) -> int:
    erased = ask.desk.sessions.erase_text(ask.session, remark)
    ask.desk.sessions.writer.heed()
    return erased
