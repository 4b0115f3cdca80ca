"""Events and their bytes: canonical form, closed schemas, upcasts, no class is imported by a stored name."""

import sys
from uuid import UUID, uuid4

import msgspec
import orjson
import psycopg
import pytest
import rfc8785
from eventsourcing.persistence import StoredEvent
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.errors import UnknownGame, Unsound
from domain.sessions.application import Sessions
from domain.sessions.session_state import SessionState
from domain.setup import Setup
from domain.store import mapper
from domain.store.chain import ChainVerifier
from domain.store.events import EVENT_TYPES, LineRecorded, RoleRevoked
from domain.store.mapper import FIRST_LINK, MAX_INTEGER, SessionMapper, canonical, link_hash, seal, unseal
from domain.store.people import opening_event

ABOUT = {"actor": "ann", "role": "owner", "at": "2026-11-16T03:12:26.451526Z", "clock": "", "cmd": "k", "req": "r"}
SESSION = UUID("5c9f3a4e-7a70-4f0c-9d43-0d3b8d0d5a11")

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
names = st.text(st.characters(max_codepoint=127), max_size=8)
whole = st.integers(-MAX_INTEGER, MAX_INTEGER)
plain = st.recursive(
    st.none() | st.booleans() | whole | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)


# Canonical JSON -------------------------------------------------------------------------------------


@settings(max_examples=400)
@given(plain)
def test_canonical_json_equals_rfc_8785(value):
    assert canonical(value) == rfc8785.dumps(value)


@settings(max_examples=200)
@given(plain)
def test_canonical_json_reads_back(value):
    assert orjson.loads(canonical(value)) == value


def deep(levels: int) -> list:
    value: list = []
    for _ in range(levels):
        value = [value]
    return value


class Sub(str):
    """A subclass of str."""


NO_EXACT_FORM = [
    1.0,
    float("nan"),
    -0.0,
    MAX_INTEGER + 1,
    -MAX_INTEGER - 1,
    2**64,
    "\ud800",
    b"bytes",
    ("a", "tuple"),
    {"a", "set"},
    uuid4(),
    Sub("so"),
    LineRecorded(entry="B pass", remark=""),
    {1: "a number as a name"},
    {"é": "beyond ASCII: the two orders of sorting part here"},
    {"\ud800": 1},
    deep(100_000),
]


@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: [value], lambda value: {"a": [{"b": value}]}])
@pytest.mark.parametrize("value", NO_EXACT_FORM, ids=lambda value: type(value).__name__)
def test_a_value_without_an_exact_json_form_is_refused(value, wrap):
    with pytest.raises(ValueError):
        canonical(wrap(value))


def test_orjson_sorts_names_beyond_ascii_unlike_rfc_8785():
    names = {"\U0001f600": 1, "\ufb33": 2}

    assert orjson.dumps(names, option=orjson.OPT_SORT_KEYS) != rfc8785.dumps(names)


# Every event there and back -------------------------------------------------------------------------


def field(kind: object) -> st.SearchStrategy:
    """A strategy for the values of a field of this type."""
    if kind is str or kind is bool or kind is int:
        return {str: words, bool: st.booleans(), int: whole}[kind]
    if getattr(kind, "__origin__", None) is list:
        return st.lists(field(kind.__args__[0]), max_size=3)
    if getattr(kind, "__origin__", None) is tuple:
        return st.tuples(*(field(part) for part in kind.__args__))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return events(kind)
    if getattr(kind, "__origin__", None) is dict:
        inner = plain if kind.__args__[1] not in (str, int) else field(kind.__args__[1])
        return st.dictionaries(names, inner, max_size=3)
    return st.none() | field(next(part for part in kind.__args__ if part is not type(None)))


def events(kind: type) -> st.SearchStrategy:
    return st.builds(kind, **{one.name: field(one.type) for one in msgspec.structs.fields(kind)})


