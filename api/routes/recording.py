"""Recording lines: a write never asks, and answers with what the rules think of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from api.http.requests.reply_await import written
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from domain.errors import Ambiguous, KeyUsedTwice, UnknownSeat, Unreadable
from domain.record.json_convert import read_fields
from domain.record.json_fields import AnyLine
from domain.record.line_text import write_entry
from domain.sessions.commands import RecordLines
from domain.sessions.decide import each_entry
from domain.sessions.receipts import CommandReceipt
from domain.sessions.roles import ANSWER, CLAIM, NOTE, OWN, READ, RECORD, RULE, TRIAGE, grant_for_token, viewer_of
from domain.sessions.session_state import SessionView
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
    """What was recorded: the last line's number, the head that proves it, and what the rules think of it.

    `came` and `went` are findings about earlier lines that these lines brought up or settled.
    """

    session: str
    version: int
    line: int
    head: str
    at: str
    findings: list[FindingView]
    came: list[FindingView]
    went: int


EXAMPLE = {"lines": ["- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS"]}


@routes.writes(
    "/sessions/{session}/lines",
    takes=LinesBody,
    gives=LinesReceipt,
    needs=(OWN, RECORD, NOTE, ANSWER, CLAIM, RULE, TRIAGE),
    status=201,
    example=EXAMPLE,
)
async def record_lines(ask: ApiRequest) -> LinesReceipt:
    """Record lines of any kind.

    What can be read is recorded, whatever the rules think of it; only what is unreadable, ambiguous or not yours to
    write is refused, and then nothing is recorded. A line may be typed as people speak, in English or French: it is
    recorded in its canonical form, and refused with a suggestion where it may mean two things or none. With help off
    the answer says nothing about the rules.
    """
    entries = ask.body.lines
    if not all(isinstance(line, str) for line in entries):
        entries = await ask.desk.work(_as_texts, ask)
    try:
        return await received(ask, ask.command(RecordLines, entries=tuple(entries), expected=ask.body.seen))
    except (Unreadable, Ambiguous, UnknownSeat, KeyUsedTwice) as error:
        meant = await ask.desk.work(_meant, ask, entries)
        if meant == list(entries):
            raise error
    return await received(ask, ask.command(RecordLines, entries=tuple(meant), expected=ask.body.seen))


async def received(ask: ApiRequest, command: RecordLines) -> LinesReceipt:
    """Have lines written, and tell what the rules think of them, as far as their writer may know that."""
    done = await written(ask.desk.sessions.writer, command)
    count = len(command.entries)
    told = await ask.desk.work(_told, ask, done, count) if _is_told(ask, done) else ReceiptFindings()
    return LinesReceipt(
        session=done.session,
        version=done.version,
        line=done.line,
        head=done.link,
        at=done.at,
        findings=told.findings,
        came=told.came,
        went=told.went,
    )


def _as_texts(ask: ApiRequest) -> list[str]:
    view, _ = ask.desk.looked_at(ask.session, ask.token, READ)
    return list(each_entry(ask.body.lines, lambda line: line if isinstance(line, str) else _text(line, view)))


def _meant(ask: ApiRequest, entries: Sequence[str]) -> list[str]:
    """Lines that could not be read exactly, as what they mean; one text may mean several lines."""
    view, held = ask.desk.looked_at(ask.session, ask.token, READ)
    read = each_entry(entries, lambda text: read_leniently(view, text.strip(), ask.lang, viewer_of(held)))
    return [write_entry(line, view.setup).strip() for lines in read for line in lines]


def _text(fields: AnyLine, view: SessionView) -> str:
    return write_entry(read_fields(fields, view.setup), view.setup).strip()


def _is_told(ask: ApiRequest, done: CommandReceipt) -> bool:
    view = ask.desk.sessions.writer.views.get(ask.session)
    held = grant_for_token(view.grants.values(), ask.token) if view is not None else None
    return has_receipt_findings(view, done, viewer_of(held))


def _told(ask: ApiRequest, done: CommandReceipt, count: int) -> ReceiptFindings:
    view, held = ask.desk.looked_at(ask.session, ask.token, READ)
    return receipt_findings(view, done, count, viewer_of(held), ask.lang)
