"""The questions the rulebook leaves open, one module per heading; here in the order of their numbers."""

from __future__ import annotations

from domain.games.mayflower.questions import (
    colonist,
    draw,
    end,
    explorer,
    features,
    majority,
    place,
    plain,
    setup,
    several_features,
    sweep,
    turn,
)
from domain.variants import Question

HEADINGS = (setup, turn, draw, place, colonist, features, majority, explorer, sweep, several_features, plain, end)


def _number(question: Question) -> int:
    return int(question.id.rpartition("-")[2])


QUESTIONS = tuple(sorted((question for heading in HEADINGS for question in heading.QUESTIONS), key=_number))
