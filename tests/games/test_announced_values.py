"""Values announced of a line: a true one is never a finding, one that is off by one is exactly one mistake.

Of every line of lawful games, and of every observable the line touched (and two it did not): the value after the line,
the sum of its effects, its net change, each effect with its clause and source. They are about the line itself,
and about the line before or after it where both belong to one moment and that line left the observable alone. True ones
are written right away and some lines later. Wrong ones must be one finding, broken or a contradiction, with the clause
of an effect that touched the observable, or one by which the game explains the wrong number.

Left out, because the record cannot tell: numbers not known exactly, what is in doubt, what a player may choose, and a
wrong number that is right of a neighbouring line.
"""

import os
from collections import Counter
from copy import copy
from random import Random

import pytest
from msgspec import Struct

from domain.clauses import GR_SEEN
from domain.deviations.announcements import in_doubt, may_be_chosen, partial_sums
from domain.deviations.deviation import total_of
from domain.games import GAMES
from domain.numbers import NotKnown, exact
from domain.observables import Observation, blamed, is_other_count
from domain.record.lines import Played, Seen
from domain.rules import BROKEN, CONTRADICTION, POINTS, Effect, replace
from domain.timeline.timeline import Timeline
from replays.simulation.random_play import random_setup, simulate
from tests.variant_combinations import can_be_agreed, needed, sizes

SAMPLE, ALL = 400, 20_000  # announcements of each game: in the default suite, and behind the marker
SHARE = 0.1  # of all that can be announced is judged, so that there are many games and all variants among them
LATER = 3  # lines after which true announcements are written once more
UNTOUCHED = 2  # observables of each line that it left alone, drawn at random
OF_THE_LINE, OF_THE_NEXT, OF_THE_ONE_BEFORE = "the line", "the line after", "the line before"


class Announced(Struct, frozen=True):
    """An announcement, the line it is about, and whether it is true. `clauses` are those a wrong one may cite."""

    kind: str
    look: Observation
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
    setup = random_setup(game, rng.choice(sizes(game, variants)), variants, rng)
    session = simulate(game, setup, rng).session
    return setup, [line for line in session.log if isinstance(line, Played)]


def is_same(effect, at) -> bool:
    return (effect.what, effect.key) == at


def announcements(fold: Timeline, place: int, rng: Random):
    """Announcements about a line and its neighbours: of the observables it touched and of some others."""
    before, frame = fold.frames[place - 1].step.state, fold.frames[place]
    after, rules = frame.step.state, frame.rules
    everything = [(one.name, key) for one in rules.observables.values() for key in one.keys(after)]
    touched = {(effect.what, effect.key) for effect in frame.step.effects}
    changed = {at for at in everything if change(rules, before, after, at)}
    others = rng.sample(everything, min(UNTOUCHED, len(everything)))
    for at in sorted({*touched, *changed, *others}, key=repr):
        yield from of_the_line(fold, place, at, rng.choice((-1, 1)))


def change(rules, before, after, at) -> int:
    """By how much a line changed an observable; nothing where that is not known."""
    observable = rules.observables[at[0]]
    if not observable.counts or at[1] not in list(observable.keys(before)):
        return 0
    was, now = exact(observable.get(before, at[1])), exact(observable.get(after, at[1]))
    return 0 if was is None or now is None else now - was


def of_the_line(fold: Timeline, place: int, at, off: int):
    """Announcements about one observable and one line: its value, its effects, their sum, its net change."""
    before, frame = fold.frames[place - 1].step.state, fold.frames[place]
    after, observable = frame.step.state, frame.rules.observables[at[0]]
    effects = [effect for effect in frame.step.effects if is_same(effect, at)]
    now, was = observable.get(after, at[1]), observable.get(before, at[1])
    look = Observation(what=at[0], key=at[1], about=frame.line)
    if not observable.counts:
        if observable.on_table:
            yield Announced("value", with_amount(look, value=now), True)
        return
    if exact(now) is None or exact(was) is None or any(exact(effect.by) is None for effect in effects):
        return
    now, was, total = exact(now), exact(was), sum(exact(effect.by) for effect in effects)
    right = (total, now - was) if effects else (0, *sums_around(fold, place, at))
    clauses = citable(fold, place, at, effects, off)
    for kind, announced in (("value", {"value": now}), ("sum", {"by": total}), ("net", {"by": now - was})):
        if effects or kind != "sum":
            yield from true_and_wrong(fold, place, kind, with_amount(look, **announced), off, right, clauses)
    yield from of_each_effect(fold, place, look, effects, off)


