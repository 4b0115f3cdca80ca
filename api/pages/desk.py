"""The arbiter's desk: one dispute with everything that matters to it, blind until the ruling is signed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from starlette.responses import Response

from api.http.requests.viewpoint import Line
from api.http.routing import SessionRequest
from api.locales import texts_of
from api.pages.routing import HtmlPage, Pages
from api.routes.disputes import claim_of
from api.routes.ruling import heard as hear
from domain.sessions.roles import RULE
from domain.timeline.order import table_order
from replays.boards import STYLE, seat_slots
from replays.boards.drawing import svg
from replays.boards.session_drawings import SessionDrawings
from replays.disputes.hearing import Hearing, is_blind
from replays.frames import place_of
from replays.viewpoint import Viewpoint

pages = Pages()
GAUGE = 8  # strokes of the back-up meter


class DeskQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether seats are called by their names before it is ruled."""

    named: bool = False


class DeskBoardQuery(DeskQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table after which line, and how wide."""

    line: Line = 0
    layout: Literal["wide", "narrow"] = "wide"


@pages.at_a_table("/s/{session}/disputes/{claim}/desk", asks=DeskQuery, needs=RULE)
def desk(at: SessionRequest) -> HtmlPage:
    """Everything an arbiter needs before them, on one page."""
    heard = hear(at, claim_of(at.ask), at.ask.query.named)
    told = {
        "session": str(at.view.id),
        "game": heard.game,
        "heard": heard,
        "one": heard.dispute,
        "kept": at.ask.desk.sessions.recorder.pictures(at.view.id),
        "names": {player.seat: player.name for player in heard.players},
        "slots": _slots(at, heard),
        "version": at.view.version,
        "named": at.ask.query.named,
        "gauges": {name: _gauge(getattr(heard.meter, name)) for name in ("choices", "shown", "draws")},
        "texts": {name[5:]: text for name, text in texts_of(at.lang, "pages").items() if name.startswith("desk-")},
    }
    return HtmlPage(template="desk.html", told=told)


def _slots(at: SessionRequest, heard: Hearing) -> dict[str, str]:
    """The colours of the seats; where nobody may know who is who, rings."""
    letters = [player.seat for player in heard.players]
    colours = "x" * len(letters) if heard.blind else seat_slots(at.view.setup)
    return dict(zip(letters, colours, strict=True))


def _gauge(count: int) -> list[bool]:
    """A row of strokes, filled the more the more there is to undo."""
    filled = min(GAUGE, (count + 2) // 3)
    return [stroke < filled for stroke in range(GAUGE)]


@pages.at_a_table("/s/{session}/disputes/{claim}/board.svg", asks=DeskBoardQuery, needs=RULE)
def desk_board(at: SessionRequest) -> Response:
    """The table after a line, as the desk may see it."""
    asked: DeskBoardQuery = at.ask.query
    blind = is_blind(at.view, claim_of(at.ask), asked.named)
    gallery = SessionDrawings(at.view, at.lang, Viewpoint(), narrow=asked.layout == "narrow", marked=False, blind=blind)
    place = place_of(asked.line, table_order(at.view.session.log), at.view.lines)
    made = svg(gallery.drawing(place), gallery.board.symbols, at.lang, style=STYLE)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(made, headers={"content-security-policy": policy}, media_type="image/svg+xml")
