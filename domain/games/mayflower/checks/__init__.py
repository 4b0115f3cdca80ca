"""Joins the checks of all headings of the rulebook, one module per heading.

A module has CHECKS (action class -> its checks) and may have SETUP_CHECKS (checks of the set-up) and BLAME (clause of
an effect -> function that tells which clause a wrong figure breaks). `agree` puts the checks into clause order.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from domain.games.mayflower.actions import ACTIONS
from domain.games.mayflower.checks import (
    colonist,
    draw,
    end,
    explorer,
    features,
    majority,
    place,
    plain,
    setup,
    several_features,
    shortcuts,
    sweep,
    turn,
)
from domain.rules import Check, RefusedAction

HEADINGS = (setup, turn, draw, place, colonist, features, majority, explorer, sweep, several_features, plain, end)


def joined(headings: tuple[ModuleType, ...]) -> Mapping[type, tuple[Check, ...]]:
    """The checks of all headings, by action class."""
    kinds = (*ACTIONS, RefusedAction)
    return {kind: tuple(check for heading in headings for check in heading.CHECKS.get(kind, ())) for kind in kinds}


CHECKS = joined(HEADINGS)
EXPECTED_ACTIONS = shortcuts.EXPECTED_ACTIONS
BLAME = {clause: tells for heading in HEADINGS for clause, tells in getattr(heading, "BLAME", {}).items()}
SETUP_CHECKS: tuple[Check, ...] = tuple(check for heading in HEADINGS for check in getattr(heading, "SETUP_CHECKS", ()))
