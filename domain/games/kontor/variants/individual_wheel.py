"""Roue libre individuelle: each seat for itself, one pile of docks, alliances sector by sector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Ally, Leave, Remove
from domain.games.kontor.checks.certainty import all_read
from domain.games.kontor.checks.end import nobody_plays_on_after_the_end
from domain.games.kontor.deeds.alliances import allies_in, ally_of, placed_in, remembered, still_allied
from domain.games.kontor.follow.common import Moved, setting_effect
from domain.games.kontor.pieces import NO_GOODS, group_of
from domain.games.kontor.scoring import points_of, worth
from domain.games.kontor.state import (
    AT,
    CHOOSE,
    NAME,
    NOWHERE,
    OVER,
    REFILL,
    Sector,
    State,
    actor_of,
    name_of,
    sector_at,
)
from domain.games.kontor.state.stock import plus
from domain.games.kontor.variants.boards import Finds
from domain.games.kontor.variants.wheel_turns import due_next
from domain.numbers import least
from domain.rules import POINTS, Item, Offer, ScoreLine, Seat, broken
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

# Markers, goods -----------------------------------------------------------------------------------


def marked(rules: KontorRules, state: State, seat: Seat, cell: int) -> Moved:
    """The seat that plays a dock puts a marker on it (KO-V-ROUE-IND-1)."""
    if group_of(state.board.cards[cell].kind) != 0:
        return state, ()
    return state, (setting_effect(ko.V_ROUE_IND_1, "marker", (NAME[cell],), state.sides[seat], seat),)


def in_a_row(state: State) -> tuple[tuple[str, str], ...]:
    """Spice beats tea and wine, tea beats wine (KO-V-ROUE-IND-3)."""
    return (("spice", "tea"), ("spice", "wine"), ("tea", "wine"))


@cites(ko.V_ROUE_IND_2)
def a_removed_dock_goes_under_the_one_pile(rules: KontorRules, state: State, remove: Remove) -> Finds:
    return broken(cell=remove.cell, to=remove.to) if remove.to else None


# Alliances ----------------------------------------------------------------------------------------


def is_before_ones_card(rules: KontorRules, state: State, seat: Seat) -> bool:
    """Whether a seat's turn begins, and it has not played yet."""
    if state.phase == REFILL and actor_of(state) == seat:
        return False
    begins = state.phase in (CHOOSE, REFILL) and due_next(rules, state)[-1:] == [seat]
    return begins and seat not in state.play.passed


@cites(ko.V_ROUE_IND_4)
def allies_join_and_leave_before_playing(rules: KontorRules, state: State, action: Ally | Leave) -> Finds:
    if state.phase == OVER or is_before_ones_card(rules, state, action.seat):
        return None
    return all_read(state, broken(cell=action.cell))


@cites(ko.V_ROUE_IND_4)
def an_alliance_is_of_two_in_a_sector(rules: KontorRules, state: State, action: Ally) -> Finds:
    sector = sector_at(state.board, AT[action.cell])
    two = action.other != action.seat and action.other < len(state.players)
    if sector is not None and two and not _is_allied(state, sector, action.seat, action.other):
        return None
    return all_read(state, broken(cell=action.cell))


def _is_allied(state: State, sector: Sector, *seats: Seat) -> bool:
    return any(ally_of(state, sector, seat) is not None for seat in seats)


@cites(ko.V_ROUE_IND_4)
def only_an_ally_leaves(rules: KontorRules, state: State, action: Leave) -> Finds:
    sector = sector_at(state.board, AT[action.cell])
    allied = sector is not None and _is_allied(state, sector, action.seat)
    return None if allied else all_read(state, broken(cell=action.cell))


def as_one(rules: KontorRules, state: State, sector: Sector, stock: tuple) -> tuple:
    """The warehouses of allies are compared together, as those of the first of them."""
    rows = list(stock)
    for one, other in allies_in(state, sector):
        first, second = state.sides[one], state.sides[other]
        rows[first], rows[second] = plus(rows[first], rows[second]), NO_GOODS
    return tuple(rows)


def shared(rules: KontorRules, state: State, at: int, sector: Sector) -> list[ScoreLine]:
    """Allies have half the points each; an odd one goes to who placed more, or to none (KO-V-ROUE-IND-5)."""
    pair = next((pair for pair in allies_in(state, sector) if state.sides[pair[0]] == sector.keeper), None)
    if pair is None:
        return []
    total = least(points_of(worth(rules, state, sector)))
    placed = [placed_in(rules, state, sector, seat) for seat in pair]
    made = []
    for seat, own, rival in zip(pair, placed, reversed(placed), strict=True):
        amount = total // 2 + (total % 2 if own > rival else 0)
        made.append(
            ScoreLine(
                clause=ko.V_ROUE_IND_5.id,
                what=POINTS,
                key=(state.sides[seat],),
                seat=seat,
                by=amount,
                due=amount,
                source=f"sector-{at + 1}",
                items=(Item("share", amount, 1),),
            )
        )
    return made


def alliances(rules: KontorRules, state: State) -> Iterator[Offer]:
    """The seat whose turn it is may join with another in a sector where both have warehouses, or leave an ally."""
    for seat in rules.choosers(rules, state):
        for sector in state.board.open:
            if ally_of(state, sector, seat) is not None:
                yield Offer(Leave(seat=seat, cell=name_of(sector)))
                continue
            for other, side in enumerate(state.sides):
                centres = sector.centres[state.sides[seat]], sector.centres[side]
                if other != seat and NOWHERE not in centres and ally_of(state, sector, other) is None:
                    yield Offer(Ally(seat=seat, other=other, cell=name_of(sector)))


ALONE = Variant(
    id="KO-V-ROUE-IND",
    sets={
        "alone": True,
        "dock_piles": "single",
        "piles_clause": ko.V_ROUE_IND_2,
        "beats": in_a_row,
        "beats_clause": ko.V_ROUE_IND_3,
    },
    adds={
        "optional_deeds": ("ally", "leave"),
        "after_laying": (marked, remembered),
        "on_change": (still_allied,),
        "stock_view": (as_one,),
        "shares": (shared,),
        "offers": {CHOOSE: (alliances,)},
        "checks": {
            Remove: (a_removed_dock_goes_under_the_one_pile,),
            Ally: (
                allies_join_and_leave_before_playing,
                an_alliance_is_of_two_in_a_sector,
                nobody_plays_on_after_the_end,
            ),
            Leave: (allies_join_and_leave_before_playing, only_an_ally_leaves, nobody_plays_on_after_the_end),
        },
    },
    lifts=frozenset((ko.BOAT_8.id, ko.HAND_3.id, ko.SETUP_7.id)),
    over=frozenset(("KO-V-ROUE", "advanced")),
    needs=frozenset(("KO-V-ROUE", "advanced")),
    bars={"four": "teams"},
    seats=frozenset((3, 4)),
)

ROWS = (ALONE,)
