"""The checks, one module per heading of the rulebook: each has CHECKS, action class -> its checks in clause order,
and may have SETUP_CHECKS, asked of the set-up, and BLAME, which clause a wrong figure breaks; they are joined here, and
`agree` puts them into clause order."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from domain.games.nieuw_amsterdam.actions import ACTIONS
from domain.games.nieuw_amsterdam.checks import (
    bidding,
    city,
    end,
    income,
    land,
    preparation,
    round,
    setup,
    shortcuts,
    special,
    supply,
    trade,
    turn,
)
from domain.rules import Check, RefusedAction

HEADINGS = (setup, round, preparation, bidding, turn, city, land, trade, special, income, supply, end)


def joined(headings: tuple[ModuleType, ...]) -> Mapping[type, tuple[Check, ...]]:
    """The checks of all headings, by kind of action."""
    kinds = (*ACTIONS, RefusedAction)
    return {kind: tuple(check for heading in headings for check in heading.CHECKS.get(kind, ())) for kind in kinds}


CHECKS = joined(HEADINGS)
EXPECTED_ACTIONS = {
    kind: (is_awaited, frozenset(CHECKS[kind]).difference(shortcuts.STILL_ASKED.get(kind, ())))
    for kind, is_awaited in shortcuts.EXPECTED_ACTIONS.items()
}
BLAME = {clause: tells for heading in HEADINGS for clause, tells in getattr(heading, "BLAME", {}).items()}
SETUP_CHECKS: tuple[Check, ...] = tuple(check for heading in HEADINGS for check in getattr(heading, "SETUP_CHECKS", ()))
