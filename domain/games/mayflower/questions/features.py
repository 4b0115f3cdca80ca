"""The open questions about roads, cities and farms."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading
from domain.variants import Question

QUESTIONS: tuple[Question, ...] = (
    question(
        "MF-I-08",
        mf.FARM_1,
        reading("all", "fr"),
        reading("farms", "fr", coast_counts=False),
        reading("never", coast_counts=False, coast_surrounds=False),
    ),
    question("MF-I-16", mf.FARM_1, reading("never"), reading("filled", coast_ends_filled=True)),
    question("MF-I-19", mf.ROAD_3, reading("entered"), reading("table", why="relay-described")),
)
