"""The links between stored events: each holds the hash of the one before, and a walk along them finds what is wrong."""

from __future__ import annotations

from uuid import UUID

import msgspec
from msgspec import Struct

from domain.errors import Unsound
from domain.store.mapper import FIRST_LINK, SealedEvent, canonical, unseal


class ChainVerifier(Struct, frozen=True):
    """A walk along the links of one session: where it stands, and what the next event must hold."""

    session: UUID
    seq: int = 0
    link: str = FIRST_LINK
    at: str = ""

    def step(self, raw: bytes, after: bytes = b"", told: str = "") -> ChainVerifier:
        """One event on; Unsound names the event that is not as it was written."""
        return self.take(raw, after, told)[0]

    def take(self, raw: bytes, after: bytes = b"", told: str = "") -> tuple[ChainVerifier, SealedEvent]:
        """One event on, with the event.

        Where it and the one before disagree, what follows it (`after`), or what was told of it, says which is wrong.
        """
        seq = self.seq + 1
        sealed, exact = _unsealed(raw, seq)
        envelope = sealed.envelope
        if sealed.originator_id != self.session or envelope.seq != seq:
            raise Unsound(why="misplaced", seq=seq)
        if not exact:
            raise Unsound(why="unreadable", seq=seq)
        if envelope.prev != self.link:
            raise self._parted(sealed.link, prev_in(after) or told)
        if envelope.at < self.at:
            raise Unsound(why="altered", seq=seq)
        return ChainVerifier(self.session, seq, sealed.link, envelope.at), sealed

    def _parted(self, link: str, held: str) -> Unsound:
        if self.seq and held == link:  # others know the later one as it is
            return Unsound(why="altered", seq=self.seq)
        if self.seq and not held:
            return Unsound(why="link", seq=self.seq + 1)
        return Unsound(why="altered", seq=self.seq + 1)


def _unsealed(raw: bytes, seq: int) -> tuple[SealedEvent, bool]:
    """The event at a place, and whether its bytes are the one way to write it."""
    try:
        sealed = unseal(raw)
        return sealed, canonical(msgspec.to_builtins(sealed.envelope)) == raw
    except Unsound as error:
        raise Unsound(why=error.facts["why"], seq=seq) from error
    except (ValueError, RecursionError) as error:
        raise Unsound(why="unreadable", seq=seq) from error


class _Linked(Struct):
    prev: str


_decode_linked = msgspec.json.Decoder(_Linked).decode


def prev_in(raw: bytes) -> str:
    """The hash a line says it follows; nothing where it cannot be read."""
    try:
        return _decode_linked(raw).prev
    except (ValueError, TypeError, RecursionError, msgspec.MsgspecError):
        return ""
