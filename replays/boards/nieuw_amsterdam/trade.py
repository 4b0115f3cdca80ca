"""Draws the Lenape traders, and the river with its camps, boats and trading posts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from domain.games.nieuw_amsterdam.pieces import COLOUR_IN_USE, FURS, SINGLY, TRADER_PRICES, TRADERS
from domain.games.nieuw_amsterdam.state import travel_fee
from domain.numbers import Number, is_surely, least, most
from replays.boards.drawing import Bounds, number
from replays.boards.nieuw_amsterdam.canvas import CityCanvas, drawable, some, unseen_fur
from replays.boards.shapes import amount, circle, figure, path, rect, text, use

# Traders ------------------------------------------------------------------------------------------


def draw_traders(art: CityCanvas) -> None:
    """Three traders with their furs, the reserve and the discards."""
    box, state, narrow = art.layout.traders, art.state, art.narrow
    art.add("traders", rect(*box, "g-card", 8) + text(box.x + 12, box.y + 18, art.word("traders").upper(), "g-cap"))
    pitch = (box.h - 30) / 3 if narrow else (box.h - 56) / 3
    for at, trader in enumerate(TRADERS):
        lying = state.traders[at] if at < len(state.traders) else ()
        _trader(art, trader, at, lying, Bounds(box.x + 6, box.y + 26 + pitch * at, box.w - 12, pitch))
    label = art.word("furs-rest", reserve=figure(state.reserve), discard=figure(state.discard.total))
    foot = box.y + box.h
    line = "" if narrow else path(f"M{box.x + 12} {number(foot - 28)}h{box.w - 24}", "g-ln")
    where = (box.x + box.w - 12, box.y + 18, "g-e g-i2") if narrow else (box.x + 12, foot - 10, "g-i2")
    words = text(where[0], where[1], label, where[2], art.sizes.small)
    place = Bounds(box.x + box.w - 190, box.y + 4, 184, 20) if narrow else Bounds(box.x + 6, foot - 26, box.w - 12, 22)
    says = art.word("furs-rest-says", reserve=state.reserve, discard=state.discard.total)
    art.within("traders", "furs:rest", line + words, says, place)


def _trader(art: CityCanvas, trader: str, at: int, lying: tuple[str, ...], box: Bounds) -> None:
    price = art.word("price-each" if at == SINGLY else "price-all", goods=TRADER_PRICES[at])
    scale = art.sizes.fur
    step = min(34 * scale, (box.w - 160 if art.narrow else box.w - 12) / max(1, len(lying)))
    if art.narrow:
        first, y = box.x + box.w - 16 - step * (len(lying) - 1), box.y + box.h / 2
        inner = text(box.x + 6, y + 4, price, "g-i2", art.sizes.small)
    else:
        first, y = box.x + 20, box.y + min(box.h - 16, 40)
        inner = text(box.x + 6, box.y + 14, price, "g-i2", art.sizes.small)
    for place, fur in enumerate(lying):
        inner += fur_at(art, fur, first + step * place, y, scale)
    says = art.word("trader-says", trader=trader, price=price, furs=art.listed("kind", lying))
    art.within("traders", f"trader:{trader}", inner, says, box)


def fur_at(art: CityCanvas, fur: str, x: float, y: float, scale: float) -> str:
    """A fur, or one of unknown kind."""
    return art.icon(fur, x, y, scale) if fur in FURS else unseen_fur(x, y, scale)


# River --------------------------------------------------------------------------------------------


class Bank(NamedTuple):
    """Where one camp and the zone across the river lie, in either layout."""

    x: float
    y: float
    w: float


def draw_river(art: CityCanvas) -> None:
    """Camps, boats and zones: from left to right, or upwards."""
    state = art.state
    posts = [least(player.estate.zone) for player in state.players]
    count = min(9, max(len(state.river.camps), len(state.sheet.camps), len(state.sheet.zones), *posts, 1))
    _water(art)
    for at in range(count):
        bank = _bank(art, at, count)
        _camp(art, at, bank)
        _zone(art, at, bank)
        if at < len(state.sheet.boats) and at < count - 1:
            _boat(art, at, bank, _bank(art, at + 1, count))


def _bank(art: CityCanvas, at: int, count: int) -> Bank:
    box = art.layout.river
    if art.narrow:
        pitch = (box.h - 34) / count
        return Bank(box.x + 12, box.y + box.h - 8 - pitch * (at + 0.5), pitch)
    width = (box.w - 24) / count
    return Bank(box.x + 12 + width * at, box.y, width)


def _water(art: CityCanvas) -> None:
    box, gone = art.layout.river, art.state.river.gone
    label = "" if is_surely(gone, 0) else art.word("gone", gone=gone)
    art.add("river", _still(art.narrow, box) + _captions(art, box, label), art.word("river-says", gone=gone), box)


@lru_cache(maxsize=8)
def _still(narrow: bool, box: Bounds) -> str:
    inner = rect(*box, "g-card", 8)
    if narrow:
        waves = "".join(
            f"M{number(box.x + 158 + 24 * (row % 2))} {number(box.y + 44 + 19 * row)}q5-4 10 0t10 0 10 0"
            for row in range(int(box.h - 50) // 19 + 1)
        )
        return inner + rect(box.x + 150, box.y + 26, 70, box.h - 27, "g-wat") + path(waves, "g-wl")
    waves = "".join(f"M{54 + 94 * at} {number(box.y + 72 + 18 * (at % 2))}q9-5 18 0t18 0 18 0" for at in range(12))
    return inner + rect(box.x + 1, box.y + 58, box.w - 2, 46, "g-wat") + path(waves, "g-wl")


def _captions(art: CityCanvas, box: Bounds, gone: str) -> str:
    if not art.narrow:
        label = text(box.x + 12, box.y + 18, art.word("river").upper(), "g-cap")
        return label + text(box.x + box.w - 12, box.y + 18, gone, "g-e g-i2", 11)
    words = (("camps", box.x + 12, "g-cap"), ("posts", box.x + 232, "g-cap"))
    return "".join(text(x, box.y + 18, art.word(key).upper(), look) for key, x, look in words)


def _camp(art: CityCanvas, at: int, bank: Bank) -> None:
    camps, spaces = art.state.river.camps, art.state.sheet.camps
    there: Number = camps[at] if at < len(camps) else 0
    room: Number = spaces[at] if at < len(spaces) else 0
    sure, perhaps = some(there)
    looks = ["g-lh"] * min(sure, 9) + ["g-lhu"] * min(perhaps, max(0, 5 - sure))
    looks += ["g-lhe"] * max(0, min(least(room), 5) - len(looks)) + ["g-lhu"] * max(0, min(most(room), 5) - least(room))
    doubt = "" if is_surely(room, least(room)) and not perhaps else "?"
    scale, step = (
        (0.95, min(28, 112 / max(1, len(looks)))) if art.narrow else (1, min(30, (bank.w - 70) / max(1, len(looks))))
    )
    y = bank.y - 2 if art.narrow else bank.y + 42
    left = art.layout.river.x
    first = left + 136 - step * (len(looks) - 1) if art.narrow else bank.x + 52
    inner = text(bank.x + 2, bank.y + 3 if art.narrow else bank.y + 50, at + 1, "g-b g-i2", 13 if art.narrow else 15)
    inner += "".join(use("long", first + step * place, y, scale, look) for place, look in enumerate(looks))
    inner += text(bank.x + 18, y + 6, doubt, "g-uk", 11) if doubt else ""
    says = art.word("camp-says", camp=at + 1, houses=there, spaces=room)
    place = Bounds(left + 4, y - 16, 144, 30) if art.narrow else Bounds(bank.x, y - 18, max(60.0, bank.w - 50), 34)
    art.within("river", f"camp:{at + 1}", inner, says, place)


def _boat(art: CityCanvas, at: int, bank: Bank, upriver: Bank) -> None:
    corn = drawable(art.state.sheet.boats[at])
    x, y = (art.layout.river.x + 185, (bank.y + upriver.y) / 2 - 4) if art.narrow else (upriver.x - 2, bank.y + 75)
    scale = 0.9 if art.narrow else 1
    inner = use("boat", x, y, scale) + amount(x - 5 * scale, y + 10.5 * scale, corn, "g-b g-m", 11)
    inner += art.icon("corn", x + 8 * scale, y + 5.5 * scale, 0.5 * scale)
    says = art.word("boat-says", zone=at + 1, upriver=at + 2, corn=corn)
    art.within("river", f"boat:{at + 1}", inner, says, Bounds(x - 24, y - 4, 48, 22))


def _zone(art: CityCanvas, at: int, bank: Bank) -> None:
    state = art.state
    here = [seat for seat, player in enumerate(state.players) if least(player.estate.zone) == at + 1]
    spaces = state.sheet.zones[at] if at < len(state.sheet.zones) else 0
    rings = max(len(here), min(most(spaces), 5) if is_surely(spaces, least(spaces)) else max(1, least(spaces)))
    radius, y = (10.6 if art.sizes.least else 9.5, bank.y) if art.narrow else (13, bank.y + 130)
    fee_room = 46 if art.narrow else 62
    room = (142 - fee_room) if art.narrow else bank.w - 18 - fee_room
    step = min(radius * 2 + 6, room / max(1, rings))
    first = art.layout.river.x + 240 if art.narrow else bank.x + 16
    black = _blacks(art, at, rings)
    inner = ""
    for place in range(rings):
        look = "g-post" if place < most(spaces) else "g-unk"
        inner += circle(first + step * place, y, radius, look)
        inner += circle(first + step * place, y, radius / 3, "g-postb") if place in black else ""
    for place, seat in zip(_places(art, here, rings), here, strict=True):
        inner += art.badge(seat, first + step * place, y, radius / 10)
        spot = Bounds(first + step * place - radius - 2, y - radius - 2, radius * 2 + 4, radius * 2 + 4)
        art.place(f"seat:{art.letters[seat]}:post", "river", spot)
        if not is_surely(state.players[seat].estate.zone, at + 1):
            inner += text(first + step * place + radius, y - radius + 3, "?", "g-uk g-m", 12)
    if not is_surely(spaces, least(spaces)):
        inner += text(first + step * rings, y + 4, "?", "g-uk", 12)
    says = art.word("zone-says" if here else "zone-empty", zone=at + 1, seats=tuple(here))
    width = step * rings + 4
    art.within(
        "river", f"zone:{at + 1}", inner, says, Bounds(first - radius - 4, y - radius - 3, width, radius * 2 + 6)
    )
    if here:
        _fee(art, at, here[0], first + step * rings + (14 if art.narrow else 6), y)


def _places(art: CityCanvas, here: list[int], rings: int) -> list[int]:
    """The ring of each post: that of its space where recorded and free, else the next free one."""
    first_ring = {"black": 0, "white": len(_blacks(art, 0, rings))}
    taken: list[int] = []
    for seat in here:
        space = art.state.players[seat].estate.space
        wished = first_ring.get(space[:5], 0) + int(space[5:] or 1) - 1 if space[5:].isdigit() else -1
        free = [ring for ring in range(max(rings, len(here))) if ring not in taken]
        taken.append(wished if wished in free else free[0])
    return taken


def _blacks(art: CityCanvas, at: int, rings: int) -> range:
    """The rings that are black spaces: all, none or the first ones (set-up F)."""
    used = COLOUR_IN_USE.get(len(art.letters))
    if used:
        return range(rings if used == "black" else 0)
    faces = getattr(art.rules.catalogue, "faces", {})
    return range(_black_printed(tuple(faces.get("zone", {})), at + 1))


@lru_cache(maxsize=64)
def _black_printed(zones: tuple[str, ...], zone: int) -> int:
    values: Mapping[str, str] = dict(value.split(":", 1) for value in zones if ":" in value)
    black = values.get(str(zone), "?").partition("/")[0]
    return int(black) if black.isdigit() else 0


def _fee(art: CityCanvas, at: int, seat: int, x: float, y: float) -> None:
    """What the journey costs from here now."""
    fee = drawable(art.known(travel_fee, art.rules, art.state, seat))
    x = art.layout.river.x + 338 if art.narrow else x
    inner = art.icon("corn", x, y + 1, 0.75)
    if art.narrow:
        inner += amount(x + 11, y + 4, fee, "g-b", 12)
    else:
        inner += text(x + 10, y + 5, art.word("fee", fee=figure(fee)), "g-i2", 11)
    says = art.word("fee-says", zone=at + 1, fee=fee)
    art.within("river", f"fee:{at + 1}", inner, says, Bounds(x - 8, y - 10, 60 if not art.narrow else 34, 20))
