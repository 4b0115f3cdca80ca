"""Compares the offers of a moment with all actions of a bounded domain, judged by the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

from msgspec import Struct

from domain.fold import fold, judge, masked, options
from domain.games.game import Game
from domain.observables import position
from domain.rules import UNDETERMINED, Action, Offer, OneOf, Rules, replace
from replays.simulation.random_play import fill_randomly

LIMIT = 400  # actions of a kind and a seat; from larger domains this number is drawn at random
FILLS = 12  # random actions tried of each offer

Values = Sequence | Callable[[Rules, Any, Random], Sequence]


class Domain(Struct, frozen=True, kw_only=True):
    """The values of the fields of each kind of action; a field that is not listed keeps its default.

    `reports` are kinds that report what lies on the table or has happened, and move nothing themselves.
    """

    fields: Mapping[type[Action], Mapping[str, Values]]
    reports: frozenset[type[Action]] = frozenset()
    excused: Callable[[Rules, Any, Action], str] = lambda rules, state, action: ""  # why it need not be offered


class Difference(Struct, frozen=True):
    """An action on which the offers and the checks disagree."""

    action: Action
    why: str  # hidden: lawful and not offered; unlawful: offered and broken


def compared(
    game: Game, domain: Domain, rules: Rules, state: Any, players: int, rng: Random
) -> tuple[int, list[Difference]]:
    """The number of compared actions, and those on which the offers and the checks differ."""
    offers = list(options(rules, state))
    state = replace(state, line=state.line + 1)
    found, seen = [], 0
    for action in every_action(game, domain, rules, state, players, offers, rng):
        seen += 1
        findings = judge(rules, state, action)
        broken = [one.clause for one in findings if one.verdict != UNDETERMINED]
        if any(offer.holds(action) for offer in offers):
            found += [Difference(action, f"unlawful {broken}")] if broken else []
        elif not findings and not domain.excused(rules, state, action) and is_hidden(rules, state, action, offers):
            found.append(Difference(action, "hidden"))
    return seen, found


def is_hidden(rules: Rules, state: Any, action: Action, offers: list[Offer]) -> bool:
    """Whether a lawful action is possible now, and no offered action has the same result."""
    return is_possible_now(rules, state, action) and not is_another_word(rules, state, action, offers)


def is_possible_now(rules: Rules, state: Any, action: Action) -> bool:
    """Whether the table waits for this seat, and nothing unrecorded would have to happen before."""
    if action.seat is not None and action.seat not in rules.to_act(rules, state):
        return False
    met, effects = rules.catch_up(rules, state, action)
    return met is state and not effects


def is_another_word(rules: Rules, state: Any, action: Action, offers: list[Offer]) -> bool:
    """Whether an action changes nothing, or has exactly the result of an offered one."""
    after = table(rules, done(rules, state, action))
    if after == table(rules, state):
        return True
    alike = [one for offer in offers for one in near(offer, action)]
    return any(table(rules, done(rules, state, one)) == after for one in alike)


def done(rules: Rules, state: Any, action: Action) -> Any:
    """The table after an action."""
    return fold(rules, state, action, state.line).state


def near(offer: Offer, action: Action) -> Iterator[Action]:
    """Offered actions that may equal this one: with its own values where offered, else with each listed value."""
    if type(action) is not type(offer.example):
        yield from () if offer.open or offer.example.seat != action.seat else (offer.example,)
        return
    values = []
    for name, field in offer.open.items():
        own = getattr(action, name)
        values.append((own,) if field.holds(own) else field.values if isinstance(field, OneOf) else ())
    for chosen in product(*values):
        yield replace(offer.example, **dict(zip(offer.open, chosen, strict=True)))


def table(rules: Rules, state: Any) -> str:
    """The visible table and what it waits for, as text."""
    lying = {name for name, observable in rules.observables.items() if observable.on_table}
    values = {key: value for key, value in position(rules, state).items() if key[0] in lying}
    return repr(
        (state.phase, rules.to_act(rules, state), sorted((repr(key), repr(one)) for key, one in values.items()))
    )


def every_action(
    game: Game, domain: Domain, rules: Rules, state: Any, players: int, offers: list[Offer], rng: Random
) -> Iterator[Action]:
    """All actions of the domain, a random sample where they are too many, and actions near the offers."""
    for kind in game.actions:
        if kind in domain.reports:
            continue
        fields = {name: valued(values, rules, state, rng) for name, values in domain.fields.get(kind, {}).items()}
        for seat in range(players) if kind.SEATED else (None,):
            for action in combined(kind, seat, fields, rng):
                if masked(action, None) == action:
                    yield action
    for offer in offers:
        yield from around(domain, rules, state, offer, rng)


def around(domain: Domain, rules: Rules, state: Any, offer: Offer, rng: Random) -> Iterator[Action]:
    """Random actions of an offer, and actions that differ from them in one field."""
    for number in range(FILLS if offer.open else 1):
        action = fill_randomly(offer, rng)
        yield action
        for name, values in domain.fields.get(type(action), {}).items():
            every = valued(values, rules, state, rng)
            for value in every if not number and len(every) <= LIMIT else (rng.choice(every),):
                changed = replace(action, **{name: value})
                if masked(changed, None) == changed:
                    yield changed


def valued(values: Values, rules: Rules, state: Any, rng: Random) -> Sequence:
    """The values of a field at a moment."""
    return values(rules, state, rng) if callable(values) else values


def combined(kind: type[Action], seat: int | None, fields: Mapping[str, Sequence], rng: Random) -> Iterable[Action]:
    """Every combination of values, or some of them."""
    if prod(map(len, fields.values())) <= LIMIT:
        for values in product(*fields.values()):
            yield kind(seat=seat, **dict(zip(fields, values, strict=True)))
        return
    for _ in range(LIMIT):
        yield kind(seat=seat, **{name: rng.choice(values) for name, values in fields.items()})
