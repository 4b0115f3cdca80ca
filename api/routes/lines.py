"""Records lines, and answers with the findings about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from api.http.service import names_hidden
from domain.errors import Ambiguous, KeyUsedTwice, UnknownSeat, Unreadable
from domain.record.json_convert import read_fields
from domain.record.json_fields import AnyLine
from domain.record.line_text import write_entry
from domain.sessions.commands import CommandReceipt, RecordLines
from domain.sessions.decide_lines import each_entry
from domain.sessions.roles import ANSWER, CLAIM, NOTE, OWN, READ, RECORD, RULE, TRIAGE, grant_for_token, viewer_of
from domain.sessions.session_state import SessionView
from replays.disputes.blind_view import read_blind_entry
from replays.recorder.free_text import read_leniently
from replays.recorder.write_receipt import ReceiptFindings, has_receipt_findings, receipt_findings
from replays.view_models import FindingView

routes = Routes("lines")
Text = Annotated[str, Meta(min_length=1, max_length=8000)]


class LinesBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Lines to record, all of them or none: each as a scribe writes it, or as its fields.

    `seen` is the version the sender knew; where lines were written since, nothing is recorded and the answer says what.
    """

    lines: Annotated[list[Text | AnyLine], Meta(min_length=1, max_length=200)]
    seen: int | None = None


class LinesReceipt(Struct, frozen=True, kw_only=True):
    """The number of the last line that was recorded, the head that proves it, and the findings about the new lines.

    `came` are new findings about earlier lines, `went` counts those that these lines settled. `checkpoint` is a signed
    note (C2SP tlog-checkpoint) and `inclusion` the path that proves the head to be in it (RFC 9162), in base64.
    """

    session: str
    version: int
    line: int
    head: str
    at: str
    findings: list[FindingView]
    came: list[FindingView]
    went: int
    checkpoint: str
    inclusion: list[str]


EXAMPLE = {"lines": ["- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS"]}


@routes.post(
    "/sessions/{session}/lines",
    body=LinesBody,
    response=LinesReceipt,
    permission=(OWN, RECORD, NOTE, ANSWER, CLAIM, RULE, TRIAGE),
    status=201,
    example=EXAMPLE,
)
async def record_lines(request: ApiRequest) -> LinesReceipt:
    """Record lines of any kind.

    Every readable line is recorded, also one that breaks a rule. An unreadable or ambiguous line, or one the sender
    may not write, is refused, and then nothing is recorded. A line may be typed as people speak, in English or French:
    it is recorded in its canonical form, and refused with a suggestion where it can mean two things or none. With
    help off the answer has no findings.
    """
    entries = request.body.lines
    if not all(isinstance(line, str) for line in entries):
        entries = await request.service.run_in_thread(_as_texts, request)
    try:
        return await record_and_report(request, _command(request, entries))
    except (Unreadable, Ambiguous, UnknownSeat, KeyUsedTwice) as error:
        canonical = await request.service.run_in_thread(_canonical, request, entries)
        if canonical == list(entries):
            raise error
    return await record_and_report(request, _command(request, canonical))


def _command(request: ApiRequest, entries: Sequence[str]) -> RecordLines:
    return request.command(RecordLines, entries=tuple(entries), expected=request.body.seen)


async def record_and_report(request: ApiRequest, command: RecordLines) -> LinesReceipt:
    """Records lines, and reports the findings about them as far as their writer may know them."""
    done = await request.service.write(command)
    count = len(command.entries)
    change = ReceiptFindings()
    if _may_have_changes(request, done):
        change = await request.service.run_in_thread(_change, request, done, count)
    return LinesReceipt(
        session=done.session,
        version=done.version,
        line=done.line,
        head=done.link,
        at=done.at,
        findings=change.findings,
        came=change.came,
        went=change.went,
        checkpoint=done.proof.checkpoint,
        inclusion=done.proof.inclusion,
    )


def _as_texts(request: ApiRequest) -> list[str]:
    view, _ = request.service.authorize(request.session, request.token, READ)
    return list(each_entry(request.body.lines, lambda line: line if isinstance(line, str) else _text(line, view)))


def _canonical(request: ApiRequest, entries: Sequence[str]) -> list[str]:
    """Typed lines in their canonical form; one text can stand for several lines."""
    view, grant = request.service.authorize(request.session, request.token, READ)
    if names_hidden(view, grant):
        setup = request.service.sessions.view(request.session).setup
        lines = each_entry(entries, lambda text: read_blind_entry(text.strip(), setup))
        return [write_entry(line, setup).strip() for line in lines]
    read = each_entry(entries, lambda text: read_leniently(view, text.strip(), request.lang, viewer_of(grant)))
    return [write_entry(line, view.setup).strip() for lines in read for line in lines]


def _text(fields: AnyLine, view: SessionView) -> str:
    return write_entry(read_fields(fields, view.setup), view.setup).strip()


def _may_have_changes(request: ApiRequest, done: CommandReceipt) -> bool:
    """Whether the lines changed any finding, as far as the writer's view shows without folding again."""
    view = request.service.writer.views.get(request.session)
    grant = grant_for_token(view.grants.values(), request.token) if view is not None else None
    return has_receipt_findings(view, done, viewer_of(grant))


def _change(request: ApiRequest, done: CommandReceipt, count: int) -> ReceiptFindings:
    view, grant = request.service.authorize(request.session, request.token, READ)
    return receipt_findings(view, done, count, viewer_of(grant), request.lang)
