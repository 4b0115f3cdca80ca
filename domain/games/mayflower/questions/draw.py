"""The open questions about drawing."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading

QUESTIONS = (question("MF-I-14", mf.DRAW_4, reading("all-agree", follows="fr"), reading("word", all_agree=False)),)
