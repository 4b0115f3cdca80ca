"""Draws the cards of Kontor, in the harbour, in a hand or on a pile."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domain.games.kontor import pieces as ko
from domain.games.kontor.pieces import GOODS
from domain.games.kontor.state import Card, Lying
from domain.numbers import Number, least, most
from replays.boards.kontor.canvas import HarbourCanvas, florin, good_at
from replays.boards.kontor.layout import CardSizes
from replays.boards.shapes import badge, rect, text, use

ROOMY = 60  # a card of this side has room for words
WATERY = (ko.CANAL, ko.ANCHOR)
DOCKS = (ko.DOCK, ko.CRANE, ko.TAVERN)


class Look(NamedTuple):
    """The visible properties of a card, so that equal cards are drawn once."""

    kind: str
    number: str = ""
    slot: str = ""  # of its owner; "" of no side
    letter: str = ""
    goods: tuple[tuple[int, int], ...] = ()  # each between two bounds
    symbol: str | None = ""
    on: str = ""  # the words for what it covers
    tinted: bool = False
    down: bool = False
    kept: bool = False  # a keeper stands in its corner


def lying_look(art: HarbourCanvas, lying: Lying, tinted: bool, kept: bool = False) -> Look:
    """A card in the harbour; its goods make room where a keeper stands on it."""
    if lying.down:
        return Look("", letter=art.letters[lying.by] if 0 <= lying.by < len(art.letters) else "", down=True)
    owner = lying.owner if lying.kind in DOCKS or lying.kind == "" else -1
    under = lying.under
    return Look(
        kind=lying.kind,
        number=_number(art, lying.kind, lying.number),
        slot=art.slot(owner) if owner >= 0 else "",
        letter=art.letter(owner, lying.by) if owner >= 0 else "",
        goods=tuple(map(_bounds, lying.goods)) if lying.kind == ko.DOCK else (),
        symbol=lying.symbol,
        on="" if under is None else art.word("on", number=_number(art, under.kind, under.number) or "–"),
        tinted=tinted,
        kept=kept,
    )


def hand_look(art: HarbourCanvas, card: Card, seat: int) -> Look:
    """A card in a hand or on a pile, as far as it is known."""
    owner = card.owner if card.kind in (*DOCKS, "") else -1
    unknown = ((0, ko.MOST_GOODS),) * len(GOODS)
    goods = () if card.kind != ko.DOCK else unknown if card.goods is None else tuple(map(_bounds, card.goods))
    return Look(
        kind=card.kind,
        number=_number(art, card.kind, card.number),
        slot=art.slot(owner) if owner >= 0 else "",
        letter=art.letter(owner, seat) if owner >= 0 else "",
        goods=goods,
        symbol=card.symbol,
    )


def _number(art: HarbourCanvas, kind: str, number: int) -> str:
    """A card's number; those of docks would show a side to a viewer who must not know it."""
    return "" if not number or (art.blind and kind in (*DOCKS, "")) else str(number)


def _bounds(count: Number) -> tuple[int, int]:
    return least(count), most(count)


def drawn(art: HarbourCanvas, look: Look, sizes: CardSizes) -> str:
    """A card at its own corner."""
    icons = art.icons
    return _drawn(look, sizes, icons["wine"] + icons["spice"] + icons["tea"], icons["florin"])


@lru_cache(maxsize=4096)
def _drawn(look: Look, sizes: CardSizes, letters: str, coin: str) -> str:
    if look.down:
        return back(sizes, look.letter)
    if look.kind in WATERY:
        made = _water(look, sizes)
    elif look.kind == ko.FLOOD:
        made = _flood(look, sizes)
    elif look.kind in (ko.BRIDGE, ko.CUSTOMS):
        made = _special(look, sizes)
    elif look.kind in DOCKS:
        made = _dock(look, sizes, letters)
    else:
        made = _unread(look, sizes)
    return made + _symbol(look, sizes, coin)


def _number_at(look: Look, sizes: CardSizes, x: float, y: float, classes: str, size: float = 0) -> str:
    return text(x, y, look.number, classes, size or sizes.number) if look.number else ""


def _waves(sizes: CardSizes, scale: float, *heights: float) -> str:
    return "".join(use("wave", sizes.side / 2, sizes.side * height, scale * sizes.side / 84) for height in heights)


def _water(look: Look, sizes: CardSizes) -> str:
    side = sizes.side
    inner = rect(1.5, 1.5, side - 3, side - 3, "g-wat", 3) + _waves(sizes, 1, 0.62, 0.8)
    return inner + _number_at(look, sizes, side * 0.11, side * 0.11 + sizes.number * 0.8, "g-wn g-b", sizes.number - 1)


def _flood(look: Look, sizes: CardSizes) -> str:
    side, edge = sizes.side, sizes.side * 0.1
    inner = rect(2.5, 2.5, side - 5, side - 5, "g-card", 4) + rect(
        edge, edge, side - 2 * edge, side - 2 * edge, "g-wat", 4
    )
    inner += _waves(sizes, 1.2, 0.5, 0.62)
    inner += _number_at(look, sizes, side * 0.17, side * 0.15 + sizes.number * 0.8, "g-wn g-b", sizes.number - 1)
    return inner + _covered(look, sizes, side - edge - 4, "g-e g-wn")


