"""Signs each commit: a checkpoint of every session it wrote, and one of the register that lists them."""

from __future__ import annotations

import secrets
from base64 import b64encode
from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.errors import BadSignature, RecordFull
from domain.store.mapper import SealedEvent
from domain.store.side_tables import SideTables
from domain.store.signing.batch import CommitHeads, checkpoint_in
from domain.store.signing.keys import KeyFolder
from domain.store.signing.merkle import MerkleTree
from domain.store.signing.notes import Checkpoint
from domain.store.signing.register import (
    Growth,
    NewEntry,
    Register,
    answers_hash,
    cosigned_entry,
    cosigner,
    head_text,
    log_origin,
    name_entry,
)
from domain.store.signing.register_tables import NAME_SALTS, RegisterEntry, Row
from domain.store.signing.verification import is_cosigned

MOST_COSIGNATURES = 100  # of one signer in one session: the register keeps them for ever


Entry = NewEntry | RegisterEntry


class WrittenSession(Struct):
    """What a commit writes of a session or club: all its links, the first new version, and the commands' receipts."""

    links: Sequence[str]
    first: int
    answers: list[bytes]
    log: str  # the name of its log


class WrittenBatch(Struct):
    """What one transaction writes: by session, the names that are new, all people in its events, and its time."""

    sessions: dict[UUID, WrittenSession] = {}
    names: dict[str, tuple[bytes, str]] = {}  # salt and name of each new person, by the id
    people: set[str] = set()
    at: str = ""

    def add(self, first: SealedEvent, last: SealedEvent, links: Sequence[str], answer: bytes) -> None:
        """Add a command by its first and last event, with all links of its session and its receipt."""
        written = self.sessions.get(last.originator_id)
        if written is None:
            written = WrittenSession(links, first.originator_version, [], last.envelope.log)
            self.sessions[last.originator_id] = written
        written.answers.append(answer)
        self.at = max(self.at, last.envelope.at)


UNSIGNED = CommitHeads(())


class Proof:
    """The signed checkpoint of the commit that wrote an event, and the path that proves the event to be in it.

    Both are computed when they are read, which the writing thread does not do. They are the same for ever.
    """

    __slots__ = ("_head", "_heads", "_index", "_tree")

    def __init__(
        self, tree: MerkleTree | None = None, index: int = 0, head: Entry | None = None, heads: CommitHeads = UNSIGNED
    ):
        self._tree, self._index, self._head, self._heads = tree, index, head, heads

    @property
    def checkpoint(self) -> str:
        """The checkpoint as a signed note; empty if the signing was stopped at that commit."""
        return self._heads.note(self._head) if self._head is not None else ""

    @property
    def inclusion(self) -> list[str]:
        """The path from the event to the root of the checkpoint, in base64."""
        if self._tree is None or self._head is None or not self._heads.is_signed:
            return []
        path = self._tree.inclusion(self._index, self._head.size)  # a tree only grows, so any thread may read it
        return [b64encode(node).decode() for node in path]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Proof):
            return NotImplemented
        return (self.checkpoint, self.inclusion) == (other.checkpoint, other.inclusion)

    def __hash__(self) -> int:
        return hash(self.checkpoint)

    def __repr__(self) -> str:
        return f"Proof({self.checkpoint!r}, {self.inclusion!r})"


class CommitSigner:
    """Keeps the trees of the sessions in memory, so that a commit costs a few hashes and its signatures."""

    def __init__(self, store: SideTables, folder: KeyFolder):
        self.store = store
        self.register = Register(store, folder)
        self.trees: dict[UUID, MerkleTree] = {}
        self.written: dict[UUID, NewEntry] = {}  # of the last commit
        self.heads = UNSIGNED  # all of the last commit

    def prepare(self, batch: WrittenBatch) -> tuple[Growth, dict[str, list[Row]]]:
        """The growth of the register by a commit, and all rows to store for it."""
        heads = [self._head(session, written) for session, written in batch.sessions.items()]
        signature = self.register.sign([checkpoint_in(head.text) for head in heads])
        heads[:1] = [replace(head, signature=signature) for head in heads[:1]]
        self.written, self.heads = dict(zip(batch.sessions, heads, strict=True)), CommitHeads(heads)
        names = {**self._unbound(batch.people - set(batch.names)), **batch.names}
        entries = [name_entry(person, salt, name) for person, (salt, name) in names.items()]
        growth = self.register.grown([*entries, *self.written.values()], batch.at)
        return growth, {**growth.rows, NAME_SALTS: [(person, salt) for person, (salt, _) in names.items()]}

    def _unbound(self, people: set[str]) -> dict[str, tuple[bytes, str]]:
        """The names of those people that the register has no entry of, each with a new salt."""
        names = self.store.names(people - set(self.store.name_salts(people))) if people else {}
        return {person: (secrets.token_bytes(32), name) for person, name in names.items()}

    def proof(self, session: UUID, links: Sequence[str], version: int) -> Proof:
        """The proof of an event, by the first commit that covers it."""
        tree = self._tree(session, links)
        if (head := self.written.get(session)) is not None and _first_version(head) <= version <= head.size:
            return Proof(tree, version - 1, head, self.heads)
        if (stored := self.store.head_after(session.hex, version)) is None:
            return Proof()
        return Proof(tree, version - 1, stored, CommitHeads(self.store.heads_with(stored.number)))

    def cosign(self, session: UUID, signer: str, size: int, key: str, signature: str, at: str) -> None:
        """Add a device's signature of the checkpoint of a session at a size; raises BadSignature or RecordFull."""
        head = self.store.head_after(session.hex, size)
        if head is None or head.size != size:
            raise BadSignature()
        entry = cosigned_entry(session, checkpoint_in(head.text), signer, key, signature)
        if not is_cosigned(entry.text):
            raise BadSignature()
        made = [stored.text for stored in self.store.other_entries(session.hex) if cosigner(stored.text) == signer]
        if entry.text in made:
            return
        if len(made) >= MOST_COSIGNATURES:
            raise RecordFull(most=MOST_COSIGNATURES)
        self.register.append([entry], at)

    def forget(self, session: UUID | None) -> None:
        """Drop the tree of a session, which may be ahead of the store."""
        if session is not None:
            self.trees.pop(session, None)
            self.written.pop(session, None)

    def _head(self, session: UUID, written: WrittenSession) -> NewEntry:
        tree = self._tree(session, written.links)
        origin = log_origin(written.log, self.register.state.epoch)
        text = Checkpoint(origin, tree.size, tree.root()).text
        entry = head_text(text, written.first, answers_hash(written.answers))
        return NewEntry(session.hex, entry, tree.size)

    def _tree(self, session: UUID, links: Sequence[str]) -> MerkleTree:
        """The tree over all links of a session."""
        tree = self.trees.get(session)
        if tree is None:
            tree = self.trees[session] = MerkleTree()
        if tree.size != len(links):
            tree.extend(map(bytes.fromhex, links[tree.size :]))
        return tree


def _first_version(head: Entry) -> int:
    """The first version whose receipts a head covers."""
    return int(head.text.split("\n")[4].split(" ")[0])
