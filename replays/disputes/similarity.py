"""The kind of moment a claim is about: in which phase the table was, and what kinds of facts the rules found there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from domain.record.lines import Claimed, Line, Ruled
from domain.rules import Finding, replace
from domain.timeline.disputes import first_claim, raised
from domain.timeline.order import Order
from domain.timeline.timeline import Frame
from replays.disputes.overview import on_claim


class Circumstances(Struct, frozen=True, kw_only=True):
    """What makes two disputes of one clause alike."""

    phase: str
    checks: list[str]


def circumstances_of(
    claim: Claimed, order: Order, frames: Sequence[Frame], findings: Iterable[Finding]
) -> Circumstances:
    """The moment of a claim, by the table its line found."""
    found = {one.check for one in on_claim(claim, order, findings)}
    return Circumstances(phase=frames[order.index_from(claim.about)].step.state.phase, checks=sorted(found))


def claim_of_ruling(log: Sequence[Line], ruled: Ruled) -> Claimed:
    """The claim a ruling answers in the end; where nobody claimed anything, what it is about itself."""
    if not ruled.claim:
        return Claimed(seat=None, about=ruled.line, clause=ruled.clause)
    claim = first_claim(log, raised(log, ruled.claim))
    return replace(claim, clause=claim.clause or ruled.clause)


def related_claims(log: Sequence[Line], claim: int) -> frozenset[int]:
    """Every claim of one dispute: the first one, and the appeals against what was ruled on any of them."""
    claims = [at for at, line in enumerate(log, 1) if isinstance(line, Claimed)]
    root = _root(log, claim)
    return frozenset(at for at in claims if _root(log, at) == root)


def _root(log: Sequence[Line], claim: int) -> int:
    """The claim it began with; or the ruling, where nobody had claimed anything."""
    while of_ruling := raised(log, claim).of_ruling:
        if not log[of_ruling - 1].claim:
            return of_ruling
        claim = log[of_ruling - 1].claim
    return claim
