"""The open questions about the completeness of the record (KO-REC)."""

from __future__ import annotations

from domain.variants import Question

QUESTIONS: tuple[Question, ...] = ()
