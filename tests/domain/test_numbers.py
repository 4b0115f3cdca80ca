"""Ranges: sums widen the bounds; a comparison that the bounds do not decide raises NotKnown."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.numbers import NotKnown, Range, between, is_surely, least, most, narrowed, not_below_zero

whole = some.integers(-30, 30)


@some.composite
def number_and_member(draw):
    low, high = sorted((draw(whole), draw(whole)))
    return between(low, high, "fact"), draw(some.integers(low, high))


@given(number_and_member(), number_and_member())
def test_a_sum_of_members_lies_in_the_sum_of_ranges(one, other):
    (a, x), (b, y) = one, other

    assert least(a + b) <= x + y <= most(a + b)
    assert least(a - b) <= x - y <= most(a - b)


@given(number_and_member(), number_and_member())
@pytest.mark.parametrize("ask", [lambda a, b: a < b, lambda a, b: a <= b, lambda a, b: a == b, lambda a, b: a >= b])
def test_an_answer_holds_for_every_member(ask, one, other):
    (a, x), (b, y) = one, other
    try:
        answer = ask(a, b)
    except NotKnown as unknown:
        assert unknown.fact == "fact"
        return

    assert answer == ask(x, y)


@given(number_and_member())
def test_a_count_never_goes_below_zero(one):
    number, member = one

    assert least(not_below_zero(number)) <= max(0, member) <= most(not_below_zero(number))
    assert least(not_below_zero(number)) >= 0


def test_an_undecided_comparison_names_the_missing_fact():
    with pytest.raises(NotKnown, match="face c3"):
        bool(Range(2, 4, "face c3") >= 3)


def test_two_statements_about_a_number_narrow_it():
    assert is_surely(narrowed(Range(0, 9, "told"), 4), 4)
    assert narrowed(3, 4) is None
    assert repr(narrowed(Range(0, 5, "told"), Range(3, 9, "told"))) == "3..5"
