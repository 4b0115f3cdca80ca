"""The core types: what an action, a finding, an effect and the rules of a game are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct, field, structs

from domain.facts import Key as Key
from domain.facts import KnownFacts
from domain.numbers import Number

replace = structs.replace

Seat = int
Facts = dict[str, Any]
Check = Callable[..., "Broken | None"]  # rules, state, action -> what is broken
Moved = tuple[Any, tuple["Effect", ...]]  # a state and the effects that led to it

POINTS = "points"  # the observable in which every game keeps its sides' scores
TABLE: Seat = -1  # the seat of a finding against all seats together

BROKEN, UNDETERMINED, CONTRADICTION = "broken", "undetermined", "contradiction"
CHOICE, CHANCE, SHOWN = "choice", "chance", "shown"


class Action(Struct, frozen=True, kw_only=True, gc=False, tag_field="deed"):
    """What was physically done. Every kind of action derives from SeatAction or from TableAction."""

    seat: Seat | None = None
    KIND: ClassVar[str] = CHOICE
    SEATED: ClassVar[bool] = True  # whether a seat does it; set by SeatAction and TableAction
    SECRET: ClassVar[tuple[str, ...]] = ()  # fields that only the acting seat may read

    def hides(self) -> tuple[str, ...]:
        """The fields of this action that only its seat may read."""
        return self.SECRET


class SeatAction(Action, frozen=True, kw_only=True, gc=False):
    """An action of one seat."""

    seat: Seat
    SEATED: ClassVar[bool] = True


class TableAction(Action, frozen=True, kw_only=True, gc=False):
    """An action of the whole table: no seat does it, and its JSON says `"seat": null`."""

    seat: None = None
    SEATED: ClassVar[bool] = False


class RefusedAction(SeatAction, frozen=True, kw_only=True, tag="refused"):
    """The table denied a seat an action, for a reason; nothing moved."""

    denied: Action
    reason: str


class Broken(Struct, frozen=True, gc=False):
    """What a check returns when a clause is broken: the facts, the seat (None: that of the action) and the verdict."""

    facts: Facts
    seat: Seat | None = None
    verdict: str = BROKEN
    root: int | None = None


def broken(seat: Seat | None = None, root: int | None = None, **facts: Any) -> Broken:
    """Something that a table can do and the rules forbid."""
    return Broken(facts, seat, BROKEN, root)


def impossible(seat: Seat | None = None, root: int | None = None, **facts: Any) -> Broken:
    """Something that cannot have happened."""
    return Broken(facts, seat, CONTRADICTION, root)


class Finding(Struct, frozen=True, gc=False):
    """What the audit says about a line. `check` names the sentence, `reporting_line` the line from which we know it."""

    clause: str
    check: str
    seat: Seat | None
    verdict: str
    facts: Facts
    line: int
    reporting_line: int
    root: int


class Effect(Struct, frozen=True, gc=False):
    """A change the rules made to an observable, with its clause.

    `by` is the amount the table carried out, `due` the amount the rules give. An effect with `sets` replaces the value,
    so that earlier effects on the observable no longer matter.
    """

    clause: str
    what: str
    key: Key = ()
    seat: Seat | None = None
    by: Any = 0
    due: Any = 0
    source: str = ""
    sets: bool = False


class Item(Struct, frozen=True, gc=False):
    """One item of a score line, and the pieces it counts."""

    name: str
    count: Number
    each: Number
    of: tuple[str, ...] = ()


class ScoreLine(Effect, frozen=True, kw_only=True, gc=False):
    """An effect on a side's points, item by item."""

    items: tuple[Item, ...] = ()


class Result(Struct, frozen=True, gc=False):
    """The places of a finished game: sides that tie share one; the clause names what decided."""

    places: tuple[tuple[int, ...], ...]
    clause: str
    facts: Facts = {}


class Table(Struct, frozen=True, kw_only=True, gc=False):
    """The fields that every game's state begins with, the ones that change most often first: they are found sooner."""

    line: int = 0
    phase: str = ""
    turn: int = 1
    round: int = 1
    scores: tuple[Number, ...] = ()
    known: KnownFacts = field(default_factory=KnownFacts)
    result: Result | None = None


class Step(Struct, frozen=True, gc=False):
    """One folded line: the state after it, the findings about it, the effects of the rules."""

    state: Any
    findings: tuple[Finding, ...] = ()
    effects: tuple[Effect, ...] = ()


class Deed(Struct, frozen=True, gc=False):
    """The two changes that an action makes: of the turn, and of the pieces. A voided action makes only the first."""

    use: Callable[..., Any]  # rules, state, action -> state
    do: Callable[..., Moved]  # rules, state, action -> state, effects
    do_uses_turn: bool = False  # whether `do` makes the change of `use` as well, in one replacement of the state


