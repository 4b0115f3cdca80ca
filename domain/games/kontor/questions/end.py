"""The open questions about the end (KO-END)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-03", ko.END_1, reading("none", follows="fr"), reading("finish-turn", last_turn_finished=True)),
    question("KO-I-27", ko.END_1, reading("ends"), reading("goes-on", stops_when_stuck=False)),
    question("KO-I-28", ko.END_3, reading("unscored"), reading("as-they-stand", unfinished_score=True)),
    question("KO-I-41", ko.END_5, reading("sum"), reading("best", team_florins="best")),
)
