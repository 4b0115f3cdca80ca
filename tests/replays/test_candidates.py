"""A table without help is shown what its pieces allow, whatever the rules say of it."""

import msgspec
import pytest

from domain.games import GAMES
from domain.rules import replace
from domain.sessions.session import Session
from replays.recorder.choices import choices_at, unjudged_choices_at
from tests.replays.line_patterns import fitting
from tests.replays.real_games import real_game
from tests.replays.tapped_games import ways_to_write, written


def begun(game: str, lines: int, players: int = 2) -> Session:
    """A lawful game after some lines, at a table without help."""
    setup, actions = real_game(game, players, 5)
    session = Session(setup=replace(setup, help=False), log=())
    for action in actions[:lines]:
        session = written(session, ways_to_write(session, action)[0])
    return session


def steps_of(session: Session) -> list[dict]:
    return msgspec.to_builtins(unjudged_choices_at(session, "en"))["steps"]


@pytest.mark.parametrize(
    ("players", "count"), [(2, 60), *(pytest.param(n, 900, marks=pytest.mark.soak) for n in (2, 3))]
)
@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_a_lawful_game_can_be_tapped_without_help(game, players, count):
    setup, actions = real_game(game, players, 5)
    session, untapped = Session(setup=replace(setup, help=False), log=()), []
    for action in actions[:count]:
        options, texts = msgspec.to_builtins(unjudged_choices_at(session, "en")), ways_to_write(session, action)
        untapped += [] if any(fitting(options, text) for text in texts) else texts[:1]
        session = written(session, texts[0])

    assert untapped == []


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_other_steps_are_there_too(game):
    """The lines offered without help hold all that the rules allow, and more."""
    session = begun(game, 30)
    lawful = msgspec.to_builtins(choices_at(session, "en"))["steps"]
    steps = steps_of(session)

    assert {step["deed"] for step in lawful} <= {step["deed"] for step in steps}
    assert len(steps) > len(lawful)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_says_what_a_rule_says(game):
    for step in steps_of(begun(game, 30)):
        assert step["lawful"] and not step["gain"]


def test_a_mayflower_tile_may_lie_on_every_open_cell_turned_each_way():
    session, (_, actions) = begun("mayflower", 40), real_game("mayflower", 2, 5)
    while "place" not in {step["deed"] for step in steps_of(session) if not step["aside"]}:
        session = written(session, ways_to_write(session, actions[len(session.log)])[0])
    step = next(step for step in steps_of(session) if step["deed"] == "place")
    judged = next(one for one in msgspec.to_builtins(choices_at(session, "en"))["steps"] if one["deed"] == "place")

    assert len(values(step["inputs"][0])) > len(values(judged["inputs"][0]))
    assert len(step["inputs"]) == 2 and len(values(step["inputs"][1])) >= 2  # all cells have the same turns


def values(field: dict) -> list[str]:
    return [value["text"] for row in field["palettes"][0] for value in row["values"]]
