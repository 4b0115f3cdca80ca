"""Game: what a game folder hands over to everybody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from domain.clauses import HOUSE, Clause
from domain.faces import Catalogue
from domain.notation import Notation
from domain.rules import Rules, replace
from domain.setup import Setup
from domain.variants import Question, UnknownChoice, Variant, Warning, agree, warnings
from domain.words import Words, words_of


class Mistake(Struct, frozen=True, kw_only=True):
    """A way to break a clause, for simulation. It knows what it breaks without asking any check.

    `make` takes a lawful action at its moment and returns what the table does instead,
    or nothing where it cannot be made here.
    """

    name: str
    clause: str
    on: tuple[type, ...]
    make: Any  # rules, state, action, rng -> Wrong or None


class Wrong(Struct, frozen=True):
    """What the table does wrongly: another action, or values announced of its effects; and how it goes on."""

    action: Any = None
    looks: tuple = ()
    then: tuple | None = None  # phase and seats to act afterwards, where the mistake knows them


class Game(Struct, frozen=True, kw_only=True):
    """Everything outside a game's folder goes through this."""

    id: str
    players: tuple[int, ...]
    clauses: tuple[Clause, ...]
    actions: tuple[type, ...]
    base: Rules
    variants: tuple[Variant, ...]
    questions: tuple[Question, ...]
    catalogues: Mapping[str, Catalogue]
    notation: Notation
    mistakes: tuple[Mistake, ...]
    examples: tuple[str, ...]
    told: tuple[str, ...] = ()  # what only this game asks for when a table is laid
    words: Path
    forms: Mapping[str, Callable] = {}  # how this game's codes are written out in a sentence

    def speak(self, lang: str) -> Words:
        """The game's words in a language."""
        return _words(self.id, lang)

    def rules(self, setup: Setup, readings: Mapping[str, str] | None = None) -> Rules:
        """The rules of a table, with the readings given or those agreed when it was laid."""
        chosen = tuple(sorted((setup.readings if readings is None else readings).items()))
        rules = _agreed(self.id, tuple(sorted(setup.variants)), chosen)
        return replace(rules, catalogue=self.catalogue(setup.faces))

    def catalogue(self, name: str) -> Catalogue:
        """The faces a table plays with."""
        if name not in self.catalogues:
            raise UnknownChoice(name)
        return self.catalogues[name]

    def chosen(self, variants: tuple[str, ...], readings: Mapping[str, str]) -> tuple[Variant, ...]:
        """The rows a table has agreed on."""
        rows = {variant.id: variant for variant in self.variants}
        questions = {question.id: question for question in self.questions}
        for name, known in (*((name, rows) for name in variants), *((name, questions) for name in readings)):
            if name not in known:
                raise UnknownChoice(name)
        defaults = {question.id: question.readings[0] for question in self.questions}
        answered = {id: questions[id].reading(name) for id, name in readings.items()}
        return (*(rows[name] for name in variants), *{**defaults, **answered}.values())

    def warnings(self, setup: Setup) -> tuple[Warning, ...]:
        """What is unwise about a table's agreements."""
        return warnings(self.chosen(setup.variants, setup.readings), len(setup.seats))

    @property
    def citable(self) -> tuple[Clause, ...]:
        """The game's clauses and the house's."""
        return self.clauses + HOUSE


@lru_cache(maxsize=512)
def _agreed(game: str, variants: tuple[str, ...], readings: tuple[tuple[str, str], ...]) -> Rules:
    from domain.games import GAMES

    found = GAMES[game]
    return agree(found.base, found.chosen(variants, dict(readings)))


@lru_cache
def _words(game: str, lang: str) -> Words:
    from domain.games import GAMES

    found = GAMES[game]
    return words_of(lang, found.words, found.forms)
