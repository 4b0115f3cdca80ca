"""Every reading of the questions about scenarios: what it changes."""

import pytest

from tests.games.kontor.readings import finds, lies, names

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
OF_3 = "3 KO-V-BAKCHICH-3 broken"
SAYS = {
    "KO-I-50": {
        "as-it-comes": ([], set()),
        "last-first": ([OF_3], set()),
        "at-once": ([], set()),
        "last-loser": ([OF_3], set()),
        "no-pass": (["4 KO-V-BAKCHICH-3 broken"], set()),
    },
    "KO-I-50.later": {
        "as-it-comes": ([], set()),
        "last-first": ([], set()),
        "at-once": ([], set()),
        "last-loser": ([OF_3], set()),
        "no-pass": ([], set()),
    },
    "KO-I-51": {"one": ([OF_3], set()), "any": ([], set())},
    "KO-I-52": {
        "farther": ([], set()),
        "nearer": ([], {"R points 1", "B points 2", "- winners B"}),
        "all": ([], {"B points 2", "- winners B"}),
    },
    "KO-I-53": {"any-size": ([], set()), "two-docks": ([], {"- winners A B", "A points 2", "C points 0"})},
    "KO-I-54": {
        "over": ([], set()),
        "play-on": ([], {"- ended -", "- phase refill", "- winners -"}),
        "draw": ([], {"- winners R B"}),
    },
    "KO-I-55": {"parted": ([], set()), "any-two": (["4 KO-V-TICTACTOE-3 broken"], set())},
    "KO-I-93": {"uneven": ([], set()), "one-out": ([], {"A dock-pile 7", "C dock-pile 7", "- aside 2 0 0"})},
    "KO-I-60": {
        "before-income": (["5 KO-V-MAREE-1 broken"], set()),
        "after-income": ([], {"- treasury 15", "R purse 0"}),
        "one-drawn": (["5 KO-V-MAREE-1 broken", "7 KO-HAND-4 broken"], {"- canal-pile 30", "R canals 1", "R hand 60"}),
        "boat-counts": (["5 KO-V-MAREE-1 broken"], set()),
    },
    "KO-I-60.boat": {
        "before-income": (["4 KO-BOAT-2 broken"], set()),
        "after-income": (["4 KO-BOAT-2 broken"], {"- treasury 11", "R purse 4"}),
        "one-drawn": (["4 KO-BOAT-2 broken"], set()),
        "boat-counts": ([], {"- boat 1,1", "- moved 1,1"}),
    },
    "KO-I-89": {"declared": (["3 KO-V-ILE-3 broken"], set())},
    "KO-I-59": {"before": ([], set()), "after": ([], {"B points 2"})},
}
ALL = [pytest.param(record, name, id=f"{record}={name}") for record, names in SAYS.items() for name in names]


@pytest.mark.parametrize("record", SAYS)
def test_the_expectations_cover_every_reading(record):
    assert list(SAYS[record]) == names(record)


@pytest.mark.parametrize(("record", "name"), ALL)
def test_a_reading_finds_this_and_nothing_else(record, name):
    assert finds(record, name) == SAYS[record][name][0]


@pytest.mark.parametrize(("record", "name"), ALL)
def test_a_reading_leaves_this_on_the_table_and_nothing_else(record, name):
    assert lies(record, name) - lies(record, names(record)[0]) == SAYS[record][name][1]
