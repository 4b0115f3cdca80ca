"""Counts the taps that a line takes on the recorder's page, from what the server sends alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import msgspec

from domain.games import GAMES
from replays.recorder.inputs import joined_faces
from tests.replays.line_patterns import fitting

SIGNS = re.compile(r"[!$*]")
INLINE, NUMBERS, SHORT = 14, 36, 3  # as in tray.js: choices that stay on the screen
FEW = 8  # as in tray.js: ways to join edges that are shown at once
NAME, MORE, LESS = "name", "more", "less"  # the buttons of an amount
Counts = dict[str, int]


def taps_for(options: dict, text: str) -> int | None:
    """How many taps write a line; None where no step can."""
    fit = fitting(options, text)
    if fit is None:
        return None
    step, held, asked = fit
    if not step["inputs"] and "way" not in step:
        return 1
    opened = 0 if step["write"] == open_step(options)["write"] else 1
    chosen = 0
    if "way" in step:
        first, value = step["way"]
        chosen = put_taps(first, 0, value, first["spots"][0])
    return opened + chosen + sum(field_taps(step["inputs"][at], at, held) for at in asked) + 1


def open_step(options: dict) -> dict:
    """The step that the page opens by itself: of those that ask for something the most frequent."""
    asking = [step for step in options["steps"] if step["inputs"]]
    likely = [step for step in asking if not step.get("aside")]
    return max(likely, key=lambda step: step.get("often", 0), default={"write": ""})


def field_taps(field: dict, at: int, held: re.Match) -> int:
    """How many taps fill an input."""
    if field["kind"] == "counts":
        return paid_taps(field, held[f"f{at}"])
    if field.get("joins"):
        face = held[f"f{at}"].removeprefix(field.get("lead", ""))
        return painted_taps(field, face) if face else 1
    taps, shows_more = 0, False
    for number, spot in enumerate(field["spots"]):
        value = held[f"f{at}s{number}"]
        if value or (value is not None and field.get("unseen") != ""):
            more = not shows_more and value in hidden_values(field, spot)
            shows_more |= more
            taps += put_taps(field, number, value, spot) + more
        elif field.get("unseen") == "":
            taps += 1
    return taps


def put_taps(field: dict, number: int, value: str, spot: dict) -> int:
    """How many taps put a value into a spot, without the one that shows more of them."""
    rows = field["palettes"][spot.get("palette", 0)]
    texts = [one["text"] for row in rows for one in row["values"]]
    if filled_value(field) == value:
        return 0
    if value not in texts:
        return 1  # not seen
    if field.get("digits"):
        shown = {one["text"] for row in rows if row.get("says") and not row.get("more") for one in row["values"]}
        left = [text for text in texts if field.get("stock", {}).get(text, 1)]
        return 1 if value in shown else typed_taps(left if value in left else texts, value)
    return 2 if filled_value(field) is not None and field["kind"] != "cells" and not is_inline(field) else 1


def typed_taps(texts: list[str], value: str) -> int:
    """Digits, and the number itself where others begin with it."""
    return len(value) + (sum(text.startswith(value) for text in texts) > 1)


def hidden_values(field: dict, spot: dict) -> set[str]:
    """The values that are shown on request only."""
    rows = field["palettes"][spot.get("palette", 0)]
    hidden, shown = (
        {one["text"] for row in rows if row.get("more", False) is more for one in row["values"]}
        for more in (True, False)
    )
    return hidden - shown


def filled_value(field: dict) -> str | None:
    """What is filled by itself: of a choice what is usual, or the only value."""
    if field.get("chance", True) or len(field["spots"]) != 1:
        return None
    values = [one["text"] for row in field["palettes"][0] for one in row["values"]]
    return values[0] if len(values) == 1 else field.get("usual")


def is_inline(field: dict) -> bool:
    """Whether its values stay on the screen."""
    if field["kind"] != "pick" or field.get("digits") or len(field["spots"]) != 1:
        return False
    values = [one for row in field["palettes"][0] if not row.get("more") for one in row["values"]]
    return len(values) <= INLINE or (len(values) <= NUMBERS and all(len(one["says"]) <= SHORT for one in values))


# Painted faces ------------------------------------------------------------------------------------


def painted_taps(field: dict, face: str) -> int:
    """The edges, how they join, and the signs on the parts."""
    _, _, _, game, _, pieces = field["joins"].split("/")
    joins = msgspec.to_builtins(joined_faces(GAMES[game], "en", pieces, face[:4]))["joins"]
    at = join_of(joins, face)
    joining = 0 if len(joins) == 1 else 1 if at < FEW else 2
    return len(field["spots"]) + joining + len(SIGNS.findall(face))


def join_of(joins: list[dict], face: str) -> int:
    """Which of the ways to join its edges a face has."""
    wanted = in_order(SIGNS.sub("", face))
    return next(n for n, join in enumerate(joins) if in_order(re.sub(r"\{\d+\}", "", join["text"])) == wanted)


def in_order(face: str) -> tuple:
    """A face with its parts, and the edges of each part, in a fixed order."""
    edges, *parts = face.split(";")
    return edges, *sorted(f"{part[:2]}{sorted(part[2:-1].split(','))}" for part in parts)


# Payments -----------------------------------------------------------------------------------------


def paid_taps(field: dict, paid: str) -> int:
    """How many taps enter a payment."""
    has = {one["text"]: one.get("most", 99) for row in field["palettes"][0] for one in row["values"]}
    least, most = field["least"], field.get("most", 0) or field["least"]
    if field.get("times"):
        least = most = sum(wanted_of(paid).values())
    given = filled_payment(has, least, most, bool(field.get("times")))
    return sum(
        1 for _ in payment_taps(field, paid, given, lambda kind, button: stepped(given, has, least, most, kind, button))
    )


def wanted_of(paid: str) -> Counts:
    """The kinds and numbers of a payment's text."""
    return {kind: int(count) for count, kind in re.findall(r"(\d+) (\w+)", paid)}


