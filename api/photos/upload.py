"""Photographs that were sent: taken in as they come, and developed where they can do no harm."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import anyio
import anyio.to_thread
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request

from api.http.problems import HttpProblem
from api.photos import image_worker as darkroom
from domain.errors import TooBusy

LARGEST, PATIENCE = 12 << 20, 60  # bytes of a photograph, and seconds it may take to come
AT_ONCE, WAITING, LAST = 2, 16, 20  # processes, photographs that wait for one, and seconds by the clock for each
KINDS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP"}
WHY = {darkroom.PIXELLED: "too-many-pixels", darkroom.MORE: "more-than-a-picture"}


class Upload(Struct, frozen=True):
    """What was sent, on disk and not in memory: its kind as it begins, and its hash."""

    file: IO[bytes]
    kind: str
    hash: str


def kind_told(request: Request) -> str:
    """What the sender says it is; Refused where that is nothing we take."""
    told = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if told not in KINDS or request.headers.get("content-encoding", "identity") != "identity":
        raise HttpProblem("wrong-kind", 415, kind=", ".join(KINDS))
    return KINDS[told]


@asynccontextmanager
async def taken_in(request: Request) -> AsyncIterator[Upload]:
    """A photograph as it comes: no more of it than may come, and it must begin as what it is said to be."""
    kind = kind_told(request)
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and (len(length) > 15 or int(length) > LARGEST):
        raise HttpProblem("too-large", 413, most=LARGEST)
    with TemporaryFile() as file:
        try:
            async with asyncio.timeout(PATIENCE):
                hash = await _written(request, file)
        except (TimeoutError, ClientDisconnect) as error:
            raise HttpProblem("too-slow", 408) from error
        file.seek(0)  # and all of it is on disk
        if begins_as(file.read(16)) != kind:
            raise HttpProblem("not-a-picture", 422)
        yield Upload(file, kind, hash)


async def _written(request: Request, file: IO[bytes]) -> str:
    hash, size = sha256(), 0
    async for part in request.stream():
        size += len(part)
        if size > LARGEST:
            raise HttpProblem("too-large", 413, most=LARGEST)
        hash.update(part)
        file.write(part)
    return hash.hexdigest()


def begins_as(start: bytes) -> str:
    """The kind of picture that begins so; nothing where none does."""
    if start.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    return "WEBP" if start[:4] == b"RIFF" and start[8:12] == b"WEBP" else ""


class ImageWorkers:
    """Where photographs are developed, two at a time; the others wait, but not all who come."""

    def __init__(self) -> None:
        self.limiter: anyio.CapacityLimiter | None = None

    async def develop(self, sent: Upload) -> bytes:
        """The picture anew; Refused where there is none in it."""
        if self.limiter is None:
            self.limiter = anyio.CapacityLimiter(AT_ONCE)
        if self.limiter.statistics().tasks_waiting >= WAITING:
            raise TooBusy(waiting=WAITING)
        return await anyio.to_thread.run_sync(develop, sent, limiter=self.limiter)


def develop(sent: Upload) -> bytes:
    """The same, here and now. The process is told nothing of ours, and cannot reach what we have open."""
    os.lseek(sent.file.fileno(), 0, os.SEEK_SET)  # where the process begins to read, whatever was read here
    command = [sys.executable, "-I", str(Path(darkroom.__file__)), sent.kind]
    bare = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # without it Windows starts none
    try:
        done = subprocess.run(command, stdin=sent.file, capture_output=True, timeout=LAST, env=bare)
    except subprocess.TimeoutExpired as error:
        raise HttpProblem("broken-picture", 422) from error
    if done.returncode:
        raise HttpProblem(WHY.get(done.returncode, "broken-picture"), 422, most=darkroom.PIXELS // 1_000_000)
    return done.stdout
