"""The open questions about cranes and taverns (KO-CRANE, KO-TAVERN)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.checks.cranes import BESIDE_A_PARTNER
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question(
        "KO-I-37",
        ko.CRANE_1,
        reading("bridge-only"),
        reading("both", craned_specials=frozenset(("bridge", "customs"))),
        reading("neither", craned_specials=frozenset()),
    ),
    question("KO-I-42", ko.CRANE_5, reading("free"), reading("bound", more=BESIDE_A_PARTNER, crane_stops_partner=True)),
)
