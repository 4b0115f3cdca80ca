"""The arbiter's desk: one dispute with all that a ruling needs, without names until the ruling is signed."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from starlette.responses import Response

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line
from api.locales import page_texts
from api.pages.cases import numbers_of
from api.pages.routing import HtmlPage, Pages
from api.pages.watch import svg_response
from api.routes.checkpoints import signer_of
from api.routes.disputes import claim_of
from api.routes.hearings import HearingWithPrecedents, hearing_with_precedents
from domain.games import GAMES
from domain.rules import replace
from domain.sessions.roles import RULE, is_own_appeal
from domain.timeline.disputes import OPEN, contested, dispute
from domain.timeline.order import table_order
from replays.boards import seat_slots
from replays.boards.drawing import part_with
from replays.boards.scene import NARROW
from replays.boards.session_drawings import SessionDrawings
from replays.disputes.cases import asked_seats, is_paused
from replays.disputes.hearing import Hearing
from replays.disputes.remedies import RemedyCalculator, RemedyOption
from replays.disputes.views import DisputeView, ruling_at
from replays.finding_parts import MissingFact
from replays.frames import place_of
from replays.viewpoint import Viewpoint

pages = Pages()


class DeskQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the page shows the names of the seats before the ruling."""

    named: bool = False


class DeskBoardQuery(DeskQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board after which line, and the line that decides which part of it is shown."""

    line: Line = 0
    about: Line = 0


class AskedSeat(Struct, frozen=True, kw_only=True):
    """A seat whose statement is missing, and when it was asked."""

    seat: str
    at: str


class DeskContext(Struct, frozen=True, kw_only=True):
    """What desk.html shows."""

    session: str
    game: str
    hearing: HearingWithPrecedents
    one: DisputeView
    number: int
    pauses: bool
    kept: Collection[str]
    names: dict[str, str]
    slots: dict[str, str]
    version: int
    lines: int
    hidden: list[str]
    named: bool
    asked: list[AskedSeat]
    expected: int
    own_appeal: bool
    choices: list[RemedyOption]
    signed_by_me: bool
    signed_at: str
    missing: list[MissingFact]
    citable: list[str]  # the clauses that a ruling can cite
    cosigns: str  # the end of the name of the arbiter's key, on this device
    texts: dict[str, str]


@pages.session_page("/s/{session}/disputes/{claim}/desk", query=DeskQuery, permission=RULE)
def desk(request: SessionRequest) -> HtmlPage:
    """The desk of one dispute."""
    view, grant, claim = request.view, request.grant, claim_of(request)
    hearing, log = hearing_with_precedents(request, claim), request.view.session.log
    contested = dispute(log, claim, view.talk)
    seats, last = asked_seats(log, contested), contested.rulings[-1] if contested.rulings else 0
    spoken = {statement.seat for statement in contested.talk if statement.text}
    spoken |= {contested.claim.seat} if contested.claim.text else set()
    context = DeskContext(
        session=str(view.id),
        game=hearing.game,
        hearing=hearing,
        one=hearing.dispute,
        number=numbers_of(request, view).get(claim, 0),
        pauses=is_paused(log),
        kept=request.service.sessions.recorder.pictures(view.id),
        names={player.seat: player.name for player in hearing.players},
        slots=_slots(request, hearing),
        version=view.version,
        lines=view.lines,
        hidden=[str(view.id)] if request.blind else [],
        named=grant is not None and bool(grant.named),
        asked=[
            AskedSeat(seat=hearing.players[seat].seat, at=view.disclosure.times[claim - 1])
            for seat in sorted(seats - spoken)
        ],
        expected=len(seats),
        own_appeal=contested.state == OPEN and grant is not None and is_own_appeal(grant, log, view.writers, claim),
        choices=_choices(request, claim),
        signed_by_me=bool(last) and grant is not None and view.writers[last - 1].grant == grant.grant,
        signed_at=view.disclosure.times[last - 1] if last else "",
        missing=[finding.missing for finding in hearing.dispute.findings if finding.missing],
        citable=[clause.id for clause in GAMES[view.setup.game].citable],
        cosigns=signer_of(view.setup.seats, grant).replace(" ", "/"),
        texts=page_texts(request.lang, "desk-"),
    )
    return HtmlPage("desk.html", context)


def _choices(request: SessionRequest, claim: int) -> list[RemedyOption]:
    """Of two rulings that contradict each other, each one as a ruling that counts instead of the later."""
    log = request.view.session.log
    pair = contested(log).get(claim)
    if pair is None:
        return []
    calculator = RemedyCalculator(request.view, request.lang)
    return [calculator.impact(replace(ruling_at(log, number), supersedes=pair[1])) for number in pair]


def _slots(request: SessionRequest, hearing: Hearing) -> dict[str, str]:
    """The colour slots of the seats; on a blind desk every seat is a ring."""
    letters = [player.seat for player in hearing.players]
    return dict(zip(letters, "x" * len(letters) if hearing.blind else seat_slots(request.view.setup), strict=True))


@pages.session_page("/s/{session}/disputes/{claim}/board.svg", query=DeskBoardQuery, permission=RULE)
def desk_board(request: SessionRequest) -> Response:
    """The part of the board that a line touched, after the same or another line; without names on a blind desk."""
    query: DeskBoardQuery = request.query
    view, order = request.view, table_order(request.view.session.log)
    gallery = SessionDrawings(view, request.lang, Viewpoint(), layout=NARROW, marked=False)
    about = gallery.drawing(place_of(query.about, order, view.lines))
    part = part_with(about, gallery.touched.get(query.about, ()))
    return svg_response(gallery, place_of(query.line, order, view.lines), request.lang, part)
