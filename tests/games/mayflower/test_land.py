"""The land grows tile by tile, and always equals a recomputation from all tiles."""

import random

import pytest

from domain.fold import fold, options, set_up
from domain.games import GAMES
from domain.games.mayflower.actions import Colonist, Draw, Place
from domain.games.mayflower.offers import places_for
from domain.games.mayflower.pieces import LETTERS
from domain.games.mayflower.pieces.cells import SPOTS, cell_at
from domain.games.mayflower.state import ROLES, Tile
from domain.rules import replace
from domain.setup import Setup
from replays.simulation.random_play import fill_randomly
from tests.games.mayflower.recomputation import demanded, flooded, kept

GAME = GAMES["mayflower"]


def table(players: int, **slots):
    setup = Setup(game="mayflower", seats=tuple("BYGRK"[:players]), faces="stand-in")
    rules = replace(GAME.rules(setup), **slots)
    return rules, set_up(rules, setup, {}).state


def same(state) -> None:
    assert kept(state) == flooded(state)
    assert dict(state.land.open_cells()) == demanded(state)
    assert state.land.count == sum(tile.letter != "0" for _, tile in state.land.lying())


@pytest.mark.parametrize("coast_plains", [True, False], ids=["joined", "coast"])  # MF-I-17
@pytest.mark.parametrize("players", GAME.players)
def test_features_equal_a_recomputation_after_every_line_of_lawful_play(players, coast_plains):
    rules, state = table(players, coast_plains=coast_plains)
    rng = random.Random(players)
    line, to_come = 0, list(GAME.simulation.opening(rules, state, rng))
    while state.result is None:
        line += 1
        action = to_come.pop(0) if to_come else fill_randomly(rng.choice(list(options(rules, state))), rng)
        state = fold(rules, state, action, line).state
        same(state)


@pytest.mark.parametrize("seed", range(6))
def test_features_equal_a_recomputation_however_wrong_the_play(seed):
    rules, state = table(3)
    rng = random.Random(seed)
    for line in range(1, 150):
        same(state)
        cell = cell_at(rng.randint(-1, 6), rng.randint(-1, 6))
        seat, letter = rng.randrange(3), rng.choice(("", *LETTERS))
        port = rng.choice(("N", "E", "S-", "W+", "()", ""))
        action = rng.choice(
            (
                Place(seat=seat, cell=cell, turn=rng.randrange(4), letter=letter),
                Place(seat=seat, cell=cell, source=cell_at(rng.randint(0, 6), rng.randint(0, 6))),
                Draw(seat=seat, letter=letter),
                Colonist(seat=seat, role=rng.choice(ROLES), port=port, cell=cell),
            )
        )
        state = fold(rules, state, action, line).state


def test_all_lawful_places_of_a_tile_are_those_that_fit_every_neighbour():
    rules, state = table(2)
    rng = random.Random(1)
    for line in range(1, 200):
        state = fold(rules, state, fill_randomly(rng.choice(list(options(rules, state))), rng), line).state
    tiles = dict(state.land.lying())
    letter = "AC"
    found = {(cell, turn) for turn, cells in places_for(rules, state, Tile(letter)).items() for cell in cells}
    for turn in range(4):
        edges = "".join("CPRR"[(at - turn) % 4] for at in range(4))
        for cell in (cell_at(column, row) for column in range(1, 12) for row in range(-12, 24)):
            near = [(at, tiles.get(there)) for at, (there, *_) in enumerate(SPOTS[cell].near)]
            lies = [(at, tile) for at, tile in near if tile is not None]
            right = all(tile.face.edges[(at + 2) % 4] == edges[at] for at, tile in lies)
            assert ((cell, turn) in found) == (cell not in tiles and bool(lies) and right)
