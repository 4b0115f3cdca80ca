"""The open questions about taxes (KO-TAX)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question(
        "KO-I-08",
        ko.TAX_4,
        reading("higher-number"),
        reading("nobody", relief="nobody"),
        reading("seat-order", relief="seat"),
    ),
    question(
        "KO-I-09",
        ko.TAX_1,
        reading("until-round-end"),
        reading("always", late_tax="always"),
        reading("never", late_tax="never"),
    ),
)
