"""The open questions about set-up (KO-SETUP)."""

from __future__ import annotations

from domain.variants import Question

QUESTIONS: tuple[Question, ...] = ()
