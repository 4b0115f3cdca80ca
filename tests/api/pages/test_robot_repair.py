"""A robot scribe corrects real games on a phone: a correction and an insertion take at most five taps."""

import pytest

from domain.games import GAMES
from domain.record.line_text import write_entry
from domain.record.lines import Played
from domain.rules import replace
from tests.api.pages.browsers import PHONE
from tests.api.pages.recorder import log_of, new_table, opened
from tests.api.pages.robot_repair import RepairRobot
from tests.api.pages.test_robot import NAMES
from tests.replays.real_games import real_game
from tests.samples import sample

LINES = 40
MOST = 5  # taps
FORGOTTEN = {  # lines that are recorded with one to three taps; what chance lays out takes a tap for each value
    "new-haven": (12, 17, 20),
    "nieuw-amsterdam": (14, 22, 25),
    "mayflower": (12, 23, 34),
    "kontor": (12, 20, 26),
}
SAMPLED = (("mayflower", 12), ("kontor", 12))  # each game is either corrected or inserted into by default


def scribe_at(house, room, game: str, seed: int, without: int = 0) -> tuple[RepairRobot, list]:
    """A robot at a table in the middle of a game, with one line missing in its record."""
    setup, actions = real_game(game, 2, seed)
    lines = [write_entry(Played(action=action), setup).strip() for action in actions[:LINES]]
    seats = [{"letter": letter, "name": name} for letter, name in zip(setup.seats, NAMES, strict=False)]
    kept = tuple(line for number, line in enumerate(lines, 1) if number != without)
    table = new_table(house, game, seats=seats, first=setup.seats[setup.first], lines=kept)
    page = opened(room.come(PHONE), table)
    return RepairRobot(page, house, table, replace(setup, faces="stand-in")), actions


@pytest.mark.parametrize("count", [3, pytest.param(LINES, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", sample(GAMES, "nieuw-amsterdam"))
def test_a_correction_takes_at_most_five_taps(house, room, game, count):
    robot, _ = scribe_at(house, room, game, 7)
    fixed = {}
    for line in range(3, LINES, 6):
        before = len(log_of(house, robot.table))
        taps = robot.fix(line)
        if taps is not None:
            fixed[line] = taps
            assert log_of(house, robot.table)[before].split()[1:3] == ["~", str(line)]
        if len(fixed) == count:
            break
    print(f"\n{game}: taps of corrections {fixed}")

    assert len(fixed) >= 3
    assert max(fixed.values()) <= MOST


@pytest.mark.parametrize(
    ("game", "line"),
    [
        pytest.param(game, line, marks=[] if (game, line) in SAMPLED else [pytest.mark.soak])
        for game, lines in FORGOTTEN.items()
        for line in lines
    ],
)
def test_an_insertion_takes_two_taps_more_than_recording(house, room, game, line):
    robot, actions = scribe_at(house, room, game, 7, without=line)
    taps = robot.insert(line - 1, actions[line - 1])
    print(f"\n{game}: {write_entry(Played(action=actions[line - 1]), robot.setup).strip()} inserted with {taps} taps")

    assert log_of(house, robot.table)[LINES - 1].split()[1:3] == ["~", f"{line - 1}+"]
    assert taps <= MOST
