"""Checks of storage, supply, score and open information (NA-STORE, NA-SUPPLY, NA-SCORE, NA-INFO)."""

from __future__ import annotations

from domain.clauses import GR_COUNT, cites
from domain.fold import refusal
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import SPECIALS, Dealt, Fill, Lands, Move, Ships, Special
from domain.games.nieuw_amsterdam.deeds.common import furs_known
from domain.games.nieuw_amsterdam.deeds.preparation import faces_known
from domain.games.nieuw_amsterdam.pieces import AT_FUR, FUR, STOCKS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State, left_to_draw, lines_showing
from domain.numbers import most
from domain.rules import Broken, Check, RefusedAction, broken, impossible

Finds = Broken | None
KEPT_FREELY = ("coins", "wood", "corn")
OWN = ("purse", "hand")  # where one's things lie open
ALL_FURS = frozenset((*AT_FUR, FUR))
COME_NO_MORE = ("longhouse", "land", "ship")


# Storage ------------------------------------------------------------------------------------------


@cites(na.STORE_3)
def nobody_has_to_throw_things_away(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    """Furs on the discard and things out of sight are matters of their own (NA-SUPPLY-3, NA-INFO-1)."""
    if move.source not in OWN or move.target in ("hidden", *OWN):
        return None
    if move.thing in KEPT_FREELY or (move.thing in ALL_FURS and move.target != "discard"):
        return broken(thing=move.thing, count=move.count)
    return None


@cites(GR_COUNT)
def nobody_hands_over_more_than_there_is(rules: NieuwAmsterdamRules, state: State, special: Special) -> Finds:
    if not special.paid:
        return None
    player = state.players[special.seat]
    for kind, count in special.paid:
        if kind not in STOCKS:
            continue
        held = getattr(player, kind) - (special.fee or 0 if kind == "coins" else 0)
        if count > most(held):
            return impossible(kind=kind, paid=count, held=held)
    return None


# Furs and cards -----------------------------------------------------------------------------------


def brought(state: State, action: Dealt | Fill) -> tuple[str, ...]:
    """The furs an action brings to light."""
    if isinstance(action, Dealt):
        return furs_known(state, action.furs)
    return tuple([fur for _, furs in action.furs for fur in furs])


@cites(na.SUPPLY_2)
def the_box_has_ten_of_each_fur(rules: NieuwAmsterdamRules, state: State, action: Dealt | Fill) -> Finds:
    furs = brought(state, action)
    mixed = type(action) is Fill and most(state.reserve) < len(furs)  # the discard comes with it (NA-PREP-7)
    for fur in dict.fromkeys(furs):
        if fur in AT_FUR and (count := furs.count(fur)) > (there := left_to_draw(state, fur, mixed)):
            return impossible(fur=fur, shown=count, there=there, lines=lines_showing(state, fur))
    return None


@cites(na.SUPPLY_3)
def only_bids_and_shipments_feed_the_discard(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    if move.thing not in ALL_FURS or "discard" not in (move.source, move.target):
        return None
    return broken(thing=move.thing, count=move.count, source=move.source, target=move.target)


@cites(na.SUPPLY_4)
def what_has_left_the_game_does_not_come_back(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    if move.source != "box" or move.thing not in COME_NO_MORE:
        return None
    return broken(thing=move.thing, count=move.count, target=move.target)


@cites(GR_COUNT)
def the_card_is_in_the_box(rules: NieuwAmsterdamRules, state: State, action: Lands | Ships) -> Finds:
    """One that was there before and comes back is a matter of its own (NA-PREP-1)."""
    kind = "land" if type(action) is Lands else "ship"
    if kind not in rules.catalogue.complete:
        return None
    faces = faces_known(state, action.cards)
    different = set(faces)
    if len(different) == len(faces) and different <= rules.catalogue.faces[kind].keys():
        return None
    for face in faces:
        there = rules.catalogue.copies(kind, face)
        if ":" in face and "?" not in face and faces.count(face) > there:
            return impossible(count=faces.count(face), card=(face,), there=there)
    return None


# Score and information ----------------------------------------------------------------------------


@cites(na.SCORE_2)
def points_come_from_the_rules_only(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    return broken(points=move.count) if move.thing == "points" else None


@cites(na.INFO_1)
def what_one_has_lies_open(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    if move.target != "hidden":
        return None
    hides = move.thing in ALL_FURS or (rules.coins_open and move.thing in STOCKS)  # NA-Q-35
    return broken(thing=move.thing, count=move.count) if hides else None


CHECKS: dict[type, tuple[Check, ...]] = {
    **dict.fromkeys(SPECIALS, (nobody_hands_over_more_than_there_is,)),
    **dict.fromkeys((Dealt, Fill), (the_box_has_ten_of_each_fur,)),
    **dict.fromkeys((Lands, Ships), (the_card_is_in_the_box,)),
    Move: (
        nobody_has_to_throw_things_away,
        only_bids_and_shipments_feed_the_discard,
        what_has_left_the_game_does_not_come_back,
        points_come_from_the_rules_only,
        what_one_has_lies_open,
    ),
    RefusedAction: (refusal(na.STORE_3, "storage"),),
}
