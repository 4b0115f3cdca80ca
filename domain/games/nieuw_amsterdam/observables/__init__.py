"""What can be read off the table of Nieuw Amsterdam, and how it is written."""

from __future__ import annotations

from typing import Any

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.follow.tokens import confirm_by_token
from domain.games.nieuw_amsterdam.observables.common import (
    EVERYBODY,
    PLACES,
    SOME_SEATS,
    WHOLES,
    WHOSE,
    WORD,
    each,
    observed,
    of_estate,
    of_seat,
    of_table,
    of_turn,
    seats,
    seats_by,
    stays,
    whole,
)
from domain.games.nieuw_amsterdam.observables.forms import BID, BID_OF, ODD, OWED, SHEET_ROW, SPECIAL, TRADER
from domain.games.nieuw_amsterdam.observables.inference import (
    of_purse,
    other_end,
    other_place,
    set_coins,
    set_corn,
    set_trader,
    set_zone,
)
from domain.games.nieuw_amsterdam.observables.limits import GOODS, PIECES, STRICT_TRACK, TRACK, beyond_the_box
from domain.games.nieuw_amsterdam.observables.score import after_hunger, score, set_score, stopped_at_nothing
from domain.games.nieuw_amsterdam.pieces import (
    AT_DISTRICT,
    AT_FUR,
    AUTOMATIC,
    COLUMNS,
    DISTRICTS,
    FURS,
    SHEET,
    SPACE_COLOURS,
    STEPS,
    TILES,
    TRADERS,
)
from domain.games.nieuw_amsterdam.start import whole_row
from domain.games.nieuw_amsterdam.state import (
    GAP,
    PHASES,
    City,
    State,
    leading,
    put_at,
    room_on,
    with_player,
    with_token,
)
from domain.games.nieuw_amsterdam.values import (
    LAND,
    RIVER,
    ROW,
    SHIP,
    SHIPS,
    cards_agree,
    fleets_agree,
    furs_agree,
    rivers_agree,
    rows_agree,
    set_estate,
    set_furs,
    set_kind,
    set_total,
)
from domain.numbers import MOST, Number, most, not_below_zero
from domain.observables import Observable
from domain.rules import Key, replace
from domain.texts import NUMBER, YES, Form, letters_of, one_of, table_form, word_list

# Furs, tiles, businesses --------------------------------------------------------------------------


def _set_fur(state: State, key: Key, value: Number) -> State:
    return set_furs(state, key[0], set_kind(state.players[key[0]].furs, AT_FUR[key[1]], value))


def _set_furs(state: State, key: Key, value: Number) -> State:
    return set_furs(state, key[0], set_total(state.players[key[0]].furs, value))


def _set_tiles(state: State, key: Key, value: Number) -> State:
    player = state.players[key[0]]
    return with_player(state, key[0], replace(player, tiles=put_at(player.tiles, STEPS.index(key[1]), value)))


def _business(state: State, key: Key) -> Number:
    return state.city.counts[AT_DISTRICT[key[1]]][key[0]]


def _set_business(state: State, key: Key, value: Number) -> State:
    at = AT_DISTRICT[key[1]]
    counts = put_at(state.city.counts[at], key[0], value)
    city = City(put_at(state.city.counts, at, counts), put_at(state.city.leaders, at, leading(counts)))
    return replace(state, city=city)


def _supply(state: State, key: Key) -> Number:
    return state.players[key[0]].estate.supply


def _set_supply(state: State, key: Key, value: Number) -> State:
    return set_estate(state, key, "supply", value)


def _set_wharf(state: State, key: Key, value: tuple[int, ...]) -> State:
    """Warehouses as seen; piers open or close with those that differ, on top of the room read off before."""
    estate, sheet = state.players[key[0]].estate, state.sheet
    room = room_on(sheet, value)
    if estate.capacity.__class__ is int:
        room = not_below_zero(estate.capacity + room - room_on(sheet, estate.warehouses))
    return set_estate(set_estate(state, key, "warehouses", value), key, "capacity", room)


def _set_token(state: State, key: Key, value: Number) -> State:
    return with_token(confirm_by_token(state, key[0], value), key[0], value) if isinstance(value, int) else state


# The river, the slots, the traders, the cash box --------------------------------------------------


def _at(values: tuple, key: Key, nothing: Any) -> Any:
    place = int(key[0]) - 1
    return values[place] if place < len(values) else nothing


def _put(values: tuple, key: Key, value: Any, nothing: Any, there: bool) -> tuple:
    """A tuple with a value at a numbered place, made longer only where there is something to put."""
    place = int(key[0]) - 1
    if place >= len(values):
        return (*values, *(nothing,) * (place - len(values)), value) if there else values
    return put_at(values, place, value)


def _camp(state: State, key: Key) -> Number:
    return _at(state.river.camps, key, 0)