def of_each_effect(fold: Timeline, place: int, look: Observation, effects, off: int):
    """One effect, named by its clause and source; where several share them, their sum and each of them are right."""
    for name in sorted({(effect.clause, effect.source) for effect in effects}):
        same = [effect for effect in effects if (effect.clause, effect.source) == name]
        about = Observation(
            what=look.what, key=look.key, about=look.about, clause=name[0], source=name[1], by=total_of(same)
        )
        right = [total_of(same), *(exact(effect.by) for effect in same)]
        yield from true_and_wrong(fold, place, "effect", about, off, right, citable(fold, place, None, same, off))


def true_and_wrong(
    fold: Timeline, place: int, kind: str, look: Observation, off: int, right, clauses, of: str = OF_THE_LINE
):
    """A true announcement, and the same off by one where that is surely wrong."""
    yield Announced(kind, look, True, of=of)
    wrong = with_amount(look, value=look.value + off) if look.by is None else with_amount(look, by=look.by + off)
    if is_surely_wrong(fold, place, wrong) and wrong.by not in right:
        yield Announced(kind, wrong, False, clauses, of)


def is_surely_wrong(fold: Timeline, place: int, look: Observation) -> bool:
    """Whether nothing unknown, no choice, no action still to come and no other meaning can make a value right."""
    rules, before, after = fold.rules, fold.frames[place - 1].step.state, fold.frames[place].step.state
    observable = rules.observables[look.what]
    value = look.value if look.by is None else observable.get(before, look.key) + look.by
    if in_doubt(rules, after, look) or may_be_chosen(rules, after, look) or (value < 0 and look.what != POINTS):
        return False
    if is_other_count(rules, before, after, look) or observable.is_pending(after, look.key):
        return False
    if observable.values_ahead is not None and value in observable.values_ahead(rules, after, look.key):
        return False
    try:
        observable.judge_value(after, look.key, value)
    except NotKnown:  # such as how many of the unseen cards of a hand are canals, where special cards are among them
        return False
    return observable.reveal_choice is None or observable.reveal_choice(after, look.key, value) is after


def sums_around(fold: Timeline, place: int, at) -> list[int]:
    """The changes of an observable by the lines before and after: the sum of their effects, and the net change."""
    earlier = place - 1
    while earlier > 0 and not fold.frames[earlier].step.effects and fold.frames[earlier].entry.action.seat is None:
        earlier -= 1  # a line that only names a step
    places = [other for other in (earlier, place - 1, place + 1) if 0 < other < len(fold.frames)]
    frames = [(fold.frames[other - 1].step.state, fold.frames[other]) for other in places]
    sums = [one for _, frame in frames for one in partial_sums([e for e in frame.step.effects if is_same(e, at)])]
    return [*sums, *(change(frame.rules, before, frame.step.state, at) for before, frame in frames)]


def with_amount(look: Observation, value=None, by=None) -> Observation:
    return replace(look, value=value, by=by)