def _covered(look: Look, sizes: CardSizes, at: float, classes: str) -> str:
    """What it lies on, where there is room to say so."""
    return text(at, at, look.on, classes, max(10, sizes.least)) if look.on and sizes.side > ROOMY else ""


def _special(look: Look, sizes: CardSizes) -> str:
    side, edge = sizes.side, sizes.side * 0.12
    ground = rect(1.5, 1.5, side - 3, side - 3, "g-wat", 3) if look.kind == ko.BRIDGE else ""
    inner = ground + rect(edge, edge, side - 2 * edge, side - 2 * edge, "g-fint" if look.tinted else "g-card", 4)
    inner += use(look.kind, side / 2, side * 0.64, side / 84 * 1.1)
    inner += _number_at(look, sizes, side * 0.18, side * 0.16 + sizes.number * 0.8, "g-b", sizes.number - 1)
    return inner + _covered(look, sizes, side - edge - 3, "g-e g-i2")


def _dock(look: Look, sizes: CardSizes, letters: str) -> str:
    side, grown = sizes.side, sizes.side / 84
    inner = rect(2.5, 2.5, side - 5, side - 5, "g-fint" if look.tinted else "g-card", 4)
    if look.slot:
        inner += rect(3, 4.5, max(4, 6 * grown), side - 9, f"g-s{look.slot} g-seat", 1.5)
        inner += badge(look.slot, look.letter, 4 + 17 * sizes.badge, 4 + 13.5 * sizes.badge, sizes.badge)
    inner += _number_at(look, sizes, 4 + 28.5 * sizes.badge, 4 + 13.5 * sizes.badge + sizes.number * 0.35, "g-b")
    if look.kind != ko.DOCK:
        x, scale = (0.4, 0.9) if look.kept else (0.54, 1.1)
        return inner + use(look.kind, side * x, side * 0.64, grown * scale)
    return inner + _goods(look, sizes, letters)


def _goods(look: Look, sizes: CardSizes, letters: str) -> str:
    """Each good once for each time it is shown; a dotted box where they are unread."""
    side, goods = sizes.side, look.goods
    middle, room = (0.4, 0.54) if look.kept else (0.54, 0.86)
    if any(low != high for low, high in goods):
        return rect(side * 0.24, side * 0.42, side * 0.6, side * 0.25, "g-unk", 3) + text(
            side * 0.54, side * 0.59, "?", "g-uk g-m", sizes.number - 1
        )
    shown = [(good, letter) for good, letter, (low, _) in zip(GOODS, letters, goods, strict=False) for _ in range(low)]
    step = min(25 * sizes.good, side * room / max(1, len(shown)))
    scale = sizes.good * min(1, (1 if len(shown) < 3 else 0.88), step / (21 * sizes.good))
    first = side * middle - step * (len(shown) - 1) / 2
    placed = enumerate(shown[: 2 * ko.MOST_GOODS])
    return "".join(
        good_at(good, letter, first + step * at, side * 0.54, scale, sizes.least) for at, (good, letter) in placed
    )


def _unread(look: Look, sizes: CardSizes) -> str:
    side = sizes.side
    inner = rect(2.5, 2.5, side - 5, side - 5, "g-soft", 4) + rect(5.5, 5.5, side - 11, side - 11, "g-unk", 3)
    if look.slot:
        inner += badge(look.slot, look.letter, 4 + 17 * sizes.badge, 4 + 13.5 * sizes.badge, sizes.badge)
    inner += _number_at(look, sizes, 4 + 28.5 * sizes.badge, 4 + 13.5 * sizes.badge + sizes.number * 0.35, "g-b")
    return inner + text(side / 2, side * 0.68, "?", "g-uk g-m", sizes.number + 4)


def _symbol(look: Look, sizes: CardSizes, coin: str) -> str:
    inset = sizes.inset + 8.5 * sizes.symbol
    x, y = sizes.side - inset, inset
    y = sizes.side - y if sizes.low else y
    if look.symbol == ko.COIN:
        return florin(coin, x, y, sizes.symbol, sizes.least)
    if look.symbol == ko.BOAT:
        return use("boatsym", x, y, sizes.symbol)
    return text(x, y + 4, "?", "g-uk g-m", max(10, sizes.least)) if look.symbol is None and look.kind else ""


@lru_cache(maxsize=256)
def back(sizes: CardSizes, label: str, wide: float = 0) -> str:
    """A hidden card, with what is known of it."""
    side = sizes.side
    width = wide or side - 4
    x = 2 if not wide else 0
    inner = rect(x, 2, width, side - 4, "g-back", 4) + use(
        "hatch", x + width / 2, side / 2, min((width - 8) / 40, (side - 12) / 48)
    )
    if not label:
        return inner
    size = max(12, sizes.least)
    box = max(1.5 * size, size * (0.67 * len(label) + 0.5))
    return (
        inner
        + rect(x + (width - box) / 2, side / 2 - 0.83 * size, box, 1.66 * size, "g-card", 4)
        + text(x + width / 2, side / 2 + 0.375 * size, label, "g-b g-m", size)
    )
