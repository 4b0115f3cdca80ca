"""Simulated mistakes about corn and income in steps 8 to 11 (NA-PROV)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clauses import GR_COUNT
from domain.games.game import WrongPlay
from domain.games.mistakes import TablePhase
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import (
    SPECIALS,
    TILE_STEP,
    Declare,
    Lands,
    PassSpecial,
    PassTile,
    Remove,
    Round,
    count_of,
)
from domain.games.nieuw_amsterdam.mistakes.common import (
    Moment,
    a_seat,
    announced,
    breaks,
    goes_on,
    instead,
    made,
    one_of,
    stands,
)
from domain.games.nieuw_amsterdam.pieces import DISTRICTS, ROUNDS
from domain.games.nieuw_amsterdam.state import CARDS, OVER, REMOVE
from domain.numbers import least
from domain.observables import Observation
from domain.rules import Effect, Seat, replace

LAST = (PassSpecial, *SPECIALS, *TILE_STEP, PassTile)  # what a round can end with


def next_round(at: Moment) -> TablePhase:
    """The phase, and who acts, after step 11."""
    return (OVER, ()) if at.state.round >= ROUNDS else (CARDS, ())


def owned(at: Moment, seat: Seat) -> int:
    """All businesses of a seat."""
    return sum(least(counts[seat]) for counts in at.state.city.counts)


def announced_then(at: Moment, effect: Effect, done: int, then: TablePhase) -> WrongPlay:
    """The lawful action, announced with another number, and the phase that follows from it."""
    look = Observation(what=effect.what, key=effect.key, by=done, clause=effect.clause)
    return WrongPlay(actions=(at.action,), announced=(look,), then=then)


@breaks(na.PROV_1, *LAST, Remove)
def corn_paid_before_the_harvest(at: Moment) -> WrongPlay | None:
    if at.after.state.phase != CARDS:
        return None
    return instead(at.action, Declare(step="corn"), Declare(step="harvest"), then=goes_on(at))


@breaks(na.PROV_1, *LAST)
def goods_before_the_removals(at: Moment) -> WrongPlay | None:
    if at.after.state.phase != REMOVE:
        return None
    return instead(at.action, Declare(step=at.rng.choice(("goods", "income"))), then=next_round(at))


# Harvest and corn ---------------------------------------------------------------------------------


def with_harvests(at: Moment, wrong: Seat, corn: int) -> TablePhase:
    """The phase, and who acts, after a seat harvested wrongly: seats that are short of corn must remove businesses."""
    harvests = {effect.key[0]: effect.by for effect in made(at, na.PROV_2, "corn")}
    harvests[wrong] = corn
    paid = {effect.key[0]: effect.by for effect in made(at, na.PROV_3, "corn")}
    right = {effect.key[0]: effect.by for effect in made(at, na.PROV_2, "corn")}
    for seat in at.state.acting:
        before = at.after.state.players[seat].corn - paid[seat] - right[seat]
        if before + harvests[seat] < owned(at, seat):
            return REMOVE, (seat,)
    return next_round(at)


def yields(at: Moment, seat: Seat, fresh: bool) -> int:
    """Corn of a seat's cleared cards, or only of those cleared in this round."""
    row = (at.after.state if at.after.state.phase == REMOVE else at.state).players[seat].estate.row
    return sum(least(plot.card.corn) for plot in row if plot.cleared and (plot.fresh or not fresh))


@breaks(na.PROV_2, *LAST)
def a_wrong_harvest(at: Moment) -> WrongPlay | None:
    effects = [effect for effect in made(at, na.PROV_2, "corn") if not yields(at, effect.key[0], True)]
    if (effect := one_of(at, effects)) is None:
        return None
    done = one_of(at, {0, max(0, effect.by - 1), effect.by + 2} - {effect.by})
    return announced_then(at, effect, done, with_harvests(at, effect.key[0], done))


@breaks(na.PROV_2, PassSpecial)
def a_forgotten_harvest(at: Moment) -> WrongPlay | None:
    """A harvest is left out; the hunger that follows is no mistake of its own."""
    effects = [e for e in made(at, na.PROV_2, "corn") if e.by and not yields(at, e.key[0], True)]
    if (effect := one_of(at, effects)) is None:
        return None
    return announced_then(at, effect, 0, with_harvests(at, effect.key[0], 0))


def fed(at: Moment) -> Iterator[Effect]:
    """Payments of seats that have corn for all."""
    short = {seat for seat, _ in at.after.state.owed} if at.after.state.phase == REMOVE else set()
    return (effect for effect in made(at, na.PROV_3, "corn") if effect.key[0] not in short)


@breaks(na.PROV_3, *LAST)
def another_payment_of_corn(at: Moment) -> WrongPlay | None:
    effect = one_of(at, fed(at))
    if effect is None:
        return None
    left = at.after.state.players[effect.key[0]].corn
    return announced(at, effect, one_of(at, {min(0, effect.by + 1), *([effect.by - 1] if left else [])} - {effect.by}))


