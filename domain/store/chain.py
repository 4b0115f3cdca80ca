"""The hash chain of a session: each event contains the hash of the one before, so a changed event is found."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from itertools import zip_longest
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.errors import UnknownSession, Unsound
from domain.store.erasable_texts import verify_text
from domain.store.mapper import FIRST_LINK, SealedEvent, canonical, unseal
from domain.store.people import person_ids
from domain.store.side_tables import SideTables
from domain.store.signing.verification import BoundSession, verify_bound


class ChainVerifier(Struct, frozen=True):
    """The position of a check along the chain of one session, and the link that the next event must contain."""

    session: UUID
    seq: int = 0
    link: str = FIRST_LINK
    at: str = ""

    def step(self, raw: bytes, after: bytes = b"", known: str = "") -> ChainVerifier:
        """Check one event; raises Unsound with the number of an event that was changed."""
        return self.check(raw, after, known)[0]

    def check(self, raw: bytes, after: bytes = b"", known: str = "") -> tuple[ChainVerifier, SealedEvent]:
        """Check one event and return it too.

        If it does not fit the event before, the next event (`after`) or the link that a commit stored for it
        (`known`) shows which of the two was changed.
        """
        seq = self.seq + 1
        sealed, exact = _unsealed(raw, seq)
        envelope = sealed.envelope
        if sealed.originator_id != self.session or envelope.seq != seq:
            raise Unsound(why="misplaced", seq=seq)
        if not exact:
            raise Unsound(why="unreadable", seq=seq)
        if envelope.prev != self.link:
            raise self._broken_link(sealed.link, prev_in(after) or known)
        if envelope.at < self.at:
            raise Unsound(why="altered", seq=seq)
        return ChainVerifier(self.session, seq, sealed.link, envelope.at), sealed

    def _broken_link(self, link: str, expected: str) -> Unsound:
        if self.seq and expected == link:  # the later event is confirmed, so the earlier one was changed
            return Unsound(why="altered", seq=self.seq)
        if self.seq and not expected:
            return Unsound(why="link", seq=self.seq + 1)
        return Unsound(why="altered", seq=self.seq + 1)


def _unsealed(raw: bytes, seq: int) -> tuple[SealedEvent, bool]:
    """The event at a position, and whether its bytes are its canonical form."""
    try:
        sealed = unseal(raw)
        return sealed, canonical(msgspec.to_builtins(sealed.envelope)) == raw
    except Unsound as error:
        raise Unsound(why=error.facts["why"], seq=seq) from error
    except (ValueError, RecursionError) as error:
        raise Unsound(why="unreadable", seq=seq) from error


class _WithPrev(Struct):
    prev: str


_decode_prev = msgspec.json.Decoder(_WithPrev).decode


def prev_in(raw: bytes) -> str:
    """The link that a stored line contains; empty if it cannot be read."""
    try:
        return _decode_prev(raw).prev
    except (ValueError, TypeError, RecursionError, msgspec.MsgspecError):
        return ""


# A stored session -----------------------------------------------------------------------------------


def verify_session(
    store: SideTables, session: UUID, head: str = "", heads: Mapping[int, str] | None = None
) -> ChainVerifier:
    """Verify the chain of a stored session against the heads that each commit stored; raises Unsound.

    `head` is a link that the chain must contain. `heads` are the stored heads, if the caller has read them for many
    sessions at once. The session may grow meanwhile: heads read before must be in the chain, and its end must be a
    head that is read after.
    """
    if heads is None:
        heads = {stored.seq: stored.link for stored in store.heads(session)}
    texts = store.salted(session)
    verifier, bound = _verify_events(store, session, heads)
    if max(heads, default=0) > verifier.seq:
        raise Unsound(why="missing", seq=verifier.seq + 1)
    if not verifier.seq:
        raise UnknownSession(session=str(session))
    if verifier.seq not in heads and all(stored.seq != verifier.seq for stored in store.heads(session)):
        raise Unsound(why="unheard-of", seq=verifier.seq)
    for hash, salt, text in texts:
        verify_text(bound.texts, hash, salt, text)
    _verify_pictures(store, session, bound.pictures)
    verify_bound(store, bound)
    if head and head not in bound.links:
        raise Unsound(why="other-head", seq=verifier.seq)
    return verifier


def _verify_events(store: SideTables, session: UUID, heads: Mapping[int, str]) -> tuple[ChainVerifier, BoundSession]:
    """Verify the stored rows; returns the end of the chain, and what the events state."""
    verifier = ChainVerifier(session)
    links: list[str] = []
    texts: dict[str, int] = {}
    pictures: dict[str, int] = {}
    people: set[str] = set()
    opened, log = "", ""
    rows = store.select_events(session)
    for row, after in zip_longest(rows, rows[1:]):
        seq = verifier.seq + 1
        verifier, sealed = verifier.check(row.state, after.state if after else b"", heads.get(seq, ""))
        if (row.originator_id, row.originator_version, row.topic) != (session, seq, sealed.envelope.type):
            raise Unsound(why="misplaced", seq=seq)
        if heads.get(seq, verifier.link) != verifier.link:
            raise Unsound(why="altered", seq=seq)
        links.append(verifier.link)
        log = sealed.envelope.log
        opened = opened or verifier.at
        people |= person_ids(sealed.event)
        if remark := getattr(sealed.event, "remark", ""):
            texts[remark] = seq
        if picture := getattr(sealed.event, "picture", ""):
            pictures[picture] = seq
    return verifier, BoundSession(session, links, opened, texts, pictures, people, log)


def _verify_pictures(store: SideTables, session: UUID, shown: Mapping[str, int]) -> None:
    """Each stored picture must be one whose hash an event contains."""
    for hash in store.pictures(session):
        if hash not in shown:
            raise Unsound(why="stray", seq=0)
        if sha256(store.picture(session, hash) or b"").hexdigest() != hash:
            raise Unsound(why="text", seq=shown[hash])
