"""The remedies an arbiter can choose from, each with what it would come to, by the same fold that carries it out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.rules import Finding, replace
from domain.sessions.entry import write_entry
from domain.sessions.errors import UnknownLine
from domain.sessions.lines import ADJUST, ADOPT, BACK, STAND, VOID, WARN, Claimed, Ruled
from domain.sessions.live import View
from domain.sessions.session import Session
from domain.sessions.timeline import Frame, audit
from replays.annotate import Teller
from replays.compare import findings_of
from replays.sight import Sight, course_in, session_of
from replays.told import Points, points_of


class Outcome(Struct, frozen=True, kw_only=True):
    """How the table would stand: points, whoever came first if it is over, and later lines that would break a rule."""

    scores: dict[str, Points]
    winners: list[str]
    unlawful: list[int]


class Offered(Struct, frozen=True, kw_only=True):
    """A remedy: the line that would be written, in words, and its impact as ruled."""

    remedy: str
    entry: str
    says: str
    outcome: Outcome
    changes: bool  # whether anybody's points or place would be others


def outcome_of(kept: Session | View, teller: Teller) -> Outcome:
    """How it stands as ruled, now."""
    frames = course_in(kept, Sight(ruled=True)).frames
    return _outcome(frames, teller, findings_of(frames))


def impact(kept: Session | View, ruled: Ruled, lang: str) -> Offered:
    """What a ruling would come to; signing it gives exactly this."""
    session = session_of(kept)
    teller = Teller(session.setup, lang)
    before = course_in(kept, Sight(ruled=True)).frames
    after = audit(session.setup, (*session.log, ruled), ruled=True)
    outcome = _outcome(after, teller, findings_of(before))
    now = _outcome(before, teller, findings_of(before))
    return Offered(
        remedy=ruled.remedy,
        entry=write_entry(ruled, session.setup).strip(),
        says=teller.line(ruled),
        outcome=outcome,
        changes=(outcome.scores, outcome.winners) != (now.scores, now.winners),
    )


def offered(kept: Session | View, claim: int, lang: str) -> list[Offered]:
    """The usual remedies for a claim; any other can be written."""
    return [impact(kept, ruled, lang) for ruled in _usual(session_of(kept), claim)]


def _usual(session: Session, claim: int) -> Iterator[Ruled]:
    claimed = session.log[claim - 1]
    if not isinstance(claimed, Claimed):
        raise UnknownLine(line=claim, last=len(session.log))
    ruled = Ruled(remedy=STAND, claim=claim, clause=claimed.clause)
    yield ruled
    yield replace(ruled, remedy=WARN, seat=_blamed(session, claimed))
    if claimed.about:
        yield replace(ruled, remedy=VOID, line=claimed.about)
        yield replace(ruled, remedy=BACK, line=claimed.about - 1)


def _blamed(session: Session, claimed: Claimed):
    """Whose line it was; nobody's where the table did it."""
    line = session.log[claimed.about - 1] if claimed.about else None
    return getattr(getattr(line, "action", None), "seat", None)


def _outcome(frames: list[Frame], teller: Teller, known: tuple[Finding, ...]) -> Outcome:
    state = frames[-1].step.state
    there = {(one.line, one.clause, one.check) for one in known}
    fresh = {one.line for one in findings_of(frames) if (one.line, one.clause, one.check) not in there}
    places = state.result.places if state.result else ()
    return Outcome(
        scores=dict(zip(teller.side_letters, map(points_of, state.scores), strict=True)),
        winners=[teller.side_letters[side] for side in places[0]] if places else [],
        unlawful=sorted(fresh),
    )


__all__ = ["ADJUST", "ADOPT", "Offered", "Outcome", "impact", "offered", "outcome_of"]
