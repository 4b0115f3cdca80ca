"""The pages of a table's disputes: what was claimed, what was said about it, how it was ruled."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from string import ascii_lowercase

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line
from api.pages.cases import cases_page
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import table_header
from api.routes.disputes import claim_of
from api.routes.photographs import photograph
from domain.games import GAMES
from domain.sessions.roles import ARBITER, CLAIM, RULE, SEAT, TALK
from domain.sessions.session import branches
from domain.timeline.disputes import OPEN
from replays.disputes.blind_view import nameless_setup
from replays.disputes.usual_remedies import line_before
from replays.disputes.views import DisputeView, dispute_view, dispute_views
from replays.frames import FrameView, replay_of
from replays.viewpoint import Viewpoint

pages = Pages()


class ClaimFormQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line and clause that the form for a claim begins with."""

    about: Line | None = None
    clause: str = ""


class DisputesContext(Struct, frozen=True, kw_only=True):
    """What disputes.html shows."""

    disputes: list[DisputeView]
    parameters: ClaimFormQuery
    raises: bool
    seats: list[str]
    clauses: list[str]
    branches: Collection[str]


class DisputeContext(Struct, frozen=True, kw_only=True):
    """What dispute.html shows."""

    one: DisputeView
    kept: Collection[str]
    rings: dict[str, str]
    line: FrameView
    talks: bool
    rules_on: bool
    seats: list[str]
    next_branch: str
    line_before: int
    withdraws: bool


@pages.session_page("/s/{session}/disputes", query=ClaimFormQuery)
def disputes_page(request: SessionRequest) -> HtmlPage:
    """All disputes of a table, and the form for another claim; for an arbiter, the list of cases."""
    if request.grant is not None and request.grant.role == ARBITER:
        return cases_page(request)
    view, header = request.view, table_header(request)
    context = DisputesContext(
        disputes=dispute_views(view, request.lang, Viewpoint(request.viewer), request.sees_findings),
        parameters=request.query,
        raises=CLAIM in header.may,
        seats=_speakable_seats(request),
        clauses=[clause.id for clause in GAMES[view.setup.game].citable],
        branches=branches(view.session.log),
    )
    return HtmlPage("disputes.html", header, context)


@pages.session_page("/s/{session}/disputes/{claim}")
def dispute_page(request: SessionRequest) -> HtmlPage:
    """One dispute, which every reader sees and players and scribes may answer."""
    view, lang, viewpoint, judged = request.view, request.lang, Viewpoint(request.viewer), request.sees_findings
    contested, header = dispute_view(view, claim_of(request), lang, viewpoint, judged), table_header(request)
    rules_on, is_open = RULE in header.may, contested.state == OPEN
    context = DisputeContext(
        one=contested,
        kept=request.service.sessions.recorder.pictures(view.id),
        rings={} if rules_on and is_open else _rings(request, contested),  # an arbiter stays blind
        line=replay_of(view, lang, viewpoint, contested.about, contested.about, judged).frames[0],
        talks=TALK in header.may,
        rules_on=rules_on,
        seats=_speakable_seats(request),
        next_branch=_next_branch(branches(view.session.log)),
        line_before=line_before(view.session.log, contested.about),
        withdraws=CLAIM in header.may and is_open and _is_own_claim(request, contested),
    )
    return HtmlPage("dispute.html", header, context)


pages.session_page("/s/{session}/photographs/{picture}")(photograph)  # the API's photograph, with the page's cookie


def _rings(request: SessionRequest, contested: DisputeView) -> dict[str, str]:
    """The seats that statements and rulings name by the Greek letters of the blind desk, with their real letters."""
    written = "".join(
        [*(ruling.text for ruling in contested.rulings), *(statement.text for statement in contested.talk)]
    )
    setup = request.view.setup
    return {
        ring: letter for ring, letter in zip(nameless_setup(setup).seats, setup.seats, strict=True) if ring in written
    }


def _next_branch(used: Iterable[str]) -> str:
    """A letter that no branch has yet; a record has fewer branches than there are letters."""
    return next(letter for letter in ascii_lowercase if letter not in used)


def _speakable_seats(request: SessionRequest) -> list[str]:
    """The seats for which the reader may speak: a player for the own seat, a scribe for every seat."""
    letters, grant = request.view.setup.seats, request.grant
    if grant is not None and grant.role == SEAT and grant.seat is not None:
        return [letters[grant.seat]]
    return list(letters)


def _is_own_claim(request: SessionRequest, contested: DisputeView) -> bool:
    grant = request.grant
    if grant is None:
        return False
    return grant.role != SEAT or (grant.seat is not None and request.view.setup.seats[grant.seat] == contested.seat)
