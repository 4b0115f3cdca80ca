"""The register: one log of all that is to be shown later, with a signed checkpoint at every commit.

Its entries are the newest state of each session that a commit wrote, hashes of names, erasures, and what happened to
the signing key. Entries are only added, and the checkpoint of a commit covers all entries before it; so a session, a
name or an erasure that is changed or removed later no longer agrees with the checkpoints that were given out.
"""

from __future__ import annotations

import logging
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

from eventsourcing.persistence import IntegrityError
from msgspec import Struct

from domain.errors import KeyUnusable, Unsound
from domain.store.erasable_texts import text_hash
from domain.store.side_tables import SideTables
from domain.store.signing.keys import KeyFolder, SigningKey
from domain.store.signing.merkle import MerkleTree, leaf_hash
from domain.store.signing.notes import Checkpoint, note, read_checkpoint
from domain.store.signing.register_tables import REGISTER, REGISTER_HEADS, Row, register_changes

log = logging.getLogger("griffier.signing")
REGISTER_PREFIX = "griffier/register/"
ABOUT_REGISTER = "register"  # what the entries about the register itself are about
HEAD, NAME, ERASURE, BEGIN, KEY, RESUMED = "head", "name", "erasure", "begin", "key", "resumed"
COSIGNED = "cosigned"
ERASED_TEXT, ERASED_PICTURE, ERASED_NAME = "text", "picture", "name"
ATTEMPTS = 20  # to add an entry, while other processes add theirs
Changes = list[tuple[str, Row]]


class NewEntry(Struct, frozen=True):
    """An entry: the session, person or register it is about, and its text. A head also has a size and a signature."""

    about: str
    text: str
    size: int = 0
    signature: str = ""

    @property
    def leaf(self) -> bytes:
        """The hash of the entry in the tree of the register."""
        return leaf_hash(self.text.encode())


def log_origin(log: str, epoch: int) -> str:
    """The origin of a log. It is another one after each restored backup, as the old log may go on elsewhere."""
    return f"{log}/{epoch}" if epoch > 1 else log


def answers_hash(answers: Iterable[bytes]) -> str:
    """The hash of the stored receipts of a commit, in their order."""
    return sha256(b"".join(sha256(answer).digest() for answer in answers)).hexdigest()


def head_text(checkpoint: str, first: int, answers: str) -> str:
    """The entry of a session: its checkpoint, and the hash of the receipts from event `first` on."""
    return f"{HEAD}\n{checkpoint}{first} {answers}\n"


def name_entry(person: str, salt: bytes, name: str) -> NewEntry:
    """The entry that binds a name to the id of a person."""
    return NewEntry(person, f"{NAME}\n{person}\n{text_hash(salt, name)}\n")


def erasure_entry(about: str, kind: str, id: str) -> NewEntry:
    """The entry about an erased text or picture, by its hash, or about an erased name, by the id of the person."""
    return NewEntry(about, f"{ERASURE}\n{kind}\n{about}\n{id}\n")


def cosigned_entry(session: UUID, checkpoint: str, signer: str, key: str, signature: str) -> NewEntry:
    """The entry about a signature that a person's device made under the text of a checkpoint."""
    return NewEntry(session.hex, f"{COSIGNED}\n{checkpoint}{signer}\n{key}\n{signature}\n")


def cosigner(entry: str) -> str:
    """Who signed, by an entry; empty if it is no cosignature."""
    kind, *lines = entry.split("\n")
    return lines[3] if kind == COSIGNED else ""


class RegisterState(Struct, frozen=True):
    """The register at one size, with what is needed to add to it."""

    log: str = ""  # the id of the register
    size: int = 0
    peaks: tuple[bytes, ...] = ()
    key: bytes = b""  # the public key that signs
    epoch: int = 1  # grows each time the signing is resumed after an older state was restored

    @property
    def origin(self) -> str:
        """The name of the register's log."""
        return log_origin(REGISTER_PREFIX + self.log, self.epoch)


class Growth(Struct, frozen=True):
    """Entries to be stored with a commit, and the register after them."""

    state: RegisterState
    entries: tuple[tuple[Any, ...], ...]
    head: tuple[Any, ...]
    note: str

    @property
    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """The rows by their table."""
        return {REGISTER: list(self.entries), REGISTER_HEADS: [self.head]}


