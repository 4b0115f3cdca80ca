"""Follow: what must happen next, phase by phase."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.follow import bidding, income, preparing, turns
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
    FOUND: preparing.founding,
    CARDS: preparing.cards,
    REFILL: preparing.refilling,
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
