"""Draws land cards and ship cards, on offer and in a seat's row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from domain.games.nieuw_amsterdam.state import Land, Plot, Vessel
from domain.numbers import Number, least, most
from replays.boards.drawing import Bounds, number
from replays.boards.nieuw_amsterdam.canvas import CityCanvas, icon
from replays.boards.shapes import figure, rect, text, use

WIDTH, HEIGHT = 54, 70  # of a card in its own measure


def draw_offers(art: CityCanvas) -> None:
    """New land and new ships, four slots each, and their decks."""
    slots, layout = art.state.slots, art.layout
    _offer(art, "land", layout.lands, slots.land_deck)
    _offer(art, "ship", layout.ships, slots.ship_deck)
    for at, card in enumerate(slots.lands, 1):
        _slot(art, f"land:{at}", at, len(slots.lands), layout.lands, card)
    for at, ship in enumerate(slots.ships, 1):
        _slot(art, f"ship:{at}", at, len(slots.ships), layout.ships, ship)


def _offer(art: CityCanvas, kind: str, box: Bounds, deck: Number) -> None:
    inner = rect(*box, "g-card", 8) + text(box.x + 12, box.y + 18, art.word(f"new-{kind}").upper(), "g-cap")
    inner += text(box.x + box.w - 12, box.y + 18, art.word("deck", deck=figure(deck)), "g-e g-i2", art.sizes.small)
    art.within("offers", f"offer:{kind}", inner, art.word(f"new-{kind}-says", deck=deck), box)


def _slot(art: CityCanvas, key: str, at: int, count: int, box: Bounds, card: Land | Vessel | None) -> None:
    scale, room = art.sizes.offer, box.w / count
    x, y = box.x + room * (at - 0.5) - WIDTH * scale / 2, box.y + 30
    place = Bounds(x, y, WIDTH * scale, HEIGHT * scale)
    if card is None:
        inner = rect(*place, "g-slot", 4) + text(
            x + place.w / 2, y + place.h / 2 + 4, art.word("no-card"), "g-m g-i2", art.size(10.5)
        )
        art.within("offers", key, inner, art.word("slot-empty", slot=at), place)
        return
    look = _plot_look(art, Plot(card), "g-hs") if isinstance(card, Land) else _ship_look(art, card)
    says = art.word("slot-says", slot=at, card=card_says(art, card))
    art.within("offers", key, card_at(look, x, y, scale), says, place)


def card_at(look: str, x: float, y: float, scale: float) -> str:
    """A card where it lies."""
    return f'<g transform="translate({number(x)} {number(y)})scale({scale:g})">{look}</g>'


def card_says(art: CityCanvas, card: Land | Vessel) -> str:
    """What is printed on a card."""
    era = art.words["board"]["eras"].get(card.era, card.era)
    if isinstance(card, Land):
        return art.word("land-says", era=era, spaces=card.spaces, wood=card.wood, corn=card.corn)
    return art.word("ship-says", era=era, goods=card.goods, furs=card.furs, coins=card.coins)


def plot_look(art: CityCanvas, seat: int, plot: Plot) -> str:
    """A card in a seat's row with its houses."""
    return _plot_look(art, plot, art.colour(seat))


def _plot_look(art: CityCanvas, plot: Plot, colour: str) -> str:
    card, icons = plot.card, _letters(art)
    spaces = _bounds(card.spaces)
    return _land(
        card.era, spaces, _bounds(plot.houses), plot.cleared, _bounds(card.wood), _bounds(card.corn), colour
    ) + (_lettered(icons["wood"], icons["corn"], bool(plot.cleared)))


def _letters(art: CityCanvas) -> Mapping[str, str]:
    """The letters of the small pictures on a card; none where they would be smaller than the smallest text."""
    return dict.fromkeys(art.icons, "") if art.sizes.least else art.icons


def _bounds(value: Any) -> tuple[int, int]:
    return least(value), most(value)


@lru_cache(maxsize=2048)
def _land(era: str, spaces: tuple, houses: tuple, cleared: bool | None, wood: tuple, corn: tuple, colour: str) -> str:
    built, perhaps = min(houses[0], 6), max(0, min(houses[1], spaces[1], 6) - houses[0])
    free = max(0, min(spaces[0], 6) - built - perhaps)
    looks = [colour] * built + ["g-lhu"] * perhaps + ["g-hs"] * free
    looks += ["g-lhu"] * max(0, min(spaces[1], 3) - len(looks)) if spaces[0] != spaces[1] else []
    step, first = min(14, 42 / max(1, len(looks))), 27 - min(14, 42 / max(1, len(looks))) * (len(looks) - 1) / 2
    made = use(f"card-{era or 'any'}", 0, 0) + (use("field", 0, 0) if cleared else use("wild", 0, 0))
    made += text(27, 24, "?", "g-uk g-m", 11) if cleared is None else ""
    made += "".join(use("house", first + step * at, 36, 1.15, look) for at, look in enumerate(looks))
    known = text(17.8, 62, _column_effects(wood), _ink(wood, "g-b"), 10.5) if not cleared else ""
    return made + known + text(43, 62, _column_effects(corn), _ink(corn, "g-b" if cleared else "g-b g-i2"), 10.5)


def _column_effects(bounds: tuple[int, int]) -> str:
    return str(bounds[0]) if bounds[0] == bounds[1] else "?"


def _ink(bounds: tuple[int, int], classes: str) -> str:
    return classes if bounds[0] == bounds[1] else "g-uk"


@lru_cache(maxsize=8)
def _lettered(wood: str, corn: str, cleared: bool) -> str:
    log = icon("wood", wood, 10.3, 58.1, 0.62)
    return (f'<g class="g-faint">{log}</g>' if cleared else log) + icon("corn", corn, 35.1, 58.1, 0.7)


def ship_look(art: CityCanvas, ship: Vessel) -> str:
    """A ship in a seat's harbour: its coins are already taken."""
    return _ship_look(art, ship)


def _ship_look(art: CityCanvas, ship: Vessel) -> str:
    icons = _letters(art)
    return _ship(ship.era, _bounds(ship.goods), _bounds(ship.furs), _bounds(ship.coins)) + _rigged(
        icons["goods"], icons["coins"]
    )


@lru_cache(maxsize=1024)
def _ship(era: str, goods: tuple, furs: tuple, coins: tuple) -> str:
    made = use(f"card-{era or 'any'}", 0, 0) + use("ship", 27, 25, 0.72)
    made += text(18.4, 51.6, f"+{goods[0]}" if goods[0] == goods[1] else "?", _ink(goods, "g-b"), 10.5)
    made += text(18.4, 66, _column_effects(furs), _ink(furs, "g-b"), 10.5)
    return made + text(42.6, 66, _column_effects(coins), _ink(coins, "g-i2"), 10.5)


@lru_cache(maxsize=8)
def _rigged(goods: str, coins: str) -> str:
    return icon("goods", goods, 10.8, 47.6, 0.62) + use("mink", 10.8, 62, 0.45) + icon("coins", coins, 35.1, 62, 0.62)


def plot_says(art: CityCanvas, plot: Plot, place: int, value: Any) -> str:
    """A card of a row in words."""
    cleared = art.words["board"]["cleared"][str(plot.cleared)]
    return art.word(
        "plot-says", place=place, value=value, card=card_says(art, plot.card), houses=plot.houses, cleared=cleared
    )
