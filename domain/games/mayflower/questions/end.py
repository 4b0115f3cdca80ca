"""The open questions about the end."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading
from domain.variants import Question

QUESTIONS: tuple[Question, ...] = (
    question("MF-I-10", mf.FINAL_1, reading("portion", "fr"), reading("tile", per_portion=False)),
    question(
        "MF-I-11", mf.FINAL_1, reading("none", "fr"), reading("one", final_relays=1), reading("two", final_relays=2)
    ),
    question("MF-I-12", mf.FINAL_1, reading("none"), reading("bonus", final_bonus=True)),
    question("MF-I-13", mf.END_1, reading("discarded"), reading("no-turn", empty_turn_counts=False)),
    question("MF-I-18", mf.FINAL_5, reading("each"), reading("two-or-more", "fr", lone_ties=False)),
)
