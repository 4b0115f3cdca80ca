"""Random words that cannot be guessed, made in batches, because each call of the system's generator costs time."""

from __future__ import annotations

import os
import secrets
from collections import deque

LENGTH = 32  # hex digits
MANY = 256

_drawn: deque[str] = deque()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_drawn.clear)  # a forked process must not repeat the words of its parent


def drawn(length: int = LENGTH) -> str:
    """A new random word of this number of hex digits; safe for every thread."""
    while True:
        try:
            return _drawn.popleft()[:length]
        except IndexError:
            fresh = secrets.token_hex(MANY * LENGTH // 2)
            _drawn.extend(fresh[at : at + LENGTH] for at in range(0, len(fresh), LENGTH))
