"""The rulebooks' worked examples: the printed figures come out of the fold, and each has its record."""

from pathlib import Path

import pytest

from domain.games import GAMES
from domain.rules import ScoreLine
from domain.timeline.timeline import audit
from replays.record_text import read_record
from replays.review.comparison import findings_of

GAME = GAMES["nieuw-amsterdam"]
FOLDER = Path("replays/library/nieuw-amsterdam/examples")
BLUE, YELLOW, ORANGE = range(3)

LIES = {  # what lies on the table in the end, as the example says or forces
    "NA-EX-0": {
        **{(what, seat): n for seat in range(3) for what, n in (("corn", 2), ("wood", 3), ("goods", 4), ("coins", 8))},
        **{("supply", seat): 22 for seat in range(3)},
        **{("token", seat): seat + 1 for seat in range(3)},
        ("reserve",): 33,
    },
    "NA-EX-1": {("land-deck",): 16, ("ship-deck",): 16},
    "NA-EX-2": {("reserve",): 23},
    "NA-EX-3": {("spent", step): 0 for step in ("city", "land", "trade")},
    "NA-EX-4": {
        ("token", ORANGE): 1,
        ("token", YELLOW): 2,
        ("token", BLUE): 3,
        ("corn", ORANGE): 4 - 3,
        ("coins", ORANGE): 8 - 3 + 1,
        ("wood", ORANGE): 3 - 1,
        ("furs", ORANGE): 2 - 1,
        ("tiles", ORANGE, "land"): 2,
        ("tiles", ORANGE, "trade"): 1,
        ("discard",): 1,
        ("goods", YELLOW): 4 - 4,
        ("wood", YELLOW): 3 - 1,
        ("coins", YELLOW): 8,
        ("coins", BLUE): 8 + 2,
    },
    "NA-EX-5": {("wood", ORANGE): 4 - 3, ("business", ORANGE, "company"): 2, ("business", ORANGE, "granary"): 1},
    "NA-EX-7": {("wood", YELLOW): 2, ("camp", "1"): 3 - 1, ("camp", "2"): 1},
    "NA-EX-8": {("camp", "1"): 0, ("camp", "2"): 2, ("gone",): 1},
    "NA-EX-9": {("wood", BLUE): 1 + 3 + 5},
    "NA-EX-10": {("goods", ORANGE): 4 - 2, ("fur", ORANGE, "lynx"): 2 + 2},
    "NA-EX-11": {("goods", ORANGE): 4 - 2, ("corn", ORANGE): 3 - 2, ("fur", ORANGE, "lynx"): 2 + 2},
    "NA-EX-13": {("furs", YELLOW): 0, ("coins", YELLOW): 1 + 2, ("discard",): 5},
    "NA-EX-14": {("wood", BLUE): 2 - 1, ("capacity", BLUE): 8},
    "NA-EX-15.millwork": {("wood", ORANGE): 3 - 2, ("supply", ORANGE): 21 - 2},
    "NA-EX-15.black-market": {("coins", YELLOW): 4 - 3, ("goods", YELLOW): 4 - 3, ("furs", YELLOW): 1 + 2},
    "NA-EX-16": {("zone", YELLOW): 2, ("wood", YELLOW): 0, ("wood", BLUE): 0},
    "NA-EX-17": {("corn", BLUE): 1 + 4 + 5},
    "NA-EX-18": {("corn", BLUE): 5 - 3, ("corn", YELLOW): 6 - 4, ("corn", ORANGE): 0, ("points", ORANGE): 10 - 2},
    "NA-EX-19": {("goods", YELLOW): 6},
    "NA-EX-20": {("coins", BLUE): 4, ("coins", YELLOW): 3, ("coins", ORANGE): 6 + 1},  # Orange passed a special action
}
SCORED = {  # points by source, seat by seat
    "NA-EX-6": ("elections", (5, 0, 0)),
    "NA-EX-9": ("land-clear", (6, 0, 0)),
    "NA-EX-12": ("fur-shipping", (0, 10, 0)),
    "NA-EX-18": ("starvation", (0, 0, -2)),
    "NA-EX-21": ("final-elections", (9, 7, 7)),
    "NA-EX-22": ("final-land", (0, 15, 0)),
    "NA-EX-23": ("final-furs", (0, 0, 2)),
}


def seat_effect(example: str):
    """An example's record, with the figures announced in it."""
    session, troubles = read_record((FOLDER / f"{example}.record").read_text(encoding="utf-8"))
    assert not troubles
    return session


def frames(session, seen: bool = True):
    """The frames of an example, with its announced and read values or without them."""
    log = session.log if seen else tuple(line for line in session.log if "observation" not in line.__struct_fields__)
    return audit(session.setup, log)


RECORDS = sorted(path.stem for path in FOLDER.glob("*.record"))


def test_every_example_has_a_record_and_every_record_an_example():
    assert {record.partition(".")[0] for record in RECORDS} == set(GAME.examples)


@pytest.mark.parametrize("example", LIES)
def test_the_table_after_an_example_is_that_of_the_rulebook(example):
    state = frames(seat_effect(example), seen=False)[-1].step.state

    read = {key: GAME.base.observables[key[0]].get(state, key[1:]) for key in LIES[example]}
    assert read == LIES[example]


@pytest.mark.parametrize("example", SCORED)
def test_a_source_scores_what_the_rulebook_counts(example):
    effects = [effect for frame in frames(seat_effect(example), seen=False) for effect in frame.step.effects]
    source, points = SCORED[example]

    lines = [line for line in effects if isinstance(line, ScoreLine) and line.source == source]
    assert tuple(sum(line.by for line in lines if line.seat == seat) for seat in range(3)) == points


def test_three_in_eight_are_two_and_two_are_left_over():
    effects = [effect for frame in frames(seat_effect("NA-EX-23"), seen=False) for effect in frame.step.effects]

    lines = [line for line in effects if isinstance(line, ScoreLine) and line.source == "final-resources"]
    assert sum(line.by for line in lines if line.seat == ORANGE) == 2


@pytest.mark.parametrize("example", [record for record in RECORDS if record != "NA-EX-16"])
def test_the_printed_figures_agree_with_the_rules(example):
    session = seat_effect(example)

    assert len(frames(session)) > len(frames(session, seen=False))
    assert findings_of(frames(session)) == ()


def test_no_player_moves_beyond_the_farthest_longhouse():
    found = findings_of(frames(seat_effect("NA-EX-16")))

    assert [(finding.line, finding.clause) for finding in found] == [(13, "NA-SPEC-18")]
