"""Simulated mistakes about the end and the final scoring."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Draw, End, Pass
from domain.games.mayflower.mistakes.common import (
    Moment,
    a_seat,
    announced,
    breaks,
    goes_on,
    instead,
    made,
    one_of,
    others,
)
from domain.games.mayflower.mistakes.scorings import SCORINGS, scored_now, unshared_effects
from domain.games.mayflower.scoring import groups
from domain.games.mayflower.state import OVER, require_feature
from domain.rules import Effect

EARLY = 80  # tiles left: a table that stops has played a while


@breaks(mf.END_1, Draw)
def stopped_with_tiles_left(at: Moment) -> WrongPlay | None:
    return instead(End(), then=(OVER, ())) if at.state.stock < EARLY else None


@breaks(mf.END_1, *SCORINGS)
def a_turn_too_many(at: Moment) -> WrongPlay | None:
    if at.after.state.result is None:
        return None
    return instead(at.action, Pass(seat=a_seat(at)), then=goes_on(at))


@breaks(mf.END_2, *SCORINGS)
def the_last_city_counted_as_unfinished(at: Moment) -> WrongPlay | None:
    scored = scored_now(at)
    if at.state.stock or len(scored) != 1:
        return None
    effect = one_of(at, unshared_effects(at, mf.CITY_2))
    portions = len(require_feature(at.after.state, scored[0].feature).cells)
    return announced(at, effect, portions) if effect and portions not in (0, effect.by) else None


# Figures of the final scoring ---------------------------------------------------------------------


def counted(at: Moment, clause: Clause, source: str) -> list[Effect]:
    """Figures of one kind that are worth something, if no feature is shared."""
    alone = not any(len({man.seat for man in men}) > 1 for _, men in groups(at.after.state))
    found = made(at, clause, "points") if alone else []
    return [effect for effect in found if effect.source.startswith(source) and effect.by > 1]


@breaks(mf.FINAL_1, *SCORINGS)
def an_unfinished_road_miscounted(at: Moment) -> WrongPlay | None:
    effect = one_of(at, counted(at, mf.FINAL_1, "final-road"))
    return announced(at, effect, effect and effect.by - 1)


@breaks(mf.FINAL_2, *SCORINGS)
def an_unfinished_city_counted_double(at: Moment) -> WrongPlay | None:
    effect = one_of(at, counted(at, mf.FINAL_2, "final-city"))
    return announced(at, effect, effect and 2 * effect.by)


@breaks(mf.FINAL_4, *SCORINGS)
def a_farm_counted_as_surrounded(at: Moment) -> WrongPlay | None:
    farms = made(at, mf.FINAL_4, "points")
    return announced(at, one_of(at, (line for line in farms if line.by != 9 and 2 * line.by != 9)), 9)


@breaks(mf.FINAL_5, *SCORINGS)
def an_animal_forgotten(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (effect for effect in made(at, mf.FINAL_5, "points") if effect.by))
    return announced(at, effect, effect and effect.by - 1)


@breaks(mf.FINAL_6, *SCORINGS)
def points_for_a_colonist_that_is_gone(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, mf.FINAL_6, "points")), at.rng.randint(1, 5))


@breaks(mf.WIN_1, *SCORINGS)
def another_winner(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, mf.WIN_1, "winners"))
    if effect is None:
        return None
    loser = one_of(at, (seat for seat in others(at.state, effect.by[0]) if seat not in effect.by))
    return announced(at, effect, None if loser is None else (loser,))


@breaks(mf.WIN_1, *SCORINGS)
def a_winner_too_many(at: Moment) -> WrongPlay | None:
    if at.after.state.result is None:
        return None
    winners = at.after.state.winners
    loser = one_of(at, (seat for seat in range(len(at.state.reserves)) if seat not in winners))
    more = None if loser is None else End(winners=(*winners, loser))
    return instead(at.action, more, then=goes_on(at))
