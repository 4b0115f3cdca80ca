"""The open questions about passing (KO-PASS)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-05", ko.PASS_4, reading("both"), reading("first-only", all_may_pass=False)),
    question(
        "KO-I-06",
        ko.PASS_1,
        reading("any-order"),
        reading("first-speaks", pass_order="first"),
        reading("at-once", why="at-once", pass_order="together"),
    ),
    question("KO-I-07", ko.PASS_2, reading("allowed"), reading("forbidden", pass_unpaid=False)),
    question("KO-I-45", ko.PASS_3, reading("kept")),
)
