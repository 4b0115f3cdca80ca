"""Simulated mistakes about storage, supply, score and information (NA-STORE to NA-INFO)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import (
    AddLand,
    Bid,
    Build,
    Fill,
    Granary,
    Lumberyard,
    Market,
    Move,
    Pass,
    PassSpecial,
    Select,
)
from domain.games.nieuw_amsterdam.mistakes.common import (
    Moment,
    a_seat,
    breaks,
    goes_on,
    instead,
    me,
    one_of,
    read,
    refused,
    stands,
)
from domain.games.nieuw_amsterdam.pieces import FURS, LAP
from domain.games.nieuw_amsterdam.state import FOUND
from domain.rules import replace

ANY_TIME = (Select, Bid, Pass, Build, PassSpecial, AddLand)


def moved(at: Moment, thing: str, source: str, target: str) -> WrongPlay | None:
    """The acting seat moves something that no action moves; then the table goes on."""
    return instead(Move(seat=at.action.seat, thing=thing, source=source, target=target), then=stands(at))


@breaks(na.STORE_1, *ANY_TIME)
def more_goods_than_spaces(at: Moment) -> WrongPlay | None:
    seat = a_seat(at)
    player = at.state.players[seat]
    return read(at, "goods", (seat,), player.estate.capacity + 1) if player.goods <= player.estate.capacity else None


@breaks(na.STORE_2, *ANY_TIME)
def another_room_for_goods(at: Moment) -> WrongPlay | None:
    seat = a_seat(at)
    return read(at, "capacity", (seat,), at.state.players[seat].estate.capacity + 2)


@breaks(na.STORE_3, *ANY_TIME)
def resources_thrown_away(at: Moment) -> WrongPlay | None:
    player = me(at)
    stock = one_of(at, (stock for stock in ("coins", "wood", "corn") if getattr(player, stock)))
    lasts = type(at.action) is PassSpecial  # a bid or a building may need it
    return moved(at, stock, "purse", "reserve") if stock and lasts else None


@breaks(na.STORE_3, Granary, Lumberyard, Market)
def refused_for_want_of_room(at: Moment) -> WrongPlay | None:
    return refused(at, "storage")


@breaks(na.SUPPLY_1, *ANY_TIME)
def a_large_piece_counted_as_one(at: Moment) -> WrongPlay | None:
    seat, stock = a_seat(at), at.rng.choice(("coins", "wood", "corn"))
    held = getattr(at.state.players[seat], stock)
    return read(at, "pieces", (seat, stock), (held - 1, 1)) if held else None


@breaks(na.SUPPLY_2, Fill)
def eleven_of_a_kind(at: Moment) -> WrongPlay | None:
    if at.state.phase != FOUND:
        return None
    fur = at.rng.choice(FURS)
    alike = tuple((trader, (fur,) * len(furs)) for trader, furs in at.action.furs)
    return instead(replace(at.action, furs=alike), then=goes_on(at))


@breaks(na.SUPPLY_3, PassSpecial)
def a_fur_thrown_on_the_discard(at: Moment) -> WrongPlay | None:
    held = me(at).furs.kinds
    fur = one_of(at, (fur for fur, count in zip(FURS, held, strict=True) if count))
    return fur and moved(at, fur, "purse", "discard")


@breaks(na.SUPPLY_4, *ANY_TIME)
def a_longhouse_that_comes_back(at: Moment) -> WrongPlay | None:
    camp = max((camp for camp, houses in enumerate(at.state.river.camps, 1) if houses), default=0)
    return moved(at, "longhouse", "box", f"camp{camp}") if at.state.river.gone and camp else None


@breaks(na.SCORE_1, *ANY_TIME)
def another_lap_token(at: Moment) -> WrongPlay | None:
    seat = a_seat(at)
    score = at.state.scores[seat]
    if not isinstance(score, int):
        return None
    laps, marker = divmod(score, LAP)
    return read(at, "track", (seat,), ((laps + 1) * LAP, marker))


@breaks(na.SCORE_2, *ANY_TIME)
def points_out_of_nowhere(at: Moment) -> WrongPlay | None:
    return moved(at, "points", "reserve", "track")


@breaks(na.INFO_1, PassSpecial)
def furs_out_of_sight(at: Moment) -> WrongPlay | None:
    return moved(at, "fur", "purse", "hidden") if me(at).furs.total else None
