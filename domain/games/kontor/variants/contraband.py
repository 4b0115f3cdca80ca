"""Contraband: once in a game a card is placed face down and opened only at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import End, Keeper, Open, Place, Sail, Smuggle, Stow, TakeBack
from domain.games.kontor.checks.certainty import all_read, surely
from domain.games.kontor.checks.end import nobody_plays_on_after_the_end
from domain.games.kontor.deeds.contraband import KINDS
from domain.games.kontor.pieces import ANY_OWNER, GROUP, group_of
from domain.games.kontor.state import (
    AT,
    BIT,
    CELLS,
    CHOOSE,
    FINAL,
    NAME,
    NEAR,
    NOT_CHOSEN,
    OVER,
    PLACE,
    Card,
    State,
    actor_of,
    card_of,
    cells_in,
    in_hand,
    is_finished,
    lawful_cells,
    sector_at,
    within,
)
from domain.games.kontor.state.parts import Contraband, Verdicts, hidden_cells, hiding, part_of
from domain.numbers import NotKnown, most
from domain.rules import Broken, Offer, OneOf, Seat, broken, impossible
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


# Keeping a card hidden, and placing it ------------------------------------------------------------


@cites(ko.V_CONTREBANDE_1)
def contraband_is_announced_at_the_reveal(rules: KontorRules, state: State, smuggle: Smuggle) -> Finds:
    if state.phase == OVER or (state.phase == CHOOSE and smuggle.seat not in state.play.passed):
        return None
    return surely(state, broken())


@cites(ko.V_CONTREBANDE_1)
def contraband_is_placed_once(rules: KontorRules, state: State, action: Smuggle) -> Finds:
    again = action.seat in part_of(state, Contraband).seats
    return surely(state, broken()) if again else None


@cites(ko.V_CONTREBANDE_1)
def contraband_was_announced(rules: KontorRules, state: State, stow: Stow) -> Finds:
    if stow.seat in (*hiding(state), *state.play.lost) or state.phase == OVER:
        return None
    return surely(state, broken(cell=stow.cell))


@cites(ko.TAX_2)
def who_cannot_pay_places_no_contraband(rules: KontorRules, state: State, stow: Stow) -> Finds:
    return surely(state, broken(cell=stow.cell)) if stow.seat in state.play.lost else None


@cites(ko.V_CONTREBANDE_1)
def contraband_comes_last(rules: KontorRules, state: State, stow: Stow) -> Finds:
    """A check that contraband is placed after all cards that lie open (KO-I-78)."""
    if state.phase != PLACE or stow.seat not in hiding(state):
        return None
    before = [seat for seat in state.play.order if seat not in hiding(state)]
    return surely(state, broken(due=before[0])) if before else None


@cites(ko.V_CONTREBANDE_1)
def a_hidden_card_stays_hidden(rules: KontorRules, state: State, place: Place) -> Finds:
    hidden = place.seat in hiding(state) and state.phase == PLACE and not state.play.shown[place.seat]
    return surely(state, broken(card=place.card)) if hidden else None


@cites(ko.V_CONTREBANDE_1)
def contraband_moves_no_boat(rules: KontorRules, state: State, sail: Sail) -> Finds:
    acts = state.phase == PLACE and actor_of(state) == sail.seat and sail.seat in hiding(state)
    return surely(state, broken(cell=sail.cell)) if acts else None


@cites(ko.PLACE_1)
def contraband_with_a_lawful_cell_is_placed(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    acts = state.phase == PLACE and actor_of(state) == back.seat and back.seat in hiding(state)
    placeable = acts and all(stow_cells(rules, state, back.seat, kind) for kind in kinds_held(rules, state, back.seat))
    return surely(state, broken()) if placeable else None


@cites(ko.PLACE_2)
def contraband_touches_a_card_by_a_side(rules: KontorRules, state: State, stow: Stow) -> Finds:
    cell = AT[stow.cell]
    if NEAR[cell] & state.board.taken or cell in state.board.cards or not within(rules, state.board) & BIT[cell]:
        return None
    return surely(state, broken(cell=stow.cell))


@cites(ko.PLACE_3)
def contraband_goes_on_an_empty_cell(rules: KontorRules, state: State, stow: Stow) -> Finds:
    return surely(state, broken(cell=stow.cell)) if AT[stow.cell] in state.board.cards else None


# Opening it ---------------------------------------------------------------------------------------


@cites(ko.V_CONTREBANDE_2)
def contraband_is_opened_at_the_end(rules: KontorRules, state: State, opened: Open) -> Finds:
    if state.phase in (FINAL, OVER):
        return None
    return all_read(state, broken(cell=opened.cell))


@cites(ko.V_CONTREBANDE_2)
def contraband_is_opened_before_the_count(rules: KontorRules, state: State, end: End) -> Finds:
    hidden = cells_in(hidden_cells(state)) if state.phase == FINAL else ()
    return broken(cell=NAME[hidden[0]]) if hidden else None


@cites(ko.V_CONTREBANDE_2)
def an_opened_card_lay_hidden_there(rules: KontorRules, state: State, opened: Open) -> Finds:
    return surely(state, impossible(cell=opened.cell)) if not hidden_cells(state) & BIT[AT[opened.cell]] else None


def of_opened(state: State, opened: Open) -> Card:
    """The card that is turned over, as it was just read."""
    card = card_of(state, opened.card)
    if card.kind:
        return card
    kind = next((word for word in opened.face if word in GROUP), "")
    if not kind:
        raise NotKnown(f"face {opened.card}")
    return Card(opened.card, kind)


@cites(ko.V_CONTREBANDE_1)
def contraband_is_a_canal_or_a_dock_with_goods(rules: KontorRules, state: State, opened: Open) -> Finds:
    kind = of_opened(state, opened).kind
    return None if kind in KINDS else broken(card=opened.card)


@cites(ko.V_CONTREBANDE_1)
def contraband_is_what_it_was_said_to_be(rules: KontorRules, state: State, opened: Open) -> Finds:
    """A check that a hidden card is of the kind that was announced: by that kind its player drew (KO-I-78)."""
    part, cell = part_of(state, Contraband), AT[opened.cell]
    if cell not in part.cells or rules.contraband_as:
        return None
    kind, announced = of_opened(state, opened).kind, part.groups[part.cells.index(cell)]
    return None if announced < 0 or kind not in KINDS or KINDS[kind] == announced else broken(card=opened.card)


@cites(ko.CRANE_1)
def no_contraband_dock_lies_beside_a_crane(rules: KontorRules, state: State, opened: Open) -> Finds:
    part, cell = part_of(state, Contraband), AT[opened.cell]
    if cell not in part.cells or not part.craned[part.cells.index(cell)]:
        return None
    return broken(card=opened.card, cell=opened.cell) if GROUP[of_opened(state, opened).kind] == 0 else None


@cites(ko.HAND_2)
def contraband_was_in_hand(rules: KontorRules, state: State, opened: Open) -> Finds:
    part, cell = part_of(state, Contraband), AT[opened.cell]
    if cell not in part.cells:
        return None
    seat = part.seats[part.cells.index(cell)]
    card = card_of(state, opened.card)
    own = group_of(card.kind) != 0 or card.owner in (state.sides[seat], ANY_OWNER)
    held = state.where[opened.card] in (ord("."), in_hand(seat))
    return None if own and held else surely(state, impossible(card=opened.card))


@cites(ko.V_CONTREBANDE_3)
def a_sector_waits_for_contraband(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    cell, hidden = AT[keeper.cell], hidden_cells(state)
    sector = sector_at(state.board, cell)
    if sector is None or is_finished(state.board, cell) or not (sector.cells | sector.free) & hidden:
        return None
    closed = not sector.free & state.board.edges & ~hidden
    return surely(state, broken(cell=keeper.cell)) if closed else None


# What may be done ---------------------------------------------------------------------------------


def smuggles(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Seats that have laid down a card, have placed no contraband yet and have a canal or a dock."""
    used = part_of(state, Contraband).seats
    for seat, player in enumerate(state.players):
        ready = state.play.chosen[seat] != NOT_CHOSEN and seat not in (*state.play.passed, *hiding(state), *used)
        if ready and any(most(player.hand.counts[group]) for group in KINDS.values()):
            yield Offer(Smuggle(seat=seat))


