"""Simulated mistakes about the city in step 5 (NA-CITY)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Build, Elect, PassTile, count_of
from domain.games.nieuw_amsterdam.mistakes.common import (
    Moment,
    announced,
    breaks,
    goes_on,
    instead,
    made,
    me,
    one_of,
    others,
)
from domain.games.nieuw_amsterdam.pieces import DISTRICTS
from domain.numbers import least
from domain.observables import Observation
from domain.rules import replace

CITY_STEP = 0
TILE = (Build, Elect, PassTile)  # what a city tile can be spent on


@breaks(na.CITY_1, *TILE)
def four_businesses_at_once(at: Moment) -> WrongPlay | None:
    player = me(at)
    if player.wood < 4 or player.estate.supply < 4 or at.state.step != CITY_STEP:
        return None
    return instead(Build(seat=at.action.seat, where=((at.rng.choice(DISTRICTS), 4),)), then=goes_on(at))


@breaks(na.CITY_1, Build)
def no_business_at_all(at: Moment) -> WrongPlay | None:
    return None if at.rules.empty_actions else instead(replace(at.action, where=()), then=goes_on(at))


@breaks(na.CITY_2, Build)
def a_wrong_price_for_businesses(at: Moment) -> WrongPlay | None:
    count, player = count_of(at.action.where), me(at)
    fits = [("wood", n) for n in (count - 1, count + 1) if n <= player.wood]
    fits += [("coins", count)] if player.coins >= count else []
    return instead(replace(at.action, paid=(at.rng.choice(fits),)), then=goes_on(at))


@breaks(na.CITY_2, Build)
def businesses_without_wood(at: Moment) -> WrongPlay | None:
    player = me(at)
    if player.wood >= 3 or player.estate.supply <= player.wood:
        return None
    where = ((at.rng.choice(DISTRICTS), player.wood + 1),)
    return instead(replace(at.action, where=where), then=goes_on(at))


@breaks(na.CITY_2, Build)
def another_price_said(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.CITY_2, "wood"))
    held = least(me(at).wood)
    return effect and announced(at, effect, one_of(at, {-n for n in range(held + 1)} - {effect.by}))


@breaks(na.CITY_3, Build)
def a_business_in_no_district(at: Moment) -> WrongPlay | None:
    where = ((at.rng.choice(("camp1", "slot2", "column3")), 1),)
    return instead(replace(at.action, where=where), then=goes_on(at))


def by_half(at: Moment) -> int:
    """Points for districts in which the acting seat has more than half of all businesses."""
    seat = at.action.seat
    return sum(3 for counts in at.state.city.counts if 2 * counts[seat] > sum(counts))


@breaks(na.CITY_5, Elect)
def wrong_points_for_a_majority(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.CITY_5, "points"))
    if effect is None:
        return None
    wrong = {max(0, effect.by - 1), effect.by + 1, effect.by + 3} - {effect.by, by_half(at)}
    return announced(at, effect, one_of(at, wrong))


@breaks(na.CITY_6, Elect)
def wrong_points_for_a_tie(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.CITY_6, "points"))
    return announced(at, effect, effect.by // 2 * at.rng.choice((1, 3))) if effect and effect.by else None


@breaks(na.CITY_7, Elect)
def points_for_another(at: Moment) -> WrongPlay | None:
    other = one_of(at, others(at.state, at.action.seat))
    theirs = [effect for effect in made(at, na.CITY_7, "points") if effect.key == (other,)]
    return announced(at, theirs[0], at.rng.choice((2, 3))) if theirs else None


def by_most(at: Moment) -> int:
    """Points for districts in which no other seat has as many businesses as the acting seat."""
    seat, rivals = at.action.seat, others(at.state, at.action.seat)
    return sum(
        3 for counts in at.state.city.counts if counts[seat] > max((counts[rival] for rival in rivals), default=0)
    )


@breaks(na.CITY_8, *TILE)
def a_majority_taken_for_more_than_half(at: Moment) -> WrongPlay | None:
    if at.state.step != CITY_STEP or by_half(at) == by_most(at):
        return None
    seat = at.action.seat
    look = Observation(what="points", key=(seat,), by=by_half(at), clause=na.CITY_5.id, source="elections")
    return WrongPlay(actions=(Elect(seat=seat),), announced=(look,), then=goes_on(at))
