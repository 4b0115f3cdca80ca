"""The open questions about plains."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading
from domain.variants import Question

QUESTIONS: tuple[Question, ...] = (
    question("MF-I-17", mf.PLAIN_1, reading("joined"), reading("coast", coast_plains=False)),
    question("MF-I-20", mf.PLAIN_4, reading("declared"), reading("standing", standing_trappers_stay=False)),
)