def stow_cells(rules: KontorRules, state: State, seat: Seat, kind: str) -> list[int]:
    """Where a hidden card of a kind may go."""
    return cells_in(lawful_cells(rules, state, seat, Card(0, kind, state.sides[seat])))


def kinds_held(rules: KontorRules, state: State, seat: Seat) -> list[str]:
    """What a seat's hidden card can be, as far as hands and agreements show."""
    counts = state.players[seat].hand.counts
    return [kind for kind, at in KINDS.items() if most(counts[at]) and rules.contraband_as in ("", kind)]


def stows(rules: KontorRules, state: State) -> Iterator[Offer]:
    """The hidden card on any cell that is lawful for what it is said to be; without one it goes back."""
    seat = actor_of(state)
    if seat not in hiding(state) or any(other not in hiding(state) for other in state.play.order):
        return
    ways = {kind: stow_cells(rules, state, seat, kind) for kind in kinds_held(rules, state, seat)}
    if not any(ways.values()):
        yield Offer(TakeBack(seat=seat, why="stuck"))
    for kind, found in ways.items():
        cells = tuple([NAME[cell] for cell in found])
        if cells:
            yield Offer(Stow(seat=seat, cell=cells[0], kind=kind), {"cell": OneOf(cells, CELLS)})


def unopened(rules: KontorRules, state: State) -> list[tuple[Seat, int, int]]:
    """Hidden cards that are still to be opened: whose, where, what they were said to be."""
    if part_of(state, Verdicts).now:
        return []
    part = part_of(state, Contraband)
    lying = zip(part.seats, part.cells, part.groups, strict=True)
    return [(seat, cell, group) for seat, cell, group in lying if cell not in part.opened]


