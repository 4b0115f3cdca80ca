"""Every reading of every question: the changes of one record under it, and no others."""

import pytest

from tests.games.nieuw_amsterdam.readings import QUESTIONS, asked, finds, lies, names, under

# Record -> reading -> findings, and what lies on the table that the default reading does not give.
SAYS = {
    # set-up to bidding
    "NA-Q-13": {"used-up": (["2 NA-PREP-7 broken"], set()), "too-few": ([], set())},
    "NA-Q-13.enough": {"used-up": (["2 NA-PREP-7 broken"], set()), "too-few": (["2 NA-PREP-7 broken"], set())},
    "NA-Q-25": {"blank": ([], set())},
    "NA-Q-28": {"actions": ([], set()), "any": ([], {"Y coins 9", "O coins 9"})},
    "NA-Q-28.taken": {"actions": (["4 NA-AUCTION-24 broken"], set()), "any": ([], {"O coins 9"})},
    "NA-Q-32": {"general": ([], set()), "no-bonus": ([], {"Y coins 8"})},
    "NA-Q-32.wins": {"general": ([], set()), "no-bonus": ([], {"B coins 8"})},
    "NA-Q-33": {"any": ([], set()), "one-colour": (["2 NA-SETUP-20 broken"], set())},
    "NA-Q-41": {"one": (["2 NA-SETUP-12 broken"], set()), "several": ([], set())},
    "NA-Q-42": {"those": ([], set()), "both": ([], set())},
    # the turns
    "NA-Q-18": {"at-once": ([], set()), "next-round": (["10 NA-ACT-2 broken"], {"- acting B Y O"})},
    "NA-Q-29": {"told": (["3 NA-ACT-9 undetermined"], set()), "silent": ([], {"B coins 9"})},
    "NA-Q-34": {"as-meant": ([], set())},
    "NA-Q-36": {"between": ([], set())},
    "NA-Q-46": {"any": ([], set()), "one": (["3 NA-ACT-6 broken"], set())},
    # the City step
    "NA-Q-2": {"most": ([], set()), "half": ([], {"B points 3"})},
    "NA-Q-3": {"any": ([], set()), "one-other": ([], {"B points 2"})},
    "NA-Q-16": {"limit": (["2 NA-CITY-4 broken"], set()), "substitutes": ([], set())},
    # the Land step
    "NA-Q-5": {
        "stays": (["2 NA-LAND-11 undetermined"], set()),
        "rises": ([], {"B points 45"}),
        "none": ([], {"B points 0"}),
    },
    "NA-Q-6": {"one-left": ([], set()), "stay": ([], {"- camp 5 2", "- gone 1"})},
    "NA-Q-11": {"needed": (["2 NA-LAND-14 broken"], set()), "empty": ([], set())},
    "NA-Q-11.build": {"needed": (["2 NA-CITY-1 broken"], set()), "empty": ([], set())},
    "NA-Q-11.furs": {"needed": (["2 NA-TRADE-4 broken"], set()), "empty": ([], set())},
    "NA-Q-17": {"reserve": ([], set()), "wood": ([], {"B wood 3"})},
    "NA-Q-17.cleared": {"reserve": ([], set()), "wood": ([], {"B wood 4"})},
    "NA-Q-21": {"add": ([], set()), "clear": ([], {"- camp 1 2", "- camp 2 1"})},
    "NA-Q-21.cleared": {"add": ([], set()), "clear": ([], {"- camp 1 1", "- camp 2 2"})},
    "NA-Q-22": {"occupied": ([], set()), "leftmost": ([], {"- camp 2 2", "- camp 3 0"})},
    "NA-Q-23": {
        "uncleared": ([], set()),
        "again": ([], {"B wood 10", "B points 6"}),
        "one": ([], {"B wood 3", "B row blue:1/2/1*1 blue:2/3/2*2cn blue:3/5/3*3c"}),
    },
    "NA-Q-23.named": {
        "uncleared": ([], set()),
        "again": (["2 NA-LAND-8 broken"], set()),
        "one": (["2 NA-LAND-8 broken"], set()),
    },
    "NA-Q-37": {"this-round": ([], set()), "next-round": ([], {"O corn 3", "O goods 0"})},
    # the Trade step
    "NA-Q-4": {"best": ([], set()), "declared": ([], {"B points 9"})},
    "NA-Q-14": {
        "full-price": ([], set()),
        "closed": (["2 NA-TRADE-3 broken"], set()),
        "pro-rata": (["2 NA-TRADE-3 broken"], set()),
    },
    "NA-Q-14.untold": {
        "full-price": ([], set()),
        "closed": (["2 NA-TRADE-3 broken"], set()),
        "pro-rata": ([], {"B goods 1"}),
    },
    "NA-Q-19": {"either": ([], set()), "upriver": (["2 NA-TRADE-9 broken"], set())},
    "NA-Q-20": {"action": (["3 NA-TRADE-10 broken"], set()), "turn": ([], set())},
    "NA-Q-20.twice": {"action": ([], set()), "turn": (["3 NA-TRADE-10 broken"], set())},
    "NA-Q-20.untold": {"action": ([], set()), "turn": ([], {"B corn 3"})},
    # special actions
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
    # steps 8 to 11
    "NA-Q-15": {"supply": ([], set()), "out": ([], {"B out 1", "B supply 22"})},
    "NA-Q-15.box": {"supply": (["3 NA-PROV-5 broken"], set()), "out": ([], set())},
    "NA-Q-31": {"in-turn": (["3 NA-PROV-8 broken"], set()), "at-once": ([], set())},
    "NA-Q-43": {"total": ([], set()), "one-by-one": ([], set())},
    # storage, score and information
    "NA-Q-9": {"two": ([], set()), "unknown": ([], {"- sheet-piers 4 2 2 0..9", "B capacity 8..17", "B goods 8..14"})},
    "NA-Q-26": {"either": ([], set()), "strict": (["2 NA-SCORE-1 broken"], set())},
    "NA-Q-26.last": {"either": ([], set()), "strict": ([], set())},
    "NA-Q-27": {"further": ([], set())},
    "NA-Q-35": {"open": (["2 NA-INFO-1 broken"], set()), "hidden": ([], set())},
    "NA-Q-35.furs": {"open": (["2 NA-INFO-1 broken"], set()), "hidden": (["2 NA-INFO-1 broken"], set())},
    # the end
    "NA-Q-38": {"literal": ([], set()), "uncleared": ([], {"B points 3", "- winners B"})},
    "NA-Q-40": {"points": ([], set()), "coins": ([], {"B coins 7", "Y coins 2", "B points 7"})},
}
ALL = [pytest.param(record, name, id=f"{record}={name}") for record, names in SAYS.items() for name in names]


