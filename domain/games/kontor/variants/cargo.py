"""Euphrate: three warehouses lie sunk in the canals of the start; who closes a canal in salvages its cargo."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.fold import refusal
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Done, Salvage, Sink
from domain.games.kontor.checks.certainty import all_read
from domain.games.kontor.checks.end import nobody_plays_on_after_the_end
from domain.games.kontor.deeds.cargo import with_their_centre
from domain.games.kontor.deeds.common import is_new
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.follow.turns import waits_for_a_draw
from domain.games.kontor.pieces import AT_GOOD, CROSS, GOODS, WAREHOUSES_OF_A_KIND
from domain.games.kontor.state import (
    AT,
    CELLS,
    CHOOSE,
    GAP,
    NAME,
    NEAR,
    NOWHERE,
    REFILL,
    State,
    actor_of,
    is_finished,
    put_at,
    sector_at,
)
from domain.games.kontor.state.board import Board
from domain.games.kontor.state.parts import GONE, Sunk, gained_by, part_of, with_part
from domain.games.kontor.variants.boards import EITHER, MONEY, OTHER_SIZES, OWN_SIZE, TWO_OR_FOUR, Finds, board
from domain.numbers import NotKnown, least
from domain.rules import Action, Offer, OneOf, RefusedAction, Seat, broken
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

MIDDLE = "0,0"


def canals_for_cargo(rules: KontorRules) -> tuple[str, ...]:
    """The canals of the start that can carry a warehouse (KO-I-57)."""
    return tuple(cell for cell in rules.layout if cell != MIDDLE and (not rules.sunk_at or cell in rules.sunk_at))


def sunk_somewhere(rules: KontorRules, state: State, rng: Random) -> tuple[Action, ...]:
    """One of each kind, wherever the table puts them."""
    cells = rng.sample(canals_for_cargo(rules), len(GOODS))
    return (Sink(cargo=tuple(zip(cells, GOODS, strict=True))),)


@cites(ko.V_EUPHRATE_1)
def one_of_each_kind_is_sunk(rules: KontorRules, state: State, sink: Sink) -> Finds:
    goods = tuple([good for _, good in sink.cargo])
    return None if sorted(goods) == sorted(GOODS) else broken(goods=goods)


@cites(ko.V_EUPHRATE_1)
def three_canals_of_the_start_carry_cargo(rules: KontorRules, state: State, sink: Sink) -> Finds:
    cells, before = canals_for_cargo(rules), []
    for cell, _ in sink.cargo:
        if cell not in cells or cell in before:
            return broken(cell=cell)
        before.append(cell)
    return None


@cites(ko.V_EUPHRATE_1)
def cargo_is_sunk_before_the_first_round(rules: KontorRules, state: State, sink: Sink) -> Finds:
    if state.phase == GAP or (state.round == 1 and state.phase == CHOOSE and is_new(state)):
        return None
    return broken(round=state.round)


# Closed in ----------------------------------------------------------------------------------------


def is_closed_in(rules: KontorRules, board: Board, cell: int) -> bool:
    """Whether a canal has a card on every side; an edge that counts is one (KO-I-57)."""
    free = NEAR[cell] & ~board.taken
    return not (free & board.edges if rules.sunk_edges else free)


def who_closes_it_in(rules: KontorRules, state: State, seat: Seat, cell: int) -> Moved:
    """Cargo of canals with a card on all four sides is the seat's that placed the last (KO-V-EUPHRATE-2)."""
    before = part_of(state, Sunk)
    state, left = (state, ()) if rules.cargo_kept or before.turn == state.turn else left_alone(state)
    at, made = part_of(state, Sunk).at, [*left]
    for good, where in enumerate(at):
        if where >= 0 and is_closed_in(rules, state.board, where):
            at = put_at(at, good, gained_by(seat))
            made.append(effect_on(ko.V_EUPHRATE_2, "cargo", (GOODS[good],), gained_by(seat), seat, sets=True))
    return (with_part(state, Sunk(at, state.turn)), tuple(made)) if made else (state, ())


def in_supply(state: State, good: int) -> int:
    """Warehouses of a kind that surely are neither in a sector nor in a canal."""
    used = sum((stock[good] for sector in state.board.open for stock in sector.stock), 0)
    return max(0, WAREHOUSES_OF_A_KIND - 1 - least(used))