def who_still_opens(rules: KontorRules, state: State) -> list[Seat]:
    """Whose cards lie face down when the game is over."""
    return [seat for seat, _, _ in unopened(rules, state)]


def openings(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Any card that can have been in that hand."""
    for seat, cell, group in unopened(rules, state):
        side = state.sides[seat]
        cards = [
            number
            for number, card in state.cards.items()
            if state.where[number] == ord(".") and KINDS.get(card.kind) == group and card.owner in (side, ANY_OWNER, -1)
        ]
        if cards:
            yield Offer(Open(seat=seat, cell=NAME[cell], card=cards[0]), {"card": OneOf(tuple(cards))})


ROWS = (
    Variant(
        id="KO-V-CONTREBANDE",
        adds={
            "optional_deeds": ("smuggle", "stow", "open"),
            "before_count": (who_still_opens,),
            "offers": {CHOOSE: (smuggles,), PLACE: (stows,), FINAL: (openings,)},
            "checks": {
                Smuggle: (
                    contraband_is_announced_at_the_reveal,
                    contraband_is_placed_once,
                    nobody_plays_on_after_the_end,
                ),
                Stow: (
                    who_cannot_pay_places_no_contraband,
                    contraband_was_announced,
                    contraband_comes_last,
                    contraband_touches_a_card_by_a_side,
                    contraband_goes_on_an_empty_cell,
                    nobody_plays_on_after_the_end,
                ),
                Open: (
                    contraband_is_opened_at_the_end,
                    an_opened_card_lay_hidden_there,
                    contraband_is_a_canal_or_a_dock_with_goods,
                    contraband_is_what_it_was_said_to_be,
                    no_contraband_dock_lies_beside_a_crane,
                    contraband_was_in_hand,
                ),
                Place: (a_hidden_card_stays_hidden,),
                Sail: (contraband_moves_no_boat,),
                TakeBack: (contraband_with_a_lawful_cell_is_placed,),
                End: (contraband_is_opened_before_the_count,),
                Keeper: (a_sector_waits_for_contraband,),
            },
        },
        warns=frozenset(("KO-V-WATER", "KO-V-TICTACTOE", "KO-V-EVENTS", "KO-V-MAREE")),
        seats=frozenset((2,)),
    ),
)
