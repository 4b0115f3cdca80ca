"""Known pitfalls of the eventsourcing library, each with the test that shows that we avoid it.

trap                                                where it is met
--------------------------------------------------  ----------------------------------------------------------
a retry drains events; a stale object is saved      here: nothing of ours calls `save` or `retry`
in-doubt commit reported as a conflict              here: no retries around our insert; test_lost_receipts
`save()` fails after the commit; snapshots, caches  here: none is there, whatever the environment says
versions with gaps are accepted                     here
`enable_db_functions`                               here: off, whatever the environment says
notification ids have gaps                          here
a pool that runs out takes the writer with it       here
settings out of the process's environment           here
rowids are used again                               here
asserts as checks                                   here: python -O finds the same; no room asserts
class moved; import by a name in the database       test_mapper: topics are our names, none is imported
no validation on loading; newer event read          test_mapper: closed schemas, newer versions refused
event evolution                                     test_mapper, test_corpus: upcasts
a payload that looks like the library's marks       test_mapper
backup while it is written                          here
pragmas, locks, deferred BEGIN, kills, lost         test_kills, test_lost_receipts, test_writer and their
  answers, full disks, append-only, roles             neighbours
LISTEN race, subscriptions, tracking                not used: one loop polls both stores (projections/runner.py)
"""

import ast
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore, SQLiteFactory

from domain.errors import NotRecorded, UnknownWord, Unreadable, Unsound
from domain.sessions.application import Sessions
from domain.setup import Setup
from domain.store.side_tables import Head, encode_heads
from replays.annotation import refusal_text
from tests.domain.store.raw_database import owner

TABLE = Setup(game="new-haven", seats=("B", "Y"), names=("Anna", "Ben"))
ROOMS = ("domain", "replays", "projections", "api")


def opened(sessions: Sessions, *lines: str) -> UUID:
    session = UUID(sessions.open(TABLE, actor="ann").session)
    for line in lines:
        sessions.record(session, line, actor="ann")
    return session


def insert(recorder, session: UUID, version: int) -> None:
    """Inserts a row directly through the recorder."""
    row = StoredEvent(session, version, "session-reopened", b"{}")
    recorder.insert_events([row], commits=[(encode_heads([Head(session, version, "0" * 64)]),)])


# Retries, snapshots, caches -------------------------------------------------------------------------


class Broken:
    """A connection that always fails, and counts the attempts."""

    def __init__(self):
        self.tried = 0

    def __call__(self):
        self.tried += 1
        raise OperationalError("cut")


def test_an_insert_is_tried_once(sessions, url, monkeypatch):
    session = opened(sessions)
    broken = Broken()
    name = "transaction" if url.startswith("sqlite") else "get_connection"
    monkeypatch.setattr(sessions.recorder.datastore, name, lambda **commit: broken())
    with pytest.raises(OperationalError):
        insert(sessions.recorder, session, 3)
    assert broken.tried == 1


def test_the_librarys_own_insert_is_retried(postgres_url, monkeypatch):
    """The control: the behaviour of the library's own insert."""
    sessions, broken = Sessions(postgres_url), Broken()
    monkeypatch.setattr("eventsourcing.utils.sleep", lambda seconds: None)
    monkeypatch.setattr(sessions.recorder.datastore, "get_connection", broken)
    with pytest.raises(OperationalError):
        PostgresApplicationRecorder.insert_events(sessions.recorder, [StoredEvent(uuid4(), 1, "t", b"{}")])
    assert broken.tried == 10
    monkeypatch.undo()
    sessions.close()


# They save pictures, and no events.
PICTURES = {Path("replays/export/svg_renderer.py"), Path("api/photos/image_worker.py")}


OURS = {"insert_events", "select_events"}
NEVER = {"save", "retry", "take_snapshot", "subscribe", "resolve_topic", "register_topic"}


