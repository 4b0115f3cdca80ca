"""What concerns one seat now: the actions it may take, and the open disputes it has not answered."""

from __future__ import annotations

from msgspec import Struct

from domain.fold import options
from domain.record.lines import Corrected, Inserted, Line, OnBranch, Played
from domain.rules import Seat
from domain.sessions.session_state import SessionView
from domain.timeline.disputes import OPEN, Dispute, disputes
from domain.words import outline
from replays.annotation import Annotator
from replays.viewpoint import Viewpoint, frames_from, table_of


class SeatQuestion(Struct, frozen=True, kw_only=True):
    """An open dispute about a line of the seat: the line of the claim, and its sentence."""

    line: int
    says: str


def possible_actions(view: SessionView, lang: str, seat: Seat) -> list[str]:
    """The kinds of action a seat may take now, in words."""
    last, annotator = frames_from(view, Viewpoint(seat))[-1], Annotator(view.seated, lang)
    examples = (offer.example for offer in options(last.rules, table_of(last)))
    kinds = dict.fromkeys(type(example).__struct_config__.tag for example in examples if example.seat == seat)
    return [outline(annotator.words["actions"][kind]) for kind in kinds]


def questions_to(view: SessionView, lang: str, seat: Seat) -> list[SeatQuestion]:
    """The open disputes of others about a seat's lines to which the seat has made no statement."""
    log, annotator = view.session.log, Annotator(view.seated, lang)
    open_disputes = [
        dispute for dispute in disputes(log, view.talk) if dispute.state == OPEN and _concerns(dispute, log, seat)
    ]
    return [SeatQuestion(line=dispute.line, says=annotator.line(log[dispute.line - 1])) for dispute in open_disputes]


def _concerns(dispute: Dispute, log: tuple[Line, ...], seat: Seat) -> bool:
    answered = any(statement.seat == seat for statement in dispute.talk)
    return dispute.claim.seat != seat and not answered and _actor(log, dispute.claim.about) == seat


def _actor(log: tuple[Line, ...], number: int) -> Seat | None:
    """The seat whose action a line is; None where it is no action of a seat."""
    line = log[number - 1] if number else None
    while isinstance(line, (Corrected, Inserted, OnBranch)):
        line = line.body
    return line.action.seat if isinstance(line, Played) else None
