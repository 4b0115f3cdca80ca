"""Enters a line by its inputs without a page: random possible values, or `not seen`."""

from __future__ import annotations

import re
from random import Random

from replays.recorder.inputs import InputField, InputStep, InputValue

NAMED = r"\{([^}#]+)(#?)\}"


def entered(step: InputStep, rng: Random, unseen: float = 0.0) -> str:
    """The line that random taps write; `unseen` is how often a spot is marked as not seen."""
    chosen: dict[str, list[str]] = {}
    asked = [field for field in step.inputs if _is_asked(field, step, rng, unseen, chosen)]
    texts = {field.name: _written(field, chosen) for field in asked}
    counts = {name: str(sum(text is not None for text in texts)) for name, texts in chosen.items()}

    def put(found: re.Match) -> str:
        return counts.get(found[1], "") if found[2] else texts.get(found[1], "")

    once = re.sub(NAMED, put, step.write)
    return " ".join(re.sub(NAMED, put, once).split())  # the text of a value may name inputs, too


def _is_asked(field: InputField, step: InputStep, rng: Random, unseen: float, chosen: dict) -> bool:
    """Whether an input is asked for by what the ones before it hold; if so, it is filled."""
    if field.when and not any(set(one.among) & set(chosen.get(one.input, ())) for one in field.when):
        return False
    chosen[field.name] = _tapped(field, rng, unseen)
    return True


def _tapped(field: InputField, rng: Random, unseen: float) -> list[str]:
    taken: list[str] = []
    texts: list[str] = []
    for at, spot in enumerate(field.spots):
        if spot.needs and texts[at - 1] not in spot.needs:
            texts.append("")
            continue
        not_seen = spot.unseen or field.unseen
        values = [value for row in field.palettes[spot.palette] for value in row.values if not row.more]
        possible = [value for value in values if _left(field, value, taken)]
        if not possible or (not_seen is not None and rng.random() < unseen):
            texts.append(not_seen or "")
            continue
        value = rng.choice(possible)
        taken += value.uses
        texts.append(value.text)
    return texts


def _left(field: InputField, value: InputValue, taken: list[str]) -> bool:
    wanted = [*taken, *value.uses]
    return all(field.stock.get(one, 0) >= wanted.count(one) for one in value.uses)


def _written(field: InputField, chosen: dict[str, list[str]]) -> str:
    if field.joins:
        return ""  # a face is joined by a page only
    if field.kind == "counts":
        return _paid(field, chosen)
    texts = chosen[field.name]
    parts = [f"{spot.lead}{text}" for spot, text in zip(field.spots, texts, strict=True) if not spot.needs or text]
    text = "".join(parts)
    return f"{field.lead}{text}" if text.strip() else ""


def _paid(field: InputField, chosen: dict[str, list[str]]) -> str:
    due = field.times[0] * len(chosen[field.times[1]]) if field.times else field.least
    paid = []
    for value in (value for row in field.palettes[0] for value in row.values):
        count = min(due, value.most or 0)
        due -= count
        paid += [f"{count} {value.text}"] if count else []
    return " ".join(paid)
