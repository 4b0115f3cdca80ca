"""Consequences in phases 7 to 9: the due draw, income, the next seat, the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import Clause
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Reveal
from domain.games.kontor.follow.common import Moved, florins, granted, unsure_florins
from domain.games.kontor.follow.end import stopped
from domain.games.kontor.pieces import group_of
from domain.games.kontor.state import (
    CHOOSE,
    INCOME,
    NEXT,
    NO_SEAT,
    NOWHERE,
    PLACE,
    REFILL,
    SETTLE,
    TAX,
    Pile,
    Play,
    State,
    card_of,
    fresh,
    in_hand,
    moved_to,
    put_at,
)
from domain.games.kontor.state.hands import more
from domain.games.kontor.state.parts import Contraband, hiding, misses, part_of
from domain.numbers import Number, between, is_surely, most, not_below_zero
from domain.rules import Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

UNREAD = 3  # place of draws left out for an unread card, among those that are missing


def draw_due(rules: KontorRules, state: State) -> int | None:
    """What the acting seat draws next: a card like the one it placed, none for a special (KO-HAND-3, KO-SPEC-9)."""
    play = state.play
    lying = state.board.cards.get(play.placed)
    group = None if lying is None else group_of(lying.kind)
    if group is None and lying is not None and lying.down:
        group = said_of(state, play.placed)
    if group == 2 and not (rules.refill_specials and rules.special_draws):
        group = None
    if not rules.refills:
        return None if play.drawn else group
    due = [group] if group is not None or (lying is not None and not lying.kind and not lying.down) else []
    for refills in rules.refills:
        due += refills(rules, state, play.order[0])
    return due[play.drawn] if play.drawn < len(due) else None


def said_of(state: State, cell: int) -> int | None:
    """The kind that was announced for a card that lies face down (KO-I-78)."""
    part = part_of(state, Contraband)
    group = part.groups[part.cells.index(cell)] if cell in part.cells else -1
    return None if group < 0 else group


def placed_unread(state: State) -> bool:
    """Whether the card placed in this turn was not read, and nothing was drawn for it yet."""
    lying = state.board.cards.get(state.play.placed)
    return lying is not None and not lying.kind and not lying.down and not state.play.drawn


def pile_for(state: State, seat: Seat, group: int) -> Pile:
    """The pile a group is drawn from."""
    return state.canals if group else state.piles[state.pile_of[seat]]


def refilling(rules: KontorRules, state: State) -> Moved | None:
    """An exhausted pile gives nothing, and there is no substitute (KO-HAND-5)."""
    order = state.play.order
    group = draw_due(rules, state) if order else None
    if group is not None:
        count = (state.canals if group else state.piles[state.pile_of[order[0]]]).count
        if count.__class__ is int and count:
            return None
    for lingers in rules.lingers:
        if order and lingers(rules, state):
            return None
    if group is None and order and unread(state):
        return None
    if group is None or _exhausted(rules, state, order[0], group):
        return replace(state, phase=INCOME), ()
    return None


def _exhausted(rules: KontorRules, state: State, seat: Seat, group: int) -> bool:
    """Whether nothing is left to draw: of that kind, or at all where either pile will do."""
    piles = (pile_for(state, seat, group),) if rules.refill_same_kind else (pile_for(state, seat, 0), state.canals)
    return all(is_surely(pile.count, 0) for pile in piles)


def waits_for_a_draw(rules: KontorRules, state: State) -> bool:
    """Whether the acting seat has a card to draw and a pile to draw it from."""
    group = draw_due(rules, state) if state.play.order else None
    return group is not None and not _exhausted(rules, state, state.play.order[0], group)


def unread(state: State) -> bool:
    """Whether the record does not say what kind of card was placed: it may be replaced from either pile."""
    lying = state.board.cards.get(state.play.placed)
    return lying is not None and not lying.kind and not state.play.drawn


def income(rules: KontorRules, state: State) -> Moved:
    """A florin for a canal, then the next seat (KO-MONEY-1 to 3; phase 9)."""
    order, placed = state.play.order, state.play.placed
    players, treasury = state.players, state.treasury
    effects: tuple[Effect, ...] = ()
    if state.play.unpaid and order:
        unpaid = tuple([seat for seat in state.play.unpaid if seat != order[0]])
        state = replace(state, play=replace(state.play, unpaid=unpaid))
    lying = state.board.cards.get(placed) if placed != NOWHERE and not state.play.earned else None
    if order and lying is not None and lying.kind in rules.income:
        amount, clause = rules.income[lying.kind]
        if amount:
            players, treasury, effects = _earned(state, order[0], amount, clause)
            if treasury.__class__ is int and state.treasury == 0:  # nothing is owed later, either (KO-MONEY-2)
                state = replace(state, play=replace(state.play, unpaid=(*state.play.unpaid, order[0])))
        else:
            effects = florins(clause, order[0], 0)
    elif order and lying is not None and not lying.kind and not lying.down:
        players, treasury, effects = _perhaps_earned(state, order[0], f"face {lying.number}")
    for further in rules.further_income:
        state, more_effects = further(rules, replace(state, players=players, treasury=treasury))
        players, treasury, effects = state.players, state.treasury, effects + more_effects
    return _next(rules, state, players, treasury, effects)


def income_to_come(rules: KontorRules, state: State) -> Number:
    """The florins the acting seat gets for the card it has placed, once it has drawn."""
    lying = state.board.cards.get(state.play.placed)
    if state.phase != REFILL or state.play.earned or lying is None or lying.kind not in rules.income:
        return 0
    return granted(state.treasury, rules.income[lying.kind][0])


def _earned(state: State, seat: Seat, amount: int, clause: Clause) -> tuple:
    by = granted(state.treasury, amount)
    if by.__class__ is int:
        effects = florins(clause if by == amount else ko.MONEY_2, seat, by)
    else:
        effects = (*unsure_florins(clause, seat, by), *florins(ko.MONEY_2, seat, 0))  # by one of them
    player = state.players[seat]
    players = put_at(state.players, seat, replace(player, purse=player.purse + by))
    return players, not_below_zero(state.treasury - by), effects


def _perhaps_earned(state: State, seat: Seat, fact: str) -> tuple:
    """A florin if the unread card is a canal."""
    by = between(0, min(1, most(state.treasury)), fact)
    if by.__class__ is int:
        return state.players, state.treasury, ()
    player = state.players[seat]
    players = put_at(state.players, seat, replace(player, purse=player.purse + by))
    return players, not_below_zero(state.treasury - by), unsure_florins(ko.MONEY_1, seat, by)


def passing_on(rules: KontorRules, state: State) -> Moved:
    """Phase 9 without income: a round in which no seat acts, or a turn given up."""
    return _next(rules, state, state.players, state.treasury, ())


def _next(rules: KontorRules, state: State, players: tuple, treasury, effects: tuple[Effect, ...]) -> Moved:
    play = state.play
    if len(rules.ends) > 1:
        state = replace(state, players=players, treasury=treasury)
        state = stopped(rules, state) or state  # a variant's end that no placement brings
    if state.ended:
        return replace(state, players=players, treasury=treasury, phase=SETTLE), effects
    if len(play.order) > 1:
        play = Play(
            play.chosen,
            play.shown,
            play.passed,
            play.lost,
            play.order[1:],
            (*play.had, play.order[0]),
            just=play.order[0],
            taxed=play.taxed,
            doubted=play.doubted,
            unpaid=play.unpaid,
        )
        return replace(state, players=players, treasury=treasury, play=play, phase=PLACE, turn=state.turn + 1), effects
    just = play.order[0] if play.order else NO_SEAT
    new = fresh(len(players))
    if just != NO_SEAT or play.lost:
        new = replace(new, just=just, lost=play.lost, taxed=play.taxed, unpaid=play.unpaid)
    state = replace(
        state,
        players=players,
        treasury=treasury,
        play=new,
        first=rules.first_of_next(state, just),
        phase=CHOOSE,
        round=state.round + 1,
        turn=state.turn + 1,
    )
    for reacts in rules.on_round_end:
        state, more_effects = reacts(rules, state)
        effects += more_effects
    return state, effects


def who_acted_first(state: State, just: Seat) -> Seat:
    """The seat that acted first in the round that is over."""
    had = state.play.had
    return had[0] if had else state.first if just == NO_SEAT else just


def opening(rules: KontorRules, state: State) -> Moved | None:
    """A round begins, as this table begins one."""
    choosing = rules.choosing
    return choosing(rules, state)


def choosing(rules: KontorRules, state: State) -> Moved | None:
    """A round in which every seat passes is over; with no card left anywhere the game is (KO-I-26, 27)."""
    passed = state.play.passed
    if len(rules.ends) > 1 and (over := stopped(rules, state)) is not None:
        return over, ()
    if state.parts and (phase := _without_a_reveal(state)):
        return replace(state, phase=phase), ()
    if not passed:
        if state.canals.count.__class__ is not int or state.canals.count or not _all_are_out(rules, state):
            return None
        return replace(state, phase=SETTLE, ended=ko.END_1.id), ()
    for seat in range(len(state.players)):
        if seat not in passed and not sits_out(state, seat):
            return None
    return replace(state, phase=NEXT), ()


def _without_a_reveal(state: State) -> str:
    """Goes on with a round that has no card to turn over: all are hidden, or an event keeps the last player out."""
    seats = range(len(state.players))
    waiting = [seat for seat in seats if seat not in state.play.passed and not sits_out(state, seat)]
    hidden = hiding(state)
    if hidden and all(seat in hidden for seat in waiting):
        return TAX
    return NEXT if not waiting and any(misses(state, seat) for seat in seats) else ""


def turned_late(state: State, reveal: Reveal) -> bool:
    """Whether cards are turned over after the others', while no seat has acted and no pair has settled its taxes."""
    play = state.play
    if state.phase != PLACE or play.had or play.moved != NOWHERE or play.removed != NOWHERE or play.drawn:
        return False
    gone = (*play.passed, *play.lost)
    if any(seat in gone or play.shown[seat] for seat, _, _ in reveal.cards if seat < len(play.shown)):
        return False
    return not any(play.shown[seat] and play.shown[other] for seat, other in enumerate(state.facing) if other >= 0)


