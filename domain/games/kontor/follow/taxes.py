"""Consequences in phases 3 and 4: taxes within each facing pair, then the acting order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.follow.common import Moved, effect_on, florins, unsure_florins
from domain.games.kontor.follow.end import stopped
from domain.games.kontor.pieces import COIN, group_of
from domain.games.kontor.state import (
    CHOOSE,
    NEXT,
    NOT_CHOSEN,
    NOWHERE,
    PLACE,
    Player,
    State,
    card_of,
    in_hand,
    line_of,
    moved_to,
    put_at,
)
from domain.games.kontor.state.hands import more
from domain.games.kontor.state.parts import Contraband, hiding, part_of, with_part
from domain.numbers import Number, Range, between, least, most, not_below_zero
from domain.rules import Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def settled(rules: KontorRules, state: State) -> Moved:
    """Taxes by this table's rule, then the acting order."""
    tax = rules.tax
    state, effects = tax(rules, state)
    order = acting_order(state.play.shown)
    if state.parts:
        order += hiding(state)  # contraband comes last (KO-I-78)
    phase = PLACE if order else CHOOSE if _lie_face_down(state) else NEXT
    state = replace(state, play=replace(state.play, order=order), phase=phase)
    return (state if len(rules.ends) < 2 else stopped(rules, state) or state), effects


def _lie_face_down(state: State) -> bool:
    """Whether a seat has still to turn over a card: it was not done together (KO-ROUND-3)."""
    play = state.play
    gone = (*play.passed, *play.lost)
    return any(card > NOT_CHOSEN and seat not in gone for seat, card in enumerate(play.chosen))


def acting_order(shown: tuple[int, ...]) -> tuple[Seat, ...]:
    """The cards in play in descending order (KO-ROUND-4, KO-TEAM-8)."""
    if len(shown) == 2 and shown[0] and shown[1]:
        return (0, 1) if shown[0] >= shown[1] else (1, 0)  # equal ones by seat (KO-I-30)
    order = [seat for seat, number in enumerate(shown) if number]
    order.sort(key=shown.__getitem__, reverse=True)
    return tuple(order)


def owes(state: State, seat: Seat, other: Seat) -> bool | None:
    """Whether the card of the seat it faces taxes a seat; None while that has not been seen."""
    number = state.play.shown[other] or placed_card(state, other)
    if not number or not (state.play.shown[seat] or seat in hiding(state)):
        return False
    symbol = card_of(state, number).symbol
    return None if symbol is None else symbol == COIN


def placed_card(state: State, seat: Seat) -> int:
    """The number of the card a seat turned over and has placed in this round; 0 while it has not, or never did."""
    play = state.play
    if seat not in play.had and not (play.placed != NOWHERE and play.order[:1] == (seat,)):
        return 0
    turned = max([line_of(state, number) for number in play.shown if number], default=0)
    for lying in reversed(state.board.cards.values()):
        if lying.by == seat and (not turned or line_of(state, lying.number) <= turned):  # no second one out of the hand
            return lying.number if not turned or line_of(state, lying.number) == turned else 0
    return 0


def in_doubt(state: State, seat: Seat) -> str:
    """The fact that would show whether a seat had to take its card back for want of a florin; else empty."""
    if seat not in state.play.doubted or least(state.players[seat].purse) > 0:  # with a florin left it has paid
        return ""
    other = state.facing[seat]
    number = state.play.shown[other] or placed_card(state, other)
    due = owes(state, seat, other)
    if due is None:
        return f"face {number}"
    return getattr(state.players[seat].purse, "fact", "purse") if due or not number else ""  # it went back, unread