@settings(max_examples=150)
@given(
    st.sampled_from(sorted(EVENT_TYPES)).flatmap(lambda name: events(EVENT_TYPES[name])),
    st.integers(1, MAX_INTEGER),
    words,
)
def test_every_event_reads_back_unchanged(event, seq, actor):
    sealed = seal(SESSION, str(SESSION), seq, FIRST_LINK, event, {**ABOUT, "actor": actor})
    mapped = SessionMapper()
    stored = mapped.to_stored_event(sealed)

    assert mapped.to_domain_event(stored) == sealed == unseal(sealed.raw)
    assert stored.topic == event.TYPE and stored.state == sealed.raw == rfc8785.dumps(orjson.loads(sealed.raw))


def revoked(seq: int = 1, prev: str = FIRST_LINK, **changed: object) -> bytes:
    """A sealed event of the simplest type, with other envelope fields where given."""
    fields = orjson.loads(seal(SESSION, str(SESSION), seq, prev, RoleRevoked(grant="g"), ABOUT).raw)
    return canonical({**fields, **changed})


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"type": "os.system"}, "unknown-type"),
        ({"type": "role-revoked "}, "unknown-type"),
        ({"tv": 2}, "newer"),
        ({"tv": 0}, "newer"),
        ({"v": 2}, "unreadable"),
        ({"more": 1}, "unreadable"),
        ({"seq": "1"}, "unreadable"),
        ({"log": "griffier/s/"}, "unreadable"),
        ({"log": f"griffier/s/{SESSION.hex}"}, "unreadable"),
        ({"data": {"grant": "g", "more": 1}}, "unreadable"),
        ({"data": {"grant": 1}}, "unreadable"),
        ({"data": {}}, "unreadable"),
    ],
)
def test_an_unknown_type_version_or_field_is_refused(changed, why):
    assert unseal(revoked()).event == RoleRevoked(grant="g")
    with pytest.raises(Unsound) as unsound:
        ChainVerifier(SESSION).step(revoked(**changed))

    assert unsound.value.facts == {"why": why, "seq": 1}


@pytest.mark.parametrize(
    "raw", [b"", b"null", b"[" * 100_000, b"\xff", b'{"a":' * 100_000, "a text", None, revoked().decode()]
)
def test_arbitrary_bytes_raise_only_unsound(raw):
    with pytest.raises(Unsound):
        ChainVerifier(SESSION).step(raw)
    with pytest.raises(Unsound):
        ChainVerifier(SESSION).step(revoked()).step(revoked(2, "0" * 64), raw)


def test_bytes_in_a_non_canonical_form_are_refused():
    raw = revoked()
    for other in (raw.replace(b":", b": ", 1), raw.replace(b'"g"', b'"\\u0067"'), raw[:-1] + b',"seq":1}', b" " + raw):
        assert unseal(other).event == unseal(raw).event
        with pytest.raises(Unsound):
            ChainVerifier(SESSION).step(other)


def test_a_row_that_contradicts_its_envelope_is_refused():
    mapped, raw = SessionMapper(), revoked(seq=3)
    assert mapped.to_domain_event(StoredEvent(SESSION, 3, "role-revoked", raw)).originator_version == 3
    for row in ((uuid4(), 3, "role-revoked"), (SESSION, 4, "role-revoked"), (SESSION, 3, "line-recorded")):
        with pytest.raises(Unsound) as unsound:
            mapped.to_domain_event(StoredEvent(*row, raw))
        assert unsound.value.facts == {"why": "misplaced", "seq": row[1]}


# Where two disagree, the third knows ----------------------------------------------------------------


