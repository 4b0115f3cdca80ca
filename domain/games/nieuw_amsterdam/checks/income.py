"""Checks of steps 8 to 11: harvest, corn and removals, goods, income (NA-PROV)."""

from __future__ import annotations

from domain.clauses import GR_COUNT, cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Declare, End, Fill, Lands, Remove, Round, Ships, Tiles, count_of
from domain.games.nieuw_amsterdam.catch_up import catch_up
from domain.games.nieuw_amsterdam.deeds.turn_end import shows_corn_kept
from domain.games.nieuw_amsterdam.follow.income import corn_kept_key, has_begun_removing, held_alone, occupied
from domain.games.nieuw_amsterdam.pieces import AFTER_REMOVALS, AT_DISTRICT, AUTOMATIC, DISTRICTS, NOT_SEEN, SLOTS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.scoring import unloaded
from domain.games.nieuw_amsterdam.state import GAP, REMOVE, TIED, TURN, State, businesses, standing, with_businesses_at
from domain.numbers import NotKnown, Number, Range, is_surely, least, most
from domain.rules import TABLE, Action, Broken, Check, Effect, Seat, broken, impossible, replace

Finds = Broken | None
AT_STEP = {step: at for at, step in enumerate(AUTOMATIC)}


def owes(owed: tuple[tuple[Seat, Number], ...]) -> tuple[Seat, Number] | None:
    """The seat that must remove businesses first; raises NotKnown where it is open whether one must."""
    for seat, count in owed:
        if least(count) > 0:
            return seat, count
        if isinstance(count, Range):
            raise NotKnown(count.fact)
    return None


@cites(na.PROV_1)
def the_steps_come_in_their_order(rules: NieuwAmsterdamRules, state: State, declare: Declare) -> Finds:
    later = [step for step in state.declared if AT_STEP[step] > AT_STEP[declare.step]]
    return broken(step=declare.step, after=later[0]) if later else None


@cites(na.PROV_1)
def removals_come_before_goods_and_income(rules: NieuwAmsterdamRules, state: State, declare: Declare) -> Finds:
    if state.phase != REMOVE or declare.step not in AFTER_REMOVALS or not (first := owes(state.owed)):
        return None
    if has_begun_removing(state, first[0]):  # too few of them: NA-PROV-5
        return None
    return broken(seat=TABLE, step=declare.step, late=first[0])


# Removals -----------------------------------------------------------------------------------------


@cites(na.PROV_5)
def as_many_go_as_were_not_paid_for(rules: NieuwAmsterdamRules, state: State, remove: Remove) -> Finds:
    if state.phase == GAP:
        raise NotKnown("corn")
    removed = count_of(remove.where)
    owed = catch_up(rules, state, remove)[0].owed if state.phase == TURN else state.owed  # may be step 9
    due = dict(owed).get(remove.seat, 0)
    if removed == due or 0 < removed < due:  # the others may follow one by one
        return None
    if shows_corn_kept(state, remove, due):
        return None
    if not due and state.players[remove.seat].corn.__class__ is not int:
        raise NotKnown("corn")  # one removal was surely owed, another one perhaps
    return broken(removed=removed, due=due)


@cites(na.PROV_4)
def no_corn_is_kept_instead_of_a_business(rules: NieuwAmsterdamRules, state: State, remove: Remove) -> Finds:
    """Asked of what a line after step 9 showed; corn announced as kept in step 9 is judged there."""
    if state.phase != REMOVE or has_begun_removing(state, remove.seat):
        return None
    kept = state.known.get(corn_kept_key(state, remove.seat))
    return broken(kept=kept.value) if kept else None


@cites(na.PROV_5)
def removed_businesses_go_where_they_belong(rules: NieuwAmsterdamRules, state: State, remove: Remove) -> Finds:
    return broken(to=remove.to) if remove.to not in ("", rules.removed_go) else None  # NA-Q-15


@cites(GR_COUNT)
def what_is_removed_stands_there(rules: NieuwAmsterdamRules, state: State, remove: Remove) -> Finds:
    for district, count in remove.where:
        seen = district != NOT_SEEN
        there = state.city.counts[AT_DISTRICT[district]][remove.seat] if seen else businesses(state, remove.seat)
        if count > most(there):
            return impossible(district=district, removed=count, there=there)
    return None


