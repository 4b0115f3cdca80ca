"""The open questions about the ranking of sectors (KO-RANK)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-16", ko.RANK_1, reading("take-a-place"), reading("owned-only", ranks_unowned=False)),
    question(
        "KO-I-17",
        ko.RANK_3,
        reading("over-cards", follows="fr"),
        reading("straight", distance="straight"),
        reading("cards-between", why="one-less"),
    ),
    question("KO-I-18", ko.RANK_3, reading("at-the-cut"), reading("every-size", ties_at_cut=False)),
    question("KO-I-19", ko.RANK_4, reading("next-in-rank", follows="fr"), reading("smaller-only", moves_up="smaller")),
)
