"""Embargo: each side has warehouses of its own, and those of a sector it wins are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Store, Tokens
from domain.games.kontor.checks.end import past
from domain.games.kontor.checks.stores import as_mix, unread
from domain.games.kontor.deeds.stores import just_placed, of_mix
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import DOCK, GOODS
from domain.games.kontor.state import AT, NAME, NOWHERE, Lying, State, is_finished, sector_at
from domain.games.kontor.state.board import unread_fact
from domain.games.kontor.state.parts import Reserves, in_reserve, with_part
from domain.games.kontor.variants.boards import ADVANCED, MONEY, TWO, Finds, together
from domain.numbers import Number, between, is_surely, least, most
from domain.rules import Effect, Seat, broken
from domain.setup import Setup
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

EACH = 4  # warehouses of each kind


def own_warehouses(rules: KontorRules, state: State, setup: Setup) -> Moved:
    """Four of each kind for either side; the rest is out of the game (KO-V-EMBARGO-1)."""
    state = with_part(state, Reserves(rules.reserve or 0))
    made: list[Effect] = []
    for side in sorted(set(state.sides)):
        seat = state.sides.index(side)
        for good in GOODS:
            made.append(effect_on(ko.V_EMBARGO_1, "reserve", (side, good), rules.reserve, seat, sets=True))
    return state, tuple(made)


def as_far_as_the_reserve_goes(
    rules: KontorRules, state: State, seat: Seat, lying: Lying, goods: tuple
) -> tuple[Number, ...]:
    """What a dock shows, as far as its side has warehouses for it (KO-V-EMBARGO-2, 3)."""
    if lying.owner < 0:
        return goods
    return tuple([_less(count, in_reserve(state, lying.owner, good)) for good, count in enumerate(goods)])


def _less(one: Number, other: Number) -> Number:
    """The smaller of two numbers; within bounds where they are not known."""
    if one.__class__ is int and other.__class__ is int:
        return min(one, other)
    fact = getattr(one, "fact", "") or getattr(other, "fact", "")
    return between(min(least(one), least(other)), min(most(one), most(other)), fact)


def nothing_beyond_the_reserve(rules: KontorRules, state: State, seat: Seat, cell: int) -> Moved:
    """Effects of 0 for goods that found no warehouse, so that a player can contradict them (KO-V-EMBARGO-3)."""
    lying, sector = state.board.cards.get(cell), sector_at(state.board, cell)
    if lying is None or lying.kind != DOCK or sector is None or lying.owner < 0:
        return state, ()
    centre = sector.centres[lying.owner]
    where = NAME[cell if centre == NOWHERE else centre]
    triples = enumerate(zip(GOODS, lying.goods, lying.stored, strict=True))
    spent = [is_surely(in_reserve(state, lying.owner, good), 0) for good in range(len(GOODS))]
    short = [good for at, (good, shown, stored) in triples if spent[at] and _is_short(shown, stored)]
    return state, tuple([effect_on(ko.V_EMBARGO_3, "stock", (where, good), 0, seat) for good in short])


def _is_short(shown: Number, stored: Number) -> bool:
    """Whether surely not all goods of a kind were stored."""
    return most(stored) < least(shown)


def put_otherwise(state: State, store: Store, beyond: bool) -> Finds:
    """The finding that warehouses were put beyond the reserve, or other ones than the card shows."""
    lying = just_placed(state, store.seat)
    if lying is None:
        raise unread(state, store)
    put = of_mix(store.goods)
    if lying.kind != DOCK or put == lying.stored:
        return None
    pairs = zip(put, lying.stored, lying.goods, strict=True)
    too_many = any(_is_short(shown, stored) and count > most(stored) for count, stored, shown in pairs)
    if too_many != beyond:
        return None
    return broken(card=lying.number, put=store.goods, due=as_mix(lying.stored))


@cites(ko.V_EMBARGO_2)
def warehouses_come_out_of_ones_own_reserve(rules: KontorRules, state: State, store: Store) -> Finds:
    return None if rules.chooses_good else put_otherwise(state, store, beyond=False)


@cites(ko.V_EMBARGO_3)
def a_good_without_a_warehouse_is_not_stored(rules: KontorRules, state: State, store: Store) -> Finds:
    return put_otherwise(state, store, beyond=True)


@cites(ko.V_EMBARGO_4)
def warehouses_of_a_sector_that_was_won_are_locked(rules: KontorRules, state: State, tokens: Tokens) -> Finds:
    """The winner's warehouses are locked; those of the loser go back into the reserve, and nowhere else."""
    source, side = AT[tokens.source], state.sides[tokens.seat]
    sector = sector_at(state.board, source)
    if sector is None or not is_finished(state.board, source) or not (tokens.target or sector.keeper == side):
        return None
    return broken(cell=tokens.source, goods=tokens.goods)


def both_reserves_are_empty(rules: KontorRules, state: State) -> Clause | None:
    """No warehouse is left to either side (KO-V-EMBARGO-7); an unread card may have given some back."""
    if unread_fact(state):
        return None
    for side in set(state.sides):
        for good in range(len(GOODS)):
            if not is_surely(in_reserve(state, side, good), 0):
                return None
    return ko.V_EMBARGO_7


EMBARGO = Variant(
    id="KO-V-EMBARGO",
    sets={
        "scenario": "KO-V-EMBARGO",
        "reserve": EACH,
        "winner_leaves": True,
        "store_clause": ko.V_EMBARGO_2,
        "return_clause": ko.V_EMBARGO_4,
        "tied_clause": ko.V_EMBARGO_5,
        "removed_clause": ko.V_EMBARGO_6,
    },
    adds={
        "setup": (own_warehouses,),
        "stores": (as_far_as_the_reserve_goes,),
        "after_laying": (nothing_beyond_the_reserve,),
        "reverted_clauses": frozenset((ko.V_EMBARGO_2.id, ko.V_EMBARGO_3.id, ko.V_EMBARGO_6.id)),
        "ends": (both_reserves_are_empty,),
        "checks": together(
            {
                Store: (warehouses_come_out_of_ones_own_reserve, a_good_without_a_warehouse_is_not_stored),
                Tokens: (warehouses_of_a_sector_that_was_won_are_locked,),
            },
            past(ko.V_EMBARGO_7),
        ),
    },
    lifts=frozenset((ko.STORE_1.id, ko.SETUP_8.id, ko.KEEPER_2.id)),
    over=frozenset((*ADVANCED, "KO-V-CHOIXMARCH")),
    needs=ADVANCED,
    warns=frozenset(
        (*MONEY, "KO-V-CHOIXMARCH", "KO-V-CORRUPTION-1", "KO-V-CORRUPTION-2", "KO-V-EXPORT", "KO-V-EVENTS")
    ),
    seats=TWO,
)

ROWS = (EMBARGO,)
