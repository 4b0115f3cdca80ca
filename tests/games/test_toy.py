"""The toy game runs through conformance, recording, replay, audit, scoreboard, simulation, drawing and pages."""

from pathlib import Path
from random import Random

import pytest

from domain.games import GAMES
from replays.simulation.random_play import random_setup, simulate
from tests.api.service import Service
from tests.games import test_every_game as conformance
from tests.games.toy import GAME

TABLE = {"game": "nim", "seats": [{"letter": "B", "name": "Ana"}, {"letter": "Y", "name": "Bo"}]}
LINES = ["B take 3", "B take 4", "Y take 3", "B take 2"]  # Ana takes two turns in a row, and four stones
OWNER = "o" * 43
CONFORMANCE = {
    name: test
    for name, test in vars(conformance).items()
    if name.startswith("test_") and test.__code__.co_varnames[:3] == ("game", "variants", "players")
}


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(GAMES, "nim", GAME)


@pytest.fixture
def service(sqlite_url):
    made = Service(sqlite_url)
    yield made
    made.close()


@pytest.mark.parametrize("test", CONFORMANCE.values(), ids=CONFORMANCE)
def test_the_toy_game_conforms(test):
    test(GAME, (), 2)


def test_the_toy_game_can_be_simulated():
    rng = Random(1)

    assert simulate(GAME, random_setup(GAME, 2, (), rng), rng).findings == ()


def test_the_toy_game_is_recorded_judged_scored_and_drawn(service):
    session = service.ask("POST", "/api/sessions", OWNER, TABLE).json()["session"]
    here = f"/api/sessions/{session}"
    (offered,) = service.ask("GET", f"{here}/options", OWNER).json()["steps"]
    assert offered["write"] == "B take {count}"
    recorded = service.ask("POST", f"{here}/lines", OWNER, {"lines": LINES})
    assert recorded.status_code == 201, recorded.text

    found = service.ask("GET", f"{here}/audit").json()["clauses"]
    sides = service.ask("GET", f"{here}/scoreboard").json()["played"]["sides"]
    says = [frame["says"] for frame in service.ask("GET", f"{here}/replay?lang=fr").json()["frames"]]
    assert found == {"NIM-TURN-1": 1, "NIM-TAKE-1": 1}
    assert [side["banked"] for side in sides] == [1, 0]
    assert says[-1] == "Ana prend 2 pierres"
    assert "heap" in service.ask("GET", f"{here}/pictures").text
    for page in ("", "/replay", "/audit", "/compare"):
        assert service.ask("GET", f"/s/{session}{page}", OWNER).status_code == 200, page
    assert service.ask("GET", "/rules/nim").status_code == 200


def test_the_toy_game_is_short():
    folder = Path(__file__).parent
    lines = [
        line for name in ("toy/__init__.py", "toy/words/en.json") for line in (folder / name).open(encoding="utf-8")
    ]

    assert len(lines) <= 120
