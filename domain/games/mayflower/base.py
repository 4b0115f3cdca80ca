"""The printed game of Mayflower, assembled from its checks, deeds, consequences and offers."""

from __future__ import annotations

from domain.games.mayflower import (
    actions,
    catch_up,
    checks,
    clauses,
    deeds,
    follow,
    observables,
    offers,
    scoring,
    start,
)
from domain.games.mayflower.rules import MayflowerRules

SCORINGS = frozenset(clause.id for clause in (clauses.ROAD_1, clauses.CITY_1, clauses.FARM_1, clauses.FARM_3))
BASE = MayflowerRules(
    start=start.start,
    setup_checks=checks.LAYING,
    checks=checks.CHECKS,
    expected_actions=checks.AWAITED,
    deeds=deeds.DEEDS,
    catch_up=catch_up.catch_up,
    follow=follow.FOLLOW,
    offers=offers.OFFERS,
    forecast=scoring.forecast,
    after_gap=start.forget,
    piece_counts=start.conserved,
    unknown_progress=catch_up.unsure,
    to_act=catch_up.to_act,
    setup_actions=frozenset((actions.Explorers,)),
    observables=observables.OBSERVABLES,
    counted_with=frozenset(("relays", "shields", "bonus", "final-relays", "final-shields", "final-bonus")),
    omitted_with=dict.fromkeys((clauses.RETURN_1.id, clauses.EXPLORER_1.id), SCORINGS),
    blame={**scoring.BLAME, **checks.BLAME},
)
