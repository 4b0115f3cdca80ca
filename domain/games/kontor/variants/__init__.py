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
from domain.variants import AUTHOR, FAN, Variant

CHAPTERS = (
    *(games, scenarios, drawn_layouts, scenario_deeds, boxes, reserves, cargo, wheel, individual_wheel),
    *(special_rules, special_choices, special_taverns, special_passes, special_floods, special_cards, special_tides),
    *(contraband, export, events),
)

MADE_BY_PLAYERS = {  # the rulebook text names who made them
    "KO-V-TETE": "Wolfgang & Brigitte Ditt",
    "KO-V-MARINS": "Wolfgang & Brigitte Ditt",
    "KO-V-CORRUPTION-1": "Godwin Solcher",
    "KO-V-CORRUPTION-2": "Godwin Solcher",
    "KO-V-PROTECTION": "Robert Voetter",
}


def _of_its_kind(row: Variant) -> Variant:
    """A row marked as a scenario or as a rule that is added to a game; the games stand below both (KO-I-90)."""
    return replace(row, kind="scenario" if "scenario" in row.sets else "game" if row in games.ROWS else "rule")


def _of_its_origin(row: Variant) -> Variant:
    """A row marked with its origin; both expansions were published by the author, in 2000 and 2001."""
    if row.id in MADE_BY_PLAYERS:
        return replace(row, origin=FAN, by=MADE_BY_PLAYERS[row.id])
    return replace(row, origin=AUTHOR) if row in (*export.ROWS, *events.ROWS) else row


VARIANTS: tuple[Variant, ...] = tuple(_of_its_kind(_of_its_origin(row)) for part in CHAPTERS for row in part.ROWS)
