"""The choices at a moment: grouped by kind of action, each a lawful line, with open fields in words."""

from random import Random

import msgspec
import pytest

from domain.errors import UnknownLine, UnknownSeat
from domain.fold import lawful, options
from domain.games import GAMES
from domain.record.json_convert import action_fields, convert_fields, read_fields
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import Played
from domain.rules import CHANCE, OneOf, replace
from domain.sessions.session import open_session, record
from domain.words import LANGUAGES
from replays.recorder.choices import ChoiceMoment, Choices, choices_at
from replays.viewpoint import Viewpoint, frames_from, table_of
from tests.play import play, table
from tests.replays.library_sessions import hot, read, samples
from tests.replays.real_games import as_first_seen, real_game

LAID = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS")


def whole(game: str):
    return read(samples(game)[-1])


def moments(game: str, count: int = 24):
    """A whole game, cut at several lines."""
    session = whole(game)
    for length in sorted(Random(5).sample(range(len(session.log)), min(count, len(session.log)))):
        yield replace(session, log=session.log[:length])


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_a_line_without_a_finding(game):
    deeds = set()
    for session in moments(game):
        last = frames_from(session, Viewpoint())[-1]
        for group in choices_at(session, "en").deeds:
            deeds.add(group.deed)
            for choice in group.choices:
                line = read_entry(choice.text, session.setup)
                assert lawful(last.rules, table_of(last), line.action)
                fields = convert_fields({"kind": "played", "action": msgspec.to_builtins(choice.action)})
                assert read_fields(fields, session.setup) == line
                assert (choice.seat, choice.action["deed"]) == (choice.action["seat"], group.deed)
    assert len(deeds) > 3


@pytest.mark.parametrize("game", GAMES)
def test_no_lawful_offer_is_hidden_behind_another(game):
    for session in moments(game):
        last = frames_from(session, Viewpoint())[-1]
        given = [choice for group in choices_at(session, "en").deeds for choice in group.choices]
        for offer in options(last.rules, table_of(last)):
            fields = msgspec.to_builtins(action_fields(offer.example, session.setup))
            assert any(takes(choice, offer, msgspec.to_builtins(fields)) for choice in given), offer


def takes(choice, offer, fields) -> bool:
    """Whether a choice includes everything that an offer leaves open."""
    left = {field.name: field for field in choice.open}
    same = {name: value for name, value in msgspec.to_builtins(choice.action).items() if name not in left}
    if same != {name: value for name, value in fields.items() if name not in left}:
        return False
    every = {name: field for name, field in offer.open.items() if isinstance(field, OneOf)}
    return all(set(field.values) <= {one.value for one in left[name].values} for name, field in every.items())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_two_choices_have_the_same_text(game, lang):
    for session in moments(game):
        for group in choices_at(session, lang).deeds:
            outlines = [(choice.seat, outlined(choice)) for choice in group.choices]
            assert len(set(outlines)) == len(outlines), outlines
            for field in (field for choice in group.choices for field in choice.open):
                texts = [value.says for value in field.values]
                assert len(set(texts)) == len(texts), texts


def outlined(choice) -> str:
    """The text of a choice without its open fields."""
    says = choice.says
    for field in choice.open:
        texts = [value.says for value in field.values if value.value == choice.action[field.name]]
        if len(field.values) > 1 and texts and says.count(texts[0]) == 1:
            says = says.replace(texts[0], "…")
    return says


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_open_field_is_described_in_words(game, lang):
    words, kinds = GAMES[game].speak(lang), set()
    for session in moments(game):
        choices = choices_at(session, lang)
        for field in (field for group in choices.deeds for choice in group.choices for field in choice.open):
            assert field.name in words["names"]["field"], "a field without a word"
            assert field.says.startswith(words["names"]["field"][field.name])
            assert all(value.says for value in field.values)
            kinds.add(field.kind)
            if field.kind != "one-of":
                assert field.least <= field.most
            if field.kind == "split":
                assert sum(value.most for value in field.values) >= field.least
        assert msgspec.json.decode(msgspec.json.encode(choices), type=Choices).line == len(session.log) + 1
    assert "one-of" in kinds


