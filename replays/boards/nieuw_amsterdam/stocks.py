"""Draws the seats beside a television's board of Nieuw Amsterdam: what each holds, one row a seat."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.pieces import TILES
from domain.games.nieuw_amsterdam.state import Player
from domain.numbers import Number, least
from replays.boards import television
from replays.boards.drawing import Bounds
from replays.boards.nieuw_amsterdam.canvas import CityCanvas, drawable, icon
from replays.boards.nieuw_amsterdam.cash import token
from replays.boards.shapes import amount, is_sure, path, rect, text, use

SCALE = 1.68  # of pictures and badges: their letters are as large as the smallest text
KINDS = ("coins", "wood", "corn", "goods", "furs", "supply")
FIRST, LAST = 66, 60  # the room for badge and token, and for the tiles


def draw_stocks(art: CityCanvas) -> None:
    """Every seat in the order of the table."""
    for seat, player in enumerate(art.state.players):
        box, key = art.layout.seats[seat], f"seat:{art.letters[seat]}"
        y, acts = box.y + box.h / 2, seat == art.state.actor
        frame = rect(*box, "g-now", 6) if acts else path(f"M{box.x:g} {box.y + box.h + 1:g}h{box.w:g}", "g-ln")
        says = art.word("seat-acts" if acts else "seat-says", seat=seat)
        art.add(key, frame + art.badge(seat, box.x + 22, y, SCALE), says, box)
        label = "?" if art.state.tokens_gap else art.state.tokens[seat]
        place = box.x + FIRST - 10
        art.add(f"{key}:token", token(art, seat, place, y, 1.4), art.word("token-says", token=label), _around(place, y))
        step = (box.w - FIRST - LAST - 12) / len(KINDS)
        for at, kind in enumerate(KINDS):
            _stock(art, seat, kind, Bounds(box.x + FIRST + 14 + step * at, box.y, step, box.h), key)
        _tiles(art, player, box, key)


def _stock(art: CityCanvas, seat: int, kind: str, box: Bounds, key: str) -> None:
    player, x, y = art.state.players[seat], box.x + 18, box.y + box.h / 2
    count = drawable(_count(player, kind))
    picture = use("house", x, y, 2.2, art.colour(seat)) if kind == "supply" else _picture(art, kind, x, y)
    size = 20 if count is not None and is_sure(count) else television.LEAST_TEXT
    says = _says(art, kind, player)
    part = "wharf" if kind == "goods" else kind
    inner = picture + amount(x + 24, y + 7, count, "g-b", size)
    art.add(f"{key}:{part}", inner, says, Bounds(box.x - 4, y - 17, box.w - 4, 34))


def _picture(art: CityCanvas, kind: str, x: float, y: float) -> str:
    return use("mink", x, y, SCALE * 0.8) if kind == "furs" else icon(kind, art.icons[kind], x, y, SCALE)


def _count(player: Player, kind: str) -> Number:
    if kind == "furs":
        return player.furs.total
    return player.estate.supply if kind == "supply" else getattr(player, kind)


def _says(art: CityCanvas, kind: str, player: Player) -> str:
    if kind == "goods":
        facts = {"warehouses": len(player.estate.warehouses), "room": drawable(player.estate.capacity)}
        return art.word("wharf-says", goods=player.goods, **facts)
    if kind == "furs":
        return art.word("furs", furs=player.furs.total)
    return art.word(f"{kind}-says", count=_count(player, kind))


def _tiles(art: CityCanvas, player: Player, box: Bounds, key: str) -> None:
    """How many action tiles are left."""
    left: Number = 0
    for held in player.tiles:
        left = left + held
    x, y = box.x + box.w - LAST, box.y + box.h / 2
    count = text(x + 34, y + 7, least(left), "g-b", 20) if is_sure(left) else text(x + 32, y + 7, "?", "g-uk", 20)
    inner = use("tile-C", x + 14, y, 0.95, "g-act") + count
    counts = zip(TILES, player.tiles, strict=False)
    names = ", ".join(f"{art.icons[letter]} {held}" for letter, held in counts)
    art.add(f"{key}:tiles", inner, art.word("tiles-says", tiles=names), Bounds(x - 4, y - 17, LAST, 34))


def _around(x: float, y: float) -> Bounds:
    return Bounds(x - 17, y - 17, 34, 34)
