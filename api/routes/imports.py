"""The import of a text record as a new session."""

from __future__ import annotations

import secrets
from uuid import UUID

from msgspec import Struct

from api.http.requests.record_import import ImportOwner, import_session, parse_record
from api.http.requests.request import ApiRequest
from api.http.requests.role_links import RoleLink, role_link, token_hash
from api.http.routing import Routes
from domain.sessions.roles import SET_UP, grant_for_token
from domain.sessions.session import Session
from replays.annotation import Annotator, refusal_text
from replays.frames import session_warnings
from replays.record_text import LineError
from replays.review.comparison import findings_of

routes = Routes("sessions")
MAX_BYTES = 1 << 19  # bytes of a record; the longest of the library has a tenth of it
EXAMPLE = """griffier 1
game new-haven   variants -   readings -
seats B=Ana Y=Bo   first B   faces stand-in   help on
  1    - pool W1 S3 T2 R6 W4
  2    B harvest c3 TS/WS
  3    Y build R3 up 3.1
"""


class UnreadableLine(Struct, frozen=True, kw_only=True):
    """A line that could not be read; the session holds it as a note under its number."""

    line: int
    text: str
    code: str
    says: str


class ImportReceipt(Struct, frozen=True, kw_only=True):
    """A record that became a session. The owner's token is given once, and only where the sender brought none."""

    session: str
    version: int
    lines: int
    head: str
    findings: int
    unread: list[UnreadableLine]
    warnings: list[str]
    owner: RoleLink | None


@routes.post(
    "/imports",
    body=str,
    response=ImportReceipt,
    permission=SET_UP,
    status=201,
    max_bytes=MAX_BYTES,
    example=EXAMPLE,
    heavy=True,
)
def import_a_record(request: ApiRequest) -> ImportReceipt:
    """Import a text record as a new session.

    Lines that cannot be read become notes, and the answer lists them with their errors. A sender with a token of its
    own owns the session by it, and can send this again with the same key if the connection broke.
    """
    token = "" if request.token else secrets.token_urlsafe(32)
    owner = ImportOwner(token=request.token or token_hash(token), key=request.key or secrets.token_hex(16))
    session, troubles = parse_record(request)
    done = import_session(request, session, owner)
    return _receipt(request, UUID(done.session), session, troubles, token)


def _receipt(
    request: ApiRequest, id: UUID, session: Session, troubles: tuple[LineError, ...], token: str
) -> ImportReceipt:
    view = request.service.sessions.view(id)
    grant = grant_for_token(view.grants.values(), token_hash(token))
    return ImportReceipt(
        session=str(id),
        version=view.version,
        lines=view.lines,
        head=view.link,
        findings=len(findings_of(view.frames)) if session.setup.help else 0,
        unread=unreadable_lines(troubles, request.lang),
        warnings=session_warnings(session, Annotator(session.seated, request.lang)),
        owner=role_link(request, str(id), grant, token) if grant else None,
    )


def unreadable_lines(troubles: tuple[LineError, ...], lang: str) -> list[UnreadableLine]:
    """The lines that could not be read, each with its error."""
    return [
        UnreadableLine(
            line=trouble.line,
            text=trouble.text.strip(),
            code=trouble.error.code,
            says=refusal_text(trouble.error, lang),
        )
        for trouble in troubles
    ]
