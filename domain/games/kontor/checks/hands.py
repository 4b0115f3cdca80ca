"""Checks of hands and draws (KO-HAND)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.fold import refusal
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, Reveal
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.setup import is_left_out
from domain.games.kontor.deeds.purses import drawn_group, made_up
from domain.games.kontor.follow.turns import draw_due, pile_for
from domain.games.kontor.pieces import ANY_OWNER, GROUPS, group_of
from domain.games.kontor.state import (
    CHOOSE,
    NO_SEAT,
    OVER,
    PLACE,
    REFILL,
    State,
    actor_of,
    card_of,
    in_play,
    line_of,
    may_hold,
    pile_of,
    placed_by,
)
from domain.games.kontor.state.hands import is_a_second_special
from domain.numbers import NotKnown, is_surely
from domain.rules import Broken, Check, RefusedAction, Seat, broken, impossible, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


def not_held(state: State, seat: Seat, number: int) -> Finds:
    """The finding that a card cannot have been in a hand; none where it can."""
    card = card_of(state, number)
    own = group_of(card.kind) != 0 or card.owner in (state.sides[seat], ANY_OWNER)
    chosen = number in state.play.chosen and state.play.chosen[seat] != number  # another seat has it face down
    if own and not chosen and (may_hold(state, seat, number, card) or is_a_second_special(state, seat, number)):
        return None
    if state.where[number] == in_play(seat) and state.phase != OVER:  # not placed: back in hand (KO-ROUND-6)
        return None
    if state.missing_fact:
        raise NotKnown(state.missing_fact)
    return impossible(seat=seat, card=number, before=line_of(state, number))


@cites(ko.HAND_2)
def a_chosen_card_is_in_hand(rules: KontorRules, state: State, choose: Choose) -> Finds:
    if choose.card is None or is_left_out(rules, state, choose.card):
        return None
    return not_held(state, choose.seat, choose.card)


@cites(ko.HAND_2)
def a_revealed_card_was_in_hand(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    for seat, number, _ in reveal.cards:
        if seat >= len(state.players) or is_left_out(rules, state, number):
            continue
        if (found := not_held(state, seat, number)) is not None:
            return found
    return None


# Draws --------------------------------------------------------------------------------------------


def is_due(state: State, draw: Draw) -> bool:
    """Whether it is the draw of the running turn."""
    return state.phase == REFILL and actor_of(state) == draw.seat


def is_last_due(rules: KontorRules, state: State, draw: Draw) -> bool:
    """Whether no other draw of the running turn follows it."""
    if not is_due(state, draw) or not rules.refills:
        return is_due(state, draw)
    after = replace(state.play, drawn=state.play.drawn + 1)
    return draw_due(rules, replace(state, play=after)) is None


def is_late(rules: KontorRules, state: State, draw: Draw) -> bool:
    """Whether it makes up for a draw not made (KO-HAND-6)."""
    return made_up(rules, state, draw) is not None


def not_its_own(state: State, draw: Draw) -> bool:
    """Whether a dock comes from an opponent's pile; for a partner's pile see KO-TEAM-11."""
    whose = draw.whose
    return whose is not None and (whose >= len(state.sides) or state.sides[whose] != state.sides[draw.seat])


@cites(ko.HAND_3)
def docks_come_from_ones_own_pile(rules: KontorRules, state: State, draw: Draw) -> Finds:
    return broken(whose=draw.whose) if not_its_own(state, draw) else None


@cites(ko.HAND_3)
def a_card_like_the_one_placed_is_drawn(rules: KontorRules, state: State, draw: Draw) -> Finds:
    group = drawn_group(rules, state, draw)
    if group is None or not rules.refill_same_kind or not_its_own(state, draw):
        return None
    if is_due(state, draw):
        due = draw_due(rules, state)
        return broken(drawn=GROUPS[group], due=GROUPS[due]) if due is not None and due != group else None
    missing = state.players[draw.seat].missing
    if is_late(rules, state, draw) or not any(missing) or state.phase == OVER or replaces_nothing(rules, state, draw):
        return None
    return broken(drawn=GROUPS[group], due=GROUPS[next(at for at, count in enumerate(missing) if count)])


def replaces_nothing(rules: KontorRules, state: State, draw: Draw) -> bool:
    """Whether a seat that just placed a card of an exhausted pile draws from the other (KO-HAND-5)."""
    lying = state.board.cards.get(placed_by(state.board, draw.seat))
    group = group_of(lying.kind) if lying is not None else None
    if state.play.just != draw.seat or group not in (0, 1) or group == drawn_group(rules, state, draw):
        return False
    return is_surely(pile_for(state, draw.seat, group).count, 0)


@cites(ko.HAND_4)
def one_draw_for_each_card_placed(rules: KontorRules, state: State, draw: Draw) -> Finds:
    if is_due(state, draw) or any(state.players[draw.seat].missing) or not_its_own(state, draw):
        return None
    if state.phase == OVER or of_a_special(state, draw.seat) or replaces_nothing(rules, state, draw):
        return None
    if before_its_placement(state, draw.seat) or is_surely(_pile(rules, state, draw).count, 0):
        return None
    return surely(state, broken(drawn=GROUPS[drawn_group(rules, state, draw) or 0]), places=False)


def of_a_special(state: State, seat: Seat) -> bool:
    """Whether a seat has just placed a special card, for which nothing is drawn (KO-SPEC-9)."""
    lying = state.board.cards.get(placed_by(state.board, seat))
    return state.play.just == seat and lying is not None and group_of(lying.kind) == 2


def before_its_placement(state: State, seat: Seat) -> bool:
    """Whether a seat draws before it has placed its card, which KO-ROUND-1 forbids."""
    return state.phase == PLACE and seat in state.play.order


def _pile(rules: KontorRules, state: State, draw: Draw):
    return state.canals if drawn_group(rules, state, draw) else pile_of(state, draw.seat)


@cites(ko.HAND_5)
def nothing_replaces_an_exhausted_pile(rules: KontorRules, state: State, draw: Draw) -> Finds:
    if is_due(state, draw) or is_late(rules, state, draw) or state.phase == OVER or not_its_own(state, draw):
        return None
    if not replaces_nothing(rules, state, draw):
        return None
    return broken(drawn=GROUPS[drawn_group(rules, state, draw) or 0])


@cites(ko.HAND_5)
def nothing_is_drawn_from_an_empty_pile(rules: KontorRules, state: State, draw: Draw) -> Finds:
    if draw.whose is not None or drawn_group(rules, state, draw) is None:
        return None
    if not is_surely(_pile(rules, state, draw).count, 0):
        return None
    return impossible(drawn=GROUPS[drawn_group(rules, state, draw) or 0])


# Draws made up (KO-I-12) --------------------------------------------------------------------------


@cites(ko.HAND_6)
def a_draw_is_made_up_when_this_table_allows(rules: KontorRules, state: State, draw: Draw) -> Finds:
    if rules.late_draws in ("any", "one") or is_due(state, draw) or not is_late(rules, state, draw):
        return None
    if not too_late(rules, state, draw.seat):
        return None
    group = drawn_group(rules, state, draw)
    if group is None:
        raise NotKnown("kind")
    return broken(drawn=GROUPS[group])


def too_late(rules: KontorRules, state: State, seat: Seat) -> bool:
    """Whether a draw comes in another seat's turn, or after cards were chosen."""
    play = state.play
    if rules.late_draws == "own":
        return actor_of(state) not in (seat, NO_SEAT)
    return state.phase != CHOOSE or max(play.chosen) >= 0


CHECKS: dict[type, tuple[Check, ...]] = {
    Choose: (a_chosen_card_is_in_hand,),
    Reveal: (a_revealed_card_was_in_hand,),
    Draw: (
        docks_come_from_ones_own_pile,
        a_card_like_the_one_placed_is_drawn,
        one_draw_for_each_card_placed,
        nothing_replaces_an_exhausted_pile,
        nothing_is_drawn_from_an_empty_pile,
        a_draw_is_made_up_when_this_table_allows,
    ),
    RefusedAction: (refusal(ko.HAND_6, "late-draw"),),
}
