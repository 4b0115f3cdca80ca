"""A disk whose power can be cut: an ext4 file system in a file; a copy of that file is what a cut leaves."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests.domain.store.clients import until

LAZY = "commit=300"  # seconds: the file system itself writes nothing that it was not asked to


def run(*words: str | Path) -> None:
    """Runs a command; an error shows what it said."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)


class Disk:
    """A mounted file system, on which nothing is safe that was not synced."""

    def __init__(self, megabytes: int):
        if os.geteuid() or not Path("/dev/loop-control").exists() or not shutil.which("mkfs.ext4"):
            pytest.skip("not run: power cuts need root, loop devices and mkfs.ext4")
        self.home = Path(tempfile.mkdtemp(prefix="griffier-disk-"))
        self.home.chmod(0o755)  # PostgreSQL runs as another user
        self.image = self.home / "image"
        with self.image.open("wb") as file:
            file.truncate(megabytes << 20)
        run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", self.image)
        self.folder = self.home / "disk"
        self.mount(self.image, self.folder)

    @staticmethod
    def mount(image: Path, folder: Path) -> None:
        """Mounts an image; the loop device goes with the mount."""
        folder.mkdir(exist_ok=True)
        run("mount", "-o", f"loop,{LAZY}", image, folder)

    def close(self) -> None:
        """Unmounts it and deletes its image."""
        run("umount", self.folder)
        shutil.rmtree(self.home)

    @contextmanager
    def after_a_cut(self) -> Iterator[Path]:
        """The file system as it is found after the power was cut now."""
        copy, mounted = self.home / "copy", self.home / "found"
        run("cp", "--sparse=always", self.image, copy)
        self.mount(copy, mounted)
        try:
            yield mounted
        finally:
            run("umount", mounted)
            copy.unlink()


@contextmanager
def stopped(pids: list[int]) -> Iterator[None]:
    """Processes that stand still: none of their threads is in a system call any more."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        until(lambda: all(_stands_still(pid) for pid in pids), "the standstill of a process")
        yield
    finally:
        for pid in reversed(pids):
            os.kill(pid, signal.SIGCONT)


def _stands_still(pid: int) -> bool:
    states = [stat.read_text().rpartition(")")[2].split()[0] for stat in Path(f"/proc/{pid}/task").glob("*/stat")]
    return set(states) <= {"T", "Z"}


def family(pid: int) -> list[int]:
    """A process and its children."""
    return [pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))]
