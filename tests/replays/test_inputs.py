"""Inputs for random results: each game describes them, and they write every possible line and no other."""

from random import Random

import pytest

from domain.fold import judge, set_up
from domain.games import GAMES
from domain.games.mayflower.pieces.faces import read_face
from domain.games.mayflower.pieces.joins import joins
from domain.games.mayflower.pieces.stand_in import STAND_IN_COAST, STAND_IN_FACES
from domain.numbers import Number, Range
from domain.record.line_text import read_entry
from domain.rules import BROKEN, CHOICE, CONTRADICTION, replace
from domain.setup import Setup
from domain.words import LANGUAGES
from replays.recorder.choices import choices_at
from replays.recorder.inputs import InputField, InputStep
from replays.viewpoint import Viewpoint, frames_from, table_of
from tests.play import play, table
from tests.replays.library_sessions import read, samples
from tests.replays.tap_entry import entered

SIGNS = str.maketrans("", "", "!$*")


def moments(game: str, count: int = 24):
    """A whole game, cut at several lines, and an empty one."""
    session = read(samples(game)[-1])
    lengths = Random(7).sample(range(1, len(session.log)), min(count, len(session.log) - 1))
    return [replace(session, log=session.log[:length]) for length in (0, *sorted(lengths))]


def field_of(step: InputStep, name: str) -> InputField:
    return next(field for field in step.inputs if field.name == name)


def step_of(session, deed: str, lang: str = "en") -> InputStep:
    return next(step for step in choices_at(session, lang).steps if step.deed == deed)


@pytest.mark.parametrize("game", GAMES)
def test_every_tapped_line_breaks_no_rule(game):
    rng, written = Random(3), set()
    for session in moments(game):
        last = frames_from(session, Viewpoint())[-1]
        for step in choices_at(session, "en").steps:
            for _ in range(3):
                line = read_entry(entered(step, rng), session.setup)
                found = judge(last.rules, table_of(last), line.action)
                broken = [one for one in found if one.verdict in (BROKEN, CONTRADICTION)]
                assert not broken or step.deed in ("harvest", "flip"), (step.write, line, broken)  # any four squares
                written.add(step.deed)
    assert len(written) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_an_unseen_value_can_be_recorded_as_such(game):
    rng = Random(4)
    for session in moments(game, 12):
        for step in choices_at(session, "en").steps:
            if all(field.unseen is not None for field in step.inputs if field.chance):
                assert read_entry(entered(step, rng, unseen=1.0), session.setup)


@pytest.mark.parametrize("game", GAMES)
def test_every_random_result_has_inputs(game):
    for session in moments(game):
        choices = choices_at(session, "en")
        entered_here = {(step.deed, step.seat) for step in choices.steps}
        for group in (group for group in choices.deeds if group.kind != CHOICE):
            for choice in group.choices:
                asked = [field for field in choice.open if field.kind == "one-of" and len(field.values) > 1]
                assert not asked or (group.deed, choice.seat) in entered_here, choice.text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_inputs_have_labels_and_show_only_sent_pictures(game, lang):
    names = GAMES[game].speak(lang)["names"]
    labels = {*names["input"].values(), *names["field"].values()}
    for session in moments(game, 8):
        choices = choices_at(session, lang)
        for step in choices.steps:
            assert step.says and step.verb
            for field in step.inputs:
                assert field.says and all(spot.says for spot in field.spots)
                assert {spot.says for spot in field.spots if len(spot.says) > 2 and spot.says.islower()} <= labels
                values = [value for rows in field.palettes for row in rows for value in row.values]
                assert values and all(value.says for value in values)
                assert {value.picture for value in values} - {""} <= set(choices.pictures)


def test_a_building_whose_copies_were_all_seen_has_none_left():
    lines = ("- pool W1 W1 W1 W1 W1", "B harvest c3 TS/WS", "B done", "Y build W1 up 1.1", "Y done", "B pick W1")
    refilled = step_of(play(table(faces="stand-in"), *lines, "B draw", "B draw", "B draw"), "refill")
    stock = field_of(refilled, "buildings").stock

    assert stock["W1"] == 0 and stock["W2"] == 6


