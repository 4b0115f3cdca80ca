"""A runner is killed during an update: rows and position stay consistent, and a rebuild changes nothing."""

from contextlib import closing
from random import Random

import pytest

from domain.sessions.application import Sessions
from projections.lag import read_position
from projections.runner import Runner
from projections.storage import open_storage
from tests.projections.club import OPENING, everything, open_session, record
from tests.projections.killable_updates import Processes

PAGE = 5
KILLS = [(10, 16), pytest.param(200, 98, marks=pytest.mark.soak)]  # and lines recorded before each


@pytest.fixture
def processes(tmp_path):
    """Processes that catch up."""
    with closing(Processes(tmp_path)) as processes:
        yield processes


def play_on(sessions, ids, rng, lines) -> None:
    """Opens new sessions, and records lines and disputes in old ones."""
    ids.append(open_session(sessions))
    record(sessions, ids[-1], OPENING, "B harvest b4 RR/TR")
    for number in range(lines):
        record(sessions, rng.choice(ids), f'; B "{number}"' if rng.random() < 0.7 else "! B 1")


def left_out(sessions, views) -> list[str]:
    """Sessions whose rows lack an event that the stored position includes."""
    asked = "SELECT originator_id, max(originator_version) FROM session_events WHERE notification_id <= ? GROUP BY 1"
    seen = {getattr(id, "hex", id): version for id, version in sessions.recorder.rows(asked, read_position(views))}
    listed = dict(views.rows("SELECT session, version FROM listing"))
    return [id for id, version in seen.items() if listed.get(id, 0) < version]


def killed(processes, sessions, views, url, rng, ids, lines=16, **more) -> bool:
    """Kills a process between its first row and its last page."""
    play_on(sessions, ids, rng, lines)
    process = processes.start(url, PAGE, **more)
    process.kill_after(rng.randrange(1, 12))
    return process.was_killed


@pytest.mark.parametrize("kills, lines", KILLS)
def test_a_kill_leaves_rows_and_position_together(processes, url, kills, lines):
    rng, ids, done, upto = Random(11), [], 0, 0
    with closing(Sessions(url)) as sessions, closing(open_storage(url)) as views:
        runner = Runner(sessions, views)
        while done < kills:
            done += killed(processes, sessions, views, url, rng, ids, lines)
            assert left_out(sessions, views) == []
            assert upto <= read_position(views)
            upto = read_position(views)
        list(runner.catch_up())
        before = everything(views)
        list(runner.rebuild())
        assert everything(views) == before
        assert len(before["listing"]) == len(ids) and before["docket"]
        print(f"{kills} kills over {upto} events: 0 rows left out, a rebuild is identical")


def test_storing_the_position_before_the_rows_leaves_out_rows(processes, url):
    rng, ids, wrong = Random(11), [], []
    with closing(Sessions(url)) as sessions, closing(open_storage(url)) as views:
        Runner(sessions, views)
        for _ in range(30):
            killed(processes, sessions, views, url, rng, ids, hasty=True)
            wrong += left_out(sessions, views)
            if wrong:
                break
        assert wrong
