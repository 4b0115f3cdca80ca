"""Groups offers into steps, gives the steps distinct titles, and puts them into the order of a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from domain.games.inputs import LineTemplate
from domain.record.lines import Line, OnBranch, Played
from domain.rules import Offer, replace


def distinct_titles(steps: list[Any]) -> list[Any]:
    """The steps, with their sentence for a title where two would read alike."""
    titles = Counter((step.seat, step.group, step.title) for step in steps)
    return [replace(step, title=step.says) if titles[step.seat, step.group, step.title] > 1 else step for step in steps]


def in_order(steps: list[Any], recorded: Sequence[Line]) -> list[Any]:
    """The steps by groups; in each those with inputs first, and the most frequent at this table before others."""
    bodies = [line.body if isinstance(line, OnBranch) else line for line in recorded]
    counts = Counter(str(body.action.__struct_config__.tag) for body in bodies if isinstance(body, Played))
    groups = {group: at for at, group in enumerate(dict.fromkeys(step.group for step in steps))}
    counted = [replace(step, often=counts[step.deed]) for step in steps]
    return sorted(counted, key=lambda step: (groups[step.group], not step.inputs, -step.often))


def by_seat(offers: Iterable[Offer], first: list[LineTemplate]) -> list[list[Offer]]:
    """The offers by kind of action, seat and pile, without those of lines that are laid out already."""
    groups: dict[tuple[type, Any, Any], list[Offer]] = {}
    kinds = {(template.kind, template.seat) for template in first}
    for offer in offers:
        if (type(offer.example), offer.example.seat) in kinds:
            continue
        key = type(offer.example), offer.example.seat, getattr(offer.example, "pile", None)
        groups.setdefault(key, []).append(offer)
    return list(groups.values())
