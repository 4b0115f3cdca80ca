"""Deeds of phases 7 and 8: draws, florins taken, paid and given; the end of a turn and of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Done, Draw, End, Give, Pay, Take
from domain.games.kontor.deeds.common import with_florins
from domain.games.kontor.deeds.round import dropped
from domain.games.kontor.follow.common import Moved, cached_effect
from domain.games.kontor.follow.turns import UNREAD, draw_due, undrawn, unread
from domain.games.kontor.pieces import CANAL, GROUP, GROUPS, group_of
from domain.games.kontor.state import (
    FINAL,
    INCOME,
    OVER,
    PLACE,
    RANKING,
    REFILL,
    SETTLE,
    State,
    actor_of,
    card_of,
    declared,
    in_hand,
    moved_to,
    noted,
    on_top,
    put_at,
)
from domain.games.kontor.state.hands import drawn, more, perhaps_drawn
from domain.games.kontor.state.parts import Verdicts, part_of, with_part
from domain.numbers import is_surely, not_below_zero
from domain.rules import Action, Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def drawn_group(rules: KontorRules, state: State, action: Draw) -> int | None:
    """What was drawn: by the pile named, by the card itself, by the card placed, by a draw still missing.

    Nothing where neither the card nor the one it replaces was read.
    """
    if action.pile:
        return 1 if action.pile == "canals" else 0
    kind = card_of(state, action.card).kind if action.card else ""
    if kind in GROUP:
        return 1 if GROUP[kind] else 0
    if state.phase in (REFILL, INCOME) and actor_of(state) == action.seat:  # due, or just used
        group = draw_due(rules, state)
        if group is not None:
            return 1 if group else 0
        if unread(state):
            return None
    missing = state.players[action.seat].missing
    return 1 if missing[1] else None if missing[UNREAD] and not missing[0] else 0


def made_up(rules: KontorRules, state: State, action: Draw) -> int | None:
    """The missing draw that this one makes up for (KO-HAND-6); None where it is none of them."""
    missing, group = state.players[action.seat].missing, drawn_group(rules, state, action)
    if group is not None and missing[group]:
        return group
    if group is not None and not rules.refill_same_kind:
        return next((at for at, count in enumerate(missing) if count), None)
    return UNREAD if missing[UNREAD] else None


def use_draw(rules: KontorRules, state: State, action: Draw) -> State:
    """The draw of this turn, or one that was missing."""
    seat = action.seat
    if state.phase == REFILL and actor_of(state) == seat:
        if not rules.refills and not rules.lingers:
            return replace(state, phase=INCOME)
        return replace(state, play=replace(state.play, drawn=state.play.drawn + 1))
    player = state.players[seat]
    at = made_up(rules, state, action)
    if at is None:
        if state.phase != PLACE or actor_of(state) != seat:
            return state
        return replace(state, play=replace(state.play, drawn=state.play.drawn + 1))  # before the placement
    missing = put_at(player.missing, at, player.missing[at] - 1)
    player = replace(player, missing=missing if rules.late_draws != "one" else (0,) * len(missing))  # KO-I-12
    return replace(state, players=put_at(state.players, seat, player))


def recorded_top(state: State, action: Draw, group: int | None) -> int | None:
    """The card a draw took without naming it: the top one, where that is recorded."""
    if group is None or action.below:
        return None
    if group:
        return on_top(state.canals) or None
    return on_top(state.piles[state.pile_of[_whose(state, action)]]) or None


def _whose(state: State, action: Draw) -> Seat:
    """The seat whose docks were drawn from."""
    return action.seat if action.whose is None or action.whose >= len(state.pile_of) else action.whose


def draw(rules: KontorRules, state: State, action: Draw) -> Moved:
    """A card off a face-up pile: all players see which."""
    seat, number, order = action.seat, action.card, state.play.order
    card = state.cards.get(number) if number is not None else None
    if state.phase != REFILL or order[:1] != (seat,) or number is None or card is None or action.pile or action.face:
        return _any_draw(rules, state, action)
    group = group_of(card.kind)
    if group is None or group > 1 or rules.refills or rules.lingers:
        return _any_draw(rules, state, action)
    players, piles, canals = state.players, state.piles, state.canals
    if group:
        canals = drawn(canals, number)
    else:
        at = state.pile_of[_whose(state, action)]
        piles = put_at(piles, at, drawn(piles[at], number))
    player = players[seat]
    player = replace(player, hand=more(player.hand, group, True))
    return replace(
        state,
        phase=INCOME,
        players=put_at(players, seat, player),
        piles=piles,
        canals=canals,
        where=moved_to(state.where, number, 97 + seat),
        lines=noted(state.lines, number, state.line),
    ), ()


def _any_draw(rules: KontorRules, state: State, action: Draw) -> Moved:
    """Carries out a draw that is not recorded in full, or not the one that is due."""
    seat, group = action.seat, drawn_group(rules, state, action)
    state = use_draw(rules, state, action)
    number = action.card if action.card is not None else recorded_top(state, action, group)
    if number is not None:
        if action.face:
            state = declared(state, number, action.face)
        card = card_of(state, number)
        if group and not card.kind and rules.specials != "canals":
            state = declared(state, number, (CANAL,))
    canals, piles = state.canals, state.piles
    if group is None:
        at = state.pile_of[seat]
        canals, piles = perhaps_drawn(canals), put_at(piles, at, perhaps_drawn(piles[at]))
    elif group:
        canals = drawn(canals, number)
    else:
        at = state.pile_of[_whose(state, action)]
        piles = put_at(piles, at, drawn(piles[at], number))
    player, where, lines = state.players[seat], state.where, state.lines
    if number is not None:
        where, lines = moved_to(where, number, in_hand(seat)), noted(lines, number, state.line)
        group = group_of(card.kind, group)
    player = replace(player, hand=more(player.hand, group, number is not None))
    players = put_at(state.players, seat, player)
    effects: tuple[Effect, ...] = ()
    if number is None and group in (0, 1) and not action.pile and rules.refill_same_kind:  # the pile was not recorded
        effects = (cached_effect(ko.HAND_3, GROUPS[1 - group], (seat,), 0, seat),)
    return replace(state, players=players, piles=piles, canals=canals, where=where, lines=lines), effects


def use_take(rules: KontorRules, state: State, action: Take) -> State:
    """Income taken before the draw: it does not come again after it."""
    if not action.amount or not before_the_draw(state, action):
        return state
    return replace(state, play=replace(state.play, earned=True))


def before_the_draw(state: State, action: Take) -> bool:
    """Whether a seat takes the income of the card it has just placed, and has still to draw."""
    ours = state.phase == REFILL and actor_of(state) == action.seat and action.why in ("", "canal")
    if not ours or state.play.earned or not is_surely(state.players[action.seat].owed, 0):
        return False
    lying = state.board.cards.get(state.play.placed)
    return lying is not None and group_of(lying.kind) in (1, None)


def take(rules: KontorRules, state: State, action: Take) -> Moved:
    """Florins out of the treasury, or from where none should be; what was owed is no longer."""
    seat = action.seat
    state = with_florins(state, seat, action.amount, not_below_zero(state.treasury - action.amount))
    player = state.players[seat]
    late = not_below_zero(action.amount - player.owed)
    income = state.phase == REFILL and state.play.earned and actor_of(state) == seat  # taken before the draw
    player = replace(
        player,
        owed=not_below_zero(player.owed - action.amount),
        lapsed=not_below_zero(player.lapsed - late),
        undue=player.undue if income else player.undue + late,
    )
    return replace(state, players=put_at(state.players, seat, player)), ()


WHY = {ko.MONEY_1.id: "canal", ko.PASS_2.id: "pass", ko.TAX_4.id: "relief"}  # florins a seat may claim (KO-CLAIM-1)

TAXES = (ko.TAX_1.id, ko.V_ROUE_7.id)


def redeems(effect: Effect, amount: object) -> Action | None:
    """The deed by which florins forgotten are taken or paid later."""
    if effect.what != "purse" or not isinstance(amount, int) or effect.seat is None:
        return None
    if amount > 0 and effect.clause in WHY:
        return Take(seat=effect.seat, amount=amount, why=WHY[effect.clause])
    return Pay(seat=effect.seat, amount=-amount, why="tax") if amount < 0 and effect.clause in TAXES else None


def pay(rules: KontorRules, state: State, action: Pay) -> Moved:
    """Florins into the treasury, as far as the purse has them."""
    purse = state.players[action.seat].purse
    by = action.amount if purse.__class__ is not int or purse >= action.amount else purse
    state = with_florins(state, action.seat, -by, state.treasury + by)
    player = state.players[action.seat]
    kept = not_below_zero(player.kept - action.amount)
    undue = not_below_zero(player.undue - not_below_zero(action.amount - player.kept))
    player = replace(player, purse=not_below_zero(player.purse), kept=kept, undue=undue)
    return replace(state, players=put_at(state.players, action.seat, player)), ()


def give(rules: KontorRules, state: State, action: Give) -> Moved:
    """Florins to another seat; a tax so paid was already recorded as gone to the treasury."""
    if action.to >= len(state.players) or action.to == action.seat:
        return state, ()
    if action.why == "tax":
        by = action.amount if state.treasury.__class__ is not int else min(action.amount, state.treasury)
        return with_florins(state, action.to, by, not_below_zero(state.treasury - by)), ()
    purse = state.players[action.seat].purse
    by = action.amount if purse.__class__ is not int or purse >= action.amount else purse
    state = with_florins(state, action.seat, -by, state.treasury)
    player = state.players[action.seat]
    state = replace(
        state, players=put_at(state.players, action.seat, replace(player, purse=not_below_zero(player.purse)))
    )
    return with_florins(state, action.to, by, state.treasury), ()


def use_done(rules: KontorRules, state: State, action: Done) -> State:
    """The turn is over: a draw left out may be made up later, a card not placed goes back."""
    if actor_of(state) != action.seat or state.phase not in (PLACE, REFILL):
        return state
    if state.phase == PLACE:
        return dropped(state, action.seat)
    return replace(undrawn(rules, state), phase=INCOME)


def end(rules: KontorRules, state: State, action: End) -> Moved:
    """The table stops: sectors that are closed are compared, then all is counted."""
    if state.phase == FINAL:  # no further statement comes before the count
        return with_part(state, replace(part_of(state, Verdicts), now=1)), ()
    if state.phase in (OVER, RANKING):
        return state, ()
    return replace(state, phase=SETTLE, ended=ko.END_1.id, missing_fact=state.missing_fact), ()
