"""A robot scribe records real games on a phone, by visible controls only: no line needs typing.

The default suite plays the beginning of each game with unknown faces; whole games are played behind the marker,
where the figures are printed.
"""

import statistics

import pytest

from domain.games import GAMES
from domain.rules import replace
from tests.api.pages.browsers import PHONE
from tests.api.pages.recorder import laid, opened, record_of
from tests.api.pages.robot import Robot
from tests.replays.real_games import as_first_seen, real_game

NAMES = ("Ana", "Bo", "Chloé", "Dirk", "Eva")
BEGINNING = 28  # lines of a game in the default suite
WHOLE = [
    (game, players, faces, seed)
    for game in GAMES
    for players in GAMES[game].players
    for faces in ("printed", "stand-in")
    for seed in (11,)
    if not GAMES[game].alone or players in GAMES[game].alone
]


def scribe_at(house, room, game: str, players: int, faces: str, seed: int) -> tuple[Robot, list]:
    """A robot before a fresh table, and what will happen there."""
    setup, actions = real_game(game, players, seed)
    seats = [{"letter": letter, "name": name} for letter, name in zip(setup.seats, NAMES, strict=False)]
    table = laid(house, game, faces=faces, seats=seats, first=setup.seats[setup.first])
    page = opened(room.come(PHONE), table)
    robot = Robot(page, house, table, replace(setup, faces=faces))
    return robot, as_first_seen(game, actions) if faces == "printed" else actions


@pytest.mark.parametrize("game", GAMES)
def test_the_beginning_of_a_game_is_recorded_by_taps(house, room, game):
    robot, actions = scribe_at(house, room, game, 2, "printed", 1)
    for action in actions[:BEGINNING]:
        robot.enter(action)

    assert [line.text for line in robot.lines if line.typed] == []
    assert len(record_of(house, robot.table)) == BEGINNING


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players", "faces", "seed"), WHOLE)
def test_a_whole_game_is_recorded_by_taps(house, room, game, players, faces, seed):
    robot, actions = scribe_at(house, room, game, players, faces, seed)
    for action in actions:
        robot.enter(action)
    print(f"\n{game}, {players} players, {faces} faces: {figures(robot.lines)}")

    assert [line.text for line in robot.lines if line.typed] == []
    findings = house.ask("GET", robot.table.at("/audit"), robot.table.tokens["owner"]).json()["findings"]
    assert [one for one in findings if one["verdict"] != "undetermined"] == []


def figures(lines: list) -> str:
    """What a game came to: lines without typing, taps, lines with swipes, seconds of waiting."""
    taps = sorted(line.taps for line in lines)
    tenth = taps[min(len(taps) - 1, len(taps) * 9 // 10)]
    untyped = sum(not line.typed for line in lines) / len(lines)
    swiped = sum(line.swipes > 0 for line in lines) / len(lines)
    waited = statistics.median(line.waited for line in lines)
    return (
        f"{len(lines)} lines, {untyped:.0%} without typing, taps {statistics.median(taps):g} / {tenth} / {taps[-1]}, "
        f"{swiped:.0%} with a swipe, {waited:.2f} s of waiting"
    )
