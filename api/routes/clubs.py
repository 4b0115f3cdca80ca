"""Clubs: founding one, its settings and roles, and setting up its tables."""

from __future__ import annotations

import secrets
from functools import partial
from uuid import UUID

from msgspec import Struct

from api.http.problems import HttpProblem
from api.http.requests.clubs import (
    ClubBody,
    ClubLink,
    ClubTableSetup,
    Role,
    body_of,
    club_id,
    club_link,
    held_clubs,
    inherited,
    settings_of,
)
from api.http.requests.random_ids import random_id
from api.http.requests.request import ApiRequest
from api.http.requests.role_links import token_hash
from api.http.requests.table_setup import setup_of
from api.http.routing import Routes
from api.routes.sessions import EXAMPLE, TableReceipt, box_of, table_receipt
from domain.clubs.club import Club
from domain.clubs.roles import CLUB_CHANGE, CLUB_GRANT, CLUB_PERMISSIONS, CLUB_READ, CLUB_SET_UP
from domain.sessions.commands import CommandReceipt, OpenClubSession
from domain.sessions.roles import GUEST, SET_UP, Grant, grant_for_token

routes = Routes("clubs")
QUAYSIDE = {
    "name": "Quayside Games Club",
    "about": "Tuesdays from 19:30",
    "claims": "round",
    "rules": [{"game": "new-haven", "variants": ["careful-harvest"]}],
}


class ClubReceipt(Struct, frozen=True, kw_only=True):
    """A club that was founded or changed. The organiser's token is given once, where the founder brought none."""

    club: str
    version: int
    head: str
    checkpoint: str
    inclusion: list[str]
    organiser: ClubLink | None


class ClubSummary(Struct, frozen=True, kw_only=True):
    """A club with its settings, and the reader's role and permissions in it."""

    club: str
    version: int
    at: str
    settings: ClubBody
    role: str
    may: list[str]


class ClubList(Struct, frozen=True, kw_only=True):
    """The clubs in which the sender has a role."""

    clubs: list[ClubSummary]


class ClubGrantBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A role in a club to grant."""

    role: Role


class ClubGrantSummary(Struct, frozen=True, kw_only=True):
    """A role in a club, since when it holds, and when it was first used. Only hashes of tokens are stored."""

    grant: str
    role: str
    used: bool
    since: str
    came: str | None
    own: bool  # whether it is the reader's own


class ClubGrantList(Struct, frozen=True, kw_only=True):
    """Every role in a club that was not revoked."""

    grants: list[ClubGrantSummary]


class RevokedClubGrant(Struct, frozen=True, kw_only=True):
    """A role in a club, and the version of the club from which it is revoked."""

    grant: str
    version: int


@routes.post("/clubs", body=ClubBody, response=ClubReceipt, permission=SET_UP, status=201, example=QUAYSIDE)
def found_a_club(request: ApiRequest) -> ClubReceipt:
    """Found a club.

    A sender with a bearer token of its own organises the club by it, and can send this again with the same key.
    Otherwise the answer holds a token for the organiser, this once.
    """
    token = "" if request.token else secrets.token_urlsafe(32)
    proof = request.token or token_hash(token)
    done = request.service.clubs.found(
        settings_of(request.body), actor=request.token[:16] or GUEST, token=proof, key=request.key or random_id()
    )
    return _receipt(request, done, token)


def _receipt(request: ApiRequest, done: CommandReceipt, token: str = "") -> ClubReceipt:
    club = request.service.clubs.club(UUID(done.session))
    grant = grant_for_token(club.grants.values(), token_hash(token)) if token else None
    return ClubReceipt(
        club=done.session,
        version=done.version,
        head=done.link,
        checkpoint=done.proof.checkpoint,
        inclusion=done.proof.inclusion,
        organiser=club_link(request, club, grant, token) if grant else None,
    )


@routes.get("/clubs", response=ClubList)
def clubs_of_mine(request: ApiRequest) -> ClubList:
    """The clubs in which the sender's token proves a role."""
    return ClubList(clubs=[_summary(club, grant) for club, grant in held_clubs(request)])


