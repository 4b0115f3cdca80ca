"""The stored events themselves, for whoever must prove something; and taking a person's words out again."""

from __future__ import annotations

from io import BytesIO

from msgspec import Struct
from starlette.responses import Response

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest
from api.http.routing import Routes, SessionRequest
from domain.errors import UnknownLine
from domain.sessions.evidence import write_evidence
from domain.sessions.roles import ERASE, PROVE, READ
from domain.sessions.session_state import SessionView

routes = Routes("proof")


class Verification(Struct, frozen=True, kw_only=True):
    """Every link of a session holds, up to this event and this head."""

    session: str
    events: int
    head: str


class ErasedText(Struct, frozen=True, kw_only=True):
    """What was written with a line is gone from the store; the line, and every link, stay."""

    session: str
    line: int
    texts: int


@routes.reads("/sessions/{session}/evidence", gives=str, needs=PROVE)
def evidence(at: SessionRequest) -> Response:
    """The stored events as a file that `verify` reads: every byte as it was written."""
    made = BytesIO()
    write_evidence(at.ask.desk.sessions, at.view.id, made)
    return Response(made.getvalue(), media_type="text/plain; charset=utf-8")


@routes.reads("/sessions/{session}/verification", gives=Verification, needs=READ)
def verify(at: SessionRequest) -> Verification:
    """Walk the links of the stored events; what is not as it was written is named."""
    walk = at.ask.desk.sessions.verify(at.view.id)
    return Verification(session=str(at.view.id), events=walk.seq, head=walk.link)


@routes.writes("/sessions/{session}/lines/{line}/text", method="DELETE", gives=ErasedText, needs=ERASE)
async def erase_a_text(ask: ApiRequest) -> ErasedText:
    """Erase what a person wrote with a line: a note, the words of a claim, the reason of a ruling."""
    view, _ = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, ERASE)
    number = ask.path["line"]
    if not number.isdecimal() or len(number) > 7 or not 0 < int(number) <= view.lines:
        raise UnknownLine(line=number[:7], last=view.lines)
    erased = await ask.desk.work(_erased, ask, view, int(number))
    if not erased:
        raise HttpProblem("nothing-to-erase", 404)
    return ErasedText(session=str(view.id), line=int(number), texts=erased)


def _erased(ask: ApiRequest, view: SessionView, line: int) -> int:
    """The line's own text, wherever it is kept under its hash."""
    sessions = ask.desk.sessions
    hash = sessions.remark_of(view.id, line)
    erased = sessions.erase_text(view.id, hash) if hash else 0
    sessions.writer.heed()
    ask.desk.hub.forget(view.id)  # whoever comes to watch is told the line without it
    return erased
