"""Variants of Nieuw Amsterdam: the rulebooks have none; what they leave open stands in `questions`."""

from __future__ import annotations

from domain.variants import Variant

VARIANTS: tuple[Variant, ...] = ()
