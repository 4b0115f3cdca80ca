"""Every reading of the questions about rounds, taxes, passing, placing, cranes: what it changes, and nothing else."""

import pytest

from tests.games.kontor.readings import finds, lies, names

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    # placing and the size of the board
    "KO-I-01": {
        "both": ([], set()),
        "per-axis": ([], {"- finished 3,1 yes", "- keeper 3,1 red", "- stock 3,1 wine 0"}),
    },
    "KO-I-02": {"sticky": ([], set()), "high-water": ([], set()), "recompute": ([], {"- box -2 3 -2 2", "- wide no"})},
    "KO-I-02.open": {"sticky": ([], set()), "high-water": ([], {"- box -2 3 -2 2"}), "recompute": ([], set())},
    "KO-I-04": {
        "take-back": ([], set()),
        "under-pile": ([], {"B dock-pile 20", "B docks 2", "B hand -", "B under 12"}),
        "discard": ([], {"B docks 2", "B hand -"}),
        "as-pass": ([], {"B owed 1"}),
    },
    "KO-I-04.pile": {
        "take-back": (["4 KO-PLACE-1 broken"], set()),
        "under-pile": ([], set()),
        "discard": (["4 KO-PLACE-1 broken"], set()),
        "as-pass": (["4 KO-PLACE-1 broken"], {"B owed 1"}),
    },
    "KO-I-04.florin": {
        "take-back": (["5 KO-PASS-2 broken"], set()),
        "under-pile": (["5 KO-PASS-2 broken"], {"B dock-pile 20", "B docks 2", "B hand -", "B under 12"}),
        "discard": (["5 KO-PASS-2 broken"], {"B docks 2", "B hand -"}),
        "as-pass": ([], {"B undue 0"}),
    },
    "KO-I-29": {
        "stands": (["3 KO-PLACE-3 broken"], set()),
        "back": (["3 KO-PLACE-3 broken"], set()),
        "always-stands": (["3 KO-PLACE-3 broken"], set()),
    },
    # passing
    "KO-I-05": {
        "both": ([], set()),
        "first-only": (["2 KO-PASS-4 broken"], {"- passed R", "- round 1", "- treasury 11", "B purse 4"}),
    },
    "KO-I-06": {
        "any-order": ([], set()),
        "first-speaks": (["7 KO-PASS-1 broken"], {"- passed R", "- round 2", "- treasury 9", "B purse 5"}),
        "at-once": ([], set()),
    },
    "KO-I-07": {"allowed": ([], set()), "forbidden": (["2 KO-PASS-2 broken"], {"- passed -"})},
    "KO-I-45": {"kept": ([], set())},
    # taxes
    "KO-I-08": {
        "higher-number": ([], set()),
        "nobody": ([], {"- treasury 1", "C purse 0"}),
        "seat-order": ([], {"A purse 1", "C purse 0"}),
    },
    "KO-I-09": {
        "until-round-end": (["1 KO-TAX-1 broken", "8 KO-TAX-1 broken"], set()),
        "always": (["1 KO-TAX-1 broken"], set()),
        "never": (["1 KO-TAX-1 broken", "8 KO-TAX-1 broken"], set()),
    },
    "KO-I-09.in-time": {
        "until-round-end": (["1 KO-TAX-1 broken"], set()),
        "always": (["1 KO-TAX-1 broken"], set()),
        "never": (["1 KO-TAX-1 broken", "4 KO-TAX-1 broken"], set()),
    },
    # rounds
    "KO-I-26": {
        "sits-out": (["2 KO-ROUND-2 broken"], set()),
        "passes": ([], {"- passed R", "- treasury 11", "R purse 5"}),
    },
    "KO-I-30": {"finding": (["1 KO-ROUND-4 contradiction"], set()), "seat-order": ([], set())},
    # cranes
    "KO-I-37": {
        "bridge-only": (["6 KO-CRANE-1 broken"], set()),
        "both": (["6 KO-CRANE-1 broken"], set()),
        "neither": ([], set()),
    },
    "KO-I-37.customs": {"bridge-only": ([], set()), "both": (["6 KO-CRANE-1 broken"], set()), "neither": ([], set())},
    "KO-I-42": {"free": ([], set()), "bound": (["6 KO-CRANE-5 broken"], set())},
    "KO-I-42.own": {"free": ([], set()), "bound": ([], set())},
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
