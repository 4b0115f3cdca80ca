"""What can be read off the table of New Haven, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.new_haven import clauses as nh
from domain.games.new_haven.observables.inference import (
    clearing_shown,
    counted_hand,
    draws_ahead,
    left_clearing,
    marker_shown,
    supply_shown,
    tiles_shown,
)
from domain.games.new_haven.pieces import CELLS, COLOURS, HOMES, KINDS
from domain.games.new_haven.state import GAP, PHASES, Hand, State, marker, markers_with, with_player
from domain.games.new_haven.state.hidden_homes import home_shown
from domain.games.new_haven.values import (
    OR_FEWER,
    OR_NONE,
    clearing_at,
    clearings_agree,
    hand_text,
    hands_agree,
    home_at,
    home_text,
    homes_agree,
    pool_at,
    pool_verdict,
    pools_agree,
    read_hand,
    read_home,
    read_strays,
    read_tile,
    set_active,
    set_clearing,
    set_hand,
    set_home,
    set_phase,
    set_pool,
    set_space,
    space_at,
    stray_shown,
    strays_text,
    tile_text,
    tiles_agree,
)
from domain.numbers import Number, Range, not_below_zero
from domain.observables import Observable, points_observable, single_key
from domain.rules import Key, replace
from domain.texts import NUMBER, SEAT, YES, Form, letters_of, one_of, seats_form, table_form, word_list


def seats(state: State) -> list[Key]:
    """One key per seat."""
    return [(seat,) for seat in range(len(state.players))]


def of_seat(name: str, form: Form = NUMBER, **more: Any) -> Observable:
    """A field of a seat's own area."""
    return Observable(
        name=name,
        key=("seat",),
        keys=seats,
        text=form.text,
        read=form.read,
        get=lambda state, key: getattr(state.players[key[0]], name),
        set=lambda state, key, value: with_player(state, key[0], **{name: value}),
        **more,
    )


def of_table(name: str, form: Form = NUMBER, **more: Any) -> Observable:
    """A field of the table."""
    return Observable(
        name=name,
        keys=single_key,
        text=form.text,
        read=form.read,
        get=lambda state, key: getattr(state, name),
        set=lambda state, key, value: replace(state, **{name: value}),
        **more,
    )


def drawn_from(pile: str, observable: Observable) -> Observable:
    """What is counted again at a seat came out of a pile, or never left it: the box stays whole."""

    def put(state: State, key: Key, count: Number) -> State:
        before, left = observable.get(state, key), getattr(state, pile)
        state = observable.set(state, key, count)
        if Range in map(type, (before, count, left)):
            return state
        return replace(state, **{pile: not_below_zero(left + before - count)})

    return replace(observable, set=put)


def value(name: str, form: Form, keys: Callable = single_key, **more: Any) -> Observable:
    """Something that is no number."""
    return Observable(name=name, keys=keys, text=form.text, read=form.read, counts=False, **more)