@pytest.mark.parametrize(("pieces", "faces"), [("tile", STAND_IN_FACES.values()), ("coast", STAND_IN_COAST)])
def test_every_face_can_be_painted_by_its_edges(pieces, faces):
    for face in faces:
        bare = _in_order(face.translate(SIGNS))
        found = [_in_order(join.face) for join in joins(pieces, face[:4])]
        assert bare in found[:8], f"{face} is not among the ways shown first"
        join = joins(pieces, face[:4])[found.index(bare)]
        written = join.text.format(*("" for _ in join.parts))
        assert read_face(written, pieces == "coast").edges == face[:4]


def _in_order(face: str) -> tuple:
    edges, *parts = face.split(";")
    return edges, *sorted(f"{part[:2]}{sorted(part[2:-1].split(','))}" for part in parts)


def test_the_end_can_be_tapped_where_the_number_of_draws_is_not_known():
    setup = Setup(game="new-haven", seats=("B", "Y"), faces="stand-in")
    game, rules = GAMES["new-haven"], GAMES["new-haven"].rules(setup)
    state = replace(set_up(rules, setup, {}).state, phase="draw", free=1, drawn=1)

    def ends(draws: Number) -> bool:
        return any(one.write == "end" for one in game.inputs.laying(rules, replace(state, draws=draws)))

    assert [ends(1), ends(Range(1, 2, "face c3")), ends(Range(0, 2, "face c3"))] == [False, False, True]


def test_a_face_painted_once_is_offered_as_a_picture_afterwards():
    session = play(table(game="mayflower", faces="printed"), "- explorers 0:1 0:10", "B draw A as PPPP;P(N,E,S,W);F")
    session = play(session, "B place 1:1", "B skip")
    step = step_of(session, "draw")
    letters = {value.text: value for rows in field_of(step, "letter").palettes for row in rows for value in row.values}

    assert letters["A"].picture and not letters["B"].picture
    assert field_of(step, "letter").stock["A"] == 1
    assert "A" not in field_of(step, "face").when[0].among


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_two_options_never_read_alike(game, lang):
    for session in moments(game):
        steps = choices_at(session, lang).steps
        named = [(step.seat, step.group, step.title) for step in steps]
        assert len(named) == len(set(named)), sorted(one for one in named if named.count(one) > 1)
        for field in (field for step in steps for field in step.inputs):
            for rows in field.palettes:
                texts = {(value.says, value.text) for row in rows for value in row.values if not row.more}
                assert len({says for says, _ in texts}) == len(texts), (field.name, sorted(texts))


def test_what_the_table_does_most_comes_first():
    session, counts = read(samples("nieuw-amsterdam")[-1]), set()
    for length in range(20, len(session.log), 7):
        steps = choices_at(replace(session, log=session.log[:length]), "en").steps
        for group in {step.group for step in steps}:
            often = tuple(step.often for step in steps if step.group == group and step.inputs)
            assert list(often) == sorted(often, reverse=True)
            counts.add(often)
    assert any(len(set(often)) > 2 for often in counts)


def test_a_seat_sees_its_purse_and_what_a_pass_brings():
    session = read(samples("nieuw-amsterdam")[-1])
    found = [choices_at(replace(session, log=session.log[:length]), "en") for length in range(20, 61, 5)]
    passes = [step for choices in found for step in choices.steps if step.deed in ("pass-tile", "pass-special")]
    held = [{one.says: one.value for one in choices.purses[choices.moment.waits[0]]} for choices in found]

    assert {step.gain for step in passes} == {0, 1}  # the last one of a round brings more than a Coin
    assert all(list(purse) == ["Coins", "Wood", "Corn", "Goods", "Furs"] for purse in held)
