"""Merkle trees as RFC 9162 describes them: roots, inclusion proofs, consistency proofs, and their verification."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node."""
    return sha256(b"\x01" + left + right).digest()


class MerkleTree:
    """A tree that grows leaf by leaf; a root takes one hash for each level.

    It keeps the hash of every complete subtree. A tree that begins with the `peaks` of `size` earlier leaves lacks
    what lies below them, so it proves only what was added since.
    """

    def __init__(self, peaks: Sequence[bytes] = (), size: int = 0):
        self.size = size
        self.levels: list[list[bytes]] = [[]]
        self.missing: list[int] = [size]  # of each level: how many subtrees are left out at its start
        left = list(peaks)
        for level in range(size.bit_length()):
            while len(self.levels) <= level:
                self.levels.append([])
                self.missing.append(0)
            self.missing[level] = size >> level
            if size >> level & 1:  # the peaks are listed from the largest subtree to the smallest
                self.levels[level].append(left.pop())
                self.missing[level] -= 1
        if left:
            raise ValueError("more peaks than the size allows")

    @property
    def peaks(self) -> list[bytes]:
        """The roots of the complete subtrees, from the largest to the smallest."""
        return [self.levels[level][-1] for level in range(self.size.bit_length() - 1, -1, -1) if self.size >> level & 1]

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add the hashes of further leaves."""
        for leaf in leaves:
            self._append(leaf)

    def _append(self, node: bytes) -> None:
        index, level = self.size, 0
        self.size += 1
        self.levels[0].append(node)
        while index & 1:
            node = node_hash(self.levels[level][-2], node)
            level, index = level + 1, index >> 1
            if level == len(self.levels):
                self.levels.append([])
                self.missing.append(0)
            self.levels[level].append(node)

    def root(self, size: int | None = None) -> bytes:
        """The root of the tree, or of its first leaves."""
        if size is not None and size != self.size:
            return self._range(0, size)
        root = b""
        for level in range(self.size.bit_length()):  # from the smallest complete subtree to the largest
            if self.size >> level & 1:
                root = node_hash(self.levels[level][-1], root) if root else self.levels[level][-1]
        return root or EMPTY_ROOT

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """The path that proves a leaf to be in the tree of this size, from the leaf up."""
        size = self.size if size is None else size
        if not 0 <= index < size <= self.size:
            raise ValueError(f"no leaf {index} in a tree of {size}")
        return self._path(index, 0, size)

    def consistency(self, old: int, size: int | None = None) -> list[bytes]:
        """The proof that the tree of this size begins with the tree of the first `old` leaves."""
        size = self.size if size is None else size
        if not 0 < old <= size <= self.size:
            raise ValueError(f"no tree of {old} in a tree of {size}")
        return self._proof(old, 0, size, True)

    def _subtree(self, level: int, index: int) -> bytes:
        at = index - self.missing[level]
        if at < 0:
            raise ValueError("this part of the tree is not kept")
        return self.levels[level][at]

    def _range(self, first: int, last: int) -> bytes:
        """The root over the leaves from `first` to `last`; `first` begins a subtree that holds them all."""
        count = last - first
        if not count:
            return EMPTY_ROOT
        level = count.bit_length() - 1
        if count == 1 << level:
            return self._subtree(level, first >> level)
        middle = first + (1 << level)
        return node_hash(self._range(first, middle), self._range(middle, last))

    def _path(self, index: int, first: int, last: int) -> list[bytes]:
        if last - first == 1:
            return []
        middle = first + _split(last - first)
        if index < middle:
            return [*self._path(index, first, middle), self._range(middle, last)]
        return [*self._path(index, middle, last), self._range(first, middle)]

    def _proof(self, old: int, first: int, last: int, whole: bool) -> list[bytes]:
        if old == last:
            return [] if whole else [self._range(first, last)]
        middle = first + _split(last - first)
        if old <= middle:
            return [*self._proof(old, first, middle, whole), self._range(middle, last)]
        return [*self._proof(old, middle, last, False), self._range(first, middle)]


def _split(count: int) -> int:
    """The largest power of two smaller than a number of leaves."""
    return 1 << ((count - 1).bit_length() - 1)


# Verification ---------------------------------------------------------------------------------------


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether a path proves that a leaf is in the tree with this root (RFC 9162, 2.1.3.2)."""
    return path_root(leaf, index, size, path) == root


def path_root(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root of the tree of a size to which a path leads from a leaf; None for a path of another length."""
    if not 0 <= index < size:
        return None
    at, last, node = index, size - 1, leaf
    for sibling in path:
        if not last:
            return None
        if at & 1 or at == last:
            node = node_hash(sibling, node)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        at, last = at >> 1, last >> 1
    return None if last else node


def is_consistent(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the larger tree begins with the smaller one (RFC 9162, 2.1.4.2)."""
    if not 0 < old <= new:
        return False
    if old == new:
        return not proof and old_root == new_root
    path = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not path:
        return False
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = path[0]
    for node in path[1:]:
        if not last:
            return False
        if at & 1 or at == last:
            before, after = node_hash(node, before), node_hash(node, after)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, node)
        at, last = at >> 1, last >> 1
    return not last and before == old_root and after == new_root
