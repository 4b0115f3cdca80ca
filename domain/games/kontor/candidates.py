"""The lines that the cards on the table allow, judged by no rule: what a table without help is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.inputs import Possible
from domain.games.kontor.actions import Choose, Done, Draw, Pass, Place, Remove, Reveal, Sail, TakeBack
from domain.games.kontor.pieces import CANAL, DOCK, GOODS
from domain.games.kontor.state import AT, CELLS, CHOOSE, NAME, NEAR, PLACE, REFILL, State, actor_of
from domain.rules import Offer, OneOf, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def possible(rules: KontorRules, state: State) -> Possible:
    """Every line of a round: those of the phase the table is at, and all others."""
    seats, acting = range(len(state.players)), max(0, actor_of(state))
    playing = [seat for seat in seats if seat not in state.play.passed]
    shown = Reveal(cards=tuple((seat, 0, ()) for seat in playing))
    steps = {
        CHOOSE: [
            *([Offer(shown)] if playing else []),
            *(Offer(Choose(seat=seat)) for seat in seats),
            *(Offer(Pass(seat=seat)) for seat in seats if rules.passes_aloud),
        ],
        PLACE: [*_placements(rules, state, acting), *(_boat(state, acting) if rules.boat else [])],
        REFILL: [
            *(Offer(Draw(seat=acting, pile="" if rules.refill_same_kind else pile)) for pile in ("docks", "canals")),
            Offer(Done(seat=acting)),
        ],
    }
    if rules.refill_same_kind:
        steps[REFILL].pop(0)  # one pile is meant: that of the card placed
    others = [offer for step, offers in steps.items() if step != state.phase for offer in offers]
    return steps.get(state.phase, []), others


def _placements(rules: KontorRules, state: State, seat: Seat) -> list[Offer]:
    """The card turned over on every empty cell next to a card; or back into the hand."""
    lying = state.board.cards
    free = tuple(cell for cell in CELLS if AT[cell] not in lying and any(NEAR[AT[cell]] >> card & 1 for card in lying))
    back = Offer(TakeBack(seat=seat))
    number = state.play.shown[seat]
    if not free or number <= 0:
        return [back]
    place, goods = Place(seat=seat, card=number, cell=free[0]), {}
    if rules.chooses_good:
        place, goods = replace(place, good=GOODS[0]), {"good": OneOf(GOODS)}
    elif rules.exports:
        goods = {"export": OneOf(((), *((good,) for good in GOODS)))}
    return [Offer(place, {"cell": OneOf(free), **goods}), back]


def _boat(state: State, seat: Seat) -> list[Offer]:
    """The boat to every canal, and every dock taken away."""
    canals = tuple(NAME[cell] for cell, lying in state.board.cards.items() if lying.kind == CANAL)
    sails = [Offer(Sail(seat=seat, cell=canals[0]), {"cell": OneOf(canals)})] if canals else []
    docks = [(NAME[cell], lying.owner) for cell, lying in state.board.cards.items() if lying.kind == DOCK]
    under = {side: owner for owner, side in enumerate(state.sides)}
    return sails + [Offer(Remove(seat=seat, cell=cell, under=under.get(owner))) for cell, owner in docks]
