"""Sessions to export, their evidence files, and what verifying a file reports."""

import io
import json
from pathlib import Path
from uuid import UUID

from domain.errors import NotARecord, Unsound
from domain.record.line_text import write_entry
from domain.sessions.application import Sessions
from domain.sessions.evidence import verify_evidence, write_evidence
from replays.record_text import read_record

MASKS = (0x01, 0x80)
GAME = Path("replays/library/new-haven/games/whole-game-4-players.record")
AFTERWARDS = (
    '; - "Chloé est arrivée en retard."',
    '; B "a remark, \\"quoted\\""',
    '! Y 12 NH-DRAW-1 "was that not hidden?"',
    "~ 8 -",
    "~ 9 B draw",
    '~ 20+ ; Y "forgotten"',
    "= - bag 5",
    "< 289",
    '? "the cat"',
)


def recorded(sessions: Sessions) -> UUID:
    """A session of more than 300 lines of every kind."""
    session, _ = read_record(GAME.read_text(encoding="utf-8"))
    id = UUID(sessions.open(session.setup, actor="ann").session)
    lines = [write_entry(line, session.setup).strip() for line in session.log]
    for at in range(0, len(lines), 7):
        sessions.record(id, *lines[at : at + 7], actor="ann")
    for line in AFTERWARDS:
        sessions.record(id, line, actor="ann")
    sessions.grant(id, "arbiter", person="art", actor="ann")
    sessions.record(id, f'$ {len(lines) + 3} adjust B points +1 after 12 GR-SEEN "so it is"', actor="art")
    sessions.finish(id, 3, 6, None, 20, actor="ann")
    return id


def exported(sessions: Sessions, session: UUID) -> bytes:
    file = io.BytesIO()
    write_evidence(sessions, session, file)
    return file.getvalue()


def reported(file: bytes, head: str = "") -> tuple[int, int]:
    """The event and the line that verification reports; (0, 0) where it finds nothing."""
    try:
        verify_evidence(io.BytesIO(file), head)
    except Unsound as unsound:
        return unsound.facts["seq"], unsound.facts.get("line", 0)
    except NotARecord:
        return 0, 1
    return 0, 0


def wrong_line(file: bytes, at: int) -> int:
    """The line that holds a byte."""
    return file.count(b"\n", 0, at) + 1


def named(file: bytes, number: int) -> set[tuple[int, int]]:
    """The possible reports of a line: an event by its number, others by their line, a text also by its event."""
    lines = file.splitlines()
    events = json.loads(lines[0])["events"]
    if 1 < number <= events + 1:
        return {(number - 1, 0)}
    held = json.loads(lines[number - 1]).get("hash") if number <= len(lines) else None
    return {(0, number), *((seq, 0) for seq in range(1, events + 1) if held and held.encode() in lines[seq])}
