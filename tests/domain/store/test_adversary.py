"""Hostile and careless clients: nothing is lost, doubled, altered or disclosed."""

import secrets
import sqlite3
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from threading import Event, Thread
from uuid import UUID

import pytest

from domain.errors import NoStore, NotAllowed, Stale, TooLong, UnknownWord, Unreadable
from domain.rules import replace
from domain.sessions.application import Sessions
from domain.sessions.commands import LARGEST, LONGEST, OpenSession, RecordLines
from domain.sessions.evidence import verify_evidence, write_evidence
from domain.store.erasable_texts import ERASED
from projections.listing import read
from projections.runner import Runner
from projections.storage import open_storage
from replays.annotation import refusal_text
from replays.record_text import read_record, write_record
from tests.domain.store.test_use_cases import OPENING, TABLE, opened


def unchanged(sessions, session, error, *wanted):
    """Checks that each call is refused with this error and a sentence, and that nothing is stored."""
    before = sessions.verify(session)
    for wish in wanted:
        with pytest.raises(error) as refused:
            wish()
        for lang in ("en", "fr"):
            assert "{" not in refusal_text(refused.value, lang)
    assert sessions.verify(session) == before


# Who may do what ------------------------------------------------------------------------------------


def test_an_empty_list_of_lines_is_refused(sessions):
    session = opened(sessions, *OPENING)
    unchanged(sessions, session, Unreadable, lambda: sessions.record(session, actor="ann"))
    empty = sessions.writer.submit(RecordLines(session=session, entries=(), actor="ann", key="e"))
    full = sessions.writer.submit(RecordLines(session=session, entries=("B done",), actor="ann", key="f"))
    assert full.result().line == 4 and isinstance(empty.exception(), Unreadable)


def test_only_roles_that_see_lines_at_once_learn_what_they_missed(sessions):
    session = opened(sessions, *OPENING, '; B "between us"')
    for role, person in (("viewer", "vic"), ("arbiter", "art")):
        sessions.grant(session, role, person=person, actor="ann")
    sessions.grant(session, "seat", person="bea", seat=0, actor="ann")
    for actor in ("eve", "vic"):  # a viewer may have to wait for the lines that were missed
        unchanged(
            sessions, session, NotAllowed, lambda a=actor: sessions.record(session, "B pass", actor=a, expected=0)
        )
    for actor in ("art", "bea"):
        unchanged(sessions, session, Stale, lambda a=actor: sessions.record(session, "B pass", actor=a, expected=0))


def test_an_empty_actor_has_no_role(sessions):
    session = opened(sessions, *OPENING)
    sessions.grant(session, "scribe", proof="0" * 64, actor="ann")
    (grant,) = (held.grant for held in sessions.view(session).grants.values() if held.role == "scribe")
    unchanged(sessions, session, NotAllowed, lambda: sessions.record(session, "B done", actor=""))
    assert sessions.record(session, "B done", actor=grant).line == 4


def test_a_seat_writes_for_no_other_seat_however_it_is_wrapped(sessions):
    session = opened(sessions, *OPENING)
    for seat, person in enumerate(("bea", "yve")):
        sessions.grant(session, "seat", person=person, seat=seat, actor="ann")
    for role in ("arbiter", "viewer"):
        sessions.grant(session, role, person=role, actor="ann")
    claim = sessions.record(session, "! B 2", actor="bea").line
    mine = ("B pass", "~ 3 -", "~ 3 Y pass", "~ 3+ Y pass", "~ 3+ B pass", '; B "so"', '; - "so"', "! B 2", "! - 2")
    mine += (f"! B withdraw {claim}", f"! Y withdraw {claim}", f"! - withdraw {claim}", f"$ {claim} stand", "< 2")
    mine += ("= B points 3", "? so", "& B points +1", "B refused number: build R2 up 2.2")
    viewers = [lambda line=line: sessions.record(session, line, actor="viewer") for line in (*mine, "Y pass")]
    arbiters = [
        lambda line=line: sessions.record(session, line, actor="arbiter") for line in ("B pass", "~ 3 -", "! B 2")
    ]
    for wanted in (*mine, f"! Y withdraw {claim}"):
        unchanged(sessions, session, NotAllowed, lambda line=wanted: sessions.record(session, line, actor="yve"))
        unchanged(
            sessions, session, NotAllowed, lambda line=wanted: sessions.record(session, "Y pass", line, actor="yve")
        )
    unchanged(sessions, session, NotAllowed, *viewers, *arbiters)
    for wanted in (
        lambda: sessions.grant(session, "owner", person="yve", actor="yve"),
        lambda: sessions.finish(session, actor="arbiter"),
        lambda: sessions.revoke(session, next(iter(sessions.view(session).grants)), actor="yve"),
    ):
        unchanged(sessions, session, NotAllowed, wanted)
    assert sessions.record(session, f"! B withdraw {claim}", actor="bea").line == 5


