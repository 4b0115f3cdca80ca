"""Starts the `griffier` command from the installation's own folder, whatever lies on PYTHONPATH.

An installation holds this file as the top-level module `griffier`. Our packages have common names: a folder called
`api` on PYTHONPATH, or where the user stands, would otherwise be imported instead of ours.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOMS = ("domain", "replays", "projections", "api")
EDITABLE = "_griffier.pth"  # written by an editable install: names the folder of the sources


def main() -> None:
    """Runs the command line."""
    home = installation(Path(__file__).resolve().parent)
    if home is None:
        sys.exit(f"Griffier is not installed completely: no folder holds {', '.join(ROOMS)}. Install it again.")
    sys.path[:] = search_path(sys.path, home)
    from api.cli import main as run

    run()


def installation(here: Path) -> Path | None:
    """The folder that holds all rooms: this module's own, or the one that an editable install names."""
    link = here / EDITABLE
    linked = link.read_text(encoding="utf-8").splitlines() if link.is_file() else []
    folders = [here, *map(Path, linked)]
    return next((folder for folder in folders if all((folder / room).is_dir() for room in ROOMS)), None)


def search_path(path: list[str], home: Path) -> list[str]:
    """The module search path with our folder first, foreign folders last, and the current folder nowhere.

    Foreign folders stand before the standard library: those of PYTHONPATH, and that of the script.
    """
    library = os.path.dirname(os.__file__)
    at = path.index(library) if library in path else 0
    here = Path.cwd()
    foreign = [folder for folder in path[:at] if folder and Path(folder).resolve() != here]
    return [str(home), *(folder for folder in path[at:] if folder != str(home)), *foreign]


if __name__ == "__main__":
    main()
