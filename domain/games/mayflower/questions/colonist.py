"""Placing a colonist: the questions the rulebook leaves open."""

from __future__ import annotations

from domain.variants import Question

QUESTIONS: tuple[Question, ...] = ()