def has_nothing(state: State, seat: Seat) -> bool:
    """Whether a seat surely has no card left."""
    hand = state.players[seat].hand.counts
    return is_surely(hand[0], 0) and is_surely(hand[1], 0) and is_surely(hand[2], 0)


def sits_out(state: State, seat: Seat) -> bool:
    """Whether a seat takes no part in the round: without a card, or kept out of it by an event."""
    return has_nothing(state, seat) or misses(state, seat)


def _all_are_out(rules: KontorRules, state: State) -> bool:
    return rules.stops_when_stuck and all(has_nothing(state, seat) for seat in range(len(state.players)))


# Turns given up -----------------------------------------------------------------------------------


def card_back(state: State, seat: Seat) -> State:
    """The card in play before a seat goes back into its hand."""
    number = state.play.shown[seat]
    if not number:
        return state
    player = state.players[seat]
    hand = more(player.hand, group_of(card_of(state, number).kind), True)
    return replace(
        state,
        players=put_at(state.players, seat, replace(player, hand=hand)),
        play=replace(state.play, shown=put_at(state.play.shown, seat, 0)),
        where=moved_to(state.where, number, in_hand(seat)),
    )


def undrawn(rules: KontorRules, state: State) -> State:
    """The acting seat went on without its draws: they may be made up at any time (KO-HAND-6)."""
    group = draw_due(rules, state)
    if group is None and unread(state):
        group = UNREAD
    if group is None or not state.play.order:
        return state
    seat = state.play.order[0]
    if not _exhausted(rules, state, seat, group):
        player = state.players[seat]
        missing = put_at(player.missing, group, player.missing[group] + 1)
        state = replace(state, players=put_at(state.players, seat, replace(player, missing=missing)))
    if group == UNREAD or not rules.refills:
        return state
    return undrawn(rules, replace(state, play=replace(state.play, drawn=state.play.drawn + 1)))
