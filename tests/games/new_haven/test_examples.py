"""The rulebook's worked examples: the printed figures come out of the fold, and each has its record."""

from pathlib import Path

import pytest

from domain.games import GAMES
from domain.record.lines import Played
from domain.rules import ScoreLine
from domain.timeline.timeline import audit
from replays.record_text import read_record
from replays.review.comparison import findings_of

GAME = GAMES["new-haven"]
FOLDER = Path("replays/library/new-haven/examples")

GATHERED = {  # wheat, sheep, timber, stone: step 2, both sets of pictures
    "NH-EX-1A": (6, 3, 1, 0),
    "NH-EX-1B": (0, 5, 0, 2),
    "NH-EX-1C": (1, 0, 2, 4),
    "NH-EX-1D": (0, 2, 3, 2),
    "NH-EX-2A": (10, 1, 3, 0),
    "NH-EX-2B": (0, 6, 1, 4),
    "NH-EX-2C": (2, 0, 3, 2),
    "NH-EX-2D": (0, 1, 2, 1),
}
SCORED = {  # rows and columns that score, with value and how often it counts: the scoring example
    "NH-EX-3": ({"row-3": (2, 3), "row-4": (2, 4), "column-1": (2, 5)}, 24),
    "NH-EX-4": ({"row-3": (2, 3), "row-4": (2, 4), "column-1": (2, 5), "column-2": (1, 4)}, 28),
    "NH-EX-5": ({"row-3": (1, 3), "row-4": (2, 4), "column-1": (1, 5)}, 16),
}
MAY_TAKE_STONE = {"6.1", "5.2", "4.1"}  # build example A


def record_of(example: str):
    """The record of an example, with the announced figures."""
    session, troubles = read_record((FOLDER / f"{example}.record").read_text(encoding="utf-8"))
    assert not troubles
    return session


def frames(session, seen: bool = True):
    """The frames of an example, with its announced and read values or without them."""
    log = session.log if seen else tuple(line for line in session.log if "observation" not in line.__struct_fields__)
    return audit(session.setup, log)


@pytest.mark.parametrize("example", GAME.examples)
def test_every_example_has_a_record(example):
    assert (FOLDER / f"{example}.record").exists()


def test_every_record_is_an_example():
    assert {path.stem for path in FOLDER.glob("*.record")} == set(GAME.examples)


@pytest.mark.parametrize("example", GATHERED)
def test_a_tile_gathers_what_the_rulebook_counts(example):
    last = frames(record_of(example), seen=False)[-1]

    assert last.step.state.markers == GATHERED[example]
    assert last.step.findings == ()


@pytest.mark.parametrize("example", (*GATHERED, *SCORED))
def test_the_printed_figures_agree_with_the_rules(example):
    session = record_of(example)

    assert len(frames(session)) > len(frames(session, seen=False)) + 3
    assert findings_of(frames(session)) == ()


@pytest.mark.parametrize("example", SCORED)
def test_rows_and_columns_score_what_the_rulebook_counts(example):
    end = frames(record_of(example), seen=False)[-1].step
    lines, total = SCORED[example]

    items = {
        effect.source: tuple((item.count, item.each) for item in effect.items)
        for effect in end.effects
        if isinstance(effect, ScoreLine) and effect.seat == 0 and effect.items
    }
    assert items == {name: (item,) for name, item in lines.items()}
    assert end.state.scores == (total, 0)


def test_a_further_stone_building_touches_the_first():
    tried = [frame for frame in frames(record_of("NH-EX-6")) if isinstance(frame.entry, Played)]

    broken = {frame.entry.action.home: [f.clause for f in frame.step.findings] for frame in tried}
    assert len(broken) == 22, "every empty space is tried"
    assert {home for home, clauses in broken.items() if not clauses} == MAY_TAKE_STONE
    assert all(clauses in ([], ["NH-BUILD-6"]) for clauses in broken.values())
