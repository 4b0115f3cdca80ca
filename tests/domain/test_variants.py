"""Variants compose in any order; two that set one slot differently conflict, and are both named."""

import pytest

from domain.clauses import GR_COUNT, cites
from domain.games import GAMES
from domain.rules import Action, replace
from domain.variants import UnknownChoice, Variant, VariantConflict, agree, warnings

BASE = GAMES["new-haven"].base


def test_order_does_not_matter():
    rows = [Variant(id="a", sets={"hand_tiles": 3}), Variant(id="b", adds={"optional_deeds": ("settle",)})]

    assert agree(BASE, rows) == agree(BASE, rows[::-1])


def test_different_values_for_one_slot_conflict_and_name_both():
    with pytest.raises(VariantConflict) as clash:
        agree(BASE, [Variant(id="three", sets={"hand_tiles": 3}), Variant(id="four", sets={"hand_tiles": 4})])

    assert (clash.value.one, clash.value.other, clash.value.slot) == ("four", "three", "hand_tiles")


def test_equal_values_for_one_slot_agree():
    rows = [Variant(id="a", sets={"hand_tiles": 3}), Variant(id="b", sets={"hand_tiles": 3})]

    assert agree(BASE, rows).hand_tiles == 3


def test_a_row_may_replace_values_of_another():
    rows = [Variant(id="a", sets={"hand_tiles": 3}), Variant(id="b", sets={"hand_tiles": 4}, over=frozenset("a"))]

    assert agree(BASE, rows).hand_tiles == agree(BASE, rows[::-1]).hand_tiles == 4


def test_lists_are_added_and_never_set():
    rows = [Variant(id="a", adds={"optional_deeds": ("x",)}), Variant(id="b", adds={"optional_deeds": ("x", "y")})]

    assert agree(BASE, rows).optional_deeds == ("x", "y")


def test_a_lifted_clause_is_not_checked():
    lifted = agree(BASE, [Variant(id="a", lifts=frozenset(["NH-BUILD-3"]))])

    assert not any(c.clause.id == "NH-BUILD-3" for checks in lifted.checks.values() for c in checks)


def test_added_checks_come_in_clause_order_and_those_for_every_action_reach_all():
    @cites(GR_COUNT)
    def nothing_is_wrong(rules, state, action):
        return None

    base = replace(BASE, checks={**BASE.checks, Action: (nothing_is_wrong,)})
    checks = agree(base, []).checks

    for kind, asked in checks.items():
        assert [c.clause.order for c in asked] == sorted(c.clause.order for c in asked)
        assert (nothing_is_wrong in asked) == (kind.__name__ != "RefusedAction")


def test_a_missing_variant_that_is_needed_is_named():
    with pytest.raises(VariantConflict, match="a and b disagree on needs"):
        agree(BASE, [Variant(id="a", needs=frozenset("b"))])


def test_an_unwise_choice_is_only_a_warning():
    rows = [Variant(id="a", warns=frozenset("b")), Variant(id="b", seats=frozenset([2]))]

    assert [(w.one, w.other) for w in warnings(rows, 3)] == [("a", "b"), ("b", "3")]


def test_a_replaced_row_may_be_for_other_numbers_of_seats():
    rows = [Variant(id="a", seats=frozenset([2])), Variant(id="b", over=frozenset("a"), seats=frozenset([4]))]

    assert warnings(rows, 4) == ()
    assert [(w.one, w.other) for w in warnings(rows, 2)] == [("b", "2")]


def test_an_unknown_choice_is_named():
    with pytest.raises(UnknownChoice, match="NH-I-01=some"):
        GAMES["new-haven"].chosen((), {"NH-I-01": "some"})
