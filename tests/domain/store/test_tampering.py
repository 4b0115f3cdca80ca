"""A change of any byte or event, in a file or in the database, is found and named."""

import io
import random
from uuid import UUID, uuid4

import pytest

from domain.errors import UnknownSession, Unsound
from domain.sessions.application import Sessions
from domain.sessions.evidence import verify_evidence, write_evidence
from domain.setup import Setup
from domain.store.chain import ChainVerifier
from domain.store.mapper import unseal
from tests.domain.store.exports import MASKS, exported, named, recorded, reported, wrong_line
from tests.domain.store.raw_database import owner
from tests.samples import sample


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A session: its evidence file, its events, and the state of a chain verifier at each event."""
    sessions = Sessions(f"sqlite:///{tmp_path_factory.mktemp('evidence')}/griffier.sqlite")
    session = recorded(sessions)
    file, raws = exported(sessions, session), sessions.raw(session)
    sessions.close()
    walks = [ChainVerifier(session)]
    for raw in raws:
        walks.append(walks[-1].step(raw))
    assert sum(b'"entry":' in raw for raw in raws) >= 300
    return file, raws, walks


def first_wrong(walk: ChainVerifier, raws: list[bytes], head: str) -> int:
    """The event that verification reports if these events follow; 0 where it finds nothing."""
    try:
        for raw, after in zip(raws, [*raws[1:], b""], strict=False):
            walk = walk.step(raw, after, "" if after else head)
    except Unsound as unsound:
        return unsound.facts["seq"]
    return walk.seq if head and walk.link != head else 0


# Event by event -------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", sample((1, 6), 6))
def test_a_change_of_any_byte_of_any_event_is_found(whole, step):
    """With a step of 6, of every sixth byte, beginning elsewhere in each event."""
    _, raws, walks = whole
    flips, readable = 0, 0
    for seq, raw in enumerate(raws, 1):
        after = raws[seq : seq + 2]
        head = walks[-1].link if seq + 2 >= len(raws) else ""
        for at in range(seq % step, len(raw), step):
            for mask in MASKS:
                flipped = raw[:at] + bytes((raw[at] ^ mask,)) + raw[at + 1 :]
                assert first_wrong(walks[seq - 1], [flipped, *after], head) == seq, (seq, at, mask)
                flips += 1
        readable += sum(_reads(raw[:at] + bytes((raw[at] ^ 1,)) + raw[at + 1 :]) for at in range(0, len(raw), 50))
    assert flips > 200_000 // step
    assert readable > 500  # the control: who only reads, and follows no link, takes these as good


def _reads(raw: bytes) -> bool:
    try:
        return bool(unseal(raw))
    except Unsound:
        return False


def test_an_omitted_swapped_or_doubled_event_is_found(whole):
    _, raws, walks = whole
    head = walks[-1].link
    for seq in range(1, len(raws) + 1):
        walk, rest = walks[seq - 1], raws[seq - 1 :]
        last = head if len(rest) <= 4 else ""
        near = rest[:4]
        assert first_wrong(walk, near, last) == 0
        cut = seq == len(raws)  # the last one: only the head knows
        assert first_wrong(walk, near[1:], last) == (seq - 1 if cut else seq)
        assert first_wrong(walk, [near[0], near[0], *near[1:]], last) == seq + 1
        if not cut:
            assert first_wrong(walk, [near[1], near[0], *near[2:]], last) == seq


def test_changes_of_a_long_file_are_found(whole):
    file, raws, _ = whole
    assert reported(file) == (0, 0)
    chance = random.Random(7)
    for _ in range(200):
        at, mask = chance.randrange(len(file)), 1 << chance.randrange(8)
        flipped = file[:at] + bytes((file[at] ^ mask,)) + file[at + 1 :]
        assert reported(flipped) in named(file, wrong_line(file, at)), (at, mask)
    lines = file.splitlines(keepends=True)
    for _ in range(50):
        at = chance.randrange(1, len(raws))
        assert reported(b"".join(lines[:at] + lines[at + 1 :])) == (at, 0)
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        assert reported(b"".join(swapped)) == (at, 0)


# In the database itself -----------------------------------------------------------------------------


def found_wrong(store: Sessions, session: UUID, head: str = "") -> int:
    try:
        store.verify(session, head)
    except Unsound as unsound:
        return unsound.facts["seq"]
    return 0


@pytest.mark.parametrize("count", sample((60, 300), 60))
def test_changes_of_database_rows_are_found(sessions, url, count):
    session = recorded(sessions)
    sessions.close()
    chance = random.Random(3)
    reader = Sessions(url, writing=False)
    with owner(url) as past:
        past.drop_triggers()
        rows = past.rows(session)
        assert found_wrong(reader, session) == 0
        for number in range(count):
            seq = chance.randrange(1, len(rows))
            row, next_row = rows[seq - 1], rows[seq]
            wrong, touched = TAMPERING[number % len(TAMPERING)](row, next_row, chance)
            for version, replaced in touched.items():
                past.put(session, version, *replaced)
            assert found_wrong(reader, session) == wrong, (number, seq)
            for version in touched:
                past.put(session, version, rows[version - 1])
        assert found_wrong(reader, session) == 0
    reader.close()


def flip(row, next_row, chance):
    state = bytearray(row[4])
    state[chance.randrange(len(state))] ^= 1 << chance.randrange(8)
    return row[2], {row[2]: [(*row[:4], bytes(state), row[5])]}


def leave_out(row, next_row, chance):
    return row[2], {row[2]: []}


def swap(row, next_row, chance):
    one, other = ((*a[:3], b[3], b[4], a[5]) for a, b in ((row, next_row), (next_row, row)))
    return row[2], {row[2]: [one], next_row[2]: [other]}


def double(row, next_row, chance):
    return next_row[2], {next_row[2]: [(*next_row[:3], row[3], row[4], next_row[5])]}


def call_it_otherwise(row, next_row, chance):
    return row[2], {row[2]: [(*row[:3], "session-reopened", row[4], row[5])]}


TAMPERING = (flip, leave_out, swap, double, flip, call_it_otherwise)


def test_texts_and_stored_heads_are_checked_against_the_events(sessions, url):
    session = recorded(sessions)
    walk = sessions.verify(session)
    hash, _, text = sessions.recorder.salted(session)[0]
    event = next(sealed.envelope.seq for sealed in sessions.events.get(session) if hash.encode() in sealed.raw)
    with owner(url) as past:
        past.drop_triggers()
        past.do("UPDATE texts SET text=? WHERE hash=?", text + "!", hash)
        assert found_wrong(sessions, session) == event
        past.do("UPDATE texts SET text=?, hash=? WHERE hash=?", text, "0" * 64, hash)
        with pytest.raises(Unsound, match="stray"):
            sessions.verify(session)
        past.do("UPDATE texts SET hash=? WHERE hash=?", hash, "0" * 64)
        assert sessions.verify(session) == walk
        (last,) = past.do("SELECT max(id) FROM commits")
        past.do("UPDATE commits SET heads=? WHERE id=?", f"{session.hex}:many:{walk.link}", *last)
        with pytest.raises(Unsound, match="told"):
            sessions.verify(session)
        past.do("DELETE FROM commits WHERE id=?", *last)
        with pytest.raises(Unsound, match="unheard-of"):
            sessions.verify(session)


def test_a_removed_end_of_a_session_is_found(sessions, url):
    session = recorded(sessions)
    walk = sessions.verify(session)
    half = sessions.view(session, walk.seq // 2)
    assert sessions.verify(session, half.link) == sessions.verify(session, walk.link) == walk
    sessions.close()
    with owner(url) as past:
        past.drop_triggers()
        for cut in (1, 2, 5, 100, walk.seq):
            past.do(
                "DELETE FROM session_events WHERE originator_id=? AND originator_version>?",
                past.id_of(session),
                walk.seq - cut,
            )
            reader = Sessions(url, writing=False)
            assert found_wrong(reader, session) == walk.seq - cut + 1  # the commits told of more
            reader.close()


def test_a_removed_end_without_its_heads_and_checkpoints_is_found_only_by_a_noted_head(sessions, url):
    session = recorded(sessions)
    held = sessions.verify(session).link
    with owner(url) as past:
        past.drop_triggers()
        commits = past.do("SELECT id, heads FROM commits ORDER BY id")
        keep = int(commits[-4][1].split(":")[1])
        past.do("DELETE FROM commits WHERE id > ?", commits[-4][0])
        kept = "originator_id=? AND originator_version<=?"
        texts = [bytes(state) for *_, state, _ in past.rows(session)[keep:]]
        past.do(f"DELETE FROM session_events WHERE NOT ({kept})", past.id_of(session), keep)
        for hash, _, _ in sessions.recorder.salted(session):
            if any(hash.encode() in raw for raw in texts):
                past.do("DELETE FROM texts WHERE hash=?", hash)
        (end,) = past.do("SELECT max(number) + 1 FROM register WHERE size <= ?", keep)[0]
        past.do("DELETE FROM register WHERE number >= ?", end)
        past.do("DELETE FROM register_heads WHERE size > ?", end)
    assert sessions.verify(session).seq == keep  # the control: without the head it cannot be known
    with pytest.raises(Unsound, match="other-head"):
        sessions.verify(session, held)
    file = exported(sessions, session)
    assert reported(file) == (0, 0)
    with pytest.raises(Unsound, match="other-head"):
        verify_evidence(io.BytesIO(file), held)


class Hasty(Sessions):
    """The control: a verifier that reads the stored heads after the events."""

    def verify(self, session: UUID, head: str = "") -> ChainVerifier:
        events = len(self.raw(session))
        if max(left.seq for left in self.recorder.heads(session)) > events:
            raise Unsound(why="missing", seq=events + 1)
        return ChainVerifier(session, events)


@pytest.mark.parametrize(("kind", "accused"), [(Sessions, False), (Hasty, True)])
def test_verifying_a_session_while_it_is_written_finds_nothing_wrong(sessions, url, kind, accused):
    """Another process records a line between any two queries of the verifier."""
    session = UUID(sessions.open(Setup(game="new-haven", seats=("B", "Y")), actor="ann").session)
    sessions.record(session, '; B "so"', actor="ann")
    reader = kind(url, writing=False)
    for name in ("heads", "salted", "select_events"):
        ask = getattr(reader.recorder, name)

        def asked(*values, ask=ask, **more):
            answer = ask(*values, **more)
            sessions.record(session, '; Y "and so on"', actor="ann")
            return answer

        setattr(reader.recorder, name, asked)
    for _ in range(3):
        assert bool(found_wrong(reader, session)) == accused
    if not accused:
        walk = write_evidence(reader, session, file := io.BytesIO())
        assert verify_evidence(io.BytesIO(file.getvalue())) == walk
    reader.close()


def test_an_unknown_session_is_not_reported_as_intact(sessions):
    with pytest.raises(UnknownSession):
        sessions.verify(uuid4())
