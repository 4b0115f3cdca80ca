"""The open questions about supremacy and keepers (KO-SUPREMACY, KO-KEEPER)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-14", ko.SUPREMACY_2, reading("all", follows="fr"), reading("max-only", supremacies_all=False)),
    question("KO-I-15", ko.KEEPER_2, reading("returned"), reading("stay", tied_returns=False)),
    question("KO-I-23", ko.KEEPER_1, reading("markers"), reading("five", keepers_limited=True)),
)
