"""What an operator changes in the store is found; what is erased properly, or older than the register, is not."""

from contextlib import closing
from secrets import token_hex
from uuid import UUID

import pytest

from domain.rules import replace
from domain.sessions.application import Sessions
from domain.sessions.commands import ErasableText, salted_text
from tests.domain.store.raw_database import owner
from tests.domain.store.signing.signed_sessions import SETUP, checkpoint_of, played_session, reason, rewrite_the_chain


def change_a_name(past, session):
    past.do("UPDATE people SET name=? WHERE name=?", "Eve", "Ana")


def remove_a_name(past, session):
    past.do("DELETE FROM people WHERE name=?", "Ana")


def change_an_answer(past, session):
    row = next(row for row in past.rows(session) if row[2] > 3 and row[5] is not None)
    past.put(session, row[2], (*row[:5], bytes(row[5]).replace(b'"line":', b'"line" :')))


def remove_an_answer(past, session):
    row = next(row for row in past.rows(session) if row[2] > 3 and row[5] is not None)
    past.put(session, row[2], (*row[:5], None))


def remove_a_text(past, session):
    past.do("DELETE FROM texts WHERE text=?", "remark 2")


def remove_a_picture(past, session):
    past.do("DELETE FROM pictures")


def change_a_picture(past, session):
    past.do("UPDATE pictures SET picture=?", b"other pixels")


def cut_the_tail(past, session):
    rows = past.rows(session)
    past.do("DELETE FROM session_events WHERE originator_version > ?", rows[-3][2])
    past.do("DELETE FROM commits WHERE id > (SELECT max(id) - 1 FROM commits)")


def drop_the_session(past, session):
    for table in ("session_events", "commits", "texts", "pictures"):
        past.do(f"DELETE FROM {table}")


def forge_a_checkpoint(past, session):
    past.do("UPDATE register SET signature=(SELECT signature FROM register WHERE size=8) WHERE size=6")


def remove_a_register_entry(past, session):
    past.do("DELETE FROM register WHERE size=6")


TAMPERING = {
    change_a_name: "name",
    remove_a_name: "name-deleted",
    change_an_answer: "answer",
    remove_an_answer: "answer",
    remove_a_text: "deleted",
    remove_a_picture: "deleted",
    change_a_picture: "text",
    rewrite_the_chain: "checkpoint",
    cut_the_tail: "missing",
    drop_the_session: "dropped",
    forge_a_checkpoint: "checkpoint",
    remove_a_register_entry: "checkpoint",
}


@pytest.mark.parametrize("tamper", TAMPERING, ids=lambda tamper: tamper.__name__)
def test_what_the_operator_changes_is_found(sessions, url, tamper):
    session = played_session(sessions)

    def verify():
        if session in dict(sessions.recorder.sessions()):
            sessions.verify(session)
        sessions.verify_register()

    assert reason(verify) == ""  # the control
    with owner(url) as past:
        past.drop_triggers()
        tamper(past, session)
    assert reason(verify) == TAMPERING[tamper]


def test_what_is_erased_properly_is_no_alarm(sessions):
    session = played_session(sessions)
    for hash, _, _ in sessions.recorder.salted(session):
        assert sessions.erase_text(session, hash) == 1
    (picture,) = sessions.recorder.pictures(session)
    assert sessions.erase_picture(session, picture) == 1
    assert sessions.erase_person("Ana") == 1 and sessions.erase_person("Ana") == 0
    sessions.verify(session)
    sessions.verify_register()
    another = UUID(sessions.open(SETUP, actor="ann").session)  # Ana is a new person now
    sessions.verify(another)
    sessions.verify_register()


def test_a_store_from_before_the_register_is_intact_and_signed_from_its_next_commit_on(sessions, url, monkeypatch):
    def random_id(text: str) -> ErasableText:
        made = salted_text(text)
        return replace(made, hash=token_hex(16)) if text in SETUP.names else made

    monkeypatch.setattr("domain.sessions.decide.salted_text", random_id)  # as the ids of people were at that time
    session = played_session(sessions)
    monkeypatch.undo()
    hash, _, _ = sessions.recorder.salted(session)[0]
    sessions.erase_text(session, hash)
    sessions.close()
    with owner(url) as past:  # as an earlier version left it
        past.drop_triggers()
        for table in ("register", "register_heads", "name_salts"):
            past.do(f"DELETE FROM {table}")
    with closing(Sessions(url, keys=sessions.keys.path)) as later:
        later.verify(session)
        assert later.verify_register() == 0
        other = UUID(later.open(SETUP, actor="ann").session)
        later.verify(session)
        receipt = later.record(session, "B pass", actor="ann")
        assert checkpoint_of(receipt).size == receipt.version
        for id in (session, other):
            later.verify(id)
        later.verify_register()
