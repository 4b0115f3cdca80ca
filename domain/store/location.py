"""The address of the store: from the environment, or a file in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE = "GRIFFIER_DATABASE"


def database_url() -> str:
    """The address from GRIFFIER_DATABASE, or an SQLite file in the user's data folder."""
    if url := os.environ.get(DATABASE):
        return url
    home = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(home) / 'griffier' / 'griffier.sqlite'}"
