"""Checkpoints, receipts, keys and cosignatures of a store that signs."""

import shutil
from base64 import b64decode, b64encode
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.errors import BadSignature, KeyUnusable, RecordFull, StoreOutdated
from domain.sessions.application import Sessions
from domain.sessions.commands import RecordLines
from domain.store.signing.batch import checkpoint_in, is_checkpoint_signed
from domain.store.signing.keys import KEY_FILE, KeyFolder
from domain.store.signing.merkle import MerkleTree, is_consistent
from domain.store.signing.notes import read_checkpoint
from tests.domain.store.raw_database import owner
from tests.domain.store.signing.signed_sessions import (
    SETUP,
    checkpoint_of,
    cosignature,
    is_proved,
    played_session,
    reason,
    written_at_once,
)

# Receipts -----------------------------------------------------------------------------------------------------------


def test_every_receipt_proves_its_event_and_is_the_same_again(sessions, url, folder):
    session = UUID(sessions.open(SETUP, actor="ann", key="opened").session)
    sent = [(f'; B "{number}"', "B pass")[: 1 + number % 2] for number in range(20)]
    first = [sessions.record(session, *entries, actor="ann", key=f"k{at}") for at, entries in enumerate(sent)]
    key = sessions.keys.key().public
    assert all(is_proved(receipt, key) for receipt in first)
    assert not any(is_proved(receipt, bytes(32)) for receipt in first)  # the control
    again = [sessions.record(session, *entries, actor="ann", key=f"k{at}") for at, entries in enumerate(sent)]
    assert again == first
    sessions.close()
    with closing(Sessions(url, keys=folder)) as later:
        later.rotate_key()
        later.record(session, "Y pass", actor="ann")
        assert [later.record(session, *entries, actor="ann", key=f"k{at}") for at, entries in enumerate(sent)] == first


def test_commands_of_one_transaction_share_a_checkpoint(sessions):
    session = UUID(sessions.open(SETUP, actor="ann").session)
    started, held = [], []

    def wait() -> None:
        started.append(sessions.writer.submit(RecordLines(session=session, entries=("B pass",), actor="ann", key="a")))
        started.append(sessions.writer.submit(RecordLines(session=session, entries=("Y pass",), actor="ann", key="b")))
        held.append(True)

    sessions.writer.run_exclusively(wait)
    one, other = (reply.result() for reply in started)
    assert held and one.proof.checkpoint == other.proof.checkpoint and one.version + 1 == other.version
    assert is_proved(one, sessions.keys.key().public) and is_proved(other, sessions.keys.key().public)


@pytest.mark.parametrize("count", [2, 3, 7])
def test_the_sessions_of_one_transaction_share_a_signature_and_each_proves_its_own(sessions, count):
    receipts = written_at_once(sessions, count)
    key = sessions.keys.key().public
    assert all(is_proved(receipt, key) for receipt in receipts)
    assert not any(is_proved(receipt, bytes(32)) for receipt in receipts)  # the control
    signed = [b64decode(read_checkpoint(receipt.proof.checkpoint)[1]) for receipt in receipts]
    assert len({signature[:68] for signature in signed}) == 1 and len({*signed}) == count
    again = [sessions.record(UUID(receipt.session), "B pass", actor="ann", key="a") for receipt in receipts]
    assert again == receipts
    for receipt in receipts:
        sessions.verify(UUID(receipt.session))
    checkpoint, signature = read_checkpoint(receipts[0].proof.checkpoint)
    assert is_checkpoint_signed(checkpoint.text, signature, key)
    for at in range(68 + 8 + 32):
        raw = b64decode(signature)
        wrong = b64encode(raw[:at] + bytes((raw[at] ^ 1,)) + raw[at + 1 :]).decode()
        assert not is_checkpoint_signed(checkpoint.text, wrong, key), at
    for wrong in (signature[:-4], signature[:92], signature + "AAAA", "", "é"):
        assert not is_checkpoint_signed(checkpoint.text, wrong, key)
    assert not is_checkpoint_signed(checkpoint_of(receipts[1]).text, signature, key)


