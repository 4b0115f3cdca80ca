"""The case law across sessions: breaches, open disputes, rulings, precedents, the ledger of errors."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from api.http.problems import HttpProblem
from api.http.requests.paging import PageQuery, read_page
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from domain.games import GAMES
from projections.breaches import read as breaches
from projections.breaches.read import BrokenLine, ClauseBreaches
from projections.docket import read as docket
from projections.docket.read import OpenDispute
from projections.ledger import read as ledger
from projections.ledger.read import ClauseErrors
from projections.queries import ResultPage
from projections.rulings import precedents
from projections.rulings import read as rulings
from projections.rulings.precedents import PrecedentQuery
from projections.rulings.read import ListedRuling, RulingQuery

routes = Routes("judging")

Clause = Annotated[str, Meta(max_length=60)]


Remedy = Literal["stand", "warn", "void", "back", "adjust", "adopt", "pick"]
CLAUSES = frozenset(clause.id for game in GAMES.values() for clause in game.citable)


def _check_clause(clause: str | None) -> None:
    if clause is not None and clause not in CLAUSES:
        raise HttpProblem("unknown-clause", 422, game="{game}")


class ClauseQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One clause, or all of them."""

    clause: Clause | None = None


class RulingsQuery(ClauseQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which rulings."""

    remedy: Remedy | None = None
    reading: Annotated[str, Meta(max_length=100)] | None = None  # question=reading
    standing: bool = False  # only what no appeal has superseded


class PrecedentsQuery(ClauseQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which precedents: words of the claim or the reason, the phase of the table, the check that found something."""

    words: Annotated[str, Meta(max_length=100)] | None = None
    phase: Annotated[str, Meta(max_length=40)] | None = None
    check: Annotated[str, Meta(max_length=80)] | None = None
    remedy: Remedy | None = None


@routes.get("/breaches", response=ResultPage[ClauseBreaches], query=PageQuery)
def list_breaches(request: ApiRequest) -> ResultPage[ClauseBreaches]:
    """The clauses that are broken most: by roots; consequences and undetermined findings are counted apart.

    Tables set up after the first page was read are not counted on the following pages. A clause whose rank changes
    meanwhile, because a counted table plays on, can appear on two pages or on none.
    """
    return read_page(breaches.breaches, request)


@routes.get("/breaches/{clause}", response=ResultPage[BrokenLine], query=PageQuery)
def lines_that_broke_a_clause(request: ApiRequest) -> ResultPage[BrokenLine]:
    """Where a clause was broken, session by session, the newest first."""
    if request.path["clause"] not in CLAUSES:
        raise HttpProblem("not-found", 404)
    return read_page(breaches.lines_of, request, request.path["clause"])


@routes.get("/docket", response=ResultPage[OpenDispute], query=ClauseQuery)
def open_disputes(request: ApiRequest) -> ResultPage[OpenDispute]:
    """Claims that are neither withdrawn nor ruled on, the oldest first."""
    _check_clause(request.query.clause)
    return read_page(docket.docket, request, clause=request.query.clause or "")


@routes.get("/rulings", response=ResultPage[ListedRuling], query=RulingsQuery)
def list_rulings(request: ApiRequest) -> ResultPage[ListedRuling]:
    """Rulings by clause, remedy or reading; the newest first."""
    query = request.query
    _check_clause(query.clause)
    wanted = RulingQuery(clause=query.clause, remedy=query.remedy, reading=query.reading, standing=query.standing)
    return read_page(rulings.rulings, request, wanted)


@routes.get("/precedents", response=ResultPage[ListedRuling], query=PrecedentsQuery)
def list_precedents(request: ApiRequest) -> ResultPage[ListedRuling]:
    """Precedents: those in force first, then those an appeal overturned; of each the newest first."""
    query = request.query
    _check_clause(query.clause)
    wanted = PrecedentQuery(
        clause=query.clause, words=query.words, phase=query.phase, check=query.check, remedy=query.remedy
    )
    return read_page(precedents.precedents, request, wanted)


@routes.get("/ledger", response=ResultPage[ClauseErrors], query=ClauseQuery)
def ledger_of_errors(request: ApiRequest) -> ResultPage[ClauseErrors]:
    """The four errors by game, place and clause: mis-recorded, mis-played, mis-scored, mis-ruled; the most first."""
    _check_clause(request.query.clause)
    return read_page(ledger.ledger, request, clause=request.query.clause or "")