def test_a_session_cannot_be_opened_twice(sessions):
    session = opened(sessions, *OPENING, '; B "so"')
    ((hash, *_),) = sessions.recorder.salted(session)
    sessions.erase_text(session, hash)
    theft = OpenSession(setup=TABLE, actor="eve", key="k", session=session)
    unchanged(sessions, session, NotAllowed, lambda: sessions.do(theft))


# Too much, and what no record can say ---------------------------------------------------------------


def test_a_word_too_long_for_an_index_is_refused_and_harms_no_other_session(sessions):
    session = opened(sessions, *OPENING)
    long = secrets.token_hex(LONGEST)
    unchanged(
        sessions,
        session,
        TooLong,
        lambda: sessions.open(replace(TABLE, names=(long, "Ben")), actor="ann"),
        lambda: sessions.open(replace(TABLE, details={"scribe": long}), actor="ann"),
        lambda: sessions.open(TABLE, actor="ann", key=long),
        lambda: sessions.open(TABLE, actor=long),
        lambda: sessions.record(session, "B done", actor="ann", key=long),
    )
    widest = "\U0001f3b2" * LONGEST
    assert sessions.open(replace(TABLE, names=(widest, "Ben")), actor=widest, key=widest).version == 2
    poison = sessions.writer.submit(OpenSession(setup=TABLE, actor="ann", key=long))
    fine = sessions.writer.submit(RecordLines(session=session, entries=("B done",), actor="ann", key="f"))
    assert fine.result().line == 4 and isinstance(poison.exception(), TooLong)