def pairs(rules: KontorRules, state: State) -> Moved:
    """Every facing pair settles by the purses it had before (KO-TAX-1 to 8; KO-TEAM-6)."""
    effects: tuple[Effect, ...] = ()
    relieved: tuple[Seat, ...] = ()
    payers: tuple[Seat, ...] = ()
    sides = state.sides
    for seat, other in enumerate(state.facing):
        if seat < other and sides[seat] != sides[other]:
            debtors = _who_pay(state, seat, other)
            if debtors is not None:
                payers += debtors
                continue
            state, more_effects = paid(state, payers)
            effects, payers = effects + more_effects, ()
            state, more_effects, both = _pair(rules, state, seat, other)
            effects += more_effects
            relieved += both
    if payers:
        state, more_effects = paid(state, payers)
        effects += more_effects
    if relieved:
        state, more_effects = _relief(rules, state, relieved)
        effects += more_effects
    return state, effects


def _who_pay(state: State, one: Seat, other: Seat) -> tuple[Seat, ...] | None:
    """The seats of a pair that owe a tax and surely have a florin; None where one has none, or it is not known."""
    shown, cards, players = state.play.shown, state.cards, state.players
    card, rival = cards.get(shown[one]), cards.get(shown[other])
    if card is None or rival is None or card.symbol is None or rival.symbol is None:
        return None
    if card.symbol != COIN and rival.symbol != COIN:
        return ()
    purse, fund = players[one].purse, players[other].purse
    if purse.__class__ is not int or fund.__class__ is not int:
        return None
    if rival.symbol != COIN:
        return (other,) if fund else None
    if card.symbol != COIN:
        return (one,) if purse else None
    return (one, other) if purse and fund else None


def _pair(
    rules: KontorRules, state: State, one: Seat, other: Seat
) -> tuple[State, tuple[Effect, ...], tuple[Seat, ...]]:
    shown = state.play.shown
    if not (shown[one] and shown[other]):
        hidden = [seat for seat in (one, other) if seat in hiding(state)]
        return *(_hidden(state, hidden[0]) if hidden else (state, _spared(state, one, other))), ()
    due_one, due_other = owes(state, one, other), owes(state, other, one)
    if due_one is False and due_other is False:
        return state, (), ()
    purse_one, purse_other = state.players[one].purse, state.players[other].purse
    if None in (due_one, due_other) or purse_one.__class__ is not int or purse_other.__class__ is not int:
        state, effects = _unsure(state, ((one, due_one), (other, due_other)))
        return state, effects, ()
    if due_one and due_other:
        if not purse_one and not purse_other:
            return state, (), (one, other)
        if not purse_one:
            state, effects = withdrawn(state, one)
            return state, (*effects, *florins(ko.TAX_3, other, 0)), ()
        if not purse_other:
            state, effects = withdrawn(state, other)
            return state, (*effects, *florins(ko.TAX_3, one, 0)), ()
        return *paid(state, (one, other)), ()
    debtor = one if due_one else other
    return *(paid(state, (debtor,)) if state.players[debtor].purse else withdrawn(state, debtor)), ()


def _hidden(state: State, seat: Seat) -> Moved:
    """A card that stays face down taxes no seat; its player pays, or takes it back, like any other (KO-I-78)."""
    rival, purse = state.facing[seat], state.players[seat].purse
    due = owes(state, seat, rival)
    if due is False:
        return state, ()
    if due is None or purse.__class__ is not int:
        return _unsure(state, ((seat, due), (rival, False)))
    if purse:
        return paid(state, (seat,))
    part = part_of(state, Contraband)
    state = replace(state, play=replace(state.play, lost=(*state.play.lost, seat)))
    return with_part(state, replace(part, hiding=tuple([hider for hider in part.hiding if hider != seat]))), ()


def _spared(state: State, one: Seat, other: Seat) -> tuple[Effect, ...]:
    """An effect of 0 for a seat that passed and is therefore not taxed (KO-TAX-6)."""
    for seat, rival in ((one, other), (other, one)):
        number = state.play.shown[rival]
        if number and seat in state.play.passed and card_of(state, number).symbol in (COIN, None):
            return florins(ko.TAX_6, seat, 0)
    return ()


