"""The arbiter's desk: one dispute with all that a ruling needs, without names until the ruling is signed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct
from starlette.responses import Response

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line
from api.locales import page_texts
from api.pages.routing import HtmlPage, Pages
from api.pages.watch import svg_response
from api.routes.disputes import claim_of
from api.routes.hearings import HearingWithPrecedents, hearing_with_precedents
from domain.sessions.roles import RULE
from domain.timeline.order import table_order
from replays.boards import seat_slots
from replays.boards.session_drawings import SessionDrawings
from replays.disputes.hearing import Hearing, is_blind
from replays.disputes.views import DisputeView
from replays.frames import place_of
from replays.viewpoint import Viewpoint

pages = Pages()
GAUGE = 8  # strokes of the meter that shows what going back would undo


class DeskQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the page shows the names of the seats before the ruling."""

    named: bool = False


class DeskBoardQuery(DeskQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board after which line, and in which layout."""

    line: Line = 0
    layout: Literal["wide", "narrow"] = "wide"


class DeskContext(Struct, frozen=True, kw_only=True):
    """What desk.html shows."""

    session: str
    game: str
    hearing: HearingWithPrecedents
    one: DisputeView
    kept: Collection[str]
    names: dict[str, str]
    slots: dict[str, str]
    version: int
    named: bool
    gauges: dict[str, list[bool]]
    texts: dict[str, str]


@pages.session_page("/s/{session}/disputes/{claim}/desk", query=DeskQuery, permission=RULE)
def desk(request: SessionRequest) -> HtmlPage:
    """The desk of one dispute."""
    hearing = hearing_with_precedents(request, claim_of(request), request.query.named)
    meter = hearing.meter
    context = DeskContext(
        session=str(request.view.id),
        game=hearing.game,
        hearing=hearing,
        one=hearing.dispute,
        kept=request.service.sessions.recorder.pictures(request.view.id),
        names={player.seat: player.name for player in hearing.players},
        slots=_slots(request, hearing),
        version=request.view.version,
        named=request.query.named,
        gauges={"choices": _gauge(meter.choices), "shown": _gauge(meter.shown), "draws": _gauge(meter.draws)},
        texts=page_texts(request.lang, "desk-"),
    )
    return HtmlPage("desk.html", context)


def _slots(request: SessionRequest, hearing: Hearing) -> dict[str, str]:
    """The colour slots of the seats; on a blind desk every seat is a ring."""
    letters = [player.seat for player in hearing.players]
    slots = "x" * len(letters) if hearing.blind else seat_slots(request.view.setup)
    return dict(zip(letters, slots, strict=True))


def _gauge(count: int) -> list[bool]:
    """Which strokes of the meter are filled."""
    filled = min(GAUGE, (count + 2) // 3)
    return [stroke < filled for stroke in range(GAUGE)]


@pages.session_page("/s/{session}/disputes/{claim}/board.svg", query=DeskBoardQuery, permission=RULE)
def desk_board(request: SessionRequest) -> Response:
    """The board after a line, without names where the desk is blind."""
    query: DeskBoardQuery = request.query
    view, blind = request.view, is_blind(request.view, claim_of(request), query.named)
    narrow = query.layout == "narrow"
    gallery = SessionDrawings(view, request.lang, Viewpoint(), narrow=narrow, marked=False, blind=blind)
    return svg_response(gallery, place_of(query.line, table_order(view.session.log), view.lines), request.lang)
