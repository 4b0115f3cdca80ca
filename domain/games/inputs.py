"""Inputs: how the values of a line are entered by taps, as a game describes them, without words or pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from domain.rules import Action, Offer, Seat

PICK, PAD, PAINT, CELLS, COUNTS = "pick", "pad", "paint", "cells", "counts"  # the kinds of input there are
UNSEEN = "?"  # how a record writes what was not seen
ANOTHER = "*"  # stands in a condition for every text that its input does not list

Possible = tuple[list[Offer], list[Offer]]  # lines of the step a table is at, and those of other steps
Box = tuple[int, int, int, int]  # left, top, width, height, in units of the input's own drawing


class Candidate(Struct, frozen=True, kw_only=True, gc=False):
    """One value that can be entered: its words in the line, and what it takes out of the stock."""

    text: str
    value: Any = None  # what is named in words; None: the text
    uses: tuple[str, ...] = ()  # what it takes out of the input's stock
    picture: str = ""  # the name of its picture on the game's board
    named: bool = False  # whether its words stand beside its picture
    most: int | None = None  # of a payment: how many there can be of this kind
    at: tuple[int, int] | None = None  # column and row, where the values lie in a grid
    action: Action | None = None  # the line's action with this value, to know which parts of the board it touches


class Palette(Struct, frozen=True, kw_only=True, gc=False):
    """The values of a spot in rows, each row with the code of its label."""

    rows: tuple[tuple[str, tuple[Candidate, ...]], ...]

    @property
    def values(self) -> tuple[Candidate, ...]:
        """All values, row by row."""
        return tuple(value for _, row in self.rows for value in row)


class Spot(Struct, frozen=True, kw_only=True, gc=False):
    """A place for one value. `lead` is written before the value."""

    label: str
    lead: str = ""
    palette: int = 0
    group: str = ""  # the piece or place it belongs to with others: the code of its name
    box: Box | None = None
    needs: tuple[str, ...] = ()  # texts of the spot before it that make this one necessary; none: always
    unseen: str = ""  # written for a value not seen, if this spot differs from the others


class Condition(Struct, frozen=True, kw_only=True, gc=False):
    """An input is shown only if another one has one of these texts; ANOTHER is a place that is not lit."""

    input: str
    among: tuple[str, ...]


class Input(Struct, frozen=True, kw_only=True, gc=False):
    """A value of a line, entered spot by spot.

    `least` spots must be filled; `unseen` is written for a spot that was not seen, None where a record cannot say so.
    An input with conditions is shown if one of them holds. Of COUNTS the total of all values lies between `least` and
    `most`, or is so many times the number of spots filled in another input.
    """

    name: str
    kind: str
    label: str = ""  # the code of its name; without it that of its only spot, or `name`
    form: str = ""  # how the words name a value
    palettes: tuple[Palette, ...] = ()
    spots: tuple[Spot, ...] = ()
    least: int | None = None  # None: all spots
    most: int = 0
    chance: bool = True
    unseen: str | None = UNSEEN
    lead: str = ""
    stock: Mapping[str, int] = {}
    when: tuple[Condition, ...] = ()
    times: tuple[int, str] | None = None
    joins: str = ""  # painted edges are joined to a face: the name of the pieces whose faces they can be
    ground: str = ""  # the picture under the spots
    digits: bool = False  # its values are numbers, entered digit by digit
    usual: str | None = None  # of a choice: the text that is filled until another one is tapped


class LineTemplate(Struct, frozen=True, kw_only=True, gc=False):
    """A line with open values: `write` is its text after the seat, with the names of its inputs in braces.

    `{name#}` is the number of spots filled. `once`: a line of the set-up that is recorded once at most. `secret`: only
    the seat's own device asks for it.
    """

    kind: type[Action]
    seat: Seat | None = None
    write: str
    label: str = ""  # the code of its question; without it the kind of action
    inputs: tuple[Input, ...] = ()
    once: bool = False
    secret: bool = False
    aside: bool = False  # one way to go on among others: it is not opened by itself
    example: Action | None = None  # an action to put values into, to know which parts of the board they touch


class JoinedPart(Struct, frozen=True, kw_only=True):
    """A part of a face on which signs are printed: the code of its name, where it reaches, its sign and how many."""

    label: str
    where: str
    sign: str
    most: int


class Join(Struct, frozen=True, kw_only=True):
    """One way to join painted edges to a face: its text with `{0}`, `{1}` ... for the signs printed on its parts."""

    text: str
    face: str  # the same without any sign
    parts: tuple[JoinedPart, ...] = ()


def nothing_possible(rules: Any, state: Any) -> Possible:
    """No lines for a table without help: its scribe types them."""
    return [], []


class Inputs(Struct, frozen=True, kw_only=True):
    """What a game knows about entering lines by taps."""

    possible: Callable[[Any, Any], Possible] = nothing_possible  # what the pieces allow, judged by no rule
    offered: Mapping[type[Action], Callable[[Any, Any, Offer], LineTemplate | None]] = {}  # for a lawful offer
    gathered: Mapping[type[Action], Callable[[Any, Any, list[Offer]], Iterable[LineTemplate]]] = {}  # for all of a seat
    usual: frozenset[type[Action]] = frozenset()  # kinds whose example is a line of its own: one tap for what is usual
    groups: Mapping[type[Action], str] = {}  # kinds of one step of the turn: the code of its name
    places: frozenset[str] = frozenset()  # fields of actions that are places on the board
    piece: Callable[[Any, Action], str] = lambda state, action: ""  # the picture of what an action puts on the board
    laying: Callable[[Any, Any], Iterable[LineTemplate]] = lambda rules, state: ()  # lines of chance without an offer
    purse: tuple[str, ...] = ()  # observables of a seat that are shown next to its actions
    spent: tuple[str, ...] = ()  # observables of the table that say what a line cost
    met: Callable[[Any], Mapping[str, Mapping[str, int]]] = lambda state: {}  # faces a table has seen, by kind
    joins: Callable[[str, str], tuple[Join, ...]] = lambda pieces, edges: ()  # the faces painted edges can be of
    # kind of missing fact -> the fields of actions that hold it; empty where a line was not recorded at all
    fact_fields: Mapping[str, tuple[str, ...]] = {}


def palette(*rows: tuple[str, Iterable[Candidate]]) -> Palette:
    """A palette out of labelled rows."""
    return Palette(rows=tuple((label, tuple(values)) for label, values in rows))


def depending(name: str, on: str, choices: Mapping[str, tuple[Candidate, ...]], label: str, **more: Any) -> list[Input]:
    """Choices that depend on the text of another input: one input for each set of choices."""
    sets: dict[tuple[Candidate, ...], list[str]] = {}
    for text, values in choices.items():
        sets.setdefault(values, []).append(text)
    return [
        Input(
            name=f"{name} {at}",
            palettes=(Palette(rows=(("", values),)),),
            spots=(Spot(label=label),),
            when=(Condition(input=on, among=tuple(texts)),),
            **{"kind": PICK, "chance": False, "unseen": None, **more},
        )
        for at, (values, texts) in enumerate(sets.items())
    ]


def counted(text: str, **more: Any) -> Candidate:
    """A value that takes one of itself out of the stock."""
    return Candidate(text=text, uses=(text,), **more)
