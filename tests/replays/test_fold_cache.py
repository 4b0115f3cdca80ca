"""The cache of folds grows with the record and gives, from every viewpoint and thread, what folding it whole gives."""

import random
import threading
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.record.lines import Played
from domain.sessions.session import Session
from domain.sessions.session_state import SessionState, SessionView
from domain.setup import EVERYTHING
from domain.timeline import fold_cache
from domain.timeline.fold_cache import NOW, THEN, FoldCache, FoldSnapshot, Viewpoint
from domain.timeline.timeline import audit, replay
from replays.viewpoint import is_changed, is_hidden, snapshot_in
from tests.play import play, table
from tests.replays.library_sessions import SAMPLES, named, read
from tests.replays.test_random_records import any_session, frame_texts
from tests.samples import sample

SIGHTS = [
    Viewpoint(who, ruled, known) for who in (EVERYTHING, None, 0) for ruled in (False, True) for known in (NOW, THEN)
]
SECRET = ("- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS", "B draw T5", "B build R3 up 3.1", "Y pass")


def whole(session: Session, lines: int, viewpoint: Viewpoint) -> list[str]:
    """The fold of the first lines from a viewpoint, computed from the start."""
    walk = audit if viewpoint.known == NOW else replay
    return frame_texts(walk(session.setup, session.log[:lines], viewpoint.ruled, viewpoint.viewer))


def growing(session: Session) -> list[SessionView]:
    """The session after each of its lines."""
    live, views = SessionState(UUID(int=1)), []
    live.setup = session.setup
    for line in session.log:
        live._add(line)
        live.judge_lines(len(live.log) - 1)
        views.append(live.view())
    return views


def holds(session: Session, seed: int) -> None:
    """Checks that any version, requested in any order, is correct."""
    rng, views = random.Random(seed), growing(session)
    newest = 0
    for _ in range(40):
        newest = min(len(views) - 1, newest + rng.choice((0, 1, 1, 2, 5)))
        view = views[max(0, newest - rng.choice((0, 0, 0, 1, 3, 20)))]
        viewpoint = rng.choice(SIGHTS)
        assert frame_texts(snapshot_in(view, viewpoint).frames) == whole(session, view.lines, viewpoint), (
            view.lines,
            viewpoint,
        )
        then = Session(setup=session.setup, log=session.log[: view.lines])
        assert is_hidden(view, viewpoint.viewer) == is_hidden(then, viewpoint.viewer)
        assert is_changed(view) == is_changed(then)


@pytest.mark.parametrize("path", SAMPLES, ids=named)
def test_every_version_is_folded_as_it_was(path):
    holds(read(path), 1)


@pytest.mark.parametrize("seed", sample(range(60), *range(3)))
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_version_of_a_random_record_is_folded_as_it_was(game, seed):
    session = any_session(game, seed)
    if session.log:
        holds(session, seed)


CONCLUDED = [("kontor", seed) for seed in (35, 60, 64, 155, 169, 195, 259, 267, 297)] + [("new-haven", 17)]


@pytest.mark.parametrize("game, seed", sample(CONCLUDED, *CONCLUDED[::3]))
def test_a_conclusion_that_no_longer_follows_is_forgotten(game, seed):
    holds(any_session(GAMES[game], seed), seed)


def test_a_line_after_a_gap_is_folded_where_the_zone_of_another_trader_is_not_known():
    holds(any_session(GAMES["nieuw-amsterdam"], 16), 16)


def test_a_value_of_the_setup_can_be_read_before_any_line():
    holds(any_session(GAMES["mayflower"], 77), 77)


def test_a_fold_is_computed_once_and_then_grows():
    session = play(table(faces="stand-in"), *SECRET * 3)
    views = growing(session)
    last, before = views[-1], views[-2]
    known = snapshot_in(before, Viewpoint(None))
    snapshot = snapshot_in(last, Viewpoint(None))
    assert snapshot_in(last, Viewpoint(None)) is snapshot and snapshot_in(before, Viewpoint(None)) is known
    assert snapshot.made is known.made and snapshot.count == known.count + 1  # and of what was walked nothing again
    assert snapshot_in(last, Viewpoint(1)) is not snapshot and snapshot_in(last, Viewpoint()) is last.snapshot


def test_findings_are_grouped_once_by_their_reporting_line():
    session = play(table(faces="stand-in"), *SECRET, "= - marker S +5 @2/NH-GATHER-1", "~ 4 -")
    snapshot = snapshot_in(growing(session)[-1], Viewpoint(None))
    assert snapshot.findings_by_line is snapshot.findings_by_line
    assert [(one.line, one.reporting_line) for one in snapshot.findings_by_line[6]] == [
        (2, 6)
    ] and 4 not in snapshot.findings_by_line


def test_many_threads_may_request_the_same_fold():
    session = play(table(faces="stand-in"), *SECRET * 8)
    views, wrong = growing(session), []
    wanted = {(lines, who): whole(session, lines, Viewpoint(who)) for lines in range(1, 41) for who in (None, 0, 1)}

    def looks(seed: int) -> None:
        rng = random.Random(seed)
        for at in range(40):
            view, who = views[min(39, at + rng.randrange(3))], rng.choice((None, 0, 1))
            if frame_texts(snapshot_in(view, Viewpoint(who)).frames) != wanted[view.lines, who]:
                wrong.append((view.lines, who))

    threads = [threading.Thread(target=looks, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_least_recently_used_fold_is_dropped_and_can_be_computed_again(monkeypatch):
    session = play(table(faces="stand-in"), *SECRET * 8)
    monkeypatch.setattr(fold_cache, "MOST", 150)
    views = [growing(session)[-1] for _ in range(20)]
    first = snapshot_in(views[0], Viewpoint(None))
    for view in views:
        for who in (None, 0, 1):
            snapshot_in(view, Viewpoint(who))
    held = [timeline for view in views for timeline in view.fold_cache.timelines.values() if timeline.frames]
    assert 0 < sum(timeline.frames for timeline in held) <= 150
    assert (
        views[-1].fold_cache.timelines[Viewpoint(1)].frames
        and not views[0].fold_cache.timelines[Viewpoint(None)].frames
    )
    assert frame_texts(snapshot_in(views[0], Viewpoint(None)).frames) == frame_texts(first.frames)


def test_an_error_leaves_no_half_grown_fold():
    session = play(table(faces="stand-in"), *SECRET)
    kept, log = FoldCache(), [*session.log]

    def snapshot(lines: int) -> FoldSnapshot:
        return kept.snapshot(session.setup, log, lines, Viewpoint(None))

    snapshot(3)
    log.insert(4, Played(action=None))  # nothing that can be folded
    with pytest.raises(AttributeError):
        snapshot(5)
    del log[4]
    assert frame_texts(snapshot(5).frames) == whole(session, 5, Viewpoint(None))
