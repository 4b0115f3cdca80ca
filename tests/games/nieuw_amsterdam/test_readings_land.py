"""The readings of the Land step (NA-LAND): one play folded under each, what changes and that nothing else does."""

import pytest

from tests.games.nieuw_amsterdam.readings import finds, lies, names

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "NA-Q-5": {
        "stays": (["2 NA-LAND-11 undetermined"], set()),
        "rises": ([], {"B points 45"}),
        "none": ([], {"B points 0"}),
    },
    "NA-Q-6": {"one-left": ([], set()), "stay": ([], {"- camp 5 2", "- gone 1"})},
    "NA-Q-11": {"needed": (["2 NA-LAND-14 broken"], set()), "empty": ([], set())},
    "NA-Q-11.build": {"needed": (["2 NA-CITY-1 broken"], set()), "empty": ([], set())},
    "NA-Q-11.furs": {"needed": (["2 NA-TRADE-4 broken"], set()), "empty": ([], set())},
    "NA-Q-17": {"reserve": ([], set()), "wood": ([], {"B wood 3"})},
    "NA-Q-17.cleared": {"reserve": ([], set()), "wood": ([], {"B wood 4"})},
    "NA-Q-21": {"add": ([], set()), "clear": ([], {"- camp 1 2", "- camp 2 1"})},
    "NA-Q-21.cleared": {"add": ([], set()), "clear": ([], {"- camp 1 1", "- camp 2 2"})},
    "NA-Q-22": {"occupied": ([], set()), "leftmost": ([], {"- camp 2 2", "- camp 3 0"})},
    "NA-Q-23": {
        "uncleared": ([], set()),
        "again": ([], {"B wood 10", "B points 6"}),
        "one": ([], {"B wood 3", "B row blue:1/2/1*1 blue:2/3/2*2cn blue:3/5/3*3c"}),
    },
    "NA-Q-23.named": {
        "uncleared": ([], set()),
        "again": (["2 NA-LAND-8 broken"], set()),
        "one": (["2 NA-LAND-8 broken"], set()),
    },
    "NA-Q-37": {"this-round": ([], set()), "next-round": ([], {"O corn 3", "O goods 0"})},
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
