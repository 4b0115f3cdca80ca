"""The consequences of an action, phase by phase: what the rules do by themselves."""

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
    RESPOND: bidding.close_if_answered,
    WON: bidding.award_column,
    TURN: turns.advance_turn,
    HARVEST: income.harvest,
    CORN: income.corn,
    REMOVE: income.await_removals,
    GOODS: income.goods,
    STORE: income.store_goods,
    INCOME: income.coins,
    CLOSE: income.close_round,
    FINAL: income.prepare_final,
    SCORING: income.score_final,
    RANKING: income.ranking,
}