class Register:
    """Adds entries and signs; for one thread at a time."""

    def __init__(self, store: SideTables, folder: KeyFolder):
        self.store, self.folder = store, folder
        self.key = folder.key()
        self.contended = False  # whether other processes add to it at the moment
        self.stopped = ""  # why nothing is signed: "restored" or "key"; empty if it is
        self.state = RegisterState()
        self.reload()

    def reload(self) -> None:
        """Read the register again; other processes may have added to it."""
        self.state = stored_state(self.store)
        self.stopped = ""
        if not self.state.log:
            return
        if self.state.key != self.key.public:
            self.key = self._replaced_key()
        if self.state.key != self.key.public:
            self.stopped = "key"
        elif not self._has_kept():
            self.stopped = "restored"

    def _replaced_key(self) -> SigningKey:
        """The key by which another process may have replaced ours; one that cannot be read stops only the signing."""
        try:
            return self.folder.current_key(self.state.key)
        except KeyUnusable:
            log.exception("the new signing key cannot be used: nothing is signed until it can")
            return self.key

    def catch_up(self) -> None:
        """Read what other processes have added, if any do."""
        if self.contended:
            self.contended = self.store.register_end()[0] != self.state.size
            if self.contended:
                self.reload()

    def _has_kept(self) -> bool:
        """Whether the store holds the newest checkpoint that was kept outside of it."""
        kept = self.folder.kept(self.state.log)
        if not kept:
            return True
        checkpoint, _ = read_checkpoint(kept)
        return self.store.register_note(checkpoint.size) == kept

    def sign(self, checkpoints: Sequence[str]) -> str:
        """The one signature of the checkpoints of a commit; empty while the signing is stopped."""
        return "" if self.stopped or not checkpoints else self.key.shared_signature(checkpoints)

    def grown(self, entries: Iterable[NewEntry], at: str) -> Growth:
        """The register with further entries and its signed checkpoint; it is adopted after the commit."""
        state, added = self.state, list(entries)
        if not state.log:
            state = RegisterState(log=secrets.token_hex(16), key=self.key.public)
            added.insert(0, self._beginning(state, at))
        return self._grown(state, added, None if self.stopped else self.key)

    def _grown(self, state: RegisterState, added: Sequence[NewEntry], key: SigningKey | None) -> Growth:
        """A state with further entries, and its checkpoint signed by a key if there is one."""
        tree = MerkleTree(state.peaks, state.size)
        tree.extend(entry.leaf for entry in added)
        after = RegisterState(state.log, tree.size, tuple(tree.peaks), state.key, state.epoch)
        checkpoint = Checkpoint(after.origin, after.size, tree.root()).text
        text = note(checkpoint, key.signature(checkpoint)) if key else ""
        numbered = ((state.size + at, *_row(entry)) for at, entry in enumerate(added))
        return Growth(after, tuple(numbered), (after.size, b"".join(after.peaks), text), text)

    def adopt(self, growth: Growth) -> None:
        """Go on from a committed growth."""
        self.state = growth.state
        if growth.note:
            self.folder.keep(growth.state.log, growth.note)

    def append(self, entries: Sequence[NewEntry], at: str, store: Callable[[Changes], int] | None = None) -> int:
        """Store entries in a transaction of their own, with `store` if it has further changes to make.

        Returns how many rows the last of these changed.
        """
        return self._store(lambda: self.grown(entries, at), store or (lambda changes: self.store.change(*changes)))

    def _store(self, grow: Callable[[], Growth], store: Callable[[Changes], int]) -> int:
        """Store a growth; it is made again from the newest state if another process added to the register first."""
        for attempt in range(ATTEMPTS):
            growth = grow()
            try:
                changed = store(register_changes(growth.rows))
            except IntegrityError:
                if attempt + 1 == ATTEMPTS:
                    raise
                self.reload()
            else:
                self.adopt(growth)
                return changed
        return 0

    def _beginning(self, state: RegisterState, at: str) -> NewEntry:
        """The first entry: its id, its key, and the last erasure before it, of which it has no entry."""
        erased = max((number for number, _ in self.store.erasures()), default=0)
        return NewEntry(ABOUT_REGISTER, f"{BEGIN}\n{state.log}\n{_encoded(state.key)}\n{at}\n{erased}\n")

    # What an operator does ----------------------------------------------------------------------------

    def resume(self, at: str) -> bool:
        """Sign again after an older state was restored or the key was lost, under a new name of the log."""

        def grow() -> Growth:
            kept = self.folder.kept(self.state.log)
            known = _encoded(kept.encode()) if kept else "-"
            text = f"{RESUMED}\n{self.state.epoch + 1}\n{_encoded(self.key.public)}\n{at}\n{known}\n"
            return self._signed_anew(text, at, self.key, self.state.epoch + 1)

        self._store(grow, lambda changes: self.store.change(*changes))
        self.stopped = ""
        return True

    def rotate(self, at: str) -> None:
        """Replace the key by a new one, which the old key signs."""
        if not self.state.log:
            self.append([], at)
        new = self.folder.next_key()

        def grow() -> Growth:
            text = f"{KEY}\n{_encoded(new.public)}\n{at}\n"
            return self._signed_anew(f"{text}{self.key.signature(text)}\n", at, new, self.state.epoch)

        self._store(grow, lambda changes: self.store.change(*changes))
        self.key = new
        self.folder.current_key(new.public)

    def _signed_anew(self, entry: str, at: str, key: SigningKey, epoch: int) -> Growth:
        """The growth by an entry from which on another key signs, or another epoch holds."""
        state = RegisterState(self.state.log, self.state.size, self.state.peaks, key.public, epoch)
        return self._grown(state, [NewEntry(ABOUT_REGISTER, entry)], key)


def stored_state(store: SideTables) -> RegisterState:
    """The register as it is stored."""
    size, peaks = store.register_end()
    if not size:
        return RegisterState()
    log, key, epoch = "", b"", 1
    for entry in store.register_entries(ABOUT_REGISTER):
        log, key, epoch = after_entry(entry.text, log, key, epoch)
    return RegisterState(log, size, tuple(peaks[at : at + 32] for at in range(0, len(peaks), 32)), key, epoch)


def after_entry(text: str, log: str, key: bytes, epoch: int) -> tuple[str, bytes, int]:
    """Id, key and epoch of the register after an entry about itself; raises Unsound if it cannot be read."""
    kind, *lines = text.split("\n")
    try:
        if kind == BEGIN:
            return lines[0], b64decode(lines[1], validate=True), 1
        if kind == RESUMED:
            return log, b64decode(lines[1], validate=True), int(lines[0])
        return log, b64decode(lines[0], validate=True), epoch
    except (ValueError, IndexError) as error:
        raise Unsound(why="register", seq=0) from error


def _row(entry: NewEntry) -> tuple[Any, ...]:
    return entry.about, entry.size, entry.text, entry.signature


def _encoded(data: bytes) -> str:
    return b64encode(data).decode()
