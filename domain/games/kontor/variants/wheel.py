"""Roue libre: no common rounds; each in turn plays one card, and sectors are counted only at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.fold import refusal
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Hold, Layout, Place, Tokens
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.hands import is_last_due
from domain.games.kontor.checks.placement import too_wide
from domain.games.kontor.checks.setup import dealt, is_dealt, laid_otherwise
from domain.games.kontor.deeds.purses import drawn_group
from domain.games.kontor.deeds.wheel import coins_lifted, each_in_turn, next_clockwise, of_all_opponents, whose_turn
from domain.games.kontor.follow.common import Moved
from domain.games.kontor.follow.turns import pile_for
from domain.games.kontor.pieces import CRANE, GROUPS
from domain.games.kontor.state import (
    AT,
    BIT,
    CHOOSE,
    NEAR,
    OVER,
    REFILL,
    State,
    card_of,
    is_closed,
    is_finished,
    sector_at,
    within,
)
from domain.games.kontor.state.parts import Wheel, with_part
from domain.games.kontor.state.reach import cornering
from domain.games.kontor.variants import wheel_coins, wheel_turns
from domain.games.kontor.variants.boards import ANCHOR_ONLY, EITHER, OTHER_SIZES, TWO_OR_FOUR, Finds, board, together
from domain.numbers import is_surely, most
from domain.rules import RefusedAction, broken
from domain.setup import Setup
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

# The table ----------------------------------------------------------------------------------------


def wheel_at_the_start(rules: KontorRules, state: State, setup: Setup) -> Moved:
    """The wheel as it begins."""
    return with_part(state, Wheel((0,) * len(state.players))), ()


@cites(ko.V_ROUE_1)
def only_the_anchor_lies_there(rules: KontorRules, state: State, layout: Layout) -> Finds:
    return laid_otherwise(rules, layout) if rules.layout_clause is ko.V_ROUE_1 and not rules.drawn else None


@cites(ko.V_ROUE_1)
def the_wheel_turns_on_seven_by_seven(rules: KontorRules, state: State, place: Place) -> Finds:
    return None if rules.scenario else too_wide(rules, state, place)  # a scenario has a board of its own (KO-I-90)


@cites(ko.V_ROUE_4)
def two_docks_and_two_canals_are_dealt(rules: KontorRules, state: State, hold: Hold) -> Finds:
    """Special cards are dealt with the canals."""
    if not is_dealt(state, hold):
        return None
    docks, canals = dealt(state, hold, 0), dealt(state, hold, 1) + dealt(state, hold, 2)
    right = docks == rules.hand_docks or rules.docks_clause is not ko.V_ROUE_4
    return None if right and canals == rules.hand_canals else broken(docks=docks, canals=canals)


@cites(ko.V_ROUE_5)
def a_hand_keeps_a_card_of_each_pile(rules: KontorRules, state: State, draw: Draw) -> Finds:
    """A special counts as a canal (KO-I-62)."""
    group = drawn_group(rules, state, draw)
    if group is None or not is_last_due(rules, state, draw):
        return None
    docks, canals, specials = state.players[draw.seat].hand.counts
    lacks = 1 - group
    if not is_surely(canals + specials if lacks else docks, 0) or not most(pile_for(state, draw.seat, lacks).count):
        return None
    return surely(state, broken(lacks=GROUPS[lacks]))


# Nothing is counted before the end ----------------------------------------------------------------


@cites(ko.V_ROUE_8)
def warehouses_stay_until_the_end(rules: KontorRules, state: State, tokens: Tokens) -> Finds:
    cell = AT[tokens.source]
    sector = sector_at(state.board, cell)
    if tokens.target or sector is None or is_finished(state.board, cell) or not is_closed(state.board, sector):
        return None
    return surely(state, broken(cell=tokens.source))


# Cranes -------------------------------------------------------------------------------------------


@cites(ko.V_ROUE_9)
def a_crane_touches_cards_by_a_corner_only(rules: KontorRules, state: State, place: Place) -> Finds:
    cell, near = AT[place.cell], state.board
    if card_of(state, place.card).kind not in rules.corner_only or cell in near.cards or state.phase == OVER:
        return None
    fit = cornering(near) & within(rules, near)
    if cornering(near) & BIT[cell] or not within(rules, near) & BIT[cell]:
        return None
    if rules.corner_or_side and not fit and NEAR[cell] & near.taken:  # KO-I-66
        return None
    return surely(state, broken(card=place.card, cell=place.cell))


# The row ------------------------------------------------------------------------------------------

TURNS = tuple(f"KO-ROUND-{number}" for number in range(1, 7))
TAXES = tuple(f"KO-TAX-{number}" for number in (1, 2, 3, 4, 6, 8))
LIFTED = frozenset(
    (
        *TURNS,
        *TAXES,
        *(clause.id for clause in (ko.PASS_4, ko.PASS_5, ko.TEAM_6, ko.TEAM_8, ko.SUPREMACY_0, ko.KEEPER_1)),
        *(clause.id for clause in (ko.KEEPER_2, ko.KEEPER_3, ko.SPEC_6, ko.SETUP_1, ko.TEAM_3, ko.TEAM_4, ko.TEAM_5)),
        *(clause.id for clause in (ko.V_LIBRE_1, ko.V_LIBRE_2)),
        *OTHER_SIZES,
    )
)
ROUE = Variant(
    id="KO-V-ROUE",
    sets={
        **board(7),
        "flow": "clockwise",
        "layout": ANCHOR_ONLY,
        "layout_clause": ko.V_ROUE_1,
        "purse": None,
        "purse_clause": ko.V_ROUE_2,
        "specials": "canals",
        "canals_clause": ko.V_ROUE_3,
        "hand_docks": 2,
        "hand_canals": 2,
        "hand_specials": 0,
        "hand_clause": ko.V_ROUE_4,
        "docks_clause": ko.V_ROUE_4,
        "piles_clause": ko.V_ROUE_4,
        "refill_same_kind": False,
        "refill_specials": True,
        "choosing": each_in_turn,
        "first_of_next": next_clockwise,
        "choosers": whose_turn,
        "tax": of_all_opponents,
        "score_at": "end",
        "scores_late": ko.V_ROUE_8.id,
        "corner_only": frozenset((CRANE,)),
        "idle_taverns": False,
        "counted": None,
        "score_clause": ko.V_ROUE_11,
    },
    adds={
        "optional_deeds": ("coin",),
        "setup": (wheel_at_the_start,),
        "eligible": (wheel_coins.two_working_docks,),
        "stock_view": (wheel_coins.without_the_drunk,),
        "on_change": (coins_lifted,),
        "lingers": (wheel_coins.waits_for_a_coin,),
        "offers": {CHOOSE: (wheel_coins.coins_moved,), REFILL: (wheel_coins.coins_at_once,)},
        "checks": together(
            wheel_turns.CHECKS,
            wheel_coins.CHECKS,
            {
                Layout: (only_the_anchor_lies_there,),
                Hold: (two_docks_and_two_canals_are_dealt,),
                Place: (the_wheel_turns_on_seven_by_seven, a_crane_touches_cards_by_a_corner_only),
                Draw: (a_hand_keeps_a_card_of_each_pile,),
                Tokens: (warehouses_stay_until_the_end,),
                RefusedAction: (refusal(ko.V_ROUE_5, "other-pile"), refusal(ko.V_ROUE_8, "enclosed")),
            },
        ),
    },
    lifts=LIFTED,
    over=EITHER,
    needs_one=EITHER,
    bars=dict.fromkeys(("KO-V-ACHAT", "KO-V-PONTINOND", "KO-V-CRUE"), "specials") | {"KO-V-MARINS": "flow"},
    warns=frozenset(
        (
            *("KO-V-EVENTS", "KO-V-POINTFINAL", "KO-V-VITESSE", "KO-V-EMBARGO", "KO-V-RANCUNES", "KO-V-BLOCUS"),
            *("KO-V-CORRUPTION-1", "KO-V-CORRUPTION-2", "KO-V-MISERE"),
            *("KO-V-BAKCHICH", "KO-V-CANALE", "KO-V-DAVID", "KO-V-ILE", "KO-V-GEANT", "KO-V-GULLIVER", "KO-V-PETIT"),
            *("KO-V-TICTACTOE", "KO-V-WATER", "KO-V-SMALL", "KO-V-EUPHRATE", "KO-V-TETE", "KO-V-MAREE"),
        )
    ),
    seats=TWO_OR_FOUR,
)

ROWS = (ROUE,)
