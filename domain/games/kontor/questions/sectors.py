"""The open questions about sectors (KO-SECTOR)."""

from __future__ import annotations

from domain.variants import Question

QUESTIONS: tuple[Question, ...] = ()
