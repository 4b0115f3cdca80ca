"""The open questions about variants with special cards (KO-V)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-80", ko.V_ACHAT_1, reading("several"), reading("one", buys="one")),
    question("KO-I-81", ko.V_CRUE_2, reading("no-florin"), reading("florins", tide_earns=True)),
)
