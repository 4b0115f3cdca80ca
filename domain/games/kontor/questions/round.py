"""The open questions about the nine phases (KO-ROUND)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-26", ko.ROUND_2, reading("sits-out"), reading("passes", empty_hand_passes=True)),
    question("KO-I-30", ko.ROUND_4, reading("finding"), reading("seat-order", equal_numbers="seat")),
)