def test_the_changed_one_of_two_contradicting_events_is_named():
    first, other = revoked(), revoked(actor="eve")
    second = revoked(2, link_hash(first))
    third = revoked(3, link_hash(second))
    astray = revoked(2, link_hash(other))
    for raw, after, known, seq in (
        (second, third, "", 1),
        (second, b"", link_hash(second), 1),
        (astray, third, "", 2),
        (astray, b"", link_hash(second), 2),
    ):
        walk = ChainVerifier(SESSION).step(other if seq == 1 else first)
        with pytest.raises(Unsound) as unsound:
            walk.step(raw, after, known)
        assert unsound.value.facts == {"why": "altered", "seq": seq}
    with pytest.raises(Unsound) as unlinked:
        ChainVerifier(SESSION).step(other).step(second)
    assert unlinked.value.facts == {"why": "link", "seq": 2}
    with pytest.raises(Unsound):
        ChainVerifier(SESSION).step(revoked(1, link_hash(first)))


def test_the_time_of_events_never_decreases():
    first = revoked()
    walk = ChainVerifier(SESSION).step(first)
    assert walk.step(revoked(2, walk.link, at=ABOUT["at"])).seq == 2
    with pytest.raises(Unsound):
        walk.step(revoked(2, walk.link, at="2026-11-16T03:12:26.451525Z"))


# Old versions ---------------------------------------------------------------------------------------


class RevokedWithReason(RoleRevoked, frozen=True, kw_only=True):
    """A possible later version of the event."""

    VERSION = 2

    reason: str


def upcast(data: dict) -> dict:
    return {**data, "reason": "not told"}


def test_an_old_event_is_upcast_and_its_bytes_stay_unchanged(monkeypatch):
    old = revoked()
    before = ChainVerifier(SESSION).step(old)
    monkeypatch.setitem(EVENT_TYPES, RoleRevoked.TYPE, RevokedWithReason)
    monkeypatch.setitem(mapper.UPCASTS, (RoleRevoked.TYPE, 1), upcast)
    read = unseal(old)

    assert read.event == RevokedWithReason(grant="g", reason="not told")
    assert (read.raw, read.link, read.envelope.tv) == (old, before.link, 1)
    assert ChainVerifier(SESSION).step(old) == before
    new = seal(SESSION, str(SESSION), 2, before.link, RevokedWithReason(grant="h", reason="left"), ABOUT)
    assert before.step(new.raw).seq == 2 and new.envelope.tv == 2


def test_without_the_upcast_an_old_event_cannot_be_read(monkeypatch):
    monkeypatch.setitem(EVENT_TYPES, RoleRevoked.TYPE, RevokedWithReason)
    with pytest.raises(Unsound):
        unseal(revoked())


def test_an_upcast_that_fails_on_forged_data_names_the_event(monkeypatch):
    monkeypatch.setitem(EVENT_TYPES, RoleRevoked.TYPE, RevokedWithReason)
    monkeypatch.setitem(mapper.UPCASTS, (RoleRevoked.TYPE, 1), lambda data: {**data, "reason": data["nothing"]})
    with pytest.raises(Unsound) as unsound:
        ChainVerifier(SESSION).step(revoked())
    assert unsound.value.facts["seq"] == 1


def test_the_newer_event_is_refused_by_older_code(monkeypatch):
    new = seal(SESSION, str(SESSION), 1, FIRST_LINK, RevokedWithReason(grant="h", reason="left"), ABOUT)
    with pytest.raises(Unsound) as unsound:
        unseal(new.raw)
    assert unsound.value.facts["why"] == "newer"


def loaded(event) -> SessionState:
    return SessionState.load(SESSION, [seal(SESSION, str(SESSION), 1, FIRST_LINK, event, ABOUT)], {}, {})


def test_a_correctly_sealed_event_with_impossible_content_is_named():
    opened = opening_event(Setup(game="new-haven", seats=("B",)), {})
    assert loaded(opened).version == 1
    with pytest.raises(UnknownGame):
        loaded(msgspec.structs.replace(opened, game="no-such-game"))
    bad_box = msgspec.structs.replace(opened, box={"id": "mine"})
    for event in (LineRecorded(entry="B dance", remark=""), bad_box):
        with pytest.raises(Unsound) as unsound:
            loaded(event)
        assert unsound.value.facts == {"why": "unreadable", "seq": 1}


