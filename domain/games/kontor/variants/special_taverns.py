"""Special rules about taverns: what they bring, and whether their sector counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Bonus, Keeper, Place, Verdict
from domain.games.kontor.checks.certainty import all_read
from domain.games.kontor.pieces import DOCK, TAVERN
from domain.games.kontor.scoring import first_seats, sector_line
from domain.games.kontor.state import (
    AT,
    BIT,
    FINAL,
    NAME,
    NO_SEAT,
    NOWHERE,
    REFILL,
    Card,
    Lying,
    Sector,
    State,
    actor_of,
    card_of,
    cells_in,
    is_finished,
    lying_of,
    placed_by,
    sector_at,
    touching,
    within,
    would_finish,
)
from domain.games.kontor.state.cells import EVERYWHERE, places
from domain.games.kontor.state.parts import Favours, Last, Verdicts, part_of
from domain.games.kontor.variants.special_rules import EITHER, the_last_so_far
from domain.numbers import is_surely
from domain.rules import Broken, Check, Offer, OneOf, ScoreLine, Seat, broken
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


# Corruption ---------------------------------------------------------------------------------------


def not_closing_with_a_tavern(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """A tavern where it finishes no sector."""
    if card.kind != TAVERN:
        return EVERYWHERE
    board = state.board
    lying = lying_of(card, state.sides[seat], seat)
    here = touching(board) & ~board.taken & within(rules, board)
    return sum(BIT[cell] for cell in cells_in(here) if not would_finish(rules, board, cell, lying))


def no_tavern_finishes(clause: Clause) -> Check:
    """The check that a tavern closes nothing, for one of the two rules."""

    @cites(clause)
    def a_tavern_finishes_no_sector(rules: KontorRules, state: State, place: Place) -> Finds:
        card = card_of(state, place.card)
        if card.kind != TAVERN or AT[place.cell] in state.board.cards:
            return None
        lying = lying_of(card, state.sides[place.seat], place.seat)
        return broken(cell=place.cell) if would_finish(rules, state.board, AT[place.cell], lying) else None

    return a_tavern_finishes_no_sector


def new_tavern(state: State, seat: Seat) -> int:
    """Where a seat has just placed a tavern that has brought nothing yet."""
    if state.play.just != seat and not (state.phase == REFILL and actor_of(state) == seat):
        return NOWHERE
    cell = placed_by(state.board, seat)
    lying = state.board.cards.get(cell)
    if lying is None or lying.kind != TAVERN or cell in part_of(state, Favours).cells:
        return NOWHERE
    return cell


def has_one_good(lying: Lying | None) -> bool:
    """Whether a card is a dock that shows a single good."""
    return lying is not None and lying.kind == DOCK and is_surely(sum(lying.goods, 0), 1)


def fits(rules: KontorRules, state: State, seat: Seat, cell: int) -> bool:
    """Whether warehouses may be added to a dock at all."""
    lying = state.board.cards.get(cell)
    if lying is None or not has_one_good(lying) or is_finished(state.board, cell):
        return False
    return rules.bonus_owner == "any" or lying.owner == state.sides[seat]


def in_its_sector(rules: KontorRules, state: State, seat: Seat, cells: tuple[int, ...]) -> bool:
    """One dock of the tavern's sector (KO-V-CORRUPTION-1-1)."""
    sector = sector_at(state.board, new_tavern(state, seat))
    return len(cells) == 1 and sector is not None and bool(sector.cells & BIT[cells[0]])


def in_others(rules: KontorRules, state: State, seat: Seat, cells: tuple[int, ...]) -> bool:
    """Two docks that do not lie in one sector with each other and the tavern (KO-V-CORRUPTION-2-1; KO-I-75)."""
    if len(set(cells)) != 2:
        return False
    sectors = {id(sector_at(state.board, cell)) for cell in (*cells, new_tavern(state, seat))}
    if len(sectors) < (3 if rules.bonus_apart == "all" else 2):
        return False
    one, other = (state.board.cards[cell].goods for cell in cells)
    return not rules.bonus_same or one == other


