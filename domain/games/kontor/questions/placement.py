"""The open questions about placement and board size (KO-PLACE, KO-SIZE)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-01", ko.SIZE_3, reading("both", follows="fr"), reading("per-axis", edges_close="per-axis")),
    question(
        "KO-I-02",
        ko.SIZE_2,
        reading("sticky"),
        reading("high-water", shrinks="never"),
        reading("recompute", shrinks="always"),
    ),
    question(
        "KO-I-04",
        ko.PLACE_1,
        reading("take-back", follows="fr"),  # as the rulebook says for one of its scenarios
        reading("under-pile", stuck="pile"),
        reading("discard", stuck="discard"),
        reading("as-pass", stuck_passes=True),
    ),
    question(
        "KO-I-29", ko.PLACE_4, reading("stands"), reading("back", why="ruling"), reading("always-stands", why="ruling")
    ),
)