def test_a_transaction_of_several_sessions_from_before_they_shared_a_signature_is_intact(sessions, url):
    receipts = written_at_once(sessions, 3)
    heads = [sessions.recorder.newest_head(UUID(receipt.session).hex) for receipt in receipts]
    with owner(url) as past:  # as an earlier version stored them
        past.drop_triggers()
        for head in heads:
            own = sessions.keys.key().signature(checkpoint_in(head.text))
            past.do("UPDATE register SET signature=? WHERE number=?", own, head.number)
    ids = [UUID(receipt.session) for receipt in receipts]
    sessions.writer.run_exclusively(lambda: None, *ids)
    for id in ids:
        sessions.verify(id)
        again = sessions.record(id, "B pass", actor="ann", key="a")
        assert len(read_checkpoint(again.proof.checkpoint)[1]) == 92
    with owner(url) as past:
        past.do("UPDATE register SET signature=? WHERE number=?", "A" * 92, heads[1].number)
    assert [reason(partial(sessions.verify, id)) for id in ids] == ["", "checkpoint", ""]


def test_each_checkpoint_extends_the_one_before(sessions):
    session = played_session(sessions)
    heads = [entry for entry in sessions.recorder.register_entries(session.hex) if entry.size]
    tree = MerkleTree()
    tree.extend(map(bytes.fromhex, sessions.writer.states[session].links))
    for one, other in pairwise(heads):
        proof = tree.consistency(one.size, other.size)
        assert is_consistent(one.size, other.size, tree.root(one.size), tree.root(other.size), proof)
    assert [head.size for head in heads] == [2, 4, 6, 8, 10, 12, 13]


# The key ------------------------------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_only_its_owner_may_read_it(sessions, folder, url):
    file = folder / KEY_FILE
    assert file.stat().st_mode & 0o777 == 0o600
    made = file.read_bytes()
    sessions.close()
    with closing(Sessions(url, keys=folder)):
        assert file.read_bytes() == made
    file.chmod(0o644)
    with pytest.raises(KeyUnusable):
        Sessions(url, keys=folder)


def test_the_key_is_neither_in_the_database_nor_in_a_backup(sessions, folder, tmp_path):
    session = played_session(sessions)
    sessions.backup(tmp_path / "copy.sqlite")
    copied = (tmp_path / "copy.sqlite").read_bytes()
    seed = KeyFolder(folder).key().private.private_bytes_raw()
    assert session.hex.encode() in copied
    assert seed not in copied and (folder / KEY_FILE).read_bytes().split(b"\n")[1] not in copied
    with closing(Sessions(f"sqlite:///{tmp_path}/copy.sqlite", writing=False, keys=tmp_path / "none")) as copy:
        copy.verify(session)
        copy.verify_register()


def test_a_new_key_is_signed_by_the_old_one(sessions, folder, url):
    session = played_session(sessions)
    old = KeyFolder(folder).key().public
    new = sessions.rotate_key()
    receipt = sessions.record(session, "B pass", actor="ann")
    assert new != old and KeyFolder(folder).key().public == new
    assert is_proved(receipt, new) and not is_proved(receipt, old)
    sessions.verify(session)
    sessions.verify_register()
    with owner(url) as past:  # a key that the old one has not signed
        past.drop_triggers()
        ((number, entry),) = past.do("SELECT number, entry FROM register WHERE entry LIKE ?", "key%")
        lines = entry.split("\n")
        lines[1] = lines[1][::-1]
        past.do("UPDATE register SET entry=? WHERE number=?", "\n".join(lines), number)
    assert reason(sessions.verify_register) == "register"


