"""Roue libre: a tavern's coin makes the workers of a dock drunk, so that its goods do not count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Coin, Done, Draw
from domain.games.kontor.checks.certainty import all_read
from domain.games.kontor.checks.end import nobody_plays_on_after_the_end
from domain.games.kontor.deeds.wheel import coin_of, tavern_for, taverns_of
from domain.games.kontor.follow.turns import waits_for_a_draw
from domain.games.kontor.pieces import TAVERN
from domain.games.kontor.state import (
    AT,
    BIT,
    CELLS,
    CHOOSE,
    NAME,
    NOWHERE,
    OVER,
    REFILL,
    Sector,
    State,
    actor_of,
    cells_in,
    sector_at,
    sector_with,
)
from domain.games.kontor.state.parts import Coins, part_of
from domain.games.kontor.state.stock import minus
from domain.games.kontor.variants.boards import Finds
from domain.games.kontor.variants.wheel_turns import due_next
from domain.numbers import most
from domain.rules import Check, Offer, OneOf, Seat, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def without_the_drunk(rules: KontorRules, state: State, sector: Sector, stock: tuple) -> tuple:
    """The warehouses that are compared: not those of docks with a coin (KO-V-ROUE-10)."""
    for dock in part_of(state, Coins).docks:
        lying = state.board.cards.get(dock)
        if sector.cells & BIT[dock] and lying is not None and lying.owner >= 0:
            left = minus(stock[lying.owner], lying.stored)
            stock = tuple([left if side == lying.owner else goods for side, goods in enumerate(stock)])
    return stock


def two_working_docks(rules: KontorRules, state: State, sectors: tuple[Sector, ...]) -> dict[int, Clause]:
    """At least two docks (KO-V-ROUE-11); those with a coin perhaps left out (KO-I-92)."""
    idle = part_of(state, Coins).docks if rules.coin_size else ()
    drunk = [sum([bool(sector.cells & BIT[dock]) for dock in idle]) for sector in sectors]
    return {at: ko.V_ROUE_11 for at, sector in enumerate(sectors) if sector.size - drunk[at] < 2}


@cites(ko.V_ROUE_10)
def a_coin_is_laid_for_a_tavern_of_ones_own(rules: KontorRules, state: State, coin: Coin) -> Finds:
    if tavern_for(state, coin) in taverns_of(state, coin.seat):
        return None
    return all_read(state, broken(cell=coin.cell))


@cites(ko.V_ROUE_10)
def a_coin_lies_in_the_taverns_sector(rules: KontorRules, state: State, coin: Coin) -> Finds:
    tavern = tavern_for(state, coin)
    sector = sector_at(state.board, AT[coin.cell])
    if tavern not in taverns_of(state, coin.seat) or (sector is not None and sector.cells & BIT[tavern]):
        return None
    return all_read(state, broken(cell=coin.cell))


@cites(ko.V_ROUE_10)
def a_coin_is_laid_at_once_or_before_ones_card(rules: KontorRules, state: State, coin: Coin) -> Finds:
    """With the tavern just placed, or at the beginning of a turn."""
    if state.phase == OVER or tavern_for(state, coin) not in taverns_of(state, coin.seat):
        return None
    own = actor_of(state) == coin.seat
    if state.phase == REFILL and own:
        right = state.play.placed == tavern_for(state, coin)
    else:
        right = state.phase in (CHOOSE, REFILL) and due_next(rules, state)[-1:] == [coin.seat]
        right = right and coin.seat not in state.play.passed
    return None if right else all_read(state, broken(cell=coin.cell))


@cites(ko.V_ROUE_10)
def a_coin_is_paid_for(rules: KontorRules, state: State, coin: Coin) -> Finds:
    """A check only of tables where the coin comes out of the purse (KO-I-64)."""
    is_laid = coin_of(state, tavern_for(state, coin)) != NOWHERE
    if not rules.coin_paid or is_laid or state.players[coin.seat].purse >= 1:
        return None
    return all_read(state, broken(cell=coin.cell))


@cites(ko.V_ROUE_10)
def a_tavern_has_its_coin(rules: KontorRules, state: State, action: Draw | Done) -> Finds:
    """A check only of tables where the coin must be laid (KO-I-92)."""
    if not rules.coin_must or not waits_for_a_coin(rules, state) or actor_of(state) != action.seat:
        return None
    return all_read(state, broken(cell=NAME[state.play.placed]))


def waits_for_a_coin(rules: KontorRules, state: State) -> bool:
    """Whether a tavern was just placed and has no coin yet."""
    lying = state.board.cards.get(state.play.placed)
    if lying is None or lying.kind != TAVERN or state.play.drawn or state.phase != REFILL:
        return False
    poor = rules.coin_paid and not most(state.players[actor_of(state)].purse)
    return coin_of(state, state.play.placed) == NOWHERE and not poor


def coins_at_once(rules: KontorRules, state: State) -> Iterator[Offer]:
    """A coin for the tavern just placed; who need not draw may also leave it."""
    if not waits_for_a_coin(rules, state):
        return
    seat, tavern = actor_of(state), state.play.placed
    yield _offered(state, seat, tavern)
    if not rules.coin_must and not waits_for_a_draw(rules, state):
        yield Offer(Done(seat=seat))


def coins_moved(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Before playing a card, another dock of a tavern's sector."""
    for seat in rules.choosers(rules, state):
        for tavern in taverns_of(state, seat):
            if not rules.coin_paid or coin_of(state, tavern) != NOWHERE:
                yield _offered(state, seat, tavern)


def _offered(state: State, seat: Seat, tavern: int) -> Offer:
    cells = tuple(NAME[cell] for cell in cells_in(sector_with(state.board, tavern).cells))
    example = Coin(seat=seat, cell=cells[0], tavern=NAME[tavern])
    return Offer(example, {"cell": OneOf(cells, CELLS)})


CHECKS: dict[type, tuple[Check, ...]] = {
    Draw: (a_tavern_has_its_coin,),
    Done: (a_tavern_has_its_coin,),
    Coin: (
        a_coin_is_laid_for_a_tavern_of_ones_own,
        a_coin_lies_in_the_taverns_sector,
        a_coin_is_laid_at_once_or_before_ones_card,
        a_coin_is_paid_for,
        nobody_plays_on_after_the_end,
    ),
}
