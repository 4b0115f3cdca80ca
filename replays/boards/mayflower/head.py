"""Draws the head of the table of Mayflower (players, turn, acting seats), and the legend at its foot."""

from __future__ import annotations

from functools import lru_cache

from domain.games.mayflower.state import ROLES
from domain.words import Words
from replays.boards.drawing import Drawing
from replays.boards.heading import Heading, draw_heading
from replays.boards.marks import BADGES
from replays.boards.mayflower.layout import Layout
from replays.boards.scene import BROKEN, RULED, UNDETERMINED, Scene
from replays.boards.shapes import placed, text, use

WIDE = Heading(
    left=24,
    right=1256,
    name=(38, 22),
    about=(164, 38, 13),
    after=(38, 13),
    who=(60, 13),
    faces=(60, 11),
    room=800,
    foot=78,
    short=False,
)
NARROW = Heading(
    left=10,
    right=380,
    name=(22, 18),
    about=(126, 22, 10),
    after=(15, 11),
    who=(42, 12),
    faces=(46, 10),
    room=210,
    foot=58,
    short=True,
)


def draw_head(drawing: Drawing, scene: Scene, acting: tuple[int, ...]) -> None:
    """Draws the number of players and the turn."""
    about = scene.word("about", players=len(scene.table.scores), turn=scene.table.turn)
    draw_heading(drawing, scene, NARROW if scene.narrow else WIDE, about, acting)


def title_of(scene: Scene) -> str:
    """Game, turn and line."""
    return scene.word("title", name=scene.annotator.words["name"], line=scene.line, turn=scene.table.turn)


def draw_legend(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """What the signs mean, at the foot."""
    y = drawing.size[1] - (52 if layout.narrow else 22)
    drawing.add("panels", "legend", _legend(scene.annotator.words, layout.narrow, y), scene.word("legend"))


@lru_cache(maxsize=64)
def _legend(words: Words, narrow: bool, y: float) -> str:
    labels = words["board"]
    drawn = {"shield": 0.7, "relay": 0.7, "animal": 0.7, "farm": 0.7, "expl": 0.5}
    signs = [(use(sign, 0, 0, scale), labels[f"sign-{sign}"]) for sign, scale in drawn.items()]
    signs += [(text(0, 4, labels[f"role-{role}"], "g-b g-m", 12), words.name("role", role)) for role in ROLES]
    if not narrow:
        kinds = ((BROKEN, "sign-broken"), (UNDETERMINED, "sign-open"), (RULED, "sign-ruled"))
        signs += [(placed(BADGES[kind], 0, 0, 0.8), labels[key]) for kind, key in kinds]
    made, across, step = [], 4 if narrow else len(signs), 94 if narrow else 101
    for at, (picture, name) in enumerate(signs):
        x, line = (18 if narrow else 36) + at % across * step, y + at // across * 18
        made.append(placed(picture, x, line) + text(x + 12, line + 4, name, "g-i2", 9.5 if narrow else 11))
    return "".join(made)
