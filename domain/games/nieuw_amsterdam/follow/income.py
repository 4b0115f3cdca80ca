"""Consequences in steps 8 to 11, at the end of a round and of the game."""

from __future__ import annotations

from functools import cache

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam import scoring
from domain.games.nieuw_amsterdam.follow.common import Moved, cached_effect, effect_at, seat_effect, smaller
from domain.games.nieuw_amsterdam.follow.turns import between_rounds
from domain.games.nieuw_amsterdam.pieces import SLOTS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    CARDS,
    CLOSE,
    CORN,
    FINAL,
    FRESH,
    GOODS,
    INCOME,
    NO_SEAT,
    OVER,
    RANKING,
    REMOVE,
    SCORING,
    SOLE,
    STORE,
    Estate,
    Player,
    Plot,
    Slots,
    State,
    all_businesses,
    standing,
)
from domain.numbers import MOST, Number, Range, between, least, most, not_below_zero
from domain.rules import Effect, Seat, replace


def harvest(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Step 8: corn of the cleared cards."""
    effects, players = [], []
    for seat, player in enumerate(state.players):
        by = harvest_of(rules, player)
        tells = cached_effect if by.__class__ is int else seat_effect
        players.append(player if is_zero(by) else replace(player, corn=player.corn + by))
        effects.append(tells(na.PROV_2, "corn", seat, by))
    return replace(state, phase=CORN, players=tuple(players)), tuple(effects)


def harvest_of(rules: NieuwAmsterdamRules, player: Player) -> Number:
    """The corn of a seat's cleared cards; those of this round count, too (NA-Q-37)."""
    estate = player.estate
    corn: Number = 0
    for plot in estate.row:
        if plot.cleared is not False and (rules.yields_at_once or not plot.fresh):
            corn = corn + _corn_of(plot)
    return Range(least(corn), MOST, "row") if "r" in estate.grown else corn


def _corn_of(plot: Plot) -> Number:
    """What a card yields that is cleared; perhaps nothing while that is not known."""
    return plot.card.corn if plot.cleared else Range(0, most(plot.card.corn), "row")


def corn(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Step 9: one corn for each business, as far as it goes; the rest is owed in businesses."""
    effects, players, short = [], [], {}
    all_due = all_businesses(state)
    for seat, player in enumerate(state.players):
        paid, left, unpaid = _pay_corn(player.corn, all_due[seat])
        if kept := _surely_kept(state, seat, paid):
            paid, left, unpaid = paid - kept, left + kept, unpaid + kept
        tells = cached_effect if paid.__class__ is int else seat_effect
        players.append(player if left is player.corn else replace(player, corn=left))
        effects.append(tells(na.PROV_3, "corn", seat, -paid))
        if unpaid.__class__ is not int or unpaid:
            short[seat] = unpaid
    owing = tuple([(seat, short[seat]) for seat in state.acting if seat in short]) if short else ()
    state = replace(state, phase=REMOVE, players=tuple(players), owed=owing, removed=(), actor=NO_SEAT)
    return state, tuple(effects)


def _pay_corn(corn: Number, due: Number) -> tuple[Number, Number, Number]:
    """The corn paid for the businesses, the corn left, and the number of businesses not paid for."""
    if corn.__class__ is int and due.__class__ is int:
        return (due, corn - due, 0) if due <= corn else (corn, 0, due - corn)
    paid = smaller(corn, due)
    short = paid is not due and most(due) > least(corn)
    unpaid = between(max(0, least(due) - most(corn)), most(due) - least(corn), _why(corn)) if short else 0
    return paid, not_below_zero(corn - paid), unpaid


def _why(number: Number) -> str:
    return getattr(number, "fact", "") or "corn"


def await_removals(rules: NieuwAmsterdamRules, state: State) -> Moved | None:
    """Step 9 is over when no seat owes a business."""
    owed = state.owed
    if not owed:
        return replace(state, phase=GOODS, actor=NO_SEAT), ()
    if state.actor == NO_SEAT:  # corn kept back leaves as many businesses unpaid (NA-PROV-4)
        known = state.known
        unsettled = [seat for seat, _ in owed if known.get(corn_kept_key(state, seat)) is None]
        owed = tuple((seat, due + _kept(state.players[seat].corn) if seat in unsettled else due) for seat, due in owed)
    return None if state.actor == owed[0][0] else (replace(state, owed=owed, actor=owed[0][0]), ())


def has_begun_removing(state: State, seat: int) -> bool:
    """Whether a seat has removed some of what it owes, maybe one by one."""
    return any(remover == seat for remover, _, _ in state.removed)


def corn_left_key(state: State, seat: Seat) -> tuple:
    """The key of the fact how much corn too much a seat was seen to have after step 9."""
    return state.round - between_rounds(state), "corn left", seat


def corn_kept_key(state: State, seat: Seat) -> tuple:
    """The key of the fact how much corn a seat kept back, giving up businesses instead (NA-PROV-4)."""
    return state.round - between_rounds(state), "corn kept", seat


def _surely_kept(state: State, seat: Seat, paid: Number) -> int:
    """Corn kept back in this step 9, as a later line shows."""
    fact = state.known.get(corn_kept_key(state, seat))
    return min(fact.value, least(paid)) if fact else 0


def _kept(corn: Number) -> Number:
    """Corn a seat surely still has."""
    return corn if corn.__class__ is int else 0


def goods(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Step 10: goods of the ships."""
    effects, players = [], []
    for seat, player in enumerate(state.players):
        gained = goods_of_ships(rules, player.estate)
        tells = cached_effect if gained.__class__ is int else seat_effect
        players.append(player if is_zero(gained) else replace(player, goods=player.goods + gained))
        effects.append(tells(na.PROV_9, "goods", seat, gained))
    return replace(state, phase=STORE, players=tuple(players)), tuple(effects)


def store_goods(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Returns goods for which the piers have no room; goods that lay there before stay."""
    effects, players = [], []
    for seat, player in enumerate(state.players):
        held, room = player.goods, player.estate.capacity
        too_many: Number = 0
        over = held - room
        if over.__class__ is not int or over > 0:
            too_many = smaller(goods_of_ships(rules, player.estate), not_below_zero(over))
        if isinstance(too_many, Range):  # no fewer than lay there, no more than have room
            left = between(min(least(held), least(room)), min(most(held), most(room)), too_many.fact)
            player = replace(player, goods=left)
        elif too_many:
            player = replace(player, goods=held - too_many)
        players.append(player)
        tells = cached_effect if isinstance(too_many, int) else seat_effect
        effects.append(tells(na.PROV_10, "goods", seat, -too_many))
    return replace(state, phase=INCOME, players=tuple(players)), tuple(effects)


def is_zero(number: Number) -> bool:
    """Whether a number is known to be nothing."""
    return number.__class__ is int and not number


def goods_of_ships(rules: NieuwAmsterdamRules, estate: Estate) -> Number:
    """The goods of a seat's ships."""
    ships = estate.ships if rules.yields_at_once or not estate.fresh else estate.ships[: -estate.fresh]
    goods: Number = 0
    for ship in ships:
        goods = goods + ship.goods
    return Range(least(goods), MOST, "ships") if "s" in estate.grown else goods


def coins(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Step 11: a coin for each district with a business, and one for each held alone."""
    effects: list[Effect] = []
    players = []
    owned, alone = list(zip(*state.city.counts, strict=True)), _all_held_alone(rules, state)
    for seat, player in enumerate(state.players):
        here, sole = _held(owned[seat]), alone[seat]
        coins = here + sole
        players.append(replace(player, coins=coins + player.coins))
        if coins.__class__ is int:
            effects += _cached_income_effects(seat, least(here), least(sole))
        else:
            effects += _income_effects(seat, here, sole)
    return replace(state, phase=CLOSE, players=tuple(players)), tuple(effects)


def _income_effects(seat: Seat, here: Number, sole: Number) -> tuple[Effect, ...]:
    return seat_effect(na.PROV_11, "coins", seat, here), seat_effect(na.PROV_12, "coins", seat, sole)


_cached_income_effects = cache(_income_effects)  # as many as seats and districts


def occupied(state: State, seat: Seat) -> Number:
    """Districts where a seat has a business."""
    return _held(tuple([counts[seat] for counts in state.city.counts]))


def _held(own: tuple[Number, ...]) -> Number:
    if sum(own).__class__ is int:
        return len(own) - own.count(0)
    surely, perhaps = (sum(bound(count) > 0 for count in own) for bound in (least, most))
    return between(surely, perhaps, "businesses")


def held_alone(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> Number:
    """Districts where a seat alone has the most businesses."""
    surely, unknown, alone, leading = 0, 0, (seat,), state.city.leaders
    if alone not in leading and None not in leading:
        return 0
    if not rules.more_than_half and None not in leading and len(state.players) > 1:
        return leading.count(alone)
    for district, leaders in enumerate(leading):
        if leaders is None:
            unknown += 1
        elif leaders == alone:
            surely += standing(rules, state, seat, district, False) == SOLE
    return between(surely, surely + unknown, "businesses") if unknown else surely


def _all_held_alone(rules: NieuwAmsterdamRules, state: State) -> list[Number]:
    """The districts held alone, for all seats."""
    leading, seats = state.city.leaders, len(state.players)
    if rules.more_than_half or seats == 1 or None in leading:
        return [held_alone(rules, state, seat) for seat in range(seats)]
    alone: list[Number] = [0] * seats
    for leaders in leading:
        if leaders is not None and len(leaders) == 1:
            alone[leaders[0]] += 1
    return alone


def close_round(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """The round is over: what is left in the slots leaves the game; or the game ends."""
    if state.round >= rules.rounds:
        return replace(state, phase=FINAL), ()
    slots = state.slots
    effects = _emptied("land", slots.lands) + _emptied("ship", slots.ships)
    return replace(
        state,
        phase=CARDS,
        round=state.round + 1,
        turn=state.turn + 1,
        step=0,
        acting=state.order,
        players=tuple(map(_reset_for_round, state.players)),
        removed=(),
        slots=Slots((None,) * SLOTS, (None,) * SLOTS, slots.land_deck, slots.ship_deck),
    ), effects


def _emptied(what: str, cards: tuple) -> tuple[Effect, ...]:
    return tuple([_slot_emptied(what, at) for at, card in enumerate(cards, 1) if card is not None])


@cache
def _slot_emptied(what: str, at: int) -> Effect:
    return effect_at(na.PREP_1, what, (str(at),), None, sets=True)


def _reset_for_round(player: Player) -> Player:
    """A seat after all that only counts for one round was reset."""
    estate = player.estate
    fresh = estate.fresh
    for plot in estate.row:
        fresh = fresh or plot.fresh
    if fresh:
        row = tuple([replace(plot, fresh=False) if plot.fresh else plot for plot in estate.row])
        estate = replace(estate, row=row, fresh=0)
    return replace(player, column=0, turn=FRESH, estate=estate)


def prepare_final(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Before the count: final elections pay nothing, and no land is cleared (NA-END-4, 7)."""
    effects: list[Effect] = []
    players = []
    for seat, player in enumerate(state.players):
        paid = occupied(state, seat) + held_alone(rules, state, seat) if rules.final_elections_pay else 0  # NA-Q-40
        effects += (seat_effect(na.END_4, "coins", seat, paid), cached_effect(na.END_7, "wood", seat, 0))
        players.append(player if is_zero(paid) else replace(player, coins=player.coins + paid))
    return replace(state, phase=SCORING, players=tuple(players)), tuple(effects)


def score_final(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """The three sources of the end, by what lies on the table."""
    lines, scores = scoring.final(rules, state), list(state.scores)
    for line in lines:
        scores[line.key[0]] = scores[line.key[0]] + line.by
    return replace(state, phase=RANKING, scores=tuple(scores)), lines


def ranking(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Who wins, by the scores as they stand on the table."""
    result = scoring.rank(state)
    winners = result.places[0] if result.places else ()
    made = Effect(clause=result.clause, what="winners", by=winners, due=winners, sets=True)
    return replace(state, phase=OVER, actor=NO_SEAT, result=result, winners=winners), (made,)
