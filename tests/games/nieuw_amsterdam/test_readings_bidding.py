"""Readings from set-up to bidding: one play folded under each, what changes and that nothing else does."""

import pytest

from domain.games import GAMES
from tests.games.nieuw_amsterdam.readings import finds, lies, names, under

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "NA-Q-13": {"used-up": (["2 NA-PREP-7 broken"], set()), "too-few": ([], set())},
    "NA-Q-13.enough": {"used-up": (["2 NA-PREP-7 broken"], set()), "too-few": (["2 NA-PREP-7 broken"], set())},
    "NA-Q-25": {"blank": ([], set())},
    "NA-Q-28": {"actions": ([], set()), "any": ([], {"Y coins 9", "O coins 9"})},
    "NA-Q-28.taken": {"actions": (["4 NA-AUCTION-24 broken"], set()), "any": ([], {"O coins 9"})},
    "NA-Q-32": {"general": ([], set()), "no-bonus": ([], {"Y coins 8"})},
    "NA-Q-32.wins": {"general": ([], set()), "no-bonus": ([], {"B coins 8"})},
    "NA-Q-33": {"any": ([], set()), "one-colour": (["2 NA-SETUP-20 broken"], set())},
    "NA-Q-41": {"one": (["2 NA-SETUP-12 broken"], set()), "several": ([], set())},
    "NA-Q-42": {"those": ([], set()), "both": ([], set())},
}
ALL = [pytest.param(record, name, id=f"{record}={name}") for record, said in SAYS.items() for name in said]


@pytest.mark.parametrize("record", SAYS)
def test_a_record_is_told_under_every_reading(record):
    assert list(SAYS[record]) == names(record)


@pytest.mark.parametrize(("record", "name"), ALL)
def test_a_reading_finds_this_and_nothing_else(record, name):
    assert finds(record, name) == SAYS[record][name][0]


@pytest.mark.parametrize(("record", "name"), ALL)
def test_a_reading_changes_this_and_nothing_else(record, name):
    assert lies(record, name) - lies(record, names(record)[0]) == SAYS[record][name][1]


def test_decks_that_run_out_together_give_the_same_audit():
    one, other = (under("NA-Q-42", name)[1] for name in ("those", "both"))

    assert [repr(frame) for frame in one] == [repr(frame) for frame in other]


def test_with_two_players_tokens_change_hands_under_every_reading():
    for name in ("general", "no-bonus"):
        assert under("NA-Q-32.wins", name)[1][-1].step.state.tokens == (2, 1)


def test_every_question_says_which_text_its_readings_follow_or_why_no_record_tells():
    for question in GAMES["nieuw-amsterdam"].questions:
        default, *others = question.readings
        assert not default.sets and not default.adds and not default.why, question.id
        assert all(bool(one.sets or one.adds) != bool(one.why) for one in others), question.id
