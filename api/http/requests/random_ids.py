"""Makes random ids of requests and commands in batches: each call of the generator lets other threads run first."""

from __future__ import annotations

import os
import secrets
from collections import deque

LENGTH = 32  # hex digits
BATCH = 256

_ready: deque[str] = deque()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_ready.clear)  # a forked process must not repeat the ids of its parent


def random_id(length: int = LENGTH) -> str:
    """A new random id of this number of hex digits; safe for every thread."""
    while True:
        try:
            return _ready.popleft()[:length]
        except IndexError:
            fresh = secrets.token_hex(BATCH * LENGTH // 2)
            _ready.extend(fresh[at : at + LENGTH] for at in range(0, len(fresh), LENGTH))
