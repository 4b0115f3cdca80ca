"""BASE: the printed game, assembled from its checks, deeds, offers and observables."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import catch_up, checks, deeds, follow, observables, offers, scoring, start
from domain.games.nieuw_amsterdam.actions import Pass
from domain.games.nieuw_amsterdam.checks.out_of_place import is_out_of_place
from domain.games.nieuw_amsterdam.deeds.bidding import given_up
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules

BASE = NieuwAmsterdamRules(
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
    observables=observables.OBSERVABLES,
    blame={**scoring.BLAME, **checks.BLAME},
    meanings={Pass: given_up},
    out_of_place=is_out_of_place,
)
