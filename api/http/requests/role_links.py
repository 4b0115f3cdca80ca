"""Makes the links that hand on a role; the token stands behind the #, where no log and no other site sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import segno
from msgspec import Struct

from domain.sessions.roles import Grant

if TYPE_CHECKING:
    from api.http.requests.request import ApiRequest


class RoleLink(Struct, frozen=True, kw_only=True):
    """A role to hand on: the token for programs, the link and its QR code (SVG) for people."""

    grant: str
    role: str
    seat: str | None
    token: str
    link: str
    qr: str


def role_link(request: ApiRequest, session: str, grant: Grant, token: str) -> RoleLink:
    """The link of a grant. Only the hash of its token is stored, so this cannot be made again."""
    link = f"{request.base_url}/s/{session}#k={token}"
    letters = request.service.sessions.view(UUID(session)).setup.seats
    seat = None if grant.seat is None else letters[grant.seat]
    return RoleLink(grant=grant.grant, role=grant.role, seat=seat, token=token, link=link, qr=qr_code(link))


def qr_code(text: str) -> str:
    """A text as a QR code, as an SVG drawing."""
    return segno.make(text, error="m").svg_inline(scale=4, border=2)
