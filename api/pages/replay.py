"""The replay viewer: the board after any line, what was done and what followed, without a request for each step."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec import Struct
from starlette.responses import Response

from api.http.requests.viewpoint import Line, branch_asked, viewer_asked
from api.http.routing import SessionRequest
from api.pages.at_table import about
from api.pages.routing import HtmlPage, Pages
from domain.rules import replace
from domain.sessions.roles import NOTE
from domain.sessions.session import branches
from domain.setup import EVERYTHING
from domain.timeline.order import table_order
from replays.frames import place_of, replay_of
from replays.record_text import write_record
from replays.recorder.result import result_of
from replays.table_values import table_view
from replays.viewpoint import Viewpoint, shown

pages = Pages()


class ReplayQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which line; as played or as ruled; in whose sight; and whether what comes later is kept back."""

    line: Line | None = None
    ruled: bool = False
    sight: str = ""
    hide: bool = False
    branch: str = ""


@pages.at_a_table("/s/{session}/replay", asks=ReplayQuery)
def replay(at: SessionRequest) -> HtmlPage:
    """A session line by line. Without scripts it is one line, with links to the next and the one before."""
    asked: ReplayQuery = at.ask.query
    sight = Viewpoint(viewer_asked(at, asked.sight), asked.ruled, branch=branch_asked(at, asked.branch))
    frames, head = replay_of(at.view, at.lang, sight).frames, about(at)
    place = place_asked(at, asked, len(frames))
    told = {
        **head,
        "frames": frames,
        "place": place,
        "frame": frames[place],
        "asked": asked,
        "kept": _kept(asked),
        "sights": _sights(at),
        "branches": list(branches(at.view.session.log)),
        "in_words": table_view(at.view, at.lang, sight, frames[place].line),
        "notes": NOTE in head["may"],
        "tells": at.judged,
        "result": result_of(at.view, at.lang, at.sight, judged=at.judged) if at.view.closed else None,
    }
    return HtmlPage(template="replay.html", told=told)


def place_asked(at: SessionRequest, asked: ReplayQuery, count: int) -> int:
    """Where to open: at the line asked for, else at the end, or at the beginning where nothing may be told ahead."""
    if asked.line is not None:
        return place_of(asked.line, table_order(at.view.session.log), at.view.lines)
    return 0 if asked.hide else count - 1


def _kept(asked: ReplayQuery) -> str:
    """What a link to another line keeps."""
    kept = {"ruled": "true" if asked.ruled else "", "sight": asked.sight, "hide": "true" if asked.hide else ""}
    kept["branch"] = asked.branch
    return urlencode({name: value for name, value in kept.items() if value})


def _sights(at: SessionRequest) -> list[str]:
    """Through whose eyes this reader may look."""
    letters = at.view.setup.seats
    if at.sight == EVERYTHING:
        return [EVERYTHING, "public", *letters]
    return ["public"] if at.sight is None else [letters[at.sight], "public"]


@pages.at_a_table("/s/{session}/record.txt")
def record_as_text(at: SessionRequest) -> Response:
    """The record as text, as far as its reader may know it."""
    session = at.view.session
    text = write_record(replace(session, log=tuple(shown(line, at.sight, session.setup) for line in session.log)))
    return Response(text, media_type="text/plain; charset=utf-8")
