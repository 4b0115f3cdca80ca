"""The open questions about special actions (NA-SPEC)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.checks.buildings import DOCKS_IN_ORDER
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question(
        "NA-Q-1",
        na.SPEC_2,
        reading("one"),
        reading("fee", zero_ties_waive=True),
        reading("all", zero_ties_waive=True, zero_ties_score=True),
    ),
    question("NA-Q-7", na.SPEC_9, reading("turn", follows="en"), reading("round", follows="fr", docks_per_round=True)),
    question("NA-Q-8", na.SPEC_7, reading("any"), reading("left", more=DOCKS_IN_ORDER, docks_in_order=True)),
    question("NA-Q-10", na.SPEC_1, reading("in-hand"), reading("net", fee_from_sale=True)),
    question("NA-Q-12", na.SPEC_15, reading("reshuffle"), reading("reserve", market_reshuffles=False)),
    question(
        "NA-Q-24", na.SPEC_2, reading("businesses", follows="en, fr"), reading("alone", follows="fr", ties_waive=False)
    ),
    question("NA-Q-30", na.SPEC_1, reading("stands")),
    question(
        "NA-Q-39",
        na.SPEC_14,
        reading("one-purchase", follows="en"),
        reading("three-furs", follows="fr", market_once=False),
    ),
    question("NA-Q-44", na.SPEC_4, reading("unlimited")),
    question("NA-Q-45", na.SPEC_11, reading("card", follows="en"), reading("space", follows="fr", why="spaces")),
)