def test_the_longest_accepted_remark_fits_into_evidence(sessions):
    session = opened(sessions)
    unchanged(sessions, session, TooLong, lambda: sessions.record(session, f'; B "{"x" * LARGEST}"', actor="ann"))
    sessions.record(session, '; B "' + "\x01" * (LARGEST // 6 - 100) + '"', actor="ann")
    file = BytesIO()
    write_evidence(sessions, session, file)
    file.seek(0)
    assert verify_evidence(file).seq == 3


def test_every_set_up_detail_reads_back_from_the_record(sessions):
    details = {"place": "the_old club\\ house # 3", "date": "16 November", "edition": "second", "scribe": "Zoë d'É"}
    session = opened(sessions, *OPENING, setup=replace(TABLE, names=("a_b c", "=# é"), details=details))
    kept = sessions.view(session).session
    assert read_record(write_record(kept)) == (kept, ())
    with pytest.raises(UnknownWord):
        sessions.open(replace(TABLE, details={"host": "Anna Smith"}), actor="ann")


# What was erased ------------------------------------------------------------------------------------


def names(listed: read.ListedSession) -> list[str]:
    return [seat.name for seat in listed.seats]


def test_an_erased_name_or_text_is_in_no_list_and_no_file(url, tmp_path):
    sessions = Sessions(url)
    session = opened(sessions, *OPENING, '; B "Zebulon sneezed"', setup=replace(TABLE, names=("Hieronymus", "Ben")))
    other = opened(sessions)
    views = open_storage(url)
    list(Runner(sessions, views).catch_up())
    assert "Hieronymus" in names(next(read.every_session(views)))
    ((hash, *_),) = sessions.recorder.salted(session)
    sessions.erase_text(session, hash)
    sessions.erase_person("Hieronymus")
    list(Runner(sessions, views).catch_up())
    assert [(one.session, names(one)) for one in read.every_session(views)] == [
        (session, [ERASED, "Ben"]),
        (other, ["Anna", "Ben"]),
    ]
    if url.startswith("sqlite"):
        left = b"".join(path.read_bytes() for path in tmp_path.glob("griffier.sqlite*"))
        assert b"Ben" in left and b"Hieronymus" not in left and b"Zebulon" not in left
    views.close()
    sessions.close()


def test_an_erasure_in_one_process_holds_in_every_other(postgres_url):
    one, other = Sessions(postgres_url), Sessions(postgres_url)
    session = opened(one, *OPENING)
    other.record(session, '; B "Zebulon sneezed"', actor="ann")
    held = other.view(session)
    assert held.setup.names == ("Anna", "Ben")
    ((hash, *_),) = one.recorder.salted(session)
    one.erase_text(session, hash)
    with pytest.raises(Stale) as stale:
        other.record(session, "B done", actor="ann", expected=2)
    assert "Zebulon" not in stale.value.facts["since"]
    one.erase_person("Anna")
    after = other.view(session)
    assert (after.setup.names, after.session.log[-1].text) == ((ERASED, "Ben"), ERASED)
    assert held.session.log[-1].text == "Zebulon sneezed"  # who read it has read it
    assert other.record(session, "B done", actor="ann").line == 5 == one.record(session, "Y pass", actor="ann").line - 1
    for sessions in (one, other):
        sessions.close()


# Backups and files that are no stores ---------------------------------------------------------------


def test_a_backup_completes_however_busy_the_store_is(sqlite_url, tmp_path):
    """A backup in steps would start again after every commit, and never end."""
    sessions, going = Sessions(sqlite_url), Event()
    session = opened(sessions)
    for _ in range(12):
        sessions.record(session, f'; B "{secrets.token_hex(1_000_000)}"', actor="ann")

    def load():
        while not going.wait(0):
            sessions.record(session, "B pass", actor="ann")

    loading, done = Thread(target=load), tmp_path / "copy.sqlite"
    loading.start()
    code = "import sys; from pathlib import Path; from domain.sessions.application import Sessions\n"
    code += "sessions = Sessions(sys.argv[1], False); sessions.backup(Path(sys.argv[2])); sessions.close()"
    backup = subprocess.run([sys.executable, "-c", code, sqlite_url, str(done)], timeout=60)
    going.set()
    loading.join()
    copy = Sessions(f"sqlite:///{done}", writing=False)
    assert backup.returncode == 0 and 14 <= copy.verify(session).seq <= sessions.verify(session).seq
    copy.close()
    sessions.close()


@pytest.mark.parametrize("writing", [True, False])
@pytest.mark.parametrize("kind", ["garbage", "folder", "foreign", "nowhere", "address"])
def test_a_file_that_is_no_store_is_reported(tmp_path, kind, writing):
    path = tmp_path / kind
    if kind == "garbage":
        path.write_bytes(bytes(range(256)) * 64)
    elif kind == "folder":
        path.mkdir()
    elif kind == "foreign" and not writing:
        with sqlite3.connect(path) as other:
            other.execute("PRAGMA journal_mode=WAL")
            other.execute("CREATE TABLE theirs (so text)")
    else:
        path = Path("/dev/null/no/such") if kind != "address" else path
    url = f"sqlite:///{path}" if kind != "address" else "postgresql://[half"
    for _ in range(2):  # the lock is let go of again
        with pytest.raises(NoStore):
            Sessions(url, writing=writing)


# Many at once ---------------------------------------------------------------------------------------


def test_two_sessions_in_one_transaction_of_which_one_fails(sessions):
    one, other = opened(sessions, *OPENING), opened(sessions, *OPENING)
    wishes = [(one, "B done"), (other, "B dances"), (one, "Y pass"), (other, "B done"), (one, "~ 99 -")]
    commands = [
        RecordLines(session=id, entries=(line,), actor="ann", key=f"{at}") for at, (id, line) in enumerate(wishes)
    ]
    futures = [sessions.writer.submit(command) for command in commands]
    assert [bool(future.exception()) for future in futures] == [False, True, False, False, True]
    assert [sessions.view(id).lines for id in (one, other)] == [5, 4]
    assert [sessions.verify(id).seq for id in (one, other)] == [7, 6]


def test_more_sessions_than_are_kept_in_memory(sessions, url):
    ids = [UUID(sessions.open(TABLE, actor="ann").session) for _ in range(80)]
    for turn in range(2):
        commands = [RecordLines(session=id, entries=("B pass",), actor="ann", key=f"{turn}") for id in ids]
        futures = [sessions.writer.submit(command, wait=True) for command in commands]
        assert {future.result().line for future in futures} == {turn + 1}
    assert len(sessions.writer.states) <= 64 and len(sessions.writer.views) <= 64
    reader = Sessions(url, writing=False)
    for id in ids:
        assert sessions.view(id).session == reader.view(id).session and reader.verify(id).seq == 4
    reader.close()


def test_many_lists_are_made_at_once(url):
    sessions = Sessions(url)
    ids = [opened(sessions, "B pass") for _ in range(12)]
    wrong: list[Exception] = []

    def listing():
        try:
            reader, views = Sessions(url, writing=False), open_storage(url)
            list(Runner(reader, views).catch_up())
            assert [one.session for one in read.every_session(views)] == ids
            views.close()
            reader.close()
        except Exception as error:
            wrong.append(error)

    threads = [Thread(target=listing) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sessions.close()
    assert wrong == []
