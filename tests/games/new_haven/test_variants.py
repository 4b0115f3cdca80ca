"""What side B, Rebuild and Careful Harvest change, and no more; and combinations that are refused."""

import pytest

from domain.errors import UnknownAgreement
from domain.games import GAMES
from domain.observables import Observation, position
from domain.record.line_text import observation_text
from domain.sessions.session import open_session
from domain.setup import Setup
from domain.variants import SetupWarning, agree
from domain.words import LANGUAGES
from replays.annotation import refusal_text
from replays.record_text import read_record
from tests.play import found, frames, play, state, table

GAME = GAMES["new-haven"]
DEFAULTS = tuple(question.readings[0] for question in GAME.questions)
PRINTED = agree(GAME.base, DEFAULTS)

TURN = (
    "- pool W1 S3 T2 R6 W4",
    "B harvest c4 TS/WS",
    "B build S1 up 1.1",
    "B done",
    "Y build W1 up 1.5",
    "B pick S3",
    "B draw",
    "- refill T3",
    "Y goods d4 as W",
)


def readable(session) -> set[str]:
    """Everything that can be read off the table."""
    values = position(GAME.rules(session.setup), state(session)).items()
    return {
        observation_text(Observation(what=what, key=key, value=value), session.setup) for (what, key), value in values
    }


def changed(*variants: str, seats: str = "BY", lines: tuple[str, ...] = ()) -> set[str]:
    """The observables that differ from the printed game after the same play."""
    return readable(play(table(*variants, seats=seats), *lines)) - readable(play(table(seats=seats), *lines))


# Slots -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "slots"),
    [
        ("side-b", {"side", "optional_deeds", "checks"}),
        ("rebuild", {"covering", "checks"}),
        ("careful-harvest", {"hand_tiles", "hand_clause", "sets_out", "checks"}),
    ],
)
def test_a_variant_changes_its_slots_and_no_others(variant, slots):
    row = next(row for row in GAME.variants if row.id == variant)
    rules = agree(GAME.base, (*DEFAULTS, row))

    others = set(rules.__struct_fields__) - {"plans"}  # that follows from the checks
    assert {slot for slot in others if getattr(rules, slot) != getattr(PRINTED, slot)} == slots
    assert not row.lifts


def test_side_b_only_adds_checks_of_its_own_deeds():
    ours = agree(GAME.base, (*DEFAULTS, GAME.variants[0])).checks

    added = {kind.__name__: set(ours[kind]) - set(PRINTED.checks[kind]) for kind in ours}
    assert {kind for kind, checks in added.items() if checks} == {"Settle", "Clear", "Claim"}
    assert {check.clause.id for checks in added.values() for check in checks} == {
        "NH-B-1",
        "NH-B-2",
        "NH-B-5",
        "NH-B-6",
    }
    assert all(set(PRINTED.checks[kind]) <= set(ours[kind]) for kind in ours)


# The set-up -------------------------------------------------------------------------------


def test_side_b_has_settlements_and_clearings_instead_of_printed_spaces():
    settled = {f"- space {cell} ?" for cell in ("b2", "d2", "f2", "b4", "f4", "b6", "d6", "f6")}
    cleared = {f"- clearing {cell} ?" for cell in ("c3", "e3", "d4", "c5", "e5")}

    assert changed("side-b") == settled | cleared | {"- side B", "- bag 122", "- supply 50"}


@pytest.mark.parametrize(("seats", "clearings"), [("BY", 5), ("BYR", 9), ("BYRG", 13)])
def test_side_b_lays_a_building_on_each_clearing_of_the_area(seats, clearings):
    assert len(state(table("side-b", seats=seats)).clearings) == clearings


def test_rebuild_lays_the_same_table():
    assert changed("rebuild") == set()


@pytest.mark.parametrize(
    ("seats", "values"),
    [
        ("BY", {"- bag 79", "- supply 52"}),  # 144 - 48 - 5 - 12; 60 - 2 x (3 + 1)
        ("BYR", {"- bag 97", "- supply 48"}),  # 144 - 24 - 5 - 18; 60 - 3 x 4
        ("BYRG", {"- supply 44"}),  # no set is taken out
    ],
)
def test_careful_harvest_deals_three_tiles_and_takes_sets_out(seats, values):
    assert changed("careful-harvest", seats=seats) == values | {f"{seat} tiles 3" for seat in seats}


# Play ------------------------------------------------------------------------------------------------


def test_a_turn_is_the_same_with_rebuild():
    assert changed("rebuild", lines=TURN) == set()
    assert found(play(table("rebuild"), *TURN)) == found(play(table(), *TURN)) == []


def test_a_turn_is_the_same_with_careful_harvest_but_for_what_was_dealt():
    assert changed("careful-harvest", lines=TURN) == {"- bag 77", "- supply 51", "B tiles 3", "Y tiles 3"}
    assert found(play(table("careful-harvest"), *TURN)) == []


