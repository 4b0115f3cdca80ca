"""The open questions about the frame of a round (NA-ROUND)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question("NA-Q-42", na.ROUND_3, reading("those", follows="en"), reading("both", follows="fr", why="together")),
)
