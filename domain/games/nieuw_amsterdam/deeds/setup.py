"""Deeds of the set-up: the board sheet, furs, posts, the first businesses."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.actions import Dealt, Found, Post, Sheet
from domain.games.nieuw_amsterdam.deeds.common import after_payment, furs_known
from domain.games.nieuw_amsterdam.follow.common import Moved
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.start import with_sheet_row
from domain.games.nieuw_amsterdam.state import (
    FOUND,
    NO_FURS,
    PREPARING,
    Player,
    River,
    State,
    fur_mix,
    put_at,
    room_on,
    with_businesses_at,
    with_fact,
    with_furs,
    with_player,
)
from domain.numbers import Range, between, not_below_zero
from domain.rules import replace


def sheet(rules: NieuwAmsterdamRules, state: State, action: Sheet) -> Moved:
    """What is printed on the board: from now on in this replay, from the start in an audit."""
    before = state.sheet
    read = with_sheet_row(before, action.row, action.values)
    state = replace(with_fact(state, ("sheet", action.row), action.values), sheet=read)
    if action.row == "piers":
        state = replace(state, players=tuple(_stored(player, state) for player in state.players))
    if action.row == "camps":
        state = replace(state, river=_settled(state.river, before.camps[0], read.camps))
    return state, ()


def _stored(player: Player, state: State) -> Player:
    room = room_on(state.sheet, player.estate.warehouses)
    return replace(player, estate=replace(player.estate, capacity=room))


def _settled(river: River, assumed: object, camps: tuple) -> River:
    """The river with these camps; as long as no land was added all longhouses stand in the first."""
    houses = (*river.camps, *(0,) * (len(camps) - len(river.camps)))
    if houses[0] is assumed:
        return River((camps[0], *houses[1:]), river.gone)
    return replace(river, camps=houses)


def dealt(rules: NieuwAmsterdamRules, state: State, action: Dealt) -> Moved:
    """The furs a seat starts with: the first record of them, or more of them."""
    player = state.players[action.seat]
    dealt = furs_known(state, action.furs)
    furs = with_furs(NO_FURS if first_furs_unrecorded(state, player) else player.furs, fur_mix(dealt))
    reserve = not_below_zero(state.reserve + player.furs.total - furs.total)
    players = put_at(state.players, action.seat, replace(player, furs=furs))
    return replace(state, players=players, reserve=reserve, lit=state.lit + ((state.line, dealt),)), ()


def first_furs_unrecorded(state: State, player: Player) -> bool:
    """Whether the first furs of a seat are not recorded yet."""
    return as_laid(state) and Range in map(type, player.furs.kinds)


def as_laid(state: State) -> bool:
    """Whether the table is still as it was laid: nothing has been bid or bought."""
    return state.phase == FOUND or (state.round == 1 and state.phase in PREPARING)


def post(rules: NieuwAmsterdamRules, state: State, action: Post) -> Moved:
    """A trading post stands where it was put."""
    player = state.players[action.seat]
    zone = between(1, len(state.sheet.zones), "zone") if action.zone is None else action.zone
    estate = replace(player.estate, zone=zone, space=action.space)
    return with_player(state, action.seat, replace(player, estate=estate)), ()


def use_found(rules: NieuwAmsterdamRules, state: State, action: Found) -> State:
    """One of the first businesses; whose is next shows on the board."""
    return replace(state, founded=state.founded + 1) if state.phase == FOUND else state


def found(rules: NieuwAmsterdamRules, state: State, action: Found) -> Moved:
    """A business without a price."""
    seat, founded, player = action.seat, state.founded, state.players[action.seat]
    player = after_payment(player, action.paid) if action.paid else player
    player = replace(player, estate=replace(player.estate, supply=not_below_zero(player.estate.supply - 1)))
    city = with_businesses_at(state.city, action.district, seat, 1)
    founded = founded + 1 if state.phase == FOUND else founded
    return replace(state, players=put_at(state.players, seat, player), city=city, founded=founded), ()
