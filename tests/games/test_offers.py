"""The offers are exactly the lawful actions, compared over all actions of a bounded domain."""

from collections import Counter
from random import Random

import pytest

from domain.fold import fold, set_up
from domain.games.new_haven.actions import Refill
from domain.rules import Offer, OneOf, RandomDraw, replace
from domain.setup import Setup
from tests.games.brute_force import compared
from tests.games.kontor.every_action import DOMAIN as KONTOR
from tests.games.mayflower.every_action import DOMAIN as MAYFLOWER
from tests.games.new_haven.every_action import DOMAIN as NEW_HAVEN
from tests.games.nieuw_amsterdam.every_action import DOMAIN as NIEUW_AMSTERDAM
from tests.games.test_every_game import SEATS, TABLES, any_choice
from tests.samples import sample

DOMAINS = {"new-haven": NEW_HAVEN, "nieuw-amsterdam": NIEUW_AMSTERDAM, "mayflower": MAYFLOWER, "kontor": KONTOR}
SOME, MANY, MOST = 2, 20, 300  # moments of a sampled variant; of each, behind the marker; of a game there
LONGEST = 1500


def is_a_table(game, variants, players) -> bool:
    """Whether this number of people can play without a warning."""
    setup = Setup(game=game.id, seats=tuple(SEATS[:players]), variants=variants, faces="stand-in")
    return not any(unwise.says in ("crowded", "lacking") for unwise in game.warnings(setup))


ALL = [one for one in TABLES if is_a_table(*one.values)]
SMALLEST = list(
    {(one.values[0].id, one.values[1]): one for one in reversed(ALL)}.values()
)  # each game and variant once
WHOLE = ((), ("advanced",), ("four",))  # games of their own, not variants of one
SAMPLED = [one for number, one in enumerate(SMALLEST) if number % 3 == 0 or one.values[1] in WHOLE]
GAME = {id: [one.values for one in ALL if one.values[0].id == id and one.values[1] in WHOLE] for id in DOMAINS}


def moments(game, variants, players, seed, count):
    """Random moments of a simulated game, after its set-up."""
    rng = Random(f"{game.id} {variants} {players} {seed}")
    setup = Setup(game=game.id, seats=tuple(SEATS[:players]), variants=variants, faces="stand-in")
    rules = game.rules(setup)
    state, reached = set_up(rules, setup, {}).state, []
    to_come = list(game.simulation.opening(rules, state, rng))
    while state.result is None and state.line < LONGEST:
        if not to_come:
            reached.append(state)
        action = to_come.pop(0) if to_come else any_choice(game, rules, state, rng)
        state = fold(rules, state, action, state.line + 1).state
    return rules, rng.sample(reached, min(count, len(reached))), rng


def differences(game, variants, players, seed, count):
    """The number of compared moments and actions, and the differences between offers and checks."""
    rules, states, rng = moments(game, variants, players, seed, count)
    seen, differing = 0, []
    for state in states:
        actions, differ = compared(game, DOMAINS[game.id], rules, state, players, rng)
        seen += actions
        differing += [(state.line, state.phase, one) for one in differ]
    return len(states), seen, differing


@pytest.mark.parametrize(("game", "variants", "players"), sample(SMALLEST, *SAMPLED))
def test_offers_equal_lawful_actions_at_some_moments_of_every_variant(game, variants, players):
    _, seen, found = differences(game, variants, players, "some", SOME)

    assert seen and not found


@pytest.mark.soak
@pytest.mark.parametrize(("game", "variants", "players"), ALL)
def test_offers_equal_lawful_actions_at_many_moments_of_every_variant(game, variants, players):
    count, seen, found = differences(game, variants, players, "many", MANY)

    print(f"{game.id} {'+'.join(variants) or 'base'} {players}: {count} moments, {seen} actions, {len(found)} differ")
    assert count == MANY and not found


@pytest.mark.soak
@pytest.mark.parametrize("id", DOMAINS)
def test_offers_equal_lawful_actions_at_three_hundred_moments_of_every_game(id):
    counted, found, seed = Counter(), [], 0
    while counted["moments"] < MOST:
        game, variants, players = GAME[id][seed % len(GAME[id])]
        count, seen, differ = differences(game, variants, players, seed, 20)
        counted.update(moments=count, actions=seen, differ=len(differ))
        found, seed = found + differ, seed + 1

    print(f"{id}: {counted['moments']} moments, {counted['actions']} actions, {counted['differ']} differ")
    assert not found


def with_fields(rules, changed):
    """The rules with every open field that is offered changed."""

    def changing(offering):
        return lambda rules, state: (
            Offer(offer.example, {name: changed(field) for name, field in offer.open.items()})
            for offer in offering(rules, state)
        )

    return replace(rules, offers={phase: tuple(map(changing, made)) for phase, made in rules.offers.items()})


def shorter(field):
    """A list without its last value."""
    return OneOf(field.values[:-1]) if isinstance(field, OneOf) and len(field.values) > 1 else field


def longer(field):
    """A draw of one piece more."""
    return replace(field, count=field.count + 1) if isinstance(field, RandomDraw) else field


@pytest.mark.parametrize("id", DOMAINS)
def test_a_hidden_value_is_noticed(id):
    game, variants, players = GAME[id][0]
    rules, states, rng = moments(game, variants, players, "less", 12)
    less = with_fields(rules, shorter)

    assert "hidden" in {
        one.why for state in states for one in compared(game, DOMAINS[id], less, state, players, rng)[1]
    }


def test_an_impossible_draw_is_noticed():
    game, variants, players = GAME["new-haven"][0]
    rules, states, rng = moments(game, variants, players, "more", 300)
    more = with_fields(rules, longer)
    state = next(state for state in states if state.phase == "refill")
    found = compared(game, NEW_HAVEN, more, state, players, rng)[1]

    assert {type(one.action) for one in found if one.why.startswith("unlawful")} == {Refill}
