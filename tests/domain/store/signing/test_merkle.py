"""Merkle trees agree with another implementation, and no proof but the right one is accepted."""

import pytest
from pymerkle import InmemoryTree, verify_consistency

from domain.store.signing.merkle import EMPTY_ROOT, MerkleTree, is_consistent, is_included, leaf_hash

LARGEST = 257
SIZES = [*range(1, 50), 63, 64, 65, 127, 128, 129, 255, 256, 257]
EVERY_SIZE = pytest.param(range(1, LARGEST + 1), marks=pytest.mark.soak, id="every size")
LEAVES = [leaf_hash(f"leaf {number}".encode()) for number in range(LARGEST)]


@pytest.fixture(scope="module")
def tree():
    tree = MerkleTree()
    tree.extend(LEAVES)
    return tree


@pytest.fixture(scope="module")
def other():
    """The same leaves in pymerkle, which hashes the data itself."""
    other = InmemoryTree(algorithm="sha256")
    for number in range(LARGEST):
        other.append_entry(f"leaf {number}".encode())
    return other


def siblings(proof) -> list[bytes]:
    """The nodes of a proof of pymerkle without its first one, which is the leaf."""
    return proof.path[1:]


@pytest.mark.parametrize("sizes", [pytest.param(SIZES, id="some sizes"), EVERY_SIZE])
def test_roots_and_inclusion_proofs_are_those_of_pymerkle(tree, other, sizes):
    assert tree.root(0) == EMPTY_ROOT
    for size in sizes:
        assert tree.root(size) == other.get_root(size)
        for index in range(size):
            path = tree.inclusion(index, size)
            assert path == siblings(other.prove_inclusion(index + 1, size)), (index, size)
            assert is_included(LEAVES[index], index, size, path, tree.root(size))


@pytest.mark.parametrize("sizes", [pytest.param(SIZES, id="some sizes"), EVERY_SIZE])
def test_every_consistency_proof_holds_and_those_of_pymerkle_hold_for_the_same_roots(tree, other, sizes):
    """The proofs themselves differ: those of pymerkle are not in the form of RFC 9162."""
    for size in sizes:
        for old in range(1, size + 1):
            proof = tree.consistency(old, size)
            assert is_consistent(old, size, tree.root(old), tree.root(size), proof), (old, size)
            verify_consistency(tree.root(old), tree.root(size), other.prove_consistency(old, size))


def flipped(node: bytes) -> bytes:
    return bytes([node[0] ^ 1, *node[1:]])


def damaged(path: list[bytes]):
    """The path with a node changed, left out, doubled, or swapped with the next."""
    for at, node in enumerate(path):
        yield [*path[:at], flipped(node), *path[at + 1 :]]
        yield path[:at] + path[at + 1 :]
        yield [*path[: at + 1], *path[at:]]
        if at + 1 < len(path):
            yield [*path[:at], path[at + 1], node, *path[at + 2 :]]
    yield [*path, bytes(32)]


SMALL = 40


def test_no_other_inclusion_proof_is_accepted(tree):
    for size in range(1, SMALL):
        root = tree.root(size)
        for index in range(0, size, 3):
            leaf, path = LEAVES[index], tree.inclusion(index, size)
            assert is_included(leaf, index, size, path, root)  # the control
            assert not any(is_included(leaf, index, size, wrong, root) for wrong in damaged(path))
            assert not is_included(flipped(leaf), index, size, path, root)
            assert not is_included(leaf, index, size, path, flipped(root))
            assert not any(is_included(leaf, other, size, path, root) for other in range(size + 2) if other != index)


def test_no_other_consistency_proof_is_accepted(tree):
    for size in range(1, SMALL):
        new = tree.root(size)
        for old in range(1, size + 1):
            root, proof = tree.root(old), tree.consistency(old, size)
            assert is_consistent(old, size, root, new, proof)  # the control
            assert not any(is_consistent(old, size, root, new, wrong) for wrong in damaged(proof))
            assert not is_consistent(old, size, flipped(root), new, proof)
            assert not is_consistent(old, size, root, flipped(new), proof)
            assert not is_consistent(size + 1, size, root, new, proof)


def test_a_tree_that_begins_with_peaks_goes_on_as_the_whole_one(tree):
    for size in (0, 1, 2, 3, 4, 7, 8, 100, 128, 255):
        start = MerkleTree()
        start.extend(LEAVES[:size])
        later = MerkleTree(start.peaks, size)
        assert later.root() == tree.root(size)
        later.extend(LEAVES[size:])
        assert (later.root(), later.peaks) == (tree.root(), tree.peaks)
        for index in range(size, LARGEST):
            assert later.inclusion(index) == tree.inclusion(index)
        if size > 1:
            with pytest.raises(ValueError):
                later.inclusion(0)


def test_proofs_of_what_is_not_there_are_refused(tree):
    for wrong in (-1, LARGEST, LARGEST + 5):
        with pytest.raises(ValueError):
            tree.inclusion(wrong)
    for wrong in (0, LARGEST + 1):
        with pytest.raises(ValueError):
            tree.consistency(wrong)
    with pytest.raises(ValueError):
        MerkleTree([bytes(32)], 0)
