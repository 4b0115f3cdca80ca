"""Every reading of the questions about special rules and special cards: what it finds, what it changes."""

import pytest

from tests.games.kontor.readings import finds, lies, names

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
CORRUPT = ["5 KO-V-CORRUPTION-2-1 broken"]


def added(*docks: tuple[str, str, str]) -> set[str]:
    """Two warehouses more on each of these docks: cell, good, and all it then stored."""
    return {f"- stock {cell} {good} 3" for cell, good, _ in docks} | {f"- stored {at} {all_}" for at, _, all_ in docks}


SAYS = {
    "KO-I-69": {"at-finish": ([], set()), "at-end": (["5 KO-V-RANCUNES-1 broken"], set())},
    "KO-I-75": {
        "own": ([], set()),
        "any-owner": ([], set()),
        "two-each": ([], added(("-1,-1", "wine", "3 0 0"), ("-1,1", "spice", "0 3 0"))),
        "same-good": (CORRUPT, set()),
        "not-all": ([], set()),
    },
    "KO-I-75.owner": {
        "own": (CORRUPT, set()),
        "any-owner": ([], set()),
        "two-each": (CORRUPT, added(("-1,-1", "wine", "3 0 0"), ("1,-2", "wine", "3 0 0"))),
        "same-good": (CORRUPT, set()),
        "not-all": (CORRUPT, set()),
    },
    "KO-I-75.sector": {
        "own": (CORRUPT, set()),
        "any-owner": (CORRUPT, set()),
        "two-each": (CORRUPT, added(("-1,-1", "wine", "3 0 0"), ("1,1", "tea", "0 0 3"))),
        "same-good": (CORRUPT, set()),
        "not-all": ([], set()),
    },
    "KO-I-70": {"any-change": ([], set()), "round-end": ([], {"- ended -", "- phase choose", "- winners -"})},
    "KO-I-71": {"no": (["2 KO-PASS-3 broken"], set()), "yes": ([], {"- passed -", "- treasury 12", "R purse 4"})},
    "KO-I-71.special": {
        "no": (["2 KO-PASS-3 broken"], set()),
        "yes": ([], {"- passed -", "- treasury 12", "R purse 4"}),
    },
    "KO-I-71.pass": {"no": (["2 KO-PASS-3 broken"], set()), "yes": ([], {"- had R", "- just R"})},
    "KO-I-72": {"empty-only": ([], set()), "all": (["6 KO-V-BLOCUS-1 broken"], set())},
    "KO-I-73": {
        "at-refill": (["1 KO-V-PREMIER-1 broken"], set()),
        "any-time": ([], {"- treasury 13", "R dock-pile 18", "R docks 4", "R hand 9", "R purse 2"}),
    },
    "KO-I-77": {
        "pile-empty": ([], set()),
        "cannot-draw": (
            [],
            {
                *("- ended -", "- phase choose", "- round 2", "- winners -", "B points 0", "R points 0"),
                *("- just R", "- order -", "- passed -", "- placed -"),
                *(f"- finished {cell} no" for cell in ("-1,-1", "1,1")),
                *(f"- keeper {cell} -" for cell in ("-1,-1", "1,1")),
                *(f"- stock {cell} {good} 1" for cell in ("-1,-1", "1,1") for good in ("wine", "spice")),
            },
        ),
    },
    "KO-I-80": {"several": ([], set()), "one": (["1 KO-V-ACHAT-1 broken"], set())},
    "KO-I-81": {"no-florin": ([], set()), "florins": ([], {"- tide 0/0/-1/-", "- treasury 9", "R purse 6"})},
    "KO-I-74": {
        "hand": ([], set()),
        "pile": (
            [],
            {
                *("- canal-pile 25", "- treasury 5", "A canals 2", "A purse 6", "- just A", "- order -", "- passed -"),
                *("- phase choose", "- placed -", "- round 2"),
            },
        ),
        "no-florin": ([], set()),
    },
    "KO-I-74.drawn": {
        "hand": ([], set()),
        "pile": (["7 KO-HAND-4 broken", "8 KO-HAND-4 broken"], {"A hand -"}),
        "no-florin": ([], {"- treasury 6", "A purse 5"}),
    },
    "KO-I-76": {"each": ([], set()), "none": ([], {"B points 2", "R points 2"})},
    "KO-I-79": {"yes": (["6 KO-V-PROTECTION-1 broken"], set()), "no": ([], set())},
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
