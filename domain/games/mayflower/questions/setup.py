"""The open questions about components and set-up."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading

QUESTIONS = (
    question("MF-I-15", mf.SETUP_5, reading("apart", follows="fr"), reading("together", explorers_together=True)),
    question("MF-I-24", mf.SETUP_4, reading("six", follows="fr"), reading("eight", colonists=7)),
)
