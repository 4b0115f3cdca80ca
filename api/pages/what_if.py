"""The page of a what-if: a reader's own branch beside the record, with boards, points over time and offers."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.locales import page_texts
from api.pages.charts import ScoreChart, score_chart
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import table_header
from api.routes.what_if import WhatIfQuery, what_if_of
from domain.games import GAMES
from domain.timeline.order import table_order
from replays.boards.drawing import svg
from replays.boards.scene import NARROW
from replays.boards.session_drawings import SessionDrawings
from replays.frames import place_of
from replays.review.what_if import SEPARATOR, WhatIf, WhatIfView, branch_of
from replays.viewpoint import AnySession, Viewpoint

pages = Pages()


class WhatIfContext(Struct, frozen=True, kw_only=True):
    """What what_if.html shows."""

    branch: WhatIfView
    parameters: WhatIfQuery
    play: str
    address: str
    shorter: str  # the address without the last line
    steps: dict[str, str]  # by offered line: the address of the branch with that line
    readings: list[str]
    boards: list[tuple[str, str]]  # the text key of each board's title, and the board
    charts: list[ScoreChart]
    texts: dict[str, str]


@pages.session_page("/s/{session}/what-if", query=WhatIfQuery, heavy=True)
def what_if_page(request: SessionRequest) -> HtmlPage:
    """A branch at a line: the lines typed or tapped so far are in the address."""
    query: WhatIfQuery = request.query
    branch, view, lang = what_if_of(request), request.view, request.lang
    lines = [line.text for line in branch.lines]
    end = view.lines + len(lines)

    def address(play: list[str]) -> str:
        held = {"after": query.after, "play": SEPARATOR.join(play), "under": query.under, "name": query.name}
        fields = {**held, "rest": "true" if query.rest else "", "without": query.without}
        return f"/s/{view.id}/what-if?{urlencode({name: value for name, value in fields.items() if value})}"

    context = WhatIfContext(
        branch=branch,
        parameters=query,
        play=SEPARATOR.join(lines),
        address=request.base_url + address(lines),
        shorter=address(lines[:-1]),
        steps={offer.text: address([*lines, offer.text]) for offer in branch.offers},
        readings=[reading.id for question in GAMES[view.setup.game].questions for reading in question.readings],
        boards=_boards(request, query),
        charts=[
            score_chart(branch.standings, None, end, (), width, other=branch.record_standings, mark=query.after)
            for width in (1180, 360)
        ],
        texts=page_texts(lang, "whatif-"),
    )
    return HtmlPage("what_if.html", table_header(request), context)


def _boards(request: SessionRequest, query: WhatIfQuery) -> list[tuple[str, str]]:
    """The record after the line at which the branch begins, and the end of the branch."""
    session = request.view.session
    asked = WhatIf(after=query.after, lines=query.lines, under=query.under, rest=query.rest, without=query.without)
    branch, _, _ = branch_of(session, asked, request.lang, request.viewer)
    after = place_of(query.after, table_order(session.log), len(session.log))

    def board(source: AnySession, place: int) -> str:
        viewpoint = Viewpoint(request.viewer, ruled=True)
        drawings = SessionDrawings(source, request.lang, viewpoint, layout=NARROW, marked=False)
        return svg(drawings.drawing(min(place, len(drawings.frames) - 1)), drawings.board.symbols, request.lang)

    end = len(session.log) + len(branch.log)  # beyond the last place
    return [
        ("whatif-record-end", board(request.view, end))
        if query.rest
        else ("whatif-record", board(request.view, after)),
        ("whatif-branch", board(branch, end)),
    ]
