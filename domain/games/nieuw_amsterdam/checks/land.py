"""Checks of step 6: land added and cleared (NA-LAND)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import AddLand, Clear, Move
from domain.games.nieuw_amsterdam.deeds.land import clearable
from domain.games.nieuw_amsterdam.pieces import FROM_DECK
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.scoring import filled
from domain.games.nieuw_amsterdam.state import Estate, Plot, State
from domain.numbers import NotKnown
from domain.rules import UNDETERMINED, Broken, Check, broken, impossible

Finds = Broken | None


@cites(na.LAND_1)
def one_land_card_is_taken(rules: NieuwAmsterdamRules, state: State, add: AddLand) -> Finds:
    return broken(cards=len(add.slots)) if len(add.slots) > 1 else None


@cites(na.LAND_1)
def a_land_card_lies_in_the_slot(rules: NieuwAmsterdamRules, state: State, add: AddLand) -> Finds:
    lands = state.slots.lands
    for slot in add.slots:
        if slot != FROM_DECK and (slot > len(lands) or lands[slot - 1] is None):
            return broken(slot=slot)
    return None


@cites(na.LAND_1)
def a_land_card_does_not_come_from_the_deck(rules: NieuwAmsterdamRules, state: State, add: AddLand) -> Finds:
    return broken() if FROM_DECK in add.slots else None


@cites(na.LAND_1)
def land_costs_nothing(rules: NieuwAmsterdamRules, state: State, add: AddLand) -> Finds:
    return broken(paid=add.paid) if add.paid else None


@cites(na.LAND_2)
def a_new_card_goes_to_the_right_end(rules: NieuwAmsterdamRules, state: State, add: AddLand) -> Finds:
    estate = state.players[add.seat].estate
    end = len(estate.row) + 1
    return broken(at=add.at, end=end) if add.at is not None and add.at < end and seen_whole(estate) else None


@cites(na.LAND_2)
def a_row_is_never_rearranged(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    within = move.thing == "land" and move.source.startswith("card") and move.target.startswith("card")
    return broken(source=move.source, target=move.target) if within else None


@cites(na.LAND_7)
def longhouses_move_with_new_land_only(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    if move.thing != "longhouse" or move.source == "box":  # what comes back is a matter of its own (NA-SUPPLY-4)
        return None
    return broken(count=move.count, source=move.source, target=move.target)


@cites(na.LAND_8)
def every_full_card_is_cleared(rules: NieuwAmsterdamRules, state: State, clear: Clear) -> Finds:
    if not clear.cards or not rules.clears_all:
        return None
    row = state.players[clear.seat].estate.row
    left = tuple(at for at in clearable(rules, row)[0] if at not in clear.cards)
    return broken(left=left) if left and can_be_cleared(rules, row, clear.cards) else None


def can_be_cleared(rules: NieuwAmsterdamRules, row: tuple[Plot, ...], cards: tuple[int, ...]) -> bool:
    """Whether any of the cards named can be cleared: else they were mistaken for others."""
    return any(at in places for places in clearable(rules, row) for at in cards)


@cites(na.LAND_8)
def one_card_is_cleared(rules: NieuwAmsterdamRules, state: State, clear: Clear) -> Finds:
    """Asked where an action clears a single card (NA-Q-23)."""
    return broken(cards=clear.cards) if len(clear.cards) > 1 else None


@cites(na.LAND_9)
def only_full_cards_are_cleared_and_only_once(rules: NieuwAmsterdamRules, state: State, clear: Clear) -> Finds:
    estate = state.players[clear.seat].estate
    row = estate.row
    for at in clear.cards:
        if not 1 <= at <= len(row) and seen_whole(estate):
            return impossible(at=at)
        plot = row[at - 1]
        if plot.cleared and not rules.clears_once:
            continue
        if plot.cleared or not is_full(plot):
            return broken(at=at)
    return None


def is_full(plot: Plot) -> bool:
    """Whether every house space of a card is taken; raises NotKnown where that is open."""
    full = filled(plot)
    if full is None:
        raise NotKnown(getattr(plot.houses, "fact", "") or getattr(plot.card.spaces, "fact", "row"))
    return full


@cites(na.LAND_11)
def the_scoring_table_lists_the_place(rules: NieuwAmsterdamRules, state: State, clear: Clear) -> Finds:
    """Beyond its end an arbiter should rule; until then it counts like the last place (NA-Q-5)."""
    row, last = state.players[clear.seat].estate.row, len(state.sheet.positions)
    if len(row) <= last or rules.beyond_table != "last":
        return None
    places = clear.cards or [at for found in clearable(rules, row) for at in found]
    return Broken({"needs": "ruling NA-Q-5"}, None, UNDETERMINED) if max(places, default=0) > last else None


@cites(na.LAND_14)
def there_is_land_to_clear(rules: NieuwAmsterdamRules, state: State, clear: Clear) -> Finds:
    estate = state.players[clear.seat].estate
    if clear.cards or rules.empty_actions or any(clearable(rules, estate.row)):
        return None
    return broken() if seen_whole(estate) else None


def seen_whole(estate: Estate) -> bool:
    """Whether all cards of a row are known; raises NotKnown where a gap may have brought others."""
    if "r" in estate.grown:
        raise NotKnown("row")
    return True


CHECKS: dict[type, tuple[Check, ...]] = {
    AddLand: (
        one_land_card_is_taken,
        a_land_card_lies_in_the_slot,
        a_land_card_does_not_come_from_the_deck,
        land_costs_nothing,
        a_new_card_goes_to_the_right_end,
    ),
    Clear: (
        every_full_card_is_cleared,
        only_full_cards_are_cleared_and_only_once,
        the_scoring_table_lists_the_place,
        there_is_land_to_clear,
    ),
    Move: (a_row_is_never_rearranged, longhouses_move_with_new_land_only),
}
ONE_AT_A_TIME: dict[type, tuple[Check, ...]] = {Clear: (one_card_is_cleared,)}  # where a reading clears a single card
