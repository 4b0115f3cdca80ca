"""Tic Tac Toe: nine boxes between the canals, one sector in each, three in a line win; the layout is only drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Layout, Place
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.end import past
from domain.games.kontor.pieces import CANAL
from domain.games.kontor.state import AT, BIT, LAYOUT, OVER, Card, State, card_of
from domain.games.kontor.state.cells import EVERYWHERE, X, Y, cells_in, parts_of
from domain.games.kontor.state.parts import Boxes, part_of, with_part
from domain.games.kontor.state.reach import COVERS
from domain.games.kontor.variants.boards import (
    ADVANCED,
    CRANES,
    MONEY,
    OTHER_SIZES,
    TWO,
    Finds,
    board,
    together,
    without_cards,
)
from domain.games.kontor.variants.drawn_layouts import DRAWN, span_of
from domain.numbers import NotKnown
from domain.rules import Result, Seat, broken
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

NINE = 9
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
GRID = (
    "0,0",
    *(f"{x},{y}" for y in range(-2, 6) for x in range(-2, 6) if (x in (0, 3) or y in (0, 3)) and (x, y) != (0, 0)),
)  # a stand-in: two canals down and two across, which leave nine boxes of two by two


# The boxes ----------------------------------------------------------------------------------------


def boxed(rules: KontorRules, state: State) -> State:
    """The nine boxes the canals leave, from the north-west; none where there are not nine."""
    lies = state.board
    parts = parts_of(lies.edges & ~lies.taken) if lies.edges >= 0 else []
    if len(parts) != NINE:
        return with_part(state, Boxes())
    by_row = sorted(parts, key=_middle_row)
    rows = [sorted(by_row[at : at + 3], key=_middle_column) for at in (0, 3, 6)]
    return with_part(state, Boxes(tuple(box for row in rows for box in row)))


def _middle_row(box: int) -> float:
    cells = cells_in(box)
    return sum(Y[cell] for cell in cells) / len(cells)


def _middle_column(box: int) -> float:
    cells = cells_in(box)
    return sum(X[cell] for cell in cells) / len(cells)


def sectors_in(rules: KontorRules, box: int, water: int, docks: int) -> int:
    """How many sectors a box has, or must come to have, with these canals and docks (KO-I-55)."""
    if rules.boxes_parted == "any-two":
        return len(parts_of(box & docks))
    return sum([bool(part & docks) for part in parts_of(box & ~water)])


def splits(rules: KontorRules, state: State, box: int, cell: int, kind: str) -> bool:
    """Whether a card on a cell of a box makes several sectors of it."""
    water, docks = state.board.water, state.board.docks
    more_water, more_docks = (BIT[cell], 0) if kind == CANAL else (0, BIT[cell])
    after = sectors_in(rules, box, water | more_water, docks | more_docks)
    return after > 1 and after > sectors_in(rules, box, water, docks)


def keeping_boxes_whole(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """Where a card leaves one sector in its box (KO-V-TICTACTOE-3)."""
    barred = 0
    if card.kind not in COVERS:
        for box in part_of(state, Boxes).cells:
            for cell in cells_in(box & ~state.board.taken):
                barred |= BIT[cell] if splits(rules, state, box, cell, card.kind) else 0
    return EVERYWHERE & ~barred


@cites(ko.V_TICTACTOE_3)
def one_sector_in_a_box(rules: KontorRules, state: State, place: Place) -> Finds:
    cell, boxes = AT[place.cell], part_of(state, Boxes).cells
    if not boxes:
        raise NotKnown(LAYOUT)
    if cell in state.board.cards or state.phase == OVER:
        return None
    for box in boxes:
        if not box & BIT[cell]:
            continue
        kind = card_of(state, place.card).kind
        if not kind:
            raise NotKnown(f"face {place.card}")
        if splits(rules, state, box, cell, kind):
            return surely(state, broken(card=place.card, cell=place.cell))
    return None


@cites(ko.V_TICTACTOE_1)
def the_grid_gives_the_size_of_the_board(rules: KontorRules, state: State, layout: Layout) -> Finds:
    span = span_of(layout)
    return None if span == (rules.width, rules.height) else broken(width=span[0], height=span[1])


# Three in a line ----------------------------------------------------------------------------------


def owner_of(state: State, box: int) -> int | None:
    """The side all finished sectors of a box belong to; none while one is open."""
    if any(sector.cells & box for sector in state.board.open):
        return None
    keepers = {sector.keeper for sector in state.board.done if sector.cells & box}
    return keepers.pop() if len(keepers) == 1 else None


def lined(state: State) -> set[int]:
    """The sides that have three boxes in a line."""
    boxes = part_of(state, Boxes).cells
    owners = [owner_of(state, box) for box in boxes]
    if len(owners) != NINE:
        return set()
    lines = [(owners[first], owners[second], owners[third]) for first, second, third in LINES]
    return {owner for owner in state.sides if (owner,) * 3 in lines}


def three_in_a_line(rules: KontorRules, state: State) -> Clause | None:
    """A side has three boxes in a line (KO-V-TICTACTOE-4)."""
    return ko.V_TICTACTOE_4 if len(state.board.done) > 2 and lined(state) else None


def who_has_the_line(rules: KontorRules, state: State) -> Result | None:
    """The side that has it wins; if both have one at once the sectors decide."""
    sides = lined(state)
    if len(sides) != 1:
        return None
    return Result((tuple(sides), tuple(sorted(set(state.sides) - sides))), ko.V_TICTACTOE_4.id)


TICTACTOE = Variant(
    id="KO-V-TICTACTOE",
    sets={
        "scenario": "KO-V-TICTACTOE",
        **board(8),
        "fixed_at_start": True,
        "layout": GRID,
        "drawn": True,
        "counted": None,
        "score_clause": ko.V_TICTACTOE_5,
    },
    adds={
        "removed": CRANES,
        "on_layout": (boxed,),
        "reach": (keeping_boxes_whole,),
        "ends": (three_in_a_line,),
        "wins": (who_has_the_line,),
        "checks": together(
            DRAWN,
            without_cards(ko.V_TICTACTOE_2),
            {Layout: (the_grid_gives_the_size_of_the_board,), Place: (one_sector_in_a_box,)},
            past(ko.V_TICTACTOE_4),
        ),
    },
    lifts=OTHER_SIZES,
    over=ADVANCED,
    needs=ADVANCED,
    warns=MONEY | {"KO-V-CONTREBANDE"},
    seats=TWO,
)

ROWS = (TICTACTOE,)
