"""The open questions about steps 8 to 11 (NA-PROV)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question("NA-Q-15", na.PROV_5, reading("supply"), reading("out", removed_go="box")),
    question("NA-Q-31", na.PROV_8, reading("in-turn"), reading("at-once", removals_in_order=False)),
    question("NA-Q-43", na.PROV_7, reading("total"), reading("one-by-one", why="same-floor")),
)
