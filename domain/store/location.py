"""Where the store is: asked for in the environment, or a file of this user."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE = "GRIFFIER_DATABASE"


def database_url() -> str:
    """The database asked for in the environment, or the embedded one of this user."""
    if asked := os.environ.get(DATABASE):
        return asked
    home = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(home) / 'griffier' / 'griffier.sqlite'}"
