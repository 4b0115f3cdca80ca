"""The open questions about step 7 (NA-TRADE)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.checks.trade import HALF_FILLED_IS_CLOSED
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question("NA-Q-4", na.TRADE_14, reading("best"), reading("declared", best_order=False)),
    question(
        "NA-Q-14",
        na.TRADE_3,
        reading("full-price"),
        reading("closed", more=HALF_FILLED_IS_CLOSED, half_filled="closed"),
        reading("pro-rata", half_filled="pro-rata"),
    ),
    question(
        "NA-Q-19",
        na.TRADE_9,
        reading("either", follows="en"),
        reading("upriver", follows="fr, en", travel_upriver_only=True),
    ),
    question("NA-Q-20", na.TRADE_10, reading("action", follows="fr, en"), reading("turn", fee_once_a_turn=True)),
)
