"""The chart of the harbour: which cells are shown, where they lie, and the lines round a set of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from domain.games.kontor.state import BIT, Board
from domain.games.kontor.state.cells import FAR, X, Y
from replays.boards.drawing import Bounds, number

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules
    from replays.boards.kontor.layout import HarbourLayout


class Chart(Struct, frozen=True):
    """Cells from west to east and from north to south; absolute places round the anchor, which never move."""

    side: float
    left: int
    right: int
    top: int
    bottom: int
    turned: bool = False

    def corner(self, x: int, y: int) -> tuple[float, float]:
        """The north-west corner of a cell; on a turned chart south is to the right."""
        return (y * self.side, x * self.side) if self.turned else (x * self.side, y * self.side)

    def at(self, cell: int) -> tuple[float, float]:
        """The corner of a cell by its number."""
        return self.corner(X[cell], Y[cell])

    def box(self, cell: int) -> Bounds:
        """Where a cell lies."""
        x, y = self.at(cell)
        return Bounds(x + 1, y + 1, self.side - 2, self.side - 2)

    def view(self) -> Bounds:
        """The part of the map to show: all these cells, and the figures next to them."""
        x, y = self.corner(self.left, self.top)
        end_x, end_y = self.corner(self.right + 1, self.bottom + 1)
        rim = self.side * 0.36
        return Bounds(x - rim, y - rim, end_x - x + rim + 5, end_y - y + rim + 5)


def chart_of(rules: KontorRules, board: Board, layout: HarbourLayout) -> Chart:
    """The cells that can still be used; the empty rim is cut where the cells would be too small."""
    side, turned, frame = layout.cell.side, layout.turned, layout.frame
    left, right, top, bottom = board.left, board.right, board.top, board.bottom
    open_left, open_right = (left, right) if board.wide else (right - rules.width + 1, left + rules.width - 1)
    open_top, open_bottom = (top, bottom) if board.high else (bottom - rules.height + 1, top + rules.height - 1)
    cells = [cell for cell in (*board.cards, board.boat) if BIT[cell]]
    least_x, most_x = _span([X[cell] for cell in cells], left, right)
    least_y, most_y = _span([Y[cell] for cell in cells], top, bottom)
    chart = Chart(
        side,
        max(-FAR, min(open_left, least_x)),
        min(FAR, max(open_right, most_x)),
        max(-FAR, min(open_top, least_y)),
        min(FAR, max(open_bottom, most_y)),
        turned,
    )
    if _shown(chart, frame) < layout.least:
        chart = Chart(
            side,
            max(chart.left, least_x - 1),
            min(chart.right, most_x + 1),
            max(chart.top, least_y - 1),
            min(chart.bottom, most_y + 1),
            turned,
        )
    return replace(chart, side=min(side, _shown(chart, frame) // 1)) if layout.tv else chart


def _span(lines: list[int], low: int, high: int) -> tuple[int, int]:
    return min([*lines, low]), max([*lines, high])


def _shown(chart: Chart, frame: Bounds) -> float:
    """How large a cell is on the screen."""
    view = chart.view()
    return chart.side * min(frame.w / view.w, frame.h / view.h)


@lru_cache(maxsize=4096)
def outline(cells: frozenset[tuple[int, int]], side: float, turned: bool) -> str:
    """The lines round a set of cells, long ones in one stroke."""
    flat = {(x, y) for x, y in cells if (x, y - 1) not in cells} | {
        (x, y + 1) for x, y in cells if (x, y + 1) not in cells
    }
    steep = {(y, x) for x, y in cells if (x - 1, y) not in cells} | {
        (y, x + 1) for x, y in cells if (x + 1, y) not in cells
    }
    if turned:
        flat, steep = steep, flat
    across = "".join(f"M{number(x * side)} {number(y * side)}h{number(run * side)}" for x, y, run in _runs(flat))
    down = "".join(f"M{number(x * side)} {number(y * side)}v{number(run * side)}" for y, x, run in _runs(steep))
    return across + down


def _runs(steps: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Steps (along, across) side by side, joined: where they begin, on which line, how many."""
    runs: list[tuple[int, int, int]] = []
    for along, line in sorted(steps, key=lambda step: (step[1], step[0])):
        if runs and runs[-1][1] == line and runs[-1][0] + runs[-1][2] == along:
            runs[-1] = runs[-1][0], line, runs[-1][2] + 1
        else:
            runs.append((along, line, 1))
    return runs
