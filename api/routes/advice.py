"""Advice before a line is recorded: a preview of it, and the offers. A table without help refuses it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Branch, requested_branch
from api.http.routing import Routes
from domain.record.json_convert import read_fields
from domain.record.json_fields import AnyLine
from domain.record.lines import Line
from domain.sessions.roles import ASK, PERMISSIONS
from replays.recorder.choices import ChoiceMoment, Choices, choices_at, unjudged_choices_at
from replays.recorder.free_text import TypedText, interpret_text, offered_texts, read_leniently
from replays.recorder.preview import Preview, preview_line

routes = Routes("advice")
EXAMPLE = {"line": "Y build R3 up 3.1"}


Proposal = Annotated[str, Meta(min_length=1, max_length=8000)] | AnyLine


class PreviewBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line to preview, as a scribe writes it or as its fields; `then` are lines written with it."""

    line: Proposal
    then: Annotated[list[Proposal], Meta(max_length=20)] = []


LineNumber = Annotated[int, Meta(ge=0, le=1_000_000)]


class OptionsQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose options: a seat's, or those of the seats to act; under protest, on which branch.

    `at` asks for the moment before a line, to fix it; `after` for the moment after one, to insert a line there.
    """

    seat: Annotated[str, Meta(max_length=12)] | None = None
    branch: Branch = ""
    at: LineNumber | None = None
    after: LineNumber | None = None


class TypedTextQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text typed so far; under protest, on which branch."""

    text: Annotated[str, Meta(max_length=500)] = ""
    branch: Branch = ""


def _check_help(request: SessionRequest) -> None:
    if not request.view.setup.help:
        raise HttpProblem("help-off", 409)


@routes.session_post("/sessions/{session}/preview", body=PreviewBody, response=Preview, permission=ASK, example=EXAMPLE)
def preview_a_line(request: SessionRequest) -> Preview:
    """Preview a line: how it is understood, its effects and findings. Nothing is recorded."""
    _check_help(request)
    body: PreviewBody = request.body
    first, *others = (line for proposal in (body.line, *body.then) for line in _lines(request, proposal))
    return preview_line(request.view, first, request.lang, request.viewer, others)


def _lines(request: SessionRequest, proposal: str | AnyLine) -> tuple[Line, ...]:
    """The lines of a proposal: a typed text can stand for several."""
    if isinstance(proposal, str):
        return read_leniently(request.view, proposal.strip(), request.lang, request.viewer)
    return (read_fields(proposal, request.view.setup),)


@routes.session_get("/sessions/{session}/typed", query=TypedTextQuery, response=TypedText)
def read_a_typed_text(request: SessionRequest) -> TypedText:
    """What a typed text will be recorded as, what else it can mean, and its completions.

    Nothing is judged. Where help is on, lines that are possible now are proposed to senders who may ask for them.
    """
    query, branch = request.query, requested_branch(request, request.query.branch)
    may_ask = request.grant is not None and ASK in PERMISSIONS[request.grant.role]
    offered = offered_texts(request.view, request.viewer, branch) if may_ask else ()
    return interpret_text(request.view, query.text, request.lang, offered)


@routes.session_get("/sessions/{session}/options", query=OptionsQuery, response=Choices, permission=ASK)
def options(request: SessionRequest) -> Choices:
    """What may be done now, or at an earlier moment, grouped by kind of deed: an example of each, and what is open."""
    _check_help(request)
    query: OptionsQuery = request.query
    moment = ChoiceMoment(at=query.at, after=query.after)
    branch = requested_branch(request, query.branch)
    return choices_at(request.view, request.lang, request.viewer, query.seat, branch, moment)


@routes.session_get("/sessions/{session}/inputs", query=OptionsQuery, response=Choices, permission=ASK)
def inputs(request: SessionRequest) -> Choices:
    """The lines that the pieces on the table allow now, or at an earlier moment; nothing is judged."""
    query: OptionsQuery = request.query
    moment = ChoiceMoment(at=query.at, after=query.after)
    branch = requested_branch(request, query.branch)
    return unjudged_choices_at(request.view, request.lang, request.viewer, query.seat, branch, moment)
