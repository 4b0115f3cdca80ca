"""Moves of pieces that no rule provides for, and faces of cards and furs that are shown later."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Give, Move, Show
from domain.games.nieuw_amsterdam.deeds.common import after_payment
from domain.games.nieuw_amsterdam.follow.common import Moved
from domain.games.nieuw_amsterdam.pieces import AT_DISTRICT
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.scoring import line
from domain.games.nieuw_amsterdam.state import (
    Land,
    Player,
    State,
    Vessel,
    put_at,
    scores_with,
    with_businesses,
    with_fact,
    with_furs,
    with_player,
    with_token,
)
from domain.games.nieuw_amsterdam.values import card_text, land_card, ship_card
from domain.numbers import not_below_zero
from domain.rules import replace


def give(rules: NieuwAmsterdamRules, state: State, action: Give) -> Moved:
    """From one purse into another."""
    state = with_player(state, action.seat, after_payment(state.players[action.seat], action.what))
    if action.to >= len(state.players):
        return state, ()
    return with_player(state, action.to, after_payment(state.players[action.to], action.what, 1)), ()


def move(rules: NieuwAmsterdamRules, state: State, action: Move) -> Moved:
    """Something goes where it was put; of what has no place in the state nothing changes."""
    moving = MOVES_OUT_OF_PHASE.get(action.thing)
    return moving(state, action) if moving else (state, ())


def _stock(state: State, action: Move) -> Moved:
    """Moves something out of a purse, or into it."""
    out, back = action.source == "purse", action.target == "purse"
    sign = 0 if action.target == "hidden" else -1 if out else 1 if back else 0  # what is hidden is still one's own
    if not sign:
        return state, ()
    mix = ((action.thing, action.count),)
    return with_player(state, action.seat, after_payment(state.players[action.seat], mix, sign)), ()


def _fur(state: State, action: Move) -> Moved:
    state, _ = _stock(state, action)
    mix = ((action.thing, action.count),)
    for place, sign in ((action.source, -1), (action.target, 1)):
        if place == "discard":
            state = replace(state, discard=with_furs(state.discard, mix, sign))
        elif place == "reserve":
            state = replace(state, reserve=not_below_zero(state.reserve + sign * action.count))
    return state, ()


def _longhouse(state: State, action: Move) -> Moved:
    river = state.river
    for place, sign in ((action.source, -1), (action.target, 1)):
        if place.startswith("camp"):
            at = int(place[4:]) - 1
            camps = (*river.camps, *(0,) * (at + 1 - len(river.camps)))
            river = replace(river, camps=put_at(camps, at, not_below_zero(camps[at] + sign * action.count)))
        elif place == "box":
            river = replace(river, gone=not_below_zero(river.gone + sign * action.count))
    return replace(state, river=river), ()


def _business(state: State, action: Move) -> Moved:
    city, player = state.city, state.players[action.seat]
    for place, sign in ((action.source, -1), (action.target, 1)):
        if place in AT_DISTRICT:
            city = with_businesses(city, AT_DISTRICT[place], action.seat, sign * action.count)
        elif place == "supply":
            supply = not_below_zero(player.estate.supply + sign * action.count)
            player = replace(player, estate=replace(player.estate, supply=supply))
    return with_player(replace(state, city=city), action.seat, player), ()


def _land(state: State, action: Move) -> Moved:
    """A card to another place of the row."""
    if not (action.source.startswith("card") and action.target.startswith("card")):
        return state, ()
    player = state.players[action.seat]
    row, source, target = list(player.estate.row), int(action.source[4:]) - 1, int(action.target[4:]) - 1
    if source < len(row):
        row.insert(target, row.pop(source))
    return with_player(state, action.seat, replace(player, estate=replace(player.estate, row=tuple(row)))), ()


def _token(state: State, action: Move) -> Moved:
    """A seat takes another token; the seat that had it takes this one."""
    if not action.target.startswith("token"):
        return state, ()
    wanted = int(action.target[5:])
    return (with_token(state, action.seat, wanted) if wanted in state.tokens else state), ()


def _points(state: State, action: Move) -> Moved:
    """Points that no rule gives."""
    by = -action.count if action.source == "track" else action.count
    score = state.scores[action.seat]
    by = max(by, -score) if isinstance(score, int) else by
    made = line(na.SCORE_2, action.seat, "moved", by=by)
    return replace(state, scores=scores_with(state, action.seat, by)), (made,)


MOVES_OUT_OF_PHASE = {
    **dict.fromkeys(("coins", "wood", "corn", "goods"), _stock),
    **dict.fromkeys(("beaver", "mink", "otter", "muskrat", "lynx", "fur"), _fur),
    "longhouse": _longhouse,
    "business": _business,
    "land": _land,
    "token": _token,
    "points": _points,
}


# What is shown later ------------------------------------------------------------------------------


def show(rules: NieuwAmsterdamRules, state: State, action: Show) -> Moved:
    """A card an earlier line laid out unseen, or furs it drew: from that line on in an audit."""
    seen, face = f"{action.of}.{action.at}", action.pieces[0] if len(action.pieces) == 1 else ""
    if "/" not in face:
        return with_fact(state, (action.of, "furs"), action.pieces), ()
    state = with_fact(state, (action.of, "card", action.at), face)
    lands = tuple(land_card(face, seen) if card and card.seen == seen else card for card in state.slots.lands)
    ships = tuple(ship_card(face, seen) if card and card.seen == seen else card for card in state.slots.ships)
    players = tuple(_shown(player, seen, face) for player in state.players)
    return replace(state, slots=replace(state.slots, lands=lands, ships=ships), players=players), ()


def _shown(player: Player, seen: str, face: str) -> Player:
    estate = player.estate
    cards: list[Land | Vessel] = [*(plot.card for plot in estate.row), *estate.ships]
    if not any(f"@{seen}" in card_text(card) for card in cards):
        return player
    row = tuple(replace(plot, card=land_card(face, seen)) if plot.card.seen == seen else plot for plot in estate.row)
    ships = tuple(ship_card(face, seen) if ship.seen == seen else ship for ship in estate.ships)
    return replace(player, estate=replace(estate, row=row, ships=ships))
