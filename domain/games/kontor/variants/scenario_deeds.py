"""Scenarios with a deed of their own: bribes (Bakchich), a second canal (Grande marée)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.clauses import GR_COUNT, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Bribe, Done, Pass, Place, Second
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.end import nobody_plays_on_after_the_end
from domain.games.kontor.checks.hands import not_held
from domain.games.kontor.checks.placement import (
    a_card_goes_on_an_empty_cell,
    a_card_touches_another_by_a_side,
    a_fixed_dimension_does_not_grow,
    the_harbour_stays_within_seven_by_seven,
)
from domain.games.kontor.checks.round import has_to_act, still_to_act
from domain.games.kontor.deeds.placement import known_place
from domain.games.kontor.deeds.scenarios import bribers, is_doubled, paid_in, price_of
from domain.games.kontor.follow.common import Moved
from domain.games.kontor.offers.possible_cards import may_be_held
from domain.games.kontor.pieces import CANAL, DOCK
from domain.games.kontor.state import (
    AT,
    CELLS,
    CHOOSE,
    NAME,
    NOT_CHOSEN,
    OVER,
    REFILL,
    Card,
    Lying,
    State,
    actor_of,
    card_of,
    cells_in,
    is_finished,
    lawful_cells,
)
from domain.games.kontor.state.cells import NOT_SEEN
from domain.games.kontor.variants.boards import (
    ADVANCED,
    BOATS,
    MONEY,
    OTHER_SIZES,
    OWN_SIZE,
    TWO,
    Finds,
    at_least,
    board,
    together,
    without_boat,
)
from domain.numbers import NotKnown, is_surely, least, most
from domain.rules import Offer, OneOf, Seat, broken, impossible
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

# Bakchich -----------------------------------------------------------------------------------------


def lying_at(state: State, bribe: Bribe) -> Lying | None:
    """The card a bribe is about."""
    return state.board.cards.get(AT[bribe.cell])


@cites(ko.V_BAKCHICH_3)
def a_bribe_comes_before_the_choice(rules: KontorRules, state: State, bribe: Bribe) -> Finds:
    if state.phase == OVER or (state.phase == CHOOSE and state.play.chosen[bribe.seat] == NOT_CHOSEN):
        return None
    late = state.phase == CHOOSE or any(has_to_act(rules, state, seat) for seat in still_to_act(state))
    return surely(state, broken(cell=bribe.cell)) if late else None


@cites(ko.V_BAKCHICH_3)
def one_bribe_in_a_round(rules: KontorRules, state: State, bribe: Bribe) -> Finds:
    again = rules.bribes_once and bribe.seat in bribers(state)
    return surely(state, broken(cell=bribe.cell)) if again else None


@cites(ko.V_BAKCHICH_3)
def bribes_go_in_order(rules: KontorRules, state: State, bribe: Bribe) -> Finds:
    """KO-I-50: the seat that begins bribes before the other has bribed or passed."""
    if rules.bribe_order not in ("first", "last") or len(state.sides) != 2:
        return None
    begins = state.first if state.round > 1 else state.sides.index(0) if 0 in state.sides else 0
    if rules.bribe_order == "last" and state.round > 1:
        begins = 1 - begins
    other = 1 - bribe.seat
    late = bribe.seat == begins and (other in bribers(state) or other in state.play.passed)
    return surely(state, broken(cell=bribe.cell)) if late else None


@cites(ko.V_BAKCHICH_3)
def who_bribes_does_not_pass(rules: KontorRules, state: State, action: Pass) -> Finds:
    """A check only of tables that agreed to it (KO-I-50)."""
    return broken() if rules.bribe_order == "no-pass" and action.seat in bribers(state) else None


@cites(ko.V_BAKCHICH_4)
def a_bribe_is_for_a_goods_dock_of_the_opponent(rules: KontorRules, state: State, bribe: Bribe) -> Finds:
    lying = lying_at(state, bribe)
    if lying is None:
        return None
    if not lying.kind:
        raise NotKnown(f"face {lying.number}")
    own = lying.owner == state.sides[bribe.seat]
    if lying.kind == DOCK and not own and price_of(lying) > 0:
        return None
    return surely(state, broken(cell=bribe.cell))


@cites(ko.V_BAKCHICH_4)
def the_purse_covers_a_bribe(rules: KontorRules, state: State, bribe: Bribe) -> Finds:
    lying = lying_at(state, bribe)
    if lying is None or lying.kind != DOCK or state.players[bribe.seat].purse >= price_of(lying):
        return None
    return surely(state, broken(price=price_of(lying), purse=state.players[bribe.seat].purse))


@cites(ko.V_BAKCHICH_5)
def no_bribe_in_a_finished_sector(rules: KontorRules, state: State, bribe: Bribe) -> Finds:
    finished = lying_at(state, bribe) is not None and is_finished(state.board, AT[bribe.cell])
    return surely(state, broken(cell=bribe.cell)) if finished else None


@cites(GR_COUNT)
def a_bribed_dock_lay_there(rules: KontorRules, state: State, bribe: Bribe) -> Finds:
    return surely(state, impossible(cell=bribe.cell)) if lying_at(state, bribe) is None else None


def bribes(rules: KontorRules, state: State) -> Iterator[Offer]:
    """A goods dock of the opponent, for a seat that has neither chosen nor passed nor bribed."""
    for seat, player in enumerate(state.players):
        if state.play.chosen[seat] != NOT_CHOSEN or seat in state.play.passed or seat in bribers(state):
            continue
        if rules.bribe_order != "any" and (bribers(state) or state.play.passed):
            continue
        cells = tuple(
            NAME[cell]
            for cell, lying in state.board.cards.items()
            if lying.kind == DOCK
            and lying.owner == 1 - state.sides[seat]
            and least(price_of(lying)) > 0
            and most(price_of(lying)) <= least(player.purse)
            and not is_finished(state.board, cell)
        )
        if cells:
            yield Offer(Bribe(seat=seat, cell=cells[0]), {"cell": OneOf(cells)})


BAKCHICH = Variant(
    id="KO-V-BAKCHICH",
    sets={
        "scenario": "KO-V-BAKCHICH",
        **board(6),
        "boat": False,
        "purse": 3,
        "canals_aside": 10,
        "canals_clause": ko.V_BAKCHICH_1,
    },
    adds={
        "optional_deeds": ("bribe",),
        "offers": {CHOOSE: (bribes,)},
        "checks": together(
            without_boat(ko.V_BAKCHICH_2),
            {
                Pass: (who_bribes_does_not_pass,),
                Bribe: (
                    a_bribe_comes_before_the_choice,
                    one_bribe_in_a_round,
                    bribes_go_in_order,
                    a_bribe_is_for_a_goods_dock_of_the_opponent,
                    the_purse_covers_a_bribe,
                    no_bribe_in_a_finished_sector,
                    a_bribed_dock_lay_there,
                    nobody_plays_on_after_the_end,
                ),
            },
        ),
    },
    lifts=OTHER_SIZES | BOATS,
    keeps=OWN_SIZE,
    over=ADVANCED,
    needs=ADVANCED,
    warns=MONEY,
    seats=TWO,
)

# Grande marée -------------------------------------------------------------------------------------


def may_double(state: State, seat: Seat) -> bool:
    """Whether a seat has just placed a canal, the first of its turn, and drawn nothing yet."""
    lying = state.board.cards.get(state.play.placed)
    if lying is None or lying.kind != CANAL or state.phase != REFILL or actor_of(state) != seat:
        return False
    return not state.play.drawn and not is_doubled(state)


def as_second_canal(rules: KontorRules, state: State, place: Place, line: int) -> Place | Second:
    """A canal that is placed right after another is the second canal, however it was written."""
    place = known_place(rules, state, place, line)
    lies_already = any(lying.number == place.card for lying in state.board.cards.values())
    is_canal = card_of(state, place.card).kind == CANAL and place.cell != NOT_SEEN
    if not is_canal or lies_already or not may_double(state, place.seat):
        return place
    return Second(seat=place.seat, card=place.card, cell=place.cell, face=place.face)


@cites(ko.V_MAREE_1)
def a_second_canal_follows_the_first_at_once(rules: KontorRules, state: State, second: Second) -> Finds:
    if state.phase == OVER or may_double(state, second.seat):
        return None
    lying = state.board.cards.get(state.play.placed)
    if lying is not None and not lying.kind:
        raise NotKnown(f"face {lying.number}")
    return surely(state, broken(card=second.card))


@cites(ko.V_MAREE_1)
def a_second_card_is_a_canal(rules: KontorRules, state: State, second: Second) -> Finds:
    kind = card_of(state, second.card).kind
    if not kind:
        raise NotKnown(f"face {second.card}")
    return None if kind == CANAL else broken(card=second.card)


@cites(ko.V_MAREE_1)
def a_second_canal_is_paid_for(rules: KontorRules, state: State, second: Second) -> Finds:
    purse = state.players[second.seat].purse
    if rules.second_paid == "after":  # KO-I-60
        purse = purse + min(1, most(state.treasury))
    return None if purse >= 1 else surely(state, broken(card=second.card))


@cites(ko.HAND_2)
def a_second_canal_was_in_hand(rules: KontorRules, state: State, second: Second) -> Finds:
    return not_held(state, second.seat, second.card)


def another_draw(rules: KontorRules, state: State, seat: Seat) -> list[int]:
    """A canal more is drawn after a second one (KO-I-60)."""
    return [1] if rules.second_drawn and is_doubled(state) else []


def paid_after_income(rules: KontorRules, state: State) -> Moved:
    """The florin of a second canal, where it is paid out of the first one's (KO-I-60)."""
    if rules.second_paid != "after" or not is_doubled(state) or not state.play.order:
        return state, ()
    return paid_in(state, state.play.order[0], ko.V_MAREE_1, 1)


