"""The open questions about several colonists, their return, the track."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.observables import STOOD_UP
from domain.games.mayflower.questions.common import question, reading
from domain.variants import Question

QUESTIONS: tuple[Question, ...] = (
    question("MF-I-22", mf.TRACK_2, reading("lying"), reading("stood-up", observables=STOOD_UP)),
    question("MF-I-23", mf.RETURN_1, reading("all", "fr"), reading("scorers", minority_returns=False)),
)
