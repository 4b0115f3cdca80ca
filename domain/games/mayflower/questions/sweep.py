"""The open questions about stragglers."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading
from domain.variants import Question

QUESTIONS: tuple[Question, ...] = (
    question("MF-I-05", mf.SWEEP_1, reading("last", "fr"), reading("each-move", sweeps_behind_both=True)),
    question("MF-I-06", mf.SWEEP_1, reading("anyway"), reading("if-held", "fr", sweeps_anyway=False)),
)
