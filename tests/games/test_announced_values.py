"""Values announced of a line: a true one is never a finding, one that is off by one is exactly one mistake."""

import os
from collections import Counter
from copy import copy
from random import Random

import pytest
from msgspec import Struct

from domain.announcements import in_doubt, may_be_chosen, partial_sums
from domain.clauses import GR_SEEN
from domain.games import GAMES
from domain.numbers import exact
from domain.observables import Look
from domain.rules import BROKEN, CONTRADICTION
from domain.sessions.lines import Played, Seen
from domain.sessions.timeline import Fold
from replays.simulate import a_setup, simulate
from tests.agreeing import can_be_agreed, needed, sizes

SAMPLE, ALL = 400, 20_000  # announcements of each game: in the default suite, and behind the marker
UNTOUCHED = 2  # observables of each line that it left alone, drawn at random
OF_THE_LINE, OF_THE_NEXT, OF_THE_ONE_BEFORE = "the line", "the line after", "the line before"


class Announced(Struct, frozen=True):
    """What is said, of which line, and whether it is true. `clauses` are those a wrong one may cite; none: any."""

    kind: str
    look: Look
    is_true: bool
    clauses: frozenset[str] = frozenset()
    of: str = OF_THE_LINE


def tables(game) -> list[tuple[str, ...]]:
    """The printed game, and each variant with what it needs."""
    chosen = [needed(game, row) for row in game.variants]
    return [(), *(variants for variants in chosen if can_be_agreed(game, variants))]


def played_game(game, number: int):
    """A lawful game at random, only its actions: the table and its lines."""
    rng = Random(f"announced {game.id} {number}")
    choices = tables(game)
    variants = choices[number % len(choices)]
    setup = a_setup(game, rng.choice(sizes(game, variants)), variants, rng)
    session = simulate(game, setup, rng).session
    return setup, [line for line in session.log if isinstance(line, Played)]


def is_same(effect, at) -> bool:
    return (effect.what, effect.key) == at


def announcements(fold: Fold, place: int, rng: Random):
    """True values of the observables a line touched and of some others, and the same off by one."""
    before, frame = fold.frames[place - 1].step.state, fold.frames[place]
    after, rules = frame.step.state, frame.rules
    everything = [(one.name, key) for one in rules.observables.values() for key in one.keys(after)]
    touched = {(effect.what, effect.key) for effect in frame.step.effects}
    changed = {at for at in everything if change(rules, before, after, at)}
    others = rng.sample(everything, min(UNTOUCHED, len(everything)))
    for at in sorted({*touched, *changed, *others}, key=repr):
        yield from of_one(fold, place, at, rng.choice((-1, 1)))


def change(rules, before, after, at) -> int:
    """By how much a line changed an observable; nothing where that is not known."""
    observable = rules.observables[at[0]]
    if not observable.counts or at[1] not in list(observable.keys(before)):
        return 0
    was, now = exact(observable.get(before, at[1])), exact(observable.get(after, at[1]))
    return 0 if was is None or now is None else now - was


def of_one(fold: Fold, place: int, at, off: int):
    """What can be said of one observable and one line: its value, the sum of its effects, its net change."""
    before, frame = fold.frames[place - 1].step.state, fold.frames[place]
    after, rules, observable = frame.step.state, frame.rules, frame.rules.observables[at[0]]
    effects = [effect for effect in frame.step.effects if is_same(effect, at)]
    now, was = observable.get(after, at[1]), observable.get(before, at[1])
    look = Look(what=at[0], key=at[1], about=frame.line)
    if not observable.counts:
        if observable.lies:
            yield Announced("value", with_amount(look, value=now), True)
        return
    if exact(now) is None or exact(was) is None or any(exact(effect.by) is None for effect in effects):
        return
    now, was, total = exact(now), exact(was), sum(exact(effect.by) for effect in effects)
    clauses = citable(fold, place, at, effects)
    may_differ = in_doubt(rules, after, look) or is_to_come(rules, after, look, now + off)
    right = (total, now - was) if effects else (0, *sums_around(fold, place, at))
    for kind, said in (("value", {"value": now}), ("sum", {"by": total}), ("net", {"by": now - was})):
        if kind == "sum" and not effects:
            continue
        yield Announced(kind, with_amount(look, **said), True)
        wrong = {name: amount + off for name, amount in said.items()}
        if not may_differ and wrong.get("by") not in right and wrong.get("value", 0) >= 0:
            yield Announced(kind, with_amount(look, **wrong), False, clauses)


def is_to_come(rules, state, look: Look, other: int) -> bool:
    """Whether another value may be about the action the table waits for, or show that something else was chosen."""
    observable = rules.observables[look.what]
    shown = observable.shows is not None and observable.shows(state, look.key, other) is not state
    return shown or may_be_chosen(rules, state, look) or observable.awaited(state, look.key)


def sums_around(fold: Fold, place: int, at) -> list[int]:
    """What the lines before and after one did to an observable: the sum of their effects, and the net."""
    earlier = place - 1
    while earlier > 0 and not fold.frames[earlier].step.effects and fold.frames[earlier].entry.action.seat is None:
        earlier -= 1  # a line that only names a step
    places = [other for other in (earlier, place - 1, place + 1) if 0 < other < len(fold.frames)]
    frames = [(fold.frames[other - 1].step.state, fold.frames[other]) for other in places]
    sums = [one for _, frame in frames for one in partial_sums([e for e in frame.step.effects if is_same(e, at)])]
    return [*sums, *(change(frame.rules, before, frame.step.state, at) for before, frame in frames)]


