"""The stored events as evidence, their verification, and the erasure of a line's text."""

from __future__ import annotations

from io import BytesIO

from msgspec import Struct
from starlette.responses import Response

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest, SessionRequest
from api.http.routing import Routes
from domain.errors import UnknownLine
from domain.sessions.evidence import write_evidence
from domain.sessions.roles import ERASE, PROVE, READ
from domain.sessions.session_state import SessionView

routes = Routes("proof")


class Verification(Struct, frozen=True, kw_only=True):
    """A session whose hash chain is intact, with its last event and head."""

    session: str
    events: int
    head: str


class ErasedText(Struct, frozen=True, kw_only=True):
    """A line whose text was erased from the store; the line itself and the hash chain stay."""

    session: str
    line: int
    texts: int


@routes.session_get("/sessions/{session}/evidence", response=str, permission=PROVE, heavy=True)
def evidence(request: SessionRequest) -> Response:
    """The stored events as a file that `griffier verify` reads, byte for byte; not while names are hidden."""
    if request.blind:
        raise HttpProblem("names-hidden", 403)
    file = BytesIO()
    write_evidence(request.service.sessions, request.view.id, file)
    return Response(file.getvalue(), media_type="text/plain; charset=utf-8")


@routes.session_get("/sessions/{session}/verification", response=Verification, permission=READ, heavy=True)
def verify(request: SessionRequest) -> Verification:
    """Verify the hash chain of the stored events; the answer names the first event that was changed."""
    walk = request.service.sessions.verify(request.view.id)
    return Verification(session=str(request.view.id), events=walk.seq, head=walk.link)


@routes.delete("/sessions/{session}/lines/{line}/text", response=ErasedText, permission=ERASE)
async def erase_a_text(request: ApiRequest) -> ErasedText:
    """Erase the text of a line: a note, the words of a claim, the reason of a ruling."""
    view, _ = await request.service.authorized(request.session, request.token, ERASE)
    number = request.path["line"]
    if not number.isdecimal() or len(number) > 7 or not 0 < int(number) <= view.lines:
        raise UnknownLine(line=number[:7], last=view.lines)
    erased = await request.service.run_in_thread(_erase, request, view, int(number))
    if not erased:
        raise HttpProblem("nothing-to-erase", 404)
    return ErasedText(session=str(view.id), line=int(number), texts=erased)


def _erase(request: ApiRequest, view: SessionView, line: int) -> int:
    """Erases the stored text of a line and returns how many copies there were."""
    sessions = request.service.sessions
    hash = sessions.remark_of(view.id, line)
    erased = sessions.erase_text(view.id, hash) if hash else 0
    request.service.writer.forget_erased()
    request.service.hub.forget(view.id)  # its cached lines hold the text
    return erased
