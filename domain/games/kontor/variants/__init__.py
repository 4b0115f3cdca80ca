"""The games and variants of Kontor as rows over one BASE, a module for each chapter of the rulebook."""

from __future__ import annotations

from domain.games.kontor.variants import (
    boxes,
    cargo,
    contraband,
    drawn_layouts,
    events,
    export,
    games,
    individual_wheel,
    reserves,
    scenario_deeds,
    scenarios,
    special_cards,
    special_choices,
    special_floods,
    special_passes,
    special_rules,
    special_taverns,
    special_tides,
    wheel,
)
from domain.rules import replace
from domain.variants import Variant

CHAPTERS = (
    *(games, scenarios, drawn_layouts, scenario_deeds, boxes, reserves, cargo, wheel, individual_wheel),
    *(special_rules, special_choices, special_taverns, special_passes, special_floods, special_cards, special_tides),
    *(contraband, export, events),
)


def _of_its_kind(row: Variant) -> Variant:
    """A row marked as a scenario or as a rule that is added to a game; the games stand below both (KO-I-90)."""
    return replace(row, kind="scenario" if "scenario" in row.sets else "game" if row in games.ROWS else "rule")


VARIANTS: tuple[Variant, ...] = tuple(_of_its_kind(row) for chapter in CHAPTERS for row in chapter.ROWS)
