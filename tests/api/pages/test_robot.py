"""A robot scribe records real games on a phone, by visible controls only: no line needs typing.

The default suite plays the beginning of each game with unknown faces; whole games are played behind the marker,
where the figures are printed. `printed` is a first session of a box, whose faces are entered as they come; `later` is
one whose scribe enters what is printed on a card once a player has taken it; `box` is a later session, whose faces are
known; `stand-in` has made-up faces.
"""

import os
import statistics
from collections import defaultdict

import pytest

from domain.faces import entered
from domain.games import GAMES
from domain.rules import replace
from tests.api.pages.browsers import PHONE
from tests.api.pages.recorder import new_table, opened, record_of
from tests.api.pages.robot import Robot
from tests.api.people import fresh_token
from tests.replays.real_games import as_first_seen, real_game, with_figures_later
from tests.samples import sample

NAMES = ("Ana", "Bo", "Chloé", "Dirk", "Eva")
BEGINNING = 14  # lines of a game in the default suite
GAMES_EACH = 10
FACES = ("printed", "later", "box", "stand-in")
LATER = "nieuw-amsterdam"  # the only game whose faces can be entered later
SEED = int(os.environ.get("ROBOT_SEED", "100"))  # other ones play other games
MISSING = 0.1  # of the values, where some are not seen
VARIANTS = (
    ("advanced", 2),
    ("four", 4),
    *((variant, 2) for variant in ("KO-V-EXPORT", "KO-V-MARINS", "KO-V-CONTREBANDE", "KO-V-EVENTS", "KO-V-LIBRE")),
)


def seats_at(game: str, number: int) -> int:
    """How many people sit at the nth game: as many as may without a variant, in turn."""
    players = GAMES[game].common_sizes or GAMES[game].players
    return players[number % len(players)]


WHOLE = [
    (game, seats_at(game, number), faces, SEED + number, missing)
    for number in range(GAMES_EACH)
    for game in GAMES
    for faces, missing in (*((faces, 0.0) for faces in FACES), ("printed", MISSING))
    if faces != "later" or game == LATER
]


def scribe_at(
    house, room, game: str, players: int, faces: str, seed: int, missing: float = 0.0, variants: tuple[str, ...] = ()
) -> tuple[Robot, list]:
    """A robot at a new table, and the actions of the game it will record."""
    setup, actions = real_game(game, players, seed, variants=variants)
    seats = [{"letter": letter, "name": name} for letter, name in zip(setup.seats, NAMES, strict=False)]
    named = entered_box(house, game) if faces == "box" else "stand-in" if faces == "stand-in" else "printed"
    table = new_table(house, game, faces=named, seats=seats, first=setup.seats[setup.first], variants=list(variants))
    page = opened(room.come(PHONE), table)
    robot = Robot(page, house, table, replace(setup, faces=named), missing)
    actions = as_first_seen(game, actions) if named == "printed" else actions
    return robot, with_figures_later(actions) if faces == "later" else actions


def entered_box(house, game: str) -> str:
    """The id of an owner's box with all faces of the stand-in one."""
    faces = entered(GAMES[game].catalogue("stand-in"))
    faces = {kind: found for kind, found in faces.items() if kind in GAMES[game].box}
    return house.ask("POST", f"/api/games/{game}/boxes", fresh_token(), {"faces": faces}).json()["id"]


@pytest.mark.parametrize("game", sample(GAMES, "mayflower"))
def test_the_beginning_of_a_game_is_recorded_by_taps(house, room, game):
    robot, actions = scribe_at(house, room, game, 2, "printed", 1)
    for action in actions[:BEGINNING]:
        robot.enter(action)

    assert [line.text for line in robot.lines if line.typed] == []
    assert [(line.text, line.taps) for line in robot.lines] == [(line.text, line.counted) for line in robot.lines]
    assert len(record_of(house, robot.table)) == BEGINNING


@pytest.fixture(scope="module")
def recorded():
    """The lines of all games by kind; in the end their figures are printed."""
    lines = defaultdict(list)
    yield lines
    for kind, found in sorted(lines.items()):
        print(f"\n{' '.join(kind)}: {figures(found)}")


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players", "faces", "seed", "missing"), WHOLE)
def test_a_whole_game_is_recorded_by_taps(house, room, recorded, game, players, faces, seed, missing):
    robot, actions = scribe_at(house, room, game, players, faces, seed, missing)
    play(robot, actions)
    recorded[game, faces, "10 % not seen" if missing else ""] += robot.lines
    print(f"\n{game}, {players} players, {faces}, seed {seed}, not seen {missing:.0%}: {figures(robot.lines)}")

    assert nothing_false(robot)


@pytest.mark.soak
@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_variants_of_kontor_are_recorded_by_taps(house, room, variant, players):
    robot, actions = scribe_at(house, room, "kontor", players, "stand-in", SEED, variants=(variant,))
    play(robot, actions)
    print(f"\nkontor with {variant}: {figures(robot.lines)}")

    assert nothing_false(robot)


def play(robot: Robot, actions: list) -> None:
    """Enters a game; no line may be typed."""
    for action in actions:
        robot.enter(action)
    assert [line.text for line in robot.lines if line.typed] == []


def nothing_false(robot: Robot) -> bool:
    """Whether the audit finds nothing in a lawful game but what cannot be checked."""
    findings = robot.house.ask("GET", robot.table.at("/audit"), robot.table.tokens["owner"]).json()["findings"]
    return [one for one in findings if one["verdict"] != "undetermined"] == []


def figures(lines: list) -> str:
    """The figures of a game: lines without typing, taps, lines with swipes, seconds of waiting."""
    taps = sorted(line.taps for line in lines)
    tenth = taps[min(len(taps) - 1, len(taps) * 9 // 10)]
    untyped = sum(not line.typed for line in lines) / len(lines)
    swiped = sum(line.swipes > 0 for line in lines) / len(lines)
    waited = statistics.median(line.waited for line in lines)
    miscounted = [(line.text, line.taps, line.counted) for line in lines if line.taps != line.counted]
    return (
        f"{len(lines)} lines, {untyped:.0%} without typing, taps {statistics.median(taps):g} / {tenth} / {taps[-1]}, "
        f"{swiped:.0%} with a swipe, {waited:.2f} s of waiting"
        f"{f', counted otherwise without a page: {miscounted}' if miscounted else ''}"
    )
