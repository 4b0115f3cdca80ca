"""Brings turn and phase to where an action shows the table to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.deviations.misplacement import CLOSING, OUT_OF_PLACE
from domain.games.new_haven.actions import Build, Done, Draw, Flip, Goods, Harvest, Pass, Pick, Refill
from domain.games.new_haven.follow import (
    begin_draw,
    close_turn,
    count_goods_as,
    draws_due,
    draws_owed,
    is_still_due,
    refill_unrecorded,
)
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    FLIP,
    GAP,
    GATHER,
    HARVEST,
    OVER,
    REFILL,
    SHARE,
    Moved,
    State,
    is_later,
    learn,
    out_of_step,
    players_with,
    progress_of,
    seats_after,
    unnamed,
)
from domain.numbers import Range, between, least, most, not_below_zero
from domain.rules import Action, Effect, Seat, replace

BringTo = Callable[[NewHavenRules, State, Any], Moved]  # brings the table to where an action of a seat shows it
MOST_EARLY = 30  # lines of one step that a later line shows to be out of place; of more, none


def catch_up(rules: NewHavenRules, state: State, action: Action) -> Moved:
    """The table with turn and phase as the action shows them, and the effects that were not recorded."""
    bring_to = CATCHING_UP.get(type(action))
    if bring_to is None or state.phase == OVER:
        return state, ()
    if state.turn_known and not state.wild and state.phase != GAP:
        return bring_to(rules, state, action.seat)
    return _catch_up_unsure(rules, state, action, bring_to)


def _catch_up_unsure(rules: NewHavenRules, state: State, action: Action, bring_to: BringTo) -> Moved:
    """The same after a gap, where an action may show whose turn it is, or after a goods tile without a resource."""
    before: tuple[Effect, ...] = ()
    if not state.turn_known or state.phase == GAP:
        state, before = _after_gap(rules, state, action)
    if state.phase == GAP:
        return state, ()
    if state.wild and type(action) is Build and unnamed(state):
        state, before = count_goods_as(rules, state, action.colour)
    state, effects = bring_to(rules, state, action.seat)
    return state, before + effects


def _after_gap(rules: NewHavenRules, state: State, action: Action) -> Moved:
    """After a gap a tile shows whose turn it is, and so does a draw unless the turn is known; no other action does."""
    kind, seat = type(action), action.seat
    if kind not in AFTER_GAP or (state.turn_known and kind in (Pick, Draw) and seat != state.active):
        return state, ()
    if state.phase != GAP:
        return replace(state, active=seat, sharer=seat, turn_known=True), ()
    state, effects = AFTER_GAP[kind](rules, state, seat)
    return replace(state, active=seat, sharer=seat, turn_known=True), effects


def _tile_after_gap(rules: NewHavenRules, state: State, seat: Seat) -> Moved:
    """A tile after a gap: the turn before it is closed now, unless it was closed in the gap."""
    state, refilled = refill_unrecorded(state)
    drawn, before = Range(0, 1, "turn"), (seat - 1) % len(state.players)
    player = state.players[before]
    state = replace(
        state,
        phase=HARVEST,
        markers=tuple(between(0, most(value), getattr(value, "fact", "turn")) for value in state.markers),
        players=players_with(state, before, replace(player, tiles=player.tiles + drawn)),
        supply=not_below_zero(state.supply - drawn),
    )
    return state, refilled


def _draw_after_gap(rules: NewHavenRules, state: State, seat: Seat) -> Moved:
    """A draw after a gap: a tile was placed, and some of the draws may have been made in the gap."""
    draws = between(0, most(draws_due(rules, state)), "drawn")
    return replace(state, phase=DRAW, draws=draws, played=1), ()


def _catch_up_tile(rules: NewHavenRules, state: State, seat: Seat) -> Moved:
    if seat == state.active and not state.played:  # what came before the tile was out of place
        state = _learn_early(state)
    if state.phase == HARVEST:
        return (state, ()) if seat == state.active else (_take_turn(state, seat), ())
    if seat == state.active and state.phase in (GATHER, BUILD, SHARE, DRAW):
        return state, ()
    for line, then in state.closing_lines if _owes_draws(rules, state) else ():
        if then == progress_of(state):  # closed in good order, but for the draws
            state = learn(state, line, CLOSING, True)
    fact = unsure(rules, state)
    state, effects = close_turn(rules, state)
    if fact:
        effects = tuple(_perhaps_before(effect, fact) for effect in effects)
    if state.phase == HARVEST and state.active != seat:
        state = _take_turn(state, seat)
    return state, effects


def _perhaps_before(effect: Effect, fact: str) -> Effect:
    """An effect of the end of a turn that may have come before this line."""
    low, high = min(0, least(effect.by)), max(0, most(effect.by))
    return replace(effect, by=between(low, high, fact), due=between(low, high, fact))


def _take_turn(state: State, seat: Seat) -> State:
    """Gives the turn to the seat that plays; a seat that was passed over loses its turn."""
    return replace(out_of_step(state), active=seat, sharer=seat)


def _catch_up_build(rules: NewHavenRules, state: State, seat: Seat) -> Moved:
    if state.phase == HARVEST and seat == state.active:
        return out_of_step(state), ()  # built too early: its tile is still to come
    return _catch_up_done(rules, state, seat)


def _catch_up_pass(rules: NewHavenRules, state: State, seat: Seat) -> Moved:
    """A pass of another seat shows that the active seat is done; a later line may show that it was not."""
    early = state.phase in (GATHER, BUILD) and seat != state.active
    if early:
        state = replace(state, early_lines=(state.line,), spoken_early=len(state.players))  # a draw does not show that
    elif seat != state.active and _passed_early(state) and len(state.early_lines) <= MOST_EARLY:
        state = replace(state, early_lines=(*state.early_lines, state.line))
    return _catch_up_done(rules, state, seat)


def _catch_up_done(rules: NewHavenRules, state: State, seat: Seat) -> Moved:
    if state.phase == DRAW and not state.drawn:
        state = replace(state, phase=SHARE)  # the table still shares: the draws are counted after that
    if seat == state.active:
        if state.phase == SHARE and state.played and state.early_lines and not state.builds:  # the others passed early
            state = replace(_learn_early(state), early_lines=(), acted=())
        if state.phase == HARVEST:
            state = replace(out_of_step(state), early_lines=(state.line,))
        if state.phase in (HARVEST, GATHER) or (state.phase == SHARE and not state.acted):
            state = replace(state, phase=BUILD, sharer=seat, closed=())
        elif state.phase == SHARE and rules.active_builds_last:  # the others have missed their occasion (NH-I-20)
            state = replace(state, closed=tuple(seats_after(state, seat)))
    elif state.phase in (GATHER, BUILD):
        state = replace(state, phase=SHARE, sharer=seat)
    return state, ()


def _catch_up_draw(rules: NewHavenRules, state: State, seat: Seat) -> Moved:
    """A draw shows that the others have shared; a draw too many after they shared shows that they had not."""
    if seat != state.active or state.phase not in (HARVEST, GATHER, BUILD, SHARE, REFILL, FLIP):
        return state, ()
    if state.phase in (REFILL, FLIP):
        too_many = _spoken(state) > state.spoken_early and not is_still_due(rules, state)
        return (_learn_early(state) if too_many else state), ()
    state = out_of_step(state) if state.phase == HARVEST else state
    after, effects = begin_draw(rules, state)
    return replace(after, early_lines=(state.line,), spoken_early=_spoken(state)), effects


def _passed_early(state: State) -> bool:
    """Whether the table shares because another seat passed before the active one was done."""
    return bool(
        state.phase in (SHARE, DRAW) and state.played and state.early_lines and state.spoken_early == len(state.players)
    )


def _learn_early(state: State) -> State:
    """The table with the conclusion that the lines which began this step were out of place; not of very many."""
    for line in state.early_lines if len(state.early_lines) <= MOST_EARLY else ():
        state = learn(state, line, OUT_OF_PLACE, True)
    return state


def _spoken(state: State) -> int:
    """How many seats have built, passed or said that they are done while sharing."""
    return len({*state.acted, *state.closed})


def _catch_up_closing(rules: NewHavenRules, state: State, seat: Seat | None) -> Moved:
    """A refill or a flip while draws are owed; if the next tile is all that follows, they were forgotten."""
    if not _owes_draws(rules, state):
        return state, ()
    return replace(state, closing_lines=(*state.closing_lines, (state.line, progress_of(state)))), ()


def _owes_draws(rules: NewHavenRules, state: State) -> bool:
    """Whether the active seat may have to draw in this turn."""
    return state.phase in (GATHER, BUILD, SHARE, DRAW) and most(draws_owed(rules, state)) > 0


CATCHING_UP: dict[type[Action], BringTo] = {
    Harvest: _catch_up_tile,
    Goods: _catch_up_tile,
    Build: _catch_up_build,
    Done: _catch_up_pass,
    Pass: _catch_up_pass,
    Pick: _catch_up_draw,
    Draw: _catch_up_draw,
    Refill: _catch_up_closing,
    Flip: _catch_up_closing,
}
AFTER_GAP: dict[type[Action], BringTo] = {
    Harvest: _tile_after_gap,
    Goods: _tile_after_gap,
    Pick: _draw_after_gap,
    Draw: _draw_after_gap,
}


def to_act(rules: NewHavenRules, state: State) -> tuple[Seat, ...]:
    """The seats the table waits for; none while the pool is to be refilled."""
    if state.phase in (OVER, GAP, REFILL):
        return ()
    if state.phase != SHARE:
        return (state.active,)
    waiting = [seat for seat in seats_after(state, state.active) if seat not in state.closed]
    return (*(seat for seat in waiting if not is_later(state, state.sharer, seat)), state.active)[:1]


def unsure(rules: NewHavenRules, state: State) -> str:
    """The fact that would show whether the turn or the game is over; empty if that is known."""
    owed = draws_owed(rules, state) if state.phase == DRAW else 0
    if not isinstance(owed, int):
        return owed.fact
    free = state.free
    return free.fact if isinstance(free, Range) and free.least <= 1 <= free.most else ""
