"""Deeds of events: what a turned-up card does at once, and which seats it makes act."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Event
from domain.games.kontor.deeds.boat import taken_off
from domain.games.kontor.follow.common import Moved, effect_on, florins, granted, setting_effect, unsure_florins
from domain.games.kontor.pieces import AT_GOOD, CRANE, EVENTS, TAVERN
from domain.games.kontor.state import NAME, State, is_finished, moved_to, put_at, scored
from domain.games.kontor.state.board import unread_fact
from domain.games.kontor.state.hands import put_under
from domain.games.kontor.state.parts import Events, part_of, with_part
from domain.numbers import NotKnown, Number, Range, between, least, most
from domain.rules import POINTS, Effect, Item, ScoreLine, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

TURNED, AS_A_LINE = (1, 0, 2), (1, 2, 0)  # goods: the other cycle (KO-I-86); in a line, that of Roue libre
A_POINT = (Item("golden", 1, 1),)


def turn_up(rules: KontorRules, state: State, action: Event) -> Moved:
    """The card lies open, and what it says happens."""
    part, at = part_of(state, Events), EVENTS.index(action.event)
    left, turned = part.left, part.turned
    if rules.events_again and not left:  # KO-I-83: the pile is shuffled again
        left, turned = len(rules.events or EVENTS), ()
    left = max(0, left - 1)
    due, finished = (part.due - 1, part.finished) if part.due else (0, max(0, part.finished - 1))  # else it came early
    part_now = replace(part, left=left, turned=(*turned, at), finished=finished, due=due, waits=(), swapped=())
    state = with_part(state, part_now)
    made = (effect_on(ko.V_EVENTS_1, "event-pile", (), left - part.left),)
    state, effects = HAPPENS[action.event](rules, state, action)
    return state, made + effects


def richest(state: State) -> list[Seat] | None:
    """The seats with the most florins; None where that is not known."""
    purses = [player.purse for player in state.players]
    try:
        return [
            seat
            for seat, purse in enumerate(purses)
            if all(purse >= other for rival, other in enumerate(purses) if rival != seat)
        ]
    except NotKnown:
        return None


def perhaps_richest(state: State, tie: bool) -> list[Seat]:
    """The seats that may have more florins than any other, or with `tie` as many."""
    purses = [player.purse for player in state.players]
    found = []
    for seat, purse in enumerate(purses):
        rivals = [least(other) for rival, other in enumerate(purses) if rival != seat]
        if most(purse) >= max(rivals, default=0) + (0 if tie else 1):
            found.append(seat)
    return found


def all_do_it(rules: KontorRules, state: State, action: Event) -> Moved:
    """Every seat may, or must, do something."""
    return with_part(state, replace(part_of(state, Events), waits=tuple(range(len(state.players))))), ()


def conspiracy(rules: KontorRules, state: State, action: Event) -> Moved:
    """The richest misses this round; as a pass it earns a florin (KO-EV-CONJURATION; KO-I-85)."""
    rich = richest(state)
    if rich is None:
        several = (*perhaps_richest(state, True), state.round)
        return with_part(state, replace(part_of(state, Events), out=several)), ()
    if len(rich) != 1:
        return state, ()
    seat = rich[0]
    state = with_part(state, replace(part_of(state, Events), out=(seat, state.round)))
    return paid_out(state, seat, ko.EV_CONJURATION) if rules.missed_pays else (state, ())


def paid_out(state: State, seat: Seat, clause) -> Moved:
    """A florin of the treasury, if it has one."""
    by = granted(state.treasury, 1)
    player = state.players[seat]
    players = put_at(state.players, seat, replace(player, purse=player.purse + by))
    made = florins(clause, seat, by) if by.__class__ is int else unsure_florins(clause, seat, by)
    return replace(state, players=players, treasury=state.treasury - by), made


def hurricane(rules: KontorRules, state: State, action: Event) -> Moved:
    """A seat with more keeps one florin (KO-EV-OURAGAN)."""
    made: tuple[Effect, ...] = ()
    for seat, player in enumerate(state.players):
        kept = between(min(1, least(player.purse)), min(1, most(player.purse)), getattr(player.purse, "fact", ""))
        by = kept - player.purse
        players = put_at(state.players, seat, replace(player, purse=kept))
        state = replace(state, players=players, treasury=state.treasury - by)
        made += florins(ko.EV_OURAGAN, seat, by) if by.__class__ is int else unsure_florins(ko.EV_OURAGAN, seat, by)
    return state, made


def strike(rules: KontorRules, state: State, action: Event) -> Moved:
    """A florin for each whose tavern lies in the harbour, or ever did (KO-EV-GREVE; KO-I-88)."""
    sides = {lying.owner for lying in state.board.cards.values() if lying.kind == TAVERN}
    if rules.strike_ever:
        sides |= set(part_of(state, Events).taverns)
    made: tuple[Effect, ...] = ()
    seats = range(len(state.players))
    for seat in (*seats[state.first :], *seats[: state.first]):
        if state.sides[seat] in sides:
            state, more = paid_out(state, seat, ko.EV_GREVE)
            made += more
    return state, made


def fire(rules: KontorRules, state: State, action: Event) -> Moved:
    """Cranes outside finished sectors go under their owners' piles, as far as is known (KO-EV-INCENDIE)."""
    board = state.board
    unread = unread_fact(state)  # it may have finished the sector of a crane
    cells = [cell for cell, lying in board.cards.items() if lying.kind == CRANE and not is_finished(board, cell)]
    owners = [board.cards[cell].owner for cell in cells]
    made: tuple[Effect, ...] = ()
    for cell in cells:
        lying = state.board.cards[cell]
        state, more = taken_off(rules, state, cell)
        located = lying.number and owners.count(lying.owner) == 1 and not unread  # of two, either may lie lower
        state = replace(state, where=moved_to(state.where, lying.number, ord("=" if located else ".")))
        made += more if unread else (setting_effect(ko.EV_INCENDIE, "card", (NAME[cell],), ()), *more)
        if lying.owner in state.sides:
            seat = state.sides.index(lying.owner)
            at = state.pile_of[seat]
            by: Number = Range(0, 1, unread) if unread else 1
            pile = put_under(state.piles[at], lying.number if located else 0, by)
            state = replace(state, piles=put_at(state.piles, at, pile))
            made += (effect_on(ko.EV_INCENDIE, "dock-pile", (seat,), by, seat),)
    return state, made


