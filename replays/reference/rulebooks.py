"""View models of a game: its clauses, variants, questions, observables and actions."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from domain.clauses import SOFT, Clause
from domain.errors import UnknownGame
from domain.games import GAMES
from domain.games.game import Game
from domain.notation import Verb
from domain.observables import Observable
from domain.record.json_convert import seats_among
from domain.rules import Action
from domain.variants import Question, Variant
from domain.words import LANGUAGES, Words, outline
from replays.reference.variant_catalogue import ClauseChanges, IncompatibleVariant, bars_of, changes_of


class ClauseView(Struct, frozen=True, kw_only=True):
    """A citable rule: checked, derived (the engine carries it out), permits (a freedom) or soft (not judged)."""

    id: str
    kind: str
    says: str
    texts: dict[str, str]
    sections: dict[str, str]  # by language of the rulebook: the heading under which it stands there
    why: str
    questions: list[str]


class ReadingView(Struct, frozen=True, kw_only=True):
    """An answer to a question, and the rulebook text it follows; the default holds without an agreement."""

    id: str
    says: str
    follows: str
    follows_says: str  # the name of that text
    default: bool
    why: str


class QuestionView(Struct, frozen=True, kw_only=True):
    """A question that a rulebook leaves open."""

    id: str
    clause: str
    asks: str
    readings: list[ReadingView]


class VariantView(Struct, frozen=True, kw_only=True):
    """A change of the rules to agree on: what it needs, what it excludes, and for how many players."""

    id: str
    name: str
    says: str
    needs: list[str]
    needs_one: list[str]  # one of these at least
    bars: list[IncompatibleVariant]
    unwise: list[str]
    players: list[int]
    origin: str  # printed, author (published apart from the box) or fan
    by: str  # who made it, where that is not the author of the game
    changes: ClauseChanges


class ObservableView(Struct, frozen=True, kw_only=True):
    """A value that can be read off the table: its key, and whether it is a number."""

    what: str
    says: str
    key: list[str]
    among: list[str]
    counts: bool
    lies: bool


class FieldView(Struct, frozen=True, kw_only=True):
    """A field of an action; a seat is given by its letter, and only that seat reads a secret field."""

    name: str
    required: bool
    secret: bool
    schema: dict[str, Any]


class VerbView(Struct, frozen=True, kw_only=True):
    """A kind of action: its verb and an example in the record, and its fields for programs."""

    verb: str
    deed: str
    like: str
    says: str
    seated: bool
    kind: str
    fields: list[FieldView]


class GameSummary(Struct, frozen=True, kw_only=True):
    """A game with the figures of its rulebook."""

    id: str
    name: str
    players: list[int]
    clauses: int
    variants: int
    questions: int
    faces: list[str]


class GameView(Struct, frozen=True, kw_only=True):
    """Everything a program needs to set up a game and to write its record."""

    id: str
    name: str
    players: list[int]
    rules: str
    faces: list[str]
    asks: dict[str, list[str]]
    reasons: dict[str, str]
    variants: list[VariantView]
    questions: list[QuestionView]
    clauses: list[ClauseView]
    observables: list[ObservableView]
    verbs: list[VerbView]


def game_of(id: str) -> Game:
    """The game of an id; raises UnknownGame."""
    if id not in GAMES:
        raise UnknownGame(game=id, games=", ".join(GAMES))
    return GAMES[id]


def listed_games(lang: str) -> list[GameSummary]:
    """All games, in short."""
    return [
        GameSummary(
            id=game.id,
            name=game.speak(lang)["name"],
            players=list(game.players),
            clauses=len(game.citable),
            variants=len(game.variants),
            questions=len(game.questions),
            faces=list(game.catalogues),
        )
        for game in GAMES.values()
    ]


@lru_cache(maxsize=64)
def game_view(id: str, lang: str) -> GameView:
    """One game with its whole rulebook."""
    game = game_of(id)
    words = game.speak(lang)
    return GameView(
        id=id,
        name=words["name"],
        players=list(game.players),
        rules=game.version,
        faces=list(game.catalogues),
        asks={word: list(values) for word, values in game.setup_questions.items()},
        reasons=dict(words["names"]["reason"]),
        variants=[_variant(game, row, words) for row in game.variants],
        questions=[question_view(question, words) for question in game.questions],
        clauses=clause_views(game, words),
        observables=[_observable(observable, words) for observable in game.base.observables.values()],
        verbs=[_verb(game, name, verb, words) for name, verb in game.notation.verbs.items()],
    )


def clause_views(game: Game, words: Words) -> list[ClauseView]:
    """All citable rules in rulebook order, the house rules last."""
    return [_clause(game, clause, words) for clause in game.citable]


@lru_cache(maxsize=1024)
def is_citable(game: str, clause: str) -> bool:
    """Whether a rulebook has this clause; a claim may cite any word."""
    return any(citable.id == clause for citable in GAMES[game].citable)


def clause_view(game: Game, id: str, words: Words) -> ClauseView | None:
    """The clause of an id; None where the game has none."""
    clause = next((clause for clause in game.citable if clause.id == id), None)
    return None if clause is None else _clause(game, clause, words)


def _clause(game: Game, clause: Clause, words: Words) -> ClauseView:
    return ClauseView(
        id=clause.id,
        kind=clause.kind,
        says=words["clauses"][clause.id],
        texts={lang: game.speak(lang)["clauses"][clause.id] for lang in LANGUAGES},
        sections={lang: headings[clause.id] for lang, headings in game.sections.items() if clause.id in headings},
        why=words["why"].get(clause.id, "") if clause.kind == SOFT else "",
        questions=[question.id for question in game.questions if question.clause == clause.id],
    )


def question_view(question: Question, words: Words) -> QuestionView:
    """A question with its readings."""
    texts = words["questions"][question.id]
    readings = []
    for reading in question.readings:
        name = reading.id.partition("=")[2]
        readings.append(
            ReadingView(
                id=name,
                says=texts["readings"][name],
                follows=reading.follows,
                follows_says=words.name("follows", reading.follows) if reading.follows else "",
                default=reading is question.readings[0],
                why=words["why"][reading.why] if reading.why else "",
            )
        )
    return QuestionView(id=question.id, clause=question.clause, asks=texts["asks"], readings=readings)


def _variant(game: Game, row: Variant, words: Words) -> VariantView:
    texts, known = words["variants"][row.id], {variant.id for variant in game.variants}
    return VariantView(
        id=row.id,
        name=texts["name"],
        says=texts["says"],
        needs=sorted(row.needs),
        needs_one=sorted(row.needs_one),
        bars=bars_of(row, words),
        unwise=sorted(row.warns & known),
        players=sorted(row.seats or game.players),
        origin=row.origin,
        by=row.by,
        changes=changes_of(game, (row,)),
    )


def _observable(observable: Observable, words: Words) -> ObservableView:
    says, key = words.name("what", observable.name), list(observable.key)
    among = (
        list(observable.among) if isinstance(observable.among, Collection) else []
    )  # an unbounded board has no list of cells
    return ObservableView(
        what=observable.name, says=says, key=key, among=among, counts=observable.counts, lies=observable.on_table
    )


def _verb(game: Game, name: str, verb: Verb, words: Words) -> VerbView:
    deed = str(verb.kind.__struct_config__.tag)
    return VerbView(
        verb=name,
        deed=deed,
        like=verb.like,
        says=outline(words["actions"][deed]),
        seated=verb.kind.SEATED,
        kind=verb.kind.KIND,
        fields=_fields(game.id, deed, verb.kind),
    )


def _fields(game: str, deed: str, kind: type[Action]) -> list[FieldView]:
    _, components = msgspec.json.schema_components([kind], ref_template="{name}")
    described = components[kind.__name__]
    letter: dict[str, Any] = {"type": "string"}
    seats: dict[str, dict[str, Any]] = {
        "seat": letter,
        "seats": {"type": "array", "items": letter},
        "each": {"type": "array"},
    }
    named = seats_among(game, deed)
    return [
        FieldView(
            name=name,
            required=name in described.get("required", ()) or (name == "seat" and kind.SEATED),
            secret=name in kind.SECRET,
            schema=seats[named[name]] if name in named else {k: v for k, v in schema.items() if k != "default"},
        )
        for name, schema in described["properties"].items()
        if name != "deed"
    ]