def nothing_used(rules: Any, state: Any, action: Action) -> Any:
    """The `use` of a deed that takes nothing of the turn."""
    return state


def nothing_moves(rules: Any, state: Any, action: Action) -> Moved:
    """The `do` of a deed that moves nothing."""
    return state, ()


class OneOf(Struct, frozen=True, gc=False):
    """An open field: one of the lawful `values`, out of all that a table could name."""

    values: tuple[Any, ...]
    among: tuple[Any, ...] = ()

    def holds(self, value: Any) -> bool:
        """Whether a value can be chosen."""
        return value in self.values


class Between(Struct, frozen=True, gc=False):
    """An open field: a number within bounds."""

    least: int
    most: int

    def holds(self, value: Any) -> bool:
        """Whether a value can be chosen."""
        return value.__class__ is int and self.least <= value <= self.most


class Split(Struct, frozen=True, gc=False):
    """An open field: `total` pieces, or from `least` to `total`, and of each kind at most as many as `most` says.

    A value is a tuple of pairs: a kind, and how many of it.
    """

    total: int
    most: Mapping[str, int]
    least: int | None = None

    def holds(self, value: Any) -> bool:
        """Whether a value can be chosen: each kind named once, in any order."""
        chosen = sum(count for _, count in value)
        least = self.total if self.least is None else self.least
        fits = all(0 < count <= self.most.get(kind, 0) for kind, count in value)
        return fits and least <= chosen <= self.total and len({kind for kind, _ in value}) == len(value)


class RandomDraw(Struct, frozen=True, gc=False):
    """An open field of chance: `count` pieces are drawn, of each at most as many as `most` says are left.

    `put` makes the field's value from the drawn pieces, `taken` gives the pieces of a value back. `each` lists the
    pieces that can come to each place, where places differ.
    """

    count: int
    most: Mapping[Any, int]
    put: Callable[[tuple[Any, ...]], Any] = tuple
    taken: Callable[[Any], tuple[Any, ...]] = tuple
    each: tuple[tuple[Any, ...], ...] = ()

    def holds(self, value: Any) -> bool:
        """Whether these pieces can be drawn."""
        pieces = self.taken(value)
        if len(pieces) != self.count or self.put(pieces) != value:
            return False
        if any(pieces.count(piece) > self.most.get(piece, 0) for piece in pieces):
            return False
        return not self.each or all(piece in there for piece, there in zip(pieces, self.each, strict=True))

    def sample(self, rng: Random) -> Any:
        """Random pieces, weighted by the copies left; where places differ, tried until all are filled."""
        if not self.each:
            bag = [piece for piece, copies in self.most.items() for _ in range(copies)]
            return self.put(tuple(rng.sample(bag, self.count)))
        for _ in range(1000):
            pieces: tuple[Any, ...] = ()
            for there in self.each:
                fits = [piece for piece in there if pieces.count(piece) < self.most.get(piece, 0)]
                pieces += (rng.choice(fits),) if fits else ()
            if len(pieces) == self.count:
                return self.put(pieces)
        raise ValueError("no draw fills these places")


Open = OneOf | Between | Split | RandomDraw


def _within(field: Open | None, other: Open | None) -> bool:
    """Whether every value of one open field is one of another; None is a field that is not open."""
    if field is None or field == other:
        return True
    if isinstance(field, OneOf):
        return other is not None and all(map(other.holds, field.values))
    return isinstance(field, Between) and other is not None and other.holds(field.least) and other.holds(field.most)


class Offer(Struct, frozen=True, gc=False):
    """An action to choose: an example, and its open fields, each independent of the others.

    A game offers candidates; the kernel runs the checks and keeps what is lawful.
    """

    example: Action
    open: Mapping[str, Open] = {}

    def covers(self, other: Offer) -> bool:
        """Whether everything another offer leaves to choose can be chosen here too."""
        names = self.open.keys() | other.open.keys()
        return self.holds(other.example) and all(_within(other.open.get(name), self.open.get(name)) for name in names)

    def holds(self, action: Action) -> bool:
        """Whether an action is one of those offered."""
        if type(action) is not type(self.example):
            return False
        for name in action.__struct_fields__:
            value, field = getattr(action, name), self.open.get(name)
            if not (field.holds(value) if field else value == getattr(self.example, name)):
                return False
        return True


def each_alone(rules: Any, setup: Any) -> tuple[tuple[Seat, ...], ...]:
    """Every seat is a side of its own."""
    return tuple((seat,) for seat in range(len(setup.seats)))


def no_score_lines(rules: Any, state: Any) -> tuple[ScoreLine, ...]:
    """The forecast of a game that scores nothing at its end."""
    return ()


def nothing_counted(rules: Any, state: Any) -> dict[str, tuple[Number, int]]:
    """The piece counts of a game that counts none."""
    return {}


