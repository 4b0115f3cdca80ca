"""Every reading of the questions about the boat, removed docks, ranking, teams and special cards: what it changes."""

import pytest

from tests.games.kontor.readings import finds, lies, names, under

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    # ranking
    "KO-I-16": {"take-a-place": ([], set()), "owned-only": ([], {"R points 2"})},
    "KO-I-17": {
        "over-cards": (["2 KO-END-1 broken"], set()),
        "straight": (["2 KO-END-1 broken"], {"R points 3", "B points 2", "- winners R"}),
        "cards-between": (["2 KO-END-1 broken"], set()),
    },
    "KO-I-18": {"at-the-cut": ([], set()), "every-size": ([], {"R points 2", "- winners B"})},
    "KO-I-19": {"next-in-rank": ([], set()), "smaller-only": ([], {"R points 2", "- winners B"})},
    # the boat
    "KO-I-20": {"canal": ([], set()), "not-canal": (["5 KO-BOAT-3 broken"], set())},
    "KO-I-20.bridge": {"canal": ([], set()), "not-canal": (["6 KO-SPEC-3 broken"], set())},
    "KO-I-22": {
        "drawn-again": ([], set()),
        "lost": (
            [],
            {
                *("B dock-pile 0", "B top 0", "B under -"),  # nothing comes up, so Black's turn is over at once
                *("- first B", "- just B", "- order -", "- passed -", "- phase choose", "- placed -", "- round 3"),
            },
        ),
    },
    "KO-I-25": {"allowed": ([], set()), "forbidden": (["5 KO-BOAT-4 broken"], set())},
    "KO-I-43": {"never": (["7 KO-BOAT-5 broken"], set()), "with-boat": ([], set())},
    # removed docks
    "KO-I-21": {
        "owner": ([], set()),
        "nearest": (
            [],
            {f"- stock {at} {good} {n}" for at, n in (("2,1", 1), ("3,1", 0)) for good in ("wine", "spice", "tea")},
        ),
        "any-dock": ([], set()),
    },
    "KO-I-21.chosen": {"owner": ([], set()), "nearest": (["6 KO-REMOVE-2 broken"], set()), "any-dock": ([], set())},
    "KO-I-21.crane": {
        "owner": (["6 KO-STORE-6 broken"], set()),
        "nearest": (["6 KO-STORE-6 broken"], set()),
        "any-dock": ([], set()),
    },
    # teams
    "KO-I-39": {"none-told": ([], set()), "as-declared": ([], {"C purse 3..4", "- treasury 2..3"})},
    "KO-I-39.told": {"none-told": ([], set()), "as-declared": ([], set())},
    "KO-I-40": {"placer": (["7 KO-TEAM-12 broken"], set()), "mover": ([], set())},
    "KO-I-40.untold": {"placer": ([], set()), "mover": ([], {"A dock-pile 8..9", "B dock-pile 8..9", "B under -"})},
    # special cards
    "KO-I-31": {"cover-only": (["5 KO-SPEC-1 broken"], set()), "also-empty": ([], set())},
    "KO-I-31.bridge": {"cover-only": (["5 KO-SPEC-3 broken"], set()), "also-empty": ([], set())},
    "KO-I-32": {"not-customs": (["6 KO-SPEC-1 broken"], set()), "customs-too": ([], set())},
    "KO-I-33": {"stays-under": ([], set()), "under-pile": ([], {"- card 1,1 90@A", "C dock-pile 9", "C under 10"})},
    "KO-I-34": {"forbidden": (["6 KO-SPEC-3 broken"], set()), "to-anchor": ([], set()), "stays": ([], {"- boat 1,0"})},
    "KO-I-35": {"allowed": ([], set()), "forbidden": (["6 KO-SPEC-3 broken"], set())},
    "KO-I-36": {"forbidden": (["6 KO-SPEC-6 broken"], set()), "if-joining": ([], set())},
    "KO-I-36.alone": {"forbidden": (["6 KO-SPEC-6 broken"], set()), "if-joining": (["6 KO-SPEC-6 broken"], set())},
    "KO-I-38": {"dock": ([], set()), "not-counted": ([], {"- size 1,1 1", "A points 0", "- winners C D"})},
    "KO-I-44": {"obeys": (["5 KO-PLACE-2 broken"], set())},
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


def test_a_florin_read_off_a_flood_taxes_under_every_reading():
    for name in names("KO-I-39.told"):
        assert [player.purse for player in under("KO-I-39.told", name)[1][-1].step.state.players] == [4, 5, 3, 5]
