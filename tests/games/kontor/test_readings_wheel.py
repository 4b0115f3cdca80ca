"""Every reading of the questions about reserves, sunken cargo and the free wheel: what it changes."""

import pytest

from tests.games.kontor.readings import finds, lies, names

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    "KO-I-56": {"advanced": ([], set()), "all-sectors": ([], {"- winners B", "B points 3"})},
    "KO-I-57": {
        "any-three": ([], set()),
        "tips": (["1 KO-V-EUPHRATE-1 broken"], set()),
        "no-edges": ([], set()),
        "kept": ([], set()),
    },
    "KO-I-57.edge": {
        "any-three": ([], set()),
        "tips": ([], set()),
        "no-edges": ([], {"- cargo wine 2,0", "- sunk 278,324,274/0"}),
        "kept": ([], set()),
    },
    "KO-I-57.centre": {
        "any-three": ([], set()),
        "tips": ([], set()),
        "no-edges": ([], set()),
        "kept": ([], {"- cargo wine R", "- sunk -2,324,274/1"}),
    },
    "KO-I-58": {
        "own": ([], set()),
        "centre": ([], set()),
        "owner": ([], {"- added 325/0", "- stock 1,2 wine 1", "- stock 2,1 wine 1", "- stored 1,2 1 0 1"}),
    },
    "KO-I-58.bonus": {
        "own": ([], set()),
        "centre": ([], {"- added 301/1", "- stock 1,1 spice 2", "- stored 1,1 1 2 0"}),
        "owner": ([], {"- added 301/1", "- stock 1,1 spice 2", "- stored 1,1 1 2 0"}),
    },
    "KO-I-61": {"yes": ([], set()), "no": (["1 KO-V-ROUE-6 broken"], set())},
    "KO-I-62": {
        "drawn": ([], set()),
        "not-drawn": (["4 KO-SPEC-9 broken"], {"R dock-pile 20", "R docks 2", "R hand -"}),
    },
    "KO-I-63": {"told": ([], set()), "youngest": ([], set()), "lots": ([], set())},
    "KO-I-64": {"marker": ([], set()), "purse": ([], {"- coins 301/278/0", "R purse 1"})},
    "KO-I-65": {
        "all": ([], set()),
        "add-up": ([], {"- wheel 0,0,0,1/2,3/3/-", "D skips 1"}),
        "immune": ([], {"- treasury 6", "C purse 4"}),
        "florin": ([], {"- treasury 5", "C purse 4", "D purse 1"}),
    },
    "KO-I-66": {"no-cell": (["3 KO-V-ROUE-9 broken"], set()), "normal": ([], set())},
    "KO-I-67": {"second": ([], set()), "pairwise": ([], {"- keeper 3,-1 -", "- winners A", "C points 0"})},
    "KO-I-68": {"now": ([], set()), "ever": ([], {"- winners B", "A points 0", "B points 1"})},
    "KO-I-91": {"no": (["4 KO-BOAT-5 broken"], set()), "yes": ([], set())},
    "KO-I-92": {"goods": ([], set()), "must": (["4 KO-V-ROUE-10 broken"], set()), "size-too": ([], set())},
    "KO-I-92.size": {"goods": ([], set()), "must": ([], set()), "size-too": ([], {"R points 0"})},
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
