"""The rulebook's worked examples: the printed figures come out of the fold, and each has its record."""

from pathlib import Path

import pytest

from domain.fold import options
from domain.games import GAMES
from domain.games.mayflower.actions import Colonist, Explore
from domain.rules import ScoreLine
from domain.timeline.timeline import audit
from replays.record_text import read_record
from replays.review.comparison import findings_of

GAME = GAMES["mayflower"]
FOLDER = Path("replays/library/mayflower/examples")

SCORED = {  # points by source, seat by seat: the captions of the pictures
    "MF-EX-7": {"R": {"road": 4, "relays": 4}},
    "MF-EX-8": {"R": {"road": 3}},
    "MF-EX-9": {"R": {"city": 6, "shields": 2}},
    "MF-EX-10": {"R": {"city": 8}},
    "MF-EX-11": {"R": {"city": 12}, "B": {"city": 12}},
    "MF-EX-12.city": {"R": {"city": 4}},
    "MF-EX-12.road": {"R": {"road": 3}},
    "MF-EX-13": {
        "R": {"final-road": 3},
        "Y": {"final-farm": 5},
        "B": {"final-city": 2, "final-shields": 1},
        "G": {"final-city": 6, "final-shields": 2},
    },
    "MF-EX-14": {"R": {"animals": 4}, "B": {"animals": 2}},
    "MF-EX-15": {"R": {"animals": 4}, "Y": {"animals": 4}, "B": {"animals": 5}},
    "MF-EX-16": {
        "R": {"road": 2},
        "Y": {"road": 4, "relays": 2, "bonus": 4},
        "B": {"farm": 9, "city": 4, "bonus": 4 * 2 + 4},
    },
    "MF-EX-17": {"B": {"final-road": 2}, "R": {"final-city": 3}},
}
STEPS = (  # the two turns of the explorers: what scores, for whom, and where the explorers go
    ("road", "R", 2, (1, 0)),
    ("road", "Y", 10, (1, 1)),
    ("farm", "B", 17, (2, 1)),
    ("city", "B", 8, (2, 2)),
)
BROKEN = {  # what the captions call impossible
    "MF-EX-4": "MF-PLACE-3",
    "MF-EX-5.merchant": "MF-COL-6",
    "MF-EX-6.large": "MF-COL-6",
}
MAY_STAND = {  # where the caption lets Blue place a colonist
    "MF-EX-5": {("trapper", "N")},
    "MF-EX-6": {("merchant", "N"), ("robber", "S"), ("trapper", "S+")},
}
RECORDS = sorted(path.stem for path in FOLDER.glob("*.record"))


def session_of(example: str):
    """The session of an example's record, with the announced figures."""
    session, troubles = read_record((FOLDER / f"{example}.record").read_text(encoding="utf-8"))
    assert not troubles
    return session


def frames(session, seen: bool = True):
    """The frames of an example, with its readings and announcements or without them."""
    log = session.log if seen else tuple(line for line in session.log if "observation" not in line.__struct_fields__)
    return audit(session.setup, log)


def score_lines(example: str) -> list[tuple[str, ScoreLine]]:
    """Every score line that brings points, with the letter of its seat."""
    session = session_of(example)
    effects = [effect for frame in frames(session, seen=False) for effect in frame.step.effects]
    return [
        (session.setup.seats[effect.seat], effect) for effect in effects if isinstance(effect, ScoreLine) and effect.by
    ]


def test_every_example_has_a_record_and_every_record_an_example():
    assert {record.partition(".")[0] for record in RECORDS} == set(GAME.examples)


@pytest.mark.parametrize("example", SCORED)
def test_a_feature_scores_what_the_caption_says(example):
    scored: dict[str, dict[str, int]] = {}
    for letter, line in score_lines(example):
        source = line.source.partition(":")[0]
        own = scored.setdefault(letter, {})
        own[source] = own.get(source, 0) + line.by

    assert scored == SCORED[example]


@pytest.mark.parametrize("example", SCORED)
def test_every_tile_that_made_points_is_named(example):
    for _, line in score_lines(example):
        if line.items[0].name in ("tile", "portion"):
            assert all(len(item.of) == item.count for item in line.items)
        assert line.by == sum(item.count * item.each for item in line.items)


@pytest.mark.parametrize("example", [record for record in RECORDS if record not in BROKEN])
def test_the_announced_figures_agree_with_the_rules(example):
    session = session_of(example)

    assert len(frames(session)) > len(frames(session, seen=False))
    assert findings_of(frames(session)) == ()


@pytest.mark.parametrize("example", BROKEN)
def test_what_a_caption_calls_impossible_breaks_its_clause(example):
    assert [finding.clause for finding in findings_of(frames(session_of(example)))] == [BROKEN[example]]


@pytest.mark.parametrize("example", MAY_STAND)
def test_a_colonist_may_be_placed_where_the_caption_says_and_nowhere_else(example):
    session = session_of(example)
    rules = GAME.rules(session.setup)
    frame = next(
        f for f in reversed(frames(session)) if f.step.state.phase == "colonist" and f.step.state.now.posted == 0
    )

    offered = [offer.example for offer in options(rules, frame.step.state)]
    assert {(one.role, one.port) for one in offered if isinstance(one, Colonist)} == MAY_STAND[example]


def test_each_scoring_of_the_explorers_moves_one_of_them_and_pays_by_where_they_stood():
    session = session_of("MF-EX-16")
    steps, gained = [], {}
    for frame in frames(session, seen=False):
        for effect in frame.step.effects:
            if isinstance(effect, ScoreLine) and effect.by:
                kind, seat = effect.source.partition(":")[0], session.setup.seats[effect.seat]
                gained.setdefault(seat, [kind, 0])[1] += effect.by
        if isinstance(getattr(frame.entry, "action", None), Explore):
            ((seat, (kind, points)),) = gained.items()
            steps.append((kind, seat, points, frame.step.state.explorers))
            gained = {}

    assert tuple(steps) == STEPS


def test_the_city_whose_merchant_was_swept_away_is_not_scored():
    session = session_of("MF-EX-16")
    before = next(f for f in frames(session) if f.step.state.now.pending and f.step.state.phase == "score")
    last = frames(session)[-1].step.state

    assert ("city", "2:3", "E") in before.step.state.now.pending
    assert last.scores == (25, 2, 0, 10)
    assert last.now.scored == (("farm", "1:4", ""), ("city", "2:3", "N"))
    assert last.reserves == (5, 5, 5, 5) and last.men == ()