def calls(names: set[str]) -> set[str]:
    """Which of these methods and functions the rooms call."""
    called: set[str] = set()
    for path in (path for room in ROOMS for path in Path(room).rglob("*.py") if path not in PICTURES):
        text = path.read_text(encoding="utf-8")
        if any(name in text for name in names):
            nodes = (node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
            called |= names & {getattr(node, "attr", getattr(node, "id", "")) for node in nodes}
    return called


def test_the_rooms_never_call_the_librarys_save_or_retry():
    assert calls(OURS | NEVER) == OURS


MEDDLING = {
    "PERSISTENCE_MODULE": "eventsourcing.popo",
    "GRIFFIER_PERSISTENCE_MODULE": "eventsourcing.popo",
    "SQLITE_DBNAME": "meddled.sqlite",
    "GRIFFIER_SQLITE_DBNAME": "meddled.sqlite",
    "COMPRESSOR_TOPIC": "zlib",
    "CIPHER_TOPIC": "eventsourcing.cipher:AESCipher",
    "CIPHER_KEY": "not a key",
    "MAPPER_TOPIC": "nothing:Mapper",
    "GRIFFIER_MAPPER_TOPIC": "nothing:Mapper",
    "TRANSCODER_TOPIC": "nothing:Transcoder",
    "CREATE_TABLE": "no",
    "IS_SNAPSHOTTING_ENABLED": "yes",
    "AGGREGATE_CACHE_MAXSIZE": "10",
    "AGGREGATE_CACHE_FASTFORWARD": "no",
    "POSTGRES_DBNAME": "meddled",
    "POSTGRES_ENABLE_DB_FUNCTIONS": "yes",
    "GRIFFIER_POSTGRES_ENABLE_DB_FUNCTIONS": "yes",
    "POSTGRES_POOL_SIZE": "0",
    "POSTGRES_SCHEMA": "meddled",
}


@pytest.fixture
def meddled(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name, value in MEDDLING.items():
        monkeypatch.setenv(name, value)


def test_environment_variables_of_other_programs_do_not_change_the_store(meddled, url, tmp_path):
    sessions = Sessions(url)
    session = opened(sessions, '; B "so"')
    assert sessions.verify(session).seq == 3 and sessions.raw(session)[0].startswith(b'{"actor"')
    assert sessions.snapshots is None and sessions.repository.cache is None
    assert not list(tmp_path.glob("meddled*"))
    with owner(url) as past:
        if url.startswith("sqlite"):
            tables = past.do("SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite%'")
        else:
            assert not sessions.recorder.datastore.enable_db_functions
            tables = past.do("SELECT tablename FROM pg_tables WHERE schemaname='public'")
            made = {name for (name,) in past.do("SELECT proname FROM pg_proc WHERE starts_with(proname, 'es_')")}
            assert not made
        assert ("session_events",) in tables and not any("snapshot" in name for (name,) in tables)
    sessions.close()


def test_those_variables_do_change_the_librarys_own_store(meddled, monkeypatch, tmp_path):
    """The control."""
    for name in ("COMPRESSOR_TOPIC", "CIPHER_TOPIC", "CIPHER_KEY", "MAPPER_TOPIC", "TRANSCODER_TOPIC", "CREATE_TABLE"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.sqlite")
    library = Application()
    assert isinstance(library.factory, SQLiteFactory) and (tmp_path / "meddled.sqlite").exists()
    assert library.repository.cache is not None
    library.close()


# Versions, ids, connections -------------------------------------------------------------------------


def test_a_version_with_a_gap_is_refused(sessions):
    session = opened(sessions, "B pass")
    before = sessions.verify(session)
    for version in (0, 1, 3, 5, 9, -1):
        with pytest.raises(IntegrityError):
            insert(sessions.recorder, session, version)
    with pytest.raises(IntegrityError):
        insert(sessions.recorder, uuid4(), 2)
    assert sessions.verify(session) == before
    sessions.record(session, "Y pass", actor="ann")
    assert sessions.verify(session).seq == before.seq + 1


def test_the_librarys_own_store_accepts_gaps(tmp_path):
    """The control."""
    library = SQLiteApplicationRecorder(SQLiteDatastore(str(tmp_path / "library.sqlite")))
    library.create_table()
    session = uuid4()
    library.insert_events([StoredEvent(session, version, "t", b"{}") for version in (1, 3, 8)])
    assert len(library.select_events(session)) == 3
    library.datastore.close()


def test_ids_grow_and_a_gap_in_them_stalls_no_reader(sessions, url):
    one, other = opened(sessions), opened(sessions)
    for number in range(5):
        sessions.record(one, "B pass", actor="ann")
        with pytest.raises(IntegrityError):
            insert(sessions.recorder, other, 9)  # draws an id on PostgreSQL, and stores nothing
        sessions.record(other, "Y pass", actor="ann", key=str(number))
    seen, start = [], None
    while page := sessions.recorder.select_notifications(start, 3, inclusive_of_start=False):
        seen += page
        start = page[-1].id
    ids = [one.id for one in seen]
    assert ids == sorted(set(ids)) and len(ids) == 14
    if not url.startswith("sqlite"):
        assert ids[-1] - ids[0] >= len(ids)  # the gaps are really there
    for session in (one, other):
        assert [note.originator_version for note in seen if note.originator_id == session] == [1, 2, 3, 4, 5, 6, 7]


def test_an_id_is_never_used_again(sqlite_url):
    sessions = Sessions(sqlite_url)
    session = opened(sessions, "B pass")
    sessions.close()
    with owner(sqlite_url) as past:
        past.drop_triggers()
        last = past.rows(session)[-1]
        past.put(session, last[2])
        past.do("DELETE FROM commits WHERE id = (SELECT max(id) FROM commits)")
    again = Sessions(sqlite_url)
    again.record(session, "Y pass", actor="ann")
    assert again.recorder.max_notification_id() == last[0] + 1
    again.close()


def test_readers_that_use_all_connections_do_not_stop_the_writer(sqlite_url):
    sessions = Sessions(sqlite_url)
    session = opened(sessions)
    pool = sessions.recorder.datastore.pool
    taken = [pool.get_connection(is_writer=False) for _ in range(pool.pool_size + pool.max_overflow)]
    for _ in range(3):
        sessions.record(session, "B pass", actor="ann")
    for connection in taken:
        pool.put_connection(connection)
    assert sessions.verify(session).seq == 5
    sessions.close()


def test_many_readers_and_a_writer_do_not_block_each_other(sessions, url):
    session = opened(sessions)
    reader, wrong = Sessions(url, writing=False), []

    def read():
        try:
            for _ in range(5):
                reader.view(session)
        except Exception as error:
            wrong.append(error)

    readers = [threading.Thread(target=read) for _ in range(40)]
    for thread in readers:
        thread.start()
    for _ in range(10):
        sessions.record(session, "B pass", actor="ann")
    for thread in readers:
        thread.join()
    assert not wrong and reader.verify(session).seq == 12
    reader.close()


UNWRITABLE = ("a\x00b", "\ud800")  # PostgreSQL keeps no NUL in a text, neither store a lone surrogate


@pytest.mark.parametrize("word", UNWRITABLE, ids=ascii)
def test_a_text_that_one_store_cannot_hold_is_refused_by_both(sessions, word):
    session = opened(sessions)
    before = sessions.verify(session)
    seats = {"game": "new-haven", "seats": ("B", "Y")}
    for wanted in (
        lambda: sessions.record(session, f'; B "{word}"', actor="ann"),
        lambda: sessions.record(session, "B pass", f"? {word}", actor="ann"),
        lambda: sessions.record(session, "B pass", actor="ann", key=word),
        lambda: sessions.grant(session, "scribe", person=word, actor="ann"),
        lambda: sessions.open(Setup(**seats, names=(word, "Ben")), actor="ann"),
        lambda: sessions.open(Setup(**seats, details={"scribe": word}), actor="ann"),
        lambda: sessions.open(TABLE, actor=word),
        lambda: sessions.open(TABLE, actor="ann", key=word),
    ):
        with pytest.raises(Unreadable) as refused:
            wanted()
        assert refusal_text(refused.value, "fr").replace("\N{NO-BREAK SPACE}", " ").isprintable()
    assert sessions.verify(session) == before and len(list(sessions.listed())) == 1
    sessions.record(session, '; B "\\\\u0000 spelt out is a text like any other"', actor="ann")


def test_a_value_without_an_exact_json_form_is_refused_before_any_change(sessions):
    session = opened(sessions, "B pass")
    before = sessions.verify(session)
    for wanted in (
        lambda: sessions.finish(session, 2**53, 0, actor="ann"),
        lambda: sessions.open(Setup(game="new-haven", seats=("B", "Y"), details={"élève": "so"}), actor="ann"),
    ):
        with pytest.raises((Unreadable, UnknownWord)) as refused:
            wanted()
        assert "{" not in refusal_text(refused.value, "en")
    assert sessions.verify(session) == before and len(list(sessions.listed())) == 1


# Backup, foreign rows, python -O --------------------------------------------------------------------


def test_a_backup_under_load_holds_everything_acknowledged_before(sessions, tmp_path):
    tables = [opened(sessions, '; B "so"') for _ in range(3)]
    stop = threading.Event()

    def write():
        while not stop.is_set():
            for session in tables:
                sessions.record(session, '; Y "and so on"', actor="ann")

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for number in range(5):
            held = {session: sessions.view(session).link for session in tables}
            sessions.backup(tmp_path / f"copy-{number}.sqlite")
            copy = Sessions(f"sqlite:///{tmp_path}/copy-{number}.sqlite", writing=False)
            for session, link in held.items():
                assert copy.verify(session, link).seq >= 3
                assert len(copy.view(session).session.log) == copy.verify(session).seq - 2
            copy.close()
    finally:
        stop.set()
        writing.join()


def test_a_row_of_the_librarys_own_is_refused_on_reading(sessions, url):
    session = opened(sessions)
    sessions.close()
    with owner(url) as past:
        past.drop_triggers()
        number, id, _, _, _, _ = past.rows(session)[-1]
        topic, state = "eventsourcing.domain:Aggregate.Created", b'{"timestamp":{"_type_":"datetime_iso","_data_":""}}'
        past.put(session, 3, (number + 1, id, 3, topic, state, None))
    reader = Sessions(url, writing=False)
    for reading in (reader.view, reader.verify, lambda id: list(reader.events.get(id))):
        with pytest.raises(Unsound):
            reading(session)
    assert reader.view(session, 2).version == 2  # what stands before it can still be read
    reader.close()


def run(tmp_path: Path, *flags: str) -> str:
    script, path = Path(__file__).parent / "tampering_process.py", tmp_path / f"store{len(flags)}.sqlite"
    env = {**os.environ, "PYTHONPATH": os.getcwd()}
    done = subprocess.run([sys.executable, *flags, script, path], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_python_o_finds_the_same(tmp_path):
    plain = run(tmp_path)
    assert plain == run(tmp_path, "-O")
    assert plain.splitlines() == [
        "unreadable",
        "not-allowed",
        "stale",
        "store-in-use",
        "4 4",
        "unsound altered 3",
        "what is recorded stays",
        "unsound altered 3",
        "unsound link 4",
    ]


def test_no_room_uses_assert():
    texts = {path: path.read_text(encoding="utf-8") for room in ROOMS for path in Path(room).rglob("*.py")}
    for path, text in texts.items():
        if re.search(r"\bassert\b", text):
            tree = ast.parse(text)
            assert not any(isinstance(node, ast.Assert) for node in ast.walk(tree)), path


def test_a_setting_that_can_lose_data_is_refused_wherever_it_is_set(postgres_url, monkeypatch):
    monkeypatch.setenv("PGOPTIONS", "-c synchronous_commit=off")
    with pytest.raises(NotRecorded, match="store-unsafe"):
        Sessions(postgres_url)
