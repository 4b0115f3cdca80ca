"""The open questions about warehouses (KO-STORE)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

_AS_THEY_LIE: frozenset[str] = frozenset()

QUESTIONS = (
    question(
        "KO-I-13",
        ko.STORE_7,
        reading("docks"),
        reading("round-end", reverted_clauses=_AS_THEY_LIE, stores_corrected="round"),
        reading("tokens", reverted_clauses=_AS_THEY_LIE, stores_corrected="turn"),
    ),
    question("KO-I-24", ko.STORE_1, reading("substitutes"), reading("not-placed", supply_limited=True)),
)
