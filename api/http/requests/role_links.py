"""Makes the links that hand on a role; the token stands behind the #, where no log and no other site sees it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID

import segno
from msgspec import Struct

from domain.sessions.roles import ARBITER, Grant

if TYPE_CHECKING:
    from api.http.requests.request import ApiRequest


SCALE, BORDER = 4, 2  # of a QR code: pixels of a square, squares around it


class RoleLink(Struct, frozen=True, kw_only=True):
    """A role to hand on: the token for programs, the link and its QR code (SVG) for people."""

    grant: str
    role: str
    seat: str | None
    token: str
    link: str
    qr: str


def role_link(request: ApiRequest, session: str, grant: Grant, token: str) -> RoleLink:
    """The link of a grant. Only the hash of its token is stored, so this cannot be made again.

    An arbiter's link opens a page without names, because the table's own page is a guest's until the key is known.
    """
    link = f"{request.base_url}/s/{session}{'/key' if grant.role == ARBITER else ''}#k={token}"
    letters = request.service.sessions.view(UUID(session)).setup.seats
    seat = None if grant.seat is None else letters[grant.seat]
    return RoleLink(grant=grant.grant, role=grant.role, seat=seat, token=token, link=link, qr=qr_code(link))


def token_hash(token: str) -> str:
    """The hash by which a token is stored."""
    return sha256(token.encode()).hexdigest() if token else ""


def qr_code(text: str) -> str:
    """A text as a QR code, as an SVG drawing."""
    code = segno.make(text, error="m")
    width, height = code.symbol_size(scale=SCALE, border=BORDER)
    drawn = code.svg_inline(scale=SCALE, border=BORDER)
    return drawn.replace("<svg ", f'<svg viewBox="0 0 {width:g} {height:g}" ', 1)  # so that a page can scale it
