"""The advanced game and the game for four, as variants of BASE."""

from __future__ import annotations

from domain.games.kontor import checks
from domain.games.kontor import clauses as ko
from domain.games.kontor.scoring.ranking import two_docks_at_least
from domain.variants import Variant

_ADVANCED = {"boat": True, "counted": 5}  # what the game for four takes over
_NOT_BASE = frozenset((ko.BOAT_0.id, ko.SIZE_1.id))
_BOAT_AND_RANKS = frozenset(
    clause.id for clause in ko.CLAUSES if clause.id.startswith(("KO-BOAT", "KO-REMOVE", "KO-RANK"))
) - {ko.BOAT_0.id}
_TEAMS = frozenset(clause.id for clause in ko.CLAUSES if clause.id.startswith(("KO-TEAM", "KO-SPEC")))
ROWS = (
    Variant(
        id="advanced",
        sets={**_ADVANCED, "width": 7, "height": 7},
        adds={"checks": checks.ADVANCED},
        lifts=_NOT_BASE,
        seats=frozenset((2,)),
        brings=_BOAT_AND_RANKS | {ko.SIZE_4.id},
    ),
    Variant(
        id="four",
        sets={
            **_ADVANCED,
            "width": 8,
            "height": 8,
            "hand_specials": 1,
            "specials": "dealt",
            "purse_clause": ko.TEAM_5,
            "piles_clause": ko.TEAM_3,
            "hand_clause": ko.TEAM_4,
            "order_clause": ko.TEAM_8,
            "docks_clause": ko.TEAM_4,
            "specials_clause": ko.TEAM_4,
        },
        adds={"checks": checks.both(checks.ADVANCED, checks.FOUR), "eligible": (two_docks_at_least,)},
        lifts=_NOT_BASE | {ko.SETUP_1.id, ko.SIZE_4.id},
        over=frozenset(("advanced", "KO-V-MARINS")),  # whose pass cards come in the hand dealt
        seats=frozenset((4,)),
        brings=_BOAT_AND_RANKS | _TEAMS | {ko.SIZE_5.id},
    ),
)
