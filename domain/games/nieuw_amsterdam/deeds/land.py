"""Deeds of step 6: land added, land cleared, and how the longhouses recede."""

from __future__ import annotations

from functools import cache

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import AddLand, Clear
from domain.games.nieuw_amsterdam.deeds.common import CLEARED_ONE, after_payment, tile_spent, unseen_card
from domain.games.nieuw_amsterdam.follow.common import Moved, cached_effect_at, effect_at, seat_effect
from domain.games.nieuw_amsterdam.pieces import LONGHOUSES, STEPS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.scoring import filled, land_cleared
from domain.games.nieuw_amsterdam.state import Land, Plot, River, Slots, State, put_at, scores_with
from domain.games.nieuw_amsterdam.values import certain_land
from domain.numbers import MOST, Number, Range, between, least, most, not_below_zero
from domain.rules import Effect, Seat, replace

LAND = STEPS.index("land")


@cache
def camp(at: int) -> tuple[str]:
    """The key of a camp."""
    return (str(at + 1),)


def add(rules: NieuwAmsterdamRules, state: State, action: AddLand) -> Moved:
    """A card to the end of the row, with a timber that belongs to no seat; a longhouse recedes."""
    seat, more = action.seat, 1 if rules.timber_is_wood else 0
    slots, cards = _take_cards(state, action.slots)
    tiles, turn, chest, just, tile = tile_spent(state, seat, action.tile, LAND)
    player = after_payment(state.players[seat], action.paid) if action.paid else state.players[seat]
    row = player.estate.row
    at = len(row) if action.at is None else max(0, min(len(row), action.at - 1))
    estate = replace(player.estate, row=row[:at] + tuple(map(Plot, cards)) + row[at:])
    player = replace(player, estate=estate, wood=player.wood + more, tiles=tiles, turn=turn)
    river, moved = recede_longhouse(rules, state, seat, rules.recedes_on == "add")
    players = put_at(state.players, seat, player)
    state = replace(state, players=players, chest=chest, just=just, slots=slots, river=river)
    return state, (_timber(seat, more),) + moved + (tile,)


@cache
def _timber(seat: Seat, more: int) -> Effect:
    return seat_effect(na.LAND_3, "wood", seat, more)


def _take_cards(state: State, places: tuple[int, ...]) -> tuple[Slots, list[Land]]:
    """The cards out of their slots; slot 0 is the deck. Its card, and that of a slot not seen, is not known."""
    slots = state.slots
    cards: list[Land] = [] if places else [certain_land(*unseen_card(state))]
    for place in places:
        if place == 0:
            cards.append(certain_land("?", f"{state.line}.0"))
            slots = replace(slots, land_deck=not_below_zero(slots.land_deck - 1))
        elif place <= len(slots.lands) and (card := slots.lands[place - 1]) is not None:
            cards.append(card)
            slots = replace(slots, lands=put_at(slots.lands, place - 1, None))
    return slots, cards


def recede_longhouse(
    rules: NieuwAmsterdamRules, state: State, seat: Seat, recedes: bool
) -> tuple[River, tuple[Effect, ...]]:
    """The river after an action, and the effects on it; some actions move no longhouse (NA-LAND-7)."""
    river, moved = recede(rules, state, seat) if recedes else (state.river, _still(state, seat))
    clause = moved[0].clause if moved else na.LAND_4.id
    return river, moved + (Effect(clause, "river", (), seat, river, river, "", True),)


