"""The questions the rulebooks leave open, one module per heading; here in the order of their numbers."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.questions import (
    bidding,
    city,
    end,
    income,
    land,
    preparation,
    round,
    setup,
    special,
    supply,
    trade,
    turn,
)
from domain.variants import Question

HEADINGS = (setup, round, preparation, bidding, turn, city, land, trade, special, income, supply, end)


def _number(question: Question) -> int:
    return int(question.id.rpartition("-")[2])


QUESTIONS = tuple(sorted((question for heading in HEADINGS for question in heading.QUESTIONS), key=_number))
