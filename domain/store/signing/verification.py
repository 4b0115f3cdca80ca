"""Verifies what the register binds: checkpoints, receipts, names, erasures, and the register itself."""

from __future__ import annotations

from base64 import b64decode
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from uuid import UUID

from msgspec import Struct

from domain.errors import Unsound
from domain.store.erasable_texts import text_hash
from domain.store.side_tables import SideTables
from domain.store.signing.batch import CommitHeads, checkpoint_in, is_checkpoint_signed
from domain.store.signing.keys import KeyFolder
from domain.store.signing.merkle import MerkleTree, leaf_hash
from domain.store.signing.notes import KEY_NAME, Checkpoint, is_signed, read_checkpoint
from domain.store.signing.register import (
    ABOUT_REGISTER,
    BEGIN,
    COSIGNED,
    ERASED_NAME,
    ERASED_PICTURE,
    ERASED_TEXT,
    HEAD,
    KEY,
    RegisterState,
    after_entry,
    answers_hash,
    erasure_entry,
    head_text,
    log_origin,
    name_entry,
)
from domain.store.signing.register_tables import RegisterEntry

HASH_LENGTH = 64  # of a hash in hexadecimal


class SigningHistory(Struct):
    """The keys and names under which the register was signed, by the number of the entry that brought them in."""

    numbers: list[int]
    states: list[RegisterState]
    began: str = ""  # the time of the first entry; empty if nothing was ever signed
    last_erasure: int = 0  # of those before it

    def at(self, number: int) -> RegisterState:
        """The register as it is signed after an entry."""
        return self.states[bisect_right(self.numbers, number) - 1]


def signing_history(store: SideTables) -> SigningHistory:
    """The history of the register's key; raises Unsound if a key was not introduced by the one before."""
    history = SigningHistory([], [])
    log, key, epoch = "", b"", 1
    for entry in store.register_entries(ABOUT_REGISTER):
        before = key
        log, key, epoch = after_entry(entry.text, log, key, epoch)
        kind, *lines = entry.text.split("\n")
        if kind == BEGIN:
            history.began, history.last_erasure = lines[2], int(lines[3])
        elif kind == KEY and not is_signed("\n".join([kind, *lines[:2], ""]), lines[2], before):
            raise Unsound(why="register", seq=0)
        history.numbers.append(entry.number)
        history.states.append(RegisterState(log=log, key=key, epoch=epoch))
    return history


# One session ----------------------------------------------------------------------------------------


class BoundSession(Struct):
    """What a session's events state: their links, and the event of each text and picture; and its people."""

    session: UUID
    links: Sequence[str]
    opened: str  # the time of the first event
    texts: Mapping[str, int]
    pictures: Mapping[str, int]
    people: Iterable[str]
    log: str  # the name of its log


def verify_bound(store: SideTables, bound: BoundSession) -> None:
    """Verify a session against the register: its checkpoints, receipts, texts, pictures and names. Raises Unsound."""
    history = signing_history(store)
    verify_names(store, bound.people)
    if not history.began:
        return
    stored = {ERASED_TEXT: {*store.texts(bound.session)}, ERASED_PICTURE: {*store.pictures(bound.session)}}
    entries = store.register_entries(bound.session.hex)  # read after what they may say to be erased
    _verify_heads(store, bound, history, [entry for entry in entries if entry.size])
    if any(id <= history.last_erasure for id, session in store.erasures() if session == bound.session):
        return  # something was erased before there was a register
    if not all(is_cosigned(entry.text) for entry in entries if entry.text.startswith(f"{COSIGNED}\n")):
        raise Unsound(why="cosignature", seq=0)
    erased = {entry.text for entry in entries}
    for kind, stated in ((ERASED_TEXT, bound.texts), (ERASED_PICTURE, bound.pictures)):
        for hash, seq in stated.items():
            if hash not in stored[kind] and erasure_entry(bound.session.hex, kind, hash).text not in erased:
                raise Unsound(why="deleted", seq=seq)


def _verify_heads(
    store: SideTables, bound: BoundSession, history: SigningHistory, heads: Sequence[RegisterEntry]
) -> None:
    tree = MerkleTree()
    answers = dict(store.answers(bound.session))
    for head in heads:
        state = history.at(head.number)
        if head.size > len(bound.links):  # written since the events were read, or cut off
            if store.versions([bound.session]).get(bound.session, 0) >= head.size:
                break
            raise Unsound(why="missing", seq=len(bound.links) + 1)
        first = int(head.text.split("\n")[4].split(" ")[0])
        if head.size <= tree.size or (tree.size and first != tree.size + 1):
            raise Unsound(why="checkpoint", seq=head.size)
        tree.extend(map(bytes.fromhex, bound.links[tree.size : head.size]))
        text = Checkpoint(log_origin(bound.log, state.epoch), head.size, tree.root()).text
        if not head.text.startswith(f"{HEAD}\n{text}"):
            raise Unsound(why="checkpoint", seq=head.size)
        given = [answer for version, answer in answers.items() if first <= version <= head.size]
        if head.text != head_text(text, first, answers_hash(given)):
            raise Unsound(why="answer", seq=head.size)
        if not is_signed(text, head.signature, state.key) and not _is_signed_with_others(store, head, state.key):
            raise Unsound(why="checkpoint", seq=head.size)
    newest = store.newest_head(bound.session.hex)  # read again: the session may have grown
    size = newest.size if newest is not None else 0
    if size < len(bound.links) and (size or bound.opened >= history.began):
        raise Unsound(why="unheard-of", seq=len(bound.links))


