"""A lock file that allows one writing process for each SQLite file."""

from __future__ import annotations

import sys
from typing import BinaryIO

from domain.errors import StoreInUse


class StoreLock:
    """A lock on a file next to the database; two writing processes could corrupt an SQLite file."""

    def __init__(self, path: str):
        self.file = open(f"{path}.lock", "a+b")  # noqa: SIM115
        try:
            _lock(self.file)
        except OSError as error:
            self.file.close()
            raise StoreInUse(url=path) from error

    def release(self) -> None:
        """Release the lock by closing the file."""
        self.file.close()


def _lock(file: BinaryIO) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
