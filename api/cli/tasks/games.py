"""Prints the games: their clauses, the records that prove them, their variants."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from api.cli.tasks.records import LIBRARY
from api.locales import say
from domain.errors import UnknownAgreement
from domain.games import GAMES
from domain.games.game import Game
from domain.variants import UnknownChoice
from replays.reference.rulebooks import QuestionView, VariantView, game_of, game_view
from replays.reference.variant_catalogue import ClauseChanges, agreement
from replays.review.coverage import clause_coverage

INDENT = "      "


def _games(game: str | None) -> tuple[Game, ...]:
    return tuple(GAMES.values()) if game is None else (GAMES[game],)


def clause_lines(game: str | None, lang: str) -> Iterator[str]:
    """The clauses with their texts and open questions."""
    for each in _games(game):
        view = game_view(each.id, lang)
        questions = {question.id: question for question in view.questions}
        yield view.name
        for clause in view.clauses:
            yield f"{clause.id:<16} {clause.says}"
            for question in clause.questions:
                yield from _question_lines(questions[question])


def _question_lines(question: QuestionView) -> Iterator[str]:
    yield f"    ? {question.id}  {question.asks}"
    for reading in question.readings:
        follows = f"  [{reading.follows_says}]" if reading.follows else ""
        why = f"  ({reading.why})" if reading.why else ""
        yield f"        {reading.id}: {reading.says}{follows}{why}"


def coverage_json(game: str | None) -> str:
    """The records that prove each clause, as JSON."""
    rows = [row for each in _games(game) for row in clause_coverage(each, LIBRARY)]
    return orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode()


def coverage_lines(game: str | None) -> Iterator[str]:
    """The same as text."""
    for each in _games(game):
        for row in clause_coverage(each, LIBRARY):
            proof = (
                row["why"]
                or f"broken by {', '.join(row['broken_by']) or '-'}; kept by {', '.join(row['kept_by']) or '-'}"
            )
            yield f"{row['id']:<16} {row['kind']:<8} {proof}"


def games_json() -> str:
    """All games as JSON."""
    rows = [
        {
            "id": game.id,
            "players": list(game.players),
            "variants": [variant.id for variant in game.variants],
            "questions": [question.id for question in game.questions],
            "examples": list(game.examples),
        }
        for game in GAMES.values()
    ]
    return orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode()


def game_lines(lang: str) -> Iterator[str]:
    """The same as text."""
    for game in GAMES.values():
        view = game_view(game.id, lang)
        yield f"{view.id}  {view.name}  {min(view.players)}-{max(view.players)}"
        for variant in view.variants:
            yield f"    {variant.id}: {variant.name}. {variant.says}"


def catalogue_lines(game: str, lang: str) -> Iterator[str]:
    """Every variant of a game."""
    view = game_view(game_of(game).id, lang)
    yield f"{view.id}  {view.name}  {_numbers(view.players)}"
    for variant in view.variants:
        yield from _variant(variant, lang)


def _variant(variant: VariantView, lang: str) -> Iterator[str]:
    yield ""
    whom = say(lang, "for-players", players=_numbers(variant.players))
    yield f"  {variant.id}  {variant.name}  [{whom}]"
    yield f"{INDENT}{variant.says}"
    needs = [*variant.needs, *([" | ".join(variant.needs_one)] if variant.needs_one else [])]
    if needs:
        yield INDENT + say(lang, "variant-needs", ids=", ".join(needs))
    for bar in variant.bars:
        yield INDENT + say(lang, "variant-barred", id=bar.variant, says=bar.says)
    if variant.unwise:
        yield INDENT + say(lang, "variant-unwise", ids=", ".join(variant.unwise))
    yield from _changes(variant.changes, lang)


def _changes(changes: ClauseChanges, lang: str) -> Iterator[str]:
    groups = (
        ("clauses-lifted", changes.lifted),
        ("clauses-changed", changes.changed),
        ("clauses-added", changes.added),
    )
    for key, ids in groups:
        if ids:
            yield f"{INDENT}{say(lang, key, ids=' '.join(ids))}"


def _numbers(players: list[int]) -> str:
    return ", ".join(map(str, players))


def agreement_lines(game: str, variants: tuple[str, ...], players: int | None, lang: str) -> Iterator[str]:
    """Variants together: whether they can be combined, what is unwise, and each clause they change."""
    chosen = game_of(game)
    try:
        agreed = agreement(chosen, variants, players or min(chosen.players), lang)
    except UnknownChoice as unknown:
        raise UnknownAgreement(name=str(unknown)) from unknown
    words = chosen.speak(lang)
    yield f"{chosen.id}  {words['name']}  {' + '.join(agreed.variants)}"
    if agreed.refused:
        yield f"  {agreed.refused}"
        return
    yield from (f"  {warning}" for warning in agreed.unwise)
    heads = {"clauses-lifted": agreed.changes.lifted, "clauses-changed": agreed.changes.changed}
    for key, ids in {**heads, "clauses-added": agreed.changes.added}.items():
        if ids:
            yield f"  {say(lang, key, ids='')}".rstrip(" :")
        yield from (f"{INDENT}{id:<18} {words['clauses'][id]}" for id in ids)
