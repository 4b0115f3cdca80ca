"""Reading a session while it is written: readers and writers do not disturb each other."""

import threading
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.record.line_text import write_entry
from domain.rules import replace
from domain.sessions.application import Sessions
from replays.audit import audit_of
from replays.frames import replay_of
from replays.recorder.choices import choices_at
from replays.recorder.preview import preview_line
from replays.scoreboard import scoreboard_of
from replays.table_values import table_view
from replays.viewpoint import Viewpoint, session_of
from tests.replays.library_sessions import read, samples
from tests.samples import sample

LINES = 40
READINGS = (
    lambda view, line: scoreboard_of(view, "en", Viewpoint()),
    lambda view, line: choices_at(view, "fr"),
    lambda view, line: preview_line(view, line, "en"),
    lambda view, line: table_view(view, "fr", Viewpoint(None)),
    lambda view, line: audit_of(view, "en", Viewpoint()),
    lambda view, line: replay_of(view, "en", Viewpoint(), len(session_of(view).log) // 2),
)


@pytest.mark.parametrize("game", sample(GAMES, "kontor"))
def test_a_reader_during_a_write_sees_the_session_before_it(game, tmp_path):
    session, sessions = read(samples(game)[-1]), Sessions(f"sqlite:///{tmp_path}/griffier.sqlite")
    session = replace(session, log=session.log[:LINES])
    id = UUID(sessions.open(session.setup, actor="ann").session)
    sessions.grant(id, "arbiter", person="ann", actor="ann")
    seen, wrong, done = [], [], threading.Event()

    def reads(number: int) -> None:
        while not done.is_set():
            for at, reading in enumerate(READINGS):
                view = sessions.view(id)
                try:
                    seen.append((at, view.lines, reading(view, session.log[view.lines % len(session.log)])))
                except Exception as error:  # whatever it is
                    wrong.append(error)

    readers = [threading.Thread(target=reads, args=(number,)) for number in range(2)]
    for reader in readers:
        reader.start()
    for line in session.log:
        sessions.record(id, write_entry(line, session.setup).strip(), actor="ann")
    done.set()
    for reader in readers:
        reader.join()
    sessions.close()

    assert wrong == [] and len({lines for _, lines, _ in seen}) > 5
    for at, lines, result in seen[:: max(1, len(seen) // 60)]:
        then, line = replace(session, log=session.log[:lines]), session.log[lines % len(session.log)]
        assert result == READINGS[at](then, line), (at, lines)
