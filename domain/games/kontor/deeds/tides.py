"""Deeds of floods: canals from the pile next to a flood (KO-V-CRUE-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Fill
from domain.games.kontor.deeds.placement import fixed
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import CANAL, NEUTRAL
from domain.games.kontor.state import AT, NAME, REFILL, SETTLE, Lying, State, actor_of, moved_to, on_top, with_card
from domain.games.kontor.state.hands import drawn
from domain.games.kontor.state.parts import Tide, part_of, with_part
from domain.games.kontor.values.cards import spot_of
from domain.numbers import not_below_zero
from domain.rules import Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

TIDE = "tide"  # what is not recorded: where the canals of a flood lie


def filled(rules: KontorRules, state: State, seat: Seat, cells: tuple[int, ...]) -> Moved:
    """Canals off the pile on these cells; the sectors they close are compared."""
    before = board = state.board
    pile, where, made = state.canals, state.where, []
    for at in cells:
        number = on_top(pile) if len(cells) == 1 else 0
        lying = Lying(CANAL, number, NEUTRAL, symbol=None)
        board, pile = with_card(rules, board, at, lying), drawn(pile)
        where = moved_to(where, number, ord("#")) if number else where
        made.append(effect_on(ko.V_CRUE_2, "card", (NAME[at],), spot_of(lying), seat, sets=True))
    made.append(effect_on(ko.V_CRUE_2, "canal-pile", (), -len(cells), seat))
    settles = state.phase == REFILL and actor_of(state) == seat
    state = replace(state, board=board, canals=pile, where=where, phase=SETTLE if settles else state.phase)
    return with_part(state, Tide(state.turn, len(cells))), (*made, *fixed(before, board))


def fill(rules: KontorRules, state: State, action: Fill) -> Moved:
    """Where the canals of a flood lie that not all free cells could have."""
    tide = part_of(state, Tide)
    cells = tuple(dict.fromkeys([AT[cell] for cell in action.cells if AT[cell] not in state.board.cards]))
    if tide.cells and tide.left >= 0:
        state = replace(state, canals=replace(state.canals, count=tide.left))
    state, made = filled(rules, state, action.seat, cells)
    count = not_below_zero(state.canals.count)
    missing_fact = "" if state.missing_fact == TIDE else state.missing_fact
    return replace(state, missing_fact=missing_fact, canals=replace(state.canals, count=count)), made
