"""The consequences of an action, phase by phase: what the rules do by themselves."""

from __future__ import annotations

from domain.games.kontor.follow import end, sectors, taxes, turns
from domain.games.kontor.state import CHOOSE, FINAL, INCOME, NEXT, RANKING, REFILL, SETTLE, TAX

FOLLOW = {
    CHOOSE: turns.opening,
    TAX: taxes.settled,
    SETTLE: sectors.settling,
    REFILL: turns.refilling,
    INCOME: turns.income,
    NEXT: turns.passing_on,
    FINAL: end.counting,
    RANKING: end.ranking,
}