def paid(state: State, seats: tuple[Seat, ...]) -> Moved:
    """One florin each to the treasury (KO-TAX-1)."""
    if not seats:
        return state, ()
    players = list(state.players)
    effects: tuple[Effect, ...] = ()
    for seat in seats:
        players[seat] = replace(players[seat], purse=players[seat].purse - 1)
        effects += florins(ko.TAX_1, seat, -1)
    play = replace(state.play, taxed=(*state.play.taxed, *seats))
    return replace(state, players=tuple(players), play=play, treasury=state.treasury + len(seats)), effects


def withdrawn(state: State, seat: Seat) -> Moved:
    """Makes a seat that cannot pay take its card back and lose the round (KO-TAX-2)."""
    number, play = state.play.shown[seat], state.play
    group = group_of(card_of(state, number).kind)
    player = state.players[seat]
    hand = more(player.hand, group, True)
    play = replace(
        play, shown=put_at(play.shown, seat, 0), chosen=put_at(play.chosen, seat, number), lost=(*play.lost, seat)
    )
    made = [effect_on(ko.TAX_2, "shown", (seat,), 0, seat, sets=True)]
    made += [
        effect_on(ko.TAX_2, name, (seat,), after - before, seat)
        for name, after, before in zip(("docks", "canals", "specials"), hand.counts, player.hand.counts, strict=True)
        if group is None or after is not before
    ]
    state = replace(
        state,
        players=put_at(state.players, seat, replace(player, hand=hand)),
        play=play,
        where=moved_to(state.where, number, in_hand(seat)),
    )
    return state, tuple(made)


def _relief(rules: KontorRules, state: State, seats: tuple[Seat, ...]) -> Moved:
    """Both owe and neither can pay: a florin each from the treasury, as far as it goes (KO-TAX-4; KO-I-08)."""
    shown = state.play.shown
    order = sorted(seats, key=lambda seat: -shown[seat]) if rules.relief == "number" else list(seats)
    players, treasury = list(state.players), state.treasury
    effects: tuple[Effect, ...] = ()
    refused = rules.relief == "nobody" and most(treasury) < len(order)
    for seat in order:
        by: Number = 0 if refused else 1 if least(treasury) else between(0, min(1, most(treasury)), "treasury")
        players[seat] = replace(players[seat], purse=players[seat].purse + by)
        treasury = not_below_zero(treasury - by)
        effects += florins(ko.TAX_4, seat, by) if isinstance(by, int) else unsure_florins(ko.TAX_4, seat, by)
    return replace(state, players=tuple(players), treasury=treasury), effects


def _unsure(state: State, debtors: tuple[tuple[Seat, bool | None], ...]) -> Moved:
    """It was not seen whether a card shows a florin, or what a purse held: at most one florin moved."""
    players, treasury, taxed = list(state.players), state.treasury, state.play.taxed
    effects: tuple[Effect, ...] = ()
    doubted = tuple([seat for seat, due in debtors if due is not False and not least(players[seat].purse)])
    relief = 1 if len(doubted) == len(debtors) else 0  # perhaps neither can pay (KO-TAX-4)
    for seat, due in debtors:
        player: Player = players[seat]
        if due is False or not (most(player.purse) or relief):
            continue
        fact = f"face {state.play.shown[state.facing[seat]]}" if due is None else getattr(player.purse, "fact", "purse")
        spared = state.facing[seat] in doubted  # perhaps the card that taxes it goes back (KO-TAX-3)
        surely = due and least(player.purse) and not spared
        by: Number = -1 if surely else Range(-1 if most(player.purse) else 0, relief, fact)
        players[seat] = replace(player, purse=not_below_zero(player.purse + by))
        treasury = not_below_zero(treasury - by)
        taxed = taxed if by.__class__ is Range else (*taxed, seat)
        effects += florins(ko.TAX_1, seat, by) if isinstance(by, int) else unsure_florins(ko.TAX_1, seat, by)
    play = replace(state.play, taxed=taxed, doubted=state.play.doubted + doubted)
    return replace(state, players=tuple(players), play=play, treasury=treasury), effects
