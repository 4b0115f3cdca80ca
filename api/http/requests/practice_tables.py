"""Practice tables: everybody can record there without an account, and they are gone the next day.

Each newcomer gets an empty table as long as there are any left that day; then the last one is shared. Its key is no
secret. A practice table takes no texts and no pictures, and no read model counts it.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from threading import Lock
from uuid import UUID

from api.http.requests.role_links import token_hash
from domain.sessions.application import Sessions
from domain.sessions.roles import PRACTICE, SCRIBE
from domain.setup import Setup

PER_DAY = 200  # tables; each has at most a few hundred lines
SETUP = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")


class PracticeTables:
    """Finds or opens the practice table for a newcomer. Every process comes to the same tables, by their keys."""

    def __init__(self, sessions: Sessions):
        self.sessions, self.lock = sessions, Lock()
        self.day, self.number, self.session = "", 0, ""

    def free_table(self) -> tuple[str, str]:
        """The session of an empty practice table of today, and the token that may write there."""
        with self.lock:
            today = self.sessions.now()[:10]
            if today != self.day:
                self.day, self.number, self.session = today, 0, self._open(today, 0)
            while self.sessions.view(UUID(self.session)).lines and self.number < PER_DAY - 1:
                self.number += 1
                self.session = self._open(today, self.number)
            return self.session, practice_token(self.session)

    def _open(self, day: str, number: int) -> str:
        """Opens a practice table; sent again by any process, the same commands lead to the same table."""
        key = f"practice {day} {number}"
        session = self.sessions.open(SETUP, actor=PRACTICE, key=key).session
        proof = token_hash(practice_token(session))
        self.sessions.grant(UUID(session), SCRIBE, actor=PRACTICE, key=f"{key} scribe", proof=proof)
        return session


def practice_token(session: str) -> str:
    """The token of a practice table, which everybody may know."""
    return urlsafe_b64encode(sha256(f"practice table {session}".encode()).digest()).rstrip(b"=").decode()
