"""Every offer, in every game and variant, can be entered by taps: an input step writes exactly that line."""

import msgspec
import pytest

from domain.fold import options
from domain.rules import RandomDraw
from domain.setup import EVERYTHING, Setup
from replays.annotation import Annotator
from replays.recorder.choices import distinct
from replays.recorder.inputs import InputBuilder
from replays.simulation.random_play import fill_randomly
from tests.games.test_offers import SEATS, SMALLEST, moments
from tests.replays.line_patterns import match, ways


@pytest.mark.parametrize(("game", "variants", "players"), SMALLEST)
def test_every_offer_can_be_entered_by_an_input_step(game, variants, players):
    rules, states, rng = moments(game, variants, players, 5, 6)
    setup = Setup(game=game.id, seats=tuple(SEATS[:players]), variants=variants, faces="stand-in")
    annotator = Annotator(setup, "en")
    for state in states:
        offers = distinct(options(rules, state))
        steps = InputBuilder(annotator, state).steps(rules, (), offers, EVERYTHING)
        known = [way for step in msgspec.to_builtins(steps) for way in ways(step)]
        for offer in offers:
            if any(isinstance(field, RandomDraw) for field in offer.open.values()):
                continue
            text = game.notation.write(fill_randomly(offer, rng), setup.seats)
            assert any(match(way, text)[0] for way in known), (text, [way["write"] for way in known])