def bonus_after_a_tavern(clause: Clause, where) -> Check:
    """The check of added warehouses, for one of the two rules."""

    @cites(clause)
    def warehouses_are_added_as_a_tavern_allows(rules: KontorRules, state: State, bonus: Bonus) -> Finds:
        seat, cells = bonus.seat, tuple([AT[cell] for cell in bonus.cells])
        fit = new_tavern(state, seat) != NOWHERE and all(fits(rules, state, seat, cell) for cell in cells)
        if fit and where(rules, state, seat, cells):
            return None
        return all_read(state, broken(cells=bonus.cells))

    return warehouses_are_added_as_a_tavern_allows


def bonuses(count: int, where):
    """What may be added now."""

    def offered(rules: KontorRules, state: State) -> Iterator[Offer]:
        seat = actor_of(state)
        if seat < 0 or new_tavern(state, seat) == NOWHERE:
            return
        docks = [cell for cell in state.board.cards if fits(rules, state, seat, cell)]
        ways = [way for way in combinations(docks, count) if where(rules, state, seat, way)]
        if ways:
            named = tuple([tuple([NAME[cell] for cell in way]) for way in ways])
            yield Offer(Bonus(seat=seat, cells=named[0]), {"cells": OneOf(named)})

    return offered


def corruption(id: str, closes: Clause, adds: Clause, count: int, where) -> Variant:
    """One of the two rules: they differ in how many docks, and where."""
    return Variant(
        id=id,
        sets={"idle_taverns": False, "bonus_clause": adds},
        adds={
            "optional_deeds": ("bonus",),
            "reach": (not_closing_with_a_tavern,),
            "offers": {REFILL: (bonuses(count, where),)},
            "checks": {Place: (no_tavern_finishes(closes),), Bonus: (bonus_after_a_tavern(adds, where),)},
            "reverted_clauses": frozenset((adds.id,)),
        },
        bars={"KO-V-GULLIVER": "taverns"},
        warns=frozenset(("KO-V-ROUE", "KO-V-EMBARGO")),
        seats=EITHER,
    )


# Vieilles rancunes --------------------------------------------------------------------------------


def tavern_sides(state: State, sector: Sector) -> set[int]:
    """The sides that have a tavern in a sector."""
    cards = [state.board.cards[cell] for cell in cells_in(sector.cells)]
    return {card.owner for card in cards if card.kind == TAVERN}


def may_speak(rules: KontorRules, state: State, sector: Sector) -> bool:
    """Whether it is the time to speak of a finished sector (KO-I-69)."""
    if rules.verdict_at == "end":
        return state.phase == FINAL
    last = part_of(state, Last)
    return last.turn >= state.turn - 1 and any(finished is sector for finished in state.board.done[-last.count or 99 :])


def undecided(rules: KontorRules, state: State) -> list[tuple[int, Sector]]:
    """Finished sectors one side's tavern decides about, while it can and has not; with that side."""
    verdicts = part_of(state, Verdicts)
    if verdicts.now:
        return []
    spoken = sum(BIT[cell] for cell in (*verdicts.yes, *verdicts.no))
    found = []
    for sector in state.board.done:
        sides = tavern_sides(state, sector)
        if len(sides) == 1 and not sector.cells & spoken and may_speak(rules, state, sector):
            found.append((sides.pop(), sector))
    return found


def who_still_speaks(rules: KontorRules, state: State) -> list[Seat]:
    """The seats of the sides that still decide, when the game is over."""
    sides = {side for side, _ in undecided(rules, state)}
    return [seat for seat, side in enumerate(state.sides) if side in sides]


