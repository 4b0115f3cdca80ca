"""Every reading of the questions about contraband and the expansions: what it finds, what it changes."""

import pytest

from tests.games.kontor.readings import finds, lies, names

UNDUE = ["7 KO-V-EVENTS-2 broken"]
# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "KO-I-78": {
        "unknown": ([], set()),
        "as-canal": (
            [],
            {
                *("- card 2,1 canal@R~", "- contraband 1/0/302/0/1/0/-", "- finished 1,1 yes", "- keeper 1,1 red"),
                *("- stock 1,1 spice 0", "- stock 1,1 wine 0", "R canals 2", "R docks 3"),
                *("- treasury 11", "R purse 5"),  # a canal earns a florin
            },
        ),
        "as-dock": (
            ["9 KO-HAND-3 broken"],
            {
                *("- card 2,1 dock@R~", "- contraband 1/0/302/0/0/0/-", "- size 1,1 2", "R canals 3", "R docks 2"),
                *(f"- stock 2,1 {good} 0" for good in ("wine", "spice", "tea")),
            },
        ),
    },
    "KO-I-78.end": {
        "unknown": ([], set()),
        "as-canal": (
            [],
            {
                *("- contraband 1/0/327/0/1/0/327", "- finished 3,2 yes", "- keeper 3,2 red", "R points 3"),
                *("- size 3,1 1", "- size 3,2 1"),  # the sector next to it was finished before it was opened
            },
        ),
        "as-dock": ([], set()),
    },
    "KO-I-82": {"any": ([], set()), "by-dock": ([], {"- shipped -", "- stock 2,1 wine 1", "R export wine 0"})},
    "KO-I-83": {"each-sector": ([], set()), "one-a-round": (UNDUE, set()), "reshuffled": ([], set())},
    "KO-I-83.last": {
        "each-sector": ([], set()),
        "one-a-round": ([], set()),
        "reshuffled": (UNDUE, {"- events 0/0,1,2,3,4,5,6,7,8,9/0/2/1/0,1/-/-/-/-"}),  # another is due
    },
    "KO-I-84": {"nobody": ([], set()), "all-tied": ([], {"B points 1", "R points 1"})},
    "KO-I-85": {"no-florin": ([], set()), "as-a-pass": ([], {"- treasury 9", "R purse 8"})},
    "KO-I-86": {
        "turned": ([], set()),
        "in-a-line": ([], {"- events 9/8/1/2/0/-/-/-/1,2,2,0,1,0/-", "- keeper -1,-2 red"}),
    },
    "KO-I-86.spice": {
        "turned": ([], set()),
        "in-a-line": ([], {"- events 9/8/1/2/0/-/-/-/1,2,2,0,1,0/-", "- keeper -1,-2 black"}),
    },
    "KO-I-87": {
        "players": (["8 KO-EV-INONDATION broken"], set()),
        "old-and-new": (["7 KO-EV-INONDATION broken", "8 KO-EV-INONDATION broken"], set()),
    },
    "KO-I-87.apart": {"players": (["7 KO-EV-INONDATION broken"], set()), "old-and-new": ([], set())},
    "KO-I-88": {"lies-now": ([], set()), "ever-placed": ([], {"- treasury 7", "R purse 6"})},
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
