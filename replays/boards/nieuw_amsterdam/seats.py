"""Draws the seats of Nieuw Amsterdam: purse, wharf, row and harbour of each, and its next income."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from domain.games.nieuw_amsterdam.pieces import FURS, STEPS, TILES
from domain.games.nieuw_amsterdam.scoring import position_value
from domain.games.nieuw_amsterdam.state import Player, units
from domain.numbers import Number, is_surely, least, most, rests_on
from replays.boards.drawing import Bounds
from replays.boards.nieuw_amsterdam.canvas import CityCanvas, drawable, furs_of, some
from replays.boards.nieuw_amsterdam.cards import WIDTH, card_at, card_says, plot_look, plot_says, ship_look
from replays.boards.nieuw_amsterdam.cash import token
from replays.boards.nieuw_amsterdam.income import draw_income
from replays.boards.nieuw_amsterdam.trade import fur_at
from replays.boards.shapes import amount, figure, fitted, rect, text, use


class Panel(Struct, frozen=True, kw_only=True):
    """Where things lie in a seat's panel, from its corner."""

    name: float  # how wide it may be
    token: float
    tiles: float
    tile: tuple[float, float]  # step and scale
    stocks: tuple[float, float, float]  # first, step, height
    wharf: tuple[float, float, float, float]  # left, top, step, scale
    furs: tuple[float, float, float]  # left, height, room
    fur: float
    furs_text: tuple[float, float, str]
    cards: float
    foot: float


WIDE = Panel(
    name=146,
    token=196,
    tiles=236,
    tile=(32, 0.85),
    stocks=(20, 66, 56),
    wharf=(306, 46, 33, 1.08),
    furs=(460, 58, 130),
    fur=0.86,
    furs_text=(449, 87, "g-i2"),
    cards=116,
    foot=208,
)
NARROW = Panel(
    name=108,
    token=158,
    tiles=190,
    tile=(26, 0.75),
    stocks=(18, 62, 54),
    wharf=(270, 45, 28, 0.96),
    furs=(24, 113, 250),
    fur=0.92,
    furs_text=(360, 117, "g-e g-i2"),
    cards=144,
    foot=240,
)


def draw_seats(art: CityCanvas) -> None:
    """Every seat in the order of the table."""
    panel = NARROW if art.narrow else WIDE
    for seat, player in enumerate(art.state.players):
        box, key = art.layout.seats[seat], f"seat:{art.letters[seat]}"
        _frame(art, seat, box, key, panel)
        _header(art, seat, player, box, key, panel)
        _stocks(art, seat, player, box, key, panel)
        _wharf(art, seat, player, box, key, panel)
        _furs(art, player, box, key, panel)
        _cards(art, seat, player, box, key, panel)
        draw_income(art, seat, player, Bounds(box.x, box.y + panel.foot, box.w, box.h - panel.foot), key)


def _frame(art: CityCanvas, seat: int, box: Bounds, key: str, panel: Panel) -> None:
    acts = seat == art.state.actor
    inner = rect(*box, "g-card", 8) + (rect(*box, "g-now", 8) if acts else "")
    name = fitted(art.scene.annotator.seats[seat], panel.name, 15, bold=True)
    inner += art.badge(seat, box.x + 20, box.y + 20, 1.25) + text(box.x + 38, box.y + 25, name, "g-b", 15)
    inner += text(box.x + 12, box.y + panel.cards - 12, art.word("land").upper(), "g-cap")
    inner += text(box.x + box.w - 12, box.y + panel.cards - 12, art.word("ships").upper(), "g-cap g-e")
    art.add(key, inner, art.word("seat-acts" if acts else "seat-says", seat=seat), box)


