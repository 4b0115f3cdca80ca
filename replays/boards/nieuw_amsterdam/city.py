"""Draws the city: in each district a row for each seat, and the leader."""

from __future__ import annotations

from math import ceil

from domain.games.nieuw_amsterdam.pieces import DISTRICTS
from domain.numbers import least
from replays.boards.drawing import Bounds
from replays.boards.nieuw_amsterdam.canvas import CityCanvas, houses
from replays.boards.shapes import amount, figure, rect, text, use


def draw_city(art: CityCanvas) -> None:
    """The six districts."""
    first = art.layout.city[0]
    if art.layout.aside is None:
        art.within("city", "city", text(first.x + 2, first.y - 8, art.word("city").upper(), "g-cap"))
    for at, district in enumerate(DISTRICTS):
        _district(art, at, district, art.layout.city[at])


def _district(art: CityCanvas, at: int, district: str, box: Bounds) -> None:
    name = art.words["board"]["districts"][district]
    inner = rect(box.x, box.y, box.w, box.h, "g-card", 6)
    inner += text(box.x + 8, box.y + (15 if art.narrow else 18), name, "g-b", art.sizes.plain + 1)
    art.within("city", f"district:{district}", inner, _says(art, at, district), box)
    top = box.y + (29 if art.narrow else 38)
    rows, wide = ceil(len(art.letters) / art.sizes.columns), box.w / art.sizes.columns
    for seat in range(len(art.letters)):
        column, row = divmod(seat, rows)
        _row(art, at, seat, Bounds(box.x + wide * column, top + art.sizes.row * row, wide, art.sizes.row))


def _row(art: CityCanvas, at: int, seat: int, box: Bounds) -> None:
    count, size, y = art.state.city.counts[at][seat], art.sizes, box.y
    left, right = box.x + (14 if art.narrow else 18) * max(1, size.badge), box.x + box.w - (10 if art.narrow else 14)
    start = left + (16 if art.narrow else 22) * max(1, size.badge)
    inner = art.badge(seat, left, y, size.badge)
    inner += houses(start, y, count, right - 44 - start, size.house, art.colour(seat)) if size.columns == 1 else ""
    lead = _lead(art, at, seat)
    inner += use("crown", right - 24, y, 0.75 if art.narrow else 0.95) if lead == "alone" else ""
    inner += text(right - 24, y + 4.5, "=", "g-b g-m", 15) if lead == "tied" else ""
    inner += amount(right, y + 4, count, "g-b g-e" if lead else "g-i2 g-e", size.plain)
    art.within(
        "city",
        f"biz:{DISTRICTS[at]}:{art.letters[seat]}",
        inner,
        art.word("biz-says", district=DISTRICTS[at], seat=seat, count=count),
        Bounds(box.x + 2, y - size.row / 2, box.w + 2, size.row),
    )


def _lead(art: CityCanvas, at: int, seat: int) -> str:
    leaders, count = art.state.city.leaders[at], art.state.city.counts[at][seat]
    if leaders is None or seat not in leaders or not least(count):
        return ""
    return "alone" if len(leaders) == 1 else "tied"


def _says(art: CityCanvas, at: int, district: str) -> str:
    names, counts = art.scene.annotator.seats, art.state.city.counts[at]
    counted = ", ".join(f"{names[seat]} {figure(count)}" for seat, count in enumerate(counts))
    leaders = [seat for seat in range(len(counts)) if _lead(art, at, seat)]
    key = "district-led" if len(leaders) == 1 else "district-tied" if leaders else "district-says"
    return art.word(key, district=district, counts=counted, seats=tuple(leaders))