def test_a_device_signs_a_checkpoint_and_no_other_name_or_size(sessions, url):
    session, private = played_session(sessions), Ed25519PrivateKey.generate()
    size, key, signature = cosignature(sessions, session, private)
    for wrong in (("seat Y", size), ("seat B", size - 1), ("seat B", size + 1)):
        with pytest.raises(BadSignature):
            sessions.cosign(session, *wrong, key, signature)
    sessions.cosign(session, "seat B", size, key, signature)
    sessions.cosign(session, "seat B", size, key, signature)  # twice is once
    sessions.verify(session)
    sessions.verify_register()
    with owner(url) as past:
        past.drop_triggers()
        past.do("UPDATE register SET entry=replace(entry, 'seat B', 'seat Y') WHERE entry LIKE ?", "cosigned%")
    assert reason(lambda: sessions.verify(session)) == "cosignature"
    assert reason(sessions.verify_register) == "register"


def test_a_signer_has_a_limited_number_of_cosignatures(sessions, monkeypatch):
    monkeypatch.setattr("domain.store.signing.signer.MOST_COSIGNATURES", 2)
    session = played_session(sessions)
    devices = [cosignature(sessions, session, Ed25519PrivateKey.generate()) for _ in range(3)]
    for device in devices[:2]:
        sessions.cosign(session, "seat B", *device)
    with pytest.raises(RecordFull):
        sessions.cosign(session, "seat B", *devices[2])
    sessions.cosign(session, "seat B", *devices[0])  # known already
    sessions.cosign(session, "seat Y", *cosignature(sessions, session, Ed25519PrivateKey.generate(), "seat/Y"))


# Outside the database -----------------------------------------------------------------------------------------------


def test_a_checkpoint_that_cannot_be_kept_outside_fails_no_command(url, folder, caplog):
    with closing(Sessions(url, keys=folder)) as sessions:
        session = played_session(sessions)
        hash, _, _ = sessions.recorder.salted(session)[0]
    (kept,) = folder.glob("newest-*")
    kept.unlink()
    kept.mkdir()
    with closing(Sessions(url, keys=folder)) as sessions:
        version = sessions.view(session).version
        assert sessions.record(session, "B pass", actor="ann").version == version + 1
        assert sessions.erase_text(session, hash) == 1
        assert "could not be kept" in caplog.text
        kept.rmdir()
        assert sessions.record(session, "Y pass", actor="ann").version == version + 2
        assert kept.is_file()
        sessions.verify_register()


def test_a_store_made_before_signing_is_opened_for_writing_first(url, folder):
    with closing(Sessions(url, keys=folder)) as sessions:
        session = played_session(sessions)
        earlier = sessions.record(session, "B pass", actor="ann", key="earlier")
    shutil.rmtree(folder)
    with owner(url) as past:
        later = ("line_notes", "note_marks", "embeds", "club_people", "club_tokens", "club_sessions")
        for table in ("register", "register_heads", "name_salts", *later):
            past.do(f"DROP TABLE {table}")
    with pytest.raises(StoreOutdated):
        Sessions(url, writing=False, keys=folder)
    with closing(Sessions(url, keys=folder)) as sessions:
        sessions.verify(session)
        again = sessions.record(session, "B pass", actor="ann", key="earlier")
        assert (again.link, again.proof.checkpoint) == (earlier.link, "")
        assert is_proved(sessions.record(session, "Y pass", actor="ann"), sessions.keys.key().public)
        sessions.verify(session)
        sessions.verify_register()
    with closing(Sessions(url, writing=False, keys=folder)) as reader:
        reader.verify(session)


# Restored states ----------------------------------------------------------------------------------------------------


