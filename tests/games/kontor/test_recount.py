"""Sectors, winners and points of the fold equal a recount of the table."""

from random import Random

import pytest

from domain.games import GAMES
from domain.timeline.timeline import audit
from replays.simulation.random_play import random_setup, simulate
from tests.games.kontor.recount import as_spots, counted, harbour, is_closed, sectors, spans, stock, winner

GAME = GAMES["kontor"]
SEEDS = 4
TABLES = [((), 2, 6), (("advanced",), 2, 7), (("four",), 4, 8)]  # variants, players, size of the board


def games(variants, players):
    for seed in range(SEEDS):
        rng = Random(seed)
        setup = random_setup(GAME, players, variants, rng)
        yield audit(setup, simulate(GAME, setup, rng).session.log)


@pytest.mark.parametrize(("variants", "players", "size"), TABLES)
def test_sectors_equal_a_recount_and_are_finished_when_nothing_is_open(variants, players, size):
    for frames in games(variants, players):
        edges = (None, None)
        for frame in frames:
            board, lying = frame.step.state.board, harbour(frame.step.state)
            edges = spans(lying, size, edges)

            kept = [as_spots(sector.cells) for sector in (*board.open, *board.done)]
            assert sorted(map(sorted, kept)) == sorted(map(sorted, sectors(lying)))
            assert not any(is_closed(lying, as_spots(sector.cells), edges) for sector in board.open)
            assert all(is_closed(lying, as_spots(sector.cells), edges) for sector in board.done)


@pytest.mark.parametrize(("variants", "players", "size"), TABLES)
def test_warehouses_and_supremacy_equal_a_recount(variants, players, size):
    for frames in games(variants, players):
        for frame in frames:
            board, lying = frame.step.state.board, harbour(frame.step.state)

            for sector in board.open:
                assert sector.stock == tuple(stock(lying, as_spots(sector.cells), side) for side in (0, 1))
            for sector in board.done:
                assert sector.keeper == winner(lying, as_spots(sector.cells))


@pytest.mark.parametrize(("variants", "players", "size"), TABLES)
def test_points_equal_a_recount_of_the_sectors(variants, players, size):
    for frames in games(variants, players):
        state = frames[-1].step.state
        lying = harbour(state)
        done = [as_spots(sector.cells) for sector in state.board.done]
        if variants:
            done = counted(lying, [sector for sector in done if len(sector) >= players // 2], 5)

        points = [0, 0]
        for sector in done:
            if (side := winner(lying, sector)) >= 0:
                points[side] += 1 + sum(lying[spot].kind == "customs" for spot in sector)
        assert tuple(points) == state.scores
