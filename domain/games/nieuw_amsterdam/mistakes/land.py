"""Simulated mistakes about the land in step 6 (NA-LAND)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import (
    SPECIALS,
    TILE_STEP,
    AddLand,
    Clear,
    Millwork,
    Move,
    PassSpecial,
    PassTile,
)
from domain.games.nieuw_amsterdam.mistakes.common import (
    Moment,
    announced,
    breaks,
    goes_on,
    instead,
    made,
    me,
    one_of,
    stands,
)
from domain.games.nieuw_amsterdam.mistakes.turn import after_tiles
from domain.games.nieuw_amsterdam.state import OPEN, Plot, River, fee_due, put_at
from domain.numbers import least
from domain.observables import Observation
from domain.rules import replace

LAND_STEP = 1
TILE = (AddLand, Clear, PassTile)  # what a land tile can be spent on
ANY = (*TILE_STEP, PassTile, *SPECIALS, PassSpecial)


def row_of(at: Moment) -> tuple[Plot, ...]:
    """The acting seat's land cards."""
    return me(at).estate.row


def full(at: Moment) -> list[int]:
    """The places in the row that can be cleared."""
    return [n for n, plot in enumerate(row_of(at), 1) if not plot.cleared and plot.houses >= plot.card.spaces]


# Add land -----------------------------------------------------------------------------------------


@breaks(na.LAND_1, AddLand)
def land_from_an_empty_slot(at: Moment) -> WrongPlay | None:
    slot = one_of(at, (slot for slot, card in enumerate(at.state.slots.lands, 1) if card is None))
    return slot and instead(replace(at.action, slots=(slot,)), then=goes_on(at))


@breaks(na.LAND_1, AddLand)
def two_land_cards(at: Moment) -> WrongPlay | None:
    other = one_of(at, (n for n, card in enumerate(at.state.slots.lands, 1) if card and (n,) != at.action.slots))
    return other and instead(replace(at.action, slots=(*at.action.slots, other)), then=goes_on(at))


@breaks(na.LAND_1, AddLand)
def land_paid_for(at: Moment) -> WrongPlay | None:
    kind = one_of(at, (kind for kind in ("coins", "wood") if getattr(me(at), kind)))
    return kind and instead(replace(at.action, paid=((kind, 1),)), then=goes_on(at))


@breaks(na.LAND_2, AddLand)
def land_not_at_the_end(at: Moment) -> WrongPlay | None:
    place = one_of(at, range(1, len(row_of(at)) + 1))
    return place and instead(replace(at.action, at=place), then=goes_on(at))


@breaks(na.LAND_2, *ANY)
def a_row_rearranged(at: Moment) -> WrongPlay | None:
    last = len(row_of(at))
    if not 2 <= last <= 9:
        return None
    return instead(Move(seat=at.action.seat, thing="land", source=f"card{last}", target="card1"), then=stands(at))


@breaks(na.LAND_3, AddLand)
def a_timber_in_the_purse(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.LAND_3, "wood"))
    return announced(at, effect, 1 if at.rng.random() < 0.5 or not me(at).wood else -1)


def moved(river: River, *changes: tuple[int, int]) -> River | None:
    """The river with longhouses more or fewer in some camps, if there are as many."""
    camps = river.camps
    for camp, by in changes:
        if not 0 <= camp < len(camps) or camps[camp] + by < 0:
            return None
        camps = put_at(camps, camp, camps[camp] + by)
    return River(camps, river.gone)


def receding(at: Moment) -> Iterator[River | None]:
    """Ways in which longhouses can move wrongly."""
    river = at.state.river
    here = next(camp for camp, houses in enumerate(river.camps) if houses)
    yield river  # none moves
    yield moved(river, (here, -2), (here + 1, 2))
    yield moved(river, (here, -1), (here + 2, 1))
    yield moved(river, (here + 1, -1), (here + 2, 1))


@breaks(na.LAND_4, AddLand)
def a_longhouse_moved_wrongly(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.LAND_4, "river"))
    return effect and announced(at, effect, one_of(at, (river for river in receding(at) if river)))


@breaks(na.LAND_5, AddLand)
def a_longhouse_that_should_be_gone(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.LAND_5, "river"))
    return effect and announced(at, effect, at.state.river)


