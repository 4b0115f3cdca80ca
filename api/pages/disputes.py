"""The disputes of a table, for everybody who looks on: what is claimed, what was said, how it was ruled."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Any

from msgspec import Struct

from api.http.requests.viewpoint import Line
from api.http.routing import SessionRequest
from api.pages.at_table import about
from api.pages.routing import HtmlPage, Pages
from api.routes.disputes import claim_of
from api.routes.photographs import photograph
from domain.games import GAMES
from domain.sessions.roles import CLAIM, RULE, SEAT, TALK
from domain.sessions.session import branches
from domain.timeline.disputes import OPEN
from replays.disputes.blind_view import nameless_setup
from replays.disputes.overview import DisputeView, dispute_view, dispute_views
from replays.disputes.usual_remedies import line_before
from replays.frames import FrameView, replay_of
from replays.viewpoint import Viewpoint

pages = Pages()


class ClaimFormQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody is about to claim."""

    about: Line | None = None
    clause: str = ""


@pages.at_a_table("/s/{session}/disputes", asks=ClaimFormQuery)
def disputes_page(at: SessionRequest) -> HtmlPage:
    """All of them, and where to raise another."""
    head = about(at)
    told = {
        **head,
        "disputes": dispute_views(at.view, at.lang, Viewpoint(at.sight), at.judged),
        "asked": at.ask.query,
        "raises": CLAIM in head["may"],
        "seats": _seats(at),
        "clauses": [clause.id for clause in GAMES[at.view.setup.game].citable],
        "branches": branches(at.view.session.log),
    }
    return HtmlPage(template="disputes.html", told=told)


@pages.at_a_table("/s/{session}/disputes/{claim}")
def dispute_page(at: SessionRequest) -> HtmlPage:
    """One of them: everybody may read it, whoever sits at the table may answer."""
    one, head = dispute_view(at.view, claim_of(at.ask), at.lang, Viewpoint(at.sight), at.judged), about(at)
    told = {
        **head,
        "one": one,
        "kept": at.ask.desk.sessions.recorder.pictures(at.view.id),
        "rings": {} if RULE in head["may"] and one.state == OPEN else _rings(at, one),  # an arbiter stays blind
        "line": _line_of(at, one),
        "talks": TALK in head["may"],
        "rules_on": RULE in head["may"],
        "seats": _seats(at),
        "next_branch": _next_branch(branches(at.view.session.log)),
        "line_before": line_before(at.view.session.log, one.about),
        "withdraws": CLAIM in head["may"] and one.state == OPEN and _is_theirs(at, one),
    }
    return HtmlPage(template="dispute.html", told=told)


pages.at_a_table("/s/{session}/photographs/{picture}")(photograph)  # for pages, which show who asks by a cookie


def _line_of(at: SessionRequest, one: DisputeView) -> FrameView:
    """The line in question, in words."""
    return replay_of(at.view, at.lang, Viewpoint(at.sight), one.about, one.about, at.judged).frames[0]


def _rings(at: SessionRequest, one: DisputeView) -> dict[str, str]:
    """The letters of the seats somebody named as the blind desk calls them: nobody else would know who is meant."""
    written = "".join(told.text for told in (*one.rulings, *one.talk))
    called = zip(nameless_setup(at.view.setup).seats, at.view.setup.seats, strict=True)
    return {ring: letter for ring, letter in called if ring in written}


def _next_branch(opened: Iterable[str]) -> str:
    """A letter that no branch has yet; a record has fewer branches than there are letters."""
    return next(letter for letter in ascii_lowercase if letter not in opened)


def _seats(at: SessionRequest) -> list[str]:
    """For whom this reader may speak: a seat for itself, whoever writes for others for everybody."""
    letters = at.view.setup.seats
    if at.held is not None and at.held.role == SEAT:
        return [letters[at.held.seat]]
    return list(letters)


def _is_theirs(at: SessionRequest, one: DisputeView) -> bool:
    held: Any = at.held
    return held is not None and (held.role != SEAT or at.view.setup.seats[held.seat] == one.seat)
