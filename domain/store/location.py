"""The addresses of the store and of its signing key: from the environment, or in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE = "GRIFFIER_DATABASE"
KEYS = "GRIFFIER_KEYS"


def database_url() -> str:
    """The address from GRIFFIER_DATABASE, or an SQLite file in the user's data folder."""
    if url := os.environ.get(DATABASE):
        return url
    return f"sqlite:///{_data_folder() / 'griffier.sqlite'}"


def keys_folder() -> Path:
    """The folder of the signing key from GRIFFIER_KEYS, or one in the user's data folder."""
    return Path(os.environ.get(KEYS) or _data_folder() / "keys")


def _data_folder() -> Path:
    home = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "griffier"
