"""Turns an input step into a pattern of the lines it can write."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count
from random import Random

UNSEEN_FUR = "fur"


def match(step: dict, text: str) -> tuple[re.Match | None, set[int]]:
    """The values with which a step writes this line, and the inputs that are active then."""
    asked: set[int] = set(range(len(step["inputs"])))
    while True:
        match = _pattern(step, asked).fullmatch(text)
        if match is None:
            return None, asked
        held = {step["inputs"][at]["name"]: _texts(step["inputs"][at], at, match) for at in sorted(asked)}
        now = {at for at, field in enumerate(step["inputs"]) if _is_asked(field, held)}
        if now == asked:
            return match, asked
        asked = now


def is_possible(step: dict, text: str) -> bool:
    """Whether a step writes a line with what is left and what is due: no value has to be confirmed."""
    _, asked = match(step, text)
    fitted = _pattern(step, asked, exactly=True).fullmatch(text)
    if fitted is None:
        return False
    filled = {step["inputs"][at]["name"]: _filled(step["inputs"][at], at, fitted) for at in asked}
    counted = all(int(fitted[f"n{at}"]) == len(filled[name]) for at, name in enumerate(_counted(step)))
    taken = Counter(one for uses in filled.values() for one in uses)
    return counted and all(_is_left(step["inputs"][at], at, fitted, taken, filled) for at in asked)


def _is_left(field: dict, at: int, found: re.Match, taken: Counter, filled: dict[str, list[str]]) -> bool:
    """Whether there are enough pieces left for what was filled, or exactly what is due is paid."""
    if field["kind"] != "counts":
        stock = field.get("stock", {})
        return all(taken[one] <= stock.get(one, taken[one]) for one in filled[field["name"]])
    paid = {kind.rstrip("s"): int(count) for count, kind in re.findall(r"(\d+) (\w+)", found[f"f{at}"])}
    has = {one["text"].rstrip("s"): one.get("most", 99) for row in field["palettes"][0] for one in row["values"]}
    least, most = field["least"], field.get("most") or field["least"]
    if field.get("times"):
        least = most = field["times"][0] * len(filled[field["times"][1]])
    return least <= sum(paid.values()) <= most and all(count <= has.get(kind, 0) for kind, count in paid.items())


def _filled(field: dict, at: int, found: re.Match) -> list[str]:
    """What the values of an input take out of the stock, or where nothing is counted the values."""
    uses: list[str] = []
    for number, spot in enumerate(field.get("spots", ())):
        value = found[f"f{at}s{number}"]
        listed = [one for row in field["palettes"][spot.get("palette", 0)] for one in row["values"]]
        uses += next((one.get("uses") or (value,) for one in listed if one["text"] == value), ()) if value else ()
    return uses


def _counted(step: dict) -> list[str]:
    """The inputs of which the line names the number of filled spots."""
    return [piece[:-1] for piece in _pieces(step)[1::2] if piece.endswith("#")]


def _pieces(step: dict) -> list[str]:
    """The text of a step, split at the names of its inputs."""
    return re.split(r"\{([^}]+)\}", step.get("expanded", step["write"]))


def ways(step: dict) -> list[dict]:
    """The step once for each value of its first input, where those values name the other inputs."""
    first = step["inputs"][0] if step["inputs"] else {"palettes": []}
    texts = [one["text"] for rows in first["palettes"] for row in rows for one in row["values"]]
    if not any("{" in text for text in texts):
        return [step]
    put = f"{{{first['name']}}}"
    rest = [{name: value for name, value in field.items() if name != "when"} for field in step["inputs"][1:]]
    return [
        {
            **step,
            "expanded": step["write"].replace(put, text),
            "inputs": [field for field in rest if f"{{{field['name']}}}" in text],
            "way": (first, text),
        }
        for text in texts
    ]


def fitting(options: dict, text: str) -> tuple[dict, re.Match, set[int]] | None:
    """The step with the fewest inputs that can write a line, with what it would hold and ask for."""
    found = [(way, *match(way, text)) for step in options["steps"] for way in ways(step)]
    fits = [(step, held, asked) for step, held, asked in found if held is not None]
    return min(fits, key=lambda one: len(one[0]["inputs"]), default=None)


def half_seen(options: dict, text: str, missing: float, rng: Random) -> str:
    """The line with this share of what chance brings not seen, and without what is asked only where it is."""
    found = fitting(options, text) if missing else None
    if found is None:
        return text
    step, held, asked = found
    cuts: set[tuple[int, int, str]] = set()
    for at in asked:
        field = step["inputs"][at]
        if field["kind"] == "counts":
            cuts.add((*held.span(f"f{at}"), _as_offered(field, held[f"f{at}"])))
        if not field.get("chance", True) or field.get("joins"):
            continue
        for spot, where in enumerate(field.get("spots", ())):
            unseen = where.get("unseen") or field.get("unseen")
            if unseen is not None and held[f"f{at}s{spot}"] and rng.random() < missing:
                cuts.add((*held.span(f"f{at}s{spot}"), unseen))
                cuts |= {(*held.span(f"f{one}"), "") for one in asked if _depends(step["inputs"][one], field)}
    for begins, ends, put in sorted(cuts, reverse=True):
        text = f"{text[:begins]}{put}{text[ends:]}"
    text = " ".join(text.split())
    return text if fitting(options, text) else held.string


def _as_offered(field: dict, paid: str) -> str:
    """An amount as its buttons can say it: a fur of a kind that was not seen is one of the unseen furs."""
    has = {one["text"].rstrip("s"): one.get("most", 99) for row in field["palettes"][0] for one in row["values"]}
    if UNSEEN_FUR not in has:
        return paid
    said, unseen = [], 0
    for number, kind in re.findall(r"(\d+) (\w+)", paid):
        seen = min(int(number), has.get(kind.rstrip("s"), 0))
        unseen += int(number) - seen
        said += [f"{seen} {kind}"] if seen else []
    return " ".join((*said, f"{unseen} {UNSEEN_FUR}")) if unseen else paid


def _depends(field: dict, other: dict) -> bool:
    return any(one["input"] == other["name"] for one in field.get("when", ()))


def _texts(field: dict, at: int, found: re.Match) -> set[str]:
    if field.get("joins") or field["kind"] == "counts":
        return set()
    return {found[f"f{at}s{spot}"] or "" for spot in range(len(field["spots"]))}


def _is_asked(field: dict, held: dict[str, set[str]]) -> bool:
    conditions = field.get("when", ())
    return not conditions or any(set(one["among"]) & held.get(one["input"], set()) for one in conditions)


def _pattern(step: dict, asked: set[int], exactly: bool = False) -> re.Pattern:
    """The lines a step can write with these inputs; `exactly`: all of them are asked for."""
    fields = {field["name"]: at for at, field in enumerate(step["inputs"])}
    numbers = count()

    def put(name: str) -> str:
        if name.endswith("#"):
            return rf"(?P<n{next(numbers)}>\d+)"
        at = fields[name]
        return rf"\s*(?P<f{at}>{_field(at, step['inputs'][at], exactly)})\s*" if at in asked else ""

    return re.compile("".join(put(piece) if n % 2 else _spaced(piece) for n, piece in enumerate(_pieces(step))))


def _field(at: int, field: dict, exactly: bool) -> str:
    lead = _spaced(field.get("lead", ""))
    if field.get("joins"):
        return rf"(?:{lead}\S+)?" if field.get("when") else rf"{lead}\S+"
    if field["kind"] == "counts":
        return r"[\w ]+?"
    spots = "".join(_spot(at, number, field, spot) for number, spot in enumerate(field["spots"]))
    whole = f"{lead}{spots}"
    return f"(?:{whole})?" if (field.get("when") and not exactly) or field.get("unseen") == "" else whole


def _spot(at: int, number: int, field: dict, spot: dict) -> str:
    texts = [value["text"] for row in field["palettes"][spot.get("palette", 0)] for value in row["values"]]
    unseen = spot.get("unseen") or field.get("unseen")
    texts += [unseen] if unseen else []
    if "" in texts:
        values = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
        return rf"(?P<f{at}s{number}>{values})"
    values = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
    pattern = (
        rf"{_spaced(spot.get('lead', ''))}(?P<f{at}s{number}>{values})(?![\w])"
        if _wordy(texts)
        else (rf"{_spaced(spot.get('lead', ''))}(?P<f{at}s{number}>{values})")
    )
    may_lack = spot.get("needs") or number >= field["least"]
    return f"(?:{pattern})?" if may_lack else pattern


def _wordy(texts: list[str]) -> bool:
    return not any(len(text) <= 2 and text.isupper() and not text.isdigit() for text in texts)


def _spaced(text: str) -> str:
    return r"\s*".join(map(re.escape, text.split(" "))) if text else ""
