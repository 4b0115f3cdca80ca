"""Evidence of unchanged sessions of any shape is always accepted."""

import io
import random
from itertools import islice
from uuid import UUID

import pytest

from domain.sessions.application import Sessions
from domain.sessions.commands import OpenSession, RecordLines
from domain.sessions.evidence import read_evidence
from domain.setup import Setup
from tests.domain.store.exports import exported

NAMES = ("Ana", "Bo", "Chloé", "Müller", "李雷", "O’Neil", "Zoë 🎲", "Ærø")
LINES = (
    "B pass", "- pool T5 T6 R5 W4 W6", '; Y "déjà vu"', '; - "line\\nbreak \\" 🎲"', "? lost", '! B 1 NH-SHARE-4 "non"',
    "= - bag 7", "~ 1 -", "~ 0+ Y pass", "& B points +1", "B harvest b4 RR/TR", "< 0",
)  # fmt: skip


def honest(sessions: Sessions, count: int) -> list[UUID]:
    """Many small sessions, no two alike."""
    chance = random.Random(count)
    opened = []
    for number in range(count):
        seats = tuple("BYGR"[: chance.randrange(2, 5)])
        people = tuple(chance.choice(NAMES) + str(number % 7) for _ in seats) if number % 3 else ()
        details = {"scribe": chance.choice(NAMES)} if number % 5 == 0 else {}
        faces = chance.choice(("printed", "stand-in"))
        setup = Setup(game="new-haven", seats=seats, names=people, faces=faces, details=details, help=number % 2 == 0)
        opened.append(sessions.writer.submit(OpenSession(setup=setup, actor="ann", key=str(number)), wait=True))
    ids = [UUID(answer.result().session) for answer in opened]
    wanted = []
    for number, id in enumerate(ids):
        entries = tuple(chance.choice(LINES) for _ in range(chance.randrange(6)))
        if entries:
            command = RecordLines(session=id, entries=("Y pass", *entries), actor="ann", key=f"lines {number}")
            wanted.append(sessions.writer.submit(command, wait=True))
    for answer in wanted:
        answer.result()
    for id in islice(ids, 0, None, 10):
        sessions.record(id, "Y pass", actor="ann")  # without a line a record cannot be closed
        sessions.finish(id, actor="ann")
    return ids


@pytest.mark.parametrize("count", [200, pytest.param(1_000, marks=pytest.mark.soak)])
def test_many_unchanged_sessions_of_sqlite_are_accepted(sqlite_url, count):
    sessions = Sessions(sqlite_url)
    many_honest_exports(sessions, count)
    sessions.close()


def test_unchanged_sessions_of_both_stores_are_accepted(sessions):
    many_honest_exports(sessions, 60)


@pytest.mark.soak
def test_many_unchanged_sessions_of_both_stores_are_accepted(sessions):
    many_honest_exports(sessions, 10_000)


def many_honest_exports(sessions: Sessions, count: int) -> None:
    shapes = set()
    for id in honest(sessions, count):
        file = exported(sessions, id)
        read = read_evidence(io.BytesIO(file))
        assert read.view.session == sessions.view(id).session
        shapes.add(len(file))
    assert len(shapes) > count / 4
