"""The use cases of stored sessions on both stores."""

from uuid import UUID, uuid4

import pytest

from domain.errors import (
    Ambiguous,
    KeyUsedTwice,
    NoStore,
    NoSuchTable,
    NoSuchVersion,
    NotAllowed,
    NotCorrectable,
    ReadOnly,
    SessionIsClosed,
    Stale,
    UnknownGrant,
    UnknownLine,
    UnknownSession,
    Unreadable,
)
from domain.rules import replace
from domain.sessions.application import Sessions
from domain.sessions.commands import OpenSession, RecordLines
from domain.sessions.idempotency import request_hash
from domain.setup import Setup
from domain.store.erasable_texts import ERASED
from domain.store.side_tables import redacted_url
from tests.play import found, play, table

TABLE = Setup(game="new-haven", seats=("B", "Y"), names=("Anna", "Ben"), faces="stand-in", details={"place": "club"})
OPENING = ("- pool T5 T6 R5 W4 W6", "B harvest b4 RR/TR", "B build R2 up 2.2")


def opened(sessions, *lines, setup=TABLE) -> UUID:
    session = UUID(sessions.open(setup, actor="ann").session)
    for line in lines:
        sessions.record(session, line, actor="ann")
    return session


def test_a_session_is_opened_and_read_back(sessions, url):
    session = opened(sessions, *OPENING, '; B "a remark"')
    assert sessions.view(session).session == play(
        table(faces="stand-in", names=TABLE.names, details=TABLE.details), *OPENING, '; B "a remark"'
    )
    with_nothing_in_memory = Sessions(url, writing=False)
    assert with_nothing_in_memory.view(session).session == sessions.view(session).session
    with_nothing_in_memory.close()


def test_a_receipt_has_the_findings_of_its_line_and_of_earlier_ones(sessions):
    session = opened(sessions, *OPENING)
    wrong = sessions.record(session, "Y harvest b4 RR/TR", actor="ann")
    named = [(line, clause, verdict) for line, clause, _, _, verdict, *_ in wrong.findings]
    expected = found(sessions.view(session).session)
    assert named and named == [one for one in expected if one[0] == wrong.line]
    struck = sessions.record(session, f"~ {wrong.line} -", actor="ann")
    assert [one[0] for one in struck.went] == [wrong.line] * len(named)
    assert sessions.view(session).frames[-1].step.findings == ()


def test_with_help_off_a_receipt_has_no_findings(sessions):
    session = opened(sessions, *OPENING, setup=Setup(game="new-haven", seats=("B", "Y"), faces="stand-in", help=False))
    answer = sessions.record(session, "Y harvest b4 RR/TR", actor="ann")
    assert (answer.findings, answer.came, answer.went) == ([], [], [])
    assert found(sessions.view(session).session)


@pytest.mark.parametrize(
    ("line", "error"), [("B dance", Unreadable), ("< 9", UnknownLine), ("~ 0 -", NotCorrectable), ("", Unreadable)]
)
def test_a_refused_line_changes_nothing(sessions, line, error):
    session = opened(sessions, *OPENING)
    before = sessions.view(session)
    with pytest.raises(error):
        sessions.record(session, line, actor="ann")
    with pytest.raises(error):
        sessions.record(session, "B done", line, actor="ann")
    after = sessions.view(session)
    assert (after.version, after.link, after.session) == (before.version, before.link, before.session)
    assert sessions.record(session, "B done", "Y pass", actor="ann").line == 5


def test_a_stale_command_is_answered_with_the_lines_since(sessions):
    session = opened(sessions, *OPENING)
    seen = sessions.view(session).version
    sessions.record(session, "B done", actor="ann", expected=seen)
    with pytest.raises(Stale) as stale:
        sessions.record(session, "B build R1 up 1.2", actor="ann", expected=seen)
    assert stale.value.facts == {"expected": seen, "version": seen + 1, "since": "4 B done"}