SEATS = seats_form()
CLEARING = one_of((*KINDS, "?", OR_NONE))
WHOSE = Form(
    lambda seat, letters: "?" if seat is None else SEAT.text(seat, letters),
    lambda text, letters: None if text == "?" else SEAT.read(text, letters),
)
_ALL = (
    Observable(
        name="marker",
        key=("colour",),
        among=tuple(COLOURS),
        keys=lambda state: [(colour,) for colour in COLOURS],
        text=NUMBER.text,
        read=NUMBER.read,
        get=lambda state, key: marker(state, key[0]),
        set=lambda state, key, value: replace(state, markers=markers_with(state, key[0], value)),
        reveal_choice=marker_shown,
    ),
    value(
        "behind",
        Form(hand_text, read_hand),
        seats,
        key=("seat",),
        agrees=hands_agree,
        public_value=lambda hand: Hand(unseen=hand.size) if hand.known or hand.down else hand,
        get=lambda state, key: state.players[key[0]].hand,
        set=set_hand,
    ),
    drawn_from(
        "bag",
        Observable(
            name="hand",
            key=("seat",),
            keys=seats,
            text=NUMBER.text,
            read=NUMBER.read,
            get=lambda state, key: state.players[key[0]].hand.size,
            set=counted_hand,
        ),
    ),
    drawn_from("supply", of_seat("tiles", reveal_choice=tiles_shown)),
    drawn_from("supply", of_seat("goods")),
    of_seat("turns", on_table=False),
    of_seat("unsure", YES, counts=False, on_table=False),
    value(
        "village",
        Form(home_text, read_home),
        lambda state: [(s, h) for (s,) in seats(state) for h in HOMES],
        key=("seat", "home"),
        among=HOMES,
        agrees=homes_agree,
        slot_type="stands",
        clause=nh.BUILD_11.id,
        get=home_at,
        set=set_home,
        reveal_choice=home_shown,
    ),
    value(
        "space",
        Form(tile_text, read_tile),
        lambda state: [(cell,) for cell in CELLS],
        key=("cell",),
        among=CELLS,
        agrees=tiles_agree,
        slot_type="lies",
        clause=nh.HARVEST_5.id,
        get=space_at,
        set=set_space,
        reveal_choice=stray_shown,
    ),
    value(
        "clearing",
        Form(lambda building, _: building, lambda text, letters: CLEARING.read(text, letters) or "-"),
        lambda state: [(cell,) for cell in CELLS],
        key=("cell",),
        among=CELLS,
        agrees=clearings_agree,
        slot_type="shown",
        get=clearing_at,
        set=left_clearing,
        set_position=set_clearing,
        reveal_choice=clearing_shown,
        other_end="hand",
    ),
    value(
        "pool",
        word_list((*KINDS, "?", OR_FEWER)),
        agrees=pools_agree,
        slot_type="shown",
        clause=nh.DRAW_4.id,
        judge_value=pool_verdict,
        get=pool_at,
        set=set_pool,
    ),
    of_table("bag", clause=nh.COMP_1.id),
    of_table("supply", clause=nh.COMP_3.id, reveal_choice=supply_shown),
    of_table(
        "draws",
        clause=nh.DRAW_1.id,
        clause_is_fallback=True,
        alternative=lambda state, key: state.draws + state.drawn,
        values_ahead=draws_ahead,
    ),
    points_observable(),
    of_table(
        "winners", SEATS, counts=False, slot_type="seats", agrees=lambda now, seen: not now or set(now) == set(seen)
    ),
    of_table("side", one_of(("A", "B")), counts=False, on_table=False),
    value(
        "phase",
        one_of(PHASES),
        on_table=False,
        agrees=lambda now, seen: GAP in (now, seen) or now == seen,
        get=lambda state, key: state.phase,
        set=set_phase,
    ),
    value(
        "active",
        WHOSE,
        on_table=False,
        agrees=lambda now, seen: None in (now, seen) or now == seen,
        get=lambda state, key: state.active if state.turn_known else None,
        set=set_active,
    ),
    of_table("sharer", SEAT, counts=False, on_table=False),
    *(of_table(name, on_table=False) for name in ("turn", "round", "played", "drawn")),
    *(of_table(name, one_of(CELLS), counts=False, on_table=False) for name in ("wild", "placed")),
    of_table("raised", letters_of(COLOURS), counts=False, on_table=False),
    of_table("claimed", one_of(KINDS + ("?",)), counts=False, on_table=False),
    of_table("goods_turn", YES, counts=False, on_table=False),
    *(of_table(name, SEATS, counts=False, on_table=False) for name in ("acted", "closed", "builds")),
    of_table("last", word_list(()), counts=False, on_table=False),
    of_table("copies", table_form(), counts=False, on_table=False, is_memory=True),
    of_table("faces", table_form(), counts=False, on_table=False),
    of_table("strays", Form(strays_text, read_strays), counts=False, on_table=False, is_memory=True),
)
OBSERVABLES = {observable.name: observable for observable in _ALL}
