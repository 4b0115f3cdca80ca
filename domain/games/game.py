"""Game: the one object through which the rest of the program uses a game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct, field

from domain.clauses import HOUSE, Clause
from domain.faces import Catalogue, PieceKind
from domain.games.inputs import Inputs
from domain.notation import Notation
from domain.observables import Observation
from domain.rules import Action, Offer, Rules, Seat, Step, replace
from domain.setup import Setup
from domain.variants import Question, SetupWarning, UnknownChoice, Variant, agree, lifted, warnings
from domain.words import Words, words_of

RulesT = TypeVar("RulesT", bound=Rules)
StateT = TypeVar("StateT")


class Moment(Struct, Generic[RulesT, StateT], frozen=True):
    """A lawful action about to be done: the table before it, and what it would make of the table.

    Before the table is laid, the action is the set-up and there is no state, neither before it nor after it.
    """

    rules: RulesT
    state: StateT
    action: Any
    after: Step
    rng: Random


class WrongPlay(Struct, frozen=True, kw_only=True):
    """A mistake made at one moment: what the table does, and which phase and seats come next."""

    then: tuple[str, tuple[Seat, ...]]  # the phase, and the seats that must act
    setup: Setup | None = None
    actions: tuple[Action, ...] = ()  # done instead of the lawful one; empty if a value is only read
    announced: tuple[Observation, ...] = ()  # announced about effects of the last action, or of the line they name
    read: tuple[Observation, ...] = ()  # read off the table afterwards


class Mistake(Struct, frozen=True, kw_only=True):
    """A way to break a clause, for simulation. It knows what it breaks without asking any check."""

    name: str
    clause: str
    besides: tuple[str, ...] = ()  # clauses that the same action always breaks as well
    on: tuple[type, ...]  # the lawful actions it can be made of
    make: Callable[[Moment], WrongPlay | None]  # None where it cannot be made


class Simulation(Struct, frozen=True, kw_only=True):
    """What simulated play of a game needs in addition to its offers."""

    opening: Callable[[Any, Any, Random], tuple[Action, ...]] = (
        lambda rules, state, rng: ()
    )  # the random draws before the first turn
    closing: Callable[[Any, Any], tuple[Action, ...]] = lambda rules, state: ()  # announcements of its end
    implied: tuple[type, ...] = ()  # actions that the next one shows, so that a scribe may leave them out
    shown: Callable[[Any, Any, Action], bool] = lambda rules, state, action: True  # whether the next one shows it
    secrets: Mapping[tuple[type, str], tuple] = {}  # the values of a secret field
    blurs: Mapping[type, Callable[[Any, Random], Action]] = {}  # the action as a hurried scribe writes it
    seldom: Mapping[type, float] = {}  # kind of action -> the share of its offers that people take
    usual: Mapping[type, Callable[[Any, Any, Offer, Random], Offer]] = {}  # narrows an offer to what people prefer


def _nothing_printed() -> dict[str, Catalogue]:
    """The catalogues of a game whose pieces have no faces."""
    return {name: Catalogue(id=name, game="", faces={}) for name in ("printed", "stand-in")}


class Game(Struct, frozen=True, kw_only=True):
    """A game. All other code uses a game only through this object."""

    id: str
    players: tuple[int, ...]
    common_sizes: tuple[int, ...] = ()  # numbers of seats that need no variant for their number; none listed: all
    clauses: tuple[Clause, ...]
    actions: tuple[type, ...]
    base: Rules  # of the printed game
    variants: tuple[Variant, ...] = ()
    questions: tuple[Question, ...] = ()
    catalogues: Mapping[str, Catalogue] = field(default_factory=_nothing_printed)
    box: Mapping[str, PieceKind] = {}  # the faces that an owner can enter of a box, by kind of piece
    notation: Notation
    mistakes: tuple[Mistake, ...] = ()
    simulation: Simulation = Simulation()
    inputs: Inputs = Inputs()
    examples: tuple[str, ...] = ()
    setup_questions: Mapping[str, tuple[str, ...]] = {}  # asked only by this game: name -> answers; none: a seat
    claims: Mapping[str, str] = {}  # clause -> the time limit that the rulebook sets for a claim
    assumptions: Callable[[Any, Setup], Mapping[str, str]] = lambda rules, setup: {}  # answers assumed at the set-up
    words: Path
    bookkeeping: tuple[str, ...] = ()  # fields of the state that are not on the table
    forms: Mapping[str, Callable] = {}  # how this game's codes are written out in a sentence
    slot_clauses: Mapping[str, tuple[str, ...]] = {}  # slot or variant -> the clauses that setting it changes

    def speak(self, lang: str) -> Words:
        """The game's words in a language."""
        return _words(self.id, lang)

    @property
    def first_readings(self) -> Mapping[str, str]:
        """The reading that was the default of each question when it was first asked; this never changes.

        A record that does not name a question is read with this one, whatever the default is today.
        """
        stored = _first_readings(self.words.parent / "first_readings.json")
        return {question.id: stored.get(question.id, question.default) for question in self.questions}

    @property
    def sections(self) -> Mapping[str, Mapping[str, str]]:
        """By language of the rulebook: the heading under which it has each clause; the texts have no page numbers."""
        return _sections(self.words.parent / "sections.json")

    def readings_in_force(self, setup: Setup) -> dict[str, str]:
        """The reading of every question at a table."""
        return {**self.first_readings, **setup.readings}

    @property
    def changed_defaults(self) -> dict[str, str]:
        """The questions whose default is another one today; a new table agrees on it unless it says otherwise."""
        today = {question.id: question.default for question in self.questions}
        return {id: name for id, name in today.items() if name != self.first_readings[id]}

    @property
    def version(self) -> str:
        """A hash of the rules: every change of the core or of this game changes it."""
        return _version(self.id)

    def rules(self, setup: Setup, readings: Mapping[str, str] | None = None) -> Rules:
        """The rules of a table, with these readings or those agreed at the set-up."""
        chosen = tuple(sorted((setup.readings if readings is None else readings).items()))
        rules = _agreed(self.id, tuple(sorted(setup.variants)), chosen)
        return replace(rules, catalogue=setup.box or self.catalogue(setup.faces))

    def sides(self, setup: Setup) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side at a table."""
        rules = self.rules(setup)
        return rules.sides(rules, setup)

    def catalogue(self, name: str) -> Catalogue:
        """The faces a table plays with."""
        if name not in self.catalogues:
            raise UnknownChoice(name)
        return self.catalogues[name]

    def chosen(self, variants: tuple[str, ...], readings: Mapping[str, str]) -> tuple[Variant, ...]:
        """The variants and readings a table has agreed on."""
        rows = {variant.id: variant for variant in self.variants}
        questions = {question.id: question for question in self.questions}
        unknown = [name for name in variants if name not in rows] + [name for name in readings if name not in questions]
        if unknown:
            raise UnknownChoice(unknown[0])
        defaults = {id: questions[id].reading(name) for id, name in self.first_readings.items()}
        answered = {id: questions[id].reading(name) for id, name in readings.items()}
        return (*(rows[name] for name in variants), *{**defaults, **answered}.values())

    def warnings(self, setup: Setup) -> tuple[SetupWarning, ...]:
        """The warnings about a table's agreements and about what was not stated at its set-up."""
        unwise = warnings(self.chosen(setup.variants, setup.readings), len(setup.seats))
        missing = self.missing_variant(setup.variants, len(setup.seats))
        assumed = self.assumptions(self.rules(setup), setup)
        return (*unwise, *missing, *(SetupWarning(word, value, "guessed") for word, value in assumed.items()))

    def missing_variant(self, variants: tuple[str, ...], seats: int) -> tuple[SetupWarning, ...]:
        """A warning where a table of this size needs one of several variants and has none of them."""
        fitting = [row for row in self.variants if seats in row.seats and row.seats.isdisjoint(self.common_sizes)]
        if not self.common_sizes or seats in self.common_sizes or any(row.id in variants for row in fitting):
            return ()
        if not fitting:
            return (SetupWarning(self.id, str(seats), "crowded"),)
        named = [row.id for row in fitting if not row.needs] or [row.id for row in fitting]  # playable alone
        return (SetupWarning(", ".join(named), str(seats), "lacking"),)

    def mistakes_at(self, setup: Setup) -> tuple[Mistake, ...]:
        """The mistakes that can be made at a table: those of clauses that hold there."""
        suspended = lifted(self.chosen(setup.variants, setup.readings))
        return tuple(mistake for mistake in self.mistakes if mistake.clause not in suspended)

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
def _first_readings(path: Path) -> dict[str, str]:
    return msgspec.json.decode(path.read_bytes(), type=dict[str, str]) if path.exists() else {}


@lru_cache
def _sections(path: Path) -> dict[str, dict[str, str]]:
    stored = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, list[str]]]) if path.exists() else {}
    return {
        lang: {clause: heading for heading, clauses in headings.items() for clause in clauses}
        for lang, headings in stored.items()
    }


@lru_cache
def _version(game: str) -> str:
    """A hash over the source of the core and of the game's folder."""
    core = Path(__file__).parent.parent
    folder = core / "games" / game.replace("-", "_")
    found = hashlib.sha256()
    rooms = ("*.py", "games/*.py", "deviations/*.py", "record/*.py", "timeline/*.py", "sessions/*.py")
    for path in sorted({path for room in rooms for path in core.glob(room)} | set(folder.rglob("*.py"))):
        found.update(path.relative_to(core).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{game} {found.hexdigest()[:16]}"


@lru_cache
def _words(game: str, lang: str) -> Words:
    from domain.games import GAMES

    found = GAMES[game]
    return words_of(lang, found.words, found.forms)
