"""The page of a table's roles: its grants, with the forms that give, revoke and hand over."""

from __future__ import annotations

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.locales import page_texts
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import table_header
from api.routes.access import GrantSummary, roles_given
from api.routes.embedding import EmbedState, embed_state
from domain.sessions.roles import GRANT
from domain.timeline.visibility import has_hands

pages = Pages()


class RolesContext(Struct, frozen=True, kw_only=True):
    """What roles.html shows."""

    held: list[GrantSummary]
    owners: int
    guests: bool
    hands: bool  # whether the game has hands, which an arbiter sees
    embed: EmbedState
    texts: dict[str, str]


@pages.session_page("/s/{session}/roles", permission=GRANT)
def roles(request: SessionRequest) -> HtmlPage:
    """The grants of a table, for its owners."""
    context = RolesContext(
        held=roles_given(request).grants,
        owners=sum(grant.role == "owner" for grant in request.view.grants.values()),
        guests=request.view.setup.guests,
        hands=has_hands(request.view.setup),
        embed=embed_state(request),
        texts=page_texts(request.lang, "roles-"),
    )
    return HtmlPage("roles.html", table_header(request), context)