def test_a_repeated_key_gets_the_same_receipt_and_is_carried_out_once(sessions, url):
    session = opened(sessions, *OPENING)
    first = sessions.record(session, "Y harvest b4 RR/TR", actor="ann", key="k")
    sessions.record(session, "B done", actor="ann")
    assert sessions.record(session, "Y harvest b4 RR/TR", actor="ann", key="k") == first
    sessions.close()
    again = Sessions(url)
    assert again.record(session, "Y harvest b4 RR/TR", actor="ann", key="k") == first
    with pytest.raises(KeyUsedTwice):
        again.record(session, "Y pass", actor="ann", key="k")
    assert len(again.view(session).session.log) == 5
    again.close()


def test_a_session_opened_twice_under_one_key_is_one_session(sessions):
    first = sessions.open(TABLE, actor="ann", key="k")
    assert sessions.open(TABLE, actor="ann", key="k") == first
    assert sessions.open(TABLE, actor="ben", key="k") != first
    with pytest.raises(KeyUsedTwice):
        sessions.open(Setup(game="new-haven", seats=("B", "Y")), actor="ann", key="k")
    assert len(list(sessions.listed())) == 2


def test_any_version_can_be_viewed(sessions):
    session = opened(sessions, *OPENING)
    for version in range(2, 6):
        then = sessions.view(session, version)
        assert (then.version, len(then.session.log)) == (version, version - 2)
    for version in (0, -1, 6, 999):
        with pytest.raises((NoSuchVersion, UnknownSession)):
            sessions.view(session, version)
    with pytest.raises(UnknownSession):
        sessions.view(uuid4())


def test_a_table_always_has_an_owner(sessions):
    session = opened(sessions)
    (own,) = sessions.view(session).grants
    with pytest.raises(NotAllowed):
        sessions.revoke(session, own, actor="ann")
    sessions.grant(session, "owner", person="ben", actor="ann")
    sessions.revoke(session, own, actor="ben")
    with pytest.raises(NotAllowed):
        sessions.record(session, "B pass", actor="ann")
    with pytest.raises(NotAllowed):
        sessions.open(TABLE, actor="")


def test_a_role_holds_from_its_event_on(sessions):
    session = opened(sessions, *OPENING)
    with pytest.raises(NotAllowed):
        sessions.record(session, "B done", actor="stranger")
    sessions.grant(session, "scribe", person="sam", actor="ann")
    sessions.grant(session, "seat", person="yve", seat=1, actor="ann")
    sessions.grant(session, "arbiter", person="art", actor="ann")
    sessions.record(session, "B done", actor="sam")
    sessions.record(session, "Y pass", actor="yve")
    sessions.record(session, "! Y 2 NH-HARVEST-1", actor="yve")
    for line, actor in (("B pass", "yve"), ("$ 6 void 2", "sam"), ("$ 6 void 2", "ann"), ("B pass", "art")):
        with pytest.raises(NotAllowed):
            sessions.record(session, line, actor=actor)
    sessions.record(session, "$ 6 void 2 NH-HARVEST-1", actor="art")
    grant = next(grant.grant for grant in sessions.view(session).grants.values() if grant.role == "scribe")
    sessions.revoke(session, grant, actor="ann")
    with pytest.raises(NotAllowed):
        sessions.record(session, "B pass", actor="sam")
    with pytest.raises(UnknownGrant):
        sessions.revoke(session, grant, actor="ann")


def test_a_ruling_stores_what_the_arbiter_was_shown(sessions):
    session = opened(sessions, *OPENING, "Y harvest b4 RR/TR", "! B 4")
    sessions.grant(session, "arbiter", person="art", actor="ann")
    sessions.record(session, '$ 5 adjust B points +3 after 2 GR-SEEN "so it was"', actor="art")
    ruling = [sealed.event for sealed in sessions.events.get(session)][-1]
    assert (ruling.before, ruling.after) == (["0", "0"], ["3", "0"])
    assert any(text.startswith("4 ") for text in ruling.findings) and ruling.rules.startswith("new-haven ")


