"""Simulated mistakes about plains."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Colonist, Draw, Retrieve, Skip
from domain.games.mayflower.mistakes.common import Moment, announced, breaks, goes_on, instead, made, one_of
from domain.games.mayflower.mistakes.features import scored_early, unfinished
from domain.games.mayflower.mistakes.scorings import SCORINGS
from domain.games.mayflower.state import TRAPPER, State
from domain.rules import ScoreLine, replace


@breaks(mf.PLAIN_1, *SCORINGS)
def animals_across_a_road(at: Moment) -> WrongPlay | None:
    effect = one_of(
        at, (effect for effect in made(at, mf.FINAL_5, "points") if isinstance(effect, ScoreLine) and effect.items)
    )
    if effect is None:
        return None
    more = one_of(at, (count for count in adjacent_animals(at.after.state, effect.items[0].of) if count))
    return announced(at, effect, more and effect.by + more)


def adjacent_animals(state: State, cells: tuple[str, ...]) -> list[int]:
    """The animals of each plain that has a tile in common with one of these cells, and is not all on them."""
    found: dict[int, int] = {}
    for cell in cells:
        for part, node, feature in state.land.parts(cell):
            if part.kind == "P" and set(feature.cells) != set(cells):
                found[node] = feature.marks
    return list(found.values())


@breaks(mf.PLAIN_2, Skip)
def a_plain_scored_too_soon(at: Moment) -> WrongPlay | None:
    """The trapper stays, and no explorer moves for it."""
    feature = one_of(at, unfinished(at, TRAPPER, "plain"))
    return scored_early(at, feature)


@breaks(mf.PLAIN_3, Draw)
def a_trapper_taken_back(at: Moment) -> WrongPlay | None:
    man = one_of(at, (man for man in at.state.men if man.role == TRAPPER))
    if man is None:
        return None
    return instead(Retrieve(seat=man.seat, cell=man.cell, port=man.port), at.action, then=goes_on(at))


@breaks(mf.PLAIN_4, Colonist)
def a_trapper_put_down_standing(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, lying=False), then=goes_on(at)) if at.action.role == TRAPPER else None
