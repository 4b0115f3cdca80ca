"""Wholeness of the record (KO-REC): what the rulebook leaves open there."""

from __future__ import annotations

from domain.variants import Question

QUESTIONS: tuple[Question, ...] = ()
