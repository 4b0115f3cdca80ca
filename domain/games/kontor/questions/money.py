"""The open questions about income and claims (KO-MONEY, KO-CLAIM)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question(
        "KO-I-10",
        ko.CLAIM_2,
        reading("first-act"),
        reading("reveal", round_begins="reveal"),
        reading("all-done", round_begins="done"),
    ),
    question("KO-I-11", ko.CLAIM_1, reading("any-money"), reading("canal-only", claims_all=False)),
)