def _is_signed_with_others(store: SideTables, head: RegisterEntry, key: bytes) -> bool:
    """Whether a head is signed together with the others of its commit, or none of them is signed."""
    signed = CommitHeads(store.heads_with(head.number)).note(head)
    return not signed or is_checkpoint_signed(checkpoint_in(head.text), read_checkpoint(signed)[1], key)


def is_cosigned(text: str) -> bool:
    """Whether the signature in an entry is that of the key in it, under the checkpoint in it."""
    try:
        _, origin, size, root, signer, key, signature, _ = text.split("\n")
        public = b64decode(key, validate=True)
    except ValueError:
        return False
    name = f"{KEY_NAME}/{signer.replace(' ', '/')}"
    return is_signed(f"{origin}\n{size}\n{root}\n", signature, public, name)


def verify_names(store: SideTables, people: Iterable[str]) -> None:
    """Verify that the names of people are those that were entered; raises Unsound."""
    ids = [*dict.fromkeys(people)]
    names, salts = store.names(ids), store.name_salts(ids)
    for person in ids:
        stated = [entry.text for entry in store.register_entries(person)]
        if not stated or erasure_entry(person, ERASED_NAME, person).text in stated:
            continue
        if person not in names or person not in salts:
            raise Unsound(why="name-deleted", seq=0)
        is_hash = len(person) == HASH_LENGTH  # earlier ids were made by chance
        if is_hash and text_hash(salts[person], names[person]) != person:
            raise Unsound(why="name", seq=0)
        if name_entry(person, salts[person], names[person]).text not in stated:
            raise Unsound(why="name", seq=0)


# The register itself --------------------------------------------------------------------------------


def verify_register(store: SideTables, folder: KeyFolder, progress: Callable[[int], object] = lambda size: None) -> int:
    """Verify the whole register against its checkpoints, its sessions, its names and the checkpoint kept outside.

    Returns its size; raises Unsound.
    """
    size, _ = store.register_end()
    if not size:
        return 0
    history = signing_history(store)
    if not history.states:
        raise Unsound(why="register", seq=0)
    notes = store.register_checkpoints()
    newest, people = _verify_leaves(store, history, notes, size)
    for session, version in store.versions(newest).items():
        if version < newest[session]:
            raise Unsound(why="missing", seq=version + 1)
        del newest[session]
    if newest:
        raise Unsound(why="dropped", seq=0, session=str(next(iter(newest))))
    verify_names(store, people)
    kept = folder.kept(history.states[-1].log)
    if kept and notes.get(read_checkpoint(kept)[0].size) != kept:
        raise Unsound(why="restored", seq=0)
    return size


def _verify_leaves(
    store: SideTables, history: SigningHistory, notes: Mapping[int, str], size: int
) -> tuple[dict[UUID, int], list[str]]:
    """Verify every entry up to a size; returns the newest version of each session, and the people with a name."""
    tree, newest, people = MerkleTree(), {}, []
    for entry in store.register_between(0, size):
        if entry.number != tree.size:
            raise Unsound(why="register", seq=0)
        tree.extend([leaf_hash(entry.text.encode())])
        kind, subject, *rest = entry.text.split("\n")
        if kind == HEAD:
            session = UUID(entry.about)
            if subject.split("/")[2] != str(session) or int(rest[0]) != entry.size:
                raise Unsound(why="register", seq=0)
            newest[session] = entry.size
        elif kind == "name":
            people.append(subject)
        if (stored := notes.get(tree.size)) is not None:
            _verify_note(stored, tree, history.at(entry.number))
    if tree.size != size:
        raise Unsound(why="register", seq=0)
    return newest, people


def _verify_note(stored: str, tree: MerkleTree, state: RegisterState) -> None:
    if not stored:
        return
    checkpoint, signature = read_checkpoint(stored)
    expected = Checkpoint(state.origin, tree.size, tree.root())
    if checkpoint != expected or not is_signed(expected.text, signature, state.key):
        raise Unsound(why="register", seq=0)