def with_amount(look: Look, **amount) -> Look:
    return Look(what=look.what, key=look.key, about=look.about, **amount)


def citable(fold: Fold, place: int, at, effects) -> frozenset[str]:
    """The clauses of the effects, of earlier ones where the line has none; none where a game tells by the figure."""
    rules = fold.frames[place].rules
    clauses = {effect.clause for effect in effects} | {rules.observables[at[0]].clause} - {""}
    if not effects:
        clauses |= {one.clause for frame in fold.frames for one in frame.step.effects if is_same(one, at)}
    if clauses & rules.blame.keys():
        return frozenset()
    return frozenset(clauses | {GR_SEEN.id} if len(clauses) != 1 or not effects else clauses)


def of_neighbours(fold: Fold, place: int, rng: Random):
    """The sums of a line's effects, said of the line after or before it that belongs to the same moment."""
    for other, of in ((place + 1, OF_THE_NEXT), (place - 1, OF_THE_ONE_BEFORE)):
        if not 0 < other < len(fold.frames):
            continue
        first, second = sorted((place, other))
        if fold.frames[second].entry.action.seat not in (None, fold.frames[first].entry.action.seat):
            continue
        for said in of_effects(fold, place, other, rng.choice((-1, 1))):
            yield Announced(said.kind, said.look, said.is_true, said.clauses, of)


def of_effects(fold: Fold, place: int, other: int, off: int):
    frame, neighbour = fold.frames[place], fold.frames[other]
    rules, before = frame.rules, fold.frames[other - 1].step.state
    for at in sorted({(one.what, one.key) for one in frame.step.effects}, key=repr):
        effects = [one for one in frame.step.effects if is_same(one, at)]
        moved = change(rules, before, neighbour.step.state, at)
        touched = moved or any(is_same(one, at) for one in neighbour.step.effects)
        if touched or not rules.observables[at[0]].counts or any(exact(one.by) is None for one in effects):
            continue
        total, look = sum(exact(one.by) for one in effects), Look(what=at[0], key=at[1], about=neighbour.line)
        may_differ = in_doubt(rules, neighbour.step.state, look) or may_be_chosen(rules, neighbour.step.state, look)
        if not total or may_differ:
            continue
        yield Announced("sum", with_amount(look, by=total), True)
        if total + off not in (0, *sums_around(fold, other, at)):
            beyond = 2 * other - place  # the other neighbour of the line it is said of
            both = 0 < beyond < len(fold.frames) and any(is_same(one, at) for one in fold.frames[beyond].step.effects)
            clauses = frozenset() if both else citable(fold, place, at, effects)
            yield Announced("sum", with_amount(look, by=total + off), False, clauses)


def found_in(fold: Fold) -> list:
    return [finding for frame in fold.frames for finding in frame.step.findings]


def judged(fold: Fold, look: Look) -> list:
    """What is found by a look that is written after the last line of a fold; the fold stays as it was."""
    other = copy(fold)
    other.log, other.moved = list(fold.log), dict(fold.moved)
    other.grow(Seen(look=look))
    return [finding for finding in found_in(other) if finding.told_by == len(other.log)]


def wrongly_judged(said: Announced, found: list) -> str:
    """What is wrong about the findings of one announcement, or nothing."""
    if said.is_true:
        return "" if not found else "a true value is a finding"
    if not found:
        return "a wrong value is not found"
    if len(found) > 1:
        return "more than one finding"
    if said.kind != "value" and found[0].verdict not in (BROKEN, CONTRADICTION):
        return "a wrong value is undetermined"
    return "" if not said.clauses or found[0].clause in said.clauses else f"cites {found[0].clause}"


def walk(game, wanted: int):
    """Announcements about every line of simulated games, until there are so many: how many, and what went wrong."""
    counted, failures, examples, number = Counter(), Counter(), {}, 0
    often = 1.0 if wanted >= ALL else 0.1
    while sum(counted.values()) < wanted:
        rng = Random(f"said {game.id} {number}")
        setup, log = played_game(game, number)
        fold = Fold(setup, [])
        for line, played in enumerate(log, 1):
            fold.grow(played)
            assert not found_in(fold), (game.id, number, line, found_in(fold))
            said = [*announcements(fold, line, rng), *(of_neighbours(fold, line - 1, rng) if line > 1 else ())]
            for one in said:
                if rng.random() > often:
                    continue
                counted[one.of, one.kind, one.is_true] += 1
                if wrong := wrongly_judged(one, judged(fold, one.look)):
                    at = (type(played.action).__name__, one.of, one.kind, one.look.what, wrong)
                    failures[at] += 1
                    examples.setdefault(at, (number, setup.variants, line, one.look))
        number += 1
    return counted, failures, examples


def report(game, counted, failures, examples) -> str:
    rows = [f"{game.id}: {sum(counted.values())} announcements, {sum(failures.values())} judged wrongly"]
    rows += [f"  {count} {at}" for at, count in sorted(counted.items())]
    rows += [f"  wrong: {count} {at}: {examples[at]}" for at, count in failures.most_common(40)]
    return "\n".join(rows)


def check(game, wanted: int) -> None:
    outcome = walk(game, wanted)
    print(report(game, *outcome))

    assert not outcome[1], report(game, *outcome)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_true_values_are_never_a_finding_and_wrong_ones_are_one_mistake(game):
    check(game, int(os.environ.get("ANNOUNCED", SAMPLE)))


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_twenty_thousand_values_of_every_game(game):
    check(game, ALL)