@breaks(na.LAND_6, AddLand)
def the_last_longhouse_removed(at: Moment) -> WrongPlay | None:
    effect, river = one_of(at, made(at, na.LAND_6, "river")), at.state.river
    if effect is None or sum(river.camps) != 1:
        return None
    return announced(at, effect, River((0,) * len(river.camps), river.gone + 1))


@breaks(na.LAND_7, Clear)
def a_longhouse_moved_on_clear_land(at: Moment) -> WrongPlay | None:
    here = next((camp for camp, houses in enumerate(at.state.river.camps) if houses), 0)
    effect = one_of(at, made(at, na.LAND_7, "river"))
    return effect and announced(at, effect, moved(at.state.river, (here, -1), (here + 1, 1)))


@breaks(na.LAND_7, *ANY)
def a_longhouse_moved_by_hand(at: Moment) -> WrongPlay | None:
    here = next((camp for camp, houses in enumerate(at.state.river.camps, 1) if houses), 0)
    if not 0 < here < len(at.state.river.camps):
        return None
    move = Move(seat=at.action.seat, thing="longhouse", source=f"camp{here}", target=f"camp{here + 1}")
    return instead(move, then=stands(at))


# Clear land ---------------------------------------------------------------------------------------


@breaks(na.LAND_8, *TILE)
def a_full_card_left_out(at: Moment) -> WrongPlay | None:
    cards = full(at)
    if len(cards) < 2 or not at.rules.clears_all or at.state.step != LAND_STEP:
        return None
    cards.remove(at.rng.choice(cards))
    return instead(Clear(seat=at.action.seat, cards=tuple(cards)), then=goes_on(at))


@breaks(na.LAND_9, *TILE)
def a_card_that_cannot_be_cleared(at: Moment) -> WrongPlay | None:
    cards = full(at)
    other = one_of(at, (n for n, plot in enumerate(row_of(at), 1) if n not in cards))
    if other is None or at.state.step != LAND_STEP:
        return None
    return instead(Clear(seat=at.action.seat, cards=(*cards, other)), then=goes_on(at))


@breaks(na.LAND_10, Clear)
def wrong_wood_for_cleared_land(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.LAND_10, "wood"))
    return effect and announced(at, effect, effect.by + len(full(at)))  # the timbers counted, too


@breaks(na.LAND_11, Clear)
def wrong_points_for_cleared_land(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.LAND_11, "points"))
    return effect and announced(at, effect, effect.by + at.rng.choice((1, 3)))


@breaks(na.LAND_12, *ANY)
def land_cleared_this_round_not_harvested(at: Moment) -> WrongPlay | None:
    for effect in made(at, na.PROV_2, "corn"):
        seat = effect.key[0]
        fresh = sum(plot.card.corn for plot in at.state.players[seat].estate.row if plot.fresh)
        if fresh and at.after.state.players[seat].corn >= fresh:  # nothing else changes by it
            return announced(at, effect, effect.by - fresh)
    return None


@breaks(na.LAND_13, *TILE)
def a_second_clearing_not_scored(at: Moment) -> WrongPlay | None:
    """Land is cleared, houses fill the next card, and it is cleared with another tile."""
    seat, player, cards = at.action.seat, me(at), full(at)
    missing = next((least(p.card.spaces - p.houses) for p in row_of(at) if p.houses < p.card.spaces), 0)
    wood = player.wood + sum(row_of(at)[n - 1].card.wood for n in cards)
    fee = fee_due(at.rules, at.state, seat, Millwork.DISTRICT)
    able = cards and 0 < missing <= min(wood, player.estate.supply) and fee <= player.coins
    able = able and player.tiles[LAND_STEP] > 1 and player.special[LAND_STEP] == OPEN
    then = after_tiles(at, 2, special=True)
    if then is None or not able or at.state.step != LAND_STEP:
        return None
    actions = (Clear(seat=seat), Millwork(seat=seat, houses=missing, fee=fee), Clear(seat=seat))
    look = Observation(what="points", key=(seat,), by=0, clause=na.LAND_11.id, source="land-clear")
    return WrongPlay(actions=actions, announced=(look,), then=then)


@breaks(na.LAND_14, AddLand)
def nothing_to_clear(at: Moment) -> WrongPlay | None:
    if full(at) or at.rules.empty_actions:
        return None
    return instead(Clear(seat=at.action.seat), then=goes_on(at))
