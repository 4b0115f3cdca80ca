"""What comes of a command: its events, or why not."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from domain.errors import (
    Ambiguous,
    EmptyRecord,
    NoSuchDelay,
    NoSuchResult,
    NotAllowed,
    NotClosed,
    NotEmpty,
    NotRecorded,
    RecordFull,
    SessionIsClosed,
    Stale,
    TooManyRulings,
    UnknownGrant,
    UnknownSeat,
    UnknownSession,
    Unreadable,
)
from domain.games import GAMES
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import CHANGING, MENDINGS, Line, Played, Ruled, SeatTaken
from domain.rules import replace
from domain.sessions.commands import (
    CloseAsComputed,
    CloseSession,
    Command,
    CopyLines,
    DiscardSession,
    GrantRole,
    ImportRecord,
    MakeStatement,
    OpenSession,
    RecordLines,
    ReopenSession,
    RevokeRole,
    SetDelay,
    ShowPicture,
    UseGrant,
    check_length,
)
from domain.sessions.decision import CommandDecision, salted_text
from domain.sessions.roles import (
    CLOSE,
    DELAY,
    GRANT,
    OWNER,
    READ,
    RECORD,
    REOPEN,
    REVOKE,
    ROLES,
    SEAT,
    Grant,
    grant_for_token,
    require_role,
    required_operation,
    sees_undelayed,
    viewer_of,
)
from domain.sessions.session import check_line, open_session
from domain.sessions.session_state import SessionState
from domain.sessions.statements import show, speak
from domain.setup import Setup
from domain.store.erasable_texts import split_remark
from domain.store.events import (
    DelaySet,
    LineRecorded,
    RoleFirstUsed,
    RoleGranted,
    RoleRevoked,
    RulingApplied,
    SeatChanged,
    SessionClosed,
    SessionDiscarded,
    SessionReopened,
)
from domain.store.mapper import canonical, event_data
from domain.store.people import opening_event, person_names
from domain.texts import number_text
from domain.timeline.disputes import may_stand, standing_on
from domain.timeline.fold_cache import FoldCache, FoldSnapshot, Viewpoint
from domain.timeline.visibility import MOST_LINES, MOST_SECONDS, shown

LONGEST = 20_000  # lines of a record
AGAIN = 300_000  # lines that the rulings of one command may have judged anew
MISSED = 20  # lines that are told to whoever has not seen them; who missed more must read the record


def decide(live: SessionState, command: Command, person: Callable[[str], str | None]) -> CommandDecision:
    """The events of a command, or why not. Nothing is changed by asking."""
    if live.discarded:
        raise UnknownSession(session=live.name)
    behind = command.expected is not None and (command.expected > live.version or live.since(command.expected))
    if behind and any(sees_undelayed(held) for held in _held(live, command)):
        require_role(live.grants.values(), command.actor, READ)  # what happened is told to those who may know it
        raise Stale(expected=command.expected, version=live.version, since=_since(live, command) or "-")
    decided = _arrived(live, command, DECIDING[type(command)](live, command, person))
    if isinstance(command, (OpenSession, CloseSession)):  # what others bring are texts, which always have an exact form
        _exact(decided)
    return decided


def _held(live: SessionState, command: Command) -> Iterator[Grant]:
    """The roles its sender holds here."""
    return (held for held in live.grants.values() if command.actor in (held.person, held.grant))


def _since(live: SessionState, command: Command) -> str:
    """The first lines a sender has not seen, as far as they may know them."""
    held = next(_held(live, command), None)
    missed = live.since(command.expected)
    seen = ((number, shown(line, viewer_of(held), live.setup)) for number, line in missed[:MISSED])
    told = [f"{number} {write_entry(line, live.setup).strip()}" for number, line in seen]
    return " / ".join([*told, *(["…"] if len(missed) > MISSED else [])])


def with_actor(live: SessionState, command: Command) -> Command:
    """A command as that of the grant its token shows. Where guests are not welcome, strangers find no session."""
    if isinstance(command, OpenSession) or (command.actor and not command.token):
        return command
    held = grant_for_token(live.grants.values(), command.token)
    if held is None and not live.setup.guests:
        raise UnknownSession(session=live.name)
    return replace(command, actor=held.grant if held else "", token="")


def _arrived(live: SessionState, command: Command, decided: CommandDecision) -> CommandDecision:
    """Who acts by a grant for the first time is seen to come."""
    held = live.grants.get(command.actor)
    if held is None or held.used or not held.token or isinstance(command, UseGrant):
        return decided
    return replace(decided, events=((RoleFirstUsed(grant=held.grant), held.role, None), *decided.events))


def _arrive(live: SessionState, command: UseGrant, person: object) -> CommandDecision:
    role = require_role(live.grants.values(), command.actor, READ)
    if (held := live.grants.get(command.actor)) is None or held.used:
        raise NotAllowed(operation=READ)
    return CommandDecision(((RoleFirstUsed(grant=held.grant), role, None),))


def _exact(decided: CommandDecision) -> None:
    try:
        for event, _, _ in decided.events:
            canonical(event_data(event))
    except ValueError as error:
        raise Unreadable(text=str(error), like="…") from error


def _open(live: SessionState, command: OpenSession, person: Callable[[str], str | None]) -> CommandDecision:
    if live.version or not command.actor:
        raise NotAllowed(operation=RECORD)
    setup = open_session(command.setup).setup
    for name in person_names(setup):
        check_length(name)
    people = {name: person(name) for name in person_names(setup)}
    fresh = {secrets.token_hex(16): name for name, id in people.items() if id is None}
    people.update({name: id for id, name in fresh.items()})
    called = "" if command.token else command.actor
    owner = RoleGranted(grant=secrets.token_hex(8), role=OWNER, seat=None, person=called, token=command.token)
    return CommandDecision(((opening_event(setup, people), OWNER, None), (owner, OWNER, None)), people=fresh)


def _record(live: SessionState, command: RecordLines, person: Callable[[str], str | None]) -> CommandDecision:
    if not command.entries:
        raise Unreadable(text="", like="…")
    lines = list(each_entry(command.entries, lambda entry: read_entry(entry.strip(), live.setup)))
    _may_be_so_many(live, lines)
    events, texts, people = [], [], {}
    alone = len(lines) == 1 and not isinstance(lines[0], Ruled)
    trial = live if alone else _Trial(live)

    def write(told: tuple[str, Line]) -> None:
        entry, line = told
        role = require_role(live.grants.values(), command.actor, *required_operation(line, trial.log))
        check_line(trial, line)
        if isinstance(line, Ruled) and not isinstance(command, CopyLines):
            may_stand(trial.log, line)
        _must_mean_one_thing(live, trial, line)
        bare, remark = split_remark(line)
        if isinstance(line, SeatTaken):
            id = _person_of(remark, person, people)
            events.append((SeatChanged(entry=_written(bare, entry, live.setup), person=id), role, line))
            return trial.log.append(line) if trial is not live else None
        kept = salted_text(remark)
        if kept is not None:
            texts.append(kept)
        written = {"entry": _written(bare, entry, live.setup), "remark": kept.hash if kept else ""}
        if isinstance(line, Ruled):
            events.append((RulingApplied(**written, **_shown(trial, line)), role, line))
        else:
            events.append((LineRecorded(**written), role, line))
        if trial is not live:
            trial.log.append(line)

    list(each_entry(zip(command.entries, lines, strict=True), write))
    return CommandDecision(tuple(events), tuple(texts), people={id: name for name, id in people.items()})


def _person_of(name: str, person: Callable[[str], str | None], fresh: dict[str, str]) -> str:
    """The id of the person called so; who was not known before gets one, kept among the fresh ones."""
    if not name:
        raise Unreadable(text=": seat", like=': seat B "…"')
    check_length(name)
    return person(name) or fresh.setdefault(name, secrets.token_hex(16))


def _must_mean_one_thing(live: SessionState, trial: SessionState | _Trial, line: Line) -> None:
    """Refuse a deed that can mean several at the table as it stands, with all of them."""
    game = GAMES[live.setup.game]
    if not isinstance(line, Played) or type(line.action) not in game.base.meanings:
        return
    last = (trial.as_ruled() if isinstance(trial, _Trial) else live.view().as_ruled).last
    meant = game.base.meanings[type(line.action)](last.rules, last.step.state, line.action)
    if len(meant) > 1:
        texts = [game.notation.write(action, live.setup.seats) for action in (line.action, *meant)]
        raise Ambiguous(text=texts[0], fits=" / ".join(texts[1:]))


def each_entry(entries: Iterable[Any], read: Callable[[Any], Any]) -> Iterator[Any]:
    """What is made of each of several entries; what one of them is refused for says which."""
    for at, entry in enumerate(entries):
        try:
            yield read(entry)
        except NotRecorded as error:
            error.at = at
            raise


def _may_be_so_many(live: SessionState, lines: list[Line]) -> None:
    if len(live.log) + len(lines) > LONGEST:
        raise RecordFull(most=LONGEST)
    again = sum(isinstance(line, (*MENDINGS, Ruled)) for line in lines)
    if any(isinstance(line, Ruled) for line in lines) and again * (len(live.log) + len(lines)) > AGAIN:
        raise TooManyRulings()


def _changes(log: Sequence[Line], ruled: Ruled) -> bool:
    """Whether it asks for another table than the one before, by itself or by replacing a ruling."""
    return ruled.remedy in CHANGING or bool(ruled.supersedes or standing_on(log, ruled.claim))


class _Trial:
    """The record as it would be after the first lines of a command."""

    def __init__(self, live: SessionState):
        self.setup, self.log, self.closed = live.setup, list(live.log), live.closed
        self.live, self.fold_cache = live, FoldCache()

    def as_ruled(self, *more: Line) -> FoldSnapshot:
        """The record as ruled, or as it would be with a line more; as far as it stands already nothing is folded."""
        log = [*self.log, *more]
        if len(log) == len(self.live.log):
            return self.live.view().as_ruled
        viewpoint = Viewpoint(ruled=self.fold_cache.is_changed(log, len(log)))
        return self.fold_cache.snapshot(self.setup, log, len(log), viewpoint)


def _written(line: Line, entry: str, setup: Setup) -> str:
    """The text that is stored; what could not be read back exactly is never stored."""
    text = write_entry(line, setup).strip()
    if text != entry and write_entry(read_entry(text, setup), setup).strip() != text:
        raise Unreadable(text=entry, like=text)
    return text


def _shown(trial: _Trial, ruled: Ruled) -> dict[str, Any]:
    """What the arbiter has before them: the findings on the line in question, and what the ruling changes."""
    before = trial.as_ruled()
    after = trial.as_ruled(ruled) if _changes(trial.log, ruled) else before
    claimed = trial.log[ruled.claim - 1].about if ruled.claim else ruled.line
    found = (finding for frame in before.frames for finding in frame.step.findings if finding.line == claimed)
    return {
        "rules": GAMES[trial.setup.game].version,
        "findings": [f"{one.line} {one.clause} {one.check} {one.verdict}" for one in found],
        "before": [number_text(points) for points in before.last.step.state.scores],
        "after": [number_text(points) for points in after.last.step.state.scores],
    }


def _grant(live: SessionState, command: GrantRole, person: object) -> CommandDecision:
    role = require_role(live.grants.values(), command.actor, GRANT)
    if command.role not in ROLES:
        raise NotAllowed(operation=command.role)
    if (command.role == SEAT) != (command.seat is not None and 0 <= command.seat < len(live.setup.seats)):
        raise UnknownSeat(seat=command.seat, seats=" ".join(live.setup.seats))
    granted = RoleGranted(
        grant=secrets.token_hex(8), role=command.role, seat=command.seat, person=command.person, token=command.proof
    )
    return CommandDecision(((granted, role, None),))


def _revoke(live: SessionState, command: RevokeRole, person: object) -> CommandDecision:
    role = require_role(live.grants.values(), command.actor, REVOKE)
    if command.grant not in live.grants:
        raise UnknownGrant(grant=command.grant)
    if [held.grant for held in live.grants.values() if held.role == OWNER] == [command.grant]:
        raise NotAllowed(operation=REVOKE)  # a table without an owner could never be given one
    return CommandDecision(((RoleRevoked(grant=command.grant), role, None),))


def _set_delay(live: SessionState, command: SetDelay, person: object) -> CommandDecision:
    role = require_role(live.grants.values(), command.actor, DELAY)
    if not (0 <= command.seconds <= MOST_SECONDS and 0 <= command.lines <= MOST_LINES):
        raise NoSuchDelay(seconds=MOST_SECONDS, lines=MOST_LINES)
    return CommandDecision(((DelaySet(seconds=command.seconds, lines=command.lines), role, None),))


def _close(live: SessionState, command: CloseSession, person: object) -> CommandDecision:
    role = require_role(live.grants.values(), command.actor, CLOSE)
    if live.closed:
        raise SessionIsClosed()
    if len(command.stated) not in (0, len(live.setup.seats)):
        raise NoSuchResult(stated=len(command.stated), seats=" ".join(live.setup.seats))
    if not live.log:
        raise EmptyRecord()
    same = isinstance(command, CloseAsComputed)
    closed = SessionClosed(stated=list(command.stated), rules=GAMES[live.setup.game].version, same=same)
    return CommandDecision(((closed, role, None),))


def _reopen(live: SessionState, command: ReopenSession, person: object) -> CommandDecision:
    role = require_role(live.grants.values(), command.actor, REOPEN)
    if not live.closed:
        raise NotClosed()
    return CommandDecision(((SessionReopened(), role, None),))


def _discard(live: SessionState, command: DiscardSession, person: object) -> CommandDecision:
    role = require_role(live.grants.values(), command.actor, CLOSE)
    if live.log:
        raise NotEmpty(lines=len(live.log))
    return CommandDecision(((SessionDiscarded(), role, None),))


DECIDING: dict[type, Callable] = {
    OpenSession: _open,
    ImportRecord: _open,
    RecordLines: _record,
    CopyLines: _record,
    MakeStatement: speak,
    ShowPicture: show,
    GrantRole: _grant,
    RevokeRole: _revoke,
    SetDelay: _set_delay,
    UseGrant: _arrive,
    CloseSession: _close,
    CloseAsComputed: _close,
    ReopenSession: _reopen,
    DiscardSession: _discard,
}
