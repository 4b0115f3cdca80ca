"""Imports records of the library into the service."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from domain.games import GAMES
from tests.api.people import fresh_token, json_of

LIBRARY = Path("replays/library")
NEW_HAVEN = LIBRARY / "new-haven" / "samples" / "a-table-with-everything.record"
SAMPLES = [path for game in GAMES for path in sorted((LIBRARY / game / "samples").glob("*.record"))[:1]]


class Brought(Struct, frozen=True):
    """An imported session, and its owner's token."""

    session: str
    owner: str
    answer: dict

    def at(self, rest: str) -> str:
        """The address of a resource of this session."""
        return f"/api/sessions/{self.session}{rest}"


def text_of(path: Path) -> str:
    """A record's text."""
    return path.read_text(encoding="utf-8")


def named(path: Path) -> str:
    """A test id for a record: its game and its name."""
    return path.parts[2]


def bring(service: Any, path: Path, **more: Any) -> Brought:
    """Imports a record with a fresh owner token."""
    owner = fresh_token()
    answer = json_of(service.ask("POST", "/api/imports", owner, text_of(path), **more), 201)
    return Brought(answer["session"], owner, answer)


def grant(service: Any, brought: Brought, role: str, seat: str | None = None) -> str:
    """Grants a role in that session, and returns its token."""
    body = {"role": role, "seat": seat} if seat else {"role": role}
    return json_of(service.ask("POST", brought.at("/grants"), brought.owner, body), 201)["token"]
