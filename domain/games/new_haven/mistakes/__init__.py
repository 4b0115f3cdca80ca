"""Simulated mistakes of New Haven: the wrong action or value, its clause, and how the table goes on."""

from domain.games.game import Mistake
from domain.games.new_haven.mistakes import box, build_order, draws, end, refusals, resources, setup, tiles, village

MISTAKES = tuple(
    mistake
    for room in (setup, box, tiles, resources, village, build_order, refusals, draws, end)
    for mistake in vars(room).values()
    if isinstance(mistake, Mistake)
)
