"""The open questions about steps 1 to 3 (NA-PREP)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (question("NA-Q-13", na.PREP_7, reading("used-up"), reading("too-few", mix_when_short=True)),)
