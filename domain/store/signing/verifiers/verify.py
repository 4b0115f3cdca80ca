"""Checks a Griffier evidence file with plain Python 3.11 and nothing else: python3 verify.py FILE [CHECKPOINT].

It follows domain/store/EVIDENCE.md and shares no code with Griffier. CHECKPOINT is one that was kept: a file with a
signed note, or its short form of 20 characters. The exit code is 0 if nothing is wrong, 1 if something is, 2 for any
other file.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode, b64encode
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any

RIGHT, WRONG, UNCHECKED = "right", "wrong", "not checked"
CHECKS = ("events", "signature", "checkpoints", "attachments", "names", "seats")
EVENT_KEYS = {"v", "log", "seq", "prev", "type", "tv", "actor", "role", "at", "clock", "cmd", "req", "data"}
COUNTED = ("events", "texts", "people", "pictures", "entries")
LARGEST = 2**53 - 1
Line = dict[str, Any]


class NoEvidence(Exception):
    """The file is something else."""


class Report:
    """What was found: the result of each check with its reason, and whether a kept checkpoint agrees."""

    def __init__(self) -> None:
        self.checks = dict.fromkeys(CHECKS, UNCHECKED)
        self.reasons: dict[str, str] = {}
        self.kept = UNCHECKED
        self.facts: dict[str, object] = {}

    def result(self, check: str, reason: str = "") -> None:
        """Set a check to right, or to wrong with the first reason."""
        if reason and check not in self.reasons:
            self.reasons[check] = reason
        self.checks[check] = WRONG if check in self.reasons else RIGHT

    @property
    def verdict(self) -> str:
        """Wrong if anything is wrong, else right."""
        return WRONG if WRONG in (*self.checks.values(), self.kept) else RIGHT


# Ed25519 (RFC 8032, 5.1.7) --------------------------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def add(a: Point, b: Point) -> Point:
    """The sum of two points in extended coordinates."""
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    w, x, y, z = f - e, h - g, h + g, f + e
    return w * x % P, y * z % P, x * y % P, w * z % P


def multiply(factor: int, point: Point) -> Point:
    """A multiple of a point."""
    product: Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            product = add(product, point)
        point, factor = add(point, point), factor >> 1
    return product


def point_of(data: bytes) -> Point | None:
    """The point in 32 bytes; None if there is none."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (not x and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little")) or (0, 1, 1, 0)


