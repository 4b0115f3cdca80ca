"""The city: in each district a row for each seat, and who leads."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.pieces import DISTRICTS
from domain.numbers import least
from replays.boards.drawing import Bounds
from replays.boards.nieuw_amsterdam.desk import Desk, houses
from replays.boards.shapes import amount, figure, rect, text, use


def draw_city(desk: Desk) -> None:
    """The six districts."""
    first = desk.layout.city[0]
    desk.within("city", "city", text(first.x + 2, first.y - 8, desk.word("city").upper(), "g-cap"))
    for at, district in enumerate(DISTRICTS):
        _district(desk, at, district, desk.layout.city[at])


def _district(desk: Desk, at: int, district: str, box: Bounds) -> None:
    name = desk.words["board"]["districts"][district]
    inner = rect(box.x, box.y, box.w, box.h, "g-card", 6)
    inner += text(box.x + 8, box.y + (15 if desk.narrow else 18), name, "g-b", desk.sizes.plain + 1)
    desk.within("city", f"district:{district}", inner, _says(desk, at, district), box)
    top = box.y + (29 if desk.narrow else 38)
    for seat in range(len(desk.letters)):
        _row(desk, at, seat, Bounds(box.x, top + desk.sizes.row * seat, box.w, desk.sizes.row))


def _row(desk: Desk, at: int, seat: int, box: Bounds) -> None:
    count, size, y = desk.state.city.counts[at][seat], desk.sizes, box.y
    start, right = box.x + (30 if desk.narrow else 40), box.x + box.w - (10 if desk.narrow else 14)
    inner = desk.badge(seat, box.x + (14 if desk.narrow else 18), y, size.badge)
    inner += houses(start, y, count, right - 44 - start, size.house, desk.colour(seat))
    lead = _lead(desk, at, seat)
    inner += use("crown", right - 24, y, 0.75 if desk.narrow else 0.95) if lead == "alone" else ""
    inner += text(right - 24, y + 4.5, "=", "g-b g-m", 15) if lead == "tied" else ""
    inner += amount(right, y + 4, count, "g-b g-e" if lead else "g-i2 g-e", size.plain)
    desk.within(
        "city",
        f"biz:{DISTRICTS[at]}:{desk.letters[seat]}",
        inner,
        desk.word("biz-says", district=DISTRICTS[at], seat=seat, count=count),
        Bounds(box.x + 2, y - size.row / 2, box.w + 2, size.row),
    )


def _lead(desk: Desk, at: int, seat: int) -> str:
    leaders, count = desk.state.city.leaders[at], desk.state.city.counts[at][seat]
    if leaders is None or seat not in leaders or not least(count):
        return ""
    return "alone" if len(leaders) == 1 else "tied"


def _says(desk: Desk, at: int, district: str) -> str:
    names, counts = desk.scene.annotator.seats, desk.state.city.counts[at]
    counted = ", ".join(f"{names[seat]} {figure(count)}" for seat, count in enumerate(counts))
    leaders = [seat for seat in range(len(counts)) if _lead(desk, at, seat)]
    key = "district-led" if len(leaders) == 1 else "district-tied" if leaders else "district-says"
    return desk.word(key, district=district, counts=counted, seats=tuple(leaders))