def test_every_question_has_a_record():
    assert {asked(record) for record in SAYS} == set(QUESTIONS)


@pytest.mark.parametrize("record", SAYS)
def test_the_expectations_cover_every_reading(record):
    assert list(SAYS[record]) == names(record)


@pytest.mark.parametrize(("record", "name"), ALL)
def test_a_reading_finds_this_and_nothing_else(record, name):
    assert finds(record, name) == SAYS[record][name][0]


@pytest.mark.parametrize(("record", "name"), ALL)
def test_a_reading_changes_this_and_nothing_else(record, name):
    assert lies(record, name) - lies(record, names(record)[0]) == SAYS[record][name][1]


@pytest.mark.parametrize("record", ["NA-Q-42", "NA-Q-43", "NA-Q-45"])
def test_readings_that_no_record_distinguishes_give_the_same_audit(record):
    one, other = (under(record, name)[1] for name in names(record))

    assert [repr(frame) for frame in one] == [repr(frame) for frame in other]


def test_with_two_players_tokens_change_hands_under_every_reading():
    for name in ("general", "no-bonus"):
        assert under("NA-Q-32.wins", name)[1][-1].step.state.tokens == (2, 1)


def test_every_question_names_the_text_of_its_readings_or_why_no_record_shows_them():
    for question in QUESTIONS.values():
        default, *others = question.readings
        assert not default.sets and not default.adds and not default.why, question.id
        assert all(bool(one.sets or one.adds) != bool(one.why) for one in others), question.id
