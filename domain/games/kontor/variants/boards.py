"""Helpers of scenarios: another board, cards left in the box, no boat, another count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, Hold, Layout, Place, Reveal, Sail, Show, Top
from domain.games.kontor.checks.placement import too_wide
from domain.games.kontor.checks.setup import OUT_OF_THE_GAME, laid_otherwise
from domain.games.kontor.state import Sector, State
from domain.rules import Broken, Check, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
Checks = Mapping[type, tuple[Check, ...]]
ADVANCED, EITHER = frozenset(("advanced",)), frozenset(("advanced", "four"))
MONEY = frozenset(("KO-V-MISERE",))  # sets a board too (KO-I-90)
TWO, TWO_OR_FOUR = frozenset((2,)), frozenset((2, 4))
ANCHOR_ONLY = ("0,0",)
CRANES, BOATLESS_CRANES, TAVERNS = (29, 30, 31, 32), (29, 30), (88, 89)
OTHER_SIZES = frozenset((ko.SIZE_4.id, ko.SIZE_5.id))  # those of the advanced game and of the game for four
OWN_SIZE = frozenset((ko.SIZE_1.id,))  # what is asked of a scenario's own board
BOATS = frozenset(f"KO-BOAT-{number}" for number in range(1, 11))


def board(width: int, height: int = 0) -> dict[str, int]:
    """The size of a board."""
    return {"width": width, "height": height or width}


# Cards left in the box ----------------------------------------------------------------------------


def without_cards(clause: Clause) -> Checks:
    """The checks that no card which this scenario takes out comes up."""

    @cites(clause)
    def no_card_taken_out_is_revealed(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
        for seat, number, _ in reveal.cards:
            if seat < len(state.players) and is_taken_out(rules, state, number):
                return broken(seat=seat, card=number)
        return None

    @cites(clause)
    def no_card_taken_out_is_played(rules: KontorRules, state: State, action: Place | Draw | Top | Choose) -> Finds:
        number = action.card
        return broken(card=number) if number is not None and is_taken_out(rules, state, number) else None

    @cites(clause)
    def no_card_taken_out_is_held(rules: KontorRules, state: State, action: Hold | Show) -> Finds:
        cards = tuple([number for number in action.cards or () if is_taken_out(rules, state, number)])
        return broken(cards=cards) if cards else None

    played, held = (no_card_taken_out_is_played,), (no_card_taken_out_is_held,)
    asked: dict[type, tuple[Check, ...]] = {Reveal: (no_card_taken_out_is_revealed,), Hold: held, Show: held}
    return {**asked, **dict.fromkeys((Place, Draw, Top, Choose), played)}


def is_taken_out(rules: KontorRules, state: State, number: int) -> bool:
    """Whether a card was taken out of the game before it began."""
    return number in rules.removed and state.where[number] == OUT_OF_THE_GAME


# The boat, the board ------------------------------------------------------------------------------


def without_boat(clause: Clause) -> Checks:
    """The boat stays in the box."""

    @cites(clause)
    def the_scenario_has_no_boat(rules: KontorRules, state: State, sail: Sail) -> Finds:
        return broken(cell=sail.cell)

    return {Sail: (the_scenario_has_no_boat,)}


def of_its_own(clause: Clause) -> Checks:
    """Layout and size of the board, where one clause of the scenario gives both."""

    @cites(clause)
    def the_layout_is_that_of_the_scenario(rules: KontorRules, state: State, layout: Layout) -> Finds:
        return laid_otherwise(rules, layout)

    @cites(clause)
    def the_harbour_stays_within_the_scenarios_board(rules: KontorRules, state: State, place: Place) -> Finds:
        return too_wide(rules, state, place)

    return {Layout: (the_layout_is_that_of_the_scenario,), Place: (the_harbour_stays_within_the_scenarios_board,)}


def together(*asked: Checks) -> Checks:
    """The checks of several of these together."""
    kinds = {kind: None for checks in asked for kind in checks}
    return {kind: tuple(check for checks in asked for check in checks.get(kind, ())) for kind in kinds}


# Which sectors count ------------------------------------------------------------------------------


def at_least(docks: int, clause: Clause) -> Callable:
    """Sectors smaller than this give no points."""

    def large_enough(rules: KontorRules, state: State, sectors: tuple[Sector, ...]) -> dict[int, Clause]:
        return {at: clause for at, sector in enumerate(sectors) if sector.size < docks}

    return large_enough


def at_most(docks: int, clause: Clause) -> Callable:
    """Sectors larger than this give no points."""

    def small_enough(rules: KontorRules, state: State, sectors: tuple[Sector, ...]) -> dict[int, Clause]:
        return {at: clause for at, sector in enumerate(sectors) if sector.size > docks}

    return small_enough