def _set_camp(state: State, key: Key, value: Number) -> State:
    return replace(state, river=replace(state.river, camps=_put(state.river.camps, key, value, 0, most(value) > 0)))


def _gone(state: State, key: Key) -> Number:
    return state.river.gone


def _set_gone(state: State, key: Key, value: Number) -> State:
    return replace(state, river=replace(state.river, gone=value))


def slot(name: str, field: str, form: Form) -> Observable:
    """The card lying in a slot."""

    def put(state: State, key: Key, value: Any) -> State:
        cards = _put(getattr(state.slots, field), key, value, None, value is not None)
        return replace(state, slots=replace(state.slots, **{field: cards}))

    return observed(
        name,
        form,
        lambda state: [(str(at),) for at in range(1, max(4, len(getattr(state.slots, field))) + 1)],
        key=("slot",),
        among=PLACES,
        counts=False,
        agrees=cards_agree,
        slot_type="card",
        get=lambda state, key: _at(getattr(state.slots, field), key, None),
        set=put,
    )


def _stake(state: State, key: Key) -> int:
    """The token lying on a column: its selector's."""
    auction = state.auction
    return state.tokens[auction.selector] if auction.column == int(key[0]) and auction.selector >= 0 else 0


def _of_chest(name: str, words: tuple[str, ...], field: str, form: Form, **more: Any) -> Observable:
    def put(state: State, key: Key, value: Any) -> State:
        values = put_at(getattr(state.chest, field), words.index(key[0]), value)
        return replace(state, chest=replace(state.chest, **{field: values}))

    return observed(
        name,
        form,
        each(words),
        among=words,
        get=lambda state, key: getattr(state.chest, field)[words.index(key[0])],
        set=put,
        **more,
    )


def _undecided(state: State, key: Key) -> str:
    """What is not known of the scores, so that it is open who wins, and whether alone (NA-END-10, 11)."""
    result = state.result
    return "" if result is None or result.places else str(result.facts.get("needs", ""))


_COLUMNS = tuple(map(str, COLUMNS))


def _of_sheet(row: str) -> Observable:
    def put(state: State, key: Key, value: tuple[Number, ...]) -> State:
        return replace(state, sheet=replace(state.sheet, **{row: whole_row(row, value)}))

    def get(state: State, key: Key) -> tuple[Number, ...]:
        return getattr(state.sheet, row)

    return observed(f"sheet-{row}", SHEET_ROW, counts=False, on_table=False, get=get, set=put)


def _per_seat(name: str, **more: Any) -> Observable:
    return observed(name, NUMBER, seats, key=("seat",), **more)