def test_after_a_restored_backup_nothing_is_signed_until_the_operator_says_so(sqlite_url, folder, tmp_path):
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    with closing(Sessions(sqlite_url, keys=folder)) as sessions:
        session = played_session(sessions)
        sessions.backup(tmp_path / "copy.sqlite")
        given = checkpoint_of(sessions.record(session, "B pass", actor="ann"))
        sessions.verify_register()
    for suffix in ("", "-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    shutil.copy(tmp_path / "copy.sqlite", file)
    with closing(Sessions(sqlite_url, keys=folder)) as sessions:
        assert reason(sessions.verify_register) == "restored"
        unsigned = sessions.record(session, "Y pass", actor="ann", key="while stopped")
        assert unsigned.proof.checkpoint == "" and unsigned.proof.inclusion == []
    with closing(Sessions(sqlite_url, keys=folder)) as sessions:
        assert sessions.record(session, "Y pass", actor="ann").proof.checkpoint == ""
        assert sessions.resume_signing() and not sessions.resume_signing()
        later = checkpoint_of(sessions.record(session, "Y pass", actor="ann"))
        assert later.origin == f"{given.origin}/2" and later.size > given.size
        assert sessions.record(session, "Y pass", actor="ann", key="while stopped") == unsigned
        sessions.verify(session)
        sessions.verify_register()
        (resumed,) = (e.text for e in sessions.recorder.register_entries("register") if e.text.startswith("resumed"))
        assert b64decode(resumed.split("\n")[4]).startswith(b"griffier/register/")


def test_a_lost_key_stops_the_signing(sessions, url, folder):
    session = played_session(sessions)
    sessions.close()
    (folder / KEY_FILE).unlink()
    with closing(Sessions(url, keys=folder)) as later:
        assert later.record(session, "B pass", actor="ann").proof.checkpoint == ""
        assert later.resume_signing()
        receipt = later.record(session, "B pass", actor="ann")
        assert is_proved(receipt, later.keys.key().public)
        later.verify(session)
        later.verify_register()


def test_a_key_is_replaced_and_signing_resumed_after_another_process_wrote(postgres_url, folder):
    with closing(Sessions(postgres_url, keys=folder)) as one:
        session = played_session(one)
        with closing(Sessions(postgres_url, keys=folder)) as operator:
            one.record(session, "B pass", actor="ann")
            new = operator.rotate_key()
            operator.verify_register()
            assert is_proved(one.record(session, "B pass", actor="ann"), new)
        (folder / KEY_FILE).unlink()
        with closing(Sessions(postgres_url, keys=folder)) as operator:
            one.record(session, "B pass", actor="ann")
            assert operator.resume_signing()
            operator.verify_register()
            assert is_proved(operator.record(session, "B pass", actor="ann"), operator.keys.key().public)
        one.verify(session)
        one.verify_register()


def test_a_new_key_that_cannot_be_read_stops_the_signing_and_no_write(postgres_url, folder):
    with closing(Sessions(postgres_url, keys=folder)) as one, closing(Sessions(postgres_url, keys=folder)) as operator:
        session = played_session(one)
        operator.record(session, "B pass", actor="ann")
        new = operator.rotate_key()
        (folder / KEY_FILE).chmod(0o640)
        assert one.record(session, "B pass", actor="ann").proof.checkpoint == ""
        assert one.record(session, "B pass", actor="ann").proof.checkpoint == ""
        (folder / KEY_FILE).chmod(0o600)
        operator.record(session, "B pass", actor="ann")
        assert is_proved(one.record(session, "B pass", actor="ann"), new)
        one.verify(session)
        one.verify_register()


def test_two_processes_add_to_one_register(postgres_url, folder):
    with closing(Sessions(postgres_url, keys=folder)) as one, closing(Sessions(postgres_url, keys=folder)) as other:
        session, second = played_session(one), played_session(other)
        for _ in range(5):
            assert is_proved(one.record(session, "B pass", actor="ann"), one.keys.key().public)
            assert is_proved(other.record(second, "B pass", actor="ann"), one.keys.key().public)
            other.record(session, "Y pass", actor="ann")
        hash, _, _ = one.recorder.salted(session)[0]
        assert one.erase_text(session, hash) == 1 and other.erase_person("Ana") == 1
        one.verify(session)
        other.verify(second)
        one.verify_register()
