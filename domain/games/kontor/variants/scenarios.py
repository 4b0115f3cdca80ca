"""Scenarios: the advanced game on another board, with other cards, or with another count; one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.checks.end import past
from domain.games.kontor.pieces import CROSS
from domain.games.kontor.state import NO_SEAT, UNKNOWN_SIDE, Sector, State
from domain.games.kontor.state.cells import X, Y, cells_in
from domain.games.kontor.variants.boards import (
    ADVANCED,
    ANCHOR_ONLY,
    BOATLESS_CRANES,
    BOATS,
    CRANES,
    EITHER,
    MONEY,
    OTHER_SIZES,
    OWN_SIZE,
    TAVERNS,
    TWO,
    TWO_OR_FOUR,
    at_most,
    board,
    of_its_own,
    together,
    without_boat,
    without_cards,
)
from domain.rules import Item, Result
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

# The three smallest, the seven largest, the five smallest -----------------------------------------

DAVID = Variant(
    id="KO-V-DAVID",
    sets={
        "scenario": "KO-V-DAVID",
        **board(6),
        "counted": 3,
        "largest_first": False,
        "breaks_ties": False,
        "rank_clauses": (ko.V_DAVID_1,) * 3,
    },
    lifts=OTHER_SIZES,
    keeps=OWN_SIZE,
    over=ADVANCED,
    needs=ADVANCED,
    warns=MONEY | {"KO-V-SPRINT"},
    seats=TWO,
)
GEANT = Variant(
    id="KO-V-GEANT",
    sets={"scenario": "KO-V-GEANT", **board(8), "counted": 7, "rank_clauses": (ko.V_GEANT_1, ko.RANK_3, ko.RANK_4)},
    lifts=OTHER_SIZES,
    keeps=OWN_SIZE,
    over=ADVANCED,
    needs=ADVANCED,
    warns=MONEY,
    seats=TWO,
)
SMALL = Variant(
    id="KO-V-SMALL",
    sets={
        "scenario": "KO-V-SMALL",
        **board(8),
        "counted": 5,
        "largest_first": False,
        "nearest_first": False,
        "rank_clauses": (ko.V_SMALL_1, ko.V_SMALL_2, ko.V_SMALL_3),
    },
    lifts=OTHER_SIZES,
    keeps=OWN_SIZE,
    over=ADVANCED,
    needs=ADVANCED,
    warns=MONEY | {"KO-V-SPRINT"},
    seats=TWO,
)

# Only in a straight line --------------------------------------------------------------------------


def straight(rules: KontorRules, state: State, sectors: tuple[Sector, ...]) -> dict[int, Clause]:
    """All docks in one row or one column (KO-V-TETE-1)."""
    return {at: ko.V_TETE_1 for at, sector in enumerate(sectors) if not _in_line(cells_in(sector.cells))}


def _in_line(cells: list[int]) -> bool:
    return len({X[cell] for cell in cells}) == 1 or len({Y[cell] for cell in cells}) == 1


TETE = Variant(
    id="KO-V-TETE",
    sets={"scenario": "KO-V-TETE", **board(7), "layout": CROSS},
    adds={"eligible": (straight,)},
    lifts=frozenset((ko.SIZE_5.id,)),
    keeps=frozenset((ko.SIZE_4.id,)),
    over=EITHER,
    needs_one=EITHER,
    warns=MONEY,
    seats=TWO_OR_FOUR,
)

# Small boards that begin with the anchor ----------------------------------------------------------

OF_TAVERNS = ("KO-V-RANCUNES", "KO-V-CORRUPTION-1", "KO-V-CORRUPTION-2", "KO-V-PROTECTION")  # none takes part
GULLIVER = Variant(
    id="KO-V-GULLIVER",
    sets={
        "scenario": "KO-V-GULLIVER",
        **board(5),
        "layout": ANCHOR_ONLY,
        "layout_clause": ko.V_GULLIVER_1,
        "purse": 3,
        "purse_clause": ko.V_GULLIVER_2,
        "counted": None,
        "score_clause": ko.V_GULLIVER_4,
    },
    adds={
        "removed": (*BOATLESS_CRANES, *TAVERNS),
        "checks": together(of_its_own(ko.V_GULLIVER_1), without_cards(ko.V_GULLIVER_3)),
    },
    lifts=OTHER_SIZES,
    over=ADVANCED,
    needs=ADVANCED,
    bars=dict.fromkeys(OF_TAVERNS, "taverns"),
    warns=MONEY | {"KO-V-EVENTS", "KO-V-MARINS"},
    seats=TWO,
)


@cites(ko.V_PETIT_3)
def as_many_as_docks(rules: KontorRules, state: State, sector: Sector) -> Item | None:
    """A point for each dock (KO-V-PETIT-3)."""
    return Item("docks", sector.size, 1)


PETIT = Variant(
    id="KO-V-PETIT",
    sets={
        "scenario": "KO-V-PETIT",
        **board(6),
        "layout": ANCHOR_ONLY,
        "boat": False,
        "counted": None,
        "flat_value": False,
        "score_clause": ko.V_PETIT_3,
    },
    adds={
        "removed": CRANES,
        "eligible": (at_most(3, ko.V_PETIT_3),),
        "value": (as_many_as_docks,),
        "checks": together(without_cards(ko.V_PETIT_1), without_boat(ko.V_PETIT_2)),
    },
    lifts=OTHER_SIZES | BOATS,
    keeps=OWN_SIZE,
    over=ADVANCED,
    needs=ADVANCED,
    warns=MONEY,
    seats=TWO,
)

# The first finished sector decides ----------------------------------------------------------------


def the_first_sector(rules: KontorRules, state: State) -> Clause | None:
    """A sector is finished, or one that a side won (KO-V-VITESSE-2; KO-I-54)."""
    if rules.first_sector == "play-on":
        return ko.V_VITESSE_2 if any(sector.keeper != NO_SEAT for sector in state.board.done) else None
    return ko.V_VITESSE_2 if state.board.done else None


def its_winner(rules: KontorRules, state: State) -> Result | None:
    """The winner of the first sector, or of most finished at once; else florins decide, or no side wins (KO-I-54)."""
    won = [sum([sector.keeper == side for sector in state.board.done]) for side in (0, 1)]
    if state.ended != ko.V_VITESSE_2.id or UNKNOWN_SIDE in [sector.keeper for sector in state.board.done]:
        return None
    if won[0] == won[1]:
        return Result(((0, 1),), ko.V_VITESSE_2.id) if rules.first_sector == "draw" else None
    return Result(((0,), (1,)) if won[0] > won[1] else ((1,), (0,)), ko.V_VITESSE_2.id)


VITESSE = Variant(
    id="KO-V-VITESSE",
    sets={
        "scenario": "KO-V-VITESSE",
        **board(6),
        "layout": ANCHOR_ONLY,
        "counted": None,
        "score_clause": ko.V_VITESSE_2,
    },
    adds={
        "removed": CRANES,
        "ends": (the_first_sector,),
        "wins": (its_winner,),
        "checks": together(without_cards(ko.V_VITESSE_1), past(ko.V_VITESSE_2)),
    },
    lifts=OTHER_SIZES,
    keeps=OWN_SIZE,
    over=ADVANCED,
    needs=ADVANCED,
    warns=MONEY | {"KO-V-POINTFINAL", "KO-V-SPRINT", "KO-V-EVENTS", "KO-V-EXPORT"},
    seats=TWO,
)

ROWS = (DAVID, GEANT, SMALL, TETE, GULLIVER, PETIT, VITESSE)
