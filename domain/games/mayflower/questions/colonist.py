"""The open questions about placing a colonist."""

from __future__ import annotations

from domain.variants import Question

QUESTIONS: tuple[Question, ...] = ()
