"""Checks of warehouses (KO-STORE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Centre, Store, Tokens
from domain.games.kontor.deeds.common import is_new
from domain.games.kontor.deeds.stores import (
    ELSEWHERE,
    LATER,
    goes_on,
    just_placed,
    misput,
    of_mix,
    put_in_all,
    stored_so_far,
)
from domain.games.kontor.pieces import DOCK, GOODS, NO_GOODS
from domain.games.kontor.state import (
    AT,
    BIT,
    CHOOSE,
    NOWHERE,
    Sector,
    State,
    is_closed,
    is_finished,
    placed_by,
    sector_at,
)
from domain.games.kontor.state.card_removal import sector_of
from domain.games.kontor.state.cells import cells_in
from domain.numbers import NotKnown, Number, least
from domain.rules import Broken, Check, Effect, Seat, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


def unread(state: State, store: Store) -> NotKnown:
    """The fact that would show for which card warehouses were put; it is asked for once."""
    lying = state.board.cards.get(placed_by(state.board, store.seat))
    return NotKnown(state.missing_fact or (f"card {store.cell}" if lying is None else f"face {lying.number}"))


def as_mix(goods: tuple[Number, ...]) -> tuple[tuple[str, Number], ...]:
    """Goods and their numbers as a fact of a finding."""
    return tuple((good, count) for good, count in zip(GOODS, goods, strict=True) if count)


def first_wrong(state: State, store: Store) -> int | None:
    """The line that went wrong first among those that put warehouses for one card: they are one mistake."""
    return stored_so_far(state, store).wrong or None


# What is put for a card ---------------------------------------------------------------------------


@cites(ko.STORE_1)
def one_warehouse_for_each_good(rules: KontorRules, state: State, store: Store) -> Finds:
    lying = just_placed(state, store.seat)
    if lying is None:
        raise unread(state, store)
    due = lying.stored if rules.supply_limited or rules.stores or rules.exports else lying.goods
    put = put_in_all(state, store, due)
    if lying.kind != DOCK or not any(lying.goods) or put == due or goes_on(state, put, due):
        return None
    return broken(root=first_wrong(state, store), card=lying.number, put=as_mix(put), due=as_mix(due))


@cites(ko.STORE_1)
def warehouses_are_put_right_in_time(rules: KontorRules, state: State, store: Store) -> Finds:
    """A check of how late forgotten warehouses may be put down (KO-I-13)."""
    if rules.stores_corrected == "scored":
        return None
    play, seat, lying = state.play, store.seat, just_placed(state, store.seat)
    now = play.order[:1] == (seat,) if play.placed != NOWHERE else play.just == seat
    in_round = now or seat in play.had or (state.phase == CHOOSE and is_new(state))
    if lying is None or now or (in_round and rules.stores_corrected == "round"):
        return None
    return broken(card=lying.number)


@cites(ko.STORE_2)
def the_first_dock_carries_its_warehouses(rules: KontorRules, state: State, store: Store) -> Finds:
    if misput(state, store) != ELSEWHERE:
        return None
    card = state.board.cards[placed_by(state.board, store.seat)].number
    return broken(root=first_wrong(state, store), cell=store.cell, card=card)


@cites(ko.STORE_3)
def later_warehouses_go_onto_the_centre(rules: KontorRules, state: State, store: Store) -> Finds:
    return broken(root=first_wrong(state, store), cell=store.cell) if misput(state, store) == LATER else None


@cites(ko.STORE_6)
def a_card_without_goods_stores_nothing(rules: KontorRules, state: State, store: Store) -> Finds:
    lying = just_placed(state, store.seat)
    if lying is None or (lying.kind == DOCK and lying.goods is not NO_GOODS) or not any(of_mix(store.goods)):
        return None
    return broken(card=lying.number, put=store.goods)


# Centres and warehouses moved ---------------------------------------------------------------------


def may_recentre(state: State, sector: Sector, seat: Seat) -> list[int]:
    """The docks a seat may take for its centre: those not seen to be none; after a removal any (KO-REMOVE-2)."""
    if state.play.removed != NOWHERE:
        return cells_in(sector.cells)
    return [sector.centres[state.sides[seat]], *cells_in(sector.maybe)]


@cites(ko.STORE_3)
def a_centre_stays_where_it_is(rules: KontorRules, state: State, centre: Centre) -> Finds:
    cell = AT[centre.cell]
    sector, lying = sector_at(state.board, cell), state.board.cards.get(cell)
    if sector is None or lying is None or lying.kind != DOCK or cell in may_recentre(state, sector, centre.seat):
        return None
    return None if state.missing_fact else broken(cell=centre.cell)


@cites(ko.STORE_6)
def a_centre_is_a_dock_with_goods(rules: KontorRules, state: State, centre: Centre) -> Finds:
    lying = state.board.cards.get(AT[centre.cell])
    if state.missing_fact or lying is None or not lying.kind:
        raise NotKnown(state.missing_fact or f"card {centre.cell}")
    if rules.new_centre == "any" or (lying.kind == DOCK and lying.goods is not NO_GOODS):  # KO-I-21
        return None
    return broken(cell=centre.cell, lying=lying.kind)


def within_its_sector(state: State, tokens: Tokens) -> Sector | None:
    """The open sector within which warehouses were moved; what a removal moves has clauses of its own."""
    source, target = AT[tokens.source], AT.get(tokens.target, NOWHERE)
    sector = sector_at(state.board, source)
    if sector is None or target in (NOWHERE, source) or not sector.cells & BIT[target]:
        return None
    quiet = not state.missing_fact and state.play.removed == NOWHERE and not is_finished(state.board, source)
    return sector if quiet else None


@cites(ko.STORE_4)
def a_side_has_one_centre_in_a_sector(rules: KontorRules, state: State, tokens: Tokens) -> Finds:
    sector = within_its_sector(state, tokens)
    if sector is None or of_mix(tokens.goods) == sector.stock[state.sides[tokens.seat]]:
        return None
    return broken(cell=tokens.target, kept=tokens.source)


@cites(ko.STORE_3)
def warehouses_stay_on_the_centre(rules: KontorRules, state: State, tokens: Tokens) -> Finds:
    sector = within_its_sector(state, tokens)
    if sector is None or of_mix(tokens.goods) != sector.stock[state.sides[tokens.seat]]:
        return None
    return None if AT[tokens.target] in may_recentre(state, sector, tokens.seat) else broken(cell=tokens.target)


@cites(ko.STORE_7)
def warehouses_stay_with_their_docks(rules: KontorRules, state: State, tokens: Tokens) -> Finds:
    """Warehouses were moved to another sector, or are gone; for those that a removal moves see KO-REMOVE-1 to 4."""
    if state.missing_fact:
        raise NotKnown(state.missing_fact)
    source = AT[tokens.source]
    sector, side = sector_at(state.board, source), state.sides[tokens.seat]
    if sector is None or state.play.removed != NOWHERE or is_finished(state.board, source):
        return None
    if tokens.target and sector.cells & BIT[AT[tokens.target]]:
        return None
    if rules.score_at == "end" and not tokens.target and is_closed(state.board, sector):  # KO-V-ROUE-8
        return None
    if puts_back_surplus(state, sector, side, of_mix(tokens.goods)):
        return None
    return broken(cell=tokens.source, goods=tokens.goods)


def puts_back_surplus(state: State, sector: Sector, side: int, gone: tuple[int, ...]) -> bool:
    """Whether warehouses that were too many go back to the supply."""
    board = state.board
    due = sector_of(board.plan, board.cards, sector.cells, board.water | board.docks, sector.centres).stock[side]
    return all(have - less == right for have, less, right in zip(sector.stock[side], gone, due, strict=True))


CHECKS: dict[type, tuple[Check, ...]] = {
    Store: (
        one_warehouse_for_each_good,
        warehouses_are_put_right_in_time,
        the_first_dock_carries_its_warehouses,
        later_warehouses_go_onto_the_centre,
        a_card_without_goods_stores_nothing,
    ),
    Centre: (a_centre_stays_where_it_is, a_centre_is_a_dock_with_goods),
    Tokens: (a_side_has_one_centre_in_a_sector, warehouses_stay_on_the_centre, warehouses_stay_with_their_docks),
}


def blame_two_centres(rules: KontorRules, state: State, effect: Effect, done: object) -> str:
    """Blames warehouses read on a former centre on centres that were not joined (KO-STORE-5)."""
    cell = AT.get(effect.key[0], NOWHERE)
    sector, lying = sector_at(state.board, cell), state.board.cards.get(cell)
    if sector is None or lying is None or not 0 <= lying.owner < len(sector.centres):
        return effect.clause
    return effect.clause if sector.centres[lying.owner] in (cell, NOWHERE) else ko.STORE_5.id


def blame_finished(rules: KontorRules, state: State, effect: Effect, done: Number) -> str:
    """Warehouses seen in a finished sector, whose warehouses go back to the supply, were left there."""
    sector = sector_at(state.board, AT.get(effect.key[0], NOWHERE))
    stays = rules.winner_leaves or rules.score_at == "end"
    if sector not in state.board.done or stays or not least(done):
        return effect.clause
    return (rules.return_clause if sector.keeper >= 0 else rules.tied_clause).id


BLAME = {ko.STORE_1.id: blame_two_centres, ko.STORE_7.id: blame_finished}
