"""The use cases of clubs, over the application that stores the sessions."""

from __future__ import annotations

import threading
from uuid import UUID, uuid4

from domain.clubs.club import Club, ClubSettings, ClubState
from domain.clubs.commands import ChangeClub, ClubCommand, FoundClub, GrantClubRole, RevokeClubRole, UseClubGrant
from domain.clubs.roles import CLUB_PERMISSIONS, TABLE_ROLES
from domain.clubs.writer import ClubWriter
from domain.errors import NotAllowed, ReadOnly, UnknownClub
from domain.sessions.application import Sessions
from domain.sessions.commands import CommandReceipt, GrantRole
from domain.sessions.roles import GUEST, Grant, club_grant, club_person, grant_for_token
from domain.sessions.session_state import SessionView
from domain.store.club_events import CLUB_TOPICS
from domain.store.mapper import event_from_row

MAX_REMEMBERED = 10_000  # sessions of which the club is remembered


class Clubs:
    """Every stored club. A role in a club gives one at each of its tables, from the first use there on.

    That role is an event of the table, so its record says by itself who could write; it is worth nothing from the
    moment the role in the club is revoked.
    """

    def __init__(self, sessions: Sessions):
        self.sessions, self.store = sessions, sessions.recorder
        self.writer = ClubWriter(sessions.writer) if sessions.writer is not None else None
        self.known: dict[UUID, tuple[ClubState, Club]] = {}
        self.clubs_of_sessions: dict[UUID, str] = {}
        self.lock = threading.Lock()

    # Writing ------------------------------------------------------------------------------------------

    def do(self, command: ClubCommand) -> CommandReceipt:
        """Write a command and wait for its receipt."""
        if self.writer is None:
            raise ReadOnly()
        return self.writer.write(command)

    def found(self, settings: ClubSettings, *, actor: str, token: str, key: str = "") -> CommandReceipt:
        """Found a club; `token` is the hash of its first organiser's token."""
        return self.do(FoundClub(settings=settings, proof=token, actor=actor, key=key or uuid4().hex))

    def change(self, club: UUID, settings: ClubSettings, *, token: str, key: str = "") -> CommandReceipt:
        """Replace the settings of a club."""
        return self.do(ChangeClub(session=club, settings=settings, token=token, key=key or uuid4().hex))

    def grant(self, club: UUID, role: str, *, proof: str, token: str, key: str = "") -> CommandReceipt:
        """Grant a role in a club to the holder of a token, given by its hash `proof`."""
        return self.do(GrantClubRole(session=club, role=role, proof=proof, token=token, key=key or uuid4().hex))

    def revoke(self, club: UUID, grant: str, *, token: str, key: str = "") -> CommandReceipt:
        """Revoke a role in a club."""
        return self.do(RevokeClubRole(session=club, grant=grant, token=token, key=key or uuid4().hex))

    def note_use(self, club: UUID, grant: Grant) -> None:
        """Note the first use of a role in a club."""
        self.do(UseClubGrant(session=club, token=grant.token, key=f"arrive-{grant.grant}"))

    # Reading ------------------------------------------------------------------------------------------

    def club(self, id: UUID) -> Club:
        """A club at its newest version."""
        with self.lock:
            state, club = self.known.get(id, (ClubState(id), None))
            rows = self.store.events(id, None, state.version)
            if rows and club is None and not rows[0][1].startswith(CLUB_TOPICS):
                raise UnknownClub(club=str(id))
            if rows or club is None:
                club = state.apply(event_from_row(id, *row) for row in rows).view()
            if not club.version:
                raise UnknownClub(club=str(id))
            self.known[id] = (state, club)
            return club

    def authorize(self, id: UUID, token: str, operation: str) -> tuple[Club, Grant | None]:
        """A club and the grant of a token there.

        UnknownClub where the holder may not know of it, NotAllowed where the role lacks the permission.
        """
        club = self.club(id)
        grant = grant_for_token(club.grants.values(), token)
        if grant is None and not club.settings.guests:
            raise UnknownClub(club=str(id))
        if operation not in CLUB_PERMISSIONS[grant.role if grant else GUEST]:
            raise NotAllowed(operation=operation)
        return club, grant

    def of_token(self, token: str) -> list[tuple[Club, Grant]]:
        """The clubs in which a token holds a role, with the role."""
        clubs = [self.club(id) for id in self.store.clubs_of(token)] if token else []
        held = ((club, grant_for_token(club.grants.values(), token)) for club in clubs)
        return [(club, grant) for club, grant in held if grant is not None]

    # At the tables ------------------------------------------------------------------------------------

    def admit(self, view: SessionView, token: str) -> tuple[SessionView, Grant | None]:
        """A table of a club and the grant of a token there; a role in the club becomes one at the table."""
        grant = grant_for_token(view.grants.values(), token)
        if not view.club or not token:
            return view, grant
        club = self.club(UUID(view.club))
        if grant is not None:
            return view, grant if not club_grant(grant) or club_grant(grant) in club.grants else None
        held = grant_for_token(club.grants.values(), token)
        if held is None or self.writer is None:
            return view, None
        admission = GrantRole(
            session=view.id,
            actor=club_person(view.club),
            key=f"admit-{held.grant}",  # a role that the table's owner revoked is not given again
            role=TABLE_ROLES[held.role],
            person=club_person(view.club, held.grant),
            proof=token,
        )
        self.sessions.do(admission)
        view = self.sessions.view(view.id)
        return view, grant_for_token(view.grants.values(), token)

    def club_of(self, session: UUID) -> str:
        """The id of the club of a session; empty for a table without a club. It never changes, so it is remembered."""
        if session not in self.clubs_of_sessions:
            if len(self.clubs_of_sessions) >= MAX_REMEMBERED:
                self.clubs_of_sessions.clear()
            self.clubs_of_sessions[session] = self.store.club_of(session)
        return self.clubs_of_sessions[session]

    def known_club_of(self, session: UUID) -> str | None:
        """The same without a query; None if it is not remembered."""
        return self.clubs_of_sessions.get(session)

    def check_writer(self, session: UUID, token: str) -> None:
        """Admit the sender of a command to a table of a club; NotAllowed if its role in the club was revoked."""
        if not self.club_of(session):
            return
        view = self.sessions.view(session)
        if self.admit(view, token)[1] is None and grant_for_token(view.grants.values(), token) is not None:
            raise NotAllowed(operation="write")
