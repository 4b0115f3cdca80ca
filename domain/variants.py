"""Variants and questions: agreed changes of the rules as rows of data, and the rules that result from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import FunctionType
from typing import Any

from msgspec import Struct

from domain.rules import Action, ActionPlan, Check, RefusedAction, Rules, never_expected, nothing_used, replace

PRINTED, AUTHOR, FAN = "printed", "author", "fan"  # in the box; published by its author apart from it; made by players


class Variant(Struct, frozen=True, kw_only=True):
    """A row of data that sets slots, adds to list slots and lifts clauses. A reading of a question is one too."""

    id: str
    sets: Mapping[str, Any] = {}
    adds: Mapping[str, Any] = {}
    lifts: frozenset[str] = frozenset()
    keeps: frozenset[str] = frozenset()  # clauses that hold although another row lifts them
    over: frozenset[str] = frozenset()  # rows whose values this row replaces
    kind: str = ""  # the sort of row, for readings that decide between sorts
    settles: Mapping[str, tuple[str, ...]] = {}  # by slot or "*": the sorts of rows in the order in which they count
    needs: frozenset[str] = frozenset()
    needs_one: frozenset[str] = frozenset()  # at least one of these
    wants: Mapping[str, Any] = {}  # slots that must have this value in the end
    bars: Mapping[str, str] = {}  # rows it cannot be played with, and the key of the reason
    warns: frozenset[str] = frozenset()
    seats: frozenset[int] = frozenset()
    brings: frozenset[str] = frozenset()  # further clauses that hold with it, besides its own and those its checks cite
    follows: str = ""  # which rulebook text a reading follows
    origin: str = PRINTED  # where it was published
    by: str = ""  # who made it, where that is not the author of the game
    why: str = ""  # key of the reason why no record can show this reading, if so


class Question(Struct, frozen=True, kw_only=True):
    """An ambiguity of a rulebook; the first reading is the default of new tables."""

    id: str
    clause: str
    readings: tuple[Variant, ...]

    @property
    def default(self) -> str:
        """The name of the reading that a new table has unless it says otherwise."""
        return self.readings[0].id.partition("=")[2]

    def reading(self, name: str) -> Variant:
        """The reading of that name."""
        for reading in self.readings:
            if reading.id == f"{self.id}={name}":
                return reading
        raise UnknownChoice(f"{self.id}={name}")


class UnknownChoice(Exception):
    """A variant, question or reading that this game does not have."""


class VariantConflict(Exception):
    """Two rows set one slot to different values, or a row lacks what it needs."""

    def __init__(self, one: str, other: str, slot: str):
        super().__init__(f"{one} and {other} disagree on {slot}")
        self.one, self.other, self.slot = one, other, slot


class SetupWarning(Struct, frozen=True):
    """A warning about a set-up: variants that fit badly, a number of seats they are not for, or an assumption."""

    one: str
    other: str
    says: str = "unwise"  # key of the heading that says it


def agree(base: Rules, chosen: Iterable[Variant]) -> Rules:
    """The rules of a table that chose these rows, in any order."""
    rows = sorted(chosen, key=lambda row: row.id)
    _all_needs_are_met(rows)
    setters = _setters(rows)
    rules = replace(base, **{slot: row.sets[slot] for slot, row in setters.items()})
    _all_wants_are_met(rules, rows, setters)
    for row in rows:
        rules = replace(rules, **{slot: _joined(getattr(rules, slot), more) for slot, more in row.adds.items()})
    return replace(rules, **_in_clause_order(rules, lifted(rows)))


def lifted(chosen: Iterable[Variant]) -> frozenset[str]:
    """The clauses that do not hold with these rows."""
    rows = tuple(chosen)
    lifts, kept = (frozenset().union(*(getattr(row, name) for row in rows)) for name in ("lifts", "keeps"))
    return lifts - kept


def warnings(chosen: Iterable[Variant], seats: int) -> tuple[SetupWarning, ...]:
    """Warnings about a choice. A row that another one replaces or needs is not warned about for its number of seats."""
    rows = {row.id: row for row in chosen}
    pairs = [(row.id, other) for row in rows.values() for other in sorted(row.warns) if other in rows]
    unwise = [SetupWarning(*pair) for pair in pairs if pair[::-1] not in pairs or pair[0] < pair[1]]  # said once
    under = frozenset().union(*(row.needs for row in rows.values()))
    wrong = [row for row in rows.values() if row.seats and seats not in row.seats and row.id not in under]
    wrong = [row for row in wrong if not any(_replaces(other, row) for other in rows.values())]
    return (*unwise, *(SetupWarning(row.id, str(seats), "crowded") for row in wrong))


def _replaces(row: Variant, other: Variant) -> bool:
    """Whether this row replaces everything that another row sets."""
    return other.id in row.over and row.sets.keys() >= other.sets.keys()


def _all_needs_are_met(rows: list[Variant]) -> None:
    here = {row.id for row in rows}
    for row in rows:
        for missing in sorted(row.needs - here):
            raise VariantConflict(row.id, missing, "needs")
        if row.needs_one and not row.needs_one & here:
            raise VariantConflict(row.id, " | ".join(sorted(row.needs_one)), "needs")
        for other in sorted(here & set(row.bars)):
            raise VariantConflict(row.id, other, row.bars[other])


def _all_wants_are_met(rules: Rules, rows: list[Variant], setters: Mapping[str, Variant]) -> None:
    for row in rows:
        for slot, value in row.wants.items():
            if getattr(rules, slot) != value:
                raise VariantConflict(row.id, setters[slot].id if slot in setters else "base", slot)


def _setters(rows: list[Variant]) -> dict[str, Variant]:
    """The row that sets each slot. Equal values agree; otherwise a row is over the other, or a reading decides."""
    setters: dict[str, Variant] = {}
    settled = {slot: kinds for row in rows for slot, kinds in row.settles.items()}
    for row in rows:
        for slot, value in row.sets.items():
            rival = setters.get(slot)
            if rival is None or rival.id in row.over:
                setters[slot] = row
            elif row.id not in rival.over and rival.sets[slot] != value:
                setters[slot] = _stronger(rival, row, slot, settled.get(slot, settled.get("*", ())))
    return setters


def _stronger(rival: Variant, row: Variant, slot: str, kinds: tuple[str, ...]) -> Variant:
    """The row whose sort comes first among the sorts that a reading names."""
    if rival.kind == row.kind or rival.kind not in kinds or row.kind not in kinds:
        raise VariantConflict(rival.id, row.id, slot)
    return min(rival, row, key=lambda variant: kinds.index(variant.kind))


def _joined(old: Any, more: Any) -> Any:
    """A list slot with what a row adds; a mapping of lists is joined key by key. Other slots cannot be added to."""
    if isinstance(old, Mapping):
        return {**old, **{key: _joined(old.get(key, ()), value) for key, value in more.items()}}
    if isinstance(old, frozenset):
        return old | frozenset(more)
    if not isinstance(old, tuple):
        raise TypeError(f"not a list slot: {old!r}")
    return (*old, *(item for item in more if item not in old))


def _in_clause_order(rules: Rules, lifted: frozenset[str]) -> dict[str, Any]:
    """The checks without lifted clauses, sorted by clause, those of every action under each kind; and the plans."""

    def ordered(checks: Iterable[Any]) -> tuple[Check, ...]:
        return tuple(sorted((c for c in checks if c.clause.id not in lifted), key=lambda c: c.clause.order))

    everywhere = rules.checks.get(Action, ())
    spread = {
        kind: ordered((*checks, *(() if kind is RefusedAction else everywhere)))
        for kind, checks in rules.checks.items()
        if kind is not Action
    }
    plans = {}
    for kind, checks in spread.items():
        is_expected, moot = rules.expected_actions.get(kind, (never_expected, frozenset()))
        use, do = rules.deeds[kind].use, rules.deeds[kind].do
        plans[kind] = ActionPlan(
            _for(kind, is_expected),
            tuple(_for(kind, check) for check in checks if check not in moot),
            tuple(_for(kind, check) for check in checks),
            None if rules.deeds[kind].do_uses_turn or use is nothing_used else _for(kind, use),
            _for(kind, do),
        )
    return {"checks": spread, "plans": plans, "setup_checks": ordered(rules.setup_checks)}


@cache
def _for(kind: type, function: Callable[..., Any]) -> Callable[..., Any]:
    """A copy of a function for one kind of action: the interpreter runs code faster that meets one type only."""
    if not isinstance(function, FunctionType):
        return function
    code, closure = function.__code__.replace(), function.__closure__
    own = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    own.__kwdefaults__ = function.__kwdefaults__
    own.__dict__.update(function.__dict__)
    return own
