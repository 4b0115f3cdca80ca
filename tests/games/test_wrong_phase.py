"""A line of another phase, inserted into a lawful game: one root at that line, and the game goes on where it was.

What is required of every insertion, once the whole record is known:
- its own line is found broken, and nothing before it is;
- after the next line at the latest the table waits for the same seats in the same phase as a table where nothing
  happened but that pieces lie where the inserted line put them;
- the lawful lines after it are clean, or name the inserted line as their root, until something is found at that other
  table, too (a building spent too early is missing later on, and one thing leads to another). What cannot be checked,
  because the inserted line brought a piece that was not seen, is no finding.
A line without a finding where it is inserted is no mistake of order: it is counted as silent.

To look into one game, or one simulated game of it; failures are written with their neighbouring lines:
    WRONG_PHASE=300 python -m pytest -m soak tests/games/test_wrong_phase.py -k new-haven -s
    WRONG_PHASE=12 WRONG_PHASE_SEED=17 python -m pytest -m soak tests/games/test_wrong_phase.py -k new-haven -s
"""

import os
import random
from collections import Counter
from functools import lru_cache
from math import inf

import pytest
from msgspec import Struct

from domain.deviations.misplacement import with_pieces_of
from domain.fold import fold, judge, options, set_up
from domain.games import GAMES
from domain.record.lines import Played
from domain.rules import BROKEN, SHOWN, UNDETERMINED, replace
from domain.setup import Setup
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of
from replays.simulation.random_play import fill_randomly, random_setup
from tests.variant_combinations import MANY, fitting, sizes

REQUIRED = ("kontor", "mayflower", "new-haven", "nieuw-amsterdam")  # whose sample must pass in the default suite
SAMPLE, SOAK, PER_GAME = 96, 2000, 12  # insertions in the default suite, behind the marker, and into one game
LONGEST = 1500
SEED = os.environ.get("WRONG_PHASE_SEED")


class Moment(Struct, frozen=True):
    """The table before a line of a lawful game, and the action of that line."""

    state: object
    action: object


class Insertion(Struct, frozen=True):
    """A lawful game, and the action of another phase that is written before one of its lines."""

    setup: Setup
    moments: tuple[Moment, ...]
    at: int  # the place of the inserted line, counted from 0
    action: object
    seed: int

    @property
    def kind(self) -> tuple[str, str]:
        """What was inserted, and into which phase."""
        return type(self.action).__name__, self.moments[self.at].state.phase

    def log(self) -> tuple[Played, ...]:
        """The record with the inserted line."""
        actions = [moment.action for moment in self.moments]
        return tuple(Played(action=action) for action in (*actions[: self.at], self.action, *actions[self.at :]))


def tables(game) -> list[tuple[str, ...]]:
    """Every variant that can be played with others, alone and with as many more as fit."""
    rows = [variant.id for variant in game.variants]
    single = [fitting(game, (row,)) for row in rows]
    mixed = [fitting(game, random.Random(number).sample(rows, min(len(rows), MANY))) for number in range(len(rows))]
    return list(dict.fromkeys([(), *single, *mixed]))


@lru_cache(maxsize=8)
def lawful(id: str, seed: int) -> tuple[Setup, tuple[Moment, ...]]:
    """A random lawful game with every action recorded, at a table of any size with any variants."""
    game, rng = GAMES[id], random.Random(seed)
    variants = rng.choice(tables(game))
    setup = random_setup(game, rng.choice(sizes(game, variants)), variants, rng)
    rules = game.rules(setup)
    state, moments = set_up(rules, setup, {}).state, []
    to_come = list(game.simulation.opening(rules, state, rng))
    while state.result is None and len(moments) < LONGEST:
        action = to_come.pop(0) if to_come else fill_randomly(rng.choice(list(options(rules, state))), rng)
        moments.append(Moment(state, action))
        state = fold(rules, state, action, len(moments)).state
    return setup, tuple(moments)


