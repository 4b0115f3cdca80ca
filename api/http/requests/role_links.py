"""Links that hand a role on: the token stands behind the #, where no log and no other site ever sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import segno
from msgspec import Struct

from domain.sessions.roles import Grant

if TYPE_CHECKING:
    from api.http.requests.request import ApiRequest


class RoleLink(Struct, frozen=True, kw_only=True):
    """A role somebody can take up: the token for programs, the link and its QR code (SVG) for people."""

    grant: str
    role: str
    seat: str | None
    token: str
    link: str
    qr: str


def link_of(ask: ApiRequest, session: str, held: Grant, token: str) -> RoleLink:
    """The link of a grant; this is the only time its token is seen."""
    address = ask.desk.settings.address or f"{ask.request.url.scheme}://{ask.request.url.netloc}"
    link = f"{address.rstrip('/')}/s/{session}#k={token}"
    letters = ask.desk.sessions.view(UUID(session)).setup.seats
    seat = None if held.seat is None else letters[held.seat]
    return RoleLink(grant=held.grant, role=held.role, seat=seat, token=token, link=link, qr=qr_code(link))


def qr_code(text: str) -> str:
    """A text as a QR code, as an SVG drawing."""
    return segno.make(text, error="m").svg_inline(scale=4, border=2)
