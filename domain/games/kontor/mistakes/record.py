"""Simulated mistakes about the completeness of the record (KO-REC): impossible values."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Declare, Draw, Give, Place, Top
from domain.games.kontor.mistakes.common import KontorMoment, breaks, goes_on, instead, one_of, read, stands
from domain.games.kontor.pieces import CANALS, COIN, WAREHOUSES, group_of
from domain.games.kontor.state import REFILL
from domain.rules import replace


def its_draw(at: KontorMoment, group: int) -> bool:
    """Whether a dock, or a canal, not seen before is drawn in its turn."""
    number = at.action.card
    if number is None or at.state.phase != REFILL or at.action.pile or at.state.where[number] != ord("."):
        return False
    return group_of(at.state.cards[number].kind) == group


@breaks(ko.REC_1, Draw)
def a_card_drawn_that_lies_in_the_harbour(at: KontorMoment) -> WrongPlay | None:
    if not its_draw(at, 1) or at.state.canals.top or at.state.canals.under:
        return None
    lying = [card.number for card in at.state.board.cards.values() if card.number and group_of(card.kind) == 1]
    number = one_of(at, lying)
    return None if number is None else instead(replace(at.action, card=number), then=goes_on(at))


@breaks(ko.REC_2, Place, Draw, Choose)
def a_face_declared_otherwise(at: KontorMoment) -> WrongPlay | None:
    card = at.rng.choice(list(at.state.cards.values()))
    symbol = "plain" if card.symbol == COIN else COIN
    return instead(Declare(card=card.number, face=(symbol,)), then=stands(at))


@breaks(ko.REC_4, Place, Draw, Choose)
def another_number_of_florins(at: KontorMoment) -> WrongPlay | None:
    return read(at, "florins", (), at.state.florins + at.rng.choice((-1, 1)))


@breaks(ko.REC_5, Place, Draw, Choose)
def a_warehouse_too_many(at: KontorMoment) -> WrongPlay | None:
    used = sum(count for sector in at.state.board.open for goods in sector.stock for count in goods)
    return read(at, "warehouses", (), WAREHOUSES - used + 1)


@breaks(ko.REC_6, Draw)
def another_card_than_the_top_one(at: KontorMoment) -> WrongPlay | None:
    state = at.state
    if not its_draw(at, 1) or state.canals.top or state.canals.under:
        return None
    hidden = [n for n, card in state.cards.items() if group_of(card.kind) == 1 and state.where[n] == ord(".")]
    top = one_of(at, (number for number in hidden if number != at.action.card))
    return None if top is None else instead(Top(pile=-1, card=top), at.action, then=goes_on(at))


@breaks(ko.REC_7, Place, Draw)
def a_florin_for_a_seat_not_in_play(at: KontorMoment) -> WrongPlay | None:
    return instead(Give(seat=at.action.seat, to=len(at.state.players), amount=1), then=stands(at))


@breaks(ko.REC_8, Place, Choose)
def a_pile_miscounted(at: KontorMoment) -> WrongPlay | None:
    left = at.state.canals.count
    dealt = CANALS - (len(at.rules.layout) - 1) - at.rules.hand_canals * len(at.state.players) - at.rules.canals_aside
    return read(at, "canal-pile", (), left + 1) if 0 < left < dealt - 1 else None