def _header(art: CityCanvas, seat: int, player: Player, box: Bounds, key: str, panel: Panel) -> None:
    y, right = box.y + 20, box.x + box.w - 14
    place, label = box.x + panel.token, "?" if art.state.tokens_gap else art.state.tokens[seat]
    art.add(f"{key}:token", token(art, seat, place, y, 1), art.word("token-says", token=label), _round(place, y, 12))
    looks = [letter for letter, count in zip(TILES, player.tiles, strict=False) for letter in letter * some(count)[0]]
    looks += ["?"] * any(some(count)[1] for count in player.tiles)
    step, scale = panel.tile
    step = min(step, (140 if art.narrow else 230) / max(1, len(looks)))
    inner = "".join(art.tile(letter, box.x + panel.tiles + step * at, y, scale) for at, letter in enumerate(looks))
    names = ", ".join(
        f"{art.words.name('tile', step)} {figure(count)}" for step, count in zip(STEPS, player.tiles, strict=False)
    )
    width = max(step * len(looks), 26)
    art.add(
        f"{key}:tiles", inner, art.word("tiles-says", tiles=names), Bounds(box.x + panel.tiles - 14, y - 14, width, 28)
    )
    score = art.state.scores[seat]
    crown = use("crown", right - 46, y - 2, 1.2) if seat in art.state.winners else ""
    size = 18 if is_surely(score, least(score)) else 14
    inner = crown + amount(right, y + 6, score, "g-b g-e", size)
    art.add(f"{key}:score", inner, art.word("points-says", seat=seat, points=score), Bounds(right - 34, y - 13, 42, 26))
    _units(art, player, box, key, panel)


def _units(art: CityCanvas, player: Player, box: Bounds, key: str, panel: Panel) -> None:
    """What a seat can bid with."""
    has = drawable(units(player))
    look = "g-i2" if has is not None and is_surely(has, least(has)) else "g-uk"
    x, y, anchor = (187, panel.cards - 12, "g-m") if art.narrow else (box.w - 76, 24, "g-e")
    inner = text(box.x + x, box.y + y, art.word("units", units=has), f"{anchor} {look}", 10.5)
    art.add(f"{key}:units", inner, art.word("units-says", units=has))


def _round(x: float, y: float, r: float) -> Bounds:
    return Bounds(x - r, y - r, 2 * r, 2 * r)


def _stocks(art: CityCanvas, seat: int, player: Player, box: Bounds, key: str, panel: Panel) -> None:
    first, step, height = panel.stocks
    y = box.y + height
    stocks = {"coins": player.coins, "wood": player.wood, "corn": player.corn, "supply": player.estate.supply}
    for at, (stock, count) in enumerate(stocks.items()):
        x = box.x + first + step * at
        small = 15 if is_surely(count, least(count)) else 12
        house = use("house", x, y, 1.5, art.colour(seat))
        inner = house if stock == "supply" else art.icon(stock, x, y)
        inner += amount(x + 13, y + 5, count, "g-b", small) + text(x - 8, y + 21, art.word(stock), "g-i2", 9.5)
        says = art.word(f"{stock}-says", count=count)
        art.add(f"{key}:{stock}", inner, says, Bounds(x - 14, y - 15, step - 4, 40))


def _wharf(art: CityCanvas, seat: int, player: Player, box: Bounds, key: str, panel: Panel) -> None:
    left, top, step, scale = panel.wharf
    x, y, estate, piers = box.x + left, box.y + top, player.estate, art.state.sheet.piers
    inner, lying = "", [*some(player.goods)]
    for at, room in enumerate(piers):
        built, middle = at + 1 in estate.warehouses, x + step * at + 5 * scale
        inner += use("house", middle, y, 1.39 * scale, art.colour(seat) if built else "g-hs")
        if not is_surely(room, least(room)) or rests_on(room):
            label = f"{figure(room)}?" if rests_on(room) else "?"
            inner += text(middle, y + (50 if built else 21) * scale, label, "g-uk g-m", 10)
        if built:
            inner += _pier(middle, y + 16 * scale, scale, _filled(lying, min(6, least(room))))
    count, capacity = figure(drawable(player.goods)), figure(drawable(estate.capacity))
    inner += text(x - 8, y + 53 * scale, art.word("wharf", goods=count, room=capacity), "g-i2", 9.5)
    says = art.word("wharf-says", warehouses=len(estate.warehouses), goods=player.goods, room=capacity)
    art.add(f"{key}:wharf", inner, says, Bounds(x - 12, y - 12, step * len(piers) + 2, 80 * scale))


