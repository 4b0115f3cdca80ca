"""What rules are broken most, which disputes are open, how arbiters ruled."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from api.http.problems import HttpProblem
from api.http.requests.paging import PageQuery, page
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


def _is_known(clause: str | None) -> None:
    if clause is not None and clause not in CLAUSES:
        raise HttpProblem("unknown-clause", 422, game="{game}")


class ClauseQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """About one clause, or about all."""

    clause: Clause | None = None


class RulingsQuery(ClauseQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which rulings."""

    remedy: Remedy | None = None
    reading: Annotated[str, Meta(max_length=100)] | None = None  # question=reading
    standing: bool = False  # only what no appeal has superseded


class PrecedentsQuery(ClauseQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which precedents: words of the claim or the reason, the phase of the table, what kind of facts was found."""

    words: Annotated[str, Meta(max_length=100)] | None = None
    phase: Annotated[str, Meta(max_length=40)] | None = None
    check: Annotated[str, Meta(max_length=80)] | None = None
    remedy: Remedy | None = None


@routes.looks("/breaches", gives=ResultPage[ClauseBreaches], asks=PageQuery)
def list_breaches(ask: ApiRequest) -> ResultPage[ClauseBreaches]:
    """Which rules are broken most: roots first; what followed from them and what nobody can tell stand apart.

    Tables laid while somebody turns the pages are not counted on them; a clause whose rank changes meanwhile, because
    a table that was counted goes on, may be met on two pages or on none.
    """
    return page(breaches.breaches, ask)


@routes.looks("/breaches/{clause}", gives=ResultPage[BrokenLine], asks=PageQuery)
def lines_that_broke_a_clause(ask: ApiRequest) -> ResultPage[BrokenLine]:
    """Where a clause was broken, session by session, the newest first."""
    if ask.path["clause"] not in CLAUSES:
        raise HttpProblem("not-found", 404)
    return page(breaches.lines_of, ask, ask.path["clause"])


@routes.looks("/docket", gives=ResultPage[OpenDispute], asks=ClauseQuery)
def open_disputes(ask: ApiRequest) -> ResultPage[OpenDispute]:
    """Claims that are neither withdrawn nor ruled on, the oldest first."""
    _is_known(ask.query.clause)
    return page(docket.docket, ask, clause=ask.query.clause or "")


@routes.looks("/rulings", gives=ResultPage[ListedRuling], asks=RulingsQuery)
def list_rulings(ask: ApiRequest) -> ResultPage[ListedRuling]:
    """How it was ruled, by clause, remedy or reading; the newest first."""
    query = ask.query
    _is_known(query.clause)
    wanted = RulingQuery(clause=query.clause, remedy=query.remedy, reading=query.reading, standing=query.standing)
    return page(rulings.rulings, ask, wanted)


@routes.looks("/precedents", gives=ResultPage[ListedRuling], asks=PrecedentsQuery)
def list_precedents(ask: ApiRequest) -> ResultPage[ListedRuling]:
    """Rulings that were made precedents: what holds first, then what an appeal overturned; of each the newest."""
    query = ask.query
    _is_known(query.clause)
    told = {name: getattr(query, name) for name in ("clause", "words", "phase", "check", "remedy")}
    return page(precedents.precedents, ask, PrecedentQuery(**told))


@routes.looks("/ledger", gives=ResultPage[ClauseErrors], asks=ClauseQuery)
def ledger_of_errors(ask: ApiRequest) -> ResultPage[ClauseErrors]:
    """The four errors by game, place and clause: mis-recorded, mis-played, mis-scored, mis-ruled; the most first."""
    _is_known(ask.query.clause)
    return page(ledger.ledger, ask, clause=ask.query.clause or "")
