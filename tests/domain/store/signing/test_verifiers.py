"""The programs that are given out with evidence find every change of a file, and no fault in an honest one."""

import io
import json
import random
from base64 import b64decode, b64encode
from contextlib import closing
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.sessions.application import Sessions
from domain.sessions.evidence import write_evidence, write_register
from domain.setup import Setup
from domain.store.signing.notes import read_checkpoint
from domain.store.signing.verifiers import verify
from domain.store.signing.verifiers.verify import RIGHT, UNCHECKED, WRONG, NoEvidence, Report, check
from tests.domain.store.exports import MASKS, recorded
from tests.domain.store.signing.signed_sessions import cosignature, played_session, written_at_once

SETUP = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")


def bundle(sessions: Sessions, session: UUID) -> bytes:
    file = io.BytesIO()
    write_evidence(sessions, session, file)
    return file.getvalue()


def register(sessions: Sessions) -> bytes:
    file = io.BytesIO()
    write_register(sessions, file)
    return file.getvalue()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Evidence of a session, a checkpoint kept in its middle, the register, and a checkpoint of that."""
    folder = tmp_path_factory.mktemp("made")
    with closing(Sessions(f"sqlite:///{folder}/griffier.sqlite", keys=folder / "keys")) as sessions:
        session = played_session(sessions)
        kept = sessions.record(session, '; Y "kept"', actor="ann").proof.checkpoint
        note = sessions.recorder.newest_note()
        sessions.record(session, "B pass", actor="ann")
        hash, _, _ = sessions.recorder.salted(session)[0]
        sessions.erase_text(session, hash)
        sessions.erase_person("Bo")
        return bundle(sessions, session), kept, register(sessions), note


def wrong_checks(report: Report) -> set[str]:
    return {name for name, result in report.checks.items() if result == WRONG}


def test_an_honest_file_is_right(made):
    file, kept, _, _ = made
    report = check(file, kept)
    assert report.checks == {**dict.fromkeys(report.checks, RIGHT), "seats": UNCHECKED}
    assert (report.kept, report.verdict, report.reasons) == (RIGHT, RIGHT, {})


@pytest.mark.parametrize("path", sorted(Path("tests/domain/store/corpus").glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_file_of_every_version_is_right(path):
    report = check(path.read_bytes())
    assert (report.verdict, report.reasons) == (RIGHT, {})


def test_a_cosignature_is_checked(sessions):
    session = played_session(sessions)
    size, key, signature = cosignature(sessions, session, Ed25519PrivateKey.generate())
    sessions.cosign(session, "seat B", size, key, signature)
    assert check(bundle(sessions, session)).checks["seats"] == RIGHT


def test_a_kept_short_form_agrees_and_no_other(made):
    file, kept, _, _ = made
    short = read_checkpoint(kept)[0].short_form
    assert check(file, short).kept == check(file, short.lower()).kept == RIGHT
    assert check(file, f"{'0' if short[0] != '0' else '1'}{short[1:]}").kept == WRONG


def test_the_register_is_right_and_a_change_of_it_is_found(made):
    _, _, file, note = made
    assert (check(file, note).verdict, check(file, note).kept) == (RIGHT, RIGHT)
    chance = random.Random(5)
    for _ in range(100):
        at, mask = chance.randrange(len(file)), 1 << chance.randrange(8)
        assert is_found(file[:at] + bytes((file[at] ^ mask,)) + file[at + 1 :]), (at, mask)


@pytest.mark.parametrize("data", [b"", b"{}\n", b"\xff\xd8 a picture", b"griffier 1\n"])
def test_another_file_is_no_evidence(data):
    with pytest.raises(NoEvidence):
        check(data)


def is_found(data: bytes, kept: str = "") -> bool:
    try:
        return check(data, kept).verdict == WRONG
    except NoEvidence:
        return True


def sealed_anew(lines: list[bytes]) -> bytes:
    """A file whose counts, line digests and sums are computed anew, as a forger would."""
    header = json.loads(lines[0])
    kinds = {"hash": "texts", "person": "people", "picture": "pictures", "entry": "entries", "log": "events"}
    counts = dict.fromkeys(kinds.values(), 0)
    read = [json.loads(line) for line in lines[1:-1]]
    for line in read:
        counts[next(kind for key, kind in kinds.items() if key in line)] += 1
    header = {**header, **counts}
    del header["sum"]
    made = [dumped({**header, "sum": sha256(dumped(header)).hexdigest()})]
    for line in read:
        if "log" not in line:
            line = {**line, "line": len(made) + 1, "prev": sha256(b"\0" + made[-1]).hexdigest()}
        made.append(dumped(line))
    last = json.loads(lines[-1])
    body = b"".join(line + b"\n" for line in made)
    last |= {"line": len(made) + 1, "prev": sha256(b"\0" + made[-1]).hexdigest(), "digest": sha256(body).hexdigest()}
    events = [line for line in made if b'"log":"griffier/s/' in line[:2000] and b'"cmd":' in line[:400]]
    last |= {"seq": len(events), "link": sha256(b"\0" + events[-1]).hexdigest()}
    return body + dumped(last) + b"\n"


def dumped(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def forged(file: bytes, key: str, change) -> bytes:
    """The file with the lines of one kind changed, and everything that needs no key computed anew."""
    lines = file.splitlines()
    changed = [
        change(json.loads(line)) if f'"{key}":'.encode() in line and at else json.loads(line)
        for at, line in enumerate(lines[:-1])
    ]
    return sealed_anew([*(dumped(line) for line in changed if line is not None), lines[-1]])


def test_sealing_an_unchanged_file_anew_changes_nothing(made):
    file, *_ = made
    assert sealed_anew(file.splitlines()) == file


def with_name(line):
    return {**line, "name": "Eve"} if "person" in line and "name" in line else line


def without_name(line):
    return None if "person" in line and "name" in line else line


def with_text(line):
    return {**line, "text": "changed"} if "hash" in line else line


def without_text(line):
    return None if "hash" in line and "text" in line else line


def without_picture(line):
    return None if "data" in line and "picture" in line and "log" not in line else line


def without_erasure(line):
    return None if line.get("entry", "").startswith("erasure\ntext") else line


def without_heads(line):
    return None if line.get("entry", "").startswith("head") else line


def without_last_head(line):
    return None if line.get("register") and line["entry"].startswith("head") else line


def with_signature(change):
    """A change of the bytes of the signature that the last head shares with others."""

    def changed(line):
        if not line.get("signature"):
            return line
        return {**line, "signature": b64encode(change(b64decode(line["signature"]))).decode()}

    return changed


def flipped(at: int):
    return with_signature(lambda raw: raw[:at] + bytes((raw[at] ^ 1,)) + raw[at + 1 :])


SHARED = [
    *map(flipped, (0, 4, 67, 71, 75, 76, 139)),
    *(with_signature(lambda raw, end=end: raw[:end]) for end in (0, 4, 68, 72, 76, 108, 139)),
    with_signature(lambda raw: raw + bytes(32)),
    with_signature(lambda raw: raw + b"a"),
]


def test_a_changed_signature_that_sessions_share_is_found(sessions):
    first, *_ = written_at_once(sessions, 5)
    file = bundle(sessions, UUID(first.session))
    assert (check(file, first.proof.checkpoint).verdict, check(file).checks["signature"]) == (RIGHT, RIGHT)
    for at, change in enumerate(SHARED):
        assert check(forged(file, "entry", change)).checks["signature"] in (WRONG, UNCHECKED), at
        if at != SIGNATURE_CUT_OFF:
            assert check(forged(file, "entry", change)).verdict == WRONG, at


SIGNATURE_CUT_OFF = 7  # the file says that it is not signed


def with_another_key(line):
    if not line.get("entry", "").startswith("begin"):
        return line
    parts = line["entry"].split("\n")
    return {**line, "entry": "\n".join([*parts[:2], "A" * 43 + "=", *parts[3:]])}


FORGERIES = [
    ("name", with_name, {"names"}),
    ("name", without_name, {"names"}),
    ("text", with_text, {"attachments"}),
    ("text", without_text, {"attachments"}),
    ("data", without_picture, {"attachments"}),
    ("entry", without_erasure, {"attachments"}),
    ("entry", without_last_head, {"checkpoints", "signature"}),
    ("entry", with_another_key, {"signature", "checkpoints"}),
]


@pytest.mark.parametrize(("key", "change", "found"), FORGERIES, ids=[change.__name__ for _, change, _ in FORGERIES])
def test_a_forged_file_is_found(made, key, change, found):
    report = check(forged(made[0], key, change))
    assert wrong_checks(report) and wrong_checks(report) <= found


def test_a_file_without_signatures_is_not_called_signed(made):
    report = check(forged(made[0], "entry", without_heads))
    assert report.checks["signature"] == UNCHECKED or report.verdict == WRONG


def test_a_change_of_a_byte_is_found(made):
    file, *_ = made
    chance = random.Random(3)
    for _ in range(150):
        at, mask = chance.randrange(len(file)), chance.choice(MASKS)
        assert is_found(file[:at] + bytes((file[at] ^ mask,)) + file[at + 1 :]), (at, mask)


@pytest.fixture
def remembering(monkeypatch):
    """The verifier remembers what it found of equal lines and signatures, so that a long sweep takes minutes."""
    for name in ("read_line", "link_of", "is_signed_by"):
        monkeypatch.setattr(verify, name, lru_cache(maxsize=4096)(getattr(verify, name)))


@pytest.mark.soak
def test_a_change_of_any_byte_of_a_long_file_is_found(tmp_path, capsys, remembering):
    """Every byte of evidence with 300 lines, with two masks."""
    with closing(Sessions(f"sqlite:///{tmp_path}/griffier.sqlite", keys=tmp_path / "keys")) as sessions:
        file = bundle(sessions, recorded(sessions))
    assert not is_found(file)
    missed = [
        (at, mask)
        for at in range(len(file))
        for mask in MASKS
        if not is_found(file[:at] + bytes((file[at] ^ mask,)) + file[at + 1 :])
    ]
    with capsys.disabled():
        print(f"\n{len(file)} bytes x {len(MASKS)} masks: {len(missed)} changes not found")
    assert missed == []


HONEST = [pytest.param(15, id="15"), pytest.param(10_000, marks=pytest.mark.soak, id="10000")]


@pytest.mark.parametrize("count", HONEST)
def test_honest_files_raise_no_alarm(tmp_path, count, remembering):
    chance = random.Random(count)
    with closing(Sessions(f"sqlite:///{tmp_path}/griffier.sqlite", keys=tmp_path / "keys")) as sessions:
        for number in range(count):
            session = UUID(sessions.open(SETUP, actor="ann").session)
            kept = []
            for step in range(chance.randrange(6)):
                kept.append(sessions.record(session, f'; B "{number} {step}"', "B pass", actor="ann").proof.checkpoint)
            if number % max(10, count // 20) == 7:
                sessions.rotate_key()
            salted = sessions.recorder.salted(session)
            if salted and chance.random() < 0.3:
                sessions.erase_text(session, salted[0][0])
            report = check(bundle(sessions, session), chance.choice(kept) if kept else "")
            assert report.verdict == RIGHT and report.kept != WRONG, (number, report.reasons)


@pytest.fixture
def sessions(url, tmp_path):
    with closing(Sessions(url, keys=tmp_path / "keys")) as sessions:
        yield sessions


def test_the_python_verifier_imports_the_standard_library_only():
    import ast
    import sys

    source = Path("domain/store/signing/verifiers/verify.py").read_text(encoding="utf-8")
    names = {node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    names |= {
        alias.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import) for alias in node.names
    }
    assert {name.split(".")[0] for name in names} <= {*sys.stdlib_module_names}