def verdicts(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Offers the side with a sector's tavern to say whether the sector counts."""
    for side, sector in undecided(rules, state):
        cell = NAME[cells_in(sector.cells)[0]]
        for seat in [seat for seat, own in enumerate(state.sides) if own == side]:
            yield Offer(Verdict(seat=seat, cell=cell), {"counts": OneOf((True, False))})


def unwanted(rules: KontorRules, state: State, sector: Sector) -> Clause | None:
    """The clause by which no keeper is put into a sector: its tavern's side says that it does not count."""
    if rules.verdict_at == "end" or len(tavern_sides(state, sector)) != 1:
        return None
    facts = [state.known.get((NAME[cell], "verdict")) for cell in cells_in(sector.cells)]
    return ko.V_RANCUNES_1 if any(fact is not None and not fact.value for fact in facts) else None


def left_uncounted(rules: KontorRules, state: State, sectors: tuple[Sector, ...]) -> dict[int, Clause]:
    """Sectors their tavern's side does not want counted (KO-V-RANCUNES-1)."""
    spoken_against = places(part_of(state, Verdicts).no)
    return {at: ko.V_RANCUNES_1 for at, sector in enumerate(sectors) if sector.cells & spoken_against}


def nothing_for_either(rules: KontorRules, state: State) -> list[ScoreLine]:
    """No points for a sector without a keeper that does not count, as an effect that a player can contradict."""
    done, seats = state.board.done, first_seats(state.sides)
    unmarked = [at for at in left_uncounted(rules, state, done) if done[at].keeper == NO_SEAT]
    return [
        sector_line(rules, state, at, done[at], ko.V_RANCUNES_1, seat, side)
        for at in unmarked
        for side, seat in seats.items()
    ]


@cites(ko.V_RANCUNES_1)
def only_a_taverns_side_decides(rules: KontorRules, state: State, verdict: Verdict) -> Finds:
    sector = sector_at(state.board, AT[verdict.cell])
    own = sector is not None and state.sides[verdict.seat] in tavern_sides(state, sector)
    return None if own else all_read(state, broken(cell=verdict.cell))


@cites(ko.V_RANCUNES_1)
def a_side_decides_in_time(rules: KontorRules, state: State, verdict: Verdict) -> Finds:
    cell = AT[verdict.cell]
    sector = sector_at(state.board, cell)
    if sector is None or (is_finished(state.board, cell) and may_speak(rules, state, sector)):
        return None
    if state.sides[verdict.seat] not in tavern_sides(state, sector):  # it decides at no time
        return None
    return all_read(state, broken(cell=verdict.cell))


@cites(ko.V_RANCUNES_2)
def with_both_taverns_it_counts(rules: KontorRules, state: State, verdict: Verdict) -> Finds:
    sector = sector_at(state.board, AT[verdict.cell])
    both = sector is not None and len(tavern_sides(state, sector)) > 1
    return broken(cell=verdict.cell) if both and not verdict.counts else None


@cites(ko.V_RANCUNES_1)
def a_sector_left_uncounted_gets_no_keeper(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    sector = sector_at(state.board, AT[keeper.cell])
    if sector is None or rules.verdict_at == "end" or not left_uncounted(rules, state, (sector,)):
        return None
    return broken(cell=keeper.cell) if keeper.count else None


ROWS: tuple[Variant, ...] = (
    Variant(
        id="KO-V-RANCUNES",
        sets={"idle_taverns": False},
        adds={
            "optional_deeds": ("verdict",),
            "on_finish": (the_last_so_far,),
            "eligible": (left_uncounted,),
            "unmarked": (unwanted,),
            "extras": (nothing_for_either,),
            "before_count": (who_still_speaks,),
            "offers": {REFILL: (verdicts,), FINAL: (verdicts,)},
            "checks": {
                Verdict: (only_a_taverns_side_decides, a_side_decides_in_time, with_both_taverns_it_counts),
                Keeper: (a_sector_left_uncounted_gets_no_keeper,),
            },
        },
        bars={"KO-V-GULLIVER": "taverns"},
        warns=frozenset(("KO-V-ROUE",)),
        seats=EITHER,
    ),
    corruption("KO-V-CORRUPTION-1", ko.V_CORRUPTION_1_0, ko.V_CORRUPTION_1_1, 1, in_its_sector),
    corruption("KO-V-CORRUPTION-2", ko.V_CORRUPTION_2_0, ko.V_CORRUPTION_2_1, 2, in_others),
)
