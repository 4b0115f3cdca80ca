"""Renders pictures of boards in processes of their own, and keeps the last ones."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import OrderedDict
from hashlib import blake2b
from pathlib import Path

import msgspec

from api.http.problems import HttpProblem
from replays.export import svg_renderer
from replays.export.pictures import PictureOrder

TIMEOUT = 40  # seconds for one picture
CACHED = 32 << 20  # bytes of pictures that are kept


def etag_of(order: PictureOrder) -> str:
    """A mark of everything a picture shows; the same order always gives the same picture."""
    return f'"{blake2b(msgspec.json.encode(order), digest_size=16).hexdigest()}"'


class RenderedPictures:
    """Pictures by their marks, the most recently used last."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, bytes] = OrderedDict()
        self.lock = threading.Lock()

    def picture(self, order: PictureOrder) -> bytes:
        """The picture of an order, rendered unless it is kept from before."""
        mark = etag_of(order)
        with self.lock:
            if (picture := self.kept.get(mark)) is not None:
                self.kept.move_to_end(mark)
                return picture
        picture = render_in_process(order)
        with self.lock:
            self.kept[mark] = picture
            while sum(map(len, self.kept.values())) > CACHED:
                self.kept.popitem(last=False)
        return picture


def render_in_process(order: PictureOrder) -> bytes:
    """Runs one renderer and waits for it; HttpProblem where it fails or takes too long."""
    command = [sys.executable, "-I", str(Path(svg_renderer.__file__))]
    try:
        done = subprocess.run(command, input=msgspec.json.encode(order), capture_output=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired as error:
        raise HttpProblem("drawing", 503) from error
    if done.returncode:
        raise HttpProblem("drawing", 503)
    return done.stdout
