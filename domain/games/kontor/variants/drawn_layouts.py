"""Scenarios whose layout is only drawn in the rulebook: the players record it, or a stand-in is laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, Hold, Layout, Pass, Place, Reveal, Show, TakeBack, Top
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.placement import elsewhere
from domain.games.kontor.checks.setup import is_left_special
from domain.games.kontor.deeds.common import is_new
from domain.games.kontor.pieces import CANAL, group_of
from domain.games.kontor.state import (
    AT,
    BIT,
    LAYOUT,
    NEAR,
    OVER,
    Card,
    Sector,
    State,
    card_of,
    cells_in,
    lacks_its_layout,
    within,
)
from domain.games.kontor.state.board import unread_at
from domain.games.kontor.state.cells import EVERYWHERE, X, Y, grown, places
from domain.games.kontor.state.parts import Island, part_of, with_part
from domain.games.kontor.state.reach import craned_for
from domain.games.kontor.variants.boards import (
    ADVANCED,
    BOATLESS_CRANES,
    EITHER,
    MONEY,
    OTHER_SIZES,
    OWN_SIZE,
    TWO,
    TWO_OR_FOUR,
    Checks,
    Finds,
    board,
    together,
    without_cards,
)
from domain.numbers import NotKnown
from domain.rules import Item, Seat, broken
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def span_of(layout: Layout) -> tuple[int, int]:
    """Width and height of a layout."""
    cells = [AT[cell] for cell, _ in layout.cards] or [AT["0,0"]]
    xs, ys = [X[cell] for cell in cells], [Y[cell] for cell in cells]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


@cites(ko.SETUP_3)
def a_drawn_layout_fits_the_board(rules: KontorRules, state: State, layout: Layout) -> Finds:
    wide, high = span_of(layout)
    return broken(width=wide, height=high) if wide > rules.width or high > rules.height else None


@cites(ko.SETUP_3)
def a_drawn_layout_is_told_before_the_first_round(
    rules: KontorRules, state: State, action: Pass | Choose | Reveal | Place
) -> Finds:
    if lacks_its_layout(state) and state.round == 1 and is_new(state):
        raise NotKnown(LAYOUT)
    return None


DRAWN: Checks = dict.fromkeys((Pass, Choose, Reveal, Place), (a_drawn_layout_is_told_before_the_first_round,))
FITS: Checks = together(DRAWN, {Layout: (a_drawn_layout_fits_the_board,)})

# Canale Grande ------------------------------------------------------------------------------------

COURSE = tuple(
    f"{x},{y}"
    for x, y in (
        *((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)),
        *((-1, 0), (-2, 0), (-2, -1), (-3, -1), (-4, -1), (-5, -1)),
    )
)  # a stand-in


@cites(ko.V_CANALE_1)
def the_canal_gives_the_size_of_the_board(rules: KontorRules, state: State, layout: Layout) -> Finds:
    span = span_of(layout)
    return None if sorted(span) == sorted((rules.width, rules.height)) else broken(width=span[0], height=span[1])


CANALE = Variant(
    id="KO-V-CANALE",
    sets={
        "scenario": "KO-V-CANALE",
        **board(12, 4),
        "fixed_at_start": True,
        "layout": COURSE,
        "drawn": True,
        "counted": None,
        "score_clause": ko.V_CANALE_2,
    },
    adds={"checks": together(DRAWN, {Layout: (the_canal_gives_the_size_of_the_board,)})},
    lifts=OTHER_SIZES,
    over=ADVANCED,
    needs=ADVANCED,
    warns=MONEY,
    seats=TWO,
)

# Watergames ---------------------------------------------------------------------------------------


def beside_water(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """A dock only next to a canal (KO-V-WATER-1)."""
    return grown(state.board.water) & EVERYWHERE if group_of(card.kind) == 0 else EVERYWHERE


@cites(ko.V_WATER_1)
def a_dock_touches_a_canal(rules: KontorRules, state: State, place: Place) -> Finds:
    cell, board = AT[place.cell], state.board
    if NEAR[cell] & board.water or not NEAR[cell] & board.taken:  # next to nothing: KO-PLACE-2
        return None
    card = card_of(state, place.card)
    free = within(rules, board) & ~board.taken & ~craned_for(rules, board, state.sides[place.seat], card.kind)
    if not BIT[cell] & free or state.phase == OVER:  # another clause says so
        return None
    if not card.kind:
        raise NotKnown(f"face {place.card}")
    if group_of(card.kind) != 0:
        return None
    for beside in cells_in(NEAR[cell] & places(board.unclear)):  # it may be a canal
        raise NotKnown(unread_at(board, beside))
    return surely(state, broken(card=place.card, cell=place.cell))


@cites(ko.V_WATER_2)
def a_dock_without_a_cell_goes_back_to_hand(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    return elsewhere(rules, back)


WATER = Variant(
    id="KO-V-WATER",
    sets={
        "scenario": "KO-V-WATER",
        **board(6),
        "layout": ("0,0", "1,0", "-1,0", "0,1", "0,-1"),  # a stand-in
        "drawn": True,
        "stuck": "hand",
        "stuck_clause": ko.V_WATER_2,
        "counted": None,
        "score_clause": ko.V_WATER_3,
    },
    adds={
        "reach": (beside_water,),
        "checks": together(
            FITS, {Place: (a_dock_touches_a_canal,), TakeBack: (a_dock_without_a_cell_goes_back_to_hand,)}
        ),
    },
    lifts=OTHER_SIZES,
    keeps=OWN_SIZE,
    over=ADVANCED | {"KO-I-04=pile", "KO-I-04=discard"},
    needs=ADVANCED,
    warns=MONEY | {"KO-V-CONTREBANDE"},
    seats=TWO,
)

# Île Grande ---------------------------------------------------------------------------------------

RING = tuple(
    f"{x},{y}"
    for x, y in (
        *((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (1, 4)),
        *((0, 4), (-1, 4), (-2, 4), (-2, 3), (-2, 2), (-2, 1), (-2, 0), (-1, 0)),
    )
)  # a stand-in: canals around three by three cells, the anchor among them


def surrounded(rules: KontorRules, state: State) -> State:
    """The island: the cells no way leads to from outside but over the canals laid out (KO-I-89)."""
    free = EVERYWHERE & ~state.board.taken
    outside, before = free & -free, 0
    while outside != before:
        before, outside = outside, grown(outside) & free
    return with_part(state, Island(free & ~outside))


def island(state: State) -> int:
    """The cells of the island; it is not known while no layout encloses one."""
    cells = part_of(state, Island).cells
    if not cells:
        raise NotKnown(LAYOUT)
    return cells


def off_the_island(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """No canal on the island (KO-V-ILE-3)."""
    return EVERYWHERE & ~part_of(state, Island).cells if card.kind == CANAL else EVERYWHERE


@cites(ko.V_ILE_3)
def no_canal_on_the_island(rules: KontorRules, state: State, place: Place) -> Finds:
    kind = card_of(state, place.card).kind
    if kind not in (CANAL, "") or not BIT[AT[place.cell]] & island(state):
        return None
    if not kind:
        raise NotKnown(f"face {place.card}")
    return surely(state, broken(card=place.card, cell=place.cell))


@cites(ko.V_ILE_2)
def no_special_card_on_the_island(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    for seat, number, _ in reveal.cards:
        if is_left_special(rules, state, number) and is_for_four(rules):
            return broken(seat=seat, card=number)
    return None


@cites(ko.V_ILE_2)
def no_special_card_beside_the_island(rules: KontorRules, state: State, action: Place | Draw | Top | Choose) -> Finds:
    number = action.card
    out = number is not None and is_left_special(rules, state, number) and is_for_four(rules)
    return broken(card=number) if out else None


@cites(ko.V_ILE_2)
def no_special_card_for_the_island(rules: KontorRules, state: State, action: Hold | Show) -> Finds:
    cards = tuple([number for number in action.cards or () if is_left_special(rules, state, number)])
    return broken(cards=cards) if cards and is_for_four(rules) else None


def is_for_four(rules: KontorRules) -> bool:
    """Whether special cards would have been dealt; else their own clause keeps them out (KO-SETUP-1)."""
    return rules.hand_clause is ko.TEAM_4


SPECIALS_OUT: Checks = {
    Reveal: (no_special_card_on_the_island,),
    **dict.fromkeys((Place, Draw, Top, Choose), (no_special_card_beside_the_island,)),
    **dict.fromkeys((Hold, Show), (no_special_card_for_the_island,)),
}


@cites(ko.V_ILE_4)
def the_island_counts_twice(rules: KontorRules, state: State, sector: Sector) -> Item | None:
    """One point more for the sector of the island (KO-V-ILE-4)."""
    return Item("island", 1, 1) if sector.cells & part_of(state, Island).cells else None


ILE = Variant(
    id="KO-V-ILE",
    sets={
        "scenario": "KO-V-ILE",
        "layout": RING,
        "drawn": True,
        "specials": "out",
        "hand_specials": 0,
        "counted": None,
        "every_sector": True,
        "score_clause": ko.V_ILE_5,
    },
    adds={
        "removed": BOATLESS_CRANES,
        "on_layout": (surrounded,),
        "reach": (off_the_island,),
        "value": (the_island_counts_twice,),
        "checks": together(FITS, without_cards(ko.V_ILE_1), SPECIALS_OUT, {Place: (no_canal_on_the_island,)}),
    },
    over=EITHER,
    needs_one=EITHER,
    warns=MONEY,
    seats=TWO_OR_FOUR,
)

ROWS = (CANALE, ILE, WATER)
