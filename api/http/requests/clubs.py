"""Reads requests about a club, and converts its settings and links between their JSON form and the domain's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct
from starlette.requests import Request

from api.http.requests.request import ID, TOKEN, ApiRequest
from api.http.requests.role_links import qr_code, token_hash
from api.http.requests.table_setup import Rulebook, TableSetup, Word
from domain.clubs.club import Club, ClubSettings
from domain.errors import UnknownClub
from domain.rules import replace
from domain.sessions.roles import ARBITER, Grant
from domain.store.club_events import GameRules

CLUB_COOKIE = re.compile(r"club-[0-9a-f]{32}")
Role = Literal["organiser", "arbiter", "scribe", "member"]
ClaimTime = Annotated[str, Meta(pattern=r"^(turn|round|\d{1,4})?$")]


class HouseRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variants and readings that a club plays a game with."""

    game: Word
    variants: Annotated[list[Word], Meta(max_length=50)] = []
    readings: dict[str, Word] = {}


class ClubBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a club: its tables inherit `lang` (of the rulebooks), `claims`, `guests` and the house rules."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    about: Annotated[str, Meta(max_length=400)] = ""
    lang: Rulebook = ""
    guests: bool = True
    claims: ClaimTime = ""
    rules: Annotated[list[HouseRules], Meta(max_length=20)] = []


class ClubTableSetup(TableSetup, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The set-up of a table of a club; without `variants`, `readings` or `claims` it inherits those of the club."""

    variants: Annotated[list[Word], Meta(max_length=50)] | None = None  # type: ignore[assignment]
    readings: dict[str, Word] | None = None  # type: ignore[assignment]


class ClubLink(Struct, frozen=True, kw_only=True):
    """A role in a club to hand on: the token for programs, the link and its QR code (SVG) for people."""

    grant: str
    role: str
    token: str
    link: str
    qr: str


def club_id(request: ApiRequest) -> UUID:
    """The id of the club in the address."""
    return parse_club_id(request.path["club"])


def parse_club_id(text: str) -> UUID:
    """The id of a club from a text; raises UnknownClub where it is none."""
    if not ID.fullmatch(text):
        raise UnknownClub(club=text[:40])
    return UUID(text)


def settings_of(body: ClubBody) -> ClubSettings:
    """The settings of a club as the domain has them."""
    rules = tuple(GameRules(game=one.game, variants=one.variants, readings=one.readings) for one in body.rules)
    fields = {name: getattr(body, name) for name in ("name", "about", "lang", "guests", "claims")}
    return ClubSettings(**fields, rules=rules)


def body_of(settings: ClubSettings) -> ClubBody:
    """The JSON form of the settings of a club."""
    rules = [HouseRules(game=one.game, variants=one.variants, readings=one.readings) for one in settings.rules]
    fields = {name: getattr(settings, name) for name in ("name", "about", "lang", "guests", "claims")}
    return ClubBody(**fields, rules=rules)


def inherited(table: ClubTableSetup, club: ClubSettings) -> TableSetup:
    """The set-up of a table with what it inherits from its club."""
    rules = club.rules_of(table.game)
    return replace(
        table,
        variants=rules.variants if table.variants is None else table.variants,
        readings=rules.readings if table.readings is None else table.readings,
        text=table.text or club.lang,
        claims=table.claims or club.claims,
        guests=table.guests and club.guests,
    )


def club_link(request: ApiRequest, club: Club, grant: Grant, token: str) -> ClubLink:
    """The link of a role in a club. Only the hash of its token is stored, so this cannot be made again.

    An arbiter's link opens a page without names, because the club's page is a guest's until the key is known.
    """
    link = f"{request.base_url}/clubs/{club.id}{'/key' if grant.role == ARBITER else ''}#k={token}"
    return ClubLink(grant=grant.grant, role=grant.role, token=token, link=link, qr=qr_code(link))


def club_cookie(club: str) -> str:
    """The name of the cookie that holds the key to a club."""
    return f"club-{club.lower().replace('-', '')[:32]}"


def club_cookie_token(http: Request, club: str) -> str:
    """The hash of the key to a club that a page's request brings as a cookie; empty without one."""
    token = http.cookies.get(club_cookie(club), "") if club else ""
    return token_hash(token) if TOKEN.fullmatch(token) else ""


def held_clubs(request: ApiRequest) -> Iterator[tuple[Club, Grant]]:
    """The clubs in which the sender has a role: by the cookies of its browser for a page, by its token otherwise."""
    clubs = request.service.clubs
    if request.http.url.path.startswith("/api/"):
        yield from clubs.of_token(request.token)
        return
    for name, token in request.http.cookies.items():
        if CLUB_COOKIE.fullmatch(name) and TOKEN.fullmatch(token):
            yield from (held for held in clubs.of_token(token_hash(token)) if held[0].id == UUID(name[5:]))
