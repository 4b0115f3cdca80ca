"""The settings of the service, from a TOML file and from the environment, which overrides the file."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from api.http.limits.addresses import TrustedProxies
from domain.store.location import database_url, keys_folder

PREFIX = "GRIFFIER_"
FILE = "GRIFFIER_CONFIG"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. Times are in seconds, sizes in bytes; a rate of 0 means no limit."""

    database: str = ""  # sqlite:///file or postgresql://...; empty: a file in the user's data folder
    keys: str = ""  # the folder of the signing key, outside the database; empty: one in the user's data folder
    host: str = "0.0.0.0"
    port: int = 8000
    address: str = ""  # how people reach the service, where that is not host and port
    proxies: str = ""  # addresses or networks of proxies whose X-Forwarded-For is trusted
    projections: bool = True  # whether this process updates the read models
    reads: int = 3000  # requests a minute for each caller
    writes: int = 600
    guesses: int = 20  # wrong join codes a minute for each caller
    viewers: int = 2000  # live streams at once; never more than three quarters of the connections
    connections: int = 4000  # at once; never more than the process may open files
    per_address: int = 300  # connections and requests at once from one address; three quarters may be live streams
    body: int = 65_536
    patience: int = (
        10  # seconds the head of a request may take to arrive, then its body, and 10 kB of an answer to be read
    )
    log: str = "info"


class BadSettings(Exception):
    """A setting that cannot be used; the message names it and its source."""


def settings(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings in force."""
    return read_settings(os.environ if environment is None else environment)[0]


def read_settings(environment: Mapping[str, str]) -> tuple[Settings, dict[str, str]]:
    """The settings, and the source of each value."""
    values: dict[str, object] = {}
    origins = dict.fromkeys(structs.asdict(Settings()), "default")
    if path := environment.get(FILE):
        values = _file(Path(path))
        origins.update(dict.fromkeys(values, path))
    for name in origins:
        if (value := environment.get(f"{PREFIX}{name.upper()}")) is not None:
            values[name], origins[name] = value, f"{PREFIX}{name.upper()}"
    try:
        settings = msgspec.convert(values, Settings, strict=False)
        TrustedProxies(settings.proxies)
    except msgspec.ValidationError as error:
        raise BadSettings(str(error)) from error
    except ValueError as error:
        raise BadSettings(f"proxies: {error}") from error
    keys = settings.keys or str(keys_folder())
    return structs.replace(settings, database=settings.database or database_url(), keys=keys), origins


def _file(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadSettings(f"{path}: {error}") from error
