"""Unguessable words, drawn many at once: to ask the system for each lets another thread go first each time."""

from __future__ import annotations

import os
import secrets
from collections import deque

LENGTH = 32  # hex digits
MANY = 256

_drawn: deque[str] = deque()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_drawn.clear)  # two processes must not draw the same


def drawn(length: int = LENGTH) -> str:
    """A fresh word of up to so many hex digits; for every thread."""
    while True:
        try:
            return _drawn.popleft()[:length]
        except IndexError:
            fresh = secrets.token_hex(MANY * LENGTH // 2)
            _drawn.extend(fresh[at : at + LENGTH] for at in range(0, len(fresh), LENGTH))