def _filled(lying: list[int], room: int) -> tuple[str, ...]:
    """What lies on a pier: crates, perhaps crates, free places; what is put here is taken from what lies there."""
    looks = []
    for _ in range(room):
        kind = next((at for at, left in enumerate(lying) if left > 0), 2)
        looks.append(("g-crt", "g-lhu", "g-hs")[kind])
        if kind < 2:
            lying[kind] -= 1
    return tuple(looks)


@lru_cache(maxsize=1024)
def _pier(x: float, y: float, scale: float, looks: tuple[str, ...]) -> str:
    made = ""
    for at, look in enumerate(looks):
        place = x + (-6.2 + 12.4 * (at % 2)) * scale, y + 12.5 * scale * (at // 2)
        made += use("crate", *place, scale) if look == "g-crt" else _place(*place, scale, look)
    return made


def _place(x: float, y: float, scale: float, look: str) -> str:
    return rect(x - 5 * scale, y - 5 * scale, 10 * scale, 10 * scale, look)


def _furs(art: CityCanvas, player: Player, box: Bounds, key: str, panel: Panel) -> None:
    left, height, room = panel.furs
    seen, unseen, perhaps = furs_of(player.furs.kinds, player.furs.total)
    lying = (*seen, *("?",) * unseen)
    step = min(31 * panel.fur, room / max(1, len(lying) - 1))
    y, x, at, down = box.y + height, box.x + left, *panel.furs_text[:2]
    inner = "".join(fur_at(art, fur, x + step * place, y, panel.fur) for place, fur in enumerate(lying))
    look = f"{panel.furs_text[2]} g-uk" if perhaps else panel.furs_text[2]
    inner += text(box.x + at, box.y + down, art.word("furs", furs=player.furs.total), look, 9.5)
    names = ", ".join(f"{art.words.name('kind', fur)} {figure(count)}" for fur, count in _kinds(player) if most(count))
    says = art.word("furs-says", furs=player.furs.total, kinds=names or art.words["headings"]["nothing"])
    art.add(f"{key}:furs", inner, says, Bounds(x - 15, y - 15, room + 18, 30))


def _kinds(player: Player) -> list[tuple[str, Number]]:
    return list(zip(FURS, player.furs.kinds, strict=False))


def _cards(art: CityCanvas, seat: int, player: Player, box: Bounds, key: str, panel: Panel) -> None:
    """The row from the left with the next free place, ships from the right; smaller where they are many."""
    row, ships = player.estate.row, player.estate.ships
    room, full = box.w - 24, art.sizes.card
    pitch = min(WIDTH * full + 6 * full, room / max(1, len(row) + len(ships) + 1))
    scale = max(0.6 * full, min(full, (pitch - 4) / WIDTH))
    y = box.y + panel.cards
    for at, plot in enumerate(row, 1):
        x = box.x + 12 + pitch * (at - 1)
        value = art.known(position_value, art.rules, art.state, at)
        inner = card_at(plot_look(art, seat, plot), x, y, scale) + _worth(x, y, scale, value)
        says = plot_says(art, plot, at, value)
        place = Bounds(x, y, WIDTH * scale, 70 * scale)
        art.add(f"{key}:land:{at}", inner, says, place)
        art.place(f"{key}:land:last", "seat", place)
    if "r" not in player.estate.grown:
        _next_place(art, box.x + 12 + pitch * len(row), y, scale, f"{key}:land:next", len(row) + 1)
    for at, ship in enumerate(ships, 1):
        x = box.x + box.w - 12 - WIDTH * scale - pitch * (len(ships) - at)
        place = Bounds(x, y, WIDTH * scale, 70 * scale)
        art.add(f"{key}:ship:{at}", card_at(ship_look(art, ship), x, y, scale), card_says(art, ship), place)
        art.place(f"{key}:ship:last", "seat", place)


def _next_place(art: CityCanvas, x: float, y: float, scale: float, key: str, at: int) -> None:
    value = art.known(position_value, art.rules, art.state, at)
    place = Bounds(x, y, WIDTH * scale, 70 * scale)
    art.add(key, rect(*place, "g-slot", 4) + _worth(x, y, scale, value), "", place)


def _worth(x: float, y: float, scale: float, value: Number | None) -> str:
    return amount(x + WIDTH * scale / 2, y + 70 * scale + 11, value, "g-m g-i2", 9.5)
