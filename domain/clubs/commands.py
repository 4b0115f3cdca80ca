"""The requests that change a club, and the events that each of them leads to."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from domain.clubs.club import ClubSettings, ClubState
from domain.clubs.roles import CLUB_CHANGE, CLUB_GRANT, CLUB_READ, CLUB_ROLES, ORGANISER, require_club_role
from domain.errors import NotAllowed, UnknownAgreement, UnknownGame, UnknownGrant
from domain.games import GAMES
from domain.sessions.commands import Command, check_length
from domain.sessions.session import is_valid_fact
from domain.store.club_events import (
    ClubChanged,
    ClubEvent,
    ClubFounded,
    ClubRoleFirstUsed,
    ClubRoleGranted,
    ClubRoleRevoked,
)

Decided = list[tuple[ClubEvent, str]]  # each event with the role it was written in


class ClubCommand(Command, frozen=True, kw_only=True):
    """A request about a club; `session` is the id of the club."""


class FoundClub(ClubCommand, frozen=True, kw_only=True):
    """Found a club; `proof` is the hash of the token of its first organiser."""

    KIND = "FoundClub"

    settings: ClubSettings
    proof: str


class ChangeClub(ClubCommand, frozen=True, kw_only=True):
    """Replace the settings of a club."""

    KIND = "ChangeClub"

    settings: ClubSettings


class GrantClubRole(ClubCommand, frozen=True, kw_only=True):
    """Grant a role in a club; `proof` is the hash of the token that proves it."""

    KIND = "GrantClubRole"

    role: str
    proof: str


class UseClubGrant(ClubCommand, frozen=True, kw_only=True):
    """Note the first use of a role in a club."""

    KIND = "UseClubGrant"


class RevokeClubRole(ClubCommand, frozen=True, kw_only=True):
    """Revoke a role in a club."""

    KIND = "RevokeClubRole"

    grant: str


def decide_club(state: ClubState, command: ClubCommand) -> Decided:
    """The events of a command; raises NotRecorded if it is refused. The state stays as it is."""
    return CLUB_DECISIONS[type(command)](state, command)


def check_settings(settings: ClubSettings) -> None:
    """Raise NotRecorded for house rules that no table could be set up with."""
    check_length(settings.name)
    for rules in settings.rules:
        if rules.game not in GAMES:
            raise UnknownGame(game=rules.game, games=", ".join(GAMES))
        game = GAMES[rules.game]
        readings = {reading.id for question in game.questions for reading in question.readings}
        chosen = {f"{question}={reading}" for question, reading in rules.readings.items()}
        variants = {variant.id for variant in game.variants}
        if unknown := sorted((chosen - readings) | ({*rules.variants} - variants)):
            raise UnknownAgreement(name=unknown[0])
    if settings.claims and not is_valid_fact("claims", settings.claims):
        raise UnknownAgreement(name=f"claims {settings.claims}")


def _changed(settings: ClubSettings) -> ClubChanged:
    fields = {name: getattr(settings, name) for name in settings.__struct_fields__}
    return ClubChanged(**{**fields, "rules": list(settings.rules)})


def _found(state: ClubState, command: FoundClub) -> Decided:
    check_settings(command.settings)
    granted = ClubRoleGranted(grant=secrets.token_hex(8), role=ORGANISER, token=command.proof)
    events = (ClubFounded(name=command.settings.name), _changed(command.settings), granted)
    return [(event, ORGANISER) for event in events]


def _change(state: ClubState, command: ChangeClub) -> Decided:
    role = require_club_role(state.grants.values(), command.actor, CLUB_CHANGE)
    check_settings(command.settings)
    return [(_changed(command.settings), role)]


def _grant(state: ClubState, command: GrantClubRole) -> Decided:
    role = require_club_role(state.grants.values(), command.actor, CLUB_GRANT)
    if command.role not in CLUB_ROLES:
        raise NotAllowed(operation=command.role)
    return [(ClubRoleGranted(grant=secrets.token_hex(8), role=command.role, token=command.proof), role)]


def _use(state: ClubState, command: UseClubGrant) -> Decided:
    role = require_club_role(state.grants.values(), command.actor, CLUB_READ)
    if state.grants[command.actor].used:
        raise NotAllowed(operation=CLUB_READ)
    return [(ClubRoleFirstUsed(grant=command.actor), role)]


def _revoke(state: ClubState, command: RevokeClubRole) -> Decided:
    role = require_club_role(state.grants.values(), command.actor, CLUB_GRANT)
    if command.grant not in state.grants:
        raise UnknownGrant(grant=command.grant)
    if [grant.grant for grant in state.grants.values() if grant.role == ORGANISER] == [command.grant]:
        raise NotAllowed(operation=CLUB_GRANT)  # a club without an organiser could never get another one
    return [(ClubRoleRevoked(grant=command.grant), role)]


CLUB_DECISIONS: dict[type[ClubCommand], Callable[[ClubState, Any], Decided]] = {
    FoundClub: _found,
    ChangeClub: _change,
    GrantClubRole: _grant,
    UseClubGrant: _use,
    RevokeClubRole: _revoke,
}
