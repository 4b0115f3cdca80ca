"""The open questions about the boat (KO-BOAT)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-20", ko.BOAT_3, reading("canal"), reading("not-canal", anchor_is_canal=False)),
    question("KO-I-22", ko.BOAT_8, reading("drawn-again"), reading("lost", removed_returns=False)),
    question("KO-I-25", ko.BOAT_4, reading("allowed"), reading("forbidden", may_tear=False)),
    question("KO-I-43", ko.BOAT_5, reading("never"), reading("with-boat", boat_takes_bridges=True)),
)
