"""Ways to break New Haven: the wrong act or figure, what it must be found under, and how the table goes on."""

from domain.games.game import Mistake
from domain.games.new_haven.mistakes import box, draws, ending, gathering, laying, refusals, sharing, tiles, village

MISTAKES = tuple(
    mistake
    for room in (laying, box, tiles, gathering, village, sharing, refusals, draws, ending)
    for mistake in vars(room).values()
    if isinstance(mistake, Mistake)
)
