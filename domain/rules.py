"""The core types: what an action, a finding, an effect and the rules of a game are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from msgspec import Struct, field, structs

from domain.known import Key, Known
from domain.numbers import Number

replace = structs.replace

Seat = int
Facts = dict[str, Any]
Check = Callable[..., "Broken | None"]

POINTS = "points"  # the observable every game keeps its sides' scores in
TABLE: Seat = -1  # whose a finding is when all did it together

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
    """What a check found: the facts, whose it is, and whether it could have been at all."""

    facts: Facts
    seat: Seat | None = None
    verdict: str = BROKEN
    root: int | None = None


def broken(seat: Seat | None = None, root: int | None = None, **facts: Any) -> Broken:
    """A table can do this, and the rules forbid it."""
    return Broken(facts, seat, BROKEN, root)


def impossible(seat: Seat | None = None, **facts: Any) -> Broken:
    """This cannot have been."""
    return Broken(facts, seat, CONTRADICTION)


class Finding(Struct, frozen=True, gc=False):
    """What the audit says about a line. `check` names the sentence, `told_by` the line that let us know."""

    clause: str
    check: str
    seat: Seat | None
    verdict: str
    facts: Facts
    line: int
    told_by: int
    root: int


class Effect(Struct, frozen=True, gc=False):
    """A change the rules made: of which observable, by how much, and why.

    `by` is what was done, `due` what the rules give. An effect that `sets` makes whatever came before it irrelevant.
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
    """One summand of a score line, and what on the table made it."""

    name: str
    count: Number
    each: Number
    of: tuple[str, ...] = ()


class ScoreLine(Effect, frozen=True, kw_only=True, gc=False):
    """An effect on a side's points, item by item."""

    items: tuple[Item, ...] = ()


class Result(Struct, frozen=True, gc=False):
    """Who came where: sides that tie share a place; the clause says what decided."""

    places: tuple[tuple[int, ...], ...]
    clause: str
    facts: Facts = {}


class Table(Struct, frozen=True, kw_only=True, gc=False):
    """What every game's state begins with. What changes most often comes first, here and there: it is found sooner."""

    line: int = 0
    phase: str = ""
    turn: int = 1
    round: int = 1
    scores: tuple[Number, ...] = ()
    known: Known = field(default_factory=Known)
    result: Result | None = None


class Step(Struct, frozen=True, gc=False):
    """One line folded: the table after it, what was found, what the rules did."""

    state: Any
    findings: tuple[Finding, ...] = ()
    effects: tuple[Effect, ...] = ()


class Deed(Struct, frozen=True, gc=False):
    """What an action uses of the turn, and what it moves. A voided action is used and not done."""

    use: Callable
    do: Callable
    at_once: bool = False  # doing it uses the turn, too: one change of the table instead of two


def nothing_used(rules: Any, state: Any, action: Action) -> Any:
    """The use of a deed that takes nothing of the turn."""
    return state


def nothing_moves(rules: Any, state: Any, action: Action) -> tuple[Any, tuple[Effect, ...]]:
    """A deed that moves nothing."""
    return state, ()


class OneOf(Struct, frozen=True, gc=False):
    """An open field: one of these values, out of all a table could name."""

    values: tuple
    among: tuple = ()

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
    """An open field: so many in all, or any number from `least` on, at most so many of each kind.

    Its values are pairs of a kind and how many of it.
    """

    total: int
    most: Mapping[str, int]
    least: int | None = None

    def holds(self, value: Any) -> bool:
        """Whether a value can be chosen: each kind named once, in any order."""
        given = sum(count for _, count in value)
        least = self.total if self.least is None else self.least
        fits = all(0 < count <= self.most.get(kind, 0) for kind, count in value)
        return fits and least <= given <= self.total and len({kind for kind, _ in value}) == len(value)


class Drawn(Struct, frozen=True, gc=False):
    """An open field of chance: so many pieces come one by one, of each at most as many as are left.

    `put` makes the field's value of the pieces in the order of their places, `taken` gives the pieces of a value back.
    `each` lists the pieces that can come to each place, where that differs.
    """

    count: int
    most: Mapping[Any, int]
    put: Callable[[tuple], Any] = tuple
    taken: Callable[[Any], tuple] = tuple
    each: tuple[tuple, ...] = ()

    def holds(self, value: Any) -> bool:
        """Whether these pieces can come."""
        pieces = self.taken(value)
        if len(pieces) != self.count or self.put(pieces) != value:
            return False
        if any(pieces.count(piece) > self.most.get(piece, 0) for piece in pieces):
            return False
        return not self.each or all(piece in there for piece, there in zip(pieces, self.each, strict=True))

    def sample(self, rng: Random) -> Any:
        """Pieces at random, each as likely as it has copies left; where places differ, tried until all are filled."""
        if not self.each:
            bag = [piece for piece, copies in self.most.items() for _ in range(copies)]
            return self.put(tuple(rng.sample(bag, self.count)))
        for _ in range(1000):
            pieces: tuple = ()
            for there in self.each:
                fits = [piece for piece in there if pieces.count(piece) < self.most.get(piece, 0)]
                pieces += (rng.choice(fits),) if fits else ()
            if len(pieces) == self.count:
                return self.put(pieces)
        raise ValueError("no draw fills these places")


