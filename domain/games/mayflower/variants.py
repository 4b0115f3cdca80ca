"""Variants of Mayflower: the rulebook has none; what it leaves open stands in `questions`."""

from __future__ import annotations

from domain.variants import Variant

VARIANTS: tuple[Variant, ...] = ()
