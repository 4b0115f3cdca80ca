"""Hands and piles: known cards, counts of unknown ones, and what is impossible by them."""

from __future__ import annotations

from typing import TypeVar

from domain.games.kontor.pieces import SPECIAL_NUMBERS, group_of
from domain.games.kontor.state.faces import card_of
from domain.games.kontor.state.table import Card, Hand, Pile, State, in_hand
from domain.numbers import Number, between, least, most, not_below_zero
from domain.rules import Seat, replace

GroupOrNone = TypeVar("GroupOrNone", int, int | None)  # of an unread card there is none


def may_hold(state: State, seat: Seat, number: int, card: Card) -> bool:
    """Whether some hand that fits all that was seen has this card (KO-HAND-2)."""
    sign = state.where[number]
    if sign == in_hand(seat):
        return True
    if sign != 46 and not (sign == _IN_PILE and may_have_come_up(state, number)):  # it is somewhere else
        return False
    unseen = state.players[seat].hand.unseen
    group = group_of(card.kind)
    if group is None:
        return any(most(count) for count in unseen)
    return most(unseen[leaves_as(state, seat, group, False)]) > 0


def specials_of(state: State, seat: Seat) -> list[Card]:
    """The special cards a hand may have."""
    cards = [card_of(state, number) for number in SPECIAL_NUMBERS]
    return [card for card in cards if may_hold(state, seat, card.number, card)]


def leaves_as(state: State, seat: Seat, group: GroupOrNone, seen: bool) -> GroupOrNone:
    """The group under which a card was counted while unseen; a special card drawn with the canals counts as a canal."""
    if group != 2 or seen or "mixed" not in state.parts or most(state.players[seat].hand.unseen[2]):
        return group
    return 1


def may_be_special(state: State, seat: Seat) -> bool:
    """Whether a hand has unseen cards that may be canals or special cards."""
    part = state.parts.get("mixed") if state.parts else None
    return part is not None and bool(part.specials) and most(state.players[seat].hand.unseen[1]) > 0


def is_a_second_special(state: State, seat: Seat, number: int) -> bool:
    """Whether a special card comes up that has not been seen, and a hand has none it could be (KO-TEAM-4)."""
    hidden = number in SPECIAL_NUMBERS and state.where[number] == 46
    return hidden and not most(state.players[seat].hand.unseen[2])


def less(hand: Hand, group: int | None, seen: bool) -> Hand:
    """A hand after a card left it."""
    if group is None:
        return _perhaps_less(hand, seen)
    counts = fewer(hand.counts, group)
    return Hand(counts, hand.unseen if seen else fewer(hand.unseen, group))


def fewer(counts: tuple[Number, ...], group: int) -> tuple[Number, ...]:
    """Docks, canals and specials with one of a group less, never below nothing."""
    docks, canals, specials = counts
    left = counts[group] - 1
    if left.__class__ is not int or left < 0:
        left = not_below_zero(left)
    return (left, canals, specials) if group == 0 else (docks, left, specials) if group == 1 else (docks, canals, left)


def further(counts: tuple[Number, ...], group: int) -> tuple[Number, ...]:
    """Docks, canals and specials with one of a group more."""
    docks, canals, specials = counts
    if group == 0:
        return docks + 1, canals, specials
    return (docks, canals + 1, specials) if group == 1 else (docks, canals, specials + 1)


def _perhaps_less(hand: Hand, seen: bool) -> Hand:
    """The counts after a card of an unknown kind left: any of them may be one lower."""
    counts = tuple([_wider(count, 1) for count in hand.counts])
    unseen = hand.unseen if seen else tuple([_wider(count, 1) for count in hand.unseen])
    return Hand(counts, unseen)


def _wider(count: Number, by: int) -> Number:
    return between(max(0, least(count) - by), most(count), "kind")


