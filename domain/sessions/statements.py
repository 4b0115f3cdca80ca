"""What is said about a claim, the pictures shown of it or of any other line, and by whom."""

from __future__ import annotations

from hashlib import sha256

from domain.errors import NothingSaid, RecordFull, UnknownLine, UnknownSeat
from domain.record.lines import Claimed
from domain.sessions.commands import MakeStatement, ShowPicture
from domain.sessions.decision import CommandDecision, salted_text
from domain.sessions.roles import NOTE, TALK, require_role
from domain.sessions.session_state import SessionState
from domain.store.events import PictureShown, StatementMade
from domain.timeline.disputes import dispute

TALKED, PICTURES = 2000, 100  # statements and pictures of a whole record


def speak(live: SessionState, command: MakeStatement, person: object) -> CommandDecision:
    """A statement."""
    role = _may_talk(live, command, TALK)
    dispute(live.log, command.claim)
    if not command.text.strip():
        raise NothingSaid
    kept = salted_text(command.text)
    said = StatementMade(claim=command.claim, seat=command.seat, remark=kept.hash)
    return CommandDecision(((said, role, None),), texts=(kept,))


def show(live: SessionState, command: ShowPicture, person: object) -> CommandDecision:
    """A picture, kept once however often it is shown; who shows again what was erased has it kept again."""
    role = _may_talk(live, command, shown_as(live, command.line))
    if sum(bool(said.picture) for said in live.talk) >= PICTURES:
        raise RecordFull(most=PICTURES)
    picture = sha256(command.picture).hexdigest()
    event = PictureShown(line=command.line, seat=command.seat, picture=picture, sent=command.sent)
    return CommandDecision(((event, role, None),), pictures=((picture, command.picture),))


def shown_as(live: SessionState, line: int) -> str:
    """The operation that a picture of a line is: part of a dispute where the line is a claim, else a note."""
    if not 0 <= line <= len(live.log):
        raise UnknownLine(line=line, last=len(live.log))
    return TALK if line and isinstance(live.log[line - 1], Claimed) else NOTE


def _may_talk(live: SessionState, command: MakeStatement | ShowPicture, operation: str) -> str:
    """The role in which a statement or picture is given; a seat speaks for itself, others may speak for a seat."""
    role = require_role(live.grants.values(), command.actor, operation, command.seat)
    if command.seat is not None and not 0 <= command.seat < len(live.setup.seats):
        raise UnknownSeat(seat=command.seat, seats=" ".join(live.setup.seats))
    if len(live.talk) >= TALKED:
        raise RecordFull(most=TALKED)
    return role
