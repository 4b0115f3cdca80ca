"""Offers of phases 4 to 7: the boat, the placement, the draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.games.kontor.actions import Draw, Place, Remove, Sail, TakeBack
from domain.games.kontor.follow.turns import draw_due, pile_for, placed_unread
from domain.games.kontor.offers.possible_cards import may_be_drawn
from domain.games.kontor.pieces import BOAT, GOODS
from domain.games.kontor.state import (
    CELLS,
    NAME,
    NOWHERE,
    State,
    actor_of,
    at_risk,
    berths,
    card_of,
    cells_in,
    lawful_cells,
    on_top,
)
from domain.numbers import most
from domain.rules import Offer, OneOf, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def boats(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Offers the move of the boat to a seat whose card shows one, once and before placing."""
    seat, play = actor_of(state), state.play
    if not rules.boat or seat < 0 or play.moved != NOWHERE or not play.shown[seat]:
        return
    if card_of(state, play.shown[seat]).symbol == BOAT:
        cells = tuple(NAME[cell] for cell in cells_in(berths(rules, state.board)))
        if cells:
            yield Offer(Sail(seat=seat, cell=cells[0]), {"cell": OneOf(cells, CELLS)})


def removals(rules: KontorRules, state: State) -> Iterator[Offer]:
    """After a move one dock next to the boat may be removed."""
    seat, play = actor_of(state), state.play
    if not rules.boat or seat < 0 or play.moved == NOWHERE or play.removed != NOWHERE:
        return
    for cell in at_risk(rules, state.board, play.moved):
        lying = state.board.cards[cell]
        whose = [other for other, side in enumerate(state.sides) if side == lying.owner]
        if lying.owner == state.sides[seat] and rules.own_removed == "placer":
            whose = [lying.by] if lying.by in whose else whose
        example = Remove(seat=seat, cell=NAME[cell], under=whose[0] if whose else None)
        everybody = tuple(range(len(state.sides)))
        yield Offer(example, {"under": OneOf(tuple(whose), everybody)} if len(whose) > 1 else {})


def places(rules: KontorRules, state: State) -> Iterator[Offer]:
    """The revealed card on any lawful cell; without one it goes back."""
    seat = actor_of(state)
    number = state.play.shown[seat] if seat >= 0 else 0
    if not number:
        return
    cells = tuple(NAME[cell] for cell in cells_in(lawful_cells(rules, state, seat, card_of(state, number))))
    if cells:
        place = Place(seat=seat, card=number, cell=cells[0])
        goods = card_of(state, number).goods or ()
        shown = [good for good, count in zip(GOODS, goods, strict=False) if count]
        choice: dict = {}
        if rules.chooses_good and len(shown) > 1:
            place, choice = replace(place, good=shown[0]), {"good": OneOf(tuple(shown), GOODS)}
        elif rules.exports and shown:
            choice = {"export": OneOf(((), *((good,) for good in shown)), ((), *((good,) for good in GOODS)))}
        yield Offer(place, {"cell": OneOf(cells, CELLS), **choice})
    else:
        yield Offer(TakeBack(seat=seat, why="stuck"))


def draws(rules: KontorRules, state: State) -> Iterator[Offer]:
    """A card like the one placed, off the top of its pile; of either pile where that one was not read."""
    seat, group = actor_of(state), draw_due(rules, state)
    if seat < 0 or (group is None and not placed_unread(state)):
        return
    if group is None:
        cards = tuple(card for pile in (0, 1) for card in may_be_drawn(state, seat, pile, rules.specials == "canals"))
        yield Offer(Draw(seat=seat, card=cards[0]), {"card": OneOf(cards)}) if cards else Offer(Draw(seat=seat))
    elif rules.refill_same_kind:
        yield _drawing(rules, state, seat, 1 if group else 0, "")
    else:
        for other, pile in ((0, "docks"), (1, "canals")):  # either pile
            if most(pile_for(state, seat, other).count):
                yield _drawing(rules, state, seat, other, pile)


def _drawing(rules: KontorRules, state: State, seat: Seat, group: int, pile: str) -> Offer:
    top = on_top(pile_for(state, seat, group))
    cards = (top,) if top else tuple(may_be_drawn(state, seat, group, rules.specials == "canals"))
    if not cards:
        return Offer(Draw(seat=seat, pile=pile))
    return Offer(Draw(seat=seat, card=cards[0], pile=pile), {"card": OneOf(cards)})