def second_cells(rules: KontorRules, state: State, seat: Seat) -> tuple[str, ...]:
    """Where a second canal may go; nowhere if it cannot be paid."""
    if not may_double(state, seat) or is_surely(state.players[seat].purse, 0):
        return ()
    return tuple(NAME[cell] for cell in cells_in(lawful_cells(rules, state, seat, Card(0, CANAL))))


def waits_for_a_second(rules: KontorRules, state: State) -> bool:
    """With no canal left to draw the turn would be over before a second one could be placed."""
    seat = actor_of(state)
    held = most(state.players[seat].hand.counts[1])
    return bool(is_surely(state.canals.count, 0) and held and second_cells(rules, state, seat))


def seconds(rules: KontorRules, state: State) -> Iterator[Offer]:
    """A canal of the hand on any lawful cell, before the draw; who need not draw may also end the turn."""
    seat = actor_of(state)
    cells = second_cells(rules, state, seat) if seat >= 0 else ()
    if not cells:
        return
    cards = tuple(number for number in may_be_held(state, seat) if card_of(state, number).kind == CANAL)
    if cards and least(state.players[seat].purse):
        yield Offer(
            Second(seat=seat, card=cards[0], cell=cells[0]), {"card": OneOf(cards), "cell": OneOf(cells, CELLS)}
        )
    if waits_for_a_second(rules, state):
        yield Offer(Done(seat=seat))


MAREE = Variant(
    id="KO-V-MAREE",
    sets={"scenario": "KO-V-MAREE", "judged_as": {Place: as_second_canal}, **board(7)},
    adds={
        "optional_deeds": ("second",),
        "eligible": (at_least(2, ko.V_MAREE_3),),
        "refills": (another_draw,),
        "further_income": (paid_after_income,),
        "lingers": (waits_for_a_second,),
        "offers": {REFILL: (seconds,)},
        "checks": {
            Second: (
                a_second_canal_follows_the_first_at_once,
                a_second_card_is_a_canal,
                a_second_canal_is_paid_for,
                a_second_canal_was_in_hand,
                a_card_touches_another_by_a_side,
                a_card_goes_on_an_empty_cell,
                the_harbour_stays_within_seven_by_seven,
                a_fixed_dimension_does_not_grow,
                nobody_plays_on_after_the_end,
            )
        },
    },
    over=ADVANCED,
    needs=ADVANCED,
    warns=MONEY | {"KO-V-CONTREBANDE"},
    seats=TWO,
)

ROWS = (BAKCHICH, MAREE)