def golden_days(rules: KontorRules, state: State, action: Event) -> Moved:
    """A point for the richest; in a tie for none, or for all (KO-EV-JOURS; KO-I-84)."""
    rich = richest(state)
    point: Number = 1 if rich is not None else Range(0, 1, "purse")
    if rich is not None and len(rich) > 1 and not rules.golden_tie:
        return state, ()
    made: tuple[Effect, ...] = ()
    for side in sorted(
        {state.sides[seat] for seat in (perhaps_richest(state, rules.golden_tie) if rich is None else rich)}
    ):
        made += (_golden(side, state.sides.index(side), point, () if rich is None else A_POINT),)
        state = replace(state, scores=scored(state, side, point))
    return state, made


def _golden(side: int, seat: Seat, point: Number, items: tuple[Item, ...]) -> ScoreLine:
    return ScoreLine(
        clause=ko.EV_JOURS.id, what=POINTS, key=(side,), seat=seat, by=point, due=point, source="golden", items=items
    )


def blockade(rules: KontorRules, state: State, action: Event) -> Moved:
    """Other goods are better from now on (KO-EV-BLOCUS; KO-I-86)."""
    order = tuple([AT_GOOD[good] for good in action.order]) or (AS_A_LINE if rules.blockade_line else TURNED)
    first, second, third = order
    last = (first, third) if rules.blockade_line else (third, first)
    return with_part(state, replace(part_of(state, Events), beats=(first, second, second, third, *last))), ()


HAPPENS: dict[str, Callable] = {
    "mariage": all_do_it,
    "desordres": all_do_it,
    "conjuration": conspiracy,
    "ouragan": hurricane,
    "greve": strike,
    "incendie": fire,
    "jours": golden_days,
    "lutte": all_do_it,
    "blocus": blockade,
    "inondation": all_do_it,
}
