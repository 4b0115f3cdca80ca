"""Every reading of every question: the changes of one record under it, and no others."""

from itertools import combinations
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.observables import Observation, position
from domain.record.line_text import observation_text
from domain.rules import replace
from domain.timeline.timeline import audit
from domain.variants import agree
from replays.record_text import read_record
from replays.review.comparison import findings_of
from tests.play import found, play, state, table

GAME = GAMES["new-haven"]
QUESTIONS = {question.id: question for question in GAME.questions}
FOLDER = Path("replays/library/new-haven/readings")

# What a turn that breaks off leaves as it was (NH-I-05): nothing is put back, drawn or handed on.
BROKE_OFF = {"- active Y", "- turn 20", "- round 10", "- placed d6", "- supply 54", "Y tiles 1"}
DREW_TOO_LATE = {"- last 0 0", "- winners B Y", "decided by NH-WIN-4"}
COUNTED = {"- raised STR", "- marker R 2"}

# Record -> reading -> findings, and what can be read off the table that the default reading does not give.
SAYS = {
    "NH-I-01": {"any": ([], set()), "one": (["5 NH-SHARE-2 broken"], set())},
    "NH-I-02": {"chain": ([], set()), "four": (["3 NH-BUILD-3 broken"], {"- marker W 0"})},
    "NH-I-03": {"uncapped": ([], set()), "capped": (["8 NH-BUILD-3 broken"], set())},
    "NH-I-04": {"free": ([], set()), "as-drawn": ([], set())},
    "NH-I-05": {
        "whole": ([], set()),
        "at-once": (
            [f"{line} NH-END-3 broken" for line in (4, 6, 8, 9, 10)],
            BROKE_OFF | DREW_TOO_LATE | {"- sharer Y"},
        ),
        "after-sharing": (
            [f"{line} NH-END-3 broken" for line in (8, 9, 10)],
            BROKE_OFF | DREW_TOO_LATE | COUNTED | {"- acted B", "- closed B", "- builds B"},
        ),
    },
    "NH-I-05.left-out": {
        "whole": ([], set()),
        "at-once": (["4 NH-END-3 broken"], BROKE_OFF | DREW_TOO_LATE | {"- sharer Y"}),
        "after-sharing": (
            ["4 NH-END-3 broken"],
            BROKE_OFF | COUNTED | {"- sharer Y", "- last 0 0", "- marker S 1", "- marker T 1"},
        ),
    },
    "NH-I-05.stopped": {
        "whole": (["4 NH-DRAW-1 broken"], set()),
        "at-once": ([], BROKE_OFF | {"- sharer Y"}),
        "after-sharing": ([], BROKE_OFF | COUNTED | {"- sharer Y", "- marker S 1", "- marker T 1"}),
    },
    "NH-I-06": {"count": (["6 NH-WIN-3 broken"], set()), "ignore": ([], {"decided by NH-WIN-4"})},
    "NH-I-07": {"lapse": ([], set()), "nobody": (["3 NH-DRAW-1 broken", "4 NH-DRAW-1 broken"], {"- last 1 0"})},
    "NH-I-07.exhausted": {"lapse": ([], set()), "nobody": ([], set())},
    "NH-I-07.runs-out": {"lapse": ([], set()), "nobody": (["8 NH-DRAW-1 broken"], {"- last 2 0"})},
    "NH-I-08": {"colour": ([], set()), "shown": (["2 NH-SECRET-1 broken"], set())},
    "NH-I-09": {"placement": (["1 NH-GOODS-4 broken"], set()), "step-two": ([], set())},
    "NH-I-09.unnamed": {"placement": (["1 NH-GOODS-4 broken"], set()), "step-two": (["2 NH-GOODS-4 broken"], set())},
    "NH-I-10": {"mirror": (["9 NH-GOODS-5 broken"], set()), "owner": ([], set())},
    "NH-I-11": {"claims": ([], set()), "stays": ([], {"- clearing c3 W2", "- claimed -", "B behind +6", "B hand 6"})},
    "NH-I-12": {"at-once": ([], set()), "next-turn": (["4 NH-B-6 broken"], set())},
    "NH-I-12.face-down": {"at-once": ([], set()), "next-turn": (["4 NH-B-6 broken"], set())},
    "NH-I-13": {"free": ([], set()), "unusable": (["3 NH-HARVEST-2 broken"], {"- space b4 dead"})},
    "NH-I-13.end": {
        "free": (["10 NH-END-1 broken"], set()),
        # once the game is over the pool is not refilled
        "unusable": ([], {"- space b4 dead", "- space f2 dead", "- bag 121", "- pool S3 T2 R6 W4"}),
    },
    "NH-I-14": {"face-up": ([], set())},
    "NH-I-15": {
        "under": (["4 NH-BUILD-1 broken"], set()),
        "bag": (["4 NH-BUILD-1 broken"], {"- bag 128", "- copies S2=1 W1=1", "B village 1.1 s2"}),
        "hand": ([], {"- copies S2=1 W1=1", "B village 1.1 s2"}),
    },
    "NH-I-15.copies": {
        "under": (["7 NH-COMP-1 contradiction"], set()),
        "bag": ([], {"- bag 127", "- copies S2=1 W1=6", "B village 1.1 s2"}),
        "hand": (["7 NH-COMP-1 contradiction"], {"B behind S3 W1 +0", "B hand 2", "B village 1.1 s2"}),
    },
    "NH-I-16": {"absent": ([], set()), "touch": (["4 NH-BUILD-6 broken"], set())},
    "NH-I-17": {"no": (["3 NH-REBUILD-2 broken"], set()), "yes": ([], set())},
    "NH-I-18": {"extra": (["0 NH-CAREFUL-2 broken"], set()), "one-of-three": ([], {"Y tiles 2", "- supply 54"})},
    "NH-I-19": {"closed": (["5 NH-SHARE-2 broken"], set()), "until-draw": ([], set())},
    "NH-I-19.implied": {"closed": (["5 NH-SHARE-2 broken"], set()), "until-draw": ([], set())},
    "NH-I-20": {"no": (["6 NH-TURN-3 broken"], set()), "yes": ([], set())},
    "NH-I-20.order": {"no": (["4 NH-TURN-3 broken"], set()), "yes": (["5 NH-SHARE-2 broken"], {"- closed Y R"})},
    "NH-I-21": {"allowed": ([], set()), "face-up": (["2 NH-BUILD-8 broken"], set())},
    "NH-I-22": {"table": ([], set()), "lots": (["0 NH-TURN-1 undetermined"], set())},
    "NH-I-22.drawn": {"table": ([], set()), "lots": ([], set())},
    "NH-I-23": {
        "stands": (["1 NH-GATHER-1 broken"], set()),
        "recompute": (["1 NH-GATHER-1 broken", "3 NH-BUILD-3 broken"], {"- marker S 0"}),
    },
    "NH-I-23.read": {
        "stands": (["1 NH-GATHER-1 broken"], set()),
        "recompute": (["1 NH-GATHER-1 broken", "3 NH-BUILD-3 broken"], {"- marker S 0"}),
    },
    "NH-I-24": {"eliminate": ([], set()), "restart": ([], set())},
}
ALL = [(record, reading) for record, readings in SAYS.items() for reading in readings]
IDS = [f"{record}={reading}" for record, reading in ALL]


