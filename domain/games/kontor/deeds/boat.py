"""Deeds of the boat: its move, removed docks, and cards moved against the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Move, Remove, Sail
from domain.games.kontor.deeds.common import into_hand
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.follow.sectors import first_seat
from domain.games.kontor.pieces import BOAT, CANAL, GOODS, group_of
from domain.games.kontor.state import (
    AT,
    NAME,
    NO_SEAT,
    NOWHERE,
    REFILL,
    Board,
    Lying,
    Sector,
    State,
    actor_of,
    is_finished,
    lifted,
    moved_to,
    noted,
    put_at,
    sector_at,
    some,
    with_card,
)
from domain.games.kontor.state.hands import put_under
from domain.games.kontor.values.cards import card_shown, hidden_cards
from domain.numbers import Range, is_surely
from domain.rules import Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def for_a_second(rules: KontorRules, state: State) -> bool:
    """Whether the boat of a second canal may be about to move, before that canal is placed (KO-I-60)."""
    lying = state.board.cards.get(state.play.placed)
    return rules.second_boat and state.phase == REFILL and lying is not None and lying.kind == CANAL


def use_sail(rules: KontorRules, state: State, action: Sail) -> State:
    """The boat's move of this turn."""
    if actor_of(state) != action.seat:
        return state
    late = state.phase == REFILL and not for_a_second(rules, state)
    return replace(state, play=replace(state.play, moved=AT[action.cell], sailed_late=late))


def sail(rules: KontorRules, state: State, action: Sail) -> Moved:
    """The boat lies on another cell."""
    state = use_sail(rules, state, action)
    return replace(state, board=replace(state.board, boat=AT[action.cell])), ()


def use_remove(rules: KontorRules, state: State, action: Remove) -> State:
    """The removal of this turn."""
    if actor_of(state) != action.seat:
        return state
    return replace(state, play=replace(state.play, removed=AT[action.cell]))


def remove(rules: KontorRules, state: State, action: Remove) -> Moved:
    """A card leaves the harbour with its warehouses, and goes under its owner's pile (KO-BOAT-8, KO-REMOVE-1 to 4)."""
    effects: tuple[Effect, ...] = ()
    for readies in rules.before_removal if AT[action.cell] in state.board.cards else ():
        state, more = readies(rules, state, AT[action.cell])
        effects += more
    state, more = gone_from(rules, state, action)
    return state, effects + more


def gone_from(rules: KontorRules, state: State, action: Remove) -> Moved:
    """The table after a card left the harbour, whatever removed it."""
    cell = AT[action.cell]
    if cell not in state.board.cards:
        state = _hidden_found(state, action)
    lying = state.board.cards.get(cell)
    if lying is None:
        return state, ()
    state, effects = taken_off(rules, state, cell)
    state = _gone(rules, state, action, lying)
    for reacts in rules.after_removal:
        state, more = reacts(rules, state, action.seat, lying, cell)
        effects += more
    return state, effects


def _hidden_found(state: State, action: Remove) -> State:
    """A dock removed where none was known to lie: one of those whose cell was not seen."""
    docks = [lying for lying in hidden_cards(state.board) if group_of(lying.kind) in (0, None)]
    fits = [lying for lying in docks if lying.symbol in (BOAT, None)]
    if len(fits) == 1:
        return card_shown(state, (action.cell,), ((fits[0].number, "", NO_SEAT, False),))
    if not fits:
        return state
    perhaps = Range(0, 1, state.missing_fact)
    return replace(state, piles=tuple([replace(pile, count=pile.count + perhaps, under=()) for pile in state.piles]))


def taken_off(rules: KontorRules, state: State, cell: int) -> Moved:
    """The harbour without a card but with the card it covered, and the warehouses that left with it."""
    before, lying = state.board, state.board.cards[cell]
    after = lifted(rules, before, cell)
    effects = regrouped(rules, state, before, after, cell) if before.docks & 1 << cell else ()
    if lying.under is not None:
        after = with_card(rules, after, cell, lying.under)
    state = replace(state, board=after)
    for reacts in rules.on_change:
        state, more = reacts(rules, state, before, after)
        effects += more
    return state, effects


def regrouped(rules: KontorRules, state: State, before: Board, after: Board, cell: int) -> tuple[Effect, ...]:
    """Warehouses that went back to the supply, and those that moved to another centre."""
    if is_finished(before, cell):
        return ()
    sector = sector_at(before, cell)
    if sector is None:
        return ()
    made: list[Effect] = []
    for side, centre in enumerate(sector.centres):
        if centre != NOWHERE:
            made += _of_side(rules, state, after, sector, side, before.cards[cell])
    return tuple(made)


