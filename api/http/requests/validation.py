"""Turns msgspec's validation errors into problems in the reader's language, without repeating what was sent."""

from __future__ import annotations

import re
from datetime import date

import msgspec

from api.http.problems import HttpProblem
from api.locales import say

REASONS = {
    "missing": re.compile(r"Object missing required field `(?P<name>\w+)`"),
    "unknown": re.compile(r"Object contains unknown field"),
    "longer": re.compile(r"Expected `\w+` of length <= (?P<most>\d+)"),
    "shorter": re.compile(r"Expected `\w+` of length >= (?P<least>\d+)"),
    "larger": re.compile(r"Expected `int` <= (?P<most>-?\d+)"),
    "smaller": re.compile(r"Expected `int` >= (?P<least>-?\d+)"),
    "otherwise": re.compile(r"Expected `str` matching regex"),
    "kind": re.compile(r"Expected `(?P<kind>[a-z |]+)`"),
    "none-of-these": re.compile(r"Invalid "),
}
PLACE = re.compile(r" - at (?:`key` in )?`\$\.?([^`]*)`$")


class InvalidRequest(HttpProblem):
    """A query or body that is not what its route takes."""

    def __init__(self, reason: str, place: str = "", **facts: str):
        super().__init__("unfit", 422, **facts)
        self.reason, self.place, self.reason_facts = reason, place, facts

    def detail(self, lang: str) -> str:
        """The sentence that says where and why."""
        facts = dict(self.reason_facts)
        if "kind" in facts:
            kinds = [kind for kind in facts["kind"].split(" | ") if kind != "null"]
            facts["kind"] = say(lang, "or", "unfit").join(say(lang, kind, "kinds") for kind in kinds)
        why = say(lang, self.reason, "unfit", **facts)
        return say(lang, "unfit-at" if self.place else "unfit", "refused", place=self.place, why=why)


def is_date(text: str) -> bool:
    """Whether a date is in the calendar."""
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def invalid_request(error: msgspec.ValidationError) -> InvalidRequest:
    """A validation error of msgspec as a problem."""
    message = str(error)
    place = PLACE.search(message)
    for reason, pattern in REASONS.items():
        if match := pattern.match(message):
            return InvalidRequest(reason, place[1] if place else "", **match.groupdict())
    return InvalidRequest("otherwise", place[1] if place else "")
