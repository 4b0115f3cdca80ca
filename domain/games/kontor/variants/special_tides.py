"""An exceptional flood: the free cells next to it take canals from the pile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Fill
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.deeds.tides import TIDE, filled
from domain.games.kontor.follow.common import Moved, florins, granted
from domain.games.kontor.pieces import CANAL, FLOOD, FLOODS, NEUTRAL, SPECIAL_NUMBERS
from domain.games.kontor.state import (
    AT,
    BIT,
    NAME,
    NEAR,
    REFILL,
    Board,
    Lying,
    State,
    actor_of,
    cells_in,
    put_at,
    with_card,
    within,
)
from domain.games.kontor.state.parts import Tide, part_of, with_part
from domain.games.kontor.variants.special_cards import TWO, dealt, left_out, none_but_these, with_special
from domain.numbers import between, is_surely, least, most
from domain.rules import Broken, Offer, OneOf, Seat, broken, replace
from domain.setup import Setup
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


def a_flood_each(rules: KontorRules, state: State, setup: Setup) -> Moved:
    """One flood for Red and one for Black, it is not said which (KO-V-CRUE-1), unless they are dealt by number."""
    if rules.given:
        return state, ()
    for side in sorted(set(state.sides)):
        state = with_special(state, state.sides.index(side))
    state = left_out(rules, state, tuple(number for number in SPECIAL_NUMBERS if number not in FLOODS))
    return state, dealt(ko.V_CRUE_1, state)


# Canals next to a flood ----------------------------------------------------------------------------


def still_free(rules: KontorRules, board: Board, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Which of these cells can still take a card."""
    room = within(rules, board) & ~board.taken
    return tuple([cell for cell in cells if room & BIT[cell]])


def spread(rules: KontorRules, board: Board, cells: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The cells that take a canal if they are filled in this order, as long as there are canals and room."""
    found: tuple[int, ...] = ()
    for cell in cells:
        if len(found) < count and still_free(rules, board, (cell,)):
            board, found = with_card(rules, board, cell, Lying(CANAL, owner=NEUTRAL)), (*found, cell)
    return found


def the_flood_spreads(rules: KontorRules, state: State, seat: Seat, cell: int) -> Moved:
    """Free cells next to a flood take canals from the pile; which, if not all can, the player says (KO-V-CRUE-2)."""
    board, count = state.board, state.canals.count
    if board.cards[cell].kind != FLOOD or actor_of(state) != seat:
        return state, ()
    free = still_free(rules, board, tuple(cells_in(NEAR[cell])))
    if not free or is_surely(count, 0):
        return state, ()
    if len(spread(rules, board, free, least(count))) == len(free):
        return filled(rules, state, seat, free)
    left = count if count.__class__ is int else -1
    unsure = between(max(0, least(count) - len(free)), most(count), TIDE)
    state = replace(state, canals=replace(state.canals, count=unsure), missing_fact=TIDE)
    return with_part(state, Tide(state.turn, 0, left, free)), ()


def waits_for_canals(rules: KontorRules, state: State) -> bool:
    """Whether a flood was placed and it is not said where its canals lie."""
    tide = part_of(state, Tide)
    return bool(tide.cells) and tide.turn == state.turn


def fills(rules: KontorRules, state: State) -> Iterator[Offer]:
    """The ways in which the canals there are can lie next to the flood just placed."""
    seat, tide = actor_of(state), part_of(state, Tide)
    if seat < 0 or not waits_for_canals(rules, state) or tide.left < 0:
        return
    ways = {spread(rules, state.board, order, tide.left) for order in permutations(tide.cells)}
    choices = tuple(sorted({tuple(NAME[cell] for cell in sorted(way)) for way in ways}))
    yield Offer(Fill(seat=seat, cells=choices[0]), {"cells": OneOf(choices)})


@cites(ko.V_CRUE_2)
def canals_lie_beside_the_flood(rules: KontorRules, state: State, fill: Fill) -> Finds:
    beside = {NAME[cell] for cell in part_of(state, Tide).cells}
    wrong = tuple([cell for cell in fill.cells if cell not in beside])
    if not beside and state.missing_fact and state.missing_fact != TIDE:
        return surely(state, broken(cells=wrong))
    return broken(cells=wrong) if wrong else None


@cites(ko.V_CRUE_2)
def as_many_canals_as_can_lie_there(rules: KontorRules, state: State, fill: Fill) -> Finds:
    tide = part_of(state, Tide)
    if tide.left < 0 or not {AT[cell] for cell in fill.cells} <= set(tide.cells):
        return None
    board = state.board
    for cell in fill.cells:
        board = with_card(rules, board, AT[cell], Lying(CANAL, owner=NEUTRAL))
    count = len(fill.cells)
    if count <= tide.left and (count == tide.left or not still_free(rules, board, tide.cells)):
        return None
    return broken(count=count, left=tide.left)


def florins_of_the_tide(rules: KontorRules, state: State) -> Moved:
    """One for each canal of a flood, where the table agreed so (KO-I-81)."""
    tide = part_of(state, Tide)
    if not rules.tide_earns or tide.turn != state.turn or not tide.count:
        return state, ()
    seat = actor_of(state)
    by = granted(state.treasury, tide.count)
    player = state.players[seat]
    players = put_at(state.players, seat, replace(player, purse=player.purse + by))
    made = florins(ko.V_CRUE_2, seat, by) if by.__class__ is int else ()
    return with_part(replace(state, players=players, treasury=state.treasury - by), Tide()), made


ROWS: tuple[Variant, ...] = (
    Variant(
        id="KO-V-CRUE",
        sets={"specials": "floods", "specials_clause": ko.V_CRUE_1},
        adds={
            "setup": (a_flood_each,),
            "after_laying": (the_flood_spreads,),
            "further_income": (florins_of_the_tide,),
            "lingers": (waits_for_canals,),
            "optional_deeds": ("fill",),
            "offers": {REFILL: (fills,)},
            "checks": none_but_these(ko.V_CRUE_1)
            | {Fill: (canals_lie_beside_the_flood, as_many_canals_as_can_lie_there)},
        },
        over=frozenset(("KO-V-ILE", "KO-V-MARINS")),
        bars={"KO-V-ROUE": "specials"},
        seats=TWO,
    ),
)
