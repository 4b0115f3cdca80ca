"""A text record becomes a session of its own: what cannot be read stays in it as notes, with its error."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from uuid import UUID

from msgspec import Struct

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest
from domain.errors import KeyUsedTwice
from domain.faces import Catalogue
from domain.record.line_text import write_entry
from domain.record.lines import MENDINGS, Ruled
from domain.rules import replace
from domain.sessions.application import Sessions
from domain.sessions.commands import Command, GrantRole, ImportRecord, RecordLines, RevokeRole
from domain.sessions.receipts import CommandReceipt
from domain.sessions.roles import ARBITER, GUEST, grant_for_token
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.store.erasable_texts import ERASED, split_remark, with_remark
from domain.store.events import LINE_EVENTS
from domain.store.mapper import event_from_row
from replays.record_text import LineError, read_record

TOGETHER = 50  # lines in one command
LONGEST = 5_000  # lines of a record; the longest of the library has a tenth of it
REREAD = 300_000  # lines read again: each that mends or rules has the whole record before it judged anew


class ImportOwner(Struct, frozen=True, kw_only=True):
    """Who brings a record: the hash of the owner's token, and the key all its commands are made of."""

    token: str
    key: str

    @property
    def arbiter(self) -> str:
        """Rulings of a record that is brought are written by a role of their own, which nobody holds a token of."""
        return sha256(f"{self.token} {self.key} arbiter".encode()).hexdigest()


class StoredBoxes:
    """Boxes that were entered, looked up where a record names one."""

    def __init__(self, sessions: Sessions):
        self.sessions = sessions

    def get(self, id: str) -> Catalogue | None:
        """The box of that id."""
        return self.sessions.box(id)


def read_text(ask: ApiRequest) -> tuple[Session, tuple[LineError, ...]]:
    """The session a text tells, and the lines nobody could read."""
    session, troubles = read_record(ask.body, StoredBoxes(ask.desk.sessions))
    again = sum(isinstance(line, (*MENDINGS, Ruled)) for line in session.log)
    if len(session.log) > LONGEST or again * len(session.log) > REREAD:
        raise HttpProblem("too-long-a-record", 413, most=LONGEST)
    return session, troubles


def brought(ask: ApiRequest, session: Session, owner: ImportOwner) -> CommandReceipt:
    """Lay the table and write every line, under keys of their own: broken off, it goes on where it was."""
    try:
        return _brought(ask, session, owner)
    except KeyUsedTwice as error:
        raise KeyUsedTwice(key=owner.key) from error  # the sender knows that one only


def _brought(ask: ApiRequest, session: Session, owner: ImportOwner) -> CommandReceipt:
    sessions, text = ask.desk.sessions, sha256(ask.body.encode()).hexdigest()
    actor = ask.token[:16] or GUEST
    done = sessions.do(ImportRecord(setup=session.setup, text=text, actor=actor, token=owner.token, key=owner.key))
    view = sessions.view(id := UUID(done.session))
    if view.lines and (_written(sessions, view, owner) > len(session.log) or not _begins(view, session)):
        raise KeyUsedTwice(key=owner.key)
    if view.lines >= len(session.log):
        return done
    for command in _commands(session, id, owner):
        done = sessions.do(command)
    if held := grant_for_token(sessions.view(id).grants.values(), owner.arbiter):
        done = sessions.do(RevokeRole(session=id, grant=held.grant, token=owner.token, key=f"{owner.key} revoked"))
    return replace(done, line=len(session.log))


def _written(sessions: Sessions, view: SessionView, owner: ImportOwner) -> int:
    """How many lines were brought under this key before."""
    stored = (event_from_row(view.id, *row) for row in sessions.recorder.events(view.id, view.version))
    return sum(isinstance(one.event, LINE_EVENTS) and one.envelope.cmd.startswith(f"{owner.key} ") for one in stored)


def _begins(view: SessionView, session: Session) -> bool:
    """Whether a table that is there already has these lines, but for words erased since."""
    for stands, line in zip(view.log[: view.lines], session.log, strict=False):
        told = with_remark(line, ERASED) if split_remark(stands)[1] == ERASED else line
        if write_entry(told, session.setup) != write_entry(stands, view.setup):
            return False
    return True


def _commands(session: Session, id: UUID, owner: ImportOwner) -> Iterator[Command]:
    """Every line by who may write it, as many together as one command holds."""
    if any(isinstance(line, Ruled) for line in session.log):
        yield GrantRole(session=id, role=ARBITER, proof=owner.arbiter, token=owner.token, key=f"{owner.key} arbiter")
    at = 0
    for ruled, lines in groupby(session.log, lambda line: isinstance(line, Ruled)):
        texts = [write_entry(line, session.setup).strip() for line in lines]
        for start in range(0, len(texts), TOGETHER):
            entries = tuple(texts[start : start + TOGETHER])
            token = owner.arbiter if ruled else owner.token
            yield RecordLines(session=id, entries=entries, token=token, key=f"{owner.key} {at}")
            at += len(entries)
