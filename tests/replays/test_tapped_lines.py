"""What can be tapped is what the rules allow: the inputs are compared with all actions of a bounded domain."""

from collections import Counter

import msgspec
import pytest

from domain.fold import judge, options
from domain.games.new_haven.actions import Flip, Harvest
from domain.rules import UNDETERMINED, replace
from domain.setup import EVERYTHING, Setup
from replays.annotation import Annotator
from replays.recorder.choices import distinct
from replays.recorder.inputs import InputBuilder
from tests.games.brute_force import every_action
from tests.games.test_offers import ALL, DOMAINS, GAME, MANY, MOST, SEATS, moments
from tests.replays.line_patterns import is_possible, match, ways

PAINTED = (Harvest, Flip)  # any four squares can be painted; whether there is such a tile, the box knows
SOME = 3  # moments of a game in the default suite


def differences(game, variants, players, seed, count, altered=lambda steps: steps):
    """The number of compared moments and lines, and the lines on which the inputs and the rules differ.

    A line that breaks a rule may not be tapped without a confirmation, and one that is offered must be.
    """
    rules, states, rng = moments(game, variants, players, seed, count)
    setup = Setup(game=game.id, seats=tuple(SEATS[:players]), variants=variants, faces="stand-in")
    annotator, seen, found = Annotator(setup, "en"), 0, []
    for state in states:
        offers = distinct(options(rules, state))
        steps = msgspec.to_builtins(InputBuilder(annotator, state).steps(rules, (), offers, EVERYTHING))
        known = [way for step in altered(steps) if step["lawful"] for way in ways(step)]
        judged = replace(state, line=state.line + 1)
        actions = every_action(game, DOMAINS[game.id], rules, state, players, offers, rng)
        for text, action in {game.notation.write(action, setup.seats): action for action in actions}.items():
            seen += 1
            tapped = can_be_tapped(known, text)
            findings = judge(rules, judged, action)
            broken = [one.clause for one in findings if one.verdict != UNDETERMINED]
            if tapped and broken and not isinstance(action, PAINTED):
                found.append((state.line, f"unlawful {broken}", text))
            if not tapped and not findings and any(offer.holds(action) for offer in offers):
                found.append((state.line, "hidden", text))
    return len(states), seen, found


def can_be_tapped(steps, text):
    """Whether some input step writes a line, with what is left and due."""
    begins = text.split()[:2]  # the seat and the verb
    return any(match(way, text)[0] and is_possible(way, text) for way in steps if way["write"].split()[:2] == begins)


@pytest.mark.parametrize("id", DOMAINS)
def test_tapped_lines_equal_lawful_ones_at_some_moments_of_every_game(id):
    _, seen, found = differences(*GAME[id][0], "tapped", SOME)

    assert seen and not found


@pytest.mark.soak
@pytest.mark.parametrize(("game", "variants", "players"), ALL)
def test_tapped_lines_equal_lawful_ones_at_many_moments_of_every_variant(game, variants, players):
    count, seen, found = differences(game, variants, players, "tapped", MANY)

    print(f"{game.id} {'+'.join(variants) or 'base'} {players}: {count} moments, {seen} lines, {len(found)} differ")
    assert count == MANY and not found


@pytest.mark.soak
@pytest.mark.parametrize("id", DOMAINS)
def test_tapped_lines_equal_lawful_ones_at_three_hundred_moments_of_every_game(id):
    counted, found, seed = Counter(), [], 0
    while counted["moments"] < MOST:
        count, seen, differ = differences(*GAME[id][seed % len(GAME[id])], f"tapped {seed}", 20)
        counted.update(moments=count, lines=seen, differ=len(differ))
        found, seed = found + differ, seed + 1

    print(f"{id}: {counted['moments']} moments, {counted['lines']} lines, {counted['differ']} differ")
    assert not found


def without_last_values(steps):
    """The steps with one value fewer of each input that has several."""
    for rows in (rows for step in steps for field in step["inputs"] for rows in field["palettes"]):
        if len(rows[-1]["values"]) > 1:
            rows[-1]["values"].pop()
    return steps


def as_if_all_were_left(steps):
    """The steps without the number of copies left."""
    return [{**step, "inputs": [{**field, "stock": {}} for field in step["inputs"]]} for step in steps]


@pytest.mark.parametrize("id", DOMAINS)
def test_a_value_that_cannot_be_tapped_is_noticed(id):
    _, _, found = differences(*GAME[id][0], "hidden", 12, without_last_values)

    assert {why for _, why, _ in found} == {"hidden"}


def test_a_value_of_which_none_is_left_is_noticed():
    _, _, found = differences(*GAME["nieuw-amsterdam"][0], "left", 12, as_if_all_were_left)

    assert found and all(why.startswith("unlawful") for _, why, _ in found)