@routes.get("/clubs/{club}", response=ClubSummary, permissions=(CLUB_READ,))
def club(request: ApiRequest) -> ClubSummary:
    """A club. Its tables, disputes, standings and players are in the lists, filtered by `club`."""
    return _summary(*request.service.authorize_in_club(club_id(request), request.token, CLUB_READ))


def _summary(club: Club, grant: Grant | None) -> ClubSummary:
    role = grant.role if grant else GUEST
    return ClubSummary(
        club=str(club.id),
        version=club.version,
        at=club.at,
        settings=body_of(club.settings),
        role=role,
        may=sorted(CLUB_PERMISSIONS[role]),
    )


@routes.put("/clubs/{club}/settings", body=ClubBody, response=ClubReceipt, permission=CLUB_CHANGE, example=QUAYSIDE)
def change_a_club(request: ApiRequest) -> ClubReceipt:
    """Replace the settings of a club. Tables that were set up before keep theirs."""
    club, _ = request.service.authorize_in_club(club_id(request), request.token, CLUB_CHANGE)
    settings, key = settings_of(request.body), request.key or random_id()
    return _receipt(request, request.service.clubs.change(club.id, settings, token=request.token, key=key))


@routes.post(
    "/clubs/{club}/grants",
    body=ClubGrantBody,
    response=ClubLink,
    permission=CLUB_GRANT,
    status=201,
    example={"role": "arbiter"},
)
def give_a_club_role(request: ApiRequest) -> ClubLink:
    """Grant a role in a club, and by it one at each of its tables: the answer holds its link, this once."""
    clubs, token = request.service.clubs, secrets.token_urlsafe(32)
    club, _ = request.service.authorize_in_club(club_id(request), request.token, CLUB_GRANT)
    key = request.key or random_id()
    clubs.grant(club.id, request.body.role, proof=token_hash(token), token=request.token, key=key)
    club = clubs.club(club.id)
    grant = grant_for_token(club.grants.values(), token_hash(token))
    if grant is None:  # the same key was sent before, and its answer held another token
        raise HttpProblem("given-already", 409)
    return club_link(request, club, grant, token)


@routes.get("/clubs/{club}/grants", response=ClubGrantList, permissions=(CLUB_GRANT,))
def club_roles(request: ApiRequest) -> ClubGrantList:
    """The roles in a club."""
    club, own = request.service.authorize_in_club(club_id(request), request.token, CLUB_GRANT)
    return ClubGrantList(
        grants=[
            ClubGrantSummary(
                grant=grant.grant,
                role=grant.role,
                used=grant.used,
                since=grant.since,
                came=grant.came or None,
                own=own is not None and own.grant == grant.grant,
            )
            for grant in club.grants.values()
        ]
    )


@routes.delete("/clubs/{club}/grants/{grant}", response=RevokedClubGrant, permission=CLUB_GRANT)
def take_a_club_role_back(request: ApiRequest) -> RevokedClubGrant:
    """Revoke a role in a club: its token is worthless from this moment on, at all tables of the club too."""
    club, _ = request.service.authorize_in_club(club_id(request), request.token, CLUB_GRANT)
    grant, key = request.path["grant"][:80], request.key or random_id()
    done = request.service.clubs.revoke(club.id, grant, token=request.token, key=key)
    return RevokedClubGrant(grant=grant, version=done.version)


@routes.post(
    "/clubs/{club}/sessions",
    body=ClubTableSetup,
    response=TableReceipt,
    permission=CLUB_SET_UP,
    status=201,
    example=EXAMPLE,
)
async def lay_a_club_table(request: ApiRequest) -> TableReceipt:
    """Set up a table of a club. It inherits the club's house rules, arbiters and organisers."""
    service = request.service
    authorize = partial(service.authorize_in_club, club_id(request), request.token, CLUB_SET_UP)
    club, grant = await service.run_in_thread(authorize)
    table = inherited(request.body, club.settings)
    command = OpenClubSession(
        setup=setup_of(table, await box_of(request, table)),
        actor=request.token[:16],
        token=request.token,
        key=request.key or random_id(),
        club=str(club.id),
        grant=grant.grant if grant else "",
    )
    return await service.run_in_thread(table_receipt, request, await service.write(command), "")