def citable(fold: Timeline, place: int, at, effects, off: int) -> frozenset[str]:
    """The clauses a wrong figure may cite: those of the effects, or of what the figure shows; GR-SEEN if several can.

    Where a line has no effect on an observable, those of earlier effects on it, of effects on the same of other seats,
    and on the same pieces elsewhere; for points also those of the scoring.
    """
    rules, state = fold.frames[place].rules, fold.frames[place].step.state
    clauses = {effect.clause for effect in effects}
    if at is not None:
        clauses |= {rules.observables[at[0]].clause} - {""}
    if at is not None and not effects:
        clauses |= {one.clause for frame in fold.frames for one in frame.step.effects if is_same(one, at)}
        clauses |= scoring_clauses(fold, place) if at[0] == POINTS else set()
        if place > 1:  # what the figure shows of the line before, on the tables of that line
            near = [one for one in fold.frames[place - 1].step.effects if is_same(one, at)]
            clauses |= {blamed(rules, one, it, it.by + off) for it in near for one in tables_of(fold, place - 1)}
        here = fold.frames[place].step.effects
        clauses |= {one.clause for one in here if one.what == at[0] or is_other_end(rules, one, at)}
        now = rules.observables[at[0]].get(state, at[1])
        effects = [Effect(clause=clause, what=at[0], key=at[1], by=now, due=now) for clause in clauses]
        return frozenset({blamed(rules, state, one, now + off) for one in effects} | clauses | {GR_SEEN.id})
    shown = {blamed(rules, one, effect, effect.by + off) for effect in effects for one in tables_of(fold, place)}
    return frozenset(clauses | shown | ({GR_SEEN.id} if len(clauses) != 1 else set()))


def is_other_end(rules, effect, at) -> bool:
    """Whether an effect is about the same pieces where they lie when they do not lie here."""
    return effect.what == rules.observables[at[0]].other_end and {one for one in at[1] if one in effect.key} != set()


def scoring_clauses(fold: Timeline, place: int) -> set[str]:
    """The clauses by which points were given up to a line, or count so far after it, or are none before the end."""
    rules, state = fold.frames[place].rules, fold.frames[place].step.state
    effects = [effect for frame in fold.frames for effect in frame.step.effects if effect.what == POINTS]
    return {effect.clause for effect in (*effects, *rules.forecast(rules, state))} | ({rules.scores_late} - {""})


def tables_of(fold: Timeline, place: int) -> list:
    """The table before a line, after it, and after its action and each automatic step the action sets off."""
    before, frame = fold.frames[place - 1].step.state, fold.frames[place]
    rules, action = frame.rules, frame.entry.action
    state, _ = rules.deeds[type(action)].do(rules, replace(before, line=frame.line), action)
    tables = [before, state, frame.step.state]
    while (follow := rules.follow.get(state.phase)) and (moved := follow(rules, state)):
        state, _ = moved
        tables.append(state)
    return tables


def of_neighbours(fold: Timeline, place: int, rng: Random):
    """The change of an observable by a line, announced about a neighbouring line of the same moment."""
    for other, of in ((place + 1, OF_THE_NEXT), (place - 1, OF_THE_ONE_BEFORE)):
        if not 0 < other < len(fold.frames):
            continue
        first, second = sorted((place, other))
        if fold.frames[second].entry.action.seat in (None, fold.frames[first].entry.action.seat):
            yield from of_effects(fold, place, other, rng.choice((-1, 1)), of)


def of_effects(fold: Timeline, place: int, other: int, off: int, of: str):
    """Sums, and on the line before the value they led to; only where the other line left the observable alone."""
    frame, neighbour = fold.frames[place], fold.frames[other]
    rules, before = frame.rules, fold.frames[other - 1].step.state
    for at in sorted({(one.what, one.key) for one in frame.step.effects}, key=repr):
        effects = [one for one in frame.step.effects if is_same(one, at)]
        touched = change(rules, before, neighbour.step.state, at) or any(is_same(e, at) for e in neighbour.step.effects)
        if touched or not rules.observables[at[0]].counts or any(exact(one.by) is None for one in effects):
            continue
        total, look = total_of(effects), Observation(what=at[0], key=at[1], about=neighbour.line)
        if not total or not is_surely_wrong(fold, other, with_amount(look, by=total)):
            continue
        beyond = 2 * other - place  # the other neighbour of the line it is about
        both = [fold.frames[beyond]] if 0 < beyond < len(fold.frames) else []
        effects += [one for there in both for one in there.step.effects if is_same(one, at)]
        clauses, right = citable(fold, place, at, effects, off), (0, *sums_around(fold, other, at))
        yield from true_and_wrong(fold, other, "sum", with_amount(look, by=total), off, right, clauses, of)
        now = exact(rules.observables[at[0]].get(frame.step.state, at[1]))
        if of == OF_THE_ONE_BEFORE and now is not None:
            yield Announced("value", with_amount(look, value=now), True, of=of)


