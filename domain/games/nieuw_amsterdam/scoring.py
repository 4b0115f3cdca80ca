"""Score lines, one function per scoring clause; the forecast; the ranking; and which clause a wrong figure breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from domain.clauses import GR_SEEN
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Mix, count_of
from domain.games.nieuw_amsterdam.pieces import DISTRICTS, FURS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import OVER, SOLE, TIED, Plot, State, may_lead, standing
from domain.numbers import NotKnown, Number, Range, between, exact, is_surely, least, most
from domain.rules import POINTS, Effect, Item, Result, ScoreLine, Seat, replace

SOLE_POINTS, TIED_POINTS, LOST_POINTS = 3, 2, 2  # hold elections; step 9
HUNGER = "hunger"  # the fact a score waits for that may have stopped at nothing
TYPE_POINTS = (3, 2, 1, 1, 1)  # first type, second type, all others
RESOURCES_A_POINT = 3


def line(
    clause: na.Clause, seat: Seat, source: str, items: tuple[Item, ...] = (), by: Number | None = None
) -> ScoreLine:
    """A score line; its amount is the sum of its items."""
    if not items and by is None:
        return nothing_scored(clause, seat, source)
    amount: Number = 0 if by is None else by
    if by is None:
        for item in items:
            amount = amount + item.count * item.each
    return ScoreLine(
        clause=clause.id, what=POINTS, key=(seat,), seat=seat, by=amount, due=amount, source=source, items=items
    )


@cache
def nothing_scored(clause: na.Clause, seat: Seat, source: str) -> ScoreLine:
    """A score line of no points, cached because it is frequent."""
    return ScoreLine(clause=clause.id, what=POINTS, key=(seat,), seat=seat, source=source)


# Elections ----------------------------------------------------------------------------------------


def elections(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> tuple[ScoreLine, ScoreLine]:
    """Districts held alone, and districts shared, by the acting seat (NA-CITY-5, 6)."""
    return _elected(rules, state, seat, na.CITY_5, na.CITY_6, "elections", rules.three_way_ties)


def _elected(
    rules: NieuwAmsterdamRules, state: State, seat: Seat, alone: na.Clause, shared: na.Clause, source: str, crowds: bool
) -> tuple:
    sole, tied, unknown = [], [], []
    for at, leaders in enumerate(state.city.leaders):
        if leaders is None:
            unknown += [at] if may_lead(state.city.counts[at], seat, rules.zero_ties_score) else []
        elif seat in leaders:
            how = standing(rules, state, seat, at, rules.zero_ties_score)
            if how == SOLE:
                sole.append(at)
            elif how == TIED and (crowds or len(leaders) == 2):
                tied.append(at)
    shares = _led(shared, seat, source, TIED_POINTS, tuple(tied))
    if not unknown:
        return _led(alone, seat, source, SOLE_POINTS, tuple(sole)), shares
    fact = f"businesses {DISTRICTS[unknown[-1]]}"  # each is worth 0 to 3, and counts with those held alone
    maybe = Item(fact, Range(0, SOLE_POINTS * len(unknown), fact), 1)
    return line(alone, seat, source, (*_items(SOLE_POINTS, sole), maybe)), shares


@lru_cache(maxsize=4096)
def _led(clause: na.Clause, seat: Seat, source: str, each: int, districts: tuple[int, ...]) -> ScoreLine:
    """A score line of districts: few of them differ."""
    return line(clause, seat, source, _items(each, districts))


def _items(each: int, districts: Iterable[int]) -> tuple[Item, ...]:
    return tuple([Item(DISTRICTS[at], 1, each) for at in districts])


# Land ---------------------------------------------------------------------------------------------


def position_value(rules: NieuwAmsterdamRules, state: State, position: int) -> Number:
    """What the scoring table gives for a place in the row (NA-Q-5 beyond its end)."""
    table = state.sheet.positions
    if position <= len(table):
        return table[position - 1] if position else 0
    if rules.beyond_table == "triangular":
        return position * (position + 1) // 2
    return table[-1] if table and rules.beyond_table == "last" else 0


def land_cleared(
    rules: NieuwAmsterdamRules, state: State, seat: Seat, positions: tuple[int, ...], sure: bool = True
) -> ScoreLine:
    """The rightmost card cleared by an action (NA-LAND-11); a range while it is not known which card that is."""
    values = [position_value(rules, state, position) for position in positions]
    if not values:
        return line(na.LAND_11, seat, "land-clear")
    if not sure:
        return line(na.LAND_11, seat, "land-clear", by=between(0, max(map(most, values)), "row"))
    last = max(positions)
    return line(na.LAND_11, seat, "land-clear", (Item(f"position {last}", 1, position_value(rules, state, last)),))


def filled(plot: Plot) -> bool | None:
    """Whether every house space of a card is taken; None while that is not known."""
    try:
        return bool(plot.houses >= plot.card.spaces)
    except NotKnown:
        return None


# Furs ---------------------------------------------------------------------------------------------


def shipment(rules: NieuwAmsterdamRules, seat: Seat, furs: Mix) -> ScoreLine:
    """Three points for each fur of the first type, two of the second, one of all others (NA-TRADE-14)."""
    items = _by_type(furs, rules.best_order)
    if items is None:  # of unknown kinds
        total = count_of(furs)
        return line(na.TRADE_14, seat, "fur-shipping", by=between(total, 3 * total, "furs"))
    return line(na.TRADE_14, seat, "fur-shipping", items)


@lru_cache(maxsize=1024)
def _by_type(furs: Mix, best_order: bool) -> tuple[Item, ...] | None:
    """Furs type by type with what each is worth, the most numerous first or as declared (NA-Q-4)."""
    counts = {kind: sum(n for other, n in furs if other == kind) for kind, n in furs if n}
    if set(counts) - set(FURS):
        return None
    ranked = sorted(counts.items(), key=lambda count: -count[1]) if best_order else list(counts.items())
    return tuple(Item(kind, n, each) for (kind, n), each in zip(ranked, TYPE_POINTS, strict=False))


# Hunger -------------------------------------------------------------------------------------------


def starvation(state: State, seat: Seat, removed: int) -> ScoreLine:
    """Two points lost for each business removed, down to nothing (NA-PROV-6, 7)."""
    loss, score = LOST_POINTS * removed, state.scores[seat]
    if least(score) >= loss:
        return line(na.PROV_6, seat, "starvation", (Item("removed", removed, -LOST_POINTS),))
    lost = between(max(0, min(loss, least(score))), max(0, min(loss, most(score))), "points")
    kept = loss - lost
    items = (Item("removed", removed, -LOST_POINTS), Item("floor", kept, 1)) if isinstance(kept, int) else ()
    return line(na.PROV_6, seat, "starvation", items, by=-lost)


# The end ------------------------------------------------------------------------------------------


def final(rules: NieuwAmsterdamRules, state: State) -> tuple[ScoreLine, ...]:
    """The three sources of the end, seat by seat."""
    return tuple(line for seat in range(len(state.players)) for line in seat_final(rules, state, seat))


def seat_final(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """Final elections, the rightmost filled card, furs and other resources of one seat."""
    return (
        *_elected(rules, state, seat, na.END_2, na.END_3, "final-elections", True),
        *_final_land(rules, state, seat),
        _final_furs(state, seat),
        _final_resources(state, seat),
    )


def _final_land(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """The rightmost card filled with houses, if it is not cleared (NA-END-5, 6); both lines while that is not known."""
    position, plot, perhaps = _rightmost_filled(rules, state, seat)
    value = _uncleared(rules, state, position, plot) if plot else 0
    if perhaps or least(value) < most(value):
        low, high = min(map(least, (value, *perhaps))), max(map(most, (value, *perhaps)))
        none = line(na.END_6, seat, "final-land")
        return line(na.END_5, seat, "final-land", by=between(low, high, "row")), none
    clause = na.END_6 if plot and plot.cleared else na.END_5
    return (line(clause, seat, "final-land", (Item(f"position {position}", 1, value),) if value else ()),)


def _rightmost_filled(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> tuple[int, Plot | None, list[Number]]:
    """The first card from the right that surely is filled, and what those before it give that perhaps are."""
    estate = state.players[seat].estate
    perhaps: list[Number] = [max(map(most, state.sheet.positions), default=0)] if "r" in estate.grown else []
    for position in range(len(estate.row), 0, -1):
        plot = estate.row[position - 1]
        is_filled = filled(plot)
        if is_filled is False or (plot.cleared and not rules.rightmost_filled_only):  # NA-Q-38
            continue
        if is_filled and (plot.cleared is not None or rules.rightmost_filled_only):
            return position, plot, perhaps
        perhaps.append(_uncleared(rules, state, position, plot))
    return 0, None, perhaps


def _uncleared(rules: NieuwAmsterdamRules, state: State, position: int, plot: Plot) -> Number:
    """What a filled card is worth in the end: nothing once it is cleared."""
    if plot.cleared:
        return 0
    value = position_value(rules, state, position)
    return value if plot.cleared is False else between(0, most(value), "row")


def _final_furs(state: State, seat: Seat) -> ScoreLine:
    total = state.players[seat].furs.total
    if isinstance(total, Range):
        return line(na.END_8, seat, "final-furs", by=total)
    return line(na.END_8, seat, "final-furs", (Item("furs", total, 1),) if total else ())


def _final_resources(state: State, seat: Seat) -> ScoreLine:
    """Everything else together, one point for every three (NA-END-9)."""
    player = state.players[seat]
    total = player.goods + player.corn + player.wood + player.coins
    if isinstance(total, Range):
        each = RESOURCES_A_POINT
        return line(na.END_9, seat, "final-resources", by=Range(total.least // each, total.most // each, total.fact))
    threes = total // RESOURCES_A_POINT
    return line(na.END_9, seat, "final-resources", (Item("threes", threes, 1),) if threes else ())


def forecast(rules: NieuwAmsterdamRules, state: State) -> tuple[ScoreLine, ...]:
    """The score lines there would be if the game ended now."""
    return () if state.phase == OVER else tuple(line for line in final(rules, state) if line.items)


def rank(state: State) -> Result:
    """Ranks the seats by points; tied seats share the victory (NA-END-10, 11)."""
    scores, seats = state.scores, range(len(state.scores))
    try:
        order = sorted(seats, key=lambda seat: -scores[seat])
        places: list[tuple[Seat, ...]] = []
        for seat in order:
            if places and scores[places[-1][0]] == scores[seat]:
                places[-1] += (seat,)
            else:
                places.append((seat,))
    except NotKnown as unknown:
        best = [seat for seat in seats if all(least(scores[seat]) > most(scores[o]) for o in seats if o != seat)]
        return Result((tuple(best),) if best else (), na.END_10.id, {"needs": unknown.fact})
    shared = bool(places) and len(places[0]) > 1
    return Result(tuple(places), (na.END_11 if shared else na.END_10).id, {})


# Which clause a wrong figure breaks ---------------------------------------------------------------


def _elections_miscounted(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: Number) -> str:
    """The clause that wrong points for elections break: of a majority misunderstood, of districts held or shared.

    A total may be wrong because districts of one kind were left out, or counted like those of the other.
    """
    seat, off = effect.key[0], exact(done - effect.due)
    alone, shared = elections(rules, state, seat)
    other = elections(replace(rules, more_than_half=not rules.more_than_half), state, seat)[0]
    if off and is_surely(other.by - alone.by, off):
        return na.CITY_8.id
    if effect.source:  # one of the two, and not their total
        return effect.clause
    price = SOLE_POINTS - TIED_POINTS
    kinds = ((na.CITY_5.id, alone, -price, -SOLE_POINTS), (na.CITY_6.id, shared, price, -TIED_POINTS))
    fits = [
        clause for clause, each, *by in kinds for n in range(1, len(each.items) + 1) if off in (n * by[0], n * by[1])
    ]
    return fits.pop() if len(fits) == 1 else GR_SEEN.id


def _unscored(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: Number) -> str:
    """A second clearing of the turn for which nothing was scored (NA-LAND-13)."""
    again = state.players[effect.key[0]].turn.cleared > 1
    return na.LAND_13.id if again and is_surely(done, 0) else effect.clause


def _unharvested(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: Number) -> str:
    """Cards cleared in this round that were left out of the harvest (NA-LAND-12)."""
    row = state.players[effect.key[0]].estate.row
    fresh = sum((plot.card.corn for plot in row if plot.cleared and plot.fresh), 0)
    return _left_out(na.LAND_12.id, effect, done, fresh)


def unloaded(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: Number) -> str:
    """Ships loaded in this round that were left out of step 10 (NA-TRADE-17)."""
    estate = state.players[effect.key[0]].estate
    fresh = sum((ship.goods for ship in estate.ships[len(estate.ships) - estate.fresh :]), 0)
    return _left_out(na.TRADE_17.id, effect, done, fresh)


def _left_out(clause: str, effect: Effect, done: Number, fresh: Number) -> str:
    missing = is_surely(effect.due - done - fresh, 0) and not is_surely(fresh, 0)
    return clause if missing else effect.clause


def _paid_before(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: Number) -> str:
    """A fee left out because one was paid before in the turn (NA-TRADE-10)."""
    again = state.players[effect.key[0]].turn.travelled > 1
    return na.TRADE_10.id if again and is_surely(done, 0) else effect.clause


BLAME: dict[str, Callable[[NieuwAmsterdamRules, State, Effect, Number], str]] = {
    na.CITY_5.id: _elections_miscounted,
    na.CITY_6.id: _elections_miscounted,
    na.LAND_11.id: _unscored,
    na.TRADE_9.id: _paid_before,
    na.PROV_2.id: _unharvested,
}
