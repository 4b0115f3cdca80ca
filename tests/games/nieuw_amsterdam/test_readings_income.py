"""The readings of steps 8 to 11 (NA-PROV): one play folded under each, what changes and that nothing else does."""

import pytest

from tests.games.nieuw_amsterdam.readings import finds, lies, names, under

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "NA-Q-15": {"supply": ([], set()), "out": ([], {"B out 1", "B supply 22"})},
    "NA-Q-15.box": {"supply": (["3 NA-PROV-5 broken"], set()), "out": ([], set())},
    "NA-Q-31": {"in-turn": (["3 NA-PROV-8 broken"], set()), "at-once": ([], set())},
    "NA-Q-43": {"total": ([], set()), "one-by-one": ([], set())},
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


@pytest.mark.parametrize("record", ["NA-Q-43"])
def test_readings_no_record_can_tell_apart_give_the_same_audit(record):
    one, other = (under(record, name)[1] for name in names(record))

    assert [repr(frame.step) for frame in one] == [repr(frame.step) for frame in other]
