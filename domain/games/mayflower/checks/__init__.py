"""The checks, one module per heading of the rulebook: each has CHECKS, action class -> its checks in clause order,
and may have LAYING, asked of the set-up, and BLAME, which clause a wrong figure breaks; they are joined here, and
`agree` puts them into clause order."""

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
    """What all headings ask, by kind of action."""
    kinds = (*ACTIONS, RefusedAction)
    return {kind: tuple(check for heading in headings for check in heading.CHECKS.get(kind, ())) for kind in kinds}


CHECKS = joined(HEADINGS)
AWAITED = shortcuts.AWAITED
BLAME = {clause: tells for heading in HEADINGS for clause, tells in getattr(heading, "BLAME", {}).items()}
LAYING: tuple[Check, ...] = tuple(check for heading in HEADINGS for check in getattr(heading, "LAYING", ()))
