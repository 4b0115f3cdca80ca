"""Turns an input step into a pattern of the lines it can write."""

from __future__ import annotations

import re
from random import Random


def match(step: dict, text: str) -> tuple[re.Match | None, set[int]]:
    """The values with which a step writes this line, and the inputs that are active then."""
    asked: set[int] = set(range(len(step["inputs"])))
    while True:
        found = _pattern(step, asked).fullmatch(text)
        if found is None:
            return None, asked
        held = {step["inputs"][at]["name"]: _texts(step["inputs"][at], at, found) for at in sorted(asked)}
        now = {at for at, field in enumerate(step["inputs"]) if _is_asked(field, held)}
        if now == asked:
            return found, asked
        asked = now


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


def _depends(field: dict, other: dict) -> bool:
    return any(one["input"] == other["name"] for one in field.get("when", ()))


def _texts(field: dict, at: int, found: re.Match) -> set[str]:
    if field.get("joins") or field["kind"] == "counts":
        return set()
    return {found[f"f{at}s{spot}"] or "" for spot in range(len(field["spots"]))}


def _is_asked(field: dict, held: dict[str, set[str]]) -> bool:
    conditions = field.get("when", ())
    return not conditions or any(set(one["among"]) & held.get(one["input"], set()) for one in conditions)


def _pattern(step: dict, asked: set[int]) -> re.Pattern:
    """The lines a step can write with these inputs."""
    fields = {field["name"]: at for at, field in enumerate(step["inputs"])}

    def put(name: str) -> str:
        if name.endswith("#"):
            return r"\d+"
        at = fields[name]
        return rf"\s*(?P<f{at}>{_field(at, step['inputs'][at])})\s*" if at in asked else ""

    pieces = re.split(r"\{([^}]+)\}", step.get("expanded", step["write"]))
    return re.compile("".join(put(piece) if n % 2 else _spaced(piece) for n, piece in enumerate(pieces)))


def _field(at: int, field: dict) -> str:
    lead = _spaced(field.get("lead", ""))
    if field.get("joins"):
        return rf"(?:{lead}\S+)?" if field.get("when") else rf"{lead}\S+"
    if field["kind"] == "counts":
        return r"[\w ]+?"
    spots = "".join(_spot(at, number, field, spot) for number, spot in enumerate(field["spots"]))
    whole = f"{lead}{spots}"
    return f"(?:{whole})?" if field.get("when") or field.get("unseen") == "" else whole


def _spot(at: int, number: int, field: dict, spot: dict) -> str:
    texts = [value["text"] for row in field["palettes"][spot.get("palette", 0)] for value in row["values"]]
    unseen = spot.get("unseen") or field.get("unseen")
    texts += [unseen] if unseen else []
    if "" in texts:
        values = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
        return rf"(?P<f{at}s{number}>{values})"
    values = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
    found = (
        rf"{_spaced(spot.get('lead', ''))}(?P<f{at}s{number}>{values})(?![\w])"
        if _wordy(texts)
        else (rf"{_spaced(spot.get('lead', ''))}(?P<f{at}s{number}>{values})")
    )
    may_lack = spot.get("needs") or number >= field["least"]
    return f"(?:{found})?" if may_lack else found


def _wordy(texts: list[str]) -> bool:
    return not any(len(text) <= 2 and text.isupper() and not text.isdigit() for text in texts)


def _spaced(text: str) -> str:
    return r"\s*".join(map(re.escape, text.split(" "))) if text else ""
