"""The checks, one module per heading of the rulebook: each has CHECKS, action class -> its checks, and may have
ADVANCED and FOUR (what only those games ask), SETUP_CHECKS, asked of the set-up, and BLAME, which clause a wrong figure
breaks; they are joined here, and `agree` puts them into clause order."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from domain.games.kontor.actions import ACTIONS
from domain.games.kontor.checks import (
    boat,
    cranes,
    end,
    hands,
    money,
    passes,
    phases,
    placement,
    ranking,
    record,
    removal,
    round,
    sectors,
    setup,
    shortcuts,
    special,
    stores,
    supremacy,
    tax,
    teams,
    variant_deeds,
)
from domain.rules import Check, RefusedAction

HEADINGS = (
    setup,
    round,
    tax,
    passes,
    placement,
    cranes,
    sectors,
    stores,
    supremacy,
    hands,
    money,
    end,
    boat,
    removal,
    ranking,
    teams,
    special,
    record,
    variant_deeds,
)


def joined(headings: tuple[ModuleType, ...], row: str = "CHECKS") -> Mapping[type, tuple[Check, ...]]:
    """The checks of all headings, by kind of action."""
    asked = [getattr(heading, row, {}) for heading in headings]
    kinds = (*ACTIONS, RefusedAction) if row == "CHECKS" else tuple({kind: None for checks in asked for kind in checks})
    return {kind: tuple(check for checks in asked for check in checks.get(kind, ())) for kind in kinds}


def both(first: Mapping, second: Mapping) -> Mapping[type, tuple[Check, ...]]:
    """The checks of two rows together, by kind of action."""
    return {kind: (*first.get(kind, ()), *second.get(kind, ())) for kind in {**first, **second}}


CHECKS = joined(HEADINGS)
ADVANCED, FOUR = joined(HEADINGS, "ADVANCED"), joined(HEADINGS, "FOUR")
EXPECTED_ACTIONS = shortcuts.EXPECTED_ACTIONS
PHASES, MOVES_OUT_OF_PHASE = phases.PHASES, phases.MOVES_OUT_OF_PHASE
BLAME = {clause: tells for heading in HEADINGS for clause, tells in getattr(heading, "BLAME", {}).items()}
SETUP_CHECKS: tuple[Check, ...] = tuple(check for heading in HEADINGS for check in getattr(heading, "SETUP_CHECKS", ()))
