"""Decides the commands about lines: lines to record, statements about a claim, and pictures of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from domain.errors import (
    Ambiguous,
    EmptyStatement,
    NotRecorded,
    OwnRuling,
    PracticeText,
    RecordFull,
    TooManyRulings,
    UnknownLine,
    UnknownSeat,
    Unreadable,
)
from domain.games import GAMES
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import CHANGING, CORRECTIONS, Claimed, Line, Played, Ruled, SeatTaken
from domain.rules import replace
from domain.sessions.commands import (
    CommandDecision,
    CopyLines,
    ErasableText,
    MakeStatement,
    RecordLines,
    ShowPicture,
    check_length,
    salted_text,
)
from domain.sessions.roles import NOTE, TALK, Grant, is_own_appeal, practice_day, require_role, required_operation
from domain.sessions.session import check_line
from domain.sessions.session_state import SessionState
from domain.setup import Setup
from domain.store.erasable_texts import split_remark
from domain.store.events import LineRecorded, PictureShown, RulingApplied, SeatChanged, SessionEvent, StatementMade
from domain.texts import number_text
from domain.timeline.disputes import dispute, may_stand, open_claims, raised, standing_on
from domain.timeline.fold_cache import FoldCache, FoldSnapshot, Viewpoint

MAX_LINES = 20_000  # of a record
MAX_PRACTICE_LINES = 500  # of a practice table
MAX_FOLDED_LINES = 300_000  # lines that the rulings of one command may make be folded again
MAX_STATEMENTS, MAX_PICTURES = 2000, 100  # of a record

FindPerson = Callable[[str], str | None]  # name -> id of a person who is known already
T = TypeVar("T")
R = TypeVar("R")


class _Draft:
    """The record with the first lines of a command added."""

    def __init__(self, state: SessionState):
        self.setup, self.log, self.closed = state.setup, list(state.log), state.closed
        self.state, self.fold_cache = state, FoldCache()

    def as_ruled(self, *more: Line) -> FoldSnapshot:
        """The fold with all rulings applied, with these lines added; nothing is folded that the state has already."""
        log = [*self.log, *more]
        if len(log) == len(self.state.log):
            return self.state.view().as_ruled
        viewpoint = Viewpoint(ruled=self.fold_cache.is_changed(log, len(log)))
        return self.fold_cache.snapshot(self.setup, log, len(log), viewpoint)


def record_lines(state: SessionState, command: RecordLines, find_person: FindPerson) -> CommandDecision:
    """The events of the lines of a command: all of them or none."""
    if not command.entries:
        raise Unreadable(text="", like="…")
    lines = list(each_entry(command.entries, lambda entry: read_entry(entry.strip(), state.setup)))
    _check_room(state, lines)
    events: list[tuple[SessionEvent, str, Line | None]] = []
    texts: list[ErasableText] = []
    people: dict[str, ErasableText] = {}  # new persons, by their name
    is_single = len(lines) == 1 and not isinstance(lines[0], Ruled)
    draft = None if is_single else _Draft(state)

    def add_line(pair: tuple[str, Line]) -> None:
        entry, line = pair
        record = draft or state
        role = require_role(state.grants.values(), command.actor, *required_operation(line, record.log))
        check_line(record, line)
        if isinstance(line, Ruled):
            may_stand(record.log, line)
            line = line if isinstance(command, CopyLines) else _signed(state, record.log, line, command.actor)
        _check_unambiguous(state, draft, line)
        bare, remark = split_remark(line)
        if isinstance(line, SeatTaken):
            person = _person_id(remark, find_person, people)
            seat_changed = SeatChanged(entry=_stored_entry(bare, entry, state.setup), person=person)
            events.append((seat_changed, role, line))
        else:
            stored_entry = _stored_entry(bare, entry, state.setup)
            text = salted_text(remark) if remark else None
            texts.extend([text] if text else [])
            hash = text.hash if text else ""
            if isinstance(line, Ruled) and draft is not None:
                event: SessionEvent = _ruling_event(draft, line, stored_entry, hash)
            else:
                event = LineRecorded(entry=stored_entry, remark=hash)
            events.append((event, role, line))
        if draft is not None:
            draft.log.append(line)

    for _ in each_entry(zip(command.entries, lines, strict=True), add_line):
        pass
    return CommandDecision(tuple(events), tuple(texts), people=tuple(people.values()))


def _signed(state: SessionState, log: Sequence[Line], ruled: Ruled, actor: str) -> Ruled:
    """A ruling as its arbiter signs it; raises OwnRuling where the arbiter cannot.

    It notes whether the arbiter has asked for the names of the seats.
    """
    grants = [grant for grant in state.grants.values() if actor in (grant.grant, grant.person)]
    for grant in grants:
        _check_no_own_appeal(grant, state, log, ruled)
    return replace(ruled, named=True) if any(grant.named for grant in grants) else ruled


def _check_no_own_appeal(grant: Grant, state: SessionState, log: Sequence[Line], ruled: Ruled) -> None:
    """Raise OwnRuling if the ruling decides an open appeal against a ruling of this arbiter."""
    for claim in open_claims(log):
        appealed = raised(log, claim).of_ruling
        decides = appealed and (ruled.claim == claim or ruled.supersedes == appealed)
        if decides and is_own_appeal(grant, log, state.writers, claim):
            raise OwnRuling(line=appealed)


def each_entry(entries: Iterable[T], read: Callable[[T], R]) -> Iterator[R]:
    """The result of `read` for each entry; an error gets the position of its entry."""
    for at, entry in enumerate(entries):
        try:
            yield read(entry)
        except NotRecorded as error:
            error.at = at
            raise


def _person_id(name: str, find_person: FindPerson, fresh: dict[str, ErasableText]) -> str:
    """The id of a person, which is the salted hash of the name; a new person is added to `fresh`."""
    if not name:
        raise Unreadable(text=": seat", like=': seat B "…"')
    check_length(name)
    return find_person(name) or fresh.setdefault(name, salted_text(name)).hash


def _check_unambiguous(state: SessionState, draft: _Draft | None, line: Line) -> None:
    """Raise Ambiguous, with all possible actions, if an action can mean several in the current position."""
    game = GAMES[state.setup.game]
    if not isinstance(line, Played) or type(line.action) not in game.base.meanings:
        return
    last = (draft.as_ruled() if draft is not None else state.view().as_ruled).last
    meanings = game.base.meanings[type(line.action)](last.rules, last.step.state, line.action)
    if len(meanings) > 1:
        texts = [game.notation.write(action, state.setup.seats) for action in (line.action, *meanings)]
        raise Ambiguous(text=texts[0], fits=" / ".join(texts[1:]))


def _check_room(state: SessionState, lines: list[Line]) -> None:
    is_practice = bool(practice_day(state.grants.values()))
    if is_practice and any(split_remark(line)[1] for line in lines):
        raise PracticeText
    most = MAX_PRACTICE_LINES if is_practice else MAX_LINES
    if len(state.log) + len(lines) > most:
        raise RecordFull(most=most)
    folds = sum(isinstance(line, (*CORRECTIONS, Ruled)) for line in lines)
    has_ruling = any(isinstance(line, Ruled) for line in lines)
    if has_ruling and folds * (len(state.log) + len(lines)) > MAX_FOLDED_LINES:
        raise TooManyRulings()


def _stored_entry(line: Line, entry: str, setup: Setup) -> str:
    """The text to store for a line; raises Unreadable if it would not be read back as the same line."""
    text = write_entry(line, setup).strip()
    if text != entry and write_entry(read_entry(text, setup), setup).strip() != text:
        raise Unreadable(text=entry, like=text)
    return text


def _ruling_event(draft: _Draft, ruling: Ruled, entry: str, remark: str) -> RulingApplied:
    """The event of a ruling, with what its arbiter was shown: the findings in question, and the points it changes."""
    before = draft.as_ruled()
    after = draft.as_ruled(ruling) if _changes_position(draft.log, ruling) else before
    claim = draft.log[ruling.claim - 1] if ruling.claim else None
    about = claim.about if isinstance(claim, Claimed) else ruling.line
    findings = (finding for frame in before.frames for finding in frame.step.findings if finding.line == about)
    return RulingApplied(
        entry=entry,
        remark=remark,
        rules=GAMES[draft.setup.game].version,
        findings=[f"{finding.line} {finding.clause} {finding.check} {finding.verdict}" for finding in findings],
        before=[number_text(points) for points in before.last.step.state.scores],
        after=[number_text(points) for points in after.last.step.state.scores],
    )


def _changes_position(log: Sequence[Line], ruling: Ruled) -> bool:
    """Whether a ruling changes the position, by its remedy or by replacing an earlier ruling."""
    return ruling.remedy in CHANGING or bool(ruling.supersedes or standing_on(log, ruling.claim))


# Statements and pictures ----------------------------------------------------------------------------


def make_statement(state: SessionState, command: MakeStatement, find_person: object) -> CommandDecision:
    """The event of a statement about a claim."""
    role = _check_statement(state, command, TALK)
    dispute(state.log, command.claim)
    if not command.text.strip():
        raise EmptyStatement
    text = salted_text(command.text)
    event = StatementMade(claim=command.claim, seat=command.seat, remark=text.hash)
    return CommandDecision(((event, role, None),), texts=(text,))


def show_picture(state: SessionState, command: ShowPicture, find_person: object) -> CommandDecision:
    """The event of a picture; the picture itself is stored once, and again if it was erased meanwhile."""
    role = _check_statement(state, command, _picture_operation(state, command.line))
    if sum(bool(statement.picture) for statement in state.talk) >= MAX_PICTURES:
        raise RecordFull(most=MAX_PICTURES)
    hash = sha256(command.picture).hexdigest()
    event = PictureShown(line=command.line, seat=command.seat, picture=hash, sent=command.sent)
    return CommandDecision(((event, role, None),), pictures=((hash, command.picture),))


def _picture_operation(state: SessionState, line: int) -> str:
    """The operation of showing a picture: a statement if the line is a claim, else a note."""
    if not 0 <= line <= len(state.log):
        raise UnknownLine(line=line, last=len(state.log))
    return TALK if line and isinstance(state.log[line - 1], Claimed) else NOTE


def _check_statement(state: SessionState, command: MakeStatement | ShowPicture, operation: str) -> str:
    """The role of a statement or picture; a seat makes statements for itself only, other roles also for a seat."""
    role = require_role(state.grants.values(), command.actor, operation, command.seat)
    if practice_day(state.grants.values()):
        raise PracticeText
    if command.seat is not None and not 0 <= command.seat < len(state.setup.seats):
        raise UnknownSeat(seat=command.seat, seats=" ".join(state.setup.seats))
    if len(state.talk) >= MAX_STATEMENTS:
        raise RecordFull(most=MAX_STATEMENTS)
    return role
