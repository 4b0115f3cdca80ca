"""The open questions about several features in one turn."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading
from domain.variants import Question

QUESTIONS: tuple[Question, ...] = (
    question(
        "MF-I-01",
        mf.MULTI_2,
        reading("active"),
        reading("owners", order="owners"),
        reading("kinds", order="kinds"),
        reading("vote", order="vote"),
    ),
)