def under(record: str, name: str):
    """A record folded under a reading: its set-up and its frames."""
    session, troubles = read_record((FOLDER / f"{record}.record").read_text(encoding="utf-8"))
    assert not troubles
    setup = replace(session.setup, readings={record[:7]: name})
    return setup, audit(setup, session.log)


def readable(setup, frames) -> set[str]:
    """All observables at the end, and the deciding clause."""
    table = frames[-1].step.state
    values = position(GAME.rules(setup), table).items()
    decided = {f"decided by {table.result.clause}"} if table.result else set()
    return decided | {
        observation_text(Observation(what=what, key=key, value=value), setup) for (what, key), value in values
    }


def test_every_question_has_a_record_and_every_record_a_question():
    records = {path.stem for path in FOLDER.glob("*.record")}

    assert records == set(SAYS)
    assert set(QUESTIONS) <= records
    assert {record[:7] for record in records} == set(QUESTIONS)
    assert len(QUESTIONS) == 24


@pytest.mark.parametrize("record", SAYS)
def test_the_expectations_cover_every_reading(record):
    question = QUESTIONS[record[:7]]

    assert list(SAYS[record]) == [reading.id.partition("=")[2] for reading in question.readings]


@pytest.mark.parametrize(("record", "name"), ALL, ids=IDS)
def test_a_reading_finds_this_and_nothing_else(record, name):
    _, frames = under(record, name)

    assert [f"{f.line} {f.clause} {f.verdict}" for f in findings_of(frames)] == SAYS[record][name][0]


