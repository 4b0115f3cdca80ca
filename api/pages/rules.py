"""The rulebook pages: every clause in both languages, with its questions, breaches and rulings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from api.http.problems import HttpProblem
from api.http.requests.paging import PageQuery, requester_of
from api.http.requests.request import ApiRequest
from api.pages.routing import HtmlPage, Pages
from api.routes.games import requested_game
from domain.words import LANGUAGES
from projections.breaches import read as breaches
from projections.breaches.read import BrokenLine
from projections.rulings import read as rulings
from projections.rulings.read import ListedRuling, RulingQuery
from replays.reference.rulebooks import (
    ClauseView,
    GameSummary,
    GameView,
    QuestionView,
    ReadingView,
    clause_views,
    game_view,
    listed_games,
    question_view,
)

pages = Pages()
CASES = 20  # breaches and rulings on the page of a clause


class RulebooksContext(Struct, frozen=True, kw_only=True):
    """What rulebooks.html shows."""

    games: list[GameSummary]


class RulebookContext(Struct, frozen=True, kw_only=True):
    """What rulebook.html shows."""

    rulebook: GameView
    chapters: dict[str, list[ClauseView]]


class ClauseContext(Struct, frozen=True, kw_only=True):
    """What clause.html shows."""

    game: str
    name: str
    version: str
    names: dict[str, str]
    clause: ClauseView
    chapter: str
    before: str
    after: str
    questions: list[QuestionView]
    differs: dict[str, list[tuple[str, str]]]
    broken: list[BrokenLine]
    rulings: list[ListedRuling]


@pages.page("/rules")
def rulebooks(request: ApiRequest) -> HtmlPage:
    """All games."""
    return HtmlPage("rulebooks.html", RulebooksContext(games=listed_games(request.lang)))


@pages.page("/rules/{game}")
def rulebook(request: ApiRequest) -> HtmlPage:
    """The clauses of a game, its variants and its open questions."""
    game = game_view(requested_game(request).id, request.lang)
    chapters: dict[str, list[ClauseView]] = {}
    for clause in game.clauses:
        chapters.setdefault(_chapter(clause.id), []).append(clause)
    return HtmlPage("rulebook.html", RulebookContext(rulebook=game, chapters=chapters))


def _chapter(clause: str) -> str:
    return clause.rpartition("-")[0]


@pages.page("/rules/{game}/{clause}")
def clause(request: ApiRequest) -> HtmlPage:
    """One clause, with the cases its reader may see."""
    game = requested_game(request)
    words = game.speak(request.lang)
    clauses = clause_views(game, words)
    place = next((place for place, clause in enumerate(clauses) if clause.id == request.path["clause"]), None)
    if place is None:
        raise HttpProblem("not-found", 404)
    shown = clauses[place]
    questions = [question_view(question, words) for question in game.questions if question.clause == shown.id]
    asker, query = requester_of(request), PageQuery(game=game.id)
    views, precedent = request.service.views, RulingQuery(clause=shown.id)
    context = ClauseContext(
        game=game.id,
        name=words["name"],
        version=game.version,
        names={lang: game.speak(lang)["name"] for lang in LANGUAGES},
        clause=shown,
        chapter=_chapter(shown.id),
        before=clauses[place - 1].id if place else "",
        after=clauses[place + 1].id if place + 1 < len(clauses) else "",
        questions=questions,
        differs={lang: list(said_by(lang, questions)) for lang in LANGUAGES} if texts_differ(questions) else {},
        broken=breaches.lines_of(views, shown.id, query, asker, most=CASES).rows,
        rulings=rulings.rulings(views, precedent, query, asker, most=CASES).rows,
    )
    return HtmlPage("clause.html", context)


def sources(reading: ReadingView) -> set[str]:
    """The languages of the rulebooks whose text a reading follows."""
    return {part.strip()[:2] for part in reading.follows.split(",")} & set(LANGUAGES)


def texts_differ(questions: list[QuestionView]) -> bool:
    """Whether the rulebooks disagree: some reading follows only one of them."""
    return any(len(sources(reading)) == 1 for question in questions for reading in question.readings)


def said_by(lang: str, questions: list[QuestionView]) -> Iterator[tuple[str, str]]:
    """The readings that only this language's rulebook supports, with their questions."""
    for question in questions:
        for reading in question.readings:
            if sources(reading) == {lang}:
                yield question.id, reading.says
