"""Roles at a table: who holds what since when, giving and taking back, join codes, handing the table over."""

from __future__ import annotations

from api.http.routing import SessionRequest
from api.locales import texts_of
from api.pages.at_table import about
from api.pages.routing import HtmlPage, Pages
from api.routes.access import roles_given
from domain.sessions.roles import GRANT

pages = Pages()


@pages.at_a_table("/s/{session}/roles", needs=GRANT)
def roles(at: SessionRequest) -> HtmlPage:
    """Only for owners: everybody else has one role and finds it on every page."""
    texts = texts_of(at.lang, "pages")
    told = {
        **about(at),
        "held": roles_given(at).grants,
        "owners": sum(one.role == "owner" for one in at.view.grants.values()),
        "guests": at.view.setup.guests,
        "texts": {name[6:]: text for name, text in texts.items() if name.startswith("roles-")},
    }
    return HtmlPage(template="roles.html", told=told)
