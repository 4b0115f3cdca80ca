"""Draws the list of features with colonists on them: how large each is, and what it would bring."""

from __future__ import annotations

from typing import Any

from domain.games.mayflower.scoring import VALUES, groups, majority, marks_of, tiles_of
from domain.games.mayflower.state import KINDS, Man, State, filled_around, unseen_of
from domain.games.mayflower.state.land import Feature
from domain.numbers import NotKnown, Number
from replays.boards.drawing import Bounds, Drawing, number
from replays.boards.mayflower.layout import Layout
from replays.boards.mayflower.seats import seat_badge
from replays.boards.scene import Scene
from replays.boards.shapes import fitted, panel, path, text


def draw_features(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """Draws the features with colonists: their size, and the points they would bring."""
    state: State = scene.table
    box = layout.features_box(len(state.scores))
    features = sorted(groups(state), key=lambda group: group[0].kind == "P")
    rows = features if len(features) <= layout.rows else features[: layout.rows - 1]
    frame = panel(box) if layout.aside is None else ""
    made, sentences = [frame + text(box.x + 12, box.y + 19, scene.word("cap-features"), "g-cap")], []
    for at, (feature, men) in enumerate(rows):
        y = box.y + 28 + layout.row * at
        inner, says = _row(scene, layout, Bounds(box.x, y, box.w, layout.row), feature, men)
        made.append(inner)
        sentences.append(says)
    if len(rows) < len(features):
        y = box.y + 28 + layout.row * len(rows)
        more = scene.word("more", count=len(features) - len(rows))
        made.append(text(box.x + 70, y + 16, more, "g-i2", 11))
    drawing.add("panels", "features", "".join(made), scene.word("features", text="; ".join(sentences) or "–"), box)


def _row(scene: Scene, layout: Layout, box: Bounds, feature: Feature, men: tuple[Man, ...]) -> tuple[str, str]:
    seats = list(dict.fromkeys(man.seat for man in men))
    y, size = box.y + box.h / 2, 10 if layout.narrow else 11
    badges = "".join(
        seat_badge(scene, seat, box.x + 18 + min(17, 40 / len(seats)) * at, y, 0.85 if layout.aside is None else 1.02)
        for at, seat in enumerate(seats)
    )
    what, worth = _what(scene, feature), _worth(scene, feature, men)
    style = "g-e g-uk" if feature.blind else "g-e g-i2"
    line = path(f"M{number(box.x + 10)} {number(box.y)}h{number(box.w - 20)}", "g-ln")
    left = fitted(what, box.w * 0.5, size)
    inner = line + badges + text(box.x + 70, y + 4, left, "", size)
    return inner + text(box.x + box.w - 12, y + 4, fitted(worth, box.w * 0.34, size), style, size), f"{what}: {worth}"


def _what(scene: Scene, feature: Feature) -> str:
    state: State = scene.table
    facts: dict[str, Any] = {
        "kind": scene.annotator.words.name("feature", KINDS[feature.kind]),
        "cell": feature.cells[0],
    }
    if feature.kind == "F":
        return scene.word("row-F", filled=filled_around(scene.rules, state.land, feature.cells[0]), **facts)
    tiles, marks = len(tiles_of(scene.rules, feature)), marks_of(scene.rules, state, feature)
    return scene.word(f"row-{feature.kind}", tiles=tiles, marks=marks, **facts)


def _worth(scene: Scene, feature: Feature, men: tuple[Man, ...]) -> str:
    state: State = scene.table
    if feature.blind:
        return scene.word("waits-for", fact=unseen_of(state.land, feature))
    try:
        values = VALUES[feature.kind](scene.rules, state, feature)
    except NotKnown as unknown:
        return scene.word("waits-for", fact=unknown.fact)
    points: Number = 0
    for _, _, item in values:
        points = points + item.count * item.each
    key = "worth-end" if feature.kind == "P" else "worth" if len(majority(men)) < 2 else "worth-each"
    return scene.word(key, points=points)