@cites(ko.V_EUPHRATE_2)
def who_closed_a_canal_in_gets_its_cargo(rules: KontorRules, state: State, salvage: Salvage) -> Finds:
    at, good = part_of(state, Sunk).at, AT_GOOD[salvage.good]
    if not at or state.missing_fact:
        raise NotKnown(state.missing_fact or "cargo")
    if at[good] == gained_by(salvage.seat):
        return None
    if at[good] >= 0 and not salvage.cell and not in_supply(state, good):  # KO-V-EUPHRATE-4
        return None
    return broken(good=salvage.good)


@cites(ko.V_EUPHRATE_3)
def cargo_goes_onto_a_centre_of_ones_own(rules: KontorRules, state: State, salvage: Salvage) -> Finds:
    if not salvage.cell:
        return None
    cell = AT[salvage.cell]
    sector = sector_at(state.board, cell)
    if sector is not None and not is_finished(state.board, cell) and sector.centres[state.sides[salvage.seat]] == cell:
        return None
    return all_read(state, broken(good=salvage.good, cell=salvage.cell))


# The turn in which it is salvaged -----------------------------------------------------------------


def gained(state: State, seat: Seat) -> list[int]:
    """The kinds of cargo a seat has closed in and not put down."""
    return [good for good, where in enumerate(part_of(state, Sunk).at) if where == gained_by(seat)]


def open_centres(state: State, seat: Seat) -> tuple[str, ...]:
    """The centres of a seat's side in unfinished sectors."""
    side = state.sides[seat]
    return tuple(NAME[sector.centres[side]] for sector in state.board.open if sector.centres[side] != NOWHERE)


def salvages(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Cargo just closed in goes onto a centre, before the draw; who need not draw may also leave it."""
    seat = actor_of(state)
    goods, cells = (gained(state, seat), open_centres(state, seat)) if seat >= 0 else ((), ())
    for good in goods:
        if cells:
            yield Offer(Salvage(seat=seat, good=GOODS[good], cell=cells[0]), {"cell": OneOf(cells, CELLS)})
    if waits_to_salvage(rules, state) and not waits_for_a_draw(rules, state):
        yield Offer(Done(seat=seat))


def waits_to_salvage(rules: KontorRules, state: State) -> bool:
    """Where nothing is to be drawn the turn would be over before cargo could be put down."""
    seat = actor_of(state)
    return bool(not state.play.drawn and seat >= 0 and gained(state, seat) and open_centres(state, seat))


def to_the_supply(rules: KontorRules, state: State) -> Moved:
    """Cargo there is no centre for goes to the supply, unless it is kept for later (KO-V-EUPHRATE-3; KO-I-57)."""
    if rules.cargo_kept or not state.play.order or open_centres(state, state.play.order[0]):
        return state, ()
    return left_alone(state)


def left_alone(state: State) -> Moved:
    """Sends cargo to the supply that its seat has not put onto a centre."""
    at, made = part_of(state, Sunk).at, []
    for seat in range(len(state.players)):
        for good in gained(state, seat):
            at = put_at(at, good, GONE)
            made.append(effect_on(ko.V_EUPHRATE_3, "cargo", (GOODS[good],), GONE, seat, sets=True))
    return (with_part(state, Sunk(at)), tuple(made)) if made else (state, ())


EUPHRATE = Variant(
    id="KO-V-EUPHRATE",
    sets={"scenario": "KO-V-EUPHRATE", **board(6), "layout": CROSS},
    adds={
        "optional_deeds": ("sink", "salvage"),
        "openings": (sunk_somewhere,),
        "after_laying": (who_closes_it_in,),
        "on_change": (with_their_centre,),
        "lingers": (waits_to_salvage,),
        "further_income": (to_the_supply,),
        "offers": {REFILL: (salvages,)},
        "checks": {
            Sink: (
                one_of_each_kind_is_sunk,
                three_canals_of_the_start_carry_cargo,
                cargo_is_sunk_before_the_first_round,
            ),
            Salvage: (
                who_closed_a_canal_in_gets_its_cargo,
                cargo_goes_onto_a_centre_of_ones_own,
                nobody_plays_on_after_the_end,
            ),
            RefusedAction: (refusal(ko.V_EUPHRATE_4, "sunk-cargo"),),
        },
    },
    lifts=OTHER_SIZES,
    keeps=OWN_SIZE,
    over=EITHER,
    needs_one=EITHER,
    warns=MONEY | {"KO-V-EMBARGO"},
    seats=TWO_OR_FOUR,
)

ROWS = (EUPHRATE,)
