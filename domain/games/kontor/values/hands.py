"""Hands as values of the table."""

from __future__ import annotations

from domain.games.kontor.state import CHOOSE, Hand, State, in_hand, put_at, with_player
from domain.games.kontor.state.hands import may_be_special
from domain.numbers import NotKnown, Number, least, most
from domain.rules import BROKEN, Key, replace


def hand_at(state: State, key: Key) -> tuple[int, ...]:
    """The cards known to be in a hand."""
    sign = in_hand(key[0])
    return tuple(number for number, holder in enumerate(state.where) if holder == sign)


def set_count(group: int):
    """So many cards of a group in a hand; the number of unseen ones follows."""

    def put(state: State, key: Key, count: Number) -> State:
        player = state.players[key[0]]
        hand = player.hand
        seen = hand.counts[group] - hand.unseen[group]
        unseen = count - seen
        hand = replace(
            hand, counts=put_at(hand.counts, group, count), unseen=put_at(hand.unseen, group, _positive(unseen))
        )
        return with_player(state, key[0], replace(player, hand=hand))

    return put


def hand_breaks(group: int):
    """Judges a wrong number of cards at the beginning of a round (KO-HAND-1); a forgotten draw explains it."""

    def breaks(state: State, key: Key, seen: Number) -> str:
        player = state.players[key[0]]
        if group and may_be_special(state, key[0]) and _may_be_so(player.hand, group, seen):
            raise NotKnown("hand")
        missing = player.missing[group] + player.missing[-1]
        if state.phase != CHOOSE or state.round == 1 or 0 < seen - player.hand.counts[group] <= missing:
            return ""
        return BROKEN

    return breaks


def _may_be_so(hand: Hand, group: int, seen: Number) -> bool:
    """Whether so many canals, or special cards, can be in a hand where one cannot be distinguished from the other."""
    (_, canals, specials), unseen = hand.counts, hand.unseen[1]
    low, high = (canals - unseen, canals) if group == 1 else (specials, specials + unseen)
    return least(low) <= most(seen) and least(seen) <= most(high)


def _positive(number: Number) -> Number:
    try:
        return number if number >= 0 else 0
    except NotKnown:
        return number
