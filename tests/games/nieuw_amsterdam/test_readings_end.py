"""The readings of the end (NA-END): one play folded under each, what changes and that nothing else does."""

import pytest

from tests.games.nieuw_amsterdam.readings import finds, lies, names

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "NA-Q-38": {"literal": ([], set()), "uncleared": ([], {"B points 3", "- winners B"})},
    "NA-Q-40": {"points": ([], set()), "coins": ([], {"B coins 7", "Y coins 2", "B points 7"})},
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
