"""Every reading of every question: the changes of one record under it, and no others."""

import pytest

from tests.games.mayflower.readings import QUESTIONS, finds, lies, names, question_of

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    # set-up
    "MF-I-15": {"apart": (["1 MF-SETUP-5 broken"], set()), "together": ([], set())},
    "MF-I-15.tile": {"apart": (["1 MF-SETUP-5 broken"], set()), "together": (["1 MF-SETUP-5 broken"], set())},
    "MF-I-24": {"six": (["5 MF-COL-3 broken"], set()), "eight": ([], {"B reserve 1", "Y reserve 7"})},
    "MF-I-24.counted": {"six": (["0 MF-SETUP-4 broken", "0 MF-SETUP-4 broken"], set()), "eight": ([], set())},
    # turns
    "MF-I-21": {"stands": (["5 MF-ROAD-2 broken"], set()), "put-right": (["5 MF-ROAD-2 broken"], {"Y points 3"})},
    "MF-I-21.tile": {"stands": (["3 MF-PLACE-3 broken"], set()), "put-right": (["3 MF-PLACE-3 broken"], set())},
    # drawing and placing tiles
    "MF-I-14": {"all-agree": (["3 MF-DRAW-4 broken"], set()), "word": (["3 MF-DRAW-4 broken"], set())},
    "MF-I-14.alone": {"all-agree": (["2 MF-DRAW-4 broken"], set()), "word": ([], set())},
    "MF-I-09": {"any-row": ([], set()), "board-rows": (["6 MF-PLACE-5 broken"], set()), "coast": ([], set())},
    "MF-I-09.coast": {
        "any-row": (["3 MF-PLACE-5 broken"], set()),
        "board-rows": (["3 MF-PLACE-5 broken"], set()),
        "coast": ([], set()),
    },
    "MF-I-09.border": {
        "any-row": (["3 MF-PLACE-5 broken"], set()),
        "board-rows": (["3 MF-PLACE-5 broken"], set()),
        "coast": (["3 MF-PLACE-3 broken"], set()),
    },
    "MF-I-09.discard": {
        "any-row": (["3 MF-DRAW-4 broken"], set()),
        "board-rows": ([], set()),
        "coast": (["3 MF-DRAW-4 broken"], set()),
    },
    # roads, cities and farms
    "MF-I-08": {
        "all": ([], set()),
        "farms": ([], set()),
        "never": ([], {"R reserve 4", "R points 0", "- men 1:3 R:farmer"}),
    },
    "MF-I-08.city": {"all": ([], set()), "farms": ([], {"R points 2"}), "never": ([], {"R points 2"})},
    "MF-I-16": {"never": ([], set()), "filled": ([], {"R reserve 5", "R points 9", "- men 1:1 -"})},
    "MF-I-19": {"entered": ([], set()), "table": ([], set())},
    # several colonists, their return, the track
    "MF-I-22": {"lying": (["6 MF-TRACK-2 broken"], set()), "stood-up": ([], set())},
    "MF-I-22.second": {"lying": ([], set()), "stood-up": ([], set())},
    "MF-I-23": {"all": ([], set()), "scorers": ([], {"B reserve 4", "- men 3:4 B:merchant@N", "- back R R"})},
    # explorers and stragglers
    "MF-I-02": {"occupied": (["4 MF-EXPLORER-7 broken"], set()), "every": ([], {"- scored city 3:3@E"})},
    "MF-I-02.untold": {"occupied": ([], set()), "every": ([], {"- explorer b 2"})},
    "MF-I-03": {"colonist": ([], set()), "player": ([], {"R points 14"})},
    "MF-I-04": {"scorers": ([], set()), "everybody": ([], {"B points 8"})},
    "MF-I-05": {"last": ([], set()), "each-move": ([], {"- men 1:6 -", "- back R B", "B reserve 5"})},
    "MF-I-06": {"anyway": ([], set()), "if-held": ([], {"B reserve 4", "- men 1:6 B:merchant@W", "- back R"})},
    "MF-I-06.held": {"anyway": ([], set()), "if-held": ([], set())},
    "MF-I-07": {"stay": (["4 MF-EXPLORER-1 broken"], set()), "advance": ([], set())},
    # several features in one turn
    "MF-I-01": {
        "active": ([], set()),
        "owners": (["4 MF-MULTI-2 broken"], set()),
        "kinds": ([], set()),
        "vote": ([], set()),
    },
    "MF-I-01.kinds": {
        "active": ([], set()),
        "owners": ([], set()),
        "kinds": (["4 MF-MULTI-2 broken"], set()),
        "vote": ([], set()),
    },
    "MF-I-01.other": {
        "active": (["4 MF-MULTI-2 broken"], set()),
        "owners": ([], set()),
        "kinds": ([], set()),
        "vote": ([], set()),
    },
    # plains
    "MF-I-17": {"joined": ([], set()), "coast": ([], {"- winners R B", "R points 0"})},
    "MF-I-20": {"declared": ([], set()), "standing": ([], {"- back R B", "- men 2:8 -", "B reserve 5"})},
    # the end
    "MF-I-10": {"portion": ([], set()), "tile": ([], {"R points 4"})},
    "MF-I-11": {"none": ([], set()), "one": ([], {"R points 3"}), "two": ([], {"R points 4"})},
    "MF-I-12": {"none": ([], set()), "bonus": ([], {"R points 6"})},
    "MF-I-13": {"discarded": ([], set()), "no-turn": ([], {"- turn 1"})},
    "MF-I-18": {"each": ([], set()), "two-or-more": ([], {"B points 0", "R points 0"})},
    "MF-I-18.two": {"each": ([], set()), "two-or-more": ([], set())},
}
ALL = [pytest.param(record, name, id=f"{record}={name}") for record, names in SAYS.items() for name in names]


def test_every_question_has_a_record():
    assert {question_of(record) for record in SAYS} == set(QUESTIONS)


@pytest.mark.parametrize("record", SAYS)
def test_a_record_folds_under_every_reading(record):
    assert list(SAYS[record]) == names(record)


@pytest.mark.parametrize(("record", "name"), ALL)
def test_a_reading_finds_this_and_nothing_else(record, name):
    assert finds(record, name) == SAYS[record][name][0]


@pytest.mark.parametrize(("record", "name"), ALL)
def test_a_reading_changes_this_and_nothing_else(record, name):
    assert lies(record, name) - lies(record, names(record)[0]) == SAYS[record][name][1]


def test_every_question_names_its_source_or_why_no_record_shows_it():
    for question in QUESTIONS.values():
        default, *others = question.readings
        assert not default.sets and not default.adds and not default.why, question.id
        assert all(bool(one.sets or one.adds) != bool(one.why) for one in others), question.id
