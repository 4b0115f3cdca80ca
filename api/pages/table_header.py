"""The header of every page about one table: its state, its reader's role, and the links to its other pages."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.locales import say
from domain.sessions.roles import GUEST, OWN, RECORD, permissions, practice_day
from domain.setup import Setup
from domain.words import Words
from replays.annotation import Annotator
from replays.boards import seat_slots
from replays.frames import GameMoment, moment_of, session_warnings
from replays.photographs import PhotographView, photographs_of
from replays.recorder.seat_view import SeatQuestion, possible_actions, questions_to
from replays.scoreboard import session_status
from replays.viewpoint import Viewpoint, frames_from

STATUS_CLASSES = {"provisional": "pending", "under-protest": "broken", "confirmed": "lawful", "amended": "ruled"}


class TableHeader(Struct, frozen=True, kw_only=True):
    """What table.html shows around every page of a table."""

    session: str
    club: str
    club_name: str
    game: str
    name: str
    setup: Setup
    slots: dict[str, str]
    names: dict[str, str]
    moment: GameMoment
    recording: bool
    turn: str
    mine: bool
    possible: list[str]
    questions: list[SeatQuestion]
    lines: int
    closed: bool
    status: str
    status_class: str
    status_says: str
    warnings: list[str]
    stand_in: bool
    practice: bool
    help: bool
    judged: bool
    role: str
    may: frozenset[str]
    records: bool
    own_seat: str | None
    rules: str
    photographs: dict[int, list[PhotographView]]
    delay: tuple[int, int]
    units: dict[str, str]  # what the game calls a round and a turn


def table_header(request: SessionRequest) -> TableHeader:
    """The header of a table's page for its reader."""
    view, setup, annotator = request.view, request.view.setup, Annotator(request.view.seated, request.lang)
    viewpoint, role = Viewpoint(request.viewer), request.grant.role if request.grant else GUEST
    moment, status = moment_of(frames_from(view, viewpoint)[-1], annotator), session_status(view, viewpoint)
    names = {letter: annotator.setup.name(seat) for seat, letter in enumerate(setup.seats)}
    seat = request.grant.seat if request.grant else None
    own_seat = None if seat is None else setup.seats[seat]
    recording = request.http.url.path.startswith(f"/s/{view.id}/record")  # the recorder shows its own offers
    turn, mine = turn_text(request, own_seat, moment.waits, names)
    helped = seat is not None and mine and setup.help and not recording
    return TableHeader(
        session=str(view.id),
        club=view.club,
        club_name=request.service.clubs.club(UUID(view.club)).settings.name if view.club else "",
        game=setup.game,
        name=annotator.words["name"],
        setup=annotator.setup,
        slots=dict(zip(setup.seats, seat_slots(setup), strict=True)),
        names=names,
        moment=moment,
        recording=recording,
        turn=turn,
        mine=mine,
        possible=possible_actions(view, request.lang, seat) if helped and seat is not None else [],
        questions=[] if seat is None else questions_to(view, request.lang, seat),
        lines=view.lines,
        closed=view.closed,
        status=status,
        status_class=STATUS_CLASSES[status],
        status_says=annotator.words["headings"][status].partition(":")[0],
        warnings=session_warnings(view.session, annotator),
        stand_in=setup.faces == "stand-in",
        practice=bool(practice_day(view.grants.values())),
        help=setup.help,
        judged=request.sees_findings,
        role=role,
        may=permissions(request.grant),
        records=bool({OWN, RECORD} & permissions(request.grant)) and not view.closed,
        own_seat=own_seat,
        rules=setup.game,
        photographs=photographs_by_line(request),
        delay=(view.disclosure.delay.seconds, view.disclosure.delay.lines),
        units=units(annotator.words),
    )


def units(words: Words) -> dict[str, str]:
    """What the game calls a round and a turn, as the heading of a turn names them."""
    heading = words["headings"]["turn"].format(round="", turn="")
    named = zip(("round", "turn"), heading.split(","), strict=True)
    return {unit: name.strip().lower() for unit, name in named}


def turn_text(
    request: SessionRequest, own_seat: str | None, waits: list[str], names: dict[str, str]
) -> tuple[str, bool]:
    """Whose turn it is, as a sentence to the reader, and whether it is the reader's own."""
    if request.view.closed or not waits:
        return "", False
    if own_seat in waits:
        return say(request.lang, "me-your-turn", "pages"), True
    others = [names[letter] for letter in waits]
    joined = say(request.lang, "me-and", "pages").join(others)
    return say(request.lang, "me-turn-of" if len(others) == 1 else "me-turns-of", "pages", name=joined), False


def photographs_by_line(request: SessionRequest) -> dict[int, list[PhotographView]]:
    """The photographs that are still stored, by the line whose frame shows them."""
    by_line: dict[int, list[PhotographView]] = {}
    if any(statement.picture for statement in request.view.talk):
        stored = request.service.sessions.recorder.pictures(request.view.id)
        for photograph in photographs_of(request.view, request.lang, stored):
            if photograph.kept:
                by_line.setdefault(photograph.stands, []).append(photograph)
    return by_line
