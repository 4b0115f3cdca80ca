"""Warnings at the set-up of Kontor: rules for another number of players, missing teams and layouts."""

import pytest

from domain.games.kontor import GAME
from domain.record.line_text import read_entry
from domain.setup import Setup
from domain.words import LANGUAGES
from replays.frames import agreement_warnings
from replays.recorder.choices import choices_at
from replays.recorder.preview import preview_line
from tests.play import found, play, table

TEAMS = {"colours": "RRBB", "facing": "across"}


def warnings(seats, variants=(), **details):
    """The warnings about a table."""
    setup = Setup(game="kontor", seats=tuple("ABCD"[:seats]), variants=variants, details=details)
    for lang in ("en", "fr"):
        assert all(agreement_warnings(setup, GAME.speak(lang)))
    return [(one.says, one.one, one.other) for one in GAME.warnings(setup)]


@pytest.mark.parametrize("variants", [(), ("advanced",)])
def test_two_with_the_base_or_the_advanced_game_get_no_warning(variants):
    assert warnings(2, variants) == []


@pytest.mark.parametrize("variants", [("four",), ("advanced", "four")])
def test_four_with_stated_teams_get_no_warning(variants):
    assert warnings(4, variants, **TEAMS) == []


def test_four_without_the_rules_for_four():
    assert warnings(4, **TEAMS) == [("lacking", "four", "4")]
    assert warnings(4, ("advanced",), **TEAMS) == [("crowded", "advanced", "4"), ("lacking", "four", "4")]


def test_two_with_the_rules_for_four():
    assert warnings(2, ("four",)) == [("crowded", "four", "2")]


def test_three_play_each_for_themselves():
    wheel = ("advanced", "KO-V-ROUE", "KO-V-ROUE-IND")

    assert ("lacking", "KO-V-ROUE-IND", "3") in warnings(3)
    assert warnings(3, wheel) == warnings(4, wheel) == []
    assert warnings(2, wheel) == [("crowded", "KO-V-ROUE-IND", "2")]


def test_a_scenario_for_two_or_four_does_not_bring_the_rules_for_four():
    crowded, lacking = ("crowded", "advanced", "4"), ("lacking", "four", "4")

    assert warnings(4, ("advanced", "KO-V-ILE"), **TEAMS) == [crowded, lacking]
    assert warnings(4, ("four", "KO-V-ILE"), **TEAMS) == warnings(2, ("advanced", "KO-V-ILE")) == []
    assert warnings(2, ("four", "KO-V-ILE")) == [("crowded", "four", "2")]


def test_a_scenario_for_two_answers_for_the_game_it_builds_on():
    assert warnings(4, ("advanced", "KO-V-DAVID"), **TEAMS) == [
        ("crowded", "KO-V-DAVID", "4"),
        ("lacking", "four", "4"),
    ]


def test_four_who_play_clockwise_have_no_opponents_to_state():
    assert warnings(4, ("four", "KO-V-ROUE")) == [("guessed", "colours", "RRBB")]


def test_four_are_asked_who_plays_together_and_who_faces_whom():
    assert warnings(4, ("four",)) == [("guessed", "colours", "RRBB"), ("guessed", "facing", "across")]
    assert warnings(4, ("four",), colours="BRRB", facing="mirror") == []


def test_colours_that_do_not_fit_the_seats_are_asked_again():
    assert warnings(4, ("four",), colours="RB", facing="across") == [("guessed", "colours", "RRBB")]
    assert warnings(2, colours="RRBB") == [("guessed", "colours", "RB")]


def test_four_who_pass_with_cards_have_no_special_card_to_play():
    assert warnings(4, ("four", "KO-V-MARINS"), **TEAMS) == [("unwise", "KO-V-MARINS", "four")]
    assert warnings(2, ("advanced", "KO-V-MARINS"), passes="specials") == []


def test_the_warning_has_a_sentence():
    setup = Setup(game="kontor", seats=tuple("ABCD"), variants=("four",))

    assert agreement_warnings(setup, GAME.speak("en"))[0] == "Teams not given; assuming RRBB"


# Layouts the rulebook only draws ------------------------------------------------------------------

DRAWN = ("KO-V-CANALE", "KO-V-ILE", "KO-V-TICTACTOE", "KO-V-WATER")


def offered(session, lang="en"):
    """The kinds of action that the recorder offers, in order."""
    return choices_at(session, lang).deeds


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", DRAWN)
def test_the_recorder_begins_with_a_layout_that_is_only_drawn(variant, lang):
    session = table("advanced", variant, seats="RB", game="kontor", faces="printed")
    asked, *others = offered(session, lang)
    (layout,) = asked.choices

    assert (asked.deed, asked.kind) == ("layout", "chance")
    assert layout.says
    assert all(choice.unsure for deeds in others for choice in deeds.choices)
    recorded = play(session, layout.text)
    assert found(recorded) == []
    assert "layout" not in [deeds.deed for deeds in offered(recorded, lang)]
    assert [choice.unsure for deeds in offered(recorded, lang) for choice in deeds.choices if choice.unsure] == []


@pytest.mark.parametrize(("variant", "faces"), [*((one, "stand-in") for one in DRAWN), ("KO-V-DAVID", "printed")])
def test_no_other_table_is_asked_for_a_layout(variant, faces):
    session = table("advanced", variant, seats="RB", game="kontor", faces=faces)

    assert "layout" not in [deeds.deed for deeds in offered(session)]


@pytest.mark.parametrize("variant", DRAWN)
@pytest.mark.parametrize(
    "line", ["R pass", "R choose", "- reveal R 5 dock red tea B 8 dock black wine", "R place 5 at 1,0"]
)
def test_play_without_the_drawn_layout_is_undetermined(variant, line):
    session = table("advanced", variant, seats="RB", game="kontor", faces="printed")
    entry = read_entry(line, session.setup)

    findings = [(one.clause, one.verdict) for one in preview_line(session, entry, "en").findings]

    assert ("KO-SETUP-3", "undetermined") in findings
    assert {verdict for _, verdict in findings} == {"undetermined"}
