"""Lets the command line reach the running service on the same machine, to erase a person from its store.

An SQLite file has one writing process. While that is the service, a file next to the store holds the service's address
and a token made at its start, readable for the same user only. The command `erase` reads it and asks the service.
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
LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # the address of a service that listens everywhere
TIMEOUT = 30  # seconds


class OperatorEndpoint(Struct, frozen=True, kw_only=True):
    """The address of the running service, and the token it accepts from the operator."""

    address: str
    token: str


def endpoint_file(database: str) -> Path | None:
    """The file that holds a store's endpoint; None for PostgreSQL, which every process may write to."""
    scheme, _, rest = database.partition("://")
    return Path(f"{rest.removeprefix('/')}.operator") if scheme == "sqlite" else None


def publish_endpoint(settings: Settings) -> str:
    """Writes the endpoint's file and returns its token."""
    if (path := endpoint_file(settings.database)) is None:
        return ""
    host = LOOPBACK.get(settings.host, settings.host)
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
    endpoint = OperatorEndpoint(address=address, token=secrets.token_urlsafe(32))
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(endpoint))
    return endpoint.token


def withdraw_endpoint(settings: Settings) -> None:
    """Removes the endpoint's file."""
    if (path := endpoint_file(settings.database)) is not None:
        path.unlink(missing_ok=True)


def erase_by_service(database: str, name: str) -> int | None:
    """How many people of that name the running service erased; None where no service answers."""
    path = endpoint_file(database)
    try:
        endpoint = msgspec.json.decode(path.read_bytes(), type=OperatorEndpoint) if path is not None else None
    except (OSError, msgspec.MsgspecError):
        endpoint = None
    if endpoint is None:
        return None
    headers = {"Authorization": f"Bearer {endpoint.token}", "Content-Type": "application/json"}
    request = urllib.request.Request(endpoint.address + ERASURES, json.dumps({"name": name}).encode(), headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy
    try:
        with opener.open(request, timeout=TIMEOUT) as response:
            return int(json.load(response)["erased"])
    except (urllib.error.URLError, OSError, ValueError, LookupError):
        return None
