"""Contraband and the expansions: tables that name their events, and cards hidden until the end."""

from random import Random

import pytest

from domain.fold import fold, set_up
from domain.games import GAMES
from domain.games.kontor.actions import Choose, Event, Reveal, Smuggle, Stow
from domain.games.kontor.state import AT
from domain.games.kontor.state.parts import Events, hidden_cells, part_of
from domain.setup import Setup
from replays.simulation.random_play import random_setup, simulate

GAME = GAMES["kontor"]
SOME = ("KO-V-EVENTS", "KO-EV-GREVE", "KO-EV-LUTTE")


def table(*variants: str):
    setup = Setup(game="kontor", seats=("R", "B"), variants=variants, faces="stand-in")
    rules = GAME.rules(setup)
    return rules, set_up(rules, setup, {}).state


def played(rules, state, *actions):
    """All findings of these lines, and the state after the last one."""
    found = []
    for line, action in enumerate(actions, 1):
        step = fold(rules, state, action, line)
        state, found = step.state, [*found, *step.findings]
    return state, found


def test_a_table_that_names_no_event_plays_with_all_ten():
    assert part_of(table("KO-V-EVENTS")[1], Events).left == 10


def test_a_table_that_names_events_plays_with_those():
    rules, state = table(*SOME)
    _, found = played(rules, state, Event(event="ouragan"))

    assert part_of(state, Events).left == 2
    assert {finding.clause for finding in found} == {"KO-V-EVENTS-1", "KO-V-EVENTS-2"}  # not there, and not due


@pytest.mark.parametrize("seed", range(3))
def test_games_with_named_events_end_without_a_finding(seed):
    rng = Random(seed)
    outcome = simulate(GAME, random_setup(GAME, 2, SOME, rng), rng)
    turned = {line.action.event for line in outcome.session.log if isinstance(getattr(line, "action", 0), Event)}

    assert not outcome.findings and not outcome.lost
    assert turned <= {"greve", "lutte"}


def test_contraband_neither_bounds_nor_joins_a_sector_and_names_no_card():
    rules, state = table("KO-V-CONTREBANDE")
    hidden = (Choose(seat=0), Choose(seat=1), Smuggle(seat=0), Smuggle(seat=1))
    state, found = played(rules, state, *hidden, Stow(seat=0, cell="1,1", kind="dock"))

    assert not found
    assert hidden_cells(state) == 1 << AT["1,1"]
    assert not (state.board.docks | state.board.water) & hidden_cells(state)
    assert state.board.unclear == ()  # the rules keep it hidden: that is no gap in the record
    assert state.players[0].hand.counts == (2, 2, 0)


def test_a_smuggler_plays_after_a_player_with_an_open_card():
    rules, state = table("KO-V-CONTREBANDE")
    state, found = played(rules, state, Choose(seat=0), Choose(seat=1), Smuggle(seat=0), Reveal(cards=((1, 10, ()),)))

    assert not found and state.play.order == (1, 0)
