"""A player who kept one checkpoint finds what the operator changed since, whether it was signed anew or not."""

import io
from uuid import UUID

import pytest

from domain.sessions.evidence import write_register
from domain.store.signing.bundle import register_lines
from domain.store.signing.verifiers.verify import RIGHT, WRONG, check
from tests.domain.store.raw_database import owner
from tests.domain.store.signing.operators_files import every_case, resign, tampered_files, unverified_file
from tests.domain.store.signing.signed_sessions import SETUP, played_session

CASES = [*every_case()]


def case_id(value) -> str:
    return {None: "control", True: "anew", False: "as-signed"}.get(value) or value.__name__


@pytest.mark.parametrize(("tamper", "anew"), CASES, ids=case_id)
def test_a_holder_of_an_older_checkpoint_finds_every_change(sessions, tamper, anew):
    file, kept = tampered_files(sessions, tamper, anew)
    report = check(file, kept)
    assert report.verdict == (RIGHT if tamper is None else WRONG), report.reasons
    assert tamper is not None or report.kept == RIGHT


def test_a_holder_of_a_later_checkpoint_finds_a_restored_backup(sessions):
    session = played_session(sessions)
    restored = unverified_file(sessions, session)
    kept = sessions.record(session, "B pass", actor="ann").proof.checkpoint
    assert (check(restored).verdict, check(restored, kept).kept) == (RIGHT, WRONG)
    assert check(unverified_file(sessions, session), kept).kept == RIGHT  # the control


@pytest.mark.parametrize("anew", [None, False, True], ids=case_id)
def test_a_holder_of_a_checkpoint_of_the_register_finds_a_dropped_session(sessions, anew):
    session, other = played_session(sessions), UUID(sessions.open(SETUP, actor="ann").session)
    sessions.record(other, "B pass", actor="ann")
    kept = sessions.recorder.newest_note()
    if anew is not None:
        with owner(sessions.url) as past:
            past.drop_triggers()
            past.do("DELETE FROM session_events WHERE originator_id=?", past.id_of(session))
            past.do("DELETE FROM register WHERE about=?", session.hex)
        if anew:
            resign(sessions, other)
    sessions.record(other, "Y pass", actor="ann")
    if anew is False:  # nothing is left of the session but the gap in the register
        assert len([*register_lines(sessions.recorder)]) < sessions.recorder.register_end()[0]
        return
    write_register(sessions, file := io.BytesIO())
    assert check(file.getvalue()).verdict == RIGHT
    assert check(file.getvalue(), kept).kept == (WRONG if anew else RIGHT)