@pytest.mark.parametrize(("record", "name"), ALL, ids=IDS)
def test_a_reading_changes_this_and_nothing_else(record, name):
    default = readable(*under(record, next(iter(SAYS[record]))))

    assert readable(*under(record, name)) - default == SAYS[record][name][1]


@pytest.mark.parametrize("question", [q for q in GAME.questions if any(r.why for r in q.readings)], ids=lambda q: q.id)
def test_readings_that_no_record_distinguishes_give_the_same_audit(question):
    one, other = (under(question.id, reading.id.partition("=")[2])[1] for reading in question.readings)

    assert [repr(frame) for frame in one] == [repr(frame) for frame in other]


@pytest.mark.parametrize("question", GAME.questions, ids=lambda q: q.id)
def test_a_reading_states_what_it_changes_or_why_no_record_can_show_it(question):
    default, *others = question.readings

    assert not default.sets and not default.adds and not default.why, "the base is the default reading"
    assert all(bool(reading.sets or reading.adds) != bool(reading.why) for reading in others)
    for lang in ("en", "fr"):
        words = GAME.speak(lang)
        assert set(words["questions"][question.id]["readings"]) == {r.id.partition("=")[2] for r in question.readings}
        assert all(words["why"][reading.why] for reading in others if reading.why)


def test_three_level_players_are_placed_by_spaces_then_by_buildings():
    result = under("NH-I-24", "eliminate")[1][-1].step.state.result

    assert result.places == ((1,), (0,), (2,))
    assert result.clause == "NH-WIN-3"


# Two readings at once --------------------------------------------------------------------------------


def test_readings_agree_with_every_variant_and_with_each_other():
    rows = [reading for question in GAME.questions for reading in question.readings]
    for chosen in (some for count in range(4) for some in combinations(GAME.variants, count)):
        for one, other in combinations(rows, 2):
            if one.id[:7] != other.id[:7]:
                agree(GAME.base, (*chosen, one, other))


def test_one_building_each_holds_while_every_occasion_stays_open():
    readings = {"NH-I-01": "one", "NH-I-19": "until-draw"}
    shared = play(table(seats="BYR", readings=readings), "B harvest c4 TS/WS", "B done", "Y build S1 up 1.1")

    assert found(play(shared, "R pass", "Y build W1 up 1.5")) == [(5, "NH-SHARE-2", "broken")]
    assert found(play(shared, "R build W1 up 1.1", "Y build T1 up 1.5")) == [(5, "NH-SHARE-2", "broken")]
    assert found(play(shared, "R pass", "R build W1 up 1.1")) == []


def test_a_turn_that_breaks_off_has_no_last_draws_to_ignore():
    lines = read_record((FOLDER / "NH-I-05.stopped.record").read_text(encoding="utf-8"))[0].log
    uneven = replace(lines[0], values=(*lines[0].values, ("last", (), (2, 0)), ("hand", (1,), 5)))
    setup = table(readings={"NH-I-05": "at-once", "NH-I-06": "ignore"}).setup

    result = audit(setup, (uneven, *lines[1:]))[-1].step.state.result

    assert (result.places, result.clause) == (((1,), (0,)), "NH-WIN-3")


def test_an_empty_bag_gives_no_player_a_tile_where_the_others_have_passed():
    lines = ("@ - bag 0 ; - pool W1 S2", "B harvest c4 TS/WS", "B done", "Y pass")
    session = play(table(readings={"NH-I-07": "nobody"}), *lines)

    assert state(session).active == 1
    assert found(play(session, "B pick W1")) == [(5, "NH-DRAW-1", "broken")]


def test_a_count_that_leaves_out_the_chain_is_no_goods_tile_left_wild():
    lines = ("@ - space c4 WW/ST", "B goods c3 as W", "= - marker W +6 @2/NH-GATHER-1")

    assert found(play(table(readings={"NH-I-02": "four"}), *lines)) == [(2, "NH-GATHER-1", "broken")]
    assert found(play(table(readings={"NH-I-02": "chain"}), *lines)) == []


def test_a_covered_building_in_the_hand_counts_as_left_over():
    lines = ("@ B village 1.1 W1 ; B village 1.2 S1", "B harvest c4 TS/WS", "B build S2 down 1.1")

    hands = {
        name: state(play(table("rebuild", readings={"NH-I-15": name}), *lines)).players[0].hand.size
        for name in ("under", "bag", "hand")
    }
    assert hands == {"under": 5, "bag": 5, "hand": 6}
