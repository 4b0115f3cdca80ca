"""The open questions about the explorers."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading
from domain.variants import Question

QUESTIONS: tuple[Question, ...] = (
    question("MF-I-02", mf.EXPLORER_1, reading("occupied", "fr"), reading("every", empty_features_move=True)),
    question("MF-I-03", mf.EXPLORER_5, reading("colonist", "fr"), reading("player", bonus_per_colonist=False)),
    question("MF-I-04", mf.EXPLORER_5, reading("scorers"), reading("everybody", minority_bonus=True)),
    question("MF-I-07", mf.EXPLORER_1, reading("stay"), reading("advance", stays_without_tile=False)),
)
