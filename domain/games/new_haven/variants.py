"""Variants of New Haven: what its rulebook offers a table to agree on."""

from __future__ import annotations

from domain.games.new_haven import checks
from domain.games.new_haven import clauses as nh
from domain.variants import Variant

VARIANTS = (
    Variant(
        id="side-b",
        sets={"side": "B"},
        adds={"optional_deeds": ("settle", "clear", "claim"), "checks": checks.SIDE_B},
        warns=frozenset(("careful-harvest",)),
    ),
    Variant(id="rebuild", sets={"covering": True}, adds={"checks": checks.REBUILD}),
    Variant(
        id="careful-harvest",
        sets={"hand_tiles": 3, "hand_clause": nh.CAREFUL_2.id, "sets_out": {2: 2, 3: 1, 4: 0}},
        adds={"checks": checks.CAREFUL},
    ),
)
