"""The open questions about hands and draws (KO-HAND)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question(
        "KO-I-12",
        ko.HAND_6,
        reading("all"),
        reading("between-turns", late_draws="own"),
        reading("one", late_draws="one"),
        reading("before-choosing", late_draws="before"),
    ),
)
