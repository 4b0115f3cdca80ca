"""Importing a text record as a new session."""

from __future__ import annotations

import secrets
from uuid import UUID

from msgspec import Struct

from api.http.requests.record_import import ImportOwner, brought, read_text
from api.http.requests.request import ApiRequest, token_hash
from api.http.requests.role_links import RoleLink, link_of
from api.http.routing import Routes
from domain.sessions.roles import LAY, grant_for_token
from domain.sessions.session import Session
from replays.annotation import Annotator, refusal_text
from replays.frames import session_warnings
from replays.record_text import LineError
from replays.review.comparison import findings_of

routes = Routes("sessions")
MOST = 1 << 19  # bytes of a record; the longest of the library has a tenth of it
EXAMPLE = """griffier 1
game new-haven   variants -   readings -
seats B=Ana Y=Bo   first B   faces stand-in   help on
  1    - pool W1 S3 T2 R6 W4
  2    B harvest c3 TS/WS
  3    Y build R3 up 3.1
"""


class UnreadableLine(Struct, frozen=True, kw_only=True):
    """A line nobody could read: it is kept as a note under its number, and says why."""

    line: int
    text: str
    code: str
    says: str


class ImportReceipt(Struct, frozen=True, kw_only=True):
    """A record that became a session. The owner's token is given once, and only where none was brought."""

    session: str
    version: int
    lines: int
    head: str
    findings: int
    unread: list[UnreadableLine]
    warnings: list[str]
    owner: RoleLink | None


@routes.looks(
    "/imports", method="POST", takes=str, gives=ImportReceipt, needs=LAY, status=201, most=MOST, example=EXAMPLE
)
def import_a_record(ask: ApiRequest) -> ImportReceipt:
    """Import a text record as a new session.

    Lines that cannot be read are kept as notes with their error, and listed in the answer. Whoever brings a token of
    their own owns the session by it, and may send this again with the same key if the link broke.
    """
    token = "" if ask.token else secrets.token_urlsafe(32)
    owner = ImportOwner(token=ask.token or token_hash(token), key=ask.key or secrets.token_hex(16))
    session, troubles = read_text(ask)
    done = brought(ask, session, owner)
    return _told(ask, UUID(done.session), session, troubles, token)


def _told(ask: ApiRequest, id: UUID, session: Session, troubles: tuple[LineError, ...], token: str) -> ImportReceipt:
    view = ask.desk.sessions.view(id)
    held = grant_for_token(view.grants.values(), token_hash(token))
    return ImportReceipt(
        session=str(id),
        version=view.version,
        lines=view.lines,
        head=view.link,
        findings=len(findings_of(view.frames)) if session.setup.help else 0,
        unread=unread(troubles, ask.lang),
        warnings=session_warnings(session, Annotator(session.seated, ask.lang)),
        owner=link_of(ask, str(id), held, token) if held else None,
    )


def unread(troubles: tuple[LineError, ...], lang: str) -> list[UnreadableLine]:
    """The lines nobody could read, each with why."""
    return [
        UnreadableLine(line=one.line, text=one.text.strip(), code=one.error.code, says=refusal_text(one.error, lang))
        for one in troubles
    ]
