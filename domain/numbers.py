"""Numbers of the table: exact, or a range with the fact it waits for."""

from __future__ import annotations

from typing import final

MOST = 999  # the upper bound of a number of which nothing is known


class NotKnown(Exception):
    """The answer depends on a fact that is not known yet."""

    def __init__(self, fact: str):
        super().__init__(fact)
        self.fact = fact


@final
class Range:
    """A number known within bounds. A comparison that the bounds do not decide raises NotKnown.

    Equality does so too, so a check never takes "not known" for "different".
    """

    __slots__ = ("fact", "least", "most")

    def __init__(self, least: int, most: int, fact: str):
        self.least, self.most, self.fact = least, most, fact

    def __add__(self, other: Number) -> Range:
        return Range(self.least + least(other), min(MOST, self.most + most(other)), self.fact)

    __radd__ = __add__

    def __neg__(self) -> Range:
        return Range(-self.most, -self.least, self.fact)

    def __sub__(self, other: Number) -> Range:
        return self + -other

    def __rsub__(self, other: Number) -> Range:
        return -self + other

    def __mul__(self, times: Number) -> Range:
        ends = [one * other for one in (self.least, self.most) for other in (least(times), most(times))]
        return Range(min(ends), min(MOST, max(ends)), self.fact)

    __rmul__ = __mul__

    def _not_known(self) -> bool:
        raise NotKnown(self.fact)

    def __ge__(self, other: Number) -> bool:
        if self.least >= most(other):
            return True
        return False if self.most < least(other) else self._not_known()

    def __gt__(self, other: Number) -> bool:
        if self.least > most(other):
            return True
        return False if self.most <= least(other) else self._not_known()

    def __lt__(self, other: Number) -> bool:
        return not self >= other

    def __le__(self, other: Number) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (int, Range)):
            return False
        if self.least == self.most == least(other) == most(other):
            return True
        return False if self.most < least(other) or self.least > most(other) else self._not_known()

    def __bool__(self) -> bool:
        return self != 0

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.least}..{self.most}"


Number = int | Range


def least(number: Number) -> int:
    """The lower bound."""
    return number.least if type(number) is Range else number


def most(number: Number) -> int:
    """The upper bound."""
    return number.most if type(number) is Range else number


def exact(value: object) -> int | None:
    """The number if it is known exactly; None for a range and for any value that is no number."""
    if not isinstance(value, (int, Range)):
        return None
    return least(value) if least(value) == most(value) else None


def between(low: int, high: int, fact: str) -> Number:
    """A number within bounds, exact where they meet."""
    return low if low == high else Range(low, high, fact)


def assumed(number: int, entry: str) -> Range:
    """A number that the table has not confirmed: it counts as it is, and findings that rest on it are undetermined."""
    return Range(number, number, f"assumed {entry}")


def rests_on(number: object) -> str:
    """The assumption that a number rests on, or an empty text."""
    return number.fact if isinstance(number, Range) and number.fact.startswith("assumed ") else ""


def not_below_zero(number: Number) -> Number:
    """A count after a subtraction, which never falls below zero."""
    if number.__class__ is not Range:
        return number if number > 0 else 0
    if number.least >= 0:
        return number
    if rests_on(number):
        return Range(0, max(0, number.most), number.fact)
    return between(0, max(0, number.most), number.fact)


def is_surely(number: Number, value: int) -> bool:
    """Whether a number is known to be this value."""
    return number == value if number.__class__ is not Range else number.least == value == number.most


def narrowed(one: Number, other: Number) -> Number | None:
    """What two statements about one number leave possible; None if they cannot both be true."""
    low, high = max(least(one), least(other)), min(most(one), most(other))
    if low > high:
        return None
    return between(low, high, one.fact if isinstance(one, Range) else getattr(other, "fact", ""))
