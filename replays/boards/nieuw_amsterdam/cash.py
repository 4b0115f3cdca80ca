"""Draws the cash box: its columns of action tiles, the seats that took them, and the open auction."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.pieces import NOT_SEEN, TILES
from domain.games.nieuw_amsterdam.state import NO_SEAT, Auction
from domain.numbers import least
from replays.boards.drawing import Bounds, number
from replays.boards.nieuw_amsterdam.canvas import CityCanvas
from replays.boards.shapes import amount, figure, path, rect, text, use

SPACES = 3  # of the longest column


def draw_cash(art: CityCanvas) -> None:
    """The box, its five columns, and the auction."""
    box, state = art.layout.cash, art.state
    spent = dict(zip(("city", "land", "trade"), map(figure, state.chest.spent), strict=False))
    letters = {f"{step}_letter": art.icons[letter] for step, letter in zip(spent, TILES, strict=False)}
    inner = rect(*box, "g-card", 8) + text(box.x + 12, box.y + 18, art.word("cash").upper(), "g-cap")
    inner += text(box.x + box.w - 12, box.y + 18, art.word("spent", **spent, **letters), "g-e g-i2", art.size(10.5))
    art.add("cash", inner, art.word("cash-says", **spent), box)
    count = len(state.chest.columns)
    width = (box.w - 16) / max(1, count)
    for at in range(count):
        column = Bounds(box.x + 8 + width * at, box.y + 28, width, box.h - 38)
        _column(art, at, column)
        if state.auction.column == at + 1:
            _auction(art, column)


def _column(art: CityCanvas, at: int, box: Bounds) -> None:
    scale, middle = art.sizes.tile, box.x + box.w / 2
    pitch, lying = 33 * scale + (1 if art.narrow else 0), art.state.chest.columns[at]
    inner = path(f"M{number(box.x)} {number(box.y)}V{number(box.y + box.h)}", "g-ln") if at else ""
    inner += text(box.x + 6, box.y + 10, at + 1, "g-b g-i2", art.size(10.5))
    free = max(0, min(SPACES, least(art.state.sheet.columns[at])) - len(lying))
    looks = [(letter, "g-act") for letter in lying] + [("", "g-gone")] * free
    top = box.y + 16 * scale + 4
    for place, (letter, look) in enumerate(looks):
        y = top + pitch * place
        inner += art.tile(letter, middle, y, scale) if letter else use("tile-x", middle, y, scale, look)
    coin = _taken_at(art, box) - 32 * max(scale, 0.85)
    inner += art.icon("coins", middle - 9, coin, 0.85 if art.narrow else 1)
    inner += amount(middle + 4, coin + 5, art.state.sheet.bonus[at], "g-b", 13)
    taker = _taker(art, at + 1)
    inner += _taken(art, taker, middle, _taken_at(art, box))
    art.within(
        "cash", f"cash:{at + 1}", inner, _says(art, at, taker), Bounds(box.x + 2, box.y - 2, box.w - 4, box.h + 2)
    )


def _taken_at(art: CityCanvas, box: Bounds) -> float:
    """Where a column says who took it, or who bids for it: under its tiles and its coins."""
    scale = art.sizes.tile
    return box.y + 4 + (16 + 33 * SPACES) * scale + (SPACES if art.narrow else 0) + 32 * max(scale, 0.85)


def _taker(art: CityCanvas, column: int) -> int:
    return next((seat for seat, player in enumerate(art.state.players) if player.column == column), NO_SEAT)


def _taken(art: CityCanvas, seat: int, x: float, y: float) -> str:
    if seat == NO_SEAT:
        return ""
    return art.badge(seat, x - 14, y, art.sizes.badge + 0.25) + token(art, seat, x + 14, y)


def token(art: CityCanvas, seat: int, x: float, y: float, scale: float = 0.95) -> str:
    """A turn-order token; after a gap it is not known whose it is."""
    label = "?" if art.state.tokens_gap else art.state.tokens[seat]
    return use("tok", x, y, scale) + text(x, y + 4.4 * max(1, scale), label, "g-b g-m g-inv", 12 * max(1, scale))


def _says(art: CityCanvas, at: int, taker: int) -> str:
    tiles = art.listed("tile", art.state.chest.columns[at])
    facts = {"column": at + 1, "tiles": tiles, "bonus": art.state.sheet.bonus[at]}
    return art.word("column-says", **facts) if taker == NO_SEAT else art.word("column-taken", **facts, seat=taker)


def _auction(art: CityCanvas, box: Bounds) -> None:
    """Token at stake, the highest bid and whose it is, who may still speak."""
    auction, middle = art.state.auction, box.x + box.w / 2
    frame = Bounds(box.x + 2, box.y - 2, box.w - 4, box.h + 2)
    inner = rect(*frame, "g-now", 4)
    low = _taken_at(art, box)
    if auction.bidder != NO_SEAT:
        inner += art.badge(auction.bidder, middle - 12, low, art.sizes.badge + 0.2)
        inner += text(middle + 2, low + 5, _bid_text(auction), "g-b", 15)
    if auction.selector != NO_SEAT:
        inner += token(art, auction.selector, frame.x + frame.w - 11, frame.y + 11, 0.8)
    due = [seat for seat in auction.due if 0 <= seat < len(art.letters)]
    step = min(15, (box.w - 16) / max(1, len(due)))
    for place, seat in enumerate(due):
        inner += art.badge(seat, middle + step * (place - (len(due) - 1) / 2), low + (21 if art.narrow else 27), 0.65)
    art.within("cash", "bid", inner, _auction_says(art), frame)


def _auction_says(art: CityCanvas) -> str:
    auction = art.state.auction
    facts = {"column": auction.column, "seat": auction.bidder, "due": auction.due}
    return art.word("no-bid-says" if auction.bidder == NO_SEAT else "bid-says", **facts, bid=_bid_text(auction))


def _bid_text(auction: Auction) -> str:
    """The highest bid, `?` where it was not seen or no seat has bid."""
    return str(auction.best) if isinstance(auction.best, int) and auction.best >= 0 else NOT_SEEN
