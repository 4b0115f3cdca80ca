"""Evidence files: they can be verified, every change is named, and they restore the session."""

import io
import random
from uuid import UUID, uuid4

import msgspec
import pytest

from domain.errors import NotARecord, UnknownSession, Unsound
from domain.sessions import evidence
from domain.sessions.application import Sessions
from domain.sessions.evidence import read_evidence, verify_evidence, write_evidence
from domain.setup import Setup
from domain.store.erasable_texts import ERASED
from domain.store.mapper import canonical
from tests.domain.store.exports import MASKS, exported, named, recorded, reported, wrong_line
from tests.domain.store.raw_database import owner


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A short file with every kind of line in it."""
    sessions = Sessions(f"sqlite:///{tmp_path_factory.mktemp('evidence')}/griffier.sqlite")
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Chloé", "Ben"), details={"scribe": "Zoë"})
    session = UUID(sessions.open(setup, actor="ann").session)
    sessions.record(session, '; B "naïve"', "B pass", '? "two turns"', actor="ann")
    file = exported(sessions, session)
    sessions.close()
    return file


def test_a_change_of_any_byte_of_a_file_is_found(small):
    assert reported(small) == (0, 0)
    for at in range(len(small)):
        for mask in MASKS:
            flipped = small[:at] + bytes((small[at] ^ mask,)) + small[at + 1 :]
            line = wrong_line(small, at)
            assert reported(flipped) in named(small, line), (at, mask, line)


def test_an_omitted_doubled_or_swapped_line_of_a_file_is_found(small):
    lines = small.splitlines(keepends=True)
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        left_out, doubled = before + after, [*before, line, line, *after]
        assert reported(b"".join(left_out)) in named(small, at + 1)
        assert reported(b"".join(doubled)) in named(small, at + 2)
        if after:
            assert reported(b"".join([*before, after[0], line, *after[1:]])) in named(small, at + 1)
    assert reported(small + b"\n") == (0, len(lines) + 1)
    assert reported(small + b"{}\n") == (0, len(lines) + 1)


def test_a_truncated_file_is_found(small):
    for length in range(1, len(small)):
        seq, line = reported(small[:length])
        assert seq or line


def test_a_text_that_was_changed_is_named_by_its_event(small):
    with pytest.raises(Unsound) as unsound:
        verify_evidence(io.BytesIO(small.replace("naïve".encode(), "noïve".encode())))
    assert unsound.value.facts == {"why": "text", "seq": 3}


@pytest.mark.parametrize("text", [b"", b"\n", b"griffier 1\n", b"{}\n", b"[" * 100_000, b'{"a":' * 100_000, bytes(64)])
def test_a_file_that_is_no_evidence_is_refused(text):
    with pytest.raises(NotARecord):
        verify_evidence(io.BytesIO(text))


def test_a_file_of_a_newer_version_says_so():
    newer = evidence._summed({"evidence": "griffier-evidence", "v": 5, "else": []})
    with pytest.raises(Unsound) as unsound:
        verify_evidence(io.BytesIO(newer + b"\n"))
    assert unsound.value.facts["why"] == "newer-file"


def test_a_forged_count_of_lines_is_refused(small):
    first, rest = small.split(b"\n", 1)
    for name in ("events", "texts", "people", "pictures", "entries"):
        for count in (0, 1, 9, 10**12, -1):
            fields = msgspec.json.decode(first)
            del fields["sum"]
            forged = evidence._summed({**fields, name: count})
            if forged != first:
                assert reported(forged + b"\n" + rest) != (0, 0)


def test_arbitrary_bytes_are_refused(small):
    chance = random.Random(11)
    lines = small.splitlines(keepends=True)
    for _ in range(1_000):
        parts = [chance.choice([*lines, chance.randbytes(chance.randrange(40)), b"\n"]) for _ in range(8)]
        assert reported(b"".join([lines[0], *parts] if chance.random() < 0.7 else parts)) != (0, 0)


# What it says and gives back ------------------------------------------------------------------------


def test_an_intact_file_restores_the_session(sessions):
    session = recorded(sessions)
    read = read_evidence(io.BytesIO(exported(sessions, session)))
    stored, view = sessions.view(session), read.view
    assert (view.session, view.version, view.link) == (stored.session, stored.version, stored.link)
    assert (view.stated, view.grants, view.closed) == (stored.stated, stored.grants, True)
    assert [sealed.raw for sealed in read.events] == sessions.raw(session)


def test_a_file_can_be_verified_without_this_program(small):
    """Follows the description in domain/store/EVIDENCE.md; what is signed is checked in signing/test_verifiers.py."""
    import hashlib
    import json

    *lines, rest = small.split(b"\n")
    first, last = json.loads(lines[0]), json.loads(lines[-1])
    counts = [first[kind] for kind in ("events", "texts", "people", "pictures", "entries")]
    assert rest == b"" and len(lines) == 2 + sum(counts)
    prev = "0" * 64
    for number, line in enumerate(lines[1:], 2):
        read = json.loads(line)
        assert read["prev"] == prev and read.get("line", number) == number
        prev = hashlib.sha256(b"\x00" + line).hexdigest()
        if "text" in read:
            salted = bytes.fromhex(read["salt"]) + read["text"].encode()
            assert hashlib.sha256(salted).hexdigest() == read["hash"] and read["hash"].encode() in small
    assert last["digest"] == hashlib.sha256(small[: small.rindex(b"\n", 0, -1) + 1]).hexdigest()
    assert last["link"] == hashlib.sha256(b"\x00" + lines[first["events"]]).hexdigest()
    named = {read["name"] for read in map(json.loads, lines) if "name" in read}
    assert named == {"Chloé", "Ben", "Zoë"}


def test_an_erased_text_is_not_in_the_file_and_the_chain_is_intact(sessions):
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Anna", "Ben"))
    session = UUID(sessions.open(setup, actor="ann").session)
    sessions.record(session, '; B "quincunx"', '; Y "second"', actor="ann")
    before = sessions.verify(session)
    hashes = {text: hash for hash, _, text in sessions.recorder.salted(session)}
    sessions.erase_text(session, hashes["quincunx"])
    sessions.erase_person("Anna")
    file = exported(sessions, session)
    assert b"quincunx" not in file and b"Anna" not in file and b"second" in file
    read = read_evidence(io.BytesIO(file))
    assert read.walk == before
    assert [line.text for line in read.view.session.log] == [ERASED, "second"]
    assert read.view.setup.names == (ERASED, "Ben")


def test_a_damaged_store_exports_no_evidence(sessions, url):
    session = recorded(sessions)
    with owner(url) as past:
        past.drop_triggers()
        row = past.rows(session)[-1]
        past.put(session, row[2], (*row[:4], bytes(row[4]).replace(b'"ann"', b'"art"'), row[5]))
    file = io.BytesIO()
    with pytest.raises(Unsound):
        write_evidence(sessions, session, file)
    assert file.getvalue() == b""
    with pytest.raises(UnknownSession):
        write_evidence(sessions, uuid4(), file)


def test_every_line_of_a_file_is_canonical(small):
    for line in small.splitlines():
        assert canonical(msgspec.json.decode(line)) == line
