"""Deeds of phases 1 to 3: passing, choosing, revealing, taking a card back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Pass, Reveal, TakeBack
from domain.games.kontor.deeds.common import begun, is_new, out_of_hand, with_florins
from domain.games.kontor.follow.common import Moved, florins, granted, unsure_florins
from domain.games.kontor.follow.turns import card_back
from domain.games.kontor.pieces import group_of
from domain.games.kontor.state import (
    CHOOSE,
    NEXT,
    NOT_CHOSEN,
    PLACE,
    TAX,
    UNSEEN,
    Play,
    Player,
    State,
    card_of,
    declared,
    in_hand,
    moved_to,
    put_at,
)
from domain.games.kontor.state.hands import come_up, leaves_as, less, may_have_come_up, put_under
from domain.numbers import not_below_zero
from domain.rules import Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def use_pass(rules: KontorRules, state: State, action: Pass) -> State:
    """The round is given up."""
    play, players = _begins(rules, state)
    return replace(state, play=_given_up(play, action.seat), players=players)


def _begins(rules: KontorRules, state: State) -> tuple[Play, tuple[Player, ...]]:
    """Round and seats as a deed of phase 1 finds them, the first one or not."""
    return begun(rules, state) if state.phase == CHOOSE and is_new(state) else (state.play, state.players)


def _given_up(play: Play, seat: Seat) -> Play:
    if seat in play.passed:
        return play
    return replace(play, passed=(*play.passed, seat), chosen=put_at(play.chosen, seat, NOT_CHOSEN))


def give_up(rules: KontorRules, state: State, action: Pass) -> Moved:
    """The round is given up for a florin, if there is one (KO-PASS-2); who had a card in play takes it back."""
    seat, by = action.seat, granted(state.treasury, 1)
    play, players = _begins(rules, state)
    player = players[seat]
    players = put_at(players, seat, replace(player, purse=player.purse + by))
    treasury = not_below_zero(state.treasury - by)
    state = replace(state, play=_given_up(play, seat), players=players, treasury=treasury)
    effects = florins(ko.PASS_2, seat, by) if by.__class__ is int else unsure_florins(ko.PASS_2, seat, by)
    return (dropped(state, seat) if state.play.shown[seat] else state), effects


def dropped(state: State, seat: Seat) -> State:
    """The table after a seat that will not act took its card back; if it was acting, the next seat's turn begins."""
    acting = state.play.order[:1] == (seat,)
    state = card_back(state, seat)
    order = state.play.order
    if acting and state.phase == PLACE:
        return replace(state, phase=NEXT)
    return replace(state, play=replace(state.play, order=tuple([other for other in order if other != seat])))


def use_choose(rules: KontorRules, state: State, action: Choose) -> State:
    """A card lies face down before a seat."""
    return choose(rules, state, action)[0]


def choose(rules: KontorRules, state: State, action: Choose) -> Moved:
    """Puts a card face down before a seat; nothing else changes."""
    play, players = _begins(rules, state)
    card = UNSEEN if action.card is None else action.card
    play = replace(play, chosen=put_at(play.chosen, action.seat, card))
    return replace(state, play=play, players=players), ()


def use_reveal(rules: KontorRules, state: State, action: Reveal) -> State:
    """The round is under way."""
    play, players = _under_way(rules, state)
    return replace(state, play=play, players=players)


def _under_way(rules: KontorRules, state: State) -> tuple[Play, tuple[Player, ...]]:
    begins = state.phase == CHOOSE and (rules.round_begins == "reveal" or is_new(state))
    return begun(rules, state, True) if begins else (state.play, state.players)


def reveal(rules: KontorRules, state: State, action: Reveal) -> Moved:
    """All cards at once; what is new of a face is now known."""
    lay = state.where
    for _, number, face in action.cards:
        if face:
            state = declared(state, number, face)
        if lay[number] == 61 and may_have_come_up(state, number):
            state = come_up(state, number)
    play, seated = _under_way(rules, state)
    shown, players, line = list(play.shown), list(seated), state.line
    where, lines, seats, cards = bytearray(state.where), bytearray(state.lines), len(players), state.cards
    for seat, number, _ in action.cards:
        if not 0 <= seat < seats or shown[seat]:
            continue
        sign = where[number]
        if sign == 46 or sign == 97 + seat:  # it can have been in that hand
            player, card = players[seat], cards.get(number)
            group = group_of(card.kind if card is not None and card.kind else card_of(state, number).kind)
            if group == 2:
                group = leaves_as(state, seat, group, sign != 46)
            hand = less(player.hand, group, sign != 46)
            players[seat] = replace(player, hand=hand)
        shown[seat], where[number] = number, 65 + seat
        lines[2 * number], lines[2 * number + 1] = line >> 8 & 255, line & 255
    return replace(
        state,
        players=tuple(players),
        play=replace(play, shown=tuple(shown)),
        where=bytes(where),
        lines=bytes(lines),
        phase=TAX if state.phase == CHOOSE else state.phase,
    ), ()


def use_back(rules: KontorRules, state: State, action: TakeBack) -> State:
    """Takes a seat out of the round when it takes its card back for want of a florin."""
    play, seat = state.play, action.seat
    if action.why != "tax" or seat in play.lost or not play.shown[seat]:
        return state
    state = replace(state, play=replace(play, lost=(*play.lost, seat)))
    if seat not in play.taxed:
        return state
    taxed = tuple([other for other in play.taxed if other != seat])  # instead of the tax, which stays in the purse
    state = replace(state, play=replace(state.play, taxed=taxed))
    return with_florins(state, seat, 1, not_below_zero(state.treasury - 1))


def take_back(rules: KontorRules, state: State, action: TakeBack) -> Moved:
    """A revealed card that is not placed: into the hand, or where the table put it."""
    seat, number = action.seat, state.play.shown[action.seat]
    to = action.to or ("" if rules.stuck == "hand" or action.why == "tax" else rules.stuck)
    acting = state.play.order[:1] == (seat,) and state.phase == PLACE
    if not number and not acting:
        return (_sent_off(state, seat, to) if to and seat in state.play.lost else state), ()
    if rules.stuck_passes and action.why == "stuck":  # a florin as for a pass may be taken (KO-I-04)
        player = state.players[seat]
        state = replace(state, players=put_at(state.players, seat, replace(player, owed=player.owed + 1)))
    if not number or not to:
        return dropped(state, seat), ()
    play = replace(state.play, shown=put_at(state.play.shown, seat, 0))
    if not acting:
        play = replace(play, order=tuple([other for other in play.order if other != seat]))
    state = replace(state, play=play, phase=NEXT if acting else state.phase)
    if to == "discard":
        return replace(state, where=moved_to(state.where, number, ord("x"))), ()
    return under_its_pile(state, number, seat), ()


def _sent_off(state: State, seat: Seat, to: str) -> State:
    """The card taken back for want of a florin did not stay in the hand."""
    number = state.play.chosen[seat]
    if number <= 0 or state.where[number] != in_hand(seat):
        return state
    if to == "discard":
        return out_of_hand(state, seat, number, ord("x"))
    return under_its_pile(out_of_hand(state, seat, number, ord("=")), number, seat)


def under_its_pile(state: State, number: int, seat: Seat) -> State:
    """A card put below all others of its pile."""
    where = moved_to(state.where, number, ord("="))
    if group_of(card_of(state, number).kind) == 0:
        at = state.pile_of[seat]
        piles = put_at(state.piles, at, put_under(state.piles[at], number))
        return replace(state, where=where, piles=piles)
    return replace(state, where=where, canals=put_under(state.canals, number))
