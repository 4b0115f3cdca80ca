"""The cards that a hand or the top of a pile may hold, for offers and checks."""

from __future__ import annotations

from domain.games.kontor.pieces import ANY_OWNER, NUMBERS, group_of
from domain.games.kontor.state import State, card_of, in_hand
from domain.games.kontor.state.hands import leaves_as
from domain.numbers import most
from domain.rules import Seat


def may_be_held(state: State, seat: Seat) -> list[int]:
    """Cards a seat may have in hand: those seen there, and unseen ones of a kind it has unseen."""
    sign, unseen = in_hand(seat), state.players[seat].hand.unseen
    found = []
    for number in NUMBERS:
        at = state.where[number]
        if at == sign:
            found.append(number)
        elif at == 46:
            card = card_of(state, number)
            group = group_of(card.kind)
            was = leaves_as(state, seat, group, False)
            if was is not None and most(unseen[was]) and (group or card.owner in (state.sides[seat], ANY_OWNER)):
                found.append(number)
    return found


def may_be_drawn(state: State, seat: Seat, group: int, specials: bool = False) -> list[int]:
    """Cards that may lie on top of the pile a seat draws from."""
    side = state.sides[seat]
    found = []
    for number in NUMBERS:
        if state.where[number] != 46:
            continue
        card = card_of(state, number)
        own = group_of(card.kind)
        if (own == group and (group or card.owner in (side, ANY_OWNER))) or (specials and group == 1 and own == 2):
            found.append(number)
    return found