def recede(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> tuple[River, tuple[Effect, ...]]:
    """A longhouse of the leftmost occupied camp goes one camp on, or leaves the game (NA-LAND-4 to 6)."""
    river, camps = state.river, state.river.camps
    at = _leftmost(camps)
    if at < 0 or (at and not rules.leftmost_occupied):
        return river, ()
    if not least(camps[at]):
        return _somewhere(river, at), ()
    if at == len(camps) - 1 and state.sheet.ends:
        return _in_the_last_camp(rules, river, at, seat)
    usable, lying = _usable(state, at + 1), camps[at + 1] if at + 1 < len(camps) else 0
    goes = 1 if least(usable) > most(lying) else 0 if most(usable) <= least(lying) else Range(0, 1, "sheet camps")
    camps = put_at(camps, at, camps[at] - 1)
    camps = put_at(camps, at + 1, camps[at + 1] + goes) if at + 1 < len(camps) else (*camps, goes)
    if goes.__class__ is int:
        return (
            (River(camps, river.gone), _goes_on(at, seat))
            if goes
            else (River(camps, river.gone + 1), _leaves(at, seat))
        )
    moved = (_left(na.LAND_4, at, seat), effect_at(na.LAND_4, "camp", camp(at + 1), goes, seat))
    return River(camps, river.gone + (1 - goes)), (*moved, effect_at(na.LAND_5, "gone", (), 1 - goes, seat))


def _left(clause: na.Clause, at: int, seat: Seat) -> Effect:
    return effect_at(clause, "camp", camp(at), -1, seat)


@cache
def _goes_on(at: int, seat: Seat) -> tuple[Effect, ...]:
    """A longhouse that goes to the next camp."""
    return _left(na.LAND_4, at, seat), effect_at(na.LAND_4, "camp", camp(at + 1), 1, seat)


@cache
def _leaves(at: int, seat: Seat) -> tuple[Effect, ...]:
    """A longhouse for which there is no space."""
    return _left(na.LAND_5, at, seat), effect_at(na.LAND_5, "gone", (), 1, seat)


def _leftmost(camps: tuple[Number, ...]) -> int:
    """The first camp where a longhouse may stand."""
    for at, houses in enumerate(camps):
        if houses if houses.__class__ is int else most(houses):
            return at
    return -1


def _usable(state: State, at: int) -> Number:
    """The spaces of a camp; one beyond those we know of has some."""
    usable = state.sheet.camps
    return usable[at] if at < len(usable) else Range(1, LONGHOUSES, "sheet camps")


def _in_the_last_camp(
    rules: NieuwAmsterdamRules, river: River, at: int, seat: Seat
) -> tuple[River, tuple[Effect, ...]]:
    """The last longhouse is permanent; others of the final camp leave (NA-Q-6)."""
    key, houses = camp(at), river.camps[at]
    if rules.last_camp_stays or most(houses) <= 1:
        return river, (effect_at(na.LAND_6, "camp", key, 0, seat),)
    leaves = 1 if least(houses) > 1 else Range(0, 1, "camps")
    camps = put_at(river.camps, at, houses - leaves)
    return River(camps, river.gone + leaves), (
        effect_at(na.LAND_6, "camp", key, -leaves, seat),
        effect_at(na.LAND_6, "gone", (), leaves, seat),
    )


def _somewhere(river: River, at: int) -> River:
    """The river where the leftmost camp is not known: from there on any longhouse may be anywhere."""
    all_of_them = min(LONGHOUSES, sum(map(most, river.camps)))
    anywhere = Range(0, all_of_them, "camps")
    gone = between(least(river.gone), min(LONGHOUSES, most(river.gone) + 1), "camps")
    return River((*river.camps[:at], *(anywhere for _ in river.camps[at:])), gone)


def clear(rules: NieuwAmsterdamRules, state: State, action: Clear) -> Moved:
    """Filled cards become farmland: their wood once, points for the rightmost of them."""
    seat, player = action.seat, state.players[action.seat]
    tiles, turn, chest, just, tile = tile_spent(state, seat, action.tile, LAND, CLEARED_ONE)
    row = player.estate.row
    surely, perhaps = clearable(rules, row)
    if action.cards:
        surely, perhaps = tuple(at for at in action.cards if 1 <= at <= len(row)), ()
    cleared = tuple([_after_clearing(plot, at in surely, at in perhaps) for at, plot in enumerate(row, 1)])
    if "r" in player.estate.grown and not action.cards:  # or other cards, which were not seen
        perhaps += tuple(range(len(row) + 1, len(state.sheet.positions) + 1))
    wood = _cleared_wood(rules, row, surely, perhaps)
    line = land_cleared(rules, state, seat, (*surely, *perhaps), not perhaps)
    river, moved = recede_longhouse(rules, state, seat, rules.recedes_on == "clear")
    wood_left, estate = not_below_zero(player.wood + wood), replace(player.estate, row=cleared)
    player = replace(player, wood=wood_left, estate=estate, tiles=tiles, turn=turn)
    scores = scores_with(state, seat, line.by)
    players = put_at(state.players, seat, player)
    state = replace(state, players=players, chest=chest, just=just, scores=scores, river=river)
    shown = seat_effect(na.LAND_8, "row", seat, cleared, sets=True)
    return state, (*moved, shown, seat_effect(na.LAND_10, "wood", seat, wood), line, tile)


def _after_clearing(plot: Plot, surely: bool, perhaps: bool) -> Plot:
    """A card after a clearing."""
    if surely:
        return replace(plot, cleared=True, fresh=not plot.cleared)
    return replace(plot, cleared=None, fresh=True) if perhaps and plot.cleared is False else plot


def _cleared_wood(
    rules: NieuwAmsterdamRules, row: tuple[Plot, ...], surely: tuple[int, ...], perhaps: tuple[int, ...]
) -> Number:
    """The wood printed on the cards; where the timbers are wood, too, they are given back (NA-Q-17)."""
    wood = sum((row[at - 1].card.wood for at in surely), 0)
    if perhaps:
        unseen = perhaps[-1] > len(row)
        more = MOST if unseen else sum(most(row[at - 1].card.wood) for at in perhaps)
        wood = wood + Range(0, more, "row")
    return wood - len(surely) if rules.timber_is_wood else wood


def _still(state: State, seat: Seat) -> tuple[Effect, ...]:
    """An effect of 0: clearing moves no longhouse (NA-LAND-7)."""
    return (cached_effect_at(na.LAND_7, "camp", camp(max(0, _leftmost(state.river.camps))), 0, seat),)


def clearable(rules: NieuwAmsterdamRules, row: tuple[Plot, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places in a row that are surely, and perhaps, to be cleared (NA-Q-23)."""
    wanted = [(at, _is_next(plot)) for at, plot in enumerate(row, 1) if not (plot.cleared and rules.clears_once)]
    surely = tuple(at for at, is_filled in wanted if is_filled)
    perhaps = tuple(at for at, is_filled in wanted if is_filled is None)
    return (surely if rules.clears_all else surely[-1:]), perhaps


def _is_next(plot: Plot) -> bool | None:
    """Whether a card is filled, and, as far as is known, not cleared already."""
    is_filled = filled(plot)
    return None if is_filled and plot.cleared is None else is_filled
