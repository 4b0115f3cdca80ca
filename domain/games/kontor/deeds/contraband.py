"""Deeds of contraband: a card that stays hidden, is placed face down and opened at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Open, Smuggle, Stow
from domain.games.kontor.deeds.common import begun, is_new
from domain.games.kontor.deeds.placement import fixed, joined_centres, reacted, storing_effects
from domain.games.kontor.follow.common import Moved
from domain.games.kontor.pieces import CANAL, DOCK, GROUPS, NEUTRAL, NO_GOODS, group_of
from domain.games.kontor.state import (
    AT,
    BIT,
    CHOOSE,
    FINAL,
    NOT_CHOSEN,
    PLACE,
    REFILL,
    SETTLE,
    UNSEEN,
    Hand,
    Lying,
    Player,
    State,
    actor_of,
    card_of,
    craned_for,
    declared,
    in_hand,
    lifted,
    lying_of,
    moved_to,
    put_at,
    with_card,
)
from domain.games.kontor.state.hands import fewer, further, less
from domain.games.kontor.state.parts import Contraband, hiding, part_of, with_part
from domain.rules import Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

KINDS = {DOCK: 0, CANAL: 1}


def use_smuggle(rules: KontorRules, state: State, action: Smuggle) -> State:
    """The round's card of a seat stays face down."""
    if state.phase != CHOOSE or action.seat in hiding(state):
        return state
    play, players = begun(rules, state) if is_new(state) else (state.play, state.players)
    if play.chosen[action.seat] == NOT_CHOSEN:
        play = replace(play, chosen=put_at(play.chosen, action.seat, UNSEEN))
    part = replace(part_of(state, Contraband), round=state.round, hiding=(*hiding(state), action.seat))
    return with_part(replace(state, play=play, players=players), part)


def use_stow(rules: KontorRules, state: State, action: Stow) -> State:
    """The turn's placement."""
    acts = state.phase == PLACE and actor_of(state) == action.seat
    return replace(state, phase=REFILL) if acts else state


def stow(rules: KontorRules, state: State, action: Stow) -> Moved:
    """An unread card fills a cell: it bounds no sector and joins none, unless so agreed (KO-I-78)."""
    seat, cell, before = action.seat, AT[action.cell], state.board
    if cell in before.cards:
        return state, ()
    kind = rules.contraband_as
    group = KINDS.get(kind or action.kind, -1)
    craned = bool(craned_for(rules, before, state.sides[seat], DOCK, seat) & BIT[cell])
    owner = state.sides[seat] if kind == DOCK else NEUTRAL
    board = with_card(rules, before, cell, Lying(kind, owner=owner, symbol=None, by=seat, down=True))
    acts = actor_of(state) == seat
    play = replace(state.play, placed=cell) if acts else state.play
    closes = any(not sector.free & board.edges for sector in board.open)
    state = replace(out_of_sight(state, seat, group), board=board, play=play)
    state = replace(state, phase=SETTLE if acts or closes else state.phase)
    part = part_of(state, Contraband)
    kept = Contraband(
        part.round,
        part.hiding,
        (*part.cells, cell),
        (*part.seats, seat),
        (*part.groups, group),
        (*part.craned, int(craned)),
        part.opened,
    )
    return reacted(rules, with_part(state, kept), fixed(before, board), before, seat, cell)


def out_of_sight(state: State, seat: Seat, group: int) -> State:
    """A card of a group left a hand, and it was not seen which: any of the known ones may have been it."""
    player, sign = state.players[seat], in_hand(seat)
    hand = less(player.hand, None if group < 0 else group, False)
    held = {
        number: group_of(card_of(state, number).kind) for number, holder in enumerate(state.where) if holder == sign
    }
    perhaps = [number for number, own in held.items() if group < 0 or own in (group, None)]
    where = bytes(46 if number in perhaps else holder for number, holder in enumerate(state.where))
    groups = range(len(GROUPS)) if group < 0 or None in held.values() else (group,)
    unseen = tuple([hand.counts[at] if at in groups else count for at, count in enumerate(hand.unseen)])
    player = replace(player, hand=Hand(hand.counts, unseen))
    return replace(state, players=put_at(state.players, seat, player), where=where)


def open_up(rules: KontorRules, state: State, action: Open) -> Moved:
    """The card lies open: sectors join, its goods are stored, and what was waiting for it is compared."""
    cell, number = AT[action.cell], action.card
    lay = state.board.cards.get(cell)
    if lay is None or not lay.down:
        return state, ()
    state = declared(state, number, action.face) if action.face else state
    part = part_of(state, Contraband)
    seat = part.seats[part.cells.index(cell)] if cell in part.cells else lay.by
    lying = lying_of(card_of(state, number), state.sides[seat] if 0 <= seat < len(state.sides) else NEUTRAL, lay.by)
    closed = lifted(rules, state.board, cell)
    board = with_card(rules, closed, cell, lying)
    effects = joined_centres(state, closed, board, cell, ko.STORE_5) if len(board.open) < len(closed.open) else ()
    if lying.stored is not NO_GOODS and lying.owner >= 0:
        effects += storing_effects(board, cell, lying, seat, rules.store_clause)
    state = replace(state, board=board, where=moved_to(state.where, number, ord("#")))
    state = _as_it_was(state, part, cell, group_of(lying.kind))
    phase = SETTLE if state.phase == FINAL else state.phase
    state = with_part(replace(state, phase=phase), replace(part, opened=(*part.opened, cell)))
    return reacted(rules, state, effects, closed, lay.by, cell)


def _as_it_was(state: State, part: Contraband, cell: int, group: int | None) -> State:
    """Corrects the counts of a hand whose hidden card was not of the kind that was announced."""
    if cell not in part.cells:
        return state
    at = part.cells.index(cell)
    seat, announced = part.seats[at], part.groups[at]
    if group is None or announced in (group, -1):
        return state
    player: Player = state.players[seat]
    hand = Hand(
        further(fewer(player.hand.counts, group), announced), further(fewer(player.hand.unseen, group), announced)
    )
    return replace(state, players=put_at(state.players, seat, replace(player, hand=hand)))
