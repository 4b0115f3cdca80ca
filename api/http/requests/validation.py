"""What does not fit, by its place and a reason of ours: msgspec tells it in English, and repeats what was sent."""

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
    """It was read, and is not what this address takes."""

    def __init__(self, reason: str, place: str = "", **facts: str):
        super().__init__("unfit", 422, **facts)
        self.reason, self.place = reason, place

    def says(self, lang: str) -> str:
        """Where, and why, in the asked language."""
        facts = dict(self.facts)
        if "kind" in facts:
            kinds = [one for one in facts["kind"].split(" | ") if one != "null"]
            facts["kind"] = say(lang, "or", "unfit").join(say(lang, one, "kinds") for one in kinds)
        why = say(lang, self.reason, "unfit", **facts)
        return say(lang, "unfit-at" if self.place else "unfit", "refused", place=self.place, why=why)


def is_day(text: str) -> bool:
    """Whether a date is in the calendar."""
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def unfit(error: msgspec.ValidationError) -> InvalidRequest:
    """The same error as ours; of what was sent nothing is left in it."""
    told = str(error)
    place = PLACE.search(told)
    for reason, fits in REASONS.items():
        if found := fits.match(told):
            return InvalidRequest(reason, place[1] if place else "", **found.groupdict())
    return InvalidRequest("otherwise", place[1] if place else "")
