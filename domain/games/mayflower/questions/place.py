"""The open questions about placing the tile."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading

QUESTIONS = (
    question(
        "MF-I-09",
        mf.PLACE_5,
        reading("any-row"),
        reading("board-rows", limits="board-rows"),
        reading("coast", limits="coast"),
    ),
)
