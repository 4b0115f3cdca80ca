"""A drawing as keyed SVG fragments, and the patch between two drawings of one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct, field


class Bounds(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float


class BoardTab(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A named part of a board, which a small screen shows alone; `parts` are places within it to come closer to.

    Places are given as viewBoxes of the drawing; `map` says that it is the window of the map.
    """

    says: str
    box: str
    parts: tuple[str, ...] = ()
    map: bool = False


class Patch(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The change from one drawing to the next: fragments to set, keys to drop, the part of the map to show."""

    set: dict[str, str] = {}
    drop: list[str] = []
    view: str = ""
    title: str = ""
    desc: str = ""


class Drawing(Struct, kw_only=True):
    """A table in layers of keyed fragments; a key names a place or a thing, never a value.

    The layers of the map have a window of their own, `frame`, with fixed coordinates; `view` is the visible part.
    Boards of fixed size have no map. The layers `beside` the board have a box of their own, `aside`, which a page may
    show somewhere else.
    """

    title: str
    desc: str
    size: tuple[float, float]
    layers: tuple[str, ...]
    map: tuple[str, ...] = ()  # the layers in the window, the lowest first
    frame: Bounds | None = None
    view: Bounds | None = None
    cell: float = 0  # the size of one cell of the map, for zooming
    beside: tuple[str, ...] = ()  # only of a drawing for a television
    aside: Bounds | None = None
    tabs: tuple[BoardTab, ...] = ()  # only of a narrow drawing
    parts: dict[str, str] = field(default_factory=dict)
    boxes: dict[str, tuple[str, Bounds]] = field(default_factory=dict)  # the layer and the bounds of what can be marked

    def add(self, layer: str, key: str, inner: str, says: str = "", box: Bounds | None = None) -> None:
        """Adds a complete fragment; `says` is its title for screen readers, `box` its bounds for marks."""
        title = f"<title>{escape(says)}</title>" if says else ""
        self.parts[key] = f'<g id="{key}" data-layer="{layer}">{title}{inner}</g>'
        if box is not None:
            self.boxes[key] = layer, box

    def within(self, key: str) -> str:
        """The layer of a key."""
        return _layer(self.parts[key])


def _layer(part: str) -> str:
    start = part.index('data-layer="') + 12
    return part[start : part.index('"', start)]


def around(boxes: Iterable[Bounds], margin: float = 4) -> Bounds:
    """The rectangle that holds all of these, with a margin."""
    held = list(boxes)
    x, y = min(box.x for box in held) - margin, min(box.y for box in held) - margin
    right, foot = max(box.x + box.w for box in held) + margin, max(box.y + box.h for box in held) + margin
    return Bounds(x, y, right - x, foot - y)


def tab(says: str, box: Bounds, parts: Iterable[Bounds] = (), map: bool = False) -> BoardTab:
    """A tab of a board."""
    return BoardTab(says=says, box=_view_box(box), parts=tuple(_view_box(part) for part in parts), map=map)


def part_with(drawing: Drawing, keys: Iterable[str]) -> str:
    """The part of a drawing with tabs that holds most of what these keys name, as a viewBox; empty if none does."""
    boxes = [drawing.boxes[key] for key in keys if key in drawing.boxes]
    held = [(sum(_holds(tab, drawing, layer, box) for layer, box in boxes), tab) for tab in drawing.tabs]
    most, fullest = max(held, key=lambda counted: counted[0], default=(0, None))
    if fullest is None or not most:
        return ""
    inside = [box for layer, box in boxes if _holds(fullest, drawing, layer, box)]
    return next((part for part in fullest.parts if all(map(_around(part), inside))), fullest.box)


def _holds(tab: BoardTab, drawing: Drawing, layer: str, box: Bounds) -> bool:
    return tab.map if layer in drawing.map else not tab.map and _around(tab.box)(box)


def _around(view_box: str) -> Callable[[Bounds], bool]:
    """Whether the middle of a rectangle lies in a viewBox."""
    x, y, w, h = map(float, view_box.split())
    return lambda box: x <= box.x + box.w / 2 <= x + w and y <= box.y + box.h / 2 <= y + h


def patch(before: Drawing, after: Drawing) -> Patch:
    """The patch that turns one drawing into another."""
    old, new = before.parts, after.parts
    return Patch(
        set={key: part for key, part in new.items() if old.get(key) != part},
        drop=[key for key in old if key not in new],
        view=shown_part(after) if after.view != before.view else "",
        title=after.title if after.title != before.title else "",
        desc=after.desc if after.desc != before.desc else "",
    )


def shown_part(drawing: Drawing) -> str:
    """The visible part of the map, as the viewBox of an SVG."""
    return _view_box(drawing.view or ())


def _view_box(box: Iterable[float]) -> str:
    return " ".join(map(number, box))


def svg(drawing: Drawing, symbols: str, lang: str, prefix: str = "", style: str = "", view: str = "") -> str:
    """The drawing as SVG, whole or only the part in a viewBox.

    A prefix lets it share a page, and its symbols, with another drawing.
    """
    parts: dict[str, list[str]] = {layer: [] for layer in (*drawing.map, *drawing.layers, *drawing.beside)}
    for part in drawing.parts.values():
        parts[_layer(part)].append(_prefixed(part, prefix))
    width, height = drawing.size
    ids = f"{prefix}board-title {prefix}board-desc"
    shown = view or f"0 0 {number(width)} {number(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gf" viewBox="{shown}" '
        f'role="graphics-document document" aria-labelledby={quoteattr(ids)} lang="{lang}">'
        f'<title id="{prefix}board-title">{escape(drawing.title)}</title>'
        f'<desc id="{prefix}board-desc">{escape(drawing.desc)}</desc>'
        + (f"<style>{style}</style>" if style else "")
        + ("" if prefix else f"<defs>{symbols}</defs>")
        + f'<rect width="{number(width)}" height="{number(height)}" class="g-paper"/>'
        + _window(drawing, parts, prefix)
        + "".join(_group(layer, parts[layer], prefix) for layer in drawing.layers)
        + _aside(drawing, parts, prefix)
        + "</svg>"
    )


def _prefixed(part: str, prefix: str) -> str:
    return part.replace('<g id="', f'<g id="{prefix}', 1) if prefix else part


def _window(drawing: Drawing, parts: Mapping[str, list[str]], prefix: str) -> str:
    """The window of the map; it comes first, so that panels and marks cover its edge."""
    if drawing.frame is None or drawing.view is None:
        return ""
    inner = "".join(_group(layer, parts[layer], prefix) for layer in drawing.map)
    return (
        f'<svg id="{prefix}map" {_placed(drawing.frame)} viewBox="{shown_part(drawing)}" '
        f'preserveAspectRatio="xMidYMid meet" data-cell="{number(drawing.cell)}">{inner}</svg>'
    )


def _aside(drawing: Drawing, parts: Mapping[str, list[str]], prefix: str) -> str:
    """The part beside the board, in coordinates of the whole drawing."""
    if drawing.aside is None:
        return ""
    inner = "".join(_group(layer, parts[layer], prefix) for layer in drawing.beside)
    view = _view_box(drawing.aside)
    return f'<svg id="{prefix}aside" class="gf" {_placed(drawing.aside)} viewBox="{view}" data-aside="">{inner}</svg>'


def _placed(box: Bounds) -> str:
    return f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.w)}" height="{number(box.h)}"'


def _group(layer: str, parts: list[str], prefix: str) -> str:
    return f'<g id="{prefix}layer:{layer}">{"".join(parts)}</g>'


def number(value: Any) -> str:
    """A length in as few characters as possible."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
