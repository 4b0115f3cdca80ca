"""What is said and shown about a claim, and by whom."""

from __future__ import annotations

from hashlib import sha256

from domain.sessions.commands import Show, Speak
from domain.sessions.decided import Decided, hashed
from domain.sessions.disputes import dispute
from domain.sessions.errors import NothingSaid, RecordFull, UnknownSeat
from domain.sessions.events import PictureShown, StatementMade
from domain.sessions.live import Live
from domain.sessions.roles import TALK, role_for

TALKED, PICTURES = 2000, 100  # statements and pictures of all disputes of a record


def speak(live: Live, command: Speak, person: object) -> Decided:
    """A statement."""
    role = _may_talk(live, command)
    if not command.text.strip():
        raise NothingSaid
    kept = hashed(command.text)
    said = StatementMade(claim=command.claim, seat=command.seat, remark=kept.hash)
    return Decided(((said, role, None),), texts=(kept,))


def show(live: Live, command: Show, person: object) -> Decided:
    """A picture, kept once however often it is shown; who shows again what was erased has it kept again."""
    role = _may_talk(live, command)
    if sum(bool(said.picture) for said in live.talk) >= PICTURES:
        raise RecordFull(most=PICTURES)
    picture = sha256(command.picture).hexdigest()
    event = PictureShown(claim=command.claim, seat=command.seat, picture=picture, sent=command.sent)
    return Decided(((event, role, None),), pictures=((picture, command.picture),))


def _may_talk(live: Live, command: Speak | Show) -> str:
    """As what somebody speaks about a claim; a seat speaks for itself, others also for one."""
    role = role_for(live.grants.values(), command.actor, TALK, command.seat)
    if command.seat is not None and not 0 <= command.seat < len(live.setup.seats):
        raise UnknownSeat(seat=command.seat, seats=" ".join(live.setup.seats))
    dispute(live.log, command.claim)
    if len(live.talk) >= TALKED:
        raise RecordFull(most=TALKED)
    return role
