"""The evidence of a session: a file of JSON lines that a stranger can check without this program.

The first line names the format, counts what follows and holds the hash of its other fields. Then comes every stored
event, byte for byte; each holds the hash of the one before. Then what people wrote, how they are called and the
pictures they showed, as far as these were not erased; these lines hold their number and the hash of the line before. So
does the last, with the head of the session and the hash of all bytes above. A line is hashed as SHA-256 of a zero byte
and the line without its end. A file with pictures is of version 2; any other is written as version 1 was.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import chain, pairwise
from typing import BinaryIO, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.errors import NotARecord, Unsound
from domain.sessions.application import Sessions
from domain.sessions.session_state import SessionState, SessionView
from domain.store.chain import ChainVerifier, prev_in
from domain.store.erasable_texts import verify_text
from domain.store.mapper import SealedEvent, canonical, link_hash
from domain.store.people import person_ids

FORMAT, PLAIN, PICTURED = "griffier-evidence", 1, 2  # without and with pictures
LONGEST = 1 << 24  # bytes of one line; nothing that was recorded comes near


class EvidenceHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What this is, of which session, and how many lines of each kind follow."""

    evidence: str
    v: int
    session: str
    events: int
    texts: int
    people: int
    sum: str
    pictures: int = 0


class EvidenceLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line behind the events: its number, and the hash of the line before."""

    line: int
    prev: str


class TextLine(EvidenceLine, frozen=True, kw_only=True):
    """What a person wrote, with the salt that goes into its hash."""

    hash: str
    salt: str
    text: str


class PersonLine(EvidenceLine, frozen=True, kw_only=True):
    """How a person is called."""

    person: str
    name: str


class PictureLine(EvidenceLine, frozen=True, kw_only=True):
    """A picture by its hash, its bytes in base64."""

    picture: str
    data: str


class EvidenceFooter(EvidenceLine, frozen=True, kw_only=True):
    """The head of the session, and the hash of everything above."""

    seq: int
    link: str
    digest: str


class Evidence(Struct, frozen=True, kw_only=True):
    """All that a sound file holds."""

    walk: ChainVerifier
    events: list[SealedEvent]
    texts: dict[str, str]
    names: dict[str, str]
    pictures: dict[str, bytes] = {}

    @property
    def view(self) -> SessionView:
        """The session as it was stored."""
        return SessionState.load(self.walk.session, self.events, self.texts, self.names).view()


class _Lines:
    """The lines so far: how many, the hash of the last one, and of all of them."""

    def __init__(self) -> None:
        self.count, self.link, self.digest = 0, "", sha256()

    def add(self, line: bytes) -> bytes:
        self.count, self.link = self.count + 1, link_hash(line)
        self.digest.update(line + b"\n")
        return line + b"\n"


# Writing --------------------------------------------------------------------------------------------


def write_evidence(sessions: Sessions, session: UUID, file: BinaryIO) -> ChainVerifier:
    """The evidence of a session as it stands now. Unsound, and not a byte written, where the store is not sound."""
    walk = sessions.verify(session)
    events = list(sessions.events.get(session, lte=walk.seq))
    salted = {hash: (salt.hex(), text) for hash, salt, text in sessions.recorder.salted(session)}
    remarks = (getattr(sealed.event, "remark", "") for sealed in events)
    texts = [(hash, *salted[hash]) for hash in remarks if hash in salted]
    people = sorted(sessions.recorder.names(person_ids(*(sealed.event for sealed in events))).items())
    kept = set(sessions.recorder.pictures(session))
    shown = dict.fromkeys(getattr(sealed.event, "picture", "") for sealed in events)
    pictures = ((hash, sessions.recorder.picture(session, hash) or b"") for hash in shown if hash in kept)
    counts = {"events": len(events), "texts": len(texts), "people": len(people)}
    if count := sum(hash in kept for hash in shown):
        counts["pictures"] = count
    file.writelines(_lines(walk, counts, [sealed.raw for sealed in events], texts, people, pictures))
    return walk


def _lines(
    walk: ChainVerifier,
    counts: dict[str, int],
    raws: list[bytes],
    texts: list[tuple],
    people: list[tuple],
    pictures: Iterator[tuple[str, bytes]],
) -> Iterator[bytes]:
    lines = _Lines()
    version = PICTURED if "pictures" in counts else PLAIN
    yield lines.add(_summed({"evidence": FORMAT, "v": version, "session": str(walk.session), **counts}))
    yield from map(lines.add, raws)
    for hash, salt, text in texts:
        yield lines.add(_linked(lines, hash=hash, salt=salt, text=text))
    for person, name in people:
        yield lines.add(_linked(lines, person=person, name=name))
    for hash, picture in pictures:
        yield lines.add(_linked(lines, picture=hash, data=b64encode(picture).decode()))
    yield lines.add(_linked(lines, seq=walk.seq, link=walk.link, digest=lines.digest.hexdigest()))


def _summed(fields: dict) -> bytes:
    return canonical({**fields, "sum": sha256(canonical(fields)).hexdigest()})


def _linked(lines: _Lines, **fields: object) -> bytes:
    return canonical({**fields, "line": lines.count + 1, "prev": lines.link})


# Reading --------------------------------------------------------------------------------------------


def read_evidence(file: BinaryIO, head: str = "") -> Evidence:
    """All that a file holds; Unsound where it is not as it was written, NotARecord where it is something else."""
    events: list[SealedEvent] = []
    reading = _Reading(file)
    walk = reading.verified(head, events.append)
    kept = {"texts": reading.texts, "names": reading.names, "pictures": reading.pictures}
    return Evidence(walk=walk, events=events, **kept)


def verify_evidence(file: BinaryIO, head: str = "") -> ChainVerifier:
    """The same, keeping no event. `head` is a link somebody held on to: it must be one of these."""
    return _Reading(file).verified(head, lambda sealed: None)


K = TypeVar("K", bound=EvidenceLine)


class _Reading:
    """A file on its way in, looking one line ahead: where two disagree, the third knows which of them is wrong."""

    def __init__(self, file: BinaryIO):
        lines = iter(lambda: file.readline(LONGEST), b"")
        self.pairs = pairwise(chain(lines, (b"", b"")))
        self.lines = _Lines()
        self.events = 0
        self.remarks: dict[str, int] = {}
        self.people: set[str] = set()
        self.texts: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.shown: set[str] = set()
        self.pictures: dict[str, bytes] = {}

    def verified(self, head: str, keep: Callable[[SealedEvent], None]) -> ChainVerifier:
        first = self._first()
        walk, held = self._events(first, head, keep)
        for _ in range(first.texts):
            self._written(self._linked(TextLine))
        for _ in range(first.people):
            self._called(self._linked(PersonLine))
        for _ in range(first.pictures):
            self._pictured(self._linked(PictureLine))
        self._last(walk)
        if head and not held:
            raise Unsound(why="other-head", seq=walk.seq)
        return walk

    def _next(self) -> tuple[bytes, bytes]:
        """A line and the one after it, without their ends; a line that was cut off counts as nothing."""
        line, after = next(self.pairs, (b"", b""))
        return line[:-1] if line.endswith(b"\n") else b"", after[:-1]

    def _first(self) -> EvidenceHeader:
        line, _ = self._next()
        try:
            named = msgspec.json.decode(line, type=dict)
            if named.get("evidence") == FORMAT and type(named.get("v")) is int and named["v"] > PICTURED:
                raise Unsound(why="newer-file", seq=0)
            first = msgspec.convert(named, EvidenceHeader)
            session = str(UUID(first.session))
            summed = _summed({name: value for name, value in named.items() if name != "sum"})
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            raise self._no_evidence(line) from error
        version = PICTURED if "pictures" in named else PLAIN
        if (first.evidence, first.v, first.session, summed) != (FORMAT, version, session, line):
            raise self._no_evidence(line)
        self.lines.add(line)
        self.events = first.events
        return first

    def _no_evidence(self, line: bytes) -> Unsound | NotARecord:
        """Whatever still says in part that it is evidence has been changed; anything else is something else."""
        if FORMAT.encode() in line or b'"evidence":"' in line:
            return self._wrong(1)
        return NotARecord(head=f"{FORMAT} {PLAIN}")

    def _events(
        self, first: EvidenceHeader, head: str, keep: Callable[[SealedEvent], None]
    ) -> tuple[ChainVerifier, bool]:
        walk, held = ChainVerifier(UUID(first.session)), False
        for seq in range(1, first.events + 1):
            line, after = self._next()
            if not line:
                raise Unsound(why="missing", seq=seq)
            walk, sealed = walk.take(line, after)
            self.lines.add(line)
            held = held or walk.link == head
            if remark := getattr(sealed.event, "remark", ""):
                self.remarks[remark] = seq
            self.shown.add(getattr(sealed.event, "picture", ""))
            self.people |= person_ids(sealed.event)
            keep(sealed)
        return walk, held

    def _linked(self, kind: type[K]) -> K:
        """The next line behind the events, which must be of this kind."""
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
            raise self._wrong(number - 1 if self._believed(line, raw, after) else number)
        if kind is not EvidenceFooter:
            self.lines.add(raw)
        return line

    def _believed(self, line: EvidenceLine, raw: bytes, after: bytes) -> bool:
        """Whether a line that does not fit the one before it is itself as it was written."""
        if isinstance(line, EvidenceFooter):
            return line.digest != self.lines.digest.hexdigest()
        return prev_in(after) == link_hash(raw)

    def _written(self, line: TextLine) -> None:
        try:
            salt, seq = bytes.fromhex(line.salt), self.remarks.pop(line.hash)
        except (ValueError, KeyError) as error:  # no salt, or a text that no event holds
            raise self._wrong(line.line) from error
        verify_text({line.hash: seq}, line.hash, salt, line.text)
        self.texts[line.hash] = line.text

    def _called(self, line: PersonLine) -> None:
        if line.person not in self.people or line.person in self.names:
            raise self._wrong(line.line)
        self.names[line.person] = line.name

    def _pictured(self, line: PictureLine) -> None:
        try:
            picture = b64decode(line.data, validate=True)
        except ValueError as error:
            raise self._wrong(line.line) from error
        same = sha256(picture).hexdigest() == line.picture and b64encode(picture).decode() == line.data
        if not same or line.picture not in self.shown:
            raise self._wrong(line.line)
        self.shown.discard(line.picture)  # no picture comes twice
        self.pictures[line.picture] = picture

    def _last(self, walk: ChainVerifier) -> None:
        last = self._linked(EvidenceFooter)
        if (last.seq, last.link, last.digest) != (walk.seq, walk.link, self.lines.digest.hexdigest()):
            raise self._wrong(last.line)
        if next(self.pairs, (b"",))[0]:
            raise self._wrong(last.line + 1)

    def _wrong(self, number: int) -> Unsound:
        """By its number, the event or the line that is not as it was written."""
        if 1 < number <= 1 + self.events:
            return Unsound(why="altered", seq=number - 1)
        return Unsound(why="line", seq=0, line=number)
