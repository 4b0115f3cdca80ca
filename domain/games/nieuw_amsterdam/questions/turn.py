"""The open questions about turns of steps 5 to 7 (NA-ACT)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.checks.turn import PASSES_ARE_LIMITED
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question(
        "NA-Q-18",
        na.ACT_2,
        reading("at-once", follows="en, fr"),
        reading("next-round", follows="fr", order_at_once=False),
    ),
    question("NA-Q-29", na.ACT_9, reading("told", follows="en"), reading("silent", silent_special=True)),
    question("NA-Q-34", na.ACT_3, reading("as-meant")),
    question("NA-Q-36", na.ACT_10, reading("between")),
    question(
        "NA-Q-46",
        na.ACT_6,
        reading("any", follows="en"),
        reading("one", follows="fr", more=PASSES_ARE_LIMITED, passes_a_turn=1),
    ),
)
