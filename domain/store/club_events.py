"""The events of a club: its settings and the roles its people have. They are stored as those of sessions are."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from domain.store.events import SessionEvent

CLUB_TOPICS = "club-"  # how the type of every event of a club begins, and of no other event


class ClubEvent(SessionEvent, frozen=True, kw_only=True):
    """An event of a club. A published schema never changes: a new version gets an upcast from the old one."""

    LOG: ClassVar[str] = "griffier/c/"


class GameRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variants and readings that a club plays a game with."""

    game: str
    variants: list[str]
    readings: dict[str, str]


class ClubFounded(ClubEvent, frozen=True, kw_only=True):
    """A club was founded."""

    TYPE = "club-founded"

    name: str


class ClubChanged(ClubEvent, frozen=True, kw_only=True):
    """The settings of a club were changed; the event holds all of them."""

    TYPE = "club-changed"

    name: str
    about: str
    lang: str  # the language of its rulebooks; empty: no choice
    guests: bool  # whether people without a link of the club see it and its tables
    claims: str  # how long a line can be claimed against, as a table states it
    rules: list[GameRules]


class ClubRoleGranted(ClubEvent, frozen=True, kw_only=True):
    """A role in a club was granted; `token` is the hash of the token that proves it."""

    TYPE = "club-role-granted"

    grant: str
    role: str
    token: str


class ClubRoleFirstUsed(ClubEvent, frozen=True, kw_only=True):
    """A role in a club was used for the first time."""

    TYPE = "club-role-first-used"

    grant: str


class ClubRoleRevoked(ClubEvent, frozen=True, kw_only=True):
    """A role in a club was revoked."""

    TYPE = "club-role-revoked"

    grant: str


CLUB_EVENT_TYPES: dict[str, type[ClubEvent]] = {
    kind.TYPE: kind for kind in (ClubFounded, ClubChanged, ClubRoleGranted, ClubRoleFirstUsed, ClubRoleRevoked)
}
