"""The open questions about setting up (NA-SETUP)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.checks.setup import ONE_COLOUR_A_DISTRICT
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question("NA-Q-25", na.SETUP_7, reading("blank", follows="en")),
    question(
        "NA-Q-33",
        na.SETUP_20,
        reading("any", follows="en"),
        reading("one-colour", follows="fr", more=ONE_COLOUR_A_DISTRICT, shared_districts=False),
    ),
    question("NA-Q-41", na.SETUP_12, reading("one"), reading("several", one_post_a_space=False)),
)