def insertions(game, seed: int, silent: Counter) -> list[Insertion]:
    """Lines of other phases that are unlawful where they are inserted; those without a finding are counted."""
    setup, moments = lawful(game.id, seed)
    rules, rng, made = game.rules(setup), random.Random(f"inserted {seed}"), []
    kinds = sorted({(type(moment.action).__name__, moment.state.phase) for moment in moments})
    for _ in range(10 * PER_GAME):
        at, (kind, phase) = rng.randrange(len(moments)), rng.choice(kinds)
        state = moments[at].state
        if phase == state.phase or len(made) == PER_GAME:
            continue
        action = rng.choice([m for m in moments if (type(m.action).__name__, m.state.phase) == (kind, phase)]).action
        if action.KIND == SHOWN or any(type(offer.example) is type(action) for offer in options(rules, state)):
            continue
        waiting = rules.to_act(rules, state)
        if action.seat is not None and waiting and rng.random() < 0.5:  # the seat whose turn it is
            action = replace(action, seat=rng.choice(waiting))
        one = Insertion(setup, moments, at, action, seed)
        if any(finding.verdict == BROKEN for finding in judge(rules, state, action)):
            made.append(one)
        else:
            silent[one.kind] += 1
    return made


def wrong_with(game, one: Insertion) -> str:
    """The violated requirement after an insertion; empty where there is none."""
    rules, before, line = game.rules(one.setup), one.moments[one.at].state, one.at + 1
    frames = audit(one.setup, one.log())
    found = [one for one in findings_of(frames) if one.line and one.verdict != UNDETERMINED]
    after = frames[line].step.state
    if not any(finding.line == line and finding.verdict == BROKEN for finding in found):
        return "not found"
    if found[0].line < line:
        return f"{found[0].clause} ({found[0].check}) earlier"
    moved = with_pieces_of(rules, replace(before, line=line), after)
    missing = found_by_the_rest(rules, moved, one)
    due = place(rules, fold(rules, moved, one.moments[one.at].action, line + 1).state)
    there = place(rules, frames[line + 1].step.state)
    if there != due and missing > line + 1:
        return f"the table went on to {after.phase}: after the next line at {there} and not {due}"
    other = [one for one in found if one.root != line and one.line < missing]
    return f"{other[0].clause} ({other[0].check}) later" if other else ""


def place(rules, state) -> tuple:
    """The phase and the seats to act."""
    return state.phase, tuple(rules.to_act(rules, state))


def found_by_the_rest(rules, state, one: Insertion) -> float:
    """The first of the lawful lines after the inserted one that is wrong at a table where only pieces were moved."""
    for line, moment in enumerate(one.moments[one.at :], one.at + 2):
        step = fold(rules, state, moment.action, line)
        if any(finding.verdict != UNDETERMINED for finding in step.findings):
            return line
        state = step.state
    return inf


def walked(game, count: int) -> tuple[Counter, Counter, list[str]]:
    """Makes this number of insertions; returns the count of each kind, the silent ones, and the failures."""
    made, silent, wrong = Counter(), Counter(), []
    seed = int(SEED or 0)
    while made.total() < count:
        for one in insertions(game, seed, silent)[: count - made.total()]:
            made[one.kind] += 1
            if why := wrong_with(game, one):
                wrong.append(f"{' in '.join(one.kind)}: {why}: {written(game, one)}")
        seed += 1
    return made, silent, wrong


def written(game, one: Insertion) -> str:
    """The inserted line with its neighbours, as a record writes them."""
    before, after = one.moments[max(0, one.at - 1)].action, one.moments[one.at].action
    lines = [game.notation.write(action, one.setup.seats) for action in (before, one.action, after)]
    return f"seed {one.seed} {'+'.join(one.setup.variants)} line {one.at + 1}: {lines[0]} / [{lines[1]}] / {lines[2]}"


def report(game, made: Counter, silent: Counter, wrong: list[str]) -> str:
    """The figures, and the first failure of every kind."""
    reasons = Counter(": ".join(text.split(": ")[:2]) for text in wrong)
    first = {": ".join(text.split(": ")[:2]): text for text in reversed(wrong)}
    lines = [f"{game.id}: {made.total()} insertions of {len(made)} kinds, {len(wrong)} failed, {silent.total()} silent"]
    lines += [f"  {count:5} {first[reason]}" for reason, count in reasons.most_common()]
    lines += [f"  silent: {', '.join(f'{kind} in {phase} {n}' for (kind, phase), n in silent.most_common(20))}"]
    return "\n".join(lines)


@pytest.mark.parametrize("id", REQUIRED)
def test_a_line_of_another_phase_is_one_root_and_changes_nothing_else(id):
    made, silent, wrong = walked(GAMES[id], SAMPLE)

    assert not wrong, report(GAMES[id], made, silent, wrong)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_two_thousand_lines_of_another_phase(game):
    made, silent, wrong = walked(game, int(os.environ.get("WRONG_PHASE", SOAK)))

    print(report(game, made, silent, wrong))
    assert not wrong
