"""Fills the inputs of a step with the values of a written line, so that a page can fix the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from domain.games.game import Game
from domain.games.inputs import COUNTS
from domain.rules import replace
from replays.recorder.inputs import InputField, InputSpot, InputStep

_PLACE = re.compile(r"\{(\d+)\}")  # stands for the signs on a part of a face
_PAID = re.compile(r"(\d+) (\w+)")


class FilledValue(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The value of an input: a text per spot; of a face also how its edges join, and its signs; of a payment counts."""

    chosen: list[str | None]
    join: int | None = None
    signs: list[int] = []
    counts: dict[str, int] = {}


class FilledStep(Struct, frozen=True, kw_only=True):
    """A step that writes a line, and the value of each of its inputs."""

    write: str
    values: dict[str, FilledValue]


def filled_step(game: Game, steps: Iterable[InputStep], text: str) -> FilledStep | None:
    """The step that writes this line, with its values; None where no step writes it."""
    for step in sorted(steps, key=lambda step: not step.inputs):  # steps with inputs first: these can be changed
        for variant, first in _variants(step):
            matches = _match(variant, text)
            values = None if matches is None else _values(game, variant, matches)
            if values is not None:
                return FilledStep(write=step.write, values={**first, **values})
    return None


def _variants(step: InputStep) -> Iterator[tuple[InputStep, dict[str, FilledValue]]]:
    """The step with the value of its first input: one per value, where the values name the other inputs."""
    first = step.inputs[0] if step.inputs else None
    texts = [value.text for rows in first.palettes for row in rows for value in row.values] if first else []
    if first is None or not any("{" in text for text in texts):
        yield step, {}
        return
    for text in texts:
        inputs = [replace(field, when=()) for field in step.inputs[1:] if f"{{{field.name}}}" in text]
        written = step.write.replace(f"{{{first.name}}}", text)
        yield replace(step, write=written, inputs=inputs), {first.name: FilledValue(chosen=[text])}


def _match(step: InputStep, text: str) -> dict[int, re.Match] | None:
    """The match of each active input, by its number; which inputs are active depends on the others."""
    active = set(range(len(step.inputs)))
    while True:
        match = _pattern(step, active).fullmatch(text)
        if match is None:
            return None
        held = {step.inputs[at].name: _texts(step.inputs[at], at, match) for at in sorted(active)}
        now = {at for at, field in enumerate(step.inputs) if _is_active(field, held)}
        if now == active:
            return dict.fromkeys(sorted(active), match)
        if not now < active:
            return None
        active = now


def _is_active(field: InputField, held: Mapping[str, set[str]]) -> bool:
    return not field.when or any(set(condition.among) & held.get(condition.input, set()) for condition in field.when)


def _texts(field: InputField, at: int, match: re.Match) -> set[str]:
    if field.joins or field.kind == COUNTS:
        return set()
    return {match[f"f{at}s{spot}"] or "" for spot in range(len(field.spots))}


def _pattern(step: InputStep, active: set[int]) -> re.Pattern:
    """The pattern of the lines that a step writes with these inputs."""
    fields = {field.name: at for at, field in enumerate(step.inputs)}

    def put(name: str) -> str:
        if name.endswith("#"):
            return r"\d+"
        at = fields[name]
        return rf"\s*(?P<f{at}>{_field(at, step.inputs[at])})\s*" if at in active else ""

    pieces = re.split(r"\{([^}]+)\}", step.write)
    return re.compile("".join(put(piece) if n % 2 else _spaced(piece) for n, piece in enumerate(pieces)))


def _field(at: int, field: InputField) -> str:
    lead = _spaced(field.lead)
    if field.joins:
        return rf"(?:{lead}\S+)?" if field.when else rf"{lead}\S+"
    if field.kind == COUNTS:
        return r"[\w ]+?"
    whole = lead + "".join(_spot(at, number, field, spot) for number, spot in enumerate(field.spots))
    return f"(?:{whole})?" if field.when or field.unseen == "" else whole


def _spot(at: int, number: int, field: InputField, spot: InputSpot) -> str:
    texts = [value.text for row in field.palettes[spot.palette] for value in row.values]
    texts += [unseen] if (unseen := spot.unseen or field.unseen) else []
    values = "|".join(re.escape(text) for text in sorted(set(texts), key=len, reverse=True))
    group = rf"(?P<f{at}s{number}>{values})"
    if "" in texts:
        return group
    words = not any(len(text) <= 2 and text.isupper() and not text.isdigit() for text in texts)
    pattern = f"{_spaced(spot.lead)}{group}" + (r"(?!\w)" if words else "")
    return f"(?:{pattern})?" if spot.needs or number >= field.least else pattern


def _spaced(text: str) -> str:
    return r"\s*".join(map(re.escape, text.split(" "))) if text else ""


def _values(game: Game, step: InputStep, matches: dict[int, re.Match]) -> dict[str, FilledValue] | None:
    values: dict[str, FilledValue] = {}
    for at, match in matches.items():
        field = step.inputs[at]
        if field.kind == COUNTS:
            values[field.name] = FilledValue(chosen=[], counts=_counts(field, match[f"f{at}"]))
        elif field.joins:
            face = _face(game, field, match[f"f{at}"].removeprefix(field.lead).strip())
            if face is None:
                return None
            values[field.name] = face
        else:
            values[field.name] = FilledValue(chosen=[match[f"f{at}s{spot}"] for spot in range(len(field.spots))])
    return values


def _counts(field: InputField, text: str) -> dict[str, int]:
    """The counts of a payment, whose kinds may be written in the plural."""
    paid = {kind.rstrip("s"): int(count) for count, kind in _PAID.findall(text)}
    kinds = [value.text for row in field.palettes[0] for value in row.values]
    return {kind: paid[kind.rstrip("s")] for kind in kinds if kind.rstrip("s") in paid}


def _face(game: Game, field: InputField, text: str) -> FilledValue | None:
    """The value of a painted face: its edges in the order of their spots, how they join, and its signs."""
    if not text:
        return FilledValue(chosen=[field.unseen for _ in field.spots])
    edges, *parts = text.split(";")
    spots = "".join(_spot(0, number, field, spot) for number, spot in enumerate(field.spots))
    painted = re.fullmatch(spots, edges)
    if painted is None:
        return None
    chosen = [painted[f"f0s{spot}"] for spot in range(len(field.spots))]
    for number, join in enumerate(game.inputs.joins(field.joins.rpartition("/")[2], edges)):
        signs = "".join({part.sign for part in join.parts})
        written = {_bare(part, signs): sum(map(part.count, signs)) for part in parts}
        shown = {_bare(part, signs): part for part in join.text.split(";")[1:]}
        if shown.keys() == written.keys():
            places = {int(place[1]): written[bare] for bare, part in shown.items() if (place := _PLACE.search(part))}
            return FilledValue(chosen=chosen, join=number, signs=[places[at] for at in sorted(places)])
    return FilledValue(chosen=chosen) if not parts else None


def _bare(part: str, signs: str) -> str:
    """A part of a face without its signs, its ends in alphabetical order."""
    bare = re.sub(f"[{re.escape(signs)}]" if signs else "(?!)", "", _PLACE.sub("", part))
    name, _, ends = bare.rstrip(")").partition("(")
    return f"{name}({','.join(sorted(ends.split(',')))}"
