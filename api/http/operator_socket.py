"""The operator's way in: whoever may read the store's own files can have a person erased while the service runs.

An SQLite file has one writing process. While that is the service, a file beside the store holds where it listens and a
token made at its start, readable for the same user only; the command `erase` finds it there and asks the service.
"""

from __future__ import annotations

import json
import os
import secrets
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from api.http.settings import Settings

ERASURES = "/operator/erasures"
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # whoever listens everywhere is heard here
PATIENCE = 30  # seconds


class OperatorEndpoint(Struct, frozen=True, kw_only=True):
    """Where the running service is asked, and by which token."""

    address: str
    token: str


def door_of(database: str) -> Path | None:
    """The file a store's door is told in; a PostgreSQL needs none, every process may write to it."""
    scheme, _, rest = database.partition("://")
    return Path(f"{rest.removeprefix('/')}.operator") if scheme == "sqlite" else None


def open_door(settings: Settings) -> str:
    """Tell it, as long as the service runs; the token by which it is asked."""
    if (file := door_of(settings.database)) is None:
        return ""
    host = ANYWHERE.get(settings.host, settings.host)
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
    door = OperatorEndpoint(address=address, token=secrets.token_urlsafe(32))
    file.unlink(missing_ok=True)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as told:
        told.write(msgspec.json.encode(door))
    return door.token


def close_door(settings: Settings) -> None:
    """It is told no more."""
    if (file := door_of(settings.database)) is not None:
        file.unlink(missing_ok=True)


def erased_by_service(database: str, name: str) -> int | None:
    """How many of that name the running service has erased; nothing where none answers."""
    file = door_of(database)
    try:
        door = msgspec.json.decode(file.read_bytes(), type=OperatorEndpoint) if file is not None else None
    except (OSError, msgspec.MsgspecError):
        door = None
    if door is None:
        return None
    headers = {"Authorization": f"Bearer {door.token}", "Content-Type": "application/json"}
    asked = urllib.request.Request(door.address + ERASURES, json.dumps({"name": name}).encode(), headers)
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never by way of anybody else
    try:
        with direct.open(asked, timeout=PATIENCE) as answer:
            return int(json.load(answer)["erased"])
    except (urllib.error.URLError, OSError, ValueError, LookupError):
        return None
