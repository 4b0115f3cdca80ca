"""Draws the sectors of Kontor: letters, outlines and keepers in the harbour, and the list of what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from domain.games.kontor.pieces import GOODS
from domain.games.kontor.scoring.ranking import FAR, distance
from domain.games.kontor.scoring.supremacy import supremacy
from domain.games.kontor.state import BIT, NAME, NEAR, NO_SEAT, Board, Sector, cells_in
from domain.games.kontor.state.cells import X, Y
from domain.numbers import NotKnown, most
from replays.boards.drawing import Bounds
from replays.boards.kontor.canvas import HarbourCanvas
from replays.boards.kontor.chart import outline
from replays.boards.kontor.harbour import goods_said, keeper_cell, size_on
from replays.boards.shapes import amount, circle, fitted, ink_on, path, rect, text, use

Named = list[tuple[str, Sector, bool]]  # letter, sector, whether it is finished


def named_sectors(board: Board) -> Named:
    """Every sector with its letter: that of its oldest dock, which stays when sectors join."""
    founded: dict[int, int] = {}
    count, seen = 0, 0
    for cell in board.cards:
        if board.docks & BIT[cell]:  # a card on a cell not seen has none
            if not NEAR.get(cell, 0) & seen:
                founded[cell], count = count, count + 1
            seen |= BIT[cell]
    named = []
    for sector, done in (*((sector, False) for sector in board.open), *((sector, True) for sector in board.done)):
        ages = [founded[cell] for cell in cells_in(sector.cells) if cell in founded]
        named.append((min(ages, default=count), sector, done))
    return list(_lettered(sorted(named, key=lambda row: row[0])))


def _lettered(named: list[tuple[int, Sector, bool]]) -> Iterator[tuple[str, Sector, bool]]:
    taken: set[str] = set()
    for age, sector, done in named:
        letter = _letter(age)
        while letter in taken:
            age += 1
            letter = _letter(age)
        taken.add(letter)
        yield letter, sector, done


def _letter(age: int) -> str:
    again, at = divmod(age, len(ascii_uppercase))
    return ascii_uppercase[at] + (str(again + 1) if again else "")


def draw_sectors(art: HarbourCanvas) -> None:
    """The lines, the keepers, the table."""
    named = named_sectors(art.board)
    for letter, sector, done in named:
        _line(art, letter, sector, done)
        if done:
            _keeper(art, letter, sector)
    _table(art, named)


def _line(art: HarbourCanvas, letter: str, sector: Sector, done: bool) -> None:
    cells = [cell for cell in cells_in(sector.cells) if cell in NAME]
    if not cells:
        return
    side = art.chart.side
    inner = path(outline(frozenset((X[c], Y[c]) for c in cells), side, art.chart.turned), "g-fin" if done else "g-sec")
    x, y = min((art.chart.at(cell) for cell in cells), key=lambda at: (at[1], at[0]))
    radius = size_on(side, 6.5, 9, 13)
    inner += circle(x + 1, y + 1, radius, "g-ink") + text(
        x + 1, y + 1 + radius * 0.46, letter, "g-b g-m g-inv", radius * 1.3
    )
    says = art.word("sector-done" if done else "sector-open", sector=letter, docks=sector.size)
    art.add("sectors", f"sector:{letter}", inner, says)


def _keeper(art: HarbourCanvas, letter: str, sector: Sector) -> None:
    """In the winner's colour, on a dock of the sector; a question mark where it is not known."""
    cell = keeper_cell(art.board, sector)
    if cell is None:
        return
    side, (x, y) = art.chart.side, art.chart.at(cell)
    size = side / 84
    middle, foot = x + side - 19 * size, y + side - 19 * size
    look = f"g-s{art.slot(sector.keeper)} g-seat" if sector.keeper >= 0 else "g-unk"
    label = art.letter(sector.keeper) if sector.keeper >= 0 else "?"
    ink = ink_on(art.slot(sector.keeper)) if sector.keeper >= 0 else "g-uk"
    inner = rect(middle - 14 * size, foot - 14 * size, 28 * size, 28 * size, "g-card", 3)
    inner += use("keeper", middle, foot, 0.86 * size, look)
    inner += text(
        middle,
        foot + 11 * size,
        label,
        f"g-b g-m {ink}",
        max(7.5, art.layout.cell.least, (11 if len(label) < 2 else 8.5) * size),
    )
    says = art.word("keeper-says", side=art.side_name(sector.keeper), sector=letter)
    art.add(
        "sectors", f"keeper:{letter}", inner, says, Bounds(middle - 14 * size, foot - 14 * size, 28 * size, 28 * size)
    )


# The table ----------------------------------------------------------------------------------------


