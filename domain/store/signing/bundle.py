"""What evidence contains of the register: its entries about a session, each with the proof that it is there."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from domain.store.side_tables import SideTables
from domain.store.signing.batch import CommitHeads
from domain.store.signing.merkle import MerkleTree, leaf_hash
from domain.store.signing.notes import read_checkpoint
from domain.store.signing.register import ABOUT_REGISTER, HEAD
from domain.store.signing.register_tables import RegisterEntry


def session_entries(store: SideTables, session: UUID, people: Iterable[str], version: int) -> list[dict[str, Any]]:
    """The fields of all entries about the register itself, a session up to a version, and its people, in order."""
    entries = [*store.register_entries(ABOUT_REGISTER)]
    if not entries:
        return []
    entries += [entry for entry in store.register_entries(session.hex) if entry.size <= version]
    for person in people:
        entries += store.register_entries(person)
    entries.sort(key=lambda entry: entry.number)
    heads = [entry for entry in entries if entry.text.startswith(f"{HEAD}\n")]
    return [_fields(store, entry, entry in heads, entry not in heads[:-1]) for entry in entries]


def _fields(store: SideTables, entry: RegisterEntry, is_head: bool, proved: bool) -> dict[str, Any]:
    note, path = _proof(store, entry.number) if proved else ("", [])
    signed = CommitHeads(store.heads_with(entry.number)).note(entry) if is_head and proved else ""
    return {
        "entry": entry.text,
        "number": entry.number,
        "signature": read_checkpoint(signed)[1] if signed else "",
        "inclusion": [b64encode(node).decode() for node in path],
        "register": note,
    }


def _proof(store: SideTables, number: int) -> tuple[str, list[bytes]]:
    """The first signed checkpoint of the register that covers an entry, and the path to its root."""
    size, peaks, end, note = store.register_around(number)
    if not note:
        return "", []
    tree = MerkleTree([peaks[at : at + 32] for at in range(0, len(peaks), 32)], size)
    tree.extend(leaf_hash(entry.text.encode()) for entry in store.register_between(size, end))
    return note, tree.inclusion(number)


def register_lines(store: SideTables) -> Iterator[dict[str, str]]:
    """Every entry of the register: its hash, the checkpoint after it, and the text of an entry about the register."""
    size, _ = store.register_end()
    notes = store.register_checkpoints()
    for entry in store.register_between(0, size):
        text = entry.text if entry.about == ABOUT_REGISTER else ""
        leaf = b64encode(leaf_hash(entry.text.encode())).decode()
        yield {"leaf": leaf, "note": notes.get(entry.number + 1, ""), "entry": text}
