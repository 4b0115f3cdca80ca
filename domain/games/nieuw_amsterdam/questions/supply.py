"""The open questions about storage, supply, score and information (NA-STORE to NA-INFO)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.observables import STRICT
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question("NA-Q-9", na.STORE_1, reading("two"), reading("unknown", last_pier=None)),
    question(
        "NA-Q-26", na.SCORE_1, reading("either", follows="en, fr"), reading("strict", follows="en", observables=STRICT)
    ),
    question("NA-Q-27", na.SCORE_1, reading("further")),
    question("NA-Q-35", na.INFO_1, reading("open"), reading("hidden", coins_open=False)),
)
