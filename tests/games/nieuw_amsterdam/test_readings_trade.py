"""The readings of the Trade step (NA-TRADE): one play folded under each, what changes and that nothing else does."""

import pytest

from tests.games.nieuw_amsterdam.readings import finds, lies, names

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "NA-Q-4": {"best": ([], set()), "declared": ([], {"B points 9"})},
    "NA-Q-14": {
        "full-price": ([], set()),
        "closed": (["2 NA-TRADE-3 broken"], set()),
        "pro-rata": (["2 NA-TRADE-3 broken"], set()),
    },
    "NA-Q-14.untold": {
        "full-price": ([], set()),
        "closed": (["2 NA-TRADE-3 broken"], set()),
        "pro-rata": ([], {"B goods 1"}),
    },
    "NA-Q-19": {"either": ([], set()), "upriver": (["2 NA-TRADE-9 broken"], set())},
    "NA-Q-20": {"action": (["3 NA-TRADE-10 broken"], set()), "turn": ([], set())},
    "NA-Q-20.twice": {"action": ([], set()), "turn": (["3 NA-TRADE-10 broken"], set())},
    "NA-Q-20.untold": {"action": ([], set()), "turn": ([], {"B corn 3"})},
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
