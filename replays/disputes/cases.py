"""The cases of an arbiter at one table: those to decide, those for another arbiter, and those already signed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.record.lines import ADJUST, VOID, Line, Paused, Played, Resumed, unwrapped
from domain.rules import Seat
from domain.sessions.roles import Grant, is_own_appeal
from domain.sessions.session_state import SessionView
from domain.texts import capitalized
from domain.timeline.disputes import OPEN, Dispute, contested, disputes, first_claim
from replays.annotation import Annotator
from replays.disputes.remedies import RemedyCalculator
from replays.disputes.usual_remedies import usual_remedies
from replays.disputes.views import DisputeViewBuilder, ruling_at
from replays.finding_parts import title_of
from replays.viewpoint import Viewpoint, frames_from

WAITING, CONTESTED, NOT_YOURS, SIGNED = "waiting", "contested", "not-yours", "signed"
WINNER, PLACE = "winner", "place"


class CaseRuling(Struct, frozen=True, kw_only=True):
    """A ruling on a case, in a few words, and when it was signed."""

    line: int
    says: str
    at: str


class ArbiterCase(Struct, frozen=True, kw_only=True):
    """One dispute as an arbiter's list shows it.

    `kind` says whose turn it is: waiting for a ruling, contested by two rulings, for another arbiter, or signed.
    """

    session: str
    claim: int
    kind: str
    game: str
    game_name: str
    seats: int
    about: int
    clause: str
    title: str
    since: str
    pauses: bool  # whether the table has stopped playing
    closed: bool
    statements: int  # seats that have said something
    expected: int  # seats that are asked: the one that claims and the one whose line it is
    photographs: int
    state: str
    rulings: list[CaseRuling]


def cases_of(view: SessionView, grant: Grant, lang: str) -> list[ArbiterCase]:
    """The cases of one table for the arbiter of a grant, the oldest first."""
    return list(_cases(view, grant, lang))


def _cases(view: SessionView, grant: Grant, lang: str) -> Iterator[ArbiterCase]:
    log, annotator = view.session.log, Annotator(view.seated, lang)
    builder = DisputeViewBuilder(view.session, frames_from(view, Viewpoint()), annotator)
    doubtful = contested(log)
    for dispute in disputes(log, view.talk):
        signed = any(view.writers[number - 1].grant == grant.grant for number in dispute.rulings)
        if dispute.state == OPEN:
            kind = NOT_YOURS if is_own_appeal(grant, log, view.writers, dispute.line) else WAITING
        elif dispute.line in doubtful:
            kind = CONTESTED
        elif signed:
            kind = SIGNED
        else:
            continue
        yield _case(view, dispute, kind, builder)


def _case(view: SessionView, dispute: Dispute, kind: str, builder: DisputeViewBuilder) -> ArbiterCase:
    log, annotator = view.session.log, builder.annotator
    claim, findings, asked = first_claim(log, dispute), builder.findings_on(dispute), asked_seats(log, dispute)
    spoken = {statement.seat for statement in dispute.talk if statement.text}
    spoken |= {dispute.claim.seat} if dispute.claim.text else set()
    title = title_of(annotator, findings[0]) if findings else annotator.line(dispute.claim)
    return ArbiterCase(
        session=str(view.id),
        claim=dispute.line,
        kind=kind,
        game=view.setup.game,
        game_name=annotator.words["name"],
        seats=len(view.setup.seats),
        about=claim.about,
        clause=claim.clause or (findings[0].clause if findings else ""),
        title=capitalized(title),
        since=view.disclosure.times[dispute.line - 1],
        pauses=is_paused(log),
        closed=view.closed,
        statements=len(spoken & asked),
        expected=len(asked),
        photographs=sum(bool(statement.picture) for statement in dispute.talk),
        state=dispute.state,
        rulings=[
            CaseRuling(line=number, says=annotator.line(ruling_at(log, number)), at=view.disclosure.times[number - 1])
            for number in dispute.rulings
        ],
    )


def asked_seats(log: Sequence[Line], dispute: Dispute) -> set[Seat]:
    """The seats whose statements a dispute waits for: the one that claims, and the one whose line it is."""
    about = first_claim(log, dispute).about
    line = unwrapped(log[about - 1] if about else None)
    actor = line.action.seat if isinstance(line, Played) else None
    return {seat for seat in (dispute.claim.seat, actor) if seat is not None}


def is_paused(log: Sequence[Line]) -> bool:
    """Whether the table has stopped playing and not gone on."""
    pauses = [line for line in log if isinstance(line, (Paused, Resumed, Played))]
    return bool(pauses) and isinstance(pauses[-1], Paused)


def stake_of(view: SessionView, claim: int, lang: str = "en") -> str:
    """What hangs on a claim: the winner, another place, or nothing, by the usual remedies that change the table."""
    calculator = RemedyCalculator(view, lang)
    dispute = next(dispute for dispute in disputes(view.session.log) if dispute.line == claim)
    rulings = usual_remedies(view.session, dispute, calculator.known)
    now, stake = calculator.now.places, ""
    for ruled in rulings:
        if ruled.remedy not in (ADJUST, VOID):
            continue
        places = calculator.impact(ruled).outcome.places
        if places[:1] != now[:1]:
            return WINNER
        stake = PLACE if places != now else stake
    return stake
