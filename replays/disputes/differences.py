"""States by how much a broken rule left a player's count wrong, so that a ruling can make it good."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.numbers import exact
from domain.record.lines import ADJUST, Ruled
from domain.rules import BROKEN, Finding
from replays.annotation import OBSERVED

Facts = Mapping[str, Any]
Amount = Callable[[Facts], Any]


def _owed(paid: str, due: str) -> Amount:
    """What the player gets back, or pays if negative."""
    return lambda facts: _exactly(facts[paid]) - _exactly(facts[due])


# By game and check: the count that is wrong, and what must be added to it; `exact` facts only.
DIFFERENCES: dict[str, dict[str, tuple[str, Amount]]] = {
    "nieuw-amsterdam": {
        "only_a_lead_waives_the_fee": ("coins", lambda facts: -1),
        "a_special_action_costs_a_coin": ("coins", lambda facts: _exactly(facts["paid"]) - 1),
        "whoever_leads_pays_no_fee": ("coins", lambda facts: _exactly(facts["paid"])),
        "no_fee_with_a_longhouse_across_the_river": ("corn", _owed("fee", "due")),
        "the_fee_is_the_corn_on_all_boats": ("corn", _owed("fee", "due")),
        "the_fee_is_due_once_for_every_trade": ("corn", _owed("fee", "due")),
        "points_come_from_the_rules_only": ("points", lambda facts: -_exactly(facts["points"])),
    }
}


class _NotExact(Exception):
    """The finding does not state the number."""


def _exactly(value: Any) -> int:
    number = exact(value)
    if number is None:
        raise _NotExact
    return number


def made_good(game: str, finding: Finding, claim: int = 0) -> Ruled | None:
    """The ruling that makes a finding good; None where the finding does not state the difference exactly."""
    if finding.check in OBSERVED:
        return _put_right(finding, claim)
    if finding.verdict != BROKEN or finding.check not in DIFFERENCES.get(game, {}):
        return None
    what, amount = DIFFERENCES[game][finding.check]
    try:
        by = amount(finding.facts)
    except _NotExact:
        return None
    return _adjusted(finding, claim, what, (finding.seat,), by)


def _put_right(finding: Finding, claim: int) -> Ruled | None:
    """The ruling that gives a counted value its right size."""
    facts = finding.facts
    if "what" not in facts:
        return None
    done, due = exact(facts.get("done", facts.get("seen"))), exact(facts.get("due", facts.get("rules")))
    return None if done is None or due is None else _adjusted(finding, claim, facts["what"], facts["key"], due - done)


def _adjusted(finding: Finding, claim: int, what: str, key: tuple[Any, ...], by: int) -> Ruled | None:
    line = max(finding.line, finding.reporting_line)
    return (
        Ruled(remedy=ADJUST, claim=claim, what=what, key=key, by=by, line=line, clause=finding.clause) if by else None
    )
