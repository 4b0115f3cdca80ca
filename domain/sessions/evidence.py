"""Evidence: a session exported as a file of JSON lines that can be verified without this program.

domain/store/EVIDENCE.md describes the file. This module writes it, checks that it is whole, and reads sessions from it;
what was signed is checked by the program that is given out with it, domain/store/signing/verifiers/verify.py.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import chain, islice, pairwise
from typing import Any, BinaryIO, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.errors import NotARecord, Unsound
from domain.sessions.application import Sessions
from domain.sessions.session_state import SessionState, SessionView
from domain.store.chain import ChainVerifier, prev_in
from domain.store.erasable_texts import verify_text
from domain.store.mapper import SealedEvent, canonical, event_from_row, link_hash
from domain.store.people import person_ids
from domain.store.signing.bundle import register_lines, session_entries

FORMAT = "griffier-evidence"
PLAIN, PICTURED, PROVED, JOINED = 1, 2, 3, 4  # 2: with pictures; 3: with entries of the register; 4: signed in batches
REGISTER_FORMAT = "griffier-register"
LONGEST = 1 << 24  # bytes of one line; far more than the largest command


class EvidenceHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: the format, the session, and the number of lines of each kind."""

    evidence: str
    v: int
    session: str
    events: int
    texts: int
    people: int
    sum: str
    pictures: int = 0
    entries: int = 0


class EvidenceLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line after the events: its number, and the hash of the line before."""

    line: int
    prev: str


class TextLine(EvidenceLine, frozen=True, kw_only=True):
    """A text that a person wrote, with its hash and salt."""

    hash: str
    salt: str
    text: str


class PersonLine(EvidenceLine, frozen=True, kw_only=True):
    """The name of a person."""

    person: str
    name: str


class SaltedPersonLine(PersonLine, frozen=True, kw_only=True):
    """The name of a person, with the salt of its hash in the register; empty if the register has none."""

    salt: str


class EntryLine(EvidenceLine, frozen=True, kw_only=True):
    """An entry of the register, with the signature of its checkpoint and the proof that the register has it."""

    entry: str
    number: int
    signature: str
    inclusion: list[str]
    register: str


class PictureLine(EvidenceLine, frozen=True, kw_only=True):
    """A picture in base64, with its hash."""

    picture: str
    data: str


class EvidenceFooter(EvidenceLine, frozen=True, kw_only=True):
    """The last line: the head of the session, and the hash of all bytes before."""

    seq: int
    link: str
    digest: str


class Evidence(Struct, frozen=True, kw_only=True):
    """The content of a verified file."""

    walk: ChainVerifier  # at the last event
    events: list[SealedEvent]
    texts: dict[str, str]
    names: dict[str, str]
    pictures: dict[str, bytes] = {}

    @property
    def view(self) -> SessionView:
        """The session that the file contains."""
        return SessionState.load(self.walk.session, self.events, self.texts, self.names).view()


class _LineHashes:
    """The lines so far: their number, the hash of the last one, and the hash of all bytes."""

    def __init__(self) -> None:
        self.count, self.link, self.digest = 0, "", sha256()

    def add(self, line: bytes) -> bytes:
        self.count, self.link = self.count + 1, link_hash(line)
        self.digest.update(line + b"\n")
        return line + b"\n"


# Writing --------------------------------------------------------------------------------------------


def write_evidence(sessions: Sessions, session: UUID, file: BinaryIO) -> ChainVerifier:
    """Write the evidence of a session to a file; raises Unsound, before a byte is written, if verification fails."""
    head, store = sessions.verify(session), sessions.recorder
    events = [event_from_row(session, *row) for row in store.events(session, head.seq)]
    ids = sorted(person_ids(*(sealed.event for sealed in events)))
    names, salts = store.names(ids), store.name_salts(ids)
    entries = session_entries(store, session, ids, head.seq)
    salted = {hash: (salt.hex(), text) for hash, salt, text in store.salted(session)}
    remarks = (getattr(sealed.event, "remark", "") for sealed in events)
    texts = [(hash, *salted[hash]) for hash in remarks if hash in salted]
    people = [{"person": id, "name": names[id]} for id in ids if id in names]
    stored = set(store.pictures(session))
    shown = dict.fromkeys(getattr(sealed.event, "picture", "") for sealed in events)
    pictures = ((hash, store.picture(session, hash) or b"") for hash in shown if hash in stored)
    counts = {"events": len(events), "texts": len(texts), "people": len(people)}
    if entries:
        people = [{**fields, "salt": salts.get(fields["person"], b"").hex()} for fields in people]
        counts["entries"] = len(entries)
    if (count := sum(hash in stored for hash in shown)) or entries:
        counts["pictures"] = count
    file.writelines(_lines(head, counts, [sealed.raw for sealed in events], texts, people, pictures, entries))
    return head


def _lines(
    head: ChainVerifier,
    counts: dict[str, int],
    raws: list[bytes],
    texts: list[tuple[str, str, str]],
    people: list[dict[str, str]],
    pictures: Iterator[tuple[str, bytes]],
    entries: list[dict[str, Any]],
) -> Iterator[bytes]:
    lines = _LineHashes()
    yield lines.add(_summed({"evidence": FORMAT, "v": _version(counts), "session": str(head.session), **counts}))
    yield from map(lines.add, raws)
    for hash, salt, text in texts:
        yield lines.add(_linked(lines, hash=hash, salt=salt, text=text))
    for fields in people:
        yield lines.add(_linked(lines, **fields))
    for hash, picture in pictures:
        yield lines.add(_linked(lines, picture=hash, data=b64encode(picture).decode()))
    for fields in entries:
        yield lines.add(_linked(lines, **fields))
    yield lines.add(_linked(lines, seq=head.seq, link=head.link, digest=lines.digest.hexdigest()))


def _version(fields: Mapping[str, object]) -> int:
    """The version of a new file by the kinds of its lines."""
    return JOINED if "entries" in fields else PICTURED if "pictures" in fields else PLAIN


def write_register(sessions: Sessions, file: BinaryIO) -> int:
    """Write the evidence of the register to a file; returns its size. Raises Unsound if verification fails."""
    size, digest = sessions.verify_register(), sha256()
    lines = [*islice(register_lines(sessions.recorder), size)]
    for fields in (_summed({"evidence": REGISTER_FORMAT, "v": 1, "entries": len(lines)}), *map(canonical, lines)):
        digest.update(fields + b"\n")
        file.write(fields + b"\n")
    file.write(canonical({"digest": digest.hexdigest()}) + b"\n")
    return len(lines)


def _summed(fields: dict[str, Any]) -> bytes:
    """A line with the hash of its fields."""
    return canonical({**fields, "sum": sha256(canonical(fields)).hexdigest()})


def _linked(lines: _LineHashes, **fields: object) -> bytes:
    return canonical({**fields, "line": lines.count + 1, "prev": lines.link})


# Reading --------------------------------------------------------------------------------------------


def read_evidence(file: BinaryIO, head: str = "") -> Evidence:
    """Read and verify a file; raises Unsound if it was changed, NotARecord if it is no evidence."""
    events: list[SealedEvent] = []
    reader = _EvidenceReader(file)
    end = reader.verify(head, events.append)
    return Evidence(walk=end, events=events, texts=reader.texts, names=reader.names, pictures=reader.pictures)


def verify_evidence(file: BinaryIO, head: str = "") -> ChainVerifier:
    """Verify a file without keeping its events. `head` is a link noted earlier that the chain must contain."""
    return _EvidenceReader(file).verify(head, lambda sealed: None)


AnyLine = TypeVar("AnyLine", bound=EvidenceLine)


class _EvidenceReader:
    """Reads a file line by line with one line of look-ahead, which shows which of two contradicting lines is wrong."""

    def __init__(self, file: BinaryIO):
        lines = iter(lambda: file.readline(LONGEST), b"")
        self.pairs = pairwise(chain(lines, (b"", b"")))
        self.lines = _LineHashes()
        self.events = 0
        self.remarks: dict[str, int] = {}
        self.people: set[str] = set()
        self.texts: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.shown: set[str] = set()
        self.pictures: dict[str, bytes] = {}

    def verify(self, head: str, keep: Callable[[SealedEvent], None]) -> ChainVerifier:
        header = self._header()
        verifier, has_head = self._events(header, head, keep)
        for _ in range(header.texts):
            self._add_text(self._linked(TextLine))
        for _ in range(header.people):
            self._add_name(self._linked(SaltedPersonLine if header.v >= PROVED else PersonLine))
        for _ in range(header.pictures):
            self._add_picture(self._linked(PictureLine))
        for _ in range(header.entries):
            self._linked(EntryLine)
        self._check_footer(verifier)
        if head and not has_head:
            raise Unsound(why="other-head", seq=verifier.seq)
        return verifier

    def _next(self) -> tuple[bytes, bytes]:
        """A line and the one after it, without newlines; a line without a newline counts as empty."""
        line, after = next(self.pairs, (b"", b""))
        return line[:-1] if line.endswith(b"\n") else b"", after[:-1]

    def _header(self) -> EvidenceHeader:
        line, _ = self._next()
        try:
            fields = msgspec.json.decode(line, type=dict)
            summed = _summed({name: value for name, value in fields.items() if name != "sum"})
            if fields.get("evidence") == FORMAT and type(fields.get("v")) is int and fields["v"] > JOINED:
                raise Unsound(why="newer-file", seq=0) if summed == line else self._wrong(1)
            header = msgspec.convert(fields, EvidenceHeader)
            session = str(UUID(header.session))
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            raise self._not_evidence(line) from error
        version = header.v if header.v == PROVED and "entries" in fields else _version(fields)
        if (header.evidence, header.v, header.session, summed) != (FORMAT, version, session, line):
            raise self._not_evidence(line)
        self.lines.add(line)
        self.events = header.events
        return header

    def _not_evidence(self, line: bytes) -> Unsound | NotARecord:
        """Unsound for a first line that still resembles the format, NotARecord for any other."""
        if FORMAT.encode() in line or b'"evidence":"' in line:
            return self._wrong(1)
        return NotARecord(head=f"{FORMAT} {PLAIN}")

    def _events(
        self, header: EvidenceHeader, head: str, keep: Callable[[SealedEvent], None]
    ) -> tuple[ChainVerifier, bool]:
        verifier, has_head = ChainVerifier(UUID(header.session)), False
        for seq in range(1, header.events + 1):
            line, after = self._next()
            if not line:
                raise Unsound(why="missing", seq=seq)
            verifier, sealed = verifier.check(line, after)
            self.lines.add(line)
            has_head = has_head or verifier.link == head
            if remark := getattr(sealed.event, "remark", ""):
                self.remarks[remark] = seq
            self.shown.add(getattr(sealed.event, "picture", ""))
            self.people |= person_ids(sealed.event)
            keep(sealed)
        return verifier, has_head

    def _linked(self, kind: type[AnyLine]) -> AnyLine:
        """The next line after the events, which must be of this kind."""
        raw, after = self._next()
        number = self.lines.count + 1
        try:
            line = msgspec.json.decode(raw, type=kind)
            exact = canonical(msgspec.to_builtins(line)) == raw
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            raise self._wrong(number) from error
        if not exact or line.line != number:
            raise self._wrong(number)
        if line.prev != self.lines.link:
            raise self._wrong(number - 1 if self._is_confirmed(line, raw, after) else number)
        if kind is not EvidenceFooter:
            self.lines.add(raw)
        return line

    def _is_confirmed(self, line: EvidenceLine, raw: bytes, after: bytes) -> bool:
        """Whether a line that does not fit the one before is itself unchanged."""
        if isinstance(line, EvidenceFooter):
            return line.digest != self.lines.digest.hexdigest()
        return prev_in(after) == link_hash(raw)

    def _add_text(self, line: TextLine) -> None:
        try:
            salt, seq = bytes.fromhex(line.salt), self.remarks.pop(line.hash)
        except (ValueError, KeyError) as error:  # an invalid salt, or a text that no event refers to
            raise self._wrong(line.line) from error
        verify_text({line.hash: seq}, line.hash, salt, line.text)
        self.texts[line.hash] = line.text

    def _add_name(self, line: PersonLine) -> None:
        if line.person not in self.people or line.person in self.names:
            raise self._wrong(line.line)
        self.names[line.person] = line.name

    def _add_picture(self, line: PictureLine) -> None:
        try:
            picture = b64decode(line.data, validate=True)
        except ValueError as error:
            raise self._wrong(line.line) from error
        same = sha256(picture).hexdigest() == line.picture and b64encode(picture).decode() == line.data
        if not same or line.picture not in self.shown:
            raise self._wrong(line.line)
        self.shown.discard(line.picture)  # a second copy is an error
        self.pictures[line.picture] = picture

    def _check_footer(self, verifier: ChainVerifier) -> None:
        last = self._linked(EvidenceFooter)
        if (last.seq, last.link, last.digest) != (verifier.seq, verifier.link, self.lines.digest.hexdigest()):
            raise self._wrong(last.line)
        if next(self.pairs, (b"",))[0]:
            raise self._wrong(last.line + 1)

    def _wrong(self, number: int) -> Unsound:
        """The error for a changed line, with the number of the event or line."""
        if 1 < number <= 1 + self.events:
            return Unsound(why="altered", seq=number - 1)
        return Unsound(why="line", seq=0, line=number)
