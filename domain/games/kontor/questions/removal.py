"""The open questions about removed docks (KO-REMOVE)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question(
        "KO-I-21",
        ko.REMOVE_2,
        reading("owner"),
        reading("nearest", new_centre="nearest"),
        reading("any-dock", new_centre="any"),
    ),
)
