"""The rulebooks: every clause a page that can be cited, in both languages, with its questions and how it was ruled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.http.problems import HttpProblem
from api.http.requests.paging import PageQuery
from api.http.requests.request import ApiRequest
from api.pages.routing import HtmlPage, Pages
from api.routes.games import game_asked
from domain.words import LANGUAGES
from projections.breaches import read as breaches
from projections.queries import Requester
from projections.rulings import read as rulings
from projections.rulings.read import RulingQuery
from replays.reference.rulebooks import QuestionView, ReadingView, clause_views, game_view, listed_games, question_view

pages = Pages()
FEW = 20


@pages.anywhere("/rules")
def rulebooks(ask: ApiRequest) -> HtmlPage:
    """The games there are."""
    return HtmlPage(template="rulebooks.html", told={"games": listed_games(ask.lang)})


@pages.anywhere("/rules/{game}")
def rulebook(ask: ApiRequest) -> HtmlPage:
    """Every clause of a game, its variants and its open questions."""
    game = game_asked(ask)
    return HtmlPage(
        template="rulebook.html", told={"rulebook": game_view(game.id, ask.lang), "chapters": _chapters(ask)}
    )


def _chapters(ask: ApiRequest) -> dict[str, list[Any]]:
    """The clauses under their headings, which are the middle of their ids."""
    found: dict[str, list[Any]] = {}
    for clause in game_view(ask.path["game"], ask.lang).clauses:
        found.setdefault(clause.id.rpartition("-")[0], []).append(clause)
    return found


@pages.anywhere("/rules/{game}/{clause}")
def clause(ask: ApiRequest) -> HtmlPage:
    """One clause."""
    game = game_asked(ask)
    words = game.speak(ask.lang)
    clauses = clause_views(game, words)
    at = next((at for at, one in enumerate(clauses) if one.id == ask.path["clause"]), None)
    if at is None:
        raise HttpProblem("not-found", 404)
    found = clauses[at]
    questions = [question_view(one, words) for one in game.questions if one.clause == found.id]
    told = {
        "game": game.id,
        "name": words["name"],
        "version": game.version,
        "names": {lang: game.speak(lang)["name"] for lang in LANGUAGES},
        "clause": found,
        "chapter": found.id.rpartition("-")[0],
        "before": clauses[at - 1].id if at else "",
        "after": clauses[at + 1].id if at + 1 < len(clauses) else "",
        "questions": questions,
        "differs": {lang: list(said_by(lang, questions)) for lang in LANGUAGES} if texts_differ(questions) else {},
        **_cases(ask, game.id, found.id),
    }
    return HtmlPage(template="clause.html", told=told)


def _cases(ask: ApiRequest, game: str, clause: str) -> dict[str, Any]:
    """Where it was broken and how it was ruled, as far as this reader may see."""
    asker, query = Requester(token=ask.token, lang=ask.lang), PageQuery(game=game)
    return {
        "broken": breaches.lines_of(ask.desk.views, clause, query, asker, most=FEW).rows,
        "rulings": rulings.rulings(ask.desk.views, RulingQuery(clause=clause), query, asker, most=FEW).rows,
    }


def follows(reading: ReadingView) -> set[str]:
    """The rulebooks whose text a reading follows."""
    return {part.strip()[:2] for part in reading.follows.split(",")} & set(LANGUAGES)


def texts_differ(questions: list[QuestionView]) -> bool:
    """Whether the rulebooks do not say the same: of some reading one of them is the source, and the other is not."""
    return any(len(follows(reading)) == 1 for one in questions for reading in one.readings)


def said_by(lang: str, questions: list[QuestionView]) -> Iterator[tuple[str, str]]:
    """What only this rulebook's text says, with the question it raises."""
    for question in questions:
        for reading in question.readings:
            if follows(reading) == {lang}:
                yield question.id, reading.says
