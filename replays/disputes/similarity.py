"""Describes the circumstances of a claim, so that similar disputes can be found as precedents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from domain.record.lines import Claimed, Line, Ruled
from domain.rules import Finding, replace
from domain.timeline.disputes import first_claim, raised
from domain.timeline.frame import Frame
from domain.timeline.order import Order
from replays.disputes.views import on_claim, ruling_at


class Circumstances(Struct, frozen=True, kw_only=True):
    """The phase of the game and the checks with findings: alike circumstances make alike disputes of a clause."""

    phase: str
    checks: list[str]


def circumstances_of(
    claim: Claimed, order: Order, frames: Sequence[Frame], findings: Iterable[Finding]
) -> Circumstances:
    """The circumstances of a claim, by the table before its line."""
    checks = {finding.check for finding in on_claim(claim, order, findings)}
    return Circumstances(phase=frames[order.index_from(claim.about)].step.state.phase, checks=sorted(checks))


def claim_of_ruling(log: Sequence[Line], ruled: Ruled) -> Claimed:
    """The first claim that a ruling answers; without one, a claim about the line of the ruling."""
    if not ruled.claim:
        return Claimed(seat=None, about=ruled.line, clause=ruled.clause)
    claim = first_claim(log, raised(log, ruled.claim))
    return replace(claim, clause=claim.clause or ruled.clause)


def related_claims(log: Sequence[Line], claim: int) -> frozenset[int]:
    """All claims of one dispute: the first one, and the appeals against rulings on any of them."""
    claims = [at for at, line in enumerate(log, 1) if isinstance(line, Claimed)]
    root = _root(log, claim)
    return frozenset(at for at in claims if _root(log, at) == root)


def _root(log: Sequence[Line], claim: int) -> int:
    """The line of the first claim; that of the first ruling, where it answers no claim."""
    while of_ruling := raised(log, claim).of_ruling:
        ruled = ruling_at(log, of_ruling)
        if not ruled.claim:
            return of_ruling
        claim = ruled.claim
    return claim
