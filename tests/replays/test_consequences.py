"""What followed from a mistake, and which lines contradict each other: proved on the records of the library."""

import random
from itertools import chain
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.record.lines import VOID, Gap, Ruled
from domain.rules import CONTRADICTION, UNDETERMINED
from domain.sessions.session import record
from domain.timeline.timeline import audit
from replays.annotation import Annotator
from replays.record_text import read_record
from replays.review.comparison import findings_of
from replays.review.consequences import consequences_of, follow_ons, missing_effects, missing_findings
from replays.review.contradictory_lines import contradictory_lines, still_contradicts

LIBRARY = Path("replays/library")
DISPUTES = sorted(LIBRARY.glob("*/samples/disputes.record"))
RNG = random.Random(21)


def read(path: Path):
    return read_record(path.read_text(encoding="utf-8"))[0]


def keys(findings) -> set:
    return {(one.line, one.clause, one.check, one.seat) for one in findings if one.verdict != UNDETERMINED}


def listed(led_to) -> list:
    return list(chain.from_iterable([(one.line, one.clause), *listed(one.led_to)] for one in led_to))


def test_a_knock_on_error_stands_in_the_tree_of_its_mistake():
    session = read(LIBRARY / "new-haven/samples/disputes.record")
    mistake = next(one for one in consequences_of(session, "en").mistakes if one.line == 71)

    assert (mistake.findings, mistake.points, mistake.points_in_all) == (1, {"B": 1}, 1)
    assert listed(mistake.led_to) == [(86, "NH-BUILD-6")]
    assert [(one.line, one.says) for one in mistake.effects] == [(79, "3 draws to make"), (191, "Bo +1 · row 1")]
    assert (86, "NH-BUILD-6") in follow_ons(consequences_of(session, "fr", only=71))


@pytest.mark.parametrize("path", DISPUTES, ids=lambda path: path.parts[2])
def test_voiding_a_mistake_removes_exactly_the_consequences_that_are_named(path):
    """Each ruling that voids the line is recorded for real; its own fold has lost just what the tree names."""
    session = read(path)
    before = audit(session.setup, session.log, ruled=True)
    traced = consequences_of(session, "en", ruled=True)
    assert traced.mistakes and traced.whole
    for mistake in traced.mistakes:
        ruled = record(session, Ruled(remedy=VOID, line=mistake.reporting_line))
        after = audit(ruled.setup, ruled.log, ruled=True)
        gone = {key for key in keys(findings_of(before)) - keys(findings_of(after)) if key[0] > mistake.line}

        assert sorted(listed(mistake.led_to)) == sorted((line, clause) for line, clause, _, _ in gone)
        assert (
            len(missing_effects(before, after, mistake.line, Annotator(session.seated, "en"))) == mistake.effects_in_all
        )
        moved = zip(before[-1].step.state.scores, after[-1].step.state.scores, strict=True)
        assert sorted(one - other for one, other in moved if one != other) == sorted(mistake.points.values())


def a_line_is_taken_out(session, line: int) -> bool:
    """Whether a line without a mistake can be taken out, and what is then missing is only what it brought."""
    log = (*session.log, Ruled(remedy=VOID, line=line))
    before, after = audit(session.setup, session.log), audit(session.setup, log, ruled=True)
    assert not {key for key in missing_findings(before, after, line) if key[0] <= line}
    return len(after) == len(before) + 1


@pytest.mark.parametrize("game", GAMES)
def test_any_line_of_a_whole_game_can_be_taken_out(game):
    paths = sorted((LIBRARY / game / "games").glob("*.record"))
    for session in map(read, RNG.sample(paths, 2)):
        for line in RNG.sample(range(2, len(session.log)), 4):
            assert a_line_is_taken_out(session, line)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_two_hundred_random_lines_can_be_taken_out(game):
    sessions = [read(path) for path in sorted((LIBRARY / game / "games").glob("*.record"))]
    lines = [(session, RNG.randrange(2, len(session.log))) for session in RNG.choices(sessions, k=200)]
    assert sum(a_line_is_taken_out(*one) for one in lines) == 200


CONTRADICTIONS = sorted(
    path
    for game in GAMES
    for path in (LIBRARY / game).glob("*/*.record")
    if " contradiction " in path.read_text("utf-8")
)


def prove_smallest(path: Path) -> int:
    """Checks every set of contradictory lines of a record; returns how many there are."""
    session = read(path)
    found = [one for one in findings_of(audit(session.setup, session.log)) if one.verdict == CONTRADICTION and one.line]
    explained = contradictory_lines(session, 500_000)
    for finding, answer in zip(found, explained, strict=True):
        assert answer.smallest and answer.lines, path
        assert still_contradicts(session, finding, answer.lines), path
        for left_out in answer.lines:
            assert not still_contradicts(session, finding, set(answer.lines) - {left_out}), (path, left_out)
    return len(found)


def test_the_smallest_contradictory_lines_are_found_and_no_smaller_set_is():
    session = read(LIBRARY / "mayflower/regressions/letters-without-faces.record")
    assert [one.lines for one in contradictory_lines(session)] == [[2, 8, 11]]
    assert sum(map(prove_smallest, RNG.sample(CONTRADICTIONS, 6))) >= 6


@pytest.mark.soak
def test_all_contradictory_lines_of_the_library_are_smallest():
    assert sum(map(prove_smallest, CONTRADICTIONS)) >= 100


def test_a_gap_in_any_place_leaves_a_record_that_folds():
    """Offers after a gap that hides the zones of the river once ended the fold."""
    session = read(LIBRARY / "nieuw-amsterdam/samples/a-table-with-everything.record")
    for line in range(4, 9):
        log = [Gap(text="") if at == line else entry for at, entry in enumerate(session.log, 1)]
        audit(session.setup, log)
