"""Values announced of a line: a true one is never a finding, one that is off by one is exactly one mistake."""

import os
from collections import Counter
from copy import copy
from random import Random

import pytest
from msgspec import Struct

from domain.clauses import GR_SEEN
from domain.games import GAMES
from domain.numbers import exact
from domain.observables import Look
from domain.rules import BROKEN, CONTRADICTION
from domain.sessions.lines import Played, Seen
from domain.sessions.timeline import Fold
from replays.simulate import a_setup, simulate
from tests.agreeing import can_be_agreed, needed, sizes

SAMPLE, ALL = 400, 20_000  # statements of each game: in the default suite, and behind the marker
UNTOUCHED = 2  # observables of each line that it left alone, drawn at random


class Statement(Struct, frozen=True):
    """What is said of a line, and whether it is true. `clauses` are those a wrong one may cite."""

    kind: str
    look: Look
    is_true: bool
    clauses: frozenset[str] = frozenset()


def tables(game) -> list[tuple[str, ...]]:
    """The printed game, and each variant with what it needs."""
    chosen = [needed(game, row) for row in game.variants]
    return [(), *(variants for variants in chosen if can_be_agreed(game, variants))]


def played_game(game, number: int):
    """A lawful game at random, only its actions: the table and its lines."""
    rng = Random(f"statements {game.id} {number}")
    choices = tables(game)
    variants = choices[number % len(choices)]
    setup = a_setup(game, rng.choice(sizes(game, variants)), variants, rng)
    session = simulate(game, setup, rng).session
    return setup, [line for line in session.log if isinstance(line, Played)]


def statements(fold: Fold, place: int, about: int, rng: Random):
    """True values of the observables a frame touched and of some others, and the same off by one."""
    before, frame = fold.frames[place - 1].step.state, fold.frames[place]
    after, rules = frame.step.state, frame.rules
    touched = {(effect.what, effect.key) for effect in frame.step.effects}
    everything = [(one.name, key) for one in rules.observables.values() for key in one.keys(after)]
    changed = {at for at in everything if _moved(rules, before, after, at)}
    others = rng.sample(everything, min(UNTOUCHED, len(everything)))
    for what, key in sorted({*touched, *changed, *others}, key=repr):
        observable = rules.observables[what]
        effects = [effect for effect in frame.step.effects if (effect.what, effect.key) == (what, key)]
        now, was = observable.get(after, key), observable.get(before, key)
        if not observable.counts:
            if observable.lies:
                yield Statement("value", Look(what=what, key=key, value=now, about=about), True)
            continue
        if exact(now) is None or exact(was) is None or any(exact(effect.by) is None for effect in effects):
            continue
        now, was, total = exact(now), exact(was), sum(exact(effect.by) for effect in effects)
        clauses = frozenset(clause for effect in effects for clause in _citable(rules, after, effect))
        clauses |= {observable.clause} - {""}
        if len({effect.clause for effect in effects}) != 1:
            clauses |= {GR_SEEN.id}
        off = rng.choice((-1, 1))
        for kind, said in (("value", {"value": now}), ("sum", {"by": total}), ("net", {"by": now - was})):
            if kind == "sum" and not effects:
                continue
            yield Statement(kind, Look(what=what, key=key, about=about, **said), True)
            wrong = {name: amount + off for name, amount in said.items()}
            also_true = wrong.get("by") in (total, now - was) and effects
            if not also_true and wrong.get("value", 0) >= 0:
                yield Statement(kind, Look(what=what, key=key, about=about, **wrong), False, clauses)


def _moved(rules, before, after, at) -> bool:
    observable = rules.observables[at[0]]
    if not observable.counts or at[1] not in list(observable.keys(before)):
        return False
    was, now = exact(observable.get(before, at[1])), exact(observable.get(after, at[1]))
    return was is not None and now is not None and was != now


def _citable(rules, state, effect) -> set[str]:
    """The clause of an effect, and those its game names instead for a wrong figure."""
    blame = rules.blame.get(effect.clause)
    if blame is None:
        return {effect.clause}
    return {effect.clause, *(blame(rules, state, effect, effect.by + off) for off in (-1, 1))}


def found_in(fold: Fold) -> list:
    return [finding for frame in fold.frames for finding in frame.step.findings]


def judged(fold: Fold, look: Look) -> list:
    """What is found once a look is written after the last line of a fold; the fold stays as it was."""
    other = copy(fold)
    other.log = list(fold.log)
    other.grow(Seen(look=look))
    return found_in(other)


def wrongly_judged(statement: Statement, found: list) -> str:
    """What is wrong about the findings of one statement, or nothing."""
    if statement.is_true:
        return "" if not found else "a true value is a finding"
    if not found:
        return "a wrong value is not found"
    if len(found) > 1:
        return "more than one finding"
    if found[0].verdict not in (BROKEN, CONTRADICTION):
        return "a wrong value is undetermined"
    return "" if found[0].clause in statement.clauses else f"cites {found[0].clause}"


def walk(game, wanted: int, start: int = 0):
    """Statements about every line of simulated games, until there are so many: how many, and what went wrong."""
    counted, failures, examples, number = Counter(), Counter(), {}, start
    while sum(counted.values()) < wanted:
        rng = Random(f"said {game.id} {number}")
        setup, log = played_game(game, number)
        number += 1
        fold = Fold(setup, [])
        for line, played in enumerate(log, 1):
            fold.grow(played)
            assert not found_in(fold), (game.id, number - 1, line, found_in(fold))
            for statement in statements(fold, line, line, rng):
                if wanted < ALL and rng.random() > 0.1:
                    continue
                counted[statement.kind, statement.is_true] += 1
                wrong = wrongly_judged(statement, judged(fold, statement.look))
                if wrong:
                    at = (type(played.action).__name__, statement.kind, statement.look.what, wrong)
                    failures[at] += 1
                    examples.setdefault(at, (number - 1, setup.variants, line, statement.look))
    return counted, failures, examples


def report(game, counted, failures, examples) -> str:
    rows = [f"{game.id}: {sum(counted.values())} statements, {sum(failures.values())} judged wrongly"]
    rows += [f"  {count} {at}: {examples[at]}" for at, count in failures.most_common(40)]
    return "\n".join(rows)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_true_values_are_never_a_finding_and_wrong_ones_are_one_mistake(game):
    wanted = int(os.environ.get("STATEMENTS", SAMPLE))
    counted, failures, examples = walk(game, wanted)
    print(report(game, counted, failures, examples))

    assert not failures, report(game, counted, failures, examples)