def is_signed_by(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is that of a key under a message."""
    if len(key) != 32 or len(signature) != 64:
        return False
    public, r = point_of(key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if public is None or r is None or s >= ORDER:
        return False
    h = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % ORDER
    one, other = multiply(s, BASE), add(r, multiply(h, public))
    return not ((one[0] * other[2] - other[0] * one[2]) % P or (one[1] * other[2] - other[1] * one[2]) % P)


# Notes, trees and lines -----------------------------------------------------------------------------


def unbase64(text: str) -> bytes:
    """The bytes that Base64 stands for; raises ValueError for any other form of them."""
    raw = b64decode(text, validate=True)
    if b64encode(raw).decode() != text:
        raise ValueError(text)
    return raw


def unhex(text: str) -> bytes:
    """The bytes in hexadecimal, in small letters; raises ValueError."""
    raw = bytes.fromhex(text)
    if raw.hex() != text:
        raise ValueError(text)
    return raw


def number(text: str) -> int:
    """A number in decimal; raises ValueError."""
    if not (text.isascii() and text.isdecimal()) or str(int(text)) != text:
        raise ValueError(text)
    return int(text)


def note_signed(text: str, signature: str, key: bytes, name: str = "griffier") -> bool:
    """Whether a signature of a note, in Base64, is that of a key."""
    try:
        raw = unbase64(signature)
    except ValueError:
        return False
    id = sha256(name.encode() + b"\n\x01" + key).digest()[:4]
    return raw[:4] == id and is_signed_by(key, text.encode(), raw[4:])


def checkpoint_signed(text: str, signature: str, key: bytes) -> bool:
    """Whether a signature is that of a key under a checkpoint, alone or together with others."""
    raw = unbase64(signature)
    if len(raw) <= 68:
        return note_signed(text, signature, key)
    count, index = int.from_bytes(raw[68:72]), int.from_bytes(raw[72:76])
    path = [raw[at : at + 32] for at in range(76, len(raw), 32)]
    root = path_root(sha256(b"\x00" + text.encode()).digest(), index, count, path)
    id = sha256(b"griffier\n\xffgriffier/batch" + key).digest()[:4]
    if raw[:4] != id or root is None or len(raw) % 32 != 76 % 32:  # the path is of whole hashes
        return False
    return is_signed_by(key, f"griffier/batch\n{count}\n{b64encode(root).decode()}\n".encode(), raw[4:68])


def read_note(note: str) -> tuple[str, int, str, str]:
    """Origin, size, root in Base64, and signature of a note; raises ValueError."""
    text, _, signed = note.partition("\n\n")
    origin, size, root = text.split("\n")
    mark, name, signature = signed.rstrip("\n").split(" ")
    if note != f"{origin}\n{size}\n{root}\n\n— griffier {signature}\n" or (mark, name) != ("—", "griffier"):
        raise ValueError(note)
    return origin, number(size), root, signature


class Tree:
    """A growing Merkle tree; it remembers the roots at the sizes it is asked for, in growing order."""

    def __init__(self, leaves: list[bytes]):
        self.leaves, self.peaks, self.size = leaves, list[tuple[int, bytes]](), 0

    def root(self, size: int) -> bytes:
        """The root over the first leaves."""
        if size < self.size:
            self.peaks, self.size = [], 0
        for leaf in self.leaves[self.size : size]:
            level, node = 0, leaf
            while self.peaks and self.peaks[-1][0] == level:
                level, node = level + 1, sha256(b"\x01" + self.peaks.pop()[1] + node).digest()
            self.peaks.append((level, node))
        self.size = size
        if not self.peaks:
            return sha256(b"").digest()
        root = self.peaks[-1][1]
        for _, peak in reversed(self.peaks[:-1]):
            root = sha256(b"\x01" + peak + root).digest()
        return root


def is_included(leaf: bytes, index: int, size: int, path: list[bytes], root: bytes) -> bool:
    """Whether a path leads from a leaf to a root (RFC 9162, 2.1.3.2)."""
    return path_root(leaf, index, size, path) == root


def path_root(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """The root to which a path leads from a leaf; None for a path of another length."""
    if not 0 <= index < size:
        return None
    last = size - 1
    for node in path:
        if not last:
            return None
        if index & 1 or index == last:
            leaf = sha256(b"\x01" + node + leaf).digest()
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            leaf = sha256(b"\x01" + leaf + node).digest()
        index, last = index >> 1, last >> 1
    return None if last else leaf


def link_of(line: bytes) -> str:
    """The hash by which the next line names this one."""
    return sha256(b"\x00" + line).hexdigest()


def plain(value: object) -> bool:
    """Whether a value may be in canonical JSON."""
    if isinstance(value, dict):
        return all(key.isascii() and plain(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(map(plain, value))
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return True
    return isinstance(value, int) and abs(value) <= LARGEST


def canonical(value: object) -> bytes:
    """Canonical JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def read_line(raw: bytes) -> Line:
    """A line of canonical JSON; raises ValueError."""
    try:
        line = json.loads(raw)
        if not isinstance(line, dict) or not plain(line) or canonical(line) != raw:
            raise ValueError("not canonical")
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return line


# A session ------------------------------------------------------------------------------------------


class SessionFile:
    """The lines of the evidence of a session, by kind."""

    def __init__(self, data: bytes, report: Report):
        self.report = report
        self.kinds: dict[str, list[Line]] = {kind: [] for kind in COUNTED}
        self.links: list[str] = []
        try:
            self._read(data)
            report.result("events")
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
            report.result("events", str(error) or "unreadable")
        self.tree = Tree([bytes.fromhex(link) for link in self.links])

    def _read(self, data: bytes) -> None:
        lines = data.split(b"\n")
        header = read_line(lines[0])
        self.version, self.session = header["v"], header["session"]
        self.report.facts["session"] = self.session
        summed = {name: value for name, value in header.items() if name != "sum"}
        if header["sum"] != sha256(canonical(summed)).hexdigest():
            raise ValueError("line 1")
        counts = [header.get(kind, 0) for kind in COUNTED]
        if (
            type(self.version) is not int
            or self.version not in (1, 2, 3, 4)
            or not all(type(count) is int and count >= 0 for count in counts)
        ):
            raise ValueError("line 1")
        at, prev = 1, "0" * 64
        for kind, count in zip(COUNTED, counts, strict=True):
            for _ in range(count):
                if at >= len(lines) - 1:
                    raise ValueError(f"line {at + 1} is missing")
                try:
                    line = read_line(lines[at])
                    self._check_event(line, prev) if kind == "events" else self._check_place(line, at + 1, prev)
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    raise ValueError(f"event {at}" if kind == "events" else f"line {at + 1}") from error
                prev = link_of(lines[at])
                self.kinds[kind].append(line)
                if kind == "events":
                    self.links.append(prev)
                at += 1
        self._check_end(lines, at, prev, data)

    def _check_event(self, line: Line, prev: str) -> None:
        events = self.kinds["events"]
        times = [event["at"] for event in events[-1:]]
        expected = (f"griffier/s/{self.session}", len(events) + 1, prev, 1)
        if line.keys() != EVENT_KEYS or (line["log"], line["seq"], line["prev"], line["v"]) != expected:
            raise ValueError
        if type(line["seq"]) is not int or type(line["at"]) is not str or (times and line["at"] < times[0]):
            raise ValueError

    def _check_place(self, line: Line, number: int, prev: str) -> None:
        if (line["line"], line["prev"]) != (number, prev):
            raise ValueError

    def _check_end(self, lines: list[bytes], at: int, prev: str, data: bytes) -> None:
        if at != len(lines) - 2 or lines[-1]:
            raise ValueError(f"line {at + 1}")
        last = read_line(lines[at])
        self._check_place(last, at + 1, prev)
        digest = sha256(data[: len(data) - len(lines[at]) - 1]).hexdigest()
        link = self.links[-1] if self.links else ""
        if (last["seq"], last["link"], last["digest"]) != (len(self.links), link, digest):
            raise ValueError(f"line {at + 1}")

    # The entries of the register ----------------------------------------------------------------------

    def check_entries(self) -> None:
        """Checks 2 and 3."""
        report, self.heads, self.texts = self.report, list[tuple[str, int]](), set[str]()
        entries = self.kinds["entries"]
        heads = [entry for entry in entries if entry["entry"].startswith("head\n")]
        keys = Keys()
        last = heads[-1] if heads else None
        size = 0
        for entry in entries:
            try:
                text = entry["entry"]
                self.texts.add(text)
                keys.read(text)
                if text.startswith("head\n"):
                    size = self._check_head(entry, keys, size, entry is last)
                if entry["register"]:
                    self._check_inclusion(entry, keys)
                elif last and last["signature"] and (entry is last or not text.startswith("head\n")):
                    raise ValueError("checkpoints")
            except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
                check = str(error) if str(error) in CHECKS else "signature"
                report.result(check, f"entry {entry.get('number')}")
        if last:
            unfinished = "" if size == len(self.links) else f"signed up to event {size}"
            if last["signature"]:
                report.facts["key"] = keys.key.hex()
                report.result("signature", unfinished)
            if last["signature"] or unfinished:
                report.result("checkpoints", unfinished)

    def _check_head(self, entry: Line, keys: Keys, before: int, last: bool) -> int:
        _, origin, size, root, bound, end = entry["entry"].split("\n")
        log = f"griffier/s/{self.session}" + (f"/{keys.epoch}" if keys.epoch > 1 else "")
        if origin != log or end or not number(size) or len(bound.split(" ")) != 2:
            raise ValueError("signature")
        text = f"{origin}\n{size}\n{root}\n"
        if last and entry["signature"] and not checkpoint_signed(text, entry["signature"], keys.key):
            raise ValueError("signature")
        if not before < int(size) <= len(self.links):
            raise ValueError("checkpoints")
        if b64encode(self.tree.root(number(size))).decode() != root:
            raise ValueError("checkpoints")
        self.heads.append((origin, int(size)))
        return int(size)

    def _check_inclusion(self, entry: Line, keys: Keys) -> None:
        origin, size, root, signature = read_note(entry["register"])
        if origin != keys.origin or not note_signed(f"{origin}\n{size}\n{root}\n", signature, keys.key):
            raise ValueError("signature")
        path = [unbase64(node) for node in entry["inclusion"]]
        leaf = sha256(b"\x00" + entry["entry"].encode()).digest()
        if type(entry["number"]) is not int or not is_included(leaf, entry["number"], size, path, unbase64(root)):
            raise ValueError("checkpoints")

    # Texts, pictures, names, cosignatures -------------------------------------------------------------

    def check_attachments(self) -> None:
        """Check 4."""
        texts = {line["hash"]: line for line in self.kinds["texts"]}
        pictures = {line["picture"]: line for line in self.kinds["pictures"]}
        for hash, line in texts.items():
            if sha256(unhex(line["salt"]) + line["text"].encode()).hexdigest() != hash:
                self.report.result("attachments", f"line {line['line']}")
        for hash, line in pictures.items():
            if sha256(unbase64(line["data"])).hexdigest() != hash:
                self.report.result("attachments", f"line {line['line']}")
        named: dict[str, set[str]] = {"text": set(), "picture": set()}
        for event in self.kinds["events"]:
            for kind, field, there in (("text", "remark", texts), ("picture", "picture", pictures)):
                house = event["data"].get("told", {}).get("house", "") if field == "remark" else ""
                if hash := event["data"].get(field, "") or house:
                    named[kind].add(hash)
                    if hash not in there and self.heads and not self._erased(kind, hash):
                        self.report.result("attachments", f"event {event['seq']}")
        if texts.keys() - named["text"] or pictures.keys() - named["picture"]:
            self.report.result("attachments", "a text or photograph of no event")
        self.report.result("attachments")

    def _erased(self, kind: str, hash: str) -> bool:
        began = next((text.split("\n")[4] for text in self.texts if text.startswith("begin\n")), "0")
        session = self.session.replace("-", "")
        return f"erasure\n{kind}\n{session}\n{hash}\n" in self.texts or began != "0"

    def check_names(self) -> None:
        """Check 5."""
        people = {line["person"]: line for line in self.kinds["people"]}
        bound = {t.split("\n")[1]: t.split("\n")[2] for t in self.texts if t.startswith("name\n")}
        for person, line in people.items():
            salt = line.get("salt", "")  # files of version 1 and 2 have none
            hashed = sha256(unhex(salt) + line["name"].encode()).hexdigest()
            wrong = (salt or person in bound) and bound.get(person) != hashed
            if person not in self._people() or wrong or (len(person) == 64 and person != hashed):
                self.report.result("names", f"line {line['line']}")
        hashes = {person for person in self._people() if len(person) == 64 and self.heads}
        for person in sorted((bound.keys() | hashes) - people.keys()):
            if f"erasure\nname\n{person}\n{person}\n" not in self.texts:
                self.report.result("names", "a name is missing")
        if self.heads:
            self.report.result("names")

    def _people(self) -> set[str]:
        ids: set[str] = set()
        for event in self.kinds["events"]:
            data = event["data"]
            ids |= {*data.get("people", []), data.get("person", ""), data.get("told", {}).get("scribe", "")}
        return ids

    def check_seats(self) -> None:
        """Check 6."""
        for text in sorted(text for text in self.texts if text.startswith("cosigned\n")):
            _, origin, size, root, who, key, signature, end = text.split("\n")
            same = b64encode(self.tree.root(number(size))).decode() == root
            name = f"griffier/{who.replace(' ', '/')}"
            raw, signed = unbase64(key), f"{origin}\n{size}\n{root}\n"
            known = origin.split("/")[:3] == ["griffier", "s", self.session] and 0 < int(size) <= len(self.links)
            valid = not end and same and known and note_signed(signed, signature, raw, name)
            self.report.result("seats", "" if valid else who)

    def check_kept(self, kept: str) -> None:
        """Whether a checkpoint that was kept agrees."""
        origins = [f"griffier/s/{self.session}", *dict.fromkeys(origin for origin, _ in self.heads)]
        if "\n" in kept:
            origin, size, root, _ = read_note(kept.replace("\r", ""))
            same = origin in origins and 0 < size <= len(self.links)
            agrees = same and b64encode(self.tree.root(size)).decode() == root
        else:
            short = kept.replace(" ", "").upper()
            sizes = range(1, len(self.links) + 1)
            texts = ((o, f"{n}\n{b64encode(self.tree.root(n)).decode()}\n") for n in sizes for o in origins)
            agrees = any(sha256(f"{o}\n{text}".encode()).hexdigest()[:20].upper() == short for o, text in texts)
        self.report.kept = RIGHT if agrees else WRONG


class Keys:
    """The key, the epoch and the origin of the register, as its entries about itself say."""

    def __init__(self) -> None:
        self.key, self.epoch, self.log = b"", 1, ""

    @property
    def origin(self) -> str:
        """The origin of the register's log."""
        return f"griffier/register/{self.log}" + (f"/{self.epoch}" if self.epoch > 1 else "")

    def read(self, text: str) -> None:
        """Take an entry into account; raises ValueError for one that may not be there."""
        kind, *lines = text.split("\n")
        if kind == "begin" and not self.log:
            self.log, self.key = lines[0], unbase64(lines[1])
        elif kind == "key" and note_signed("\n".join([kind, *lines[:2], ""]), lines[2], self.key):
            self.key = unbase64(lines[0])
        elif kind == "resumed" and number(lines[0]) == self.epoch + 1:
            self.epoch, self.key = number(lines[0]), unbase64(lines[1])
        elif kind in ("begin", "key", "resumed") or not self.log:
            raise ValueError("signature")


def check_session(data: bytes, kept: str) -> Report:
    """Check the evidence of a session."""
    report = Report()
    file = SessionFile(data, report)
    if report.verdict == WRONG:  # nothing after this line can be relied on
        return report
    try:
        file.check_entries()
        file.check_attachments()
        file.check_names()
        file.check_seats()
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        report.result("events", str(error) or "unreadable")
    if kept:
        try:
            file.check_kept(kept)
        except (ValueError, IndexError):
            report.kept = WRONG
    return report


# The register ---------------------------------------------------------------------------------------


def check_register(data: bytes, kept: str) -> Report:
    """Check the evidence of the register."""
    report, notes, at = Report(), dict[int, str](), 0
    try:
        *lines, last, end = data.split(b"\n")
        header, keys, leaves = read_line(lines[0]), Keys(), list[bytes]()
        summed = {name: value for name, value in header.items() if name != "sum"}
        if header["sum"] != sha256(canonical(summed)).hexdigest() or header["entries"] != len(lines) - 1 or end:
            raise ValueError("counts")
        if read_line(last)["digest"] != sha256(data[: len(data) - len(last) - 1]).hexdigest():
            raise ValueError("digest")
        for line in map(read_line, lines[1:]):
            at += 1
            leaves.append(unbase64(line["leaf"]))
            if line["entry"]:
                keys.read(line["entry"])
                if sha256(b"\x00" + line["entry"].encode()).digest() != leaves[-1]:
                    raise ValueError("leaf")
            if line["note"]:
                notes[at] = line["note"]
        tree = Tree(leaves)
        for size, note in notes.items():
            origin, signed, root, _ = read_note(note)
            if signed != size or b64encode(tree.root(size)).decode() != root:
                raise ValueError("root")
        if notes:  # the newest signature covers all the others, as each root is that of the first leaves
            origin, size, root, signature = read_note(notes[max(notes)])
            if origin != keys.origin or not note_signed(f"{origin}\n{size}\n{root}\n", signature, keys.key):
                raise ValueError("signature")
        report.result("events")
        report.result("signature")
        report.result("checkpoints")
        if kept:
            origin, size, root, _ = read_note(kept)
            same = origin.split("/")[2] == keys.log and size <= len(leaves)
            report.kept = RIGHT if same and b64encode(tree.root(size)).decode() == root else WRONG
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        report.result("events", f"entry {at}: {error}")
    return report


def check(data: bytes, kept: str = "") -> Report:
    """Check any evidence file; raises NoEvidence for another file."""
    start = data[:400]
    if b'"evidence":"griffier-register"' in start:
        return check_register(data, kept)
    if b'"evidence":"griffier-evidence"' not in start:
        raise NoEvidence
    return check_session(data, kept)


def main(arguments: list[str]) -> int:
    """The command."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__)
        return 2
    kept = arguments[1] if len(arguments) > 1 else ""
    if kept and Path(kept).is_file():
        kept = Path(kept).read_text(encoding="utf-8")
    try:
        report = check(Path(arguments[0]).read_bytes(), kept)
    except (NoEvidence, OSError):
        print("This is no Griffier evidence file.")
        return 2
    for name, result in report.checks.items():
        print(f"{name:<12} {result:<12} {report.reasons.get(name, '')}")
    if kept:
        print(f"{'kept':<12} {report.kept}")
    elif "key" in report.facts:
        print(f"Signed by the key {report.facts['key']}, whose holder could have made the file anew.")
    print("Something is wrong." if report.verdict == WRONG else "Nothing is wrong.")
    return 1 if report.verdict == WRONG else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