@breaks(na.PROV_4, *LAST)
def corn_kept_back(at: Moment) -> WrongPlay | None:
    if at.after.state.phase != REMOVE:
        return None
    short = {seat for seat, _ in at.after.state.owed}
    effect = one_of(at, (e for e in made(at, na.PROV_3, "corn") if e.by and e.key[0] in short))
    return announced(at, effect, effect.by + 1) if effect else None


# Removals -----------------------------------------------------------------------------------------


@breaks(na.PROV_5, Remove)
def too_many_removed(at: Moment) -> WrongPlay | None:
    (district, count), *rest = at.action.where
    standing = at.state.city.counts[DISTRICTS.index(district)][at.action.seat]
    if standing <= count:
        return None
    return instead(replace(at.action, where=((district, count + 1), *rest)), then=goes_on(at))


@breaks(na.PROV_5, Remove)
def removed_out_of_the_game(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, to="box"), then=goes_on(at)) if at.rules.removed_go == "supply" else None


@breaks(na.PROV_5, Remove)
def removals_forgotten(at: Moment) -> WrongPlay | None:
    if at.state.round >= ROUNDS:
        return None
    return instead(Round(number=at.state.round + 1), then=(CARDS, ()))


@breaks(na.PROV_5, Lands)
def a_removal_not_owed(at: Moment) -> WrongPlay | None:
    seat = a_seat(at)
    where = one_of(at, (d for d, counts in zip(DISTRICTS, at.state.city.counts, strict=True) if counts[seat]))
    return where and instead(Remove(seat=seat, where=((where, 1),)), then=stands(at))


@breaks(na.PROV_6, Remove)
def other_points_lost(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.PROV_6, "points"))
    return announced(at, effect, effect.by + 1) if effect and effect.by else None


@breaks(na.PROV_7, Remove)
def points_below_nothing(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.PROV_6, "points"))
    loss = 2 * count_of(at.action.where)
    return announced(at, effect, -loss) if at.state.scores[at.action.seat] < loss else None


@breaks(na.PROV_8, Remove)
def removals_out_of_order(at: Moment) -> WrongPlay | None:
    if not at.rules.removals_in_order or len(at.state.owed) < 2:
        return None
    seat, count = at.state.owed[1]
    return instead(Remove(seat=seat, where=some_of(at, seat, least(count))), then=stands(at))


def some_of(at: Moment, seat: Seat, count: int) -> tuple[tuple[str, int], ...]:
    """So many businesses of a seat, from the first district on."""
    where = []
    for district, counts in zip(DISTRICTS, at.state.city.counts, strict=True):
        taken = min(count, least(counts[seat]))
        where += [(district, taken)] if taken else []
        count -= taken
    return tuple(where)


@breaks(GR_COUNT, Remove)
def a_business_removed_that_is_not_there(at: Moment) -> WrongPlay | None:
    count = sum(n for _, n in at.action.where)
    nowhere = [d for d, counts in zip(DISTRICTS, at.state.city.counts, strict=True) if counts[at.action.seat] < count]
    district = one_of(at, nowhere)
    return district and instead(replace(at.action, where=((district, count),)), then=goes_on(at))


# Goods and income ---------------------------------------------------------------------------------


@breaks(na.PROV_9, *LAST, Remove)
def other_goods_of_the_ships(at: Moment) -> WrongPlay | None:
    effects = [effect for effect in made(at, na.PROV_9, "goods") if not new_ships(at, effect.key[0])]
    effect = one_of(at, (e for e in effects if e.by))
    return announced(at, effect, effect.by - 1) if effect else None


def new_ships(at: Moment, seat: Seat) -> bool:
    """Whether a seat has loaded a ship in this round: what is left out of its goods is a matter of its own."""
    return len(at.state.players[seat].estate.ships) < len(at.after.state.players[seat].estate.ships) or bool(
        at.state.players[seat].estate.fresh
    )


@breaks(na.PROV_10, *LAST, Remove)
def goods_kept_beyond_the_piers(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (e for e in made(at, na.PROV_10, "goods") if e.by))
    return announced(at, effect, effect.by + 1) if effect else None


@breaks(na.PROV_11, *LAST)
def a_district_left_out_of_the_income(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (e for e in made(at, na.PROV_11, "coins") if e.by))
    return announced(at, effect, effect.by - 1) if effect else None


@breaks(na.PROV_12, *LAST)
def another_number_of_leads(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.PROV_12, "coins"))
    return announced(at, effect, effect.by + 1) if effect else None


@breaks(na.PROV_13, Remove)
def income_of_a_removed_business(at: Moment) -> WrongPlay | None:
    emptied = sum(
        at.state.city.counts[DISTRICTS.index(district)][at.action.seat] == count for district, count in at.action.where
    )
    effect = one_of(at, (e for e in made(at, na.PROV_11, "coins") if e.key == (at.action.seat,)))
    return announced(at, effect, effect.by + emptied) if effect and emptied else None
