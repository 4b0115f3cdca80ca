"""Eight pictures of each game's recorder on a phone, from the empty table to a finished round, entered by a robot."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from tests.api.pages.browsers import PHONE, Room, chromium
from tests.api.pages.recorder import new_table, opened
from tests.api.pages.robot import Robot
from tests.api.service import Serving
from tests.replays.real_games import real_game

COUNT = 8  # pictures of a game
COLOURS = 64
SEED = 3
NAMES = ("Ana", "Bo", "Chloé")
PLAYERS = {"new-haven": 2, "mayflower": 3, "nieuw-amsterdam": 2, "kontor": 2}
KINDS = {  # the lines that are shown while they are entered, by their verbs
    "new-haven": ("pool", "harvest", "build", "pick", "flip", "refill"),
    "mayflower": ("explorers", "draw", "place", "colonist", "draw", "place"),
    "nieuw-amsterdam": ("furs", "post", "found", "tiles", "select", "pay"),
    "kontor": ("layout", "reveal", "place", "draw", "reveal", "place"),
}
SETTLED = 400  # milliseconds until the sentence of a line has come


class Photographer(Robot):
    """A robot that takes a picture of some lines before it records them."""

    wanted: list[str]
    pictures: list[Image.Image]

    def _written(self, text: str) -> None:
        super()._written(text)
        if self.wanted and text.split()[1] == self.wanted[0]:
            self.wanted.pop(0)
            self.pictures.append(taken(self.page))


def shoot_recorder(folder: Path) -> Iterator[Path]:
    """The pictures of every game, one after the other."""
    with tempfile.TemporaryDirectory() as store, chromium() as browser:
        house = Serving(f"sqlite:///{store}/shots.sqlite")
        room = Room(browser, house.home)
        for game in PLAYERS:
            for number, picture in enumerate(pictures_of(game, house, room), 1):
                path = folder / f"{game}-{number}.png"
                picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
                yield path
        room.leave()
        house.close()


def pictures_of(game: str, house: Serving, room: Room) -> list[Image.Image]:
    """The empty table, six lines as they are entered, and the table when a round has ended."""
    setup, actions = real_game(game, PLAYERS[game], SEED)
    seats = [{"letter": letter, "name": name} for letter, name in zip(setup.seats, NAMES, strict=False)]
    table = new_table(house, game, seats=seats, first=setup.seats[setup.first], faces=setup.faces)
    page = opened(room.come(PHONE), table)
    scribe = Photographer(page, house, table, setup)
    scribe.wanted, scribe.pictures = list(KINDS[game]), [taken(page)]
    for action in actions:
        scribe.enter(action)
        if not scribe.wanted and page.locator(".readback").count():
            break
    assert not scribe.wanted, f"no line of {game} was shown for {scribe.wanted}"
    return [*scribe.pictures, taken(page)]


def taken(page: Any) -> Image.Image:
    """The screen, once nothing changes on it."""
    page.wait_for_timeout(SETTLED)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")
