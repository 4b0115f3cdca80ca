"""The result as stated and as computed, closing the record with it, and opening it again."""

from __future__ import annotations

from api.http.routing import SessionRequest
from api.locales import texts_of
from api.pages.at_table import about
from api.pages.routing import HtmlPage, Pages
from domain.sessions.roles import CLOSE, GUEST, REOPEN
from replays.recorder.result import result_of

pages = Pages()


@pages.at_a_table("/s/{session}/result")
def result(at: SessionRequest) -> HtmlPage:
    """Open: where its owner closes it. Closed: how it ended, with a way to open it again."""
    told, texts = about(at), texts_of(at.lang, "pages")
    found = result_of(at.view, at.lang, at.sight, judged=at.judged)
    more = {
        "result": found,
        "version": at.view.version,
        "closes": CLOSE in told["may"] and not at.view.closed,
        "reopens": REOPEN in told["may"] and at.view.closed,
        "again": told["role"] != GUEST,
        "texts": {name[7:]: text for name, text in texts.items() if name.startswith("result-")},
    }
    return HtmlPage(template="result.html", told={**told, **more})
