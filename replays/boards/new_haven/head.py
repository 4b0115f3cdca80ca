"""Draws the head of the table of New Haven: the side of the board, the round, the acting seats."""

from __future__ import annotations

from domain.games.new_haven.pieces import TURNS
from domain.games.new_haven.state import State
from replays.boards.drawing import Drawing
from replays.boards.heading import Heading, draw_heading
from replays.boards.scene import Scene

WIDE = Heading(
    left=24,
    right=1256,
    name=(38, 22),
    about=(176, 38, 13),
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
    about=(10, 41, 11),
    after=(15, 11),
    who=(56, 12),
    faces=(30, 11),
    room=330,
    foot=70,
    short=True,
)


def draw_head(drawing: Drawing, scene: Scene, acting: tuple[int, ...]) -> None:
    """The side of the board, how many play, which round it is."""
    state: State = scene.table
    turns = TURNS.get(state.side, 10)
    about = scene.word("about", side=state.side, players=len(state.players), round=min(state.round, turns), turns=turns)
    draw_heading(drawing, scene, NARROW if scene.narrow else WIDE, about, acting)


def title_of(scene: Scene) -> str:
    """Game, side and line."""
    return scene.word("title", name=scene.annotator.words["name"], side=scene.table.side, line=scene.line)
