"""The readings of special actions (NA-SPEC): one play folded under each, what changes and that nothing else does."""

import pytest

from tests.games.nieuw_amsterdam.readings import finds, lies, names, under

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "NA-Q-1": {"one": (["2 NA-SPEC-2 broken"], set()), "fee": ([], set()), "all": ([], {"B points 9"})},
    "NA-Q-1.paid": {"one": ([], set()), "fee": (["2 NA-SPEC-2 broken"], set()), "all": (["2 NA-SPEC-2 broken"], set())},
    "NA-Q-1.end": {"one": ([], set()), "fee": ([], set()), "all": ([], {"B points 14", "Y points 10", "O points 10"})},
    "NA-Q-7": {"turn": ([], set()), "round": (["5 NA-SPEC-9 broken"], set())},
    "NA-Q-8": {"any": ([], set()), "left": (["2 NA-SPEC-7 broken"], set())},
    "NA-Q-10": {"in-hand": (["2 NA-SPEC-1 broken"], set()), "net": ([], set())},
    "NA-Q-12": {
        "reshuffle": ([], set()),
        "reserve": (["2 NA-SPEC-15 broken"], {"- discard 3", "- discarded beaver 3", "- reserve 0"}),
    },
    "NA-Q-24": {"businesses": ([], set()), "alone": (["2 NA-SPEC-2 broken"], set())},
    "NA-Q-30": {"stands": (["2 NA-SPEC-1 broken"], set())},
    "NA-Q-39": {"one-purchase": (["2 NA-SPEC-14 broken"], set()), "three-furs": ([], set())},
    "NA-Q-44": {"unlimited": ([], set())},
    "NA-Q-45": {"card": ([], set()), "space": ([], set())},
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


@pytest.mark.parametrize("record", ["NA-Q-45"])
def test_readings_no_record_can_tell_apart_give_the_same_audit(record):
    one, other = (under(record, name)[1] for name in names(record))

    assert [repr(frame.step) for frame in one] == [repr(frame.step) for frame in other]