def test_only_rebuild_builds_over_a_building():
    lines = ("@ B village 1.1 W1 ; B village 1.2 S1", "B harvest c4 TS/WS", "B build S2 down 1.1")

    assert found(play(table(), *lines)) == [(3, "NH-BUILD-2", "broken")]
    assert found(play(table("rebuild"), *lines)) == []
    assert changed("rebuild", lines=lines) == set(), "what was done lies there either way"


def test_a_covering_building_is_held_to_its_colour_by_rebuild():
    lines = ("@ B village 1.1 W1 ; B village 3.3 S3", "B harvest c4 TS/WS", "B build S2 down 1.1")

    assert found(play(table("rebuild"), *lines)) == [(3, "NH-REBUILD-2", "broken")]


@pytest.mark.parametrize(("seats", "copies"), [("BY", 4), ("BYR", 5)])
def test_careful_harvest_leaves_fewer_copies_of_each_building(seats, copies):
    lines = (f"@ - copies W1={copies}", "- pool W1 S3 T2 R6 W4")

    assert found(play(table("careful-harvest", seats=seats), *lines)) == [(2, "NH-CAREFUL-1", "broken")]
    assert found(play(table(seats=seats), *lines)) == []


def test_careful_harvest_says_how_many_tiles_are_dealt():
    assert found(play(table("careful-harvest"), "= B tiles +2 @0/NH-CAREFUL-2")) == [(0, "NH-CAREFUL-2", "broken")]
    assert found(play(table(), "= B tiles +3 @0/NH-SETUP-5")) == [(0, "NH-SETUP-5", "broken")]


@pytest.mark.parametrize(
    "line", ["- settle b2=pond d2=TS/WS", "- clear c3=W2 e3=S1 d4=T1 c5=R1 e5=W1", "B claim c3 W2"]
)
def test_deeds_of_side_b_are_found_where_it_was_not_agreed(line):
    assert found(play(table(), line)) == [(1, "GR-AGREED", "broken")]
    assert all(clause != "GR-AGREED" for _, clause, _ in found(play(table("side-b"), line)))


# Together --------------------------------------------------------------------------------------------


def test_careful_harvest_on_side_b_can_be_laid_and_is_found():
    session = table("side-b", "careful-harvest")

    assert GAME.warnings(session.setup) == (SetupWarning("side-b", "careful-harvest"),)
    assert found(session) == [(0, "NH-CAREFUL-3", "broken")]
    assert frames(session)[0].step.findings[0].facts == {"side": "B"}


@pytest.mark.parametrize(
    "variants", [(), ("side-b",), ("rebuild",), ("side-b", "rebuild"), ("rebuild", "careful-harvest")]
)
def test_other_combinations_give_no_warning(variants):
    session = table(*variants)

    assert GAME.warnings(session.setup) == ()
    assert found(session) == []


def test_the_order_of_choosing_does_not_matter():
    one, other = (table(*names) for names in (("side-b", "rebuild"), ("rebuild", "side-b")))

    assert GAME.rules(one.setup) == GAME.rules(other.setup)


# What no table can agree on ----------------------------------------------------------------------------

UNKNOWN = [
    ({"variants": ("charters",)}, "charters"),
    ({"variants": ("NH-I-01",)}, "NH-I-01"),
    ({"readings": {"NH-I-99": "any"}}, "NH-I-99"),
    ({"readings": {"NH-I-01": "three"}}, "NH-I-01=three"),
    ({"readings": {"rebuild": "any"}}, "rebuild"),
    ({"faces": "my-box"}, "my-box"),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("agreed", "name"), UNKNOWN, ids=lambda part: part if isinstance(part, str) else "")
def test_an_unknown_variant_or_reading_is_refused_by_name(agreed, name, lang):
    with pytest.raises(UnknownAgreement) as refused:
        open_session(Setup(game="new-haven", seats=("B", "Y"), **agreed))

    assert refused.value.facts == {"name": name}
    assert name in refusal_text(refused.value, lang)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("variants charters   readings -", "charters"),
        ("variants -   readings NH-I-01=three", "NH-I-01=three"),
        ("variants -   readings NH-I-01", "NH-I-01="),
        ("variants -   readings -   faces my-box", "my-box"),
    ],
)
def test_a_record_with_an_unknown_agreement_is_refused(head, name):
    with pytest.raises(UnknownAgreement) as refused:
        read_record(f"griffier 1\ngame new-haven   {head}\nseats B=Blue Y=Yellow\n  1    B harvest c4 TS/WS\n")

    assert refused.value.facts == {"name": name}


def test_a_ruling_can_only_adopt_what_the_game_has():
    session = play(table(), "B harvest c4 TS/WS")

    with pytest.raises(UnknownAgreement):
        play(session, "$ - adopt NH-I-01=three")
    assert found(play(session, "$ - adopt NH-I-01=one")) == []
