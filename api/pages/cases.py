"""The arbiter's list: the disputes to decide at all tables of this browser, without names until they are signed."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from api.http.requests.paging import arbited
from api.http.requests.request import ApiRequest
from api.http.service import Service, names_hidden
from api.locales import page_texts, say
from api.pages.routing import HtmlPage
from domain.sessions.session_state import SessionView
from projections.docket.read import case_numbers
from projections.storage import ReadModelsMissing
from replays.disputes.cases import CONTESTED, NOT_YOURS, SIGNED, WAITING, WINNER, ArbiterCase, cases_of, stake_of

MOST_HEARD = 4  # tables whose live streams one page listens to
HOUR = 60  # minutes
SHOWN = 12  # signed cases on the page
KEPT = 500  # stakes that the service remembers


class ListedCase(Struct, frozen=True, kw_only=True):
    """A case on the list: its number in this service, what hangs on it, and how long it has waited."""

    case: ArbiterCase
    number: int
    stake: str
    waits: str


class CasesContext(Struct, frozen=True, kw_only=True):
    """What cases.html shows."""

    session: str
    waiting: list[ListedCase]
    not_yours: list[ListedCase]
    signed: list[ListedCase]
    hidden: list[str]
    named: bool
    tables: list[str]  # whose calls the page listens for: id and number of lines
    texts: dict[str, str]


def cases_page(request: ApiRequest) -> HtmlPage:
    """The cases of every table that this browser has an arbiter's key to, the urgent ones first."""
    listed, hidden, named = [], [], False
    tables: list[str] = []
    for view, grant in arbited(request):
        if names_hidden(view, grant):
            hidden.append(str(view.id))
        named = named or bool(grant.named)
        if len(tables) < MOST_HEARD:
            tables.append(f"{view.id}:{view.lines}")
        shown = request.service.public_view(view, grant)
        numbers = numbers_of(request, view)
        for case in cases_of(shown, grant, request.lang):
            stake = stake_at(request.service, view, case.claim) if case.kind == WAITING else ""
            waits = waiting_text(request, case.since)
            listed.append(ListedCase(case=case, number=numbers.get(case.claim, 0), stake=stake, waits=waits))
    waiting = [row for row in listed if row.case.kind in (WAITING, CONTESTED)]
    signed = sorted((row for row in listed if row.case.kind == SIGNED), key=_signed_at, reverse=True)
    context = CasesContext(
        session=request.path.get("session", ""),
        waiting=sorted(waiting, key=_urgency),
        not_yours=[row for row in listed if row.case.kind == NOT_YOURS],
        signed=signed[:SHOWN],
        hidden=hidden,
        named=named,
        tables=tables,
        texts=page_texts(request.lang, "names-") | page_texts(request.lang, "calls-"),
    )
    return HtmlPage("cases.html", context)


def _urgency(listed: ListedCase) -> tuple[bool, bool, str]:
    """Cases that hold up a table or a winner come first, two rulings on one claim last."""
    return listed.case.kind == CONTESTED, not (listed.stake == WINNER or listed.case.pauses), listed.case.since


def _signed_at(listed: ListedCase) -> str:
    return listed.case.rulings[-1].at if listed.case.rulings else ""


def numbers_of(request: ApiRequest, view: SessionView) -> dict[int, int]:
    """The numbers of a table's cases; none before the read models know them."""
    try:
        return case_numbers(request.service.views, view.id)
    except ReadModelsMissing:
        return {}


def stake_at(service: Service, view: SessionView, claim: int) -> str:
    """What hangs on a claim, computed once for each version of its session."""
    key = (view.id, view.version, claim)
    if key not in service.stakes:
        while len(service.stakes) >= KEPT:
            service.stakes.pop(next(iter(service.stakes)), None)
        service.stakes[key] = stake_of(view, claim)
    return service.stakes[key]


def waiting_text(request: ApiRequest, since: str) -> str:
    """How long something has waited, in minutes up to an hour; empty after that."""
    now = datetime.fromisoformat(request.service.sessions.now())
    minutes = int((now - datetime.fromisoformat(since)).total_seconds() // 60)
    return say(request.lang, "case-waits", "pages", count=minutes) if minutes < HOUR else ""
