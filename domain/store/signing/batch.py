"""One signature under the checkpoints of all sessions that a commit wrote, as each of them is proved to be in its tree.

A commit of one session signs its checkpoint itself. One of several signs the root of a tree over their checkpoints, and
the signature of each is that signature with its path to the root. EVIDENCE.md describes the form.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from functools import cached_property
from struct import Struct as Packed
from struct import error as UnpackError
from typing import Protocol

from domain.store.signing.merkle import MerkleTree, leaf_hash, path_root
from domain.store.signing.notes import BATCH, KEY_NAME, Checkpoint, has_signature, is_signed, key_id, note

ORIGIN = "griffier/batch"
HEAD_SIZE, NODE_SIZE = 68, 32  # bytes of the key's id and the signature, and of a hash
PLACE = Packed(">II")  # the number of checkpoints, and that of this one, counted from 0


class StoredHead(Protocol):
    """The entry of a session in the register."""

    @property
    def text(self) -> str:
        """The entry."""

    @property
    def signature(self) -> str:
        """Its signature; of several heads of a commit only the first has one."""


def batch_text(checkpoints: Sequence[str]) -> str:
    """The text that is signed for several checkpoints."""
    return Checkpoint(ORIGIN, len(checkpoints), _tree(checkpoints).root()).text


def _tree(checkpoints: Sequence[str]) -> MerkleTree:
    tree = MerkleTree()
    tree.extend(leaf_hash(text.encode()) for text in checkpoints)
    return tree


def checkpoint_in(head: str) -> str:
    """The three lines of the checkpoint in the entry of a session."""
    _, origin, size, root, *_ = head.split("\n")
    return f"{origin}\n{size}\n{root}\n"


class CommitHeads:
    """The heads that one commit wrote; the tree over their checkpoints is built once, when a note first needs it."""

    def __init__(self, heads: Iterable[StoredHead]):
        self.heads = tuple(heads)

    @property
    def is_signed(self) -> bool:
        """Whether the commit is signed."""
        return bool(self.heads and self.heads[0].signature)

    @cached_property
    def checkpoints(self) -> list[str]:
        """The checkpoint of each head."""
        return [checkpoint_in(head.text) for head in self.heads]

    @cached_property
    def tree(self) -> MerkleTree:
        """The tree over the checkpoints."""
        return _tree(self.checkpoints)

    def note(self, head: StoredHead) -> str:
        """The signed checkpoint of a session as a note; empty if it is unsigned."""
        text, signature = checkpoint_in(head.text), head.signature
        if not all(each.signature for each in self.heads):
            signature = self._shared_signature(text) if self.is_signed else ""
        return note(text, signature) if signature else ""

    def _shared_signature(self, checkpoint: str) -> str:
        index = self.checkpoints.index(checkpoint)
        signature, path = b64decode(self.heads[0].signature), self.tree.inclusion(index)
        return b64encode(signature + PLACE.pack(len(self.heads), index) + b"".join(path)).decode()


def is_checkpoint_signed(text: str, signature: str, key: bytes) -> bool:
    """Whether a signature is that of a key under a checkpoint, alone or among others."""
    if is_signed(text, signature, key):
        return True
    try:
        raw = b64decode(signature, validate=True)
        count, index = PLACE.unpack_from(raw, HEAD_SIZE)
    except (ValueError, UnpackError):
        return False
    rest = raw[HEAD_SIZE + PLACE.size :]
    path = [rest[at : at + NODE_SIZE] for at in range(0, len(rest), NODE_SIZE)]
    root = path_root(leaf_hash(text.encode()), index, count, path)
    if root is None or len(rest) % NODE_SIZE or raw[:4] != key_id(key, KEY_NAME, BATCH):
        return False
    return has_signature(Checkpoint(ORIGIN, count, root).text, raw[4:HEAD_SIZE], key)
