"""The readings of storage, score and information: one play folded under each; what changes, and nothing else."""

import pytest

from tests.games.nieuw_amsterdam.readings import finds, lies, names

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "NA-Q-9": {"two": ([], set()), "unknown": ([], {"- sheet-piers 4 2 2 0..9", "B capacity 8..17", "B goods 8..14"})},
    "NA-Q-26": {"either": ([], set()), "strict": (["2 NA-SCORE-1 broken"], set())},
    "NA-Q-26.last": {"either": ([], set()), "strict": ([], set())},
    "NA-Q-27": {"further": ([], set())},
    "NA-Q-35": {"open": (["2 NA-INFO-1 broken"], set()), "hidden": ([], set())},
    "NA-Q-35.furs": {"open": (["2 NA-INFO-1 broken"], set()), "hidden": (["2 NA-INFO-1 broken"], set())},
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
