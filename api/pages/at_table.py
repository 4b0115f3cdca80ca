"""What every page about one table tells in its head: which table, where it stands, who looks, and where else to go."""

from __future__ import annotations

from typing import Any

from api.http.routing import SessionRequest
from api.locales import say
from domain.sessions.roles import GUEST, OWN, PERMISSIONS, RECORD
from replays.annotation import Annotator
from replays.boards import seat_slots
from replays.frames import moment_of, session_warnings
from replays.photographs import PhotographView, photographs_of
from replays.recorder.seat_view import possible_actions, questions_to
from replays.scoreboard import session_status
from replays.viewpoint import Viewpoint, frames_from

STAMPED = {"provisional": "pending", "under-protest": "broken", "confirmed": "lawful", "amended": "ruled"}


def whose_turn(at: SessionRequest, waits: list[str], names: dict[str, str]) -> dict[str, Any]:
    """Whose turn it is, said to the reader of the page, and what concerns the reader's seat."""
    seat = at.held.seat if at.held else None
    own = None if seat is None else at.view.setup.seats[seat]
    mine, others = own in waits, [names[letter] for letter in waits if letter != own]
    if at.view.closed or not waits:
        turn = ""
    elif mine:
        turn = say(at.lang, "me-your-turn", "pages")
    else:
        joined = say(at.lang, "me-and", "pages").join(others)
        turn = say(at.lang, "me-turn-of" if len(others) == 1 else "me-turns-of", "pages", name=joined)
    recording = at.ask.request.url.path.startswith(f"/s/{at.view.id}/record")  # the recorder has its own offers
    asks = mine and at.view.setup.help and not at.view.closed and not recording
    return {
        "recording": recording,
        "turn": turn,
        "mine": mine and bool(turn),
        "possible": possible_actions(at.view, at.lang, seat) if asks else [],
        "questions": [] if seat is None else questions_to(at.view, at.lang, seat),
    }


def about(at: SessionRequest) -> dict[str, Any]:
    """The head of a table's page."""
    setup, annotator = at.view.setup, Annotator(at.view.seated, at.lang)
    last = frames_from(at.view, Viewpoint(at.sight))[-1]
    status, role = session_status(at.view, Viewpoint(at.sight)), at.held.role if at.held else GUEST
    words, moment = annotator.words["headings"], moment_of(last, annotator)
    names = {letter: annotator.setup.name(seat) for seat, letter in enumerate(setup.seats)}
    return {
        "session": str(at.view.id),
        "game": setup.game,
        "name": annotator.words["name"],
        "setup": annotator.setup,
        "slots": dict(zip(setup.seats, seat_slots(setup), strict=True)),
        "names": names,
        "moment": moment,
        **whose_turn(at, moment.waits, names),
        "lines": at.view.lines,
        "closed": at.view.closed,
        "status": status,
        "status_class": STAMPED[status],
        "status_says": words[status].partition(":")[0],
        "warnings": session_warnings(at.view.session, annotator),
        "stand_in": setup.faces == "stand-in",
        "help": setup.help,
        "judged": at.judged,
        "role": role,
        "may": PERMISSIONS[role],
        "records": bool({OWN, RECORD} & PERMISSIONS[role]) and not at.view.closed,
        "own_seat": setup.seats[at.held.seat] if at.held and at.held.seat is not None else None,
        "rules": at.view.setup.game,
        "photographs": photographs_at(at),
        "delay": (at.view.disclosure.delay.seconds, at.view.disclosure.delay.lines),
    }


def photographs_at(at: SessionRequest) -> dict[int, list[PhotographView]]:
    """The photographs that are still kept, by the line whose frame shows them."""
    found: dict[int, list[PhotographView]] = {}
    if any(said.picture for said in at.view.talk):
        for one in photographs_of(at.view, at.lang, at.ask.desk.sessions.recorder.pictures(at.view.id)):
            if one.kept:
                found.setdefault(one.stands, []).append(one)
    return found