def found_in(fold: Timeline) -> list:
    return [finding for frame in fold.frames for finding in frame.step.findings]


def judged(fold: Timeline, look: Observation) -> list:
    """The findings of an announcement written after the last line; the fold itself stays unchanged."""
    other = copy(fold)
    other.log, other.moved, other.at, other.marks = [*fold.log], {**fold.moved}, {**fold.at}, [*fold.marks]
    other.grow(Seen(observation=look))
    return found_in(other)


def wrongly_judged(announced: Announced, found: list) -> str:
    """What is wrong about the findings of one announcement, or nothing; consequences on later lines are left out."""
    if announced.is_true:
        return "" if not found else "a true value is a finding"
    found = [finding for finding in found if finding.line <= found[0].line or finding.reporting_line != finding.line]
    if not found:
        return "a wrong value is not found"
    if len(found) > 1:
        return "more than one finding"
    if found[0].verdict not in (BROKEN, CONTRADICTION):
        return "a wrong value is undetermined"
    return "" if found[0].clause in announced.clauses else f"cites {found[0].clause}"


class Tally:
    """How many announcements of each kind were judged, and which of them wrongly."""

    def __init__(self):
        self.counted, self.failures, self.examples = Counter(), Counter(), {}

    def judge(self, fold: Timeline, announced: Announced, when: str, where: tuple) -> None:
        self.counted[announced.of + when, announced.kind, announced.is_true] += 1
        if wrong := wrongly_judged(announced, judged(fold, announced.look)):
            action = fold.frames[fold.at[announced.look.about]].entry.action
            at = (type(action).__name__, announced.of + when, announced.kind, announced.look.what, wrong)
            self.failures[at] += 1
            self.examples.setdefault(at, (*where, announced.look))


def walk(game, wanted: int) -> Tally:
    """Announcements about every line of simulated games, until enough are judged."""
    tally, number = Tally(), 0
    while tally.counted.total() < wanted:
        rng = Random(f"said {game.id} {number}")
        setup, log = played_game(game, number)
        fold, later = Timeline(setup, []), []
        for line, played in enumerate(log, 1):
            fold.grow(played)
            assert not found_in(fold), (game.id, number, line, found_in(fold))
            where = (number, setup.variants, line)
            for announced in (one for due, one in later if due == line):
                tally.judge(fold, announced, ", later", where)
            for announced in (
                *announcements(fold, line, rng),
                *(of_neighbours(fold, line - 1, rng) if line > 1 else ()),
            ):
                if rng.random() < SHARE:
                    tally.judge(fold, announced, "", where)
                elif announced.is_true and rng.random() < SHARE / 4:
                    later.append((line + rng.randint(1, LATER), announced))
        number += 1
    return tally


def report(game, tally: Tally) -> str:
    rows = [f"{game.id}: {tally.counted.total()} announcements, {tally.failures.total()} judged wrongly"]
    rows += [f"  {count} {at}" for at, count in sorted(tally.counted.items())]
    rows += [f"  wrong: {count} {at}: {tally.examples[at]}" for at, count in tally.failures.most_common(40)]
    return "\n".join(rows)


def check(game, wanted: int) -> None:
    tally = walk(game, wanted)
    print(report(game, tally))

    assert not tally.failures, report(game, tally)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_true_values_are_no_finding_and_wrong_values_are_exactly_one(game):
    check(game, int(os.environ.get("ANNOUNCED", SAMPLE)))


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_twenty_thousand_values_of_every_game(game):
    check(game, ALL)


def test_judging_an_announcement_leaves_the_fold_unchanged():
    game = GAMES["kontor"]
    setup, log = played_game(game, 0)
    fold = Timeline(setup, log[:20])
    before = list(fold.marks)
    effect, line = next((effect, frame.line) for frame in fold.frames[1:] for effect in frame.step.effects)

    judged(fold, Observation(what=effect.what, key=effect.key, by=effect.by, about=line))
    assert all(one is other for one, other in zip(before, fold.marks, strict=True))
