"""Imports a text record as a new session; lines that cannot be read become notes."""

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
from domain.record.lines import CORRECTIONS, Ruled
from domain.rules import replace
from domain.sessions.application import Sessions
from domain.sessions.commands import Command, CommandReceipt, CopyLines, GrantRole, ImportRecord, RevokeRole
from domain.sessions.roles import ARBITER, GUEST, grant_for_token
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.store.erasable_texts import ERASED, split_remark, with_remark
from domain.store.events import LINE_EVENTS
from domain.store.mapper import event_from_row
from replays.record_text import LineError, read_record

BATCH = 50  # lines in one command
LONGEST = 5_000  # lines of a record; the longest of the library has a tenth of it
MAX_OTHER_LINES = 1_000  # of a text: its head, comments and empty lines; counted before anything is read
MAX_REFOLDS = 300_000  # lines folded again: each correction and ruling folds the whole record before it again


class ImportOwner(Struct, frozen=True, kw_only=True):
    """The owner of an import: the hash of the token, and the key from which the keys of all its commands are made."""

    token: str
    key: str

    @property
    def arbiter(self) -> str:
        """The token hash of the arbiter that writes the rulings of an import; no token has this hash."""
        return sha256(f"{self.token} {self.key} arbiter".encode()).hexdigest()


class StoredBoxes:
    """The boxes that owners entered, for a record that names one."""

    def __init__(self, sessions: Sessions):
        self.sessions = sessions

    def get(self, id: str) -> Catalogue | None:
        """The box with that id."""
        return self.sessions.box(id)


def parse_record(request: ApiRequest) -> tuple[Session, tuple[LineError, ...]]:
    """The session of a text record, and the lines that could not be read."""
    if request.body.count("\n") > LONGEST + MAX_OTHER_LINES:
        raise HttpProblem("too-long-a-record", 413, most=LONGEST)
    session, troubles = read_record(request.body, StoredBoxes(request.service.sessions), storing=True)
    refolds = sum(isinstance(line, (*CORRECTIONS, Ruled)) for line in session.log)
    if len(session.log) > LONGEST or refolds * len(session.log) > MAX_REFOLDS:
        raise HttpProblem("too-long-a-record", 413, most=LONGEST)
    return session, troubles


def import_session(request: ApiRequest, session: Session, owner: ImportOwner) -> CommandReceipt:
    """Sets up the table and writes every line, each under its own key: a repeated import goes on where it was."""
    try:
        return _import(request, session, owner)
    except KeyUsedTwice as error:
        raise KeyUsedTwice(key=owner.key) from error  # the sender knows only this key


def _import(request: ApiRequest, session: Session, owner: ImportOwner) -> CommandReceipt:
    sessions, text = request.service.sessions, sha256(request.body.encode()).hexdigest()
    actor = request.token[:16] or GUEST
    done = sessions.do(ImportRecord(setup=session.setup, text=text, actor=actor, token=owner.token, key=owner.key))
    view = sessions.view(id := UUID(done.session))
    if view.lines and (_lines_imported(sessions, view, owner) > len(session.log) or not _is_prefix(view, session)):
        raise KeyUsedTwice(key=owner.key)
    if view.lines >= len(session.log):
        return done
    for command in _commands(session, id, owner):
        done = sessions.do(command)
    if grant := grant_for_token(sessions.view(id).grants.values(), owner.arbiter):
        done = sessions.do(RevokeRole(session=id, grant=grant.grant, token=owner.token, key=f"{owner.key} revoked"))
    return replace(done, line=len(session.log))


def _lines_imported(sessions: Sessions, view: SessionView, owner: ImportOwner) -> int:
    """How many lines were already imported under this key."""
    stored = (event_from_row(view.id, *row) for row in sessions.recorder.events(view.id, view.version))
    return sum(
        isinstance(event.event, LINE_EVENTS) and event.envelope.cmd.startswith(f"{owner.key} ") for event in stored
    )


def _is_prefix(view: SessionView, session: Session) -> bool:
    """Whether the stored lines are the first lines of the record, apart from texts erased since."""
    for stored, line in zip(view.log[: view.lines], session.log, strict=False):
        expected = with_remark(line, ERASED) if split_remark(stored)[1] == ERASED else line
        if write_entry(expected, session.setup) != write_entry(stored, view.setup):
            return False
    return True


def _commands(session: Session, id: UUID, owner: ImportOwner) -> Iterator[Command]:
    """The commands that write all lines: rulings as the arbiter, the others as the owner, in batches."""
    if any(isinstance(line, Ruled) for line in session.log):
        yield GrantRole(session=id, role=ARBITER, proof=owner.arbiter, token=owner.token, key=f"{owner.key} arbiter")
    at = 0
    for ruled, lines in groupby(session.log, lambda line: isinstance(line, Ruled)):
        texts = [write_entry(line, session.setup).strip() for line in lines]
        for start in range(0, len(texts), BATCH):
            entries = tuple(texts[start : start + BATCH])
            token = owner.arbiter if ruled else owner.token
            yield CopyLines(session=id, entries=entries, token=token, key=f"{owner.key} {at}")
            at += len(entries)
