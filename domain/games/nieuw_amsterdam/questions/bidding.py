"""The open questions about step 4 (NA-AUCTION)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question(
        "NA-Q-28",
        na.AUCTION_24,
        reading("actions", follows="en, fr"),
        reading("any", follows="en, fr", auction_pass_coins=1),
    ),
    question("NA-Q-32", na.AUCTION_23, reading("general"), reading("no-bonus", loser_takes_bonus=False)),
)
