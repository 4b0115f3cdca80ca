"""Settings: what the service is told, by a TOML file and by the environment, which counts more."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from domain.store.location import database_url

PREFIX = "GRIFFIER_"
FILE = "GRIFFIER_CONFIG"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set. Times are seconds, sizes bytes; 0 as a rate means no limit."""

    database: str = ""  # sqlite:///file or postgresql://...; without one, a file of this user
    host: str = "0.0.0.0"
    port: int = 8000
    address: str = ""  # how people reach the service, where that is not what it listens on
    proxies: str = ""  # addresses whose X-Forwarded-For is believed
    projections: bool = True  # whether this process keeps the read models up
    reads: int = 3000  # requests a minute for each caller
    writes: int = 600
    guesses: int = 20  # wrong join codes a minute for each caller
    viewers: int = 2000  # live streams at once
    body: int = 65_536
    patience: int = 10  # how long a body may take to come
    log: str = "info"


class BadSettings(Exception):
    """What was set cannot be used; the message says which setting and where it came from."""


def settings(environment: Mapping[str, str] | None = None) -> Settings:
    """What holds now."""
    return read_settings(os.environ if environment is None else environment)[0]


def read_settings(environment: Mapping[str, str]) -> tuple[Settings, dict[str, str]]:
    """What holds, and where each value came from."""
    values: dict[str, object] = {}
    origins = dict.fromkeys(structs.asdict(Settings()), "default")
    if path := environment.get(FILE):
        values = _file(Path(path))
        origins.update(dict.fromkeys(values, path))
    for name in origins:
        if (given := environment.get(f"{PREFIX}{name.upper()}")) is not None:
            values[name], origins[name] = given, f"{PREFIX}{name.upper()}"
    try:
        found = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettings(str(error)) from error
    return structs.replace(found, database=found.database or database_url()), origins


def _file(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadSettings(f"{path}: {error}") from error