# In the store ---------------------------------------------------------------------------------------

HOOK = '{"_type_":"decimal_str","_data_":"1"}'


def test_data_that_looks_like_the_librarys_markers_is_stored_unchanged(sessions, url):
    setup = Setup(game="new-haven", seats=("B", "Y"), names=(HOOK, "Ben"), details={"place": HOOK, "scribe": HOOK})
    session = UUID(sessions.open(setup, actor=HOOK, key=HOOK).session)
    quoted = HOOK.replace('"', '\\"')
    sessions.record(session, f'; B "{quoted}"', f'? "{quoted}"', actor=HOOK)
    sessions.close()
    again = Sessions(url, writing=False)
    read = again.view(session).session
    assert (read.setup.names[0], dict(read.setup.details)) == (HOOK, {"place": HOOK, "scribe": HOOK})
    assert [line.text for line in read.log] == [HOOK, HOOK]
    assert next(iter(again.events.get(session))).envelope.actor == HOOK
    again.close()


def test_topics_are_fixed_names_and_none_is_imported(sessions, url, tmp_path, monkeypatch):
    (tmp_path / "stored_by_a_stranger.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    session = UUID(sessions.open(Setup(game="new-haven", seats=("B", "Y")), actor="ann").session)
    sessions.record(session, "B pass", actor="ann")
    sessions.grant(session, "arbiter", person="art", actor="ann")
    topics = {topic for (topic,) in sessions.recorder.rows("SELECT topic FROM session_events")}
    assert topics <= set(EVENT_TYPES) and not any(":" in topic or "." in topic for topic in topics)
    sessions.close()
    strangers = "INSERT INTO session_events (originator_id, originator_version, topic, state) VALUES (?, 5, ?, ?)"
    topic = "stored_by_a_stranger:Event"
    raw = b'{"_type_":"stored_by_a_stranger:Event","_data_":{}}'
    execute(url, strangers, session.hex, topic, raw)
    again = Sessions(url, writing=False)
    for reading in (lambda: again.view(session), lambda: again.verify(session)):
        with pytest.raises(Unsound):
            reading()
    assert "stored_by_a_stranger" not in sys.modules
    again.close()


def execute(url: str, sql: str, *values: object) -> None:
    """Executes a statement directly in the database."""
    if url.startswith("sqlite"):
        import sqlite3

        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            connection.execute(sql, values)
        connection.close()
        return
    with psycopg.connect(url) as connection:
        connection.execute(sql.replace("?", "%s"), values)


def test_no_envelope_holds_a_name_or_a_text(sessions):
    people, texts = ("Zebedee", "Xanthippe"), ("quincunx", "syzygy", "zugzwang", "ytterbium", "mnemonic")
    setup = Setup(game="new-haven", seats=("B", "Y"), names=people, faces="stand-in", details={"scribe": "Quasimodo"})
    session = UUID(sessions.open(setup, actor="ann").session)
    sessions.grant(session, "arbiter", person="art", actor="ann")
    sessions.record(
        session,
        "B pass",
        f'; B "{texts[0]}"',
        f"? {texts[1]}",
        f'! Y 1 NH-SHARE-4 "{texts[2]}"',
        f'& B points +1 "{texts[3]}"',
        f'~ 2 ; Y "{texts[4]}"',
        actor="ann",
    )
    sessions.record(session, f'$ 4 stand "{texts[0]} again"', actor="art")
    stored = b"".join(sessions.raw(session))
    assert {line.text for line in sessions.view(session).session.log if hasattr(line, "text")} >= set(texts[:4])
    for word in (*people, *texts, "Quasimodo"):
        assert word.encode() not in stored
    answers = [bytes(answer) for (answer,) in sessions.recorder.rows("SELECT answer FROM session_events") if answer]
    assert answers and not any(word.encode() in answer for word in (*people, *texts) for answer in answers)
