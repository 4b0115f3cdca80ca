"""Checks of the trading company: how far upriver a post may go (NA-SPEC-16 to 19)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Company
from domain.games.nieuw_amsterdam.checks.buildings import priced_in_wood
from domain.games.nieuw_amsterdam.deeds.special import zones_known
from domain.games.nieuw_amsterdam.pieces import COLOUR_IN_USE
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State, farthest_camp, next_zone
from domain.rules import Broken, broken

Finds = Broken | None


@cites(na.SPEC_16)
def the_post_goes_to_the_nearest_free_zone(rules: NieuwAmsterdamRules, state: State, company: Company) -> Finds:
    """Only the first stop: a second one is a move too many. Beyond the longhouses nothing is free (NA-SPEC-18)."""
    zone = next(iter(zones_known(state, company)), None)
    if zone is None or zone > farthest_camp(state):
        return None
    due = next_zone(state, company.seat)
    return None if zone == due else broken(zone=zone, due=due)


@cites(na.SPEC_16)
def the_space_is_in_use_and_free(rules: NieuwAmsterdamRules, state: State, company: Company) -> Finds:
    if not company.space or not company.zones:
        return None
    colour = COLOUR_IN_USE.get(len(state.players), "")
    taken = any(
        (player.estate.zone, player.estate.space) == (company.zones[-1], company.space)
        for seat, player in enumerate(state.players)
        if seat != company.seat
    )
    return broken(space=company.space) if taken or not company.space.startswith(colour) else None


@cites(na.SPEC_18)
def no_post_goes_beyond_the_longhouses(rules: NieuwAmsterdamRules, state: State, company: Company) -> Finds:
    farthest = farthest_camp(state)
    seen = [zone for zone in zones_known(state, company) if zone is not None]
    zone = max(seen) if seen else next_zone(state, company.seat)
    if zone > farthest:
        return broken(zone=zone, farthest=farthest)
    return None if zone else broken(zone=state.players[company.seat].estate.zone + 1, farthest=farthest)


@cites(na.SPEC_19)
def one_action_is_one_move(rules: NieuwAmsterdamRules, state: State, company: Company) -> Finds:
    return broken(moves=len(company.zones)) if len(company.zones) > 1 else None


COMPANY = (
    *priced_in_wood(na.SPEC_16, lambda company: max(1, len(company.zones))),
    the_post_goes_to_the_nearest_free_zone,
    the_space_is_in_use_and_free,
    no_post_goes_beyond_the_longhouses,
    one_action_is_one_move,
)