def filled_payment(has: Counts, least: int, most: int, timed: bool) -> Counts:
    """What the page fills by itself: a payment that leaves no choice, or one whose total another input tells."""
    fixed = least == most and (len(has) == 1 or sum(has.values()) == most)
    due = least if timed or fixed else 0
    given = {}
    for kind, count in has.items():
        given[kind] = min(due, count)
        due -= given[kind]
    return given


def payment_taps(field: dict, paid: str, given: Counts, tap: Callable[[str, str], Counts]) -> Iterator[tuple[str, str]]:
    """Pays: kinds paid in full by a tap on their name, others one by one. `tap` gives the amounts after it."""
    wanted, values = wanted_of(paid), [one for row in field["palettes"][0] for one in row["values"]]
    due = {one["text"]: _counted(one["text"], wanted) for one in values}
    has = {one["text"]: one.get("most", 99) for one in values}
    exact = not field.get("most") or field["least"] == field["most"]
    kinds = [kind for kind in due if given[kind] < due[kind]]
    for kind in sorted(kinds, key=lambda kind: (due[kind] != has[kind], due[kind])):
        whole = exact and (due[kind] == has[kind] or all(given[k] == due[k] for k in kinds if k != kind))
        if whole and due[kind] - given[kind] > 1:
            given = tap(kind, NAME)
            yield kind, NAME
        while given[kind] < due[kind]:
            given = tap(kind, MORE)
            yield kind, MORE
    for kind in due:
        while given[kind] > due[kind]:
            given = tap(kind, LESS)
            yield kind, LESS


def stepped(given: Counts, has: Mapping[str, int], least: int, most: int, kind: str, button: str) -> Counts:
    """The amounts after a tap; once an exact total is paid, one more of a kind is one less of the largest."""
    room = min(has[kind] - given[kind], most - sum(given.values()))
    if button == LESS:
        given[kind] -= 1
    elif button == NAME:
        given[kind] += max(0, min(1, room) if least < most else room)
    else:
        if room <= 0:
            given[max((one for one in given if one != kind), key=given.__getitem__)] -= 1
        given[kind] += 1
    return given


def _counted(kind: str, wanted: Counts) -> int:
    return next((count for name, count in wanted.items() if kind.rstrip("s") == name.rstrip("s")), 0)
