"""Decides commands: which events a command leads to, or the error that refuses it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Any

from domain.errors import (
    EmptyRecord,
    NoSuchDelay,
    NoSuchResult,
    NotAllowed,
    NotClosed,
    NotEmpty,
    SessionIsClosed,
    Stale,
    UnknownGrant,
    UnknownSeat,
    UnknownSession,
    Unreadable,
)
from domain.games import GAMES
from domain.record.line_text import write_entry
from domain.rules import replace
from domain.sessions.commands import (
    AgreeToArbiter,
    CloseAsComputed,
    CloseSession,
    Command,
    CommandDecision,
    CopyLines,
    DiscardSession,
    GrantPlayingArbiter,
    GrantRole,
    ImportRecord,
    MakeStatement,
    NoteHandsRead,
    OpenClubSession,
    OpenSession,
    RecordLines,
    ReopenSession,
    RevokeRole,
    SetDelay,
    ShowNames,
    ShowPicture,
    UseGrant,
    check_length,
    salted_text,
)
from domain.sessions.decide_lines import FindPerson, make_statement, record_lines, show_picture
from domain.sessions.roles import (
    AGREE,
    ARBITER,
    CLOSE,
    DELAY,
    GRANT,
    OWNER,
    READ,
    RECORD,
    REOPEN,
    REVOKE,
    ROLES,
    RULE,
    SEAT,
    Grant,
    club_person,
    grant_for_token,
    hides_names,
    require_role,
    sees_undelayed,
    viewer_of,
)
from domain.sessions.session import open_session
from domain.sessions.session_state import SessionState
from domain.store.events import (
    ArbiterAgreed,
    DelaySet,
    HandsRead,
    NamesShown,
    RoleFirstUsed,
    RoleGranted,
    RoleRevoked,
    SessionClosed,
    SessionDiscarded,
    SessionPlaced,
    SessionReopened,
)
from domain.store.mapper import canonical, event_data
from domain.store.people import opening_event, person_names
from domain.timeline.visibility import MOST_LINES, MOST_SECONDS, shown

MAX_MISSED = 20  # lines that the error Stale quotes; a sender who missed more must read the record


def decide(state: SessionState, command: Command, find_person: Callable[[str, str], str | None]) -> CommandDecision:
    """The events of a command; raises NotRecorded if it is refused. The state stays as it is.

    `find_person` gives the id of the person with a name in a club.
    """
    if state.discarded:
        raise UnknownSession(session=state.name)
    expected = command.expected
    is_stale = expected is not None and (expected > state.version or bool(state.since(expected)))
    if is_stale and any(sees_undelayed(grant) for grant in _grants(state, command)):
        require_role(state.grants.values(), command.actor, READ)  # the missed lines are quoted to readers only
        raise Stale(expected=expected, version=state.version, since=_missed_lines(state, command) or "-")
    club = command.club if isinstance(command, OpenClubSession) else state.club
    decided = DECISIONS[type(command)](state, command, lambda name: find_person(name, club))
    decision = _with_first_use(state, command, decided)
    if isinstance(command, (OpenSession, CloseSession)):  # all other commands hold texts, which JSON keeps exactly
        _check_exact(decision)
    return decision


def _grants(state: SessionState, command: Command) -> Iterator[Grant]:
    """The grants of the sender."""
    actor = command.actor
    return (grant for grant in state.grants.values() if actor and actor in (grant.person, grant.grant))


def _missed_lines(state: SessionState, command: Command) -> str:
    """The first lines that the sender has not seen, with what is hidden from them left out."""
    missed, grant = state.since(command.expected or 0), next(_grants(state, command), None)
    if hides_names(grant, state.log, state.writers):
        return ", ".join(str(number) for number, _ in missed)
    viewer = viewer_of(grant)
    visible = ((number, shown(line, viewer, state.setup)) for number, line in missed[:MAX_MISSED])
    texts = [f"{number} {write_entry(line, state.setup).strip()}" for number, line in visible]
    return " / ".join([*texts, *(["…"] if len(missed) > MAX_MISSED else [])])


def with_actor(state: SessionState, command: Command) -> Command:
    """The command with the grant of its token as the actor; raises UnknownSession where guests are not allowed."""
    if isinstance(command, OpenSession) or (command.actor and not command.token):
        return command
    grant = grant_for_token(state.grants.values(), command.token)
    if grant is None and not state.setup.guests:
        raise UnknownSession(session=state.name)
    return replace(command, actor=grant.grant if grant else "", token="")


def _with_first_use(state: SessionState, command: Command, decision: CommandDecision) -> CommandDecision:
    """Add the event that marks the first use of a grant, where this command is it."""
    grant = state.grants.get(command.actor)
    if grant is None or grant.used or not grant.token or isinstance(command, UseGrant):
        return decision
    return replace(decision, events=((RoleFirstUsed(grant=grant.grant), grant.role, None), *decision.events))


def _use_grant(state: SessionState, command: UseGrant, find_person: object) -> CommandDecision:
    role = require_role(state.grants.values(), command.actor, READ)
    if (grant := state.grants.get(command.actor)) is None or grant.used:
        raise NotAllowed(operation=READ)
    return CommandDecision(((RoleFirstUsed(grant=grant.grant), role, None),))


def _show_names(state: SessionState, command: ShowNames, find_person: object) -> CommandDecision:
    grant = next((grant for grant in _grants(state, command) if grant.role == ARBITER and not grant.named), None)
    if grant is None:
        raise NotAllowed(operation=RULE)
    return CommandDecision(((NamesShown(grant=grant.grant), ARBITER, None),))


def _check_exact(decision: CommandDecision) -> None:
    """Raise Unreadable if an event holds a value without an exact form in JSON."""
    try:
        for event, _, _ in decision.events:
            canonical(event_data(event))
    except ValueError as error:
        raise Unreadable(text=str(error), like="…") from error


def _open(state: SessionState, command: OpenSession, find_person: FindPerson) -> CommandDecision:
    if state.version or not command.actor:
        raise NotAllowed(operation=RECORD)
    setup = open_session(command.setup).setup
    names = person_names(setup)
    for name in names:
        check_length(name)
    known = {name: id for name in names if (id := find_person(name)) is not None}
    fresh = tuple(salted_text(name) for name in names if name not in known)
    people = {**known, **{person.text: person.hash for person in fresh}}
    person = "" if command.token else command.actor
    owner = _owner(person, command.token)
    texts = (salted_text(setup.house_rules),) if setup.house_rules else ()
    opened = opening_event(setup, people, *(text.hash for text in texts))
    return CommandDecision(((opened, OWNER, None), (owner, OWNER, None)), texts, people=fresh)


def _owner(person: str, token: str) -> RoleGranted:
    return RoleGranted(grant=secrets.token_hex(8), role=OWNER, seat=None, person=person, token=token, plays=False)


def _open_in_club(state: SessionState, command: OpenClubSession, find_person: FindPerson) -> CommandDecision:
    opened = _open(state, command, find_person)
    (opening, owner) = opened.events
    placed = SessionPlaced(club=command.club)
    club = _owner(club_person(command.club), "")
    opener = replace(owner[0], person=club_person(command.club, command.grant))
    return replace(opened, events=(opening, *((event, OWNER, None) for event in (placed, club, opener))))


def _grant(state: SessionState, command: GrantRole, find_person: object) -> CommandDecision:
    role = require_role(state.grants.values(), command.actor, GRANT)
    if command.role not in ROLES:
        raise NotAllowed(operation=command.role)
    if (command.role == SEAT) != (command.seat is not None and 0 <= command.seat < len(state.setup.seats)):
        raise UnknownSeat(seat=command.seat, seats=" ".join(state.setup.seats))
    plays = isinstance(command, GrantPlayingArbiter)
    if plays and command.role != ARBITER:
        raise NotAllowed(operation=command.role)
    granted = RoleGranted(
        grant=secrets.token_hex(8),
        role=command.role,
        seat=command.seat,
        person=command.person,
        token=command.proof,
        plays=plays,
    )
    return CommandDecision(((granted, role, None),))


def _agree(state: SessionState, command: AgreeToArbiter, find_person: object) -> CommandDecision:
    arbiter = state.grants.get(command.grant)
    seats = dict.fromkeys(grant.seat for grant in _grants(state, command) if grant.role == SEAT)
    if not seats:
        raise NotAllowed(operation=AGREE)
    if arbiter is None or arbiter.role != ARBITER or not arbiter.plays:
        raise UnknownGrant(grant=command.grant)
    fresh = [seat for seat in seats if seat is not None and seat not in arbiter.agreed]
    if not fresh:
        raise NotAllowed(operation=AGREE)
    return CommandDecision(tuple((ArbiterAgreed(grant=command.grant, seat=seat), SEAT, None) for seat in fresh))


def _note_hands(state: SessionState, command: NoteHandsRead, find_person: object) -> CommandDecision:
    grant = next((grant for grant in _grants(state, command) if grant.role == ARBITER and grant.sees_hands), None)
    if grant is None or not grant.read_hands < command.line <= len(state.log):
        raise NotAllowed(operation=READ)
    return CommandDecision(((HandsRead(grant=grant.grant, line=command.line), ARBITER, None),))


def _revoke(state: SessionState, command: RevokeRole, find_person: object) -> CommandDecision:
    role = require_role(state.grants.values(), command.actor, REVOKE)
    if command.grant not in state.grants:
        raise UnknownGrant(grant=command.grant)
    if [grant.grant for grant in state.grants.values() if grant.role == OWNER] == [command.grant]:
        raise NotAllowed(operation=REVOKE)  # a session without an owner could never get another one
    return CommandDecision(((RoleRevoked(grant=command.grant), role, None),))


def _set_delay(state: SessionState, command: SetDelay, find_person: object) -> CommandDecision:
    role = require_role(state.grants.values(), command.actor, DELAY)
    if not (0 <= command.seconds <= MOST_SECONDS and 0 <= command.lines <= MOST_LINES):
        raise NoSuchDelay(seconds=MOST_SECONDS, lines=MOST_LINES)
    return CommandDecision(((DelaySet(seconds=command.seconds, lines=command.lines), role, None),))


def _close(state: SessionState, command: CloseSession, find_person: object) -> CommandDecision:
    role = require_role(state.grants.values(), command.actor, CLOSE)
    if state.closed:
        raise SessionIsClosed()
    if len(command.stated) not in (0, len(state.setup.seats)):
        raise NoSuchResult(stated=len(command.stated), seats=" ".join(state.setup.seats))
    if not state.log:
        raise EmptyRecord()
    same = isinstance(command, CloseAsComputed)
    closed = SessionClosed(stated=list(command.stated), rules=GAMES[state.setup.game].version, same=same)
    return CommandDecision(((closed, role, None),))


def _reopen(state: SessionState, command: ReopenSession, find_person: object) -> CommandDecision:
    role = require_role(state.grants.values(), command.actor, REOPEN)
    if not state.closed:
        raise NotClosed()
    return CommandDecision(((SessionReopened(), role, None),))


def _discard(state: SessionState, command: DiscardSession, find_person: object) -> CommandDecision:
    role = require_role(state.grants.values(), command.actor, CLOSE)
    if state.log:
        raise NotEmpty(lines=len(state.log))
    return CommandDecision(((SessionDiscarded(), role, None),))


DECISIONS: dict[type[Command], Callable[[SessionState, Any, FindPerson], CommandDecision]] = {
    OpenSession: _open,
    OpenClubSession: _open_in_club,
    ImportRecord: _open,
    RecordLines: record_lines,
    CopyLines: record_lines,
    MakeStatement: make_statement,
    ShowPicture: show_picture,
    GrantRole: _grant,
    GrantPlayingArbiter: _grant,
    AgreeToArbiter: _agree,
    NoteHandsRead: _note_hands,
    RevokeRole: _revoke,
    SetDelay: _set_delay,
    UseGrant: _use_grant,
    ShowNames: _show_names,
    CloseSession: _close,
    CloseAsComputed: _close,
    ReopenSession: _reopen,
    DiscardSession: _discard,
}