def _table(art: HarbourCanvas, named: Named) -> None:
    box = art.layout.sectors
    columns, small = _columns(art), 11 if art.tv else 10.5
    if art.tv:  # the harbour shows the finished ones
        named = [row for row in named if not row[2]] or named
    frame = "" if art.tv else rect(*box, "g-card", 8)
    inner = frame + text(box.x + 12, box.y + 19, art.word("sectors").upper(), "g-cap")
    if not art.narrow:
        inner += text(box.x + 118, box.y + 19, art.word("docks"), "g-m g-i2", small)
        inner += text(box.x + 168, box.y + 19, art.word("steps"), "g-m g-i2", small)
    for side, x in enumerate(columns):
        inner += art.side_badge(side, x + 8, box.y + 15, 1.02 if art.tv else 0.8)
    now = (box.x + box.w - 12, "g-e g-i2") if art.narrow else (box.x + 418, "g-i2")
    inner += text(now[0], box.y + 19, art.word("now-short" if art.narrow else "now"), now[1], small)
    art.add("panels", "sectors", inner, art.word("sectors-says", count=len(named)), box)
    pitch = 26.0 if art.tv else min(26.0, (box.h - 32) / max(1, len(named)))
    named = named[-int((box.h - 32) // pitch) :] if art.tv else named
    for at, (letter, sector, done) in enumerate(named):
        _row(art, letter, sector, done, Bounds(box.x, box.y + 28 + pitch * at, box.w, pitch), columns)


def _columns(art: HarbourCanvas) -> list[float]:
    first, room = (94, 214) if art.narrow else (196, 214)
    return [art.layout.sectors.x + first + room / max(1, art.sides) * side for side in range(art.sides)]


def _row(art: HarbourCanvas, letter: str, sector: Sector, done: bool, box: Bounds, columns: list[float]) -> None:
    y, size = box.y + box.h / 2, min(12.0, box.h * 0.72)
    radius = min(9.0, box.h * 0.42)
    inner = path(f"M{box.x + 10} {box.y:g}H{box.x + box.w - 10}", "g-ln")
    inner += circle(box.x + 24, y, radius, "g-ink") + text(box.x + 24, y + size * 0.36, letter, "g-b g-m g-inv", size)
    inner += amount(box.x + (56 if art.narrow else 118), y + size * 0.36, sector.size, "g-b g-m", size)
    steps = art.known(distance, art.rules, art.board, sector)
    if not art.narrow:
        inner += text(box.x + 168, y + size * 0.36, "–" if steps is None or steps >= FAR else steps, "g-m", size)
    inner += (
        _finished(art, columns[0], y, size)
        if done
        else "".join(_stock(art, goods, x, y, size) for goods, x in zip(sector.stock, columns, strict=False))
    )
    winner, label = _verdict(art, sector, done)
    x = box.x + box.w - 26 if art.narrow else box.x + 426
    inner += art.side_badge(winner, x, y, 1.02 if art.tv else min(0.85, box.h / 26)) if winner >= 0 else ""
    if not art.narrow:
        inner += text(x + 16, y + size * 0.36, fitted(label, 110, 11), "" if winner >= 0 else "g-i2", size - 1)
    elif winner < 0:
        inner += text(x, y + size * 0.36, "–" if winner == NO_SEAT else "?", "g-m g-i2", size)
    stores = "; ".join(f"{art.side_name(at)} {goods_said(art, goods)}" for at, goods in enumerate(sector.stock))
    says = art.word("row-says", sector=letter, docks=sector.size, stores=stores, verdict=label)
    art.add("panels", f"row:{letter}", inner, says)


def _finished(art: HarbourCanvas, x: float, y: float, size: float) -> str:
    return text(x, y + size * 0.36, art.word("finished"), "g-i2", size - 1)


def _stock(art: HarbourCanvas, goods: tuple, x: float, y: float, size: float) -> str:
    listed = [(good, count) for good, count in zip(GOODS, goods, strict=False) if most(count)]
    if not listed:
        return text(x, y + size * 0.36, "–", "g-i2", size)
    made, room = "", 224 / max(2, art.sides) - 8
    step = min(36.0, room / len(listed))
    for at, (good, count) in enumerate(listed):
        made += use(good, x + 6 + step * at, y, 0.055 * size)
        made += amount(x + 14 + step * at, y + size * 0.36, count, "g-b", size - 1)
    return made


def _verdict(art: HarbourCanvas, sector: Sector, done: bool) -> tuple[int, str]:
    """Whose it is, or whose it would be now; else what that waits for."""
    no_side = art.word("nobody")
    if done:
        return sector.keeper, art.side_name(sector.keeper) if sector.keeper >= 0 else no_side
    try:
        stock = sector.stock
        for view in art.rules.stock_view:
            stock = view(art.rules, art.state, sector, stock)
        winner = supremacy(art.rules, art.state, stock)[0]
    except NotKnown as unknown:
        return NO_SEAT - 1, "?" if art.blind else art.words.fact(unknown.fact)  # it may name a dock by its number
    return winner, art.side_name(winner) if winner >= 0 else no_side