Open = OneOf | Between | Split | Drawn


def _within(field: Open | None, other: Open | None) -> bool:
    """Whether one open field has no value that another lacks; one that is not open has only its example's."""
    if field is None or field == other:
        return True
    if isinstance(field, OneOf):
        return other is not None and all(map(other.holds, field.values))
    return isinstance(field, Between) and other is not None and other.holds(field.least) and other.holds(field.most)


class Offer(Struct, frozen=True, gc=False):
    """An action to choose: an example, and the fields of it that are open, each independent of the others.

    A game offers candidates; the kernel asks the checks and keeps what is lawful.
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
    """Everybody is a side."""
    return tuple((seat,) for seat in range(len(setup.seats)))


def no_score_lines(rules: Any, state: Any) -> tuple[ScoreLine, ...]:
    """The forecast of a game that scores nothing at its end."""
    return ()


def nothing_counted(rules: Any, state: Any) -> dict[str, tuple[Number, int]]:
    """The conserved pieces of a game that counts none."""
    return {}


def always_sure(rules: Any, state: Any) -> str:
    """No fact is missing that would show how far a turn has gone."""
    return ""


class Rules(Struct, frozen=True, kw_only=True):
    """The slots every game fills; a game adds its own."""

    start: Callable  # rules, setup, known -> state, effects
    laying: tuple[Check, ...] = ()  # asked of the set-up, as line 0
    checks: Mapping[type, tuple[Check, ...]]  # key Action: asked of every action
    awaited: Mapping[type, tuple[Callable, frozenset[Check]]] = {}  # rules, state, action -> whether the table waits
    #   for just this: then there is nothing to meet, and these checks have nothing to say
    asked: Mapping[type, tuple] = {}  # made by `agree`: whether it is awaited, the checks left then, all of them, the
    #   use of the turn if there is one that stands apart, the deed
    deeds: Mapping[type, Deed]
    catch_up: Callable = nothing_moves  # rules, state, action -> state, effects: the table leads
    follow: Mapping[str, Callable] = {}  # by phase: rules, state -> (state, effects), or nothing more
    offers: Mapping[str, tuple[Callable, ...]]  # by phase: rules, state -> offers
    forecast: Callable = no_score_lines  # rules, state -> score lines as if it ended now
    forget: Callable = nothing_used  # rules, state, fact -> state: what a gap leaves known
    conserved: Callable = nothing_counted  # rules, state -> name -> (how many there are, how many there must be)
    unsure: Callable = always_sure  # rules, state -> the fact that would tell how far a turn has gone, or nothing
    to_act: Callable  # rules, state -> the seats the table waits for
    sides: Callable = each_alone  # rules, setup -> the seats of each side; points belong to sides
    observables: Mapping[str, Any]
    takes_in: Mapping[str, frozenset[str]] = {}  # clause -> others that hold by it: announced by it, theirs are meant
    blame: Mapping[str, Callable] = {}  # effect clause -> rules, state, effect, done -> the clause to cite
    phases: Mapping[type, frozenset[str]] = {}  # deed -> the phases it belongs to; done wrongly in another it moves
    #   nothing, unless later lines show that it did
    meanings: Mapping[
        type, Callable
    ] = {}  # deed -> rules, state, action -> the deeds it can mean there; refused if two
    out_of_place: Callable | None = None  # rules, state, action -> the same, where the phase alone does not tell
    moving: frozenset[type] = frozenset()  # of these: it moves what it does, unless later lines show that it did not
    opening: frozenset[type] = frozenset()  # set-up that is recorded as a line: it shows that no turn had begun
    left_out_with: Mapping[str, frozenset[str]] = {}  # clause -> clauses: where one of these was not carried out at
    #   all, what it asks for was left out with it
    counted_with: frozenset[str] = frozenset()  # sources of effects that belong to the effect before them
    put_right: frozenset[str] = frozenset()  # wrong values of these effects do not stand
    redeems: Callable | None = None  # effect left undone, how much of it -> the deed that makes it good, or nothing
    agreed: tuple[str, ...] = ()  # deeds only some variants bring
    catalogue: Any = None
