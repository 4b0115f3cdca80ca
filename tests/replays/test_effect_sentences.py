"""Effects in words: gains and payments instead of signed differences, and all that left or entered a purse."""

import re
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.numbers import exact
from domain.rules import POINTS
from domain.words import LANGUAGES
from replays.finding_parts import is_action
from replays.frames import replay_of
from replays.record_text import read_record
from replays.viewpoint import AS_PLAYED, frames_from, table_of

LIBRARY = Path("replays/library")
SIGNED = re.compile(r"(?:^|\s)[+-]\d|\s=\s|\d\.\.\d")


def session_of(game):
    path = sorted((LIBRARY / game / "games").glob("*.record"))[0]
    return read_record(path.read_text(encoding="utf-8"))[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_an_effect_is_no_signed_difference(game, lang):
    frames = replay_of(session_of(game), lang).frames
    says = {effect.says for frame in frames for effect in frame.effects if effect.what != POINTS}

    assert says
    assert not [text for text in says if SIGNED.search(re.sub(r"-?\d+,-?\d+", "", text))]


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if game.inputs.purse])
def test_the_effects_of_an_action_add_up_to_the_purse(game):
    session = session_of(game)
    tables, views = frames_from(session, AS_PLAYED), replay_of(session).frames
    paid = 0
    for before, after, view in zip(tables, tables[1:], views[1:], strict=False):
        for what in GAMES[game].inputs.purse if is_action(after.entry) else ():
            observable = after.rules.observables[what]
            for seat, letter in enumerate(session.setup.seats):
                was, now = (exact(observable.get(table_of(frame), (seat,))) for frame in (before, after))
                moved = sum(one.by for one in view.effects if (one.what, one.seat) == (what, letter))
                assert now - was == moved, (view.line, what, letter)
                paid += now != was

    assert paid


@pytest.mark.parametrize(("lang", "says"), [("en", "Ana takes token 1"), ("fr", "Ana prend le jeton 1")])
def test_a_token_is_called_by_its_number(lang, says):
    text = (LIBRARY / "nieuw-amsterdam/games").glob("*.record")
    session = read_record(sorted(text)[0].read_text(encoding="utf-8"))[0]
    names = [session.setup.name(seat) for seat in range(len(session.setup.seats))]
    effects = {effect.says for frame in replay_of(session, lang).frames for effect in frame.effects}

    assert {says.replace("Ana", name) for name in names} & effects