@pytest.mark.parametrize("game", GAMES)
def test_a_value_from_the_list_can_be_put_into_the_line(game):
    tried = 0
    for session in moments(game):
        for group in choices_at(session, "en").deeds:
            choice = group.choices[0]
            for field in (one for one in choice.open if one.kind == "one-of" and group.kind != CHANCE):
                value = msgspec.to_builtins(field.values[-1].value)
                action = msgspec.to_builtins({**choice.action, field.name: value})
                line = read_fields(convert_fields({"kind": "played", "action": action}), session.setup)
                assert write_entry(line, session.setup)
                tried += 1
    assert tried


def test_choices_are_grouped_by_kind_of_action():
    choices = choices_at(play(table(faces="stand-in"), *LAID), "en")

    assert [(group.deed, group.verb, group.says) for group in choices.deeds] == [
        ("done", "done", "has finished building"),
        ("build", "build", "builds …"),
    ]
    assert {choice.text for choice in choices.deeds[1].choices} >= {"B build S2 up 2.1", "B build S? down 2.1"}
    assert choices.moment.waits == ["B"] and choices.line == 3


def test_a_seat_that_is_not_to_act_has_no_choices():
    session = play(table(faces="stand-in"), *LAID)

    assert choices_at(session, "en", seat="Y").deeds == []
    assert len(choices_at(session, "en", seat="B").deeds) == 2
    with pytest.raises(UnknownSeat):
        choices_at(session, "en", seat="Z")


@pytest.mark.parametrize(("lang", "says"), [("en", "cannot be checked"), ("fr", "invérifiable")])
def test_an_action_of_unknown_lawfulness_is_offered_with_the_missing_fact(lang, says):
    session = play(table(faces="stand-in"), *LAID, "= - marker S 0..3", "? a moment", "@ - phase build ; - active B")
    unsure = [choice for group in choices_at(session, lang).deeds for choice in group.choices if choice.unsure]

    assert unsure and all(says in reason for choice in unsure for reason in choice.unsure)


def test_a_finished_game_offers_nothing():
    for game in GAMES:
        session = whole(game)
        if frames_from(session, Viewpoint())[-1].step.state.result is not None:
            assert choices_at(session, "en").deeds == []


@pytest.mark.parametrize("game", GAMES)
def test_listing_choices_does_not_change_the_session_in_memory(game):
    for session in moments(game, 6):
        view = hot(session)
        known = view.frames[-1].step.state.known
        before = (dict(known.missing.first_asked), set(known.missing.late), len(known._facts))
        assert choices_at(view, "en") == choices_at(session, "en")
        assert (dict(known.missing.first_asked), set(known.missing.late), len(known._facts)) == before


@pytest.mark.parametrize("faces", ["printed", "stand-in"])
@pytest.mark.parametrize("game", GAMES)
def test_the_moment_before_every_line_has_the_inputs_that_write_it(game, faces):
    setup, actions = real_game(game, 2, 3)
    session = open_session(replace(setup, faces=faces))
    for action in (as_first_seen(game, actions) if faces == "printed" else actions)[:80]:
        session = record(session, Played(action=action))
    for number in range(1, len(session.log) + 1, 3):
        given = choices_at(session, "en", moment=ChoiceMoment(at=number))
        by_step = given.was.entered is not None
        stepped = {(step.deed, step.seat) for step in given.steps}
        choices = [one for group in given.deeds for one in group.choices if (group.deed, one.seat) not in stepped]
        assert by_step or any(fits(one, given.was.action) for one in choices), given.was.text


def fits(choice, action) -> bool:
    """Whether an offer differs from an action only in its open fields."""
    opened = {field.name for field in choice.open}
    return all(name in opened or choice.action.get(name) == value for name, value in action.items())


def test_a_struck_line_has_no_moment_before_it_and_a_struck_set_up_line_is_offered_again():
    session = play(table(), "- pool W1 S3 T2 R6 W4", "~ 1 -")
    assert [step.deed for step in choices_at(session, "en").steps][:1] == ["pool"]
    with pytest.raises(UnknownLine):
        choices_at(session, "en", moment=ChoiceMoment(at=1))
