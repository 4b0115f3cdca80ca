"""The open questions about four players (KO-TEAM)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-39", ko.TEAM_4, reading("none-told"), reading("as-declared", special_symbols=True)),
    question("KO-I-40", ko.TEAM_12, reading("placer"), reading("mover", own_removed="mover")),
)