def test_a_closed_session_accepts_no_lines_until_it_is_reopened(sessions):
    session = opened(sessions, *OPENING)
    sessions.finish(session, 12, None, actor="ann")
    assert sessions.view(session).closed and sessions.view(session).stated == (12, None)
    with pytest.raises(SessionIsClosed):
        sessions.record(session, "B done", actor="ann")
    sessions.reopen(session, actor="ann")
    assert sessions.record(session, "B done", actor="ann").line == 4


def test_names_and_texts_can_be_erased_without_breaking_the_chain(sessions, url):
    session = opened(sessions, *OPENING, '; B "Ben sneezed"')
    before = sessions.verify(session)
    ((hash, *_),) = sessions.recorder.salted(session)
    assert all(b"Ben" not in raw and b"Anna" not in raw for raw in sessions.raw(session))
    assert sessions.erase_person("Ben") == 1
    assert sessions.erase_text(session, hash) == 1
    assert sessions.verify(session) == before
    sessions.close()
    again = Sessions(url, writing=False)
    read = again.view(session).session
    assert (read.setup.names, read.log[-1].text) == (("Anna", ERASED), ERASED)
    again.close()


def test_one_name_is_one_person_in_every_session(sessions):
    first, second = opened(sessions), opened(sessions)
    people = [next(iter(sessions.events.get(session))).event.people for session in (first, second)]
    assert people[0] == people[1] and len(set(people[0])) == 2


def test_one_name_is_one_person_also_in_sessions_opened_at_once(sessions):
    setups = [Setup(game="new-haven", seats=("B", "Y"), names=("Zoë", f"P{number % 3}")) for number in range(12)]
    commands = [OpenSession(setup=setup, actor="ann", key=str(number)) for number, setup in enumerate(setups)]
    answers = [one.result() for one in [sessions.writer.submit(command) for command in commands]]
    people = [next(iter(sessions.events.get(UUID(answer.session)))).event.people for answer in answers]
    assert len({zoe for zoe, _ in people}) == 1 and len({other for _, other in people}) == 3


def test_guesses_at_an_erased_text_cannot_be_checked(sessions, url):
    session = opened(sessions, *OPENING)
    sessions.record(session, '; B "Ben sneezed"', actor="ann", key="k")
    command = RecordLines(session=session, entries=('; B "Ben sneezed"',), actor="ann", key="k")
    asked = [sealed.envelope.req for sealed in sessions.events.get(session)][-1]
    assert request_hash(command, sessions.recorder.salt(session)) == asked != request_hash(command, b"")
    ((hash, *_),) = sessions.recorder.salted(session)
    sessions.erase_text(session, hash)
    assert sessions.recorder.salt(session) == b""
    assert sessions.record(session, '; B "Ben sneezed"', actor="ann", key="k").line == 4
    assert sessions.record(session, '; B "more"', actor="ann", key="l").line == 5
    guesses = {request_hash(replace(command, entries=('; B "more"',), key="l"), b"")}
    assert not guesses & {sealed.envelope.req for sealed in sessions.events.get(session)}
    assert sessions.view(session).session.log[3].text == ERASED