def more(hand: Hand, group: int | None, seen: bool) -> Hand:
    """A hand after a card came to it."""
    if group is None:
        counts = tuple([between(least(count), most(count) + 1, "kind") for count in hand.counts])
        unseen = hand.unseen if seen else tuple([between(least(c), most(c) + 1, "kind") for c in hand.unseen])
        return Hand(counts, unseen)
    counts = further(hand.counts, group)
    return Hand(counts, hand.unseen if seen else further(hand.unseen, group))


def held_in_all(hand: Hand) -> Number:
    """How many cards a hand has."""
    return hand.counts[0] + hand.counts[1] + hand.counts[2]


def seen_in(state: State, seat: Seat) -> tuple[int, ...]:
    """The cards known to be in a hand."""
    sign = in_hand(seat)
    return tuple([number for number, holder in enumerate(state.where) if holder == sign])


# Piles --------------------------------------------------------------------------------------------

_IN_PILE = ord("=")


def may_have_come_up(state: State, number: int) -> bool:
    """Whether a card last known to lie in a pile can have been drawn since, unseen."""
    for pile in (state.canals, *state.piles):
        if pile.top == number:
            return False
        if number in pile.under:
            return least(pile.count) < len(pile.under) - pile.under.index(number)
    return True


def come_up(state: State, number: int) -> State:
    """A card last known to lie in a pile was drawn unseen; so were those above it."""
    where = state.where[:number] + b"." + state.where[number + 1 :]
    return replace(state, where=where, canals=_without(state.canals, number), piles=_all_without(state.piles, number))


def _all_without(piles: tuple[Pile, ...], number: int) -> tuple[Pile, ...]:
    return tuple([_without(pile, number) for pile in piles])


def _without(pile: Pile, number: int) -> Pile:
    if number not in pile.under:
        return pile
    return Pile(pile.count, pile.top, pile.under[pile.under.index(number) + 1 :])


def on_top(pile: Pile) -> int:
    """The top card where the record says it; 0 where it does not."""
    if pile.top:
        return pile.top
    if pile.under and pile.count.__class__ is int and pile.count <= len(pile.under):
        return pile.under[0]
    return 0


def may_come_up(pile: Pile, number: int) -> bool:
    """Whether a card can be the top one: as it was recorded, and those put under the pile in that order (KO-REC-6)."""
    top = on_top(pile)
    if top:
        return number == top
    return number not in pile.under or least(pile.count) <= len(pile.under) - pile.under.index(number)


def drawn(pile: Pile, number: int | None = None) -> Pile:
    """A pile without its top card; one that had been put under it shows how many are left."""
    count = not_below_zero(pile.count - 1)
    under = pile.under
    if under and count.__class__ is not int and number in under:
        under = under[under.index(number) + 1 :]
        return Pile(len(under), 0, under)
    if under and most(count) < len(under):  # it was one that had been put under it
        under = under[1:]
    return Pile(count, 0, under)


def perhaps_drawn(pile: Pile) -> Pile:
    """A pile that may have lost its top card."""
    return Pile(_wider(pile.count, 1), 0, pile.under)


def put_under(pile: Pile, number: int, by: Number = 1) -> Pile:
    """A pile after a card was put under it, for certain or perhaps; cards put under it come up in that order."""
    return Pile(pile.count + by, pile.top, (*pile.under, number))


def pile_of(state: State, seat: Seat) -> Pile:
    """A seat's own pile of docks."""
    return state.piles[state.pile_of[seat]]


def picked_out(state: State, seat: Seat, number: int | None, shuffled: bool) -> State:
    """A seat's pile of docks without one that was picked; shuffled, it is not known any more where the others lie."""
    at = state.pile_of[seat]
    pile, where = state.piles[at], state.where
    under = tuple([hidden for hidden in pile.under if hidden != number])
    if shuffled or (0 in under and number not in (pile.top, *pile.under)):  # it may be one whose place is not recorded
        for hidden in under:
            where = where[:hidden] + b"." + where[hidden + 1 :] if hidden else where
        under = ()
    top = 0 if shuffled or number == pile.top else pile.top
    left = Pile(not_below_zero(pile.count - 1), top, under)
    return replace(state, where=where, piles=state.piles[:at] + (left,) + state.piles[at + 1 :])
