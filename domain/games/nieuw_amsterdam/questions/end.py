"""The open questions about the end (NA-END)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question("NA-Q-38", na.END_6, reading("literal"), reading("uncleared", rightmost_filled_only=False)),
    question(
        "NA-Q-40", na.END_4, reading("points", follows="en"), reading("coins", follows="fr", final_elections_pay=True)
    ),
)
