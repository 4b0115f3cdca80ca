"""The export warehouse, the first expansion: a warehouse for abroad instead of one for the sector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import GR_COUNT, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Place, Withdraw
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.deeds.expansions import stored_by
from domain.games.kontor.deeds.placement import one_only
from domain.games.kontor.deeds.stores import of_mix
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import DOCK, GOODS, NO_GOODS
from domain.games.kontor.state import State, card_of, cells_in, is_finished, sector_at, sector_with
from domain.games.kontor.state.parts import Shipped, exported, part_of, with_exported, with_part
from domain.numbers import NotKnown, Number, between, is_surely, least, most, not_below_zero
from domain.rules import POINTS, Broken, Effect, Item, ScoreLine, Seat, broken, impossible
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


@cites(ko.V_EXPORT_1)
def one_warehouse_at_most_is_exported(rules: KontorRules, state: State, place: Place) -> Finds:
    return broken(goods=place.export) if len(place.export) > 1 else None


@cites(ko.V_EXPORT_1)
def an_exported_good_is_one_of_the_docks(rules: KontorRules, state: State, place: Place) -> Finds:
    if len(place.export) != 1:
        return None
    card = card_of(state, place.card)
    goods = card.goods
    if goods is None:
        if card.kind in (DOCK, ""):
            raise NotKnown(f"face {place.card}")
        goods = NO_GOODS
    stored = one_only(goods, place.good) if rules.chooses_good else goods
    return None if most(stored[GOODS.index(place.export[0])]) else broken(card=place.card, good=place.export[0])


@cites(ko.V_EXPORT_3)
def exported_warehouses_stay(rules: KontorRules, state: State, withdraw: Withdraw) -> Finds:
    return broken(goods=withdraw.goods)


@cites(GR_COUNT)
def no_more_is_withdrawn_than_was_exported(rules: KontorRules, state: State, withdraw: Withdraw) -> Finds:
    side = state.sides[withdraw.seat]
    lacks = [at for at, count in enumerate(of_mix(withdraw.goods)) if count > most(exported(state, side, at))]
    return surely(state, impossible(goods=withdraw.goods)) if lacks else None


# A dock the boat removes --------------------------------------------------------------------------


def owed_by_the_export(rules: KontorRules, state: State, cell: int) -> Moved:
    """What a removed dock exported: out of the sector if another of the kind lies there, else off the export board."""
    lying, sector = state.board.cards[cell], sector_at(state.board, cell)
    if sector is None or lying.owner not in state.sides or is_finished(state.board, cell):
        return state, ()
    made: tuple[Effect, ...] = ()
    for number, good in shipments(state):
        if number != lying.number:
            continue
        other = None if rules.exports_by_dock else another_of(state, cell, good)
        if other is None:
            state, more = off_the_board(unshipped(state, number, good), lying.owner, good)
            made += more
            continue
        heir = state.board.cards[other].number  # KO-I-82: one is as good as another
        state = stored_by(stored_by(state, other, good, -1), cell, good, 1)
        state = unshipped(state, number, good, heir)
    return state, made


def shipments(state: State) -> list[tuple[int, int]]:
    """The docks whose warehouses were exported, with the good."""
    docks = part_of(state, Shipped).docks
    return list(zip(docks[::2], docks[1::2], strict=True))


def unshipped(state: State, number: int, good: int, heir: int = 0) -> State:
    """Takes back one shipment, or lets another dock take its place."""
    left = shipments(state)
    left.remove((number, good))
    left += [(heir, good)] if heir else []
    return with_part(state, Shipped(tuple([value for pair in left for value in pair])))


def another_of(state: State, cell: int, good: int) -> int | None:
    """Another dock of its sector and side that stored such a good."""
    sector, side = sector_with(state.board, cell), state.board.cards[cell].owner
    for other in cells_in(sector.cells):
        lying = state.board.cards[other]
        if other != cell and lying.owner == side and least(lying.stored[good]):
            return other
    return None


def off_the_board(state: State, side: int, good: int) -> Moved:
    """A warehouse of an export board that goes back to the supply."""
    before = exported(state, side, good)
    by = not_below_zero(before - 1) - before
    if is_surely(by, 0):
        return state, ()
    state = with_exported(state, side, good, before + by)
    return state, (effect_on(ko.V_EXPORT_2, "export", (side, GOODS[good]), by, state.sides.index(side)),)


# The count ----------------------------------------------------------------------------------------


def export_points(rules: KontorRules, state: State) -> list[ScoreLine]:
    """For each kind a point for the side that exported more (KO-V-EXPORT-4)."""
    found = []
    sides = sorted(set(state.sides))
    for good, name in enumerate(GOODS):
        counts = [exported(state, side, good) for side in sides]
        for side, own in zip(sides, counts, strict=True):
            rivals = [count for other, count in zip(sides, counts, strict=True) if other != side]
            if not most(own) or any(least(rival) > most(own) for rival in rivals):
                continue
            sure = all(least(own) > most(rival) for rival in rivals)
            tied = any(is_surely(rival, own) for rival in rivals if own.__class__ is int)
            found.append(
                _line(side, state.sides.index(side), name, 1 if sure else 0 if tied else between(0, 1, "export"))
            )
    return found


def _line(side: int, seat: Seat, good: str, by: Number) -> ScoreLine:
    items = (Item("export", 1, 1),) if is_surely(by, 1) else ()
    return ScoreLine(
        clause=ko.V_EXPORT_4.id,
        what=POINTS,
        key=(side,),
        seat=seat,
        by=by,
        due=by,
        source=f"export-{good}",
        items=items,
    )


ROWS = (
    Variant(
        id="KO-V-EXPORT",
        sets={"exports": True},
        adds={
            "optional_deeds": ("withdraw",),
            "before_removal": (owed_by_the_export,),
            "extras": (export_points,),
            "checks": {
                Place: (one_warehouse_at_most_is_exported, an_exported_good_is_one_of_the_docks),
                Withdraw: (exported_warehouses_stay, no_more_is_withdrawn_than_was_exported),
            },
        },
        warns=frozenset(("KO-V-EMBARGO", "KO-V-VITESSE")),
        seats=frozenset((2,)),
    ),
)
