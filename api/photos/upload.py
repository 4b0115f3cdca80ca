"""Reads an uploaded photograph to disk, and has it redrawn by an image worker."""

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
from api.photos import image_worker
from domain.errors import TooBusy

MAX_BYTES, UPLOAD_TIMEOUT = 12 << 20, 60  # of one photograph; seconds
WORKERS, MAX_WAITING, WORKER_TIMEOUT = 2, 16, 20  # processes, photographs that wait for one, seconds for each
KINDS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP"}
PROBLEMS = {image_worker.TOO_MANY_PIXELS: "too-many-pixels", image_worker.TRAILING_DATA: "more-than-a-picture"}


class Upload(Struct, frozen=True):
    """An uploaded file on disk, its format and its hash."""

    file: IO[bytes]
    kind: str
    hash: str


def declared_kind(http: Request) -> str:
    """The format that the Content-Type names; HttpProblem where it is none of ours."""
    media_type = http.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in KINDS or http.headers.get("content-encoding", "identity") != "identity":
        raise HttpProblem("wrong-kind", 415, kind=", ".join(KINDS))
    return KINDS[media_type]


@asynccontextmanager
async def uploaded(http: Request) -> AsyncIterator[Upload]:
    """The upload of a request; HttpProblem where it is too large, too slow or not of its declared format."""
    kind = declared_kind(http)
    length = http.headers.get("content-length", "0")
    if length.isdecimal() and (len(length) > 15 or int(length) > MAX_BYTES):
        raise HttpProblem("too-large", 413, most=MAX_BYTES)
    with TemporaryFile() as file:
        try:
            async with asyncio.timeout(UPLOAD_TIMEOUT):
                hash = await _save(http, file)
        except (TimeoutError, ClientDisconnect) as error:
            raise HttpProblem("too-slow", 408) from error
        file.seek(0)  # which also flushes it to disk for the worker
        if detected_kind(file.read(16)) != kind:
            raise HttpProblem("not-a-picture", 422)
        yield Upload(file, kind, hash)


async def _save(http: Request, file: IO[bytes]) -> str:
    hash, size = sha256(), 0
    async for part in http.stream():
        size += len(part)
        if size > MAX_BYTES:
            raise HttpProblem("too-large", 413, most=MAX_BYTES)
        hash.update(part)
        file.write(part)
    return hash.hexdigest()


def detected_kind(start: bytes) -> str:
    """The format of a picture by its first bytes; empty where it is none of ours."""
    if start.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    return "WEBP" if start[:4] == b"RIFF" and start[8:12] == b"WEBP" else ""


class ImageWorkers:
    """Runs a few image workers at once and limits how many photographs wait for one."""

    def __init__(self) -> None:
        self.limiter: anyio.CapacityLimiter | None = None

    async def redraw(self, upload: Upload) -> bytes:
        """The redrawn picture; TooBusy where too many wait, HttpProblem where the upload is no picture."""
        if self.limiter is None:
            self.limiter = anyio.CapacityLimiter(WORKERS)
        if self.limiter.statistics().tasks_waiting >= MAX_WAITING:
            raise TooBusy(waiting=MAX_WAITING)
        return await anyio.to_thread.run_sync(redraw, upload, limiter=self.limiter)


def redraw(upload: Upload) -> bytes:
    """Runs one image worker and waits for it. The process gets no environment and none of our open files."""
    os.lseek(upload.file.fileno(), 0, os.SEEK_SET)  # the process reads from here
    command = [sys.executable, "-I", str(Path(image_worker.__file__)), upload.kind]
    environment = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # Windows needs it
    try:
        done = subprocess.run(command, stdin=upload.file, capture_output=True, timeout=WORKER_TIMEOUT, env=environment)
    except subprocess.TimeoutExpired as error:
        raise HttpProblem("broken-picture", 422) from error
    if done.returncode:
        code = PROBLEMS.get(done.returncode, "broken-picture")
        raise HttpProblem(code, 422, most=image_worker.MAX_PIXELS // 1_000_000)
    return done.stdout