def always_sure(rules: Any, state: Any) -> str:
    """No fact is missing that would show how far a turn has gone."""
    return ""


def never_expected(rules: Any, state: Any, action: Action) -> bool:
    """The table never waits for exactly this action: all its checks are asked."""
    return False


class ActionPlan(NamedTuple):
    """What the kernel calls for one kind of action, in the order of the fold. `agree` derives it from the slots."""

    is_expected: Callable[..., bool]  # rules, state, action -> whether the table waits for exactly this action
    expected_checks: tuple[Check, ...]  # the checks of an expected action: all but those about order
    checks: tuple[Check, ...]
    use: Callable[..., Any] | None  # None where nothing of the turn is used, or `do` uses it
    do: Callable[..., Moved]


class Rules(Struct, frozen=True, kw_only=True):
    """The slots that every game fills; a game adds its own. A comment names the arguments and the result."""

    start: Callable[..., Moved]  # rules, setup, known -> state, effects
    setup_checks: tuple[Check, ...] = ()  # checks of the set-up, which is line 0: rules, state, setup -> Broken
    checks: Mapping[type, tuple[Check, ...]]  # by kind of action; those under the key Action test every action
    # by kind of action: a predicate (rules, state, action -> whether the table waits for exactly this action), and the
    # checks that then find nothing
    expected_actions: Mapping[type, tuple[Callable[..., bool], frozenset[Check]]] = {}
    plans: Mapping[type, ActionPlan] = {}  # by kind of action; derived by `agree`, never set by a game
    deeds: Mapping[type, Deed]
    catch_up: Callable[..., Moved] = nothing_moves  # rules, state, action -> the state that the action shows, effects
    follow: Mapping[str, Callable[..., Moved | None]] = {}  # by phase: rules, state -> state, effects; None at the end
    offers: Mapping[str, tuple[Callable[..., Iterable[Offer]], ...]]  # by phase: rules, state -> offers
    forecast: Callable[..., tuple[ScoreLine, ...]] = no_score_lines  # rules, state -> score lines if the game ended now
    after_gap: Callable[..., Any] = nothing_used  # rules, state, fact -> the state with what may have changed unknown
    # rules, state -> by name: how many pieces there are, and how many there must be
    piece_counts: Callable[..., Mapping[str, tuple[Number, int]]] = nothing_counted
    unknown_progress: Callable[..., str] = always_sure  # rules, state -> the fact that tells how far a turn is; or ""
    to_act: Callable[..., tuple[Seat, ...]]  # rules, state -> the seats the table waits for
    sides: Callable[..., tuple[tuple[Seat, ...], ...]] = each_alone  # rules, setup -> the seats of each side
    observables: Mapping[str, Any]
    covered_clauses: Mapping[str, frozenset[str]] = {}  # clause -> clauses whose effects may be announced under it
    blame: Mapping[str, Callable[..., str]] = {}  # clause -> (rules, state, effect, done -> the clause to cite)
    # kind of action -> the phases it belongs to; an unlawful action of another phase moves nothing, unless later lines
    # show that it did
    phases: Mapping[type, frozenset[str]] = {}
    out_of_place: Callable[..., bool] | None = None  # rules, state, action -> whether another phase; None: by `phases`
    moves_out_of_phase: frozenset[type] = frozenset()  # kinds that move pieces in any phase, unless later lines deny it
    # kind of action -> (rules, state, action -> the actions it can mean there); a line with two meanings is refused
    meanings: Mapping[type, Callable[..., tuple[Action, ...]]] = {}
    setup_actions: frozenset[type] = frozenset()  # kinds that record the set-up: no turn had begun before them
    # clause -> clauses: if the table omitted an effect of one of these, it omitted what this clause asks for with it,
    # and that is one mistake
    omitted_with: Mapping[str, frozenset[str]] = {}
    counted_with: frozenset[str] = frozenset()  # sources of effects that belong to the effect before them
    scores_late: str = ""  # the clause by which there are no points before the end of the game, where there is one
    # kind of action -> (rules, state, action, line -> the action it is judged as: with what a later line shows of it
    # that was not seen, or under the name that this table has for it)
    judged_as: Mapping[type, Callable[..., Action]] = {}
    reverted_clauses: frozenset[str] = frozenset()  # wrong values of these clauses' effects are put right at once
    made_good_by: Callable[..., Action | None] | None = None  # omitted effect, amount -> the action that makes it good
    optional_deeds: tuple[str, ...] = ()  # deeds that only some variants bring
    catalogue: Any = None


def as_judged(rules: Rules, state: Any, action: Action, line: int) -> Action:
    """The action that a recorded one is judged as."""
    known = rules.judged_as.get(type(action))
    return action if known is None else known(rules, state, action, line)
