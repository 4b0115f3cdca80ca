"""Follow: what must happen next, phase by phase."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.follow import bidding, income, preparation, turns
from domain.games.nieuw_amsterdam.state import (
    CARDS,
    CLOSE,
    CORN,
    FINAL,
    FOUND,
    GOODS,
    HARVEST,
    INCOME,
    RANKING,
    REFILL,
    REMOVE,
    RESPOND,
    SCORING,
    STORE,
    TURN,
    WON,
)

FOLLOW = {
    FOUND: preparation.founding,
    CARDS: preparation.cards,
    REFILL: preparation.refilling,
    RESPOND: bidding.responded,
    WON: bidding.won,
    TURN: turns.turning,
    HARVEST: income.harvest,
    CORN: income.corn,
    REMOVE: income.removing,
    GOODS: income.goods,
    STORE: income.stored,
    INCOME: income.coins,
    CLOSE: income.close,
    FINAL: income.final,
    SCORING: income.counted,
    RANKING: income.ranking,
}
