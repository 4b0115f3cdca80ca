"""Advice before something is recorded: what a line would come to, and what may be done. Refused where help is off."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.viewpoint import Branch, branch_asked
from api.http.routing import Routes, SessionRequest
from domain.record.json_convert import read_fields
from domain.record.json_fields import AnyLine
from domain.record.lines import Line
from domain.sessions.roles import ASK, PERMISSIONS
from replays.recorder.choices import ChoiceMoment, Choices, choices_at
from replays.recorder.free_text import TypedText, interpret_text, offered_texts, read_leniently
from replays.recorder.preview import Preview, preview_line

routes = Routes("advice")
EXAMPLE = {"line": "Y build R3 up 3.1"}


Proposal = Annotated[str, Meta(min_length=1, max_length=8000)] | AnyLine


class PreviewBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line that is not written yet, as a scribe writes it or as its fields; `then` are lines written with it."""

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
    """What was typed so far; under protest, on which branch."""

    text: Annotated[str, Meta(max_length=500)] = ""
    branch: Branch = ""


def _with_help(at: SessionRequest) -> None:
    if not at.view.setup.help:
        raise HttpProblem("help-off", 409)


@routes.reads(
    "/sessions/{session}/preview", method="POST", takes=PreviewBody, gives=Preview, needs=ASK, example=EXAMPLE
)
def preview_a_line(at: SessionRequest) -> Preview:
    """What a line would come to: how it is understood, its effects and findings. Nothing is recorded."""
    _with_help(at)
    body: PreviewBody = at.ask.body
    first, *others = (line for proposal in (body.line, *body.then) for line in _lines(at, proposal))
    return preview_line(at.view, first, at.lang, at.sight, others)


def _lines(at: SessionRequest, proposal: str | AnyLine) -> tuple[Line, ...]:
    """The lines a proposal means: a typed text may mean several."""
    if isinstance(proposal, str):
        return read_leniently(at.view, proposal.strip(), at.lang, at.sight)
    return (read_fields(proposal, at.view.setup),)


@routes.reads("/sessions/{session}/typed", asks=TypedTextQuery, gives=TypedText)
def read_a_typed_text(at: SessionRequest) -> TypedText:
    """What a text in the box will be recorded as, what else was perhaps meant, and ways to go on.

    Nothing is judged. Lines that may be recorded now are proposed to those who may ask for them, where help is on.
    """
    query, branch = at.ask.query, branch_asked(at, at.ask.query.branch)
    helped = at.held is not None and ASK in PERMISSIONS[at.held.role]
    return interpret_text(at.view, query.text, at.lang, offered_texts(at.view, at.sight, branch) if helped else ())


@routes.reads("/sessions/{session}/options", asks=OptionsQuery, gives=Choices, needs=ASK)
def options(at: SessionRequest) -> Choices:
    """What may be done now, or at an earlier moment, grouped by kind of deed: an example of each, and what is open."""
    _with_help(at)
    asked: OptionsQuery = at.ask.query
    moment = ChoiceMoment(at=asked.at, after=asked.after)
    return choices_at(at.view, at.lang, at.sight, asked.seat, branch_asked(at, asked.branch), moment)
