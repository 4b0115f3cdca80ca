"""The open questions about special cards (KO-SPEC)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-31", ko.SPEC_1, reading("cover-only"), reading("also-empty", specials_on_empty=True)),
    question("KO-I-32", ko.SPEC_1, reading("not-customs"), reading("customs-too", floods_customs=True)),
    question("KO-I-33", ko.SPEC_2, reading("stays-under"), reading("under-pile", flooded="pile")),
    question(
        "KO-I-34",
        ko.SPEC_3,
        reading("forbidden"),
        reading("to-anchor", bridges_boat=True),
        reading("stays", bridges_boat=True, boat_from_bridge="stays"),
    ),
    question("KO-I-35", ko.SPEC_3, reading("allowed"), reading("forbidden", bridges_anchor=False)),
    question("KO-I-36", ko.SPEC_6, reading("forbidden"), reading("if-joining", bridges_finished=True)),
    question("KO-I-38", ko.SPEC_5, reading("dock"), reading("not-counted", customs_size=False)),
    question("KO-I-44", ko.SPEC_5, reading("obeys")),
)