_ALL = (
    of_purse(replace(of_seat("coins"), set=set_coins)),
    of_purse(of_seat("wood")),
    of_purse(replace(of_seat("corn"), set=set_corn)),
    of_purse(GOODS),
    PIECES,
    observed(
        "fur",
        NUMBER,
        seats_by(FURS),
        key=("seat", "kind"),
        among=FURS,
        get=lambda state, key: state.players[key[0]].furs.kinds[AT_FUR[key[1]]],
        set=_set_fur,
        clause=na.SUPPLY_2.id,
        judge_value=beyond_the_box,
    ),
    of_purse(_per_seat("furs", get=lambda state, key: state.players[key[0]].furs.total, set=_set_furs)),
    _per_seat("supply", get=_supply, set=_set_supply, reveal_choice=other_place(_supply, _set_supply)),
    of_estate("out"),
    observed(
        "wharf",
        WHOLES,
        seats,
        key=("seat",),
        counts=False,
        agrees=lambda now, seen: set(now) == set(seen),
        slot_type="wharf_spaces",
        get=lambda state, key: state.players[key[0]].estate.warehouses,
        set=_set_wharf,
    ),
    of_estate("capacity", clause=na.STORE_2.id),
    replace(of_estate("zone"), set=set_zone, is_place=True),
    of_estate(
        "space",
        one_of(tuple(f"{colour}{at}" for colour in SPACE_COLOURS for at in range(1, 6))),
        counts=False,
        agrees=lambda now, seen: "" in (now, seen) or now == seen,
    ),
    of_estate("row", ROW, counts=False, agrees=rows_agree, slot_type="row"),
    of_estate("ships", SHIPS, counts=False, agrees=fleets_agree, slot_type="fleet"),
    of_estate("fresh", whole(MOST), counts=False, on_table=False),
    of_estate("grown", letters_of("rs"), counts=False, on_table=False),
    observed(
        "tiles",
        NUMBER,
        seats_by(STEPS),
        key=("seat", "tile"),
        among=STEPS,
        get=lambda state, key: state.players[key[0]].tiles[STEPS.index(key[1])],
        set=_set_tiles,
    ),
    of_seat("column", whole(MOST), counts=False, on_table=False),
    of_seat("special", SPECIAL, counts=False, on_table=False),
    *(of_turn(name) for name in ("used", "passed", "docked", "cleared", "travelled", "docked_before")),
    observed(
        "business",
        NUMBER,
        seats_by(DISTRICTS),
        key=("seat", "district"),
        among=DISTRICTS,
        get=_business,
        set=_set_business,
        reveal_choice=other_place(_business, _set_business),
    ),
    _per_seat("token", is_place=True, get=lambda state, key: state.tokens[key[0]], set=_set_token),
    _per_seat("points", get=score, set=set_score, unread_fact=after_hunger, reveal_choice=stopped_at_nothing),
    TRACK,
    observed(
        "camp",
        NUMBER,
        each(PLACES),
        key=("camp",),
        among=PLACES,
        get=_camp,
        set=_set_camp,
        reveal_choice=other_end(_camp, _set_camp),
    ),
    observed("gone", get=_gone, set=_set_gone, reveal_choice=other_end(_gone, _set_gone)),
    of_table("river", RIVER, counts=False, agrees=rivers_agree, slot_type="river"),
    observed(
        "trader",
        TRADER,
        each(TRADERS),
        key=("trader",),
        among=TRADERS,
        counts=False,
        agrees=furs_agree,
        slot_type="furs",
        get=lambda state, key: state.traders[TRADERS.index(key[0])],
        set=set_trader,
    ),
    slot("land", "lands", LAND),
    slot("ship", "ships", SHIP),
    of_table("land-deck", part="slots", field="land_deck"),
    of_table("ship-deck", part="slots", field="ship_deck"),
    of_table("shown", letters_of("ls"), part="slots", counts=False, on_table=False),
    observed(
        "discarded",
        NUMBER,
        each(FURS),
        key=("kind",),
        among=FURS,
        get=lambda state, key: state.discard.kinds[AT_FUR[key[0]]],
        set=lambda state, key, value: replace(state, discard=set_kind(state.discard, AT_FUR[key[0]], value)),
    ),
    observed(
        "discard",
        NUMBER,
        get=lambda state, key: state.discard.total,
        set=lambda state, key, value: replace(state, discard=set_total(state.discard, value)),
    ),
    of_table("reserve"),
    _of_chest("box", _COLUMNS, "columns", letters_of(TILES + "?"), key=("column",), counts=False, agrees=furs_agree),
    _of_chest("spent", STEPS, "spent", NUMBER, key=("tile",)),
    observed("stake", NUMBER, each(_COLUMNS), key=("column",), among=_COLUMNS, on_table=False, get=_stake, set=stays),
    of_table("bidder", WHOSE, part="auction", counts=False, on_table=False, slot_type="seat"),
    of_table(
        "winners",
        SOME_SEATS,
        counts=False,
        slot_type="seats",
        agrees=lambda now, seen: not now or set(now) == set(seen),
        unread_fact=_undecided,
    ),
    of_table(
        "phase",
        one_of(PHASES),
        counts=False,
        on_table=False,
        slot_type="phase",
        agrees=lambda a, b: GAP in (a, b) or a == b,
    ),
    *(of_table(name, WHOSE, counts=False, on_table=False, slot_type="seat") for name in ("actor", "just")),
    *(of_table(name, whole(MOST), counts=False, on_table=False) for name in ("turn", "founded")),
    observed(
        "round",
        whole(MOST),
        counts=False,
        on_table=False,
        get=lambda state, key: state.round,
        set=lambda state, key, value: replace(state, round=value, round_gap=""),
    ),
    of_table("step", whole(len(STEPS) - 1), counts=False, on_table=False),
    *(of_table(name, EVERYBODY, counts=False, on_table=False) for name in ("order", "acting")),
    of_table("had", SOME_SEATS, counts=False, on_table=False),
    of_table("at-auction", whole(MOST), "auction", "column", counts=False, on_table=False),
    of_table("best", BID, "auction", counts=False, on_table=False),
    of_table("selector", WHOSE, "auction", counts=False, on_table=False),
    *(of_table(name, SOME_SEATS, "auction", counts=False, on_table=False) for name in ("without", "due", "acted")),
    *(of_table(f"{n}_untold", WORD, field=f"{n}_gap", counts=False, on_table=False) for n in ("tokens", "round")),
    *(of_table(name, BID_OF, "auction", counts=False, on_table=False) for name in ("outbid", "low")),
    of_table("odd", ODD, "auction", counts=False, on_table=False),
    of_table("owed", OWED, counts=False, on_table=False),
    of_table("declared", word_list(AUTOMATIC), counts=False, on_table=False),
    *(_of_sheet(row) for row in SHEET),
    of_table("sheet-ends", YES, "sheet", "ends", counts=False, on_table=False),
    of_table("faces", table_form(), counts=False, on_table=False, is_memory=True),
)
OBSERVABLES = {observable.name: observable for observable in _ALL}
STRICT = {**OBSERVABLES, "track": STRICT_TRACK}  # NA-Q-26
