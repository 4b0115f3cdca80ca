"""Brings turn and phase to where an action shows the table to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from domain.fold import follow_on
from domain.games.kontor import actions as ko
from domain.games.kontor.deeds.common import out_of_hand
from domain.games.kontor.follow.common import Moved
from domain.games.kontor.follow.taxes import in_doubt
from domain.games.kontor.follow.turns import card_back, sits_out, turned_late, undrawn
from domain.games.kontor.state import (
    CHOOSE,
    FINAL,
    GAP,
    INCOME,
    NEXT,
    NO_SEAT,
    OVER,
    PLACE,
    REFILL,
    State,
    actor_of,
    can_place,
    in_play,
    put_at,
)
from domain.games.kontor.state.board import unread_card
from domain.games.kontor.state.table import UNKNOWN_SIDE, Play
from domain.numbers import Range
from domain.rules import Action, Effect, Seat, SeatAction, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def catch_up(rules: KontorRules, state: State, action: Action) -> Moved:
    """Moves the table to the turn and phase in which this action shows it to be."""
    bring_to = CATCHING_UP.get(type(action))
    if bring_to is None or state.phase == OVER:
        return state, ()
    if state.phase == GAP:
        state = replace(state, phase=CHOOSE)
    return bring_to(rules, state, action)


def _catch_up_round(rules: KontorRules, state: State, action: ko.Choose | ko.Reveal) -> Moved:
    """Ends the round before this one when cards are chosen or turned over, even if seats had not acted."""
    if state.phase == CHOOSE:
        return state, ()
    if type(action) is ko.Reveal and rules.flow == "together" and turned_late(state, action):
        return replace(state, phase=CHOOSE, play=replace(state.play, order=())), ()
    return closed(rules, state)


def _catch_up_pass(rules: KontorRules, state: State, action: ko.Pass) -> Moved:
    """A pass when no seat surely has to act any more begins the next round; else it comes late in the running one."""
    if state.phase not in (PLACE, REFILL):
        return state, ()
    waiting = state.play.order[1:] if state.phase == REFILL else state.play.order
    for seat in waiting:
        if can_place(rules, state, seat) and not in_doubt(state, seat):
            return state, ()
    return closed(rules, state)


def closed(rules: KontorRules, state: State) -> Moved:
    """The running round is over: a draw is missing, cards that were not placed go back."""
    effects: tuple[Effect, ...] = ()
    if state.phase == REFILL:
        state, effects = gone_on(rules, state)
    for seat in state.play.order:
        state = card_back(state, seat)
    if state.phase == CHOOSE:
        return state, effects
    state, more = follow_on(rules, replace(state, phase=NEXT, play=replace(state.play, order=())))
    return state, effects + more


def gone_on(rules: KontorRules, state: State) -> Moved:
    """The acting seat did not draw; its income and the next turn follow."""
    return follow_on(rules, replace(undrawn(rules, state), phase=INCOME))


def _catch_up_turn(rules: KontorRules, state: State, action: SeatAction) -> Moved:
    """Gives the turn to the seat that acts in phase 4 or 5."""
    seat = action.seat
    effects: tuple[Effect, ...] = ()
    if state.phase == PLACE and actor_of(state) == seat:
        return state, ()
    if state.phase == REFILL:
        if actor_of(state) == seat and type(action) not in (ko.Place, ko.Spend, ko.Stow):
            return state, ()
        state, effects = gone_on(rules, state)
        if state.phase == PLACE and actor_of(state) == seat:
            return state, effects
    if state.phase == PLACE:
        return replace(state, play=_first(state.play, seat)), effects
    if state.phase == CHOOSE and state.play.just != seat:
        state = _unrevealed(state, action)
        if rules.flow == "together":
            return state, effects
        state, taxes = rules.tax(rules, state)  # to place a card is to play it
        return state, effects + taxes
    return state, effects


def _catch_up_coin(rules: KontorRules, state: State, action: ko.Coin | ko.Ally | ko.Leave) -> Moved:
    """Ends the open turn for what the next seat does at the beginning of its own."""
    if state.phase != REFILL or actor_of(state) == action.seat:
        return state, ()
    after = closed(rules, state)
    return after if action.seat in to_act(rules, after[0]) else (state, ())


def _catch_up_boat(rules: KontorRules, state: State, action: SeatAction) -> Moved:
    """Begins the turn of the seat that moves the boat or removes a dock, if it has a card in play."""
    return _catch_up_turn(rules, state, action) if state.play.shown[action.seat] or state.missing_fact else (state, ())


def _first(play: Play, seat: Seat) -> Play:
    """Goes on with a seat that was not to act yet, or not at all."""
    rest = tuple([other for other in play.order if other != seat])
    return replace(play, order=(seat, *rest), moved=-1, removed=-1, placed=-1, sailed_late=False)


def _unrevealed(state: State, action: SeatAction) -> State:
    """A seat acts although the reveal is not recorded: its card was turned over, the others' are not known."""
    seat = action.seat
    if type(action) is ko.Place:
        state = out_of_hand(state, seat, action.card, in_play(seat))
        state = replace(state, play=replace(state.play, shown=put_at(state.play.shown, seat, action.card)))
    return replace(state, phase=PLACE, play=_first(state.play, seat))


CATCHING_UP: dict[type, Callable[..., Moved]] = {
    ko.Choose: _catch_up_round,
    ko.Reveal: _catch_up_round,
    ko.Pass: _catch_up_pass,
    ko.Bribe: _catch_up_pass,
    ko.Buy: _catch_up_pass,
    ko.Sail: _catch_up_boat,
    ko.Remove: _catch_up_boat,
    ko.Place: _catch_up_turn,
    **dict.fromkeys((ko.Coin, ko.Ally, ko.Leave), _catch_up_coin),
    ko.Spend: _catch_up_turn,
    ko.Stow: _catch_up_turn,
    ko.Smuggle: _catch_up_pass,
    ko.Event: _catch_up_pass,
}


def all_who_wait(rules: KontorRules, state: State) -> tuple[Seat, ...]:
    """The seats with cards that have neither passed nor chosen."""
    play = state.play
    waiting = [seat for seat, card in enumerate(play.chosen) if card < 0 and seat not in play.passed]
    return tuple([seat for seat in waiting if not sits_out(state, seat)])


def to_act(rules: KontorRules, state: State) -> tuple[Seat, ...]:
    """The seats whose action the table waits for: those that have neither passed nor chosen, or the acting seat."""
    if state.phase == CHOOSE:
        return rules.choosers(rules, state)
    if state.phase == FINAL:
        return tuple(sorted({seat for waits in rules.before_count for seat in waits(rules, state)}))
    return state.play.order[:1] if state.phase in (PLACE, REFILL) else ()


def unsure(rules: KontorRules, state: State) -> str:
    """After a gap, with an unread card in the harbour, or a tax in doubt, it is not known what is over."""
    if state.missing_fact:
        return state.missing_fact
    if state.board.unclear:
        return unread_card(state.board)
    if len(rules.ends) > 1 and any(sector.keeper == UNKNOWN_SIDE for sector in state.board.done):
        return "keeper"
    for seat in state.play.doubted:
        if fact := in_doubt(state, seat):
            return fact
    if state.phase == REFILL and state.play.order:
        count = state.piles[state.pile_of[state.play.order[0]]].count
        return count.fact if isinstance(count, Range) else ""
    return ""


__all__ = ["NO_SEAT", "catch_up", "closed", "to_act", "unsure"]
