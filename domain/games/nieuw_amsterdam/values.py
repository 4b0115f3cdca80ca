"""How cards, rows and furs are written as values of the table, read back, compared and put there."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from domain.games.nieuw_amsterdam.pieces import ERAS, LAP, NOT_SEEN, PERHAPS
from domain.games.nieuw_amsterdam.state import (
    Furs,
    Land,
    Plot,
    River,
    State,
    Vessel,
    put_at,
    with_consistent_kinds,
    with_player,
)
from domain.numbers import MOST, NotKnown, Number, Range, between, least, most, not_below_zero
from domain.rules import Key, Seat, replace
from domain.texts import Form, Letters, number_text, read_number

_LAND_BOUNDS = ((1, 3), (0, MOST), (0, MOST))  # house spaces, wood, corn
_SHIP_BOUNDS = ((0, MOST), (1, 5), (0, MOST))  # goods, coins, furs


def land_card(text: str, seen: str = "") -> Land | None:
    """The card a text means: `blue:2/3/1`, `?` for what was not seen, `-` for none."""
    return Land(*_printed(text, seen, _LAND_BOUNDS)) if "?" in text else _known_land(text)


def ship_card(text: str, seen: str = "") -> Vessel | None:
    """The same of a ship: `blue:3/2/5`."""
    return Vessel(*_printed(text, seen, _SHIP_BOUNDS)) if "?" in text else _known_ship(text)


def certain_land(text: str, seen: str) -> Land:
    """The card a text means, where there surely is one."""
    return Land(*_printed(text, seen, _LAND_BOUNDS))


def certain_ship(text: str, seen: str) -> Vessel:
    """The same of a ship."""
    return Vessel(*_printed(text, seen, _SHIP_BOUNDS))


@lru_cache(maxsize=1024)
def _known_land(text: str) -> Land | None:
    return None if text == "-" else Land(*_printed(text, "", _LAND_BOUNDS))


@lru_cache(maxsize=1024)
def _known_ship(text: str) -> Vessel | None:
    return None if text == "-" else Vessel(*_printed(text, "", _SHIP_BOUNDS))


def _printed(text: str, seen: str, bounds: tuple) -> tuple:
    """Era, three numbers, and where it was laid out while one of them is not known."""
    text, _, place = text.partition("@")
    era, _, values = text.rpartition(":")
    parts = ["?"] * 3 if values == "?" else values.split("/")
    if len(parts) != 3 or era not in ("", *ERAS):
        raise ValueError(text)
    seen = place or seen
    fact = f"card {seen}" if seen else "face"
    numbers = [_number(part, fact, low, high) for part, (low, high) in zip(parts, bounds, strict=True)]
    return era, *numbers, seen if any(isinstance(number, Range) for number in numbers) else ""


def _number(part: str, fact: str, low: int, high: int) -> Number:
    if part == "?":
        return Range(low, high, fact)
    return int(part)


def _part(number: Number) -> str:
    return "?" if isinstance(number, Range) else str(number)


def face_of(card: Land | Vessel) -> str:
    """What is printed on a card, as far as it is known."""
    era, first, second, third = (getattr(card, name) for name in card.__struct_fields__[:4])
    return f"{era}:" * bool(era) + "/".join(map(_part, (first, second, third)))


def card_text(card: Land | Vessel | None, letters: Letters = ()) -> str:
    """A card as it is written in a position."""
    if card is None:
        return "-"
    return face_of(card) + (f"@{card.seen}" if card.seen else "")


def cards_agree(now: Land | Vessel | None, seen: Land | Vessel | None) -> bool:
    """Whether a card can be this one: what was not seen may be anything."""
    if now is None or seen is None:
        return now is seen
    fields = now.__struct_fields__[1:4]
    alike = all(_may_equal(getattr(now, name), getattr(seen, name)) for name in fields)
    return alike and (now.era == seen.era or "" in (now.era, seen.era))


def _river_text(river: River, letters: Letters = ()) -> str:
    """`2 1 0 gone 0`: longhouses camp by camp, and those out of the game."""
    return " ".join((*map(number_text, river.camps), "gone", number_text(river.gone)))


def _read_river(text: str, letters: Letters = ()) -> River:
    camps, _, gone = text.partition("gone")
    return River(tuple(map(read_number, camps.split())), read_number(gone.strip() or "0"))


RIVER = Form(_river_text, _read_river)


def rivers_agree(now: River, seen: River) -> bool:
    """Whether the longhouses can stand so; a camp that is not named is empty."""
    camps = zip_longest(now.camps, seen.camps, fillvalue=0)
    return _may_equal(now.gone, seen.gone) and all(_may_equal(one, other) for one, other in camps)


# Rows ---------------------------------------------------------------------------------------------


def plot_text(plot: Plot) -> str:
    """`blue:2/3/1*1`: a card with one house; `c` after it when cleared, `p` when perhaps; `n` when in this round."""
    marks = ("p" if plot.cleared is None else "c" if plot.cleared else "") + ("n" if plot.fresh else "")
    return f"{card_text(plot.card)}*{number_text(plot.houses)}{marks}"


def read_plot(text: str) -> Plot:
    """The same, read."""
    card, _, rest = text.partition("*")
    marks = rest.lstrip("0123456789.?")
    land = land_card(card)
    if land is None or set(marks) - set("cpn"):
        raise ValueError(text)
    cleared = None if "p" in marks else "c" in marks
    return Plot(land, read_number(rest.removesuffix(marks) or "0"), cleared, "n" in marks)


def _read_many(read: Callable[[str], Any]) -> Callable[[str, Letters], tuple[Any, ...]]:
    def read_all(text: str, letters: Letters = ()) -> tuple[Any, ...]:
        return () if text == "-" else tuple(read(part) for part in text.split())

    return read_all


ROW = Form(lambda row, letters: " ".join(map(plot_text, row)) or "-", _read_many(read_plot))


def _read_ship(text: str) -> Vessel:
    ship = ship_card(text)
    if ship is None:
        raise ValueError(text)
    return ship


SHIPS = Form(lambda ships, letters: " ".join(map(card_text, ships)) or "-", _read_many(_read_ship))
LAND = Form(card_text, lambda text, letters: land_card(text))
SHIP = Form(card_text, lambda text, letters: ship_card(text))


def rows_agree(now: tuple[Plot, ...], seen: tuple[Plot, ...]) -> bool:
    """Whether a row can look so."""
    return len(now) == len(seen) and all(
        cards_agree(one.card, other.card)
        and (None in (one.cleared, other.cleared) or one.cleared == other.cleared)
        and _may_equal(one.houses, other.houses)
        for one, other in zip(now, seen, strict=True)
    )


def fleets_agree(now: tuple[Vessel, ...], seen: tuple[Vessel, ...]) -> bool:
    """Whether a stack of ships can look so."""
    return len(now) == len(seen) and all(map(cards_agree, now, seen))


def _may_equal(one: Number, other: Number) -> bool:
    try:
        return bool(one == other)
    except NotKnown:
        return True


def furs_agree(now: tuple[str, ...], seen: tuple[str, ...]) -> bool:
    """Whether these furs can lie there, in whatever order; `?` may be any."""
    perhaps = now.count(PERHAPS)
    if not len(now) - perhaps <= len(seen) <= len(now):
        return False
    left = list(seen)
    for fur in now:
        if fur in left:
            left.remove(fur)
    free = now.count(NOT_SEEN) + seen.count(NOT_SEEN) + perhaps
    return len([fur for fur in left if fur != NOT_SEEN]) <= free


# The scoring track -------------------------------------------------------------------------------


def track_of(state: State, key: Key) -> tuple[Number, Number]:
    """What the lap token of a seat shows, and where its marker stands."""
    score = state.scores[key[0]]
    if isinstance(score, int):
        return score // LAP * LAP, score % LAP
    return Range(0, MOST, "points"), Range(0, LAP, "points")


def tracks_agree(now: tuple[Number, Number], seen: tuple[Number, Number]) -> bool:
    """At exactly 50 or 100 both ways of showing it will do (NA-Q-26)."""
    try:
        return sum(now, 0) == sum(seen, 0) and isinstance(seen[0], int) and seen[0] % LAP == 0 and seen[1] <= LAP
    except (NotKnown, TypeError):
        return True


LAPS = Form(
    lambda shown, letters: "+".join(number_text(part) for part in shown),
    lambda text, letters: tuple(read_number(part) for part in (*text.split("+"), "0")[:2]),
)


# Putting values on the table ----------------------------------------------------------------------


def set_kind(furs: Furs, at: int, value: Number) -> Furs:
    """Furs with another number of one kind: all of them are as many more or fewer."""
    kinds = put_at(furs.kinds, at, value)
    if all(isinstance(count, int) for count in kinds):
        return Furs(sum(kinds), kinds)
    seen = sum(map(least, kinds))
    return with_consistent_kinds(Furs(furs.total if most(furs.total) >= seen else seen, kinds))


def set_total(furs: Furs, total: Number) -> Furs:
    """Furs with another number of them: of which kind they are more or fewer is not known."""
    low, high = sum(map(least, furs.kinds)), sum(map(most, furs.kinds))
    if low <= least(total) and most(total) <= high:
        return with_consistent_kinds(Furs(total, furs.kinds))
    fewer, more = max(0, low - least(total)), max(0, most(total) - high)
    kinds = tuple(between(max(0, least(n) - fewer), most(n) + more, "furs") for n in furs.kinds)
    return with_consistent_kinds(Furs(total, kinds))


def set_furs(state: State, seat: Seat, furs: Furs) -> State:
    """A seat's furs as seen: what is more came from the reserve, what is fewer went there."""
    player = state.players[seat]
    reserve = state.reserve + player.furs.total - furs.total
    exact = isinstance(player.furs.total, int) and isinstance(furs.total, int)
    state = with_player(state, seat, replace(player, furs=furs))
    return replace(state, reserve=not_below_zero(reserve)) if exact else state


def set_estate(state: State, key: Key, name: str, value: object) -> State:
    """The table with one thing of a seat's estate changed."""
    player = state.players[key[0]]
    estate = replace(player.estate, **{name: value})
    if estate.grown and name in ("row", "ships"):  # all its cards have been seen now
        estate = replace(estate, grown=estate.grown.replace(name[0], ""))
    return with_player(state, key[0], replace(player, estate=estate))