@cites(na.PROV_5)
def unpaid_businesses_are_removed(rules: NieuwAmsterdamRules, state: State, action: Action) -> Finds:
    """What begins the next round, or the next one's removal, shows that removals were left out."""
    if state.phase != REMOVE or (isinstance(action, (Lands, Ships)) and len(action.cards) < SLOTS):
        return None
    first = owes(state.owed)
    if not first or (isinstance(action, (Remove, Declare)) and not _leaves_it_at_that(state, first[0], action)):
        return None
    return broken(seat=first[0], owed=first[1])


def _leaves_it_at_that(state: State, seat: Seat, action: Remove | Declare) -> bool:
    """Whether a seat that had begun to remove businesses is through with it, and the table goes on."""
    goes_on = action.step in AFTER_REMOVALS if isinstance(action, Declare) else action.seat != seat
    return goes_on and has_begun_removing(state, seat)


@cites(na.PROV_8)
def removals_go_in_turn_order(rules: NieuwAmsterdamRules, state: State, remove: Remove) -> Finds:
    if not rules.removals_in_order or all(seat != remove.seat for seat, _ in state.owed):  # NA-Q-31
        return None
    first = owes(tuple(owed for owed in state.owed if not has_begun_removing(state, owed[0])))
    return (
        broken(due=first[0])
        if first and first[0] != remove.seat and not has_begun_removing(state, remove.seat)
        else None
    )


_NEXT_ROUND = (unpaid_businesses_are_removed,)
CHECKS: dict[type, tuple[Check, ...]] = {
    Declare: (the_steps_come_in_their_order, removals_come_before_goods_and_income, *_NEXT_ROUND),
    Remove: (
        *_NEXT_ROUND,
        no_corn_is_kept_instead_of_a_business,
        as_many_go_as_were_not_paid_for,
        removed_businesses_go_where_they_belong,
        what_is_removed_stands_there,
        removals_go_in_turn_order,
    ),
    **dict.fromkeys((Lands, Ships, Fill, Tiles, Round, End), _NEXT_ROUND),
}


# Which clause a wrong figure breaks ---------------------------------------------------------------


def blame_corn(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: Number) -> str:
    """Corn kept back by a seat that is short breaks NA-PROV-4, any other wrong payment NA-PROV-3."""
    short = any(seat == effect.key[0] for seat, _ in state.owed)
    return (na.PROV_4 if short and least(done) > most(effect.by) else na.PROV_3).id


def blame_hunger(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: Number) -> str:
    """Blames a wrong score after hunger on points below 0, or on another loss."""
    after = state.scores[effect.key[0]] - effect.by + done
    return (na.PROV_7 if most(after) < 0 else na.PROV_6).id


def blame_income(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: Number) -> str:
    """Blames wrong coins on the city before the removals, on shared leads, or on a wrong number of districts."""
    seat, more = effect.key[0], done - effect.by
    here, alone = occupied(state, seat), held_alone(rules, state, seat)
    before = before_removals(state)
    more_here = occupied(before, seat) - here
    more_alone = held_alone(rules, before, seat) - alone
    of_leads = effect.clause == na.PROV_12.id
    at_once = not of_leads and (is_surely(alone, 0) or not is_surely(effect.by - here, 0))
    of_old = (more_alone,) if of_leads else (more_here, more_here + more_alone) if at_once else (more_here,)
    if state.removed and any(is_surely(old - more, 0) for old in of_old):
        return na.PROV_13.id
    shared = at_once and (is_surely(more + alone, 0) or 0 < least(more) <= shared_leads(rules, state, seat))
    return (na.PROV_12 if of_leads or shared else na.PROV_11).id


def before_removals(state: State) -> State:
    """The city as it was before the removals of this round."""
    city = state.city
    for seat, district, count in state.removed:
        city = with_businesses_at(city, district, seat, count)
    return replace(state, city=city)


def shared_leads(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> int:
    """Districts whose lead a seat shares, as far as that is known."""
    known = [at for at in range(len(DISTRICTS)) if state.city.leaders[at] is not None]
    return sum(standing(rules, state, seat, at, False) == TIED for at in known)


BLAME = {
    na.PROV_3.id: blame_corn,
    na.PROV_6.id: blame_hunger,
    na.PROV_9.id: unloaded,
    **dict.fromkeys((na.PROV_11.id, na.PROV_12.id), blame_income),
}
