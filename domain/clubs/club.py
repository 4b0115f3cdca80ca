"""A club: the state that its events build up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.errors import Unsound
from domain.rules import replace
from domain.sessions.roles import Grant
from domain.store.club_events import (
    ClubChanged,
    ClubFounded,
    ClubRoleFirstUsed,
    ClubRoleGranted,
    ClubRoleRevoked,
    GameRules,
)
from domain.store.mapper import FIRST_LINK, SealedEvent


class ClubSettings(Struct, frozen=True, kw_only=True):
    """What the tables of a club inherit, and how the club is presented."""

    name: str
    about: str = ""
    lang: str = ""  # the language of the rulebooks that prevail; empty: each table's choice
    guests: bool = True  # whether people without a link of the club see it and its tables
    claims: str = ""
    rules: tuple[GameRules, ...] = ()

    def rules_of(self, game: str) -> GameRules:
        """The variants and readings of a game; none where the club plays it as printed."""
        return next(
            (rules for rules in self.rules if rules.game == game), GameRules(game=game, variants=[], readings={})
        )


class Club(Struct, frozen=True, kw_only=True):
    """A club at one version, safe for every thread."""

    id: UUID
    version: int
    link: str
    at: str
    settings: ClubSettings
    grants: Mapping[str, Grant]


class ClubState:
    """One club, for one thread, as its events build it up."""

    def __init__(self, id: UUID):
        self.id, self.version, self.link, self.at = id, 0, FIRST_LINK, ""
        self.links: list[str] = []  # of all events, for the tree that its checkpoints are of
        self.keys: dict[str, tuple[str, int]] = {}  # every used key -> hash of its command, version of its last event
        self.settings = ClubSettings(name="")
        self.grants: dict[str, Grant] = {}

    def apply(self, events: Iterable[SealedEvent]) -> ClubState:
        """Apply further events; raises Unsound where the chain is broken."""
        for sealed in events:
            envelope = sealed.envelope
            if envelope.seq != self.version + 1 or sealed.originator_id != self.id:
                raise Unsound(why="misplaced", seq=self.version + 1)
            if envelope.prev != self.link:
                raise Unsound(why="link", seq=self.version + 1)
            self.version, self.link, self.at = envelope.seq, sealed.link, envelope.at
            self.links.append(sealed.link)
            self.keys[envelope.cmd] = (envelope.req, envelope.seq)
            CLUB_EVENT_HANDLERS[type(sealed.event)](self, sealed.event)
        return self

    def view(self) -> Club:
        """The club at its current version."""
        return Club(
            id=self.id,
            version=self.version,
            link=self.link,
            at=self.at,
            settings=self.settings,
            grants=dict(self.grants),
        )

    def _founded(self, event: ClubFounded) -> None:
        self.settings = replace(self.settings, name=event.name)

    def _changed(self, event: ClubChanged) -> None:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        self.settings = ClubSettings(**{**fields, "rules": tuple(event.rules)})

    def _granted(self, event: ClubRoleGranted) -> None:
        self.grants[event.grant] = Grant(grant=event.grant, role=event.role, token=event.token, since=self.at)

    def _first_used(self, event: ClubRoleFirstUsed) -> None:
        self.grants[event.grant] = replace(self.grants[event.grant], used=True, came=self.at)

    def _revoked(self, event: ClubRoleRevoked) -> None:
        self.grants.pop(event.grant, None)


CLUB_EVENT_HANDLERS: dict[type, Callable[[ClubState, Any], None]] = {
    ClubFounded: ClubState._founded,
    ClubChanged: ClubState._changed,
    ClubRoleGranted: ClubState._granted,
    ClubRoleFirstUsed: ClubState._first_used,
    ClubRoleRevoked: ClubState._revoked,
}