def _of_side(rules: KontorRules, state: State, after: Board, sector: Sector, side: int, lying: Lying) -> list[Effect]:
    """One side's warehouses: first those of the removed dock leave the old centre, then the rest is divided."""
    seat, old, made = first_seat(state, side), sector.centres[side], []
    gone = lying.stored if lying.owner == side and some(lying.stored) else (0, 0, 0)
    parts = [part for part in after.open if part.cells & sector.cells and part.centres[side] != NOWHERE]
    clause = ko.REMOVE_3 if len([part for part in after.open if part.cells & sector.cells]) > 1 else ko.REMOVE_2
    clause = clause if parts else ko.REMOVE_4
    removed = rules.removed_clause or (ko.REMOVE_1 if parts else ko.REMOVE_4)
    for good, (name, had, less) in enumerate(zip(GOODS, sector.stock[side], gone, strict=True)):
        if less.__class__ is not int or less:
            made.append(effect_on(removed, "stock", (NAME[old], name), -less, seat))
        for part in parts:
            count, new = part.stock[side][good], part.centres[side]
            if new != old and (count.__class__ is not int or count):
                made.append(effect_on(clause, "stock", (NAME[new], name), count, seat))
                made.append(effect_on(clause, "stock", (NAME[old], name), -count, seat))
            elif new != old and is_surely(had - less, 0) and not is_surely(less, 0):  # none are left to move
                made.append(effect_on(removed, "stock", (NAME[new], name), 0, seat))
    return made


def _gone(rules: KontorRules, state: State, action: Remove, lying: Lying) -> State:
    """The table once the removed card lies under its pile, in a hand or out of the game."""
    number = lying.number
    if action.to == "hand":
        return into_hand(state, action.seat, number or None, group_of(lying.kind))
    sign = "x" if action.to == "discard" else "="
    if number:
        state = replace(
            state, where=moved_to(state.where, number, ord(sign)), lines=noted(state.lines, number, state.line)
        )
    if action.to == "discard":
        return state
    group = group_of(lying.kind)
    if group == 2:  # a special card has no pile
        return replace(state, where=moved_to(state.where, number, ord("x"))) if number else state
    if lying.kind and group != 0:  # an unread card goes where a dock would
        canals = (
            put_under(state.canals, number) if not action.to else replace(state.canals, count=state.canals.count + 1)
        )
        return replace(state, canals=canals)
    seats = under_whose(rules, state, action, lying)
    if len(seats) > 1:
        return _under_one_of(state, seats)
    at = state.pile_of[seats[0]]
    pile = state.piles[at]
    if not rules.removed_returns and is_surely(pile.count, 0):  # KO-I-22
        return replace(state, where=moved_to(state.where, number, ord("x"))) if number else state
    pile = replace(pile, count=pile.count + 1, top=number) if action.to == "top" else put_under(pile, number)
    return replace(state, piles=put_at(state.piles, at, pile))


def _under_one_of(state: State, seats: list[Seat]) -> State:
    """Puts a card under the pile of either partner, where it is not recorded which: each pile may have it."""
    piles = state.piles
    for at in {state.pile_of[seat] for seat in seats}:
        piles = put_at(piles, at, replace(piles[at], count=piles[at].count + Range(0, 1, "under")))
    return replace(state, piles=piles)


def under_whose(rules: KontorRules, state: State, action: Remove, lying: Lying) -> list[Seat]:
    """Whose pile a removed dock can have gone under: as recorded, else any of its side (KO-TEAM-12; KO-I-40)."""
    if action.under is not None and 0 <= action.under < len(state.pile_of):
        return [action.under]
    placed = 0 <= lying.by < len(state.sides)
    owner = state.sides[lying.by] if placed and not lying.kind else lying.owner  # who places a dock owns it
    if placed and owner == state.sides[action.seat] and rules.own_removed == "placer":
        return [lying.by]
    return [seat for seat, side in enumerate(state.sides) if side == owner] or [0]


def move(rules: KontorRules, state: State, action: Move) -> Moved:
    """A lying card on another cell: it happened, whatever the rules say (KO-PLACE-4)."""
    source, target = AT[action.source], AT[action.target]
    lying = state.board.cards.get(source)
    if lying is None or source == target:
        return state, ()
    state, effects = taken_off(rules, state, source)
    board = state.board
    covered = board.cards.get(target)
    if covered is not None:
        board = lifted(rules, board, target)
    moved = replace(lying, under=covered)
    board = with_card(rules, board, target, moved)
    return replace(state, board=board), effects
