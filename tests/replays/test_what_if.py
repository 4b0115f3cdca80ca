"""What if: a branch at any line is folded by the full rules, and never touches the record."""

import random
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.record.lines import Played
from replays.record_text import read_record, write_record
from replays.review.what_if import WhatIf, branch_of, what_if

LIBRARY = Path("replays/library")
RNG = random.Random(22)
EVERYTHING = "everything"


def read(path: Path):
    return read_record(path.read_text(encoding="utf-8"))[0]


def tried(session, after: int, **more):
    return what_if(session, WhatIf(after=after, **more), "en", EVERYTHING)


def test_a_branch_takes_other_lines_and_says_what_they_break():
    session = read(LIBRARY / "new-haven/samples/disputes.record")
    before = write_record(session)
    branch = tried(session, 70, lines=("b PASS", "A pick R2", "A build R1 up 1.1"))

    assert [line.text for line in branch.lines] == ["B pass", "A pick R2", "A build R1 up 1.1"]
    assert [found.clause for found in branch.lines[2].frame.findings] and branch.played[0].line == 71
    assert {found.line for found in branch.came} == {branch.lines[2].frame.line}
    assert write_record(session) == before


def test_the_rest_is_played_on_without_one_line():
    session = read(LIBRARY / "mayflower/samples/disputes.record")
    branch = tried(session, 160, rest=True, without=161)
    banked = [[side.banked for side in one.sides] for one in (branch.standings, branch.record_standings)]
    assert [(found.line, found.clause) for found in branch.went] == [(161, "MF-COL-2")]
    assert banked == [[28, 40, 67], [39, 40, 67]]


def test_a_line_that_cannot_be_read_stands_in_the_answer_with_those_before_it():
    session = read(LIBRARY / "new-haven/samples/disputes.record")
    for bad in ("B sings", "$ - stand", "! B 3", '; B "a note"', "~ 3 -"):
        branch = tried(session, 70, lines=("B pass", bad))
        assert [line.text for line in branch.lines] == ["B pass"] and branch.trouble


def test_another_reading_holds_in_the_branch_only():
    session = read(LIBRARY / "new-haven/samples/disputes.record")
    branch, _, _ = branch_of(session, WhatIf(after=70, under="NH-I-01=one"), "en", EVERYTHING)
    assert not session.setup.readings.get("NH-I-01") and branch.log[-1].reading == "NH-I-01=one"


def a_branch_of_a_random_line(session) -> None:
    """At a random action another offer of that moment breaks nothing, and the record stays as it is."""
    numbers = [number for number, line in enumerate(session.log, 1) if isinstance(line, Played)]
    at = RNG.choice(numbers)
    before = write_record(session)
    offered = tried(session, at - 1)
    if offered.offers:
        choice = RNG.choice(offered.offers)
        played = tried(session, at - 1, lines=(choice.text,))
        broken = [found for line in played.lines for found in line.frame.findings if found.verdict == "broken"]
        assert not broken, (choice.text, broken)
    assert write_record(session) == before


@pytest.mark.parametrize("game", GAMES)
def test_an_offer_at_a_random_line_of_a_whole_game_breaks_nothing(game):
    session = read(sorted((LIBRARY / game / "games").glob("*.record"))[0])
    for _ in range(2):
        a_branch_of_a_random_line(session)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_two_hundred_branches(game):
    sessions = [read(path) for path in sorted((LIBRARY / game / "games").glob("*.record"))]
    for session in RNG.choices(sessions, k=200):
        a_branch_of_a_random_line(session)
