"""Sectors (KO-SECTOR): what the rulebook leaves open there."""

from __future__ import annotations

from domain.variants import Question

QUESTIONS: tuple[Question, ...] = ()
