"""The readings of the turns (NA-ACT): one play folded under each, what changes and that nothing else does."""

import pytest

from tests.games.nieuw_amsterdam.readings import finds, lies, names

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "NA-Q-18": {"at-once": ([], set()), "next-round": (["10 NA-ACT-2 broken"], {"- acting B Y O"})},
    "NA-Q-29": {"told": (["3 NA-ACT-9 undetermined"], set()), "silent": ([], {"B coins 9"})},
    "NA-Q-34": {"as-meant": ([], set())},
    "NA-Q-36": {"between": ([], set())},
    "NA-Q-46": {"any": ([], set()), "one": (["3 NA-ACT-6 broken"], set())},
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
