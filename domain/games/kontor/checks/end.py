"""Checks of the end (KO-END)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import (
    Centre,
    Choose,
    Done,
    Draw,
    End,
    Give,
    Move,
    Pass,
    Pay,
    Place,
    Remove,
    Reveal,
    Sail,
    Take,
    TakeBack,
)
from domain.games.kontor.checks.money import claimable
from domain.games.kontor.pieces import BOAT, CANAL, DOCK
from domain.games.kontor.scoring import florins_of
from domain.games.kontor.state import FINAL, OVER, Card, State, card_of, is_full, lawful_cells, seen_in
from domain.games.kontor.state.board import unread_card
from domain.games.kontor.state.cells import cells_in
from domain.games.kontor.state.hands import specials_of
from domain.games.kontor.state.reach import berths, lasting
from domain.games.kontor.state.table import UNKNOWN_SIDE
from domain.numbers import NotKnown, Range, is_surely, least, most
from domain.rules import Action, Broken, Check, Effect, Seat, broken, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
BEGINS = (Pass, Choose, Reveal)  # a round
PLAY = (*BEGINS, TakeBack, Sail, Remove, Move, Centre, Draw, Pay, Give, Done)


def is_over(state: State) -> bool:
    """Whether the game is over, and not by a variant's own end: playing on breaks that one's clause."""
    return state.phase == OVER and state.ended in ("", ko.END_1.id)


def plays_on(state: State, action: Action) -> bool:
    """Whether an action comes after the end; before the count hidden cards may be opened, but no round begins."""
    return state.phase == OVER or (state.phase == FINAL and type(action) in BEGINS)


def past(clause: Clause) -> dict[type, tuple[Check, ...]]:
    """The checks that no seat plays on after a variant's own end."""

    @cites(clause)
    def nobody_plays_on_past_this_end(rules: KontorRules, state: State, action: Action) -> Finds:
        return broken() if plays_on(state, action) and state.ended == clause.id else None

    return dict.fromkeys((*PLAY, Place), (nobody_plays_on_past_this_end,))


@cites(ko.END_1)
def nobody_plays_on_after_the_end(rules: KontorRules, state: State, action: Action) -> Finds:
    return broken() if plays_on(state, action) and state.ended in ("", ko.END_1.id) else None


@cites(ko.END_1)
def no_card_is_placed_after_the_end(rules: KontorRules, state: State, place: Place) -> Finds:
    if not is_over(state) or state.play.shown[place.seat] == place.card:
        return None
    return broken(card=place.card)


@cites(ko.END_1)
def no_florin_is_earned_after_the_end(rules: KontorRules, state: State, take: Take) -> Finds:
    if state.phase != OVER or take.amount <= claimable(rules, state, take.seat):
        return None
    return broken(amount=take.amount)


@cites(ko.END_1)
def the_game_goes_on_until_the_board_is_full(rules: KontorRules, state: State, end: End) -> Finds:
    if state.phase == OVER or state.ended or is_full(state.board):
        return None
    varied = len(rules.ends) > 1 or state.parts  # a variant may have ended it otherwise, or left no cell empty
    if fact := state.missing_fact or (_not_known(state) if varied else ""):
        raise NotKnown(fact)
    return None if rules.stops_when_stuck and is_stuck(rules, state) else broken()


def _not_known(state: State) -> str:
    """The unknown facts about cards, florins, piles and warehouses on which a variant's own end may depend."""
    board = state.board
    if board.unclear:
        return unread_card(board)
    if any(sector.keeper == UNKNOWN_SIDE for sector in board.done):
        return "keeper"
    numbers = [state.treasury, *(player.purse for player in state.players), *(pile.count for pile in state.piles)]
    numbers += [count for sector in (*board.open, *board.done) for goods in sector.stock for count in goods]
    return next((number.fact for number in numbers if isinstance(number, Range)), "")


def is_stuck(rules: KontorRules, state: State) -> bool:
    """Whether no seat has a card that has a lawful cell, nor one that moves away what bars it (KO-I-27)."""
    if any(state.play.shown) or not _no_seat_can_place(rules, state):
        return False
    if not any(_moves_the_boat(state, seat) for seat in range(len(state.players))):
        return True
    return all(_no_seat_can_place(rules, _with_the_boat_at(cell, state)) for cell in _elsewhere(rules, state))


def _elsewhere(rules: KontorRules, state: State) -> list[int]:
    """The cells the boat could move to, if its present cell forbids anything."""
    return [] if len(lasting(rules)) == len(rules.reach) else cells_in(berths(rules, state.board))


def _with_the_boat_at(cell: int, state: State) -> State:
    return replace(state, board=replace(state.board, boat=cell))


def _moves_the_boat(state: State, seat: Seat) -> bool:
    """Whether all players know a card with a boat in a hand."""
    return any(card_of(state, number).symbol == BOAT for number in seen_in(state, seat))


def _no_seat_can_place(rules: KontorRules, state: State) -> bool:
    """Whether no card of any hand has a lawful cell; asks where hands are not known."""
    for seat, player in enumerate(state.players):
        docks, canals, specials = player.hand.counts
        for count, kind in ((canals, CANAL), (docks, DOCK)):
            if is_surely(count, 0) or not lawful_cells(rules, state, seat, Card(0, kind, state.sides[seat])):
                continue
            if not least(count):
                raise NotKnown("hand")
            return False
        lawful = [bool(lawful_cells(rules, state, seat, card)) for card in specials_of(state, seat)]
        if any(lawful) and not is_surely(specials, 0):
            if not least(specials) or not all(lawful):
                raise NotKnown("hand")
            return False
    return True


@cites(ko.END_2)
def a_card_in_play_at_the_end_stays_unplaced(rules: KontorRules, state: State, place: Place) -> Finds:
    if not is_over(state) or state.play.shown[place.seat] != place.card:
        return None
    return broken(card=place.card, cell=place.cell)


CHECKS: dict[type, tuple[Check, ...]] = {
    **dict.fromkeys(PLAY, (nobody_plays_on_after_the_end,)),
    Place: (no_card_is_placed_after_the_end, a_card_in_play_at_the_end_stays_unplaced),
    Take: (no_florin_is_earned_after_the_end,),
    End: (the_game_goes_on_until_the_board_is_full,),
}


# Which clause a wrong figure breaks ---------------------------------------------------------------


def another_winner(rules: KontorRules, state: State, effect: Effect, done: object) -> str:
    """The side that would have won if florins were points (KO-END-7), or another one."""
    sums = {side: most(state.scores[side] + florins_of(rules, state, side)) for side in set(state.sides)}
    best = max(sums.values())
    rich = {seat for seat, side in enumerate(state.sides) if sums[side] == best}
    return ko.END_7.id if isinstance(done, tuple) and set(done) == rich else effect.clause
