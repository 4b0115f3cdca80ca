"""Deeds of special rules and special cards, whether agreed on or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Bonus, Buy, Draw, Pick, Place, Spend, Verdict
from domain.games.kontor.deeds.cargo import added, carried
from domain.games.kontor.deeds.common import begun, into_hand, is_new, out_of_hand
from domain.games.kontor.deeds.placement import place
from domain.games.kontor.deeds.purses import use_draw
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import GOODS
from domain.games.kontor.state import (
    AT,
    CHOOSE,
    NAME,
    NO_SEAT,
    NOWHERE,
    PLACE,
    REFILL,
    State,
    actor_of,
    declared,
    in_play,
    is_finished,
    learned,
    moved_to,
    name_of,
    placed_by,
    put_at,
    sector_at,
    with_stock,
)
from domain.games.kontor.state.hands import drawn, more, picked_out
from domain.games.kontor.state.parts import Bought, Favours, Spent, Verdicts, part_of, with_part
from domain.games.kontor.state.stock import plus
from domain.games.kontor.values.sectors import with_sector
from domain.numbers import is_surely, least, most, not_below_zero
from domain.rules import Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

PRICE = 2  # florins, of a special card and of a dock picked


def is_enough_for_all(state: State, buy: Buy) -> bool:
    """Whether after a purchase surely as many special cards are left as the others can pay for (KO-V-ACHAT-2)."""
    rivals = [player.purse for seat, player in enumerate(state.players) if seat != buy.seat]
    return buy.count + sum([most(purse) // PRICE for purse in rivals]) <= least(state.aside[2])


def paid(state: State, seat: Seat, clause, amount: int) -> tuple[State, tuple[Effect, ...]]:
    """Florins to the treasury, as far as the purse has them."""
    player = state.players[seat]
    by = min(amount, player.purse) if player.purse.__class__ is int else amount
    players = put_at(state.players, seat, replace(player, purse=not_below_zero(player.purse - by)))
    made = (effect_on(clause, "purse", (seat,), -by, seat), effect_on(clause, "treasury", (), by, seat))
    return replace(state, players=players, treasury=state.treasury + by), made


def use_buy(rules: KontorRules, state: State, action: Buy) -> State:
    """The round has begun; who bought is remembered."""
    if state.phase == CHOOSE and is_new(state):
        play, players = begun(rules, state)
        state = replace(state, play=play, players=players)
    bought = part_of(state, Bought)
    seats = bought.seats if bought.round == state.round else ()
    return with_part(state, Bought(state.round, (*seats, *(action.seat,) * action.count)))


def buy(rules: KontorRules, state: State, action: Buy) -> Moved:
    """Cards off the face-down pile of specials into the hand, two florins each (KO-V-ACHAT-1)."""
    seat, count = action.seat, min(action.count, 6)
    state, made = paid(state, seat, ko.V_ACHAT_1, PRICE * count)
    player = state.players[seat]
    hand = player.hand
    for _ in range(count):
        hand = more(hand, 2, False)
    aside = put_at(state.aside, 2, not_below_zero(state.aside[2] - count))
    players = put_at(state.players, seat, replace(player, hand=hand))
    return replace(state, players=players, aside=aside), made


def use_pick(rules: KontorRules, state: State, action: Pick) -> State:
    """Instead of the draw of a dock."""
    return use_draw(rules, state, Draw(seat=action.seat, card=action.card, pile="docks"))


def pick(rules: KontorRules, state: State, action: Pick) -> Moved:
    """A dock out of the pile, whose other cards stay in order (KO-V-PREMIER-1, 2)."""
    seat, number = action.seat, action.card
    if number is not None and action.face:
        state = declared(state, number, action.face)
    state, made = paid(state, seat, ko.V_PREMIER_1, PRICE)
    return into_hand(picked_out(state, seat, number, action.shuffled), seat, number, 0), made


def bonus(rules: KontorRules, state: State, action: Bonus) -> Moved:
    """Warehouses of their own kind for docks with a single good; they belong to those docks (KO-I-58, 75)."""
    clause = rules.bonus_clause or ko.V_CORRUPTION_1_1
    made: list[Effect] = []
    for name in action.cells:
        cell = AT[name]
        lying, sector = state.board.cards.get(cell), sector_at(state.board, cell)
        if lying is None or sector is None or lying.owner < 0 or is_finished(state.board, cell):
            continue
        goods = tuple([rules.bonus_each if is_surely(count, 1) else 0 for count in lying.goods])
        for stores in rules.stores:  # as far as there are warehouses for it
            goods = stores(rules, state, action.seat, lying, goods)
        centre = sector.centres[lying.owner] if sector.centres[lying.owner] != NOWHERE else cell
        if rules.added_follow == "own" or centre == NOWHERE:
            stock = plus(sector.stock[lying.owner], goods)
            state = carried(state, cell, goods)
            state = with_sector(state, sector, with_stock(sector, lying.owner, stock, centre))
        else:  # they go with the centre (KO-I-58)
            for kind in [at for at, count in enumerate(goods) for _ in range(count)]:
                state = added(state, centre, kind)
        pairs = zip(GOODS, goods, strict=True)
        made += [effect_on(clause, "stock", (NAME[centre], good), count, action.seat) for good, count in pairs if count]
    used = part_of(state, Favours)
    return with_part(state, Favours((*used.cells, placed_by(state.board, action.seat)))), tuple(made)


def verdict(rules: KontorRules, state: State, action: Verdict) -> Moved:
    """Whether a finished sector counts (KO-V-RANCUNES-1)."""
    verdicts, cell = part_of(state, Verdicts), AT[action.cell]
    yes, no = (tuple([judged for judged in cells if judged != cell]) for cells in (verdicts.yes, verdicts.no))
    yes, no = ((*yes, cell), no) if action.counts else (yes, (*no, cell))
    state, sector = with_part(state, Verdicts(yes, no, verdicts.now)), sector_at(state.board, cell)
    if action.counts or rules.verdict_at == "end" or sector is None:
        return state, ()
    if sector.keeper < 0:  # the table put none there, and now says why
        return learned(state, (action.cell, "verdict"), False), ()
    name, side, after = name_of(sector), sector.keeper, replace(sector, keeper=NO_SEAT)
    made = (
        effect_on(ko.V_RANCUNES_1, "keeper", (name,), NO_SEAT, action.seat, sets=True),
        effect_on(ko.V_RANCUNES_1, "keepers", (side,), 1, action.seat),
    )
    return with_sector(state, sector, after), made


def use_spend(rules: KontorRules, state: State, action: Spend) -> State:
    """The turn's placement."""
    acts = state.phase == PLACE and actor_of(state) == action.seat
    return replace(state, phase=REFILL) if acts else state


def spend(rules: KontorRules, state: State, action: Spend) -> Moved:
    """The flood is discarded, and canals are placed for it (KO-V-CHOIXINOND-1; KO-I-74)."""
    seat = action.seat
    effects: tuple[Effect, ...] = ()
    play = replace(state.play, shown=put_at(state.play.shown, seat, 0))
    if state.where[action.card] != in_play(seat):
        state = out_of_hand(state, seat, action.card, ord("x"))
    state = replace(state, play=play, where=moved_to(state.where, action.card, ord("x")))
    for number, cell in action.canals:
        if rules.spend_from == "pile":
            where = moved_to(state.where, number, in_play(seat))
            state = replace(state, where=where, canals=drawn(state.canals))
        state, more_effects = place(rules, state, Place(seat=seat, card=number, cell=cell))
        effects += more_effects
    if rules.spend_from == "pile":  # nothing of the hand is to be replaced
        state = replace(state, play=replace(state.play, placed=NOWHERE))
    return with_part(state, Spent(state.turn, len(action.canals))), effects