def test_a_key_identifies_one_command_also_after_an_erasure(sessions):
    session = opened(sessions, *OPENING)
    words = '; B "Ben sneezed"'
    first = sessions.record(session, "Y pass", words, actor="ann", key="k")
    grant = sessions.grant(session, "scribe", actor="ann", key="g", person="ben")
    sessions.record(session, '; Y "kept"', actor="ann", key="l")
    sessions.finish(session, 3, None, actor="ann", key="c")
    sessions.reopen(session, actor="ann", key="r")
    sessions.erase_text(session, sessions.remark_of(session, 5))
    before = sessions.view(session).version

    assert sessions.record(session, "Y pass", words, actor="ann", key="k") == first
    assert sessions.grant(session, "scribe", actor="ann", key="g", person="ben") == grant
    assert sessions.finish(session, 3, None, actor="ann", key="c").version == before - 1
    for wanted in (
        lambda: sessions.record(session, "B done", words, actor="ann", key="k"),
        lambda: sessions.record(session, "Y pass", actor="ann", key="k"),
        lambda: sessions.record(session, "Y pass", "; B", actor="ann", key="k"),
        lambda: sessions.record(session, "Y pass", words, actor="ben", key="k"),
        lambda: sessions.record(session, "nonsense", words, actor="ann", key="k"),
        lambda: sessions.record(session, '; Y "other"', actor="ann", key="l"),
        lambda: sessions.grant(session, "arbiter", actor="ann", key="g", person="ben"),
        lambda: sessions.grant(session, "scribe", actor="ann", key="k", person="ben"),
        lambda: sessions.finish(session, 4, None, actor="ann", key="c"),
        lambda: sessions.finish(session, 3, None, actor="ann", key="r"),
    ):
        with pytest.raises(KeyUsedTwice):
            wanted()
    assert sessions.view(session).version == before


def test_an_opening_is_recognized_by_its_key_also_after_an_erasure(sessions):
    first = sessions.open(TABLE, actor="ann", key="k")
    sessions.erase_person("Ben")

    assert sessions.open(TABLE, actor="ann", key="k") == first
    for other in (
        replace(TABLE, names=("Cleo", "Ben")),
        replace(TABLE, names=("Anna",)),
        replace(TABLE, details={"place": "elsewhere"}),
        replace(TABLE, seats=("B", "Y", "R"), names=("Anna", "Ben", "Cleo")),
    ):
        with pytest.raises((KeyUsedTwice, NoSuchTable)):
            sessions.open(other, actor="ann", key="k")


def test_a_name_is_erased_wherever_its_person_played(sessions):
    first, second = opened(sessions), opened(sessions)
    other = opened(sessions, setup=Setup(game="new-haven", seats=("B", "Y"), names=("Cleo", "Dan")))
    assert sessions.erase_person("Anna") == 1
    assert [bool(sessions.recorder.salt(one)) for one in (first, second, other)] == [False, False, True]
    assert sessions.view(first).setup.names == (ERASED, "Ben")
    assert sessions.erase_person("nobody") == 0


def test_a_missing_store_cannot_be_read(url):
    with pytest.raises(NoStore) as refused:
        Sessions(url, writing=False)
    assert refused.value.facts["url"]


def test_a_read_only_process_changes_nothing(sessions, url):
    session = opened(sessions, '; B "Ben sneezed"')
    ((hash, *_),) = sessions.recorder.salted(session)
    reader = Sessions(url, writing=False)
    for wanted in (
        lambda: reader.record(session, "B pass", actor="ann"),
        lambda: reader.erase_text(session, hash),
        lambda: reader.erase_person("Ben"),
    ):
        with pytest.raises(ReadOnly):
            wanted()
    reader.close()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:secret@host/griffier",
        "postgresql:///griffier?user=ann&password=secret&host=host",
        "postgresql://ann:secret@host:5432/griffier?sslmode=require",
    ],
)
def test_a_password_is_never_shown(url):
    assert "secret" not in redacted_url(url) and "ann" in redacted_url(url) and "griffier" in redacted_url(url)


def test_an_ambiguous_pass_is_refused_with_both_meanings(sessions):
    setup = Setup(game="nieuw-amsterdam", seats=("B", "Y", "O"), faces="stand-in")
    position = "@ - phase turn ; - step 0 ; - actor B ; - acting B Y O ; - order B Y O ; - had - ; B tiles city 1"
    session = opened(sessions, position, setup=setup)

    with pytest.raises(Ambiguous) as refused:
        sessions.record(session, "B pass", actor="ann")
    sessions.record(session, "B pass-special", "B pass", actor="ann")

    assert refused.value.facts["fits"] == "B pass-tile city / B pass-special"
    assert found(sessions.view(session).session) == []
