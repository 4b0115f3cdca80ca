"""The open questions about step 5 (NA-CITY)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question("NA-Q-2", na.CITY_8, reading("most", follows="en"), reading("half", follows="fr", more_than_half=True)),
    question(
        "NA-Q-3", na.CITY_6, reading("any", follows="en"), reading("one-other", follows="fr", three_way_ties=False)
    ),
    question("NA-Q-16", na.CITY_4, reading("limit"), reading("substitutes", buildings_limited=False)),
)
