"""The questions the rulebook leaves open, one module per heading; here in the order of their numbers."""

from __future__ import annotations

from domain.games.kontor.questions import (
    boat,
    cranes,
    end,
    expansions,
    hands,
    money,
    passes,
    placement,
    ranking,
    record,
    removal,
    round,
    scenarios,
    sectors,
    setup,
    special,
    special_cards,
    special_rules,
    stores,
    supremacy,
    tax,
    teams,
    wheel,
)
from domain.variants import Question

HEADINGS = (
    setup,
    round,
    tax,
    passes,
    placement,
    cranes,
    sectors,
    stores,
    supremacy,
    hands,
    money,
    end,
    boat,
    removal,
    ranking,
    teams,
    special,
    record,
    scenarios,
    special_rules,
    special_cards,
    wheel,
    expansions,
)


def _number(question: Question) -> int:
    return int(question.id.rpartition("-")[2])


QUESTIONS = tuple(sorted((question for heading in HEADINGS for question in heading.QUESTIONS), key=_number))
