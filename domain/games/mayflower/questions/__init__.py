"""The questions the rulebook leaves open, one module per heading; here in the order of their numbers."""

from __future__ import annotations

from domain.games.mayflower.questions import (
    colonist,
    draw,
    end,
    explorer,
    features,
    place,
    plain,
    setup,
    several,
    sharing,
    sweep,
    turn,
)
from domain.variants import Question

HEADINGS = (setup, turn, draw, place, colonist, features, sharing, explorer, sweep, several, plain, end)


def _number(question: Question) -> int:
    return int(question.id.rpartition("-")[2])


QUESTIONS = tuple(sorted((question for heading in HEADINGS for question in heading.QUESTIONS), key=_number))
