"""One writing process for each file, on every system."""

from __future__ import annotations

import os
from typing import BinaryIO

from domain.errors import StoreInUse


class StoreLock:
    """A file beside the database that one process holds; two of them writing at once can corrupt SQLite."""

    def __init__(self, path: str):
        self.file = open(f"{path}.lock", "a+b")  # noqa: SIM115
        try:
            _lock(self.file)
        except OSError as error:
            self.file.close()
            raise StoreInUse(url=path) from error

    def release(self) -> None:
        """Closing the file gives it back."""
        self.file.close()


def _lock(file: BinaryIO) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
