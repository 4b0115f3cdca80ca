"""Checks of steps 3 and 4: building, and sharing the resources that are left."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Done, Pass
from domain.games.new_haven.checks.turn import before_the_first_tile
from domain.games.new_haven.deeds.village import known_home, price_of
from domain.games.new_haven.pieces import NOT_SEEN, PRICE, TOUCHING
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    GAP,
    GATHER,
    HARVEST,
    OVER,
    SHARE,
    State,
    has_colour,
    is_later,
    marker,
    may_hold,
    touches,
    unnamed,
)
from domain.games.new_haven.state.hidden_homes import needs_hidden, stands_somewhere
from domain.numbers import NotKnown, most
from domain.rules import Broken, broken, replace


@cites(nh.BUILD_1)
def a_building_comes_from_the_hand(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    if may_hold(state.players[build.seat].hand, build.colour, shown_number(state, build)):
        return None
    return broken(colour=build.colour, number=build.number or "?")


def shown_number(state: State, build: Build) -> int | None:
    """The number of a building, also where only a later line tells it."""
    if build.number is None and (fact := state.known.get((state.line, "building"))):
        return int(fact.value[1])
    return build.number


@cites(nh.B_6)
def a_claimed_building_waits(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    if build.seat != state.active:
        return None
    hand, number = state.players[build.seat].hand, shown_number(state, build)
    kind = f"{build.colour}{number or state.claimed[1:]}"  # face down it may be any of its colour
    if state.claimed != kind or kind not in hand.known or not may_hold(hand, build.colour, number):
        return None
    others = list(hand.known)
    others.remove(kind)
    return None if may_hold(replace(hand, known=tuple(others)), build.colour, number) else broken(building=kind)


@cites(nh.BUILD_2)
def a_space_takes_one_building(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    player = state.players[build.seat]
    if build.home == NOT_SEEN:
        build = known_home(state, build)
    if build.home in player.village:
        return None if rules.covering else broken(home=build.home)
    if player.unsure and not rules.covering:
        raise NotKnown(f"village {build.home}")
    return None


@cites(nh.BUILD_3)
def the_marker_covers_the_price(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    if state.phase == OVER or (state.phase == HARVEST and (build.seat == state.active or before_the_first_tile(state))):
        return None  # nothing can be paid: that it was built at all is the mistake
    if build.home == NOT_SEEN:
        build = known_home(state, build)
    price = PRICE.get(build.home) or price_of(rules, state, build)
    there = marker(state, build.colour)
    if state.wild and unnamed(state):  # the building shows which resource it is
        there = most(there)
    return broken(colour=build.colour, there=there, price=price) if there < price else None


@cites(nh.BUILD_4)
def the_price_is_the_number_of_the_space(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    if build.paid is None:
        return None
    price = price_of(rules, state, known_home(state, build) if build.home == NOT_SEEN else build)
    if build.paid == (build.colour, price):
        return None
    return broken(paid=build.paid[1], of=build.paid[0], price=price, colour=build.colour)


def out_of_touch(rules: NewHavenRules, state: State, build: Build) -> bool:
    """Whether a building of a colour already there touches none of it."""
    player = state.players[build.seat]
    village, colour, home = player.village, build.colour, build.home
    if home == NOT_SEEN:
        if stands_somewhere(player, colour):
            raise NotKnown(f"built {state.line}")
        return False
    if touches(village, home, colour):
        return False
    if rules.covered_serves and home in village and village[home].colour == colour:
        return False
    if player.hidden:
        needs_hidden(player, colour)
    if player.unsure:
        raise NotKnown(f"village {home}")
    if has_colour(village, colour, besides=home):
        return True
    if not rules.covered_colour_counts:
        return False
    stood = {at for at, top in village.items() if any(low.colour == colour for low in top.under)}
    return bool(stood) and not any(near in stood for near in near_homes(home))


def near_homes(home: str) -> tuple[str, ...]:
    """A space and its neighbours."""
    return (home, *TOUCHING[home])


@cites(nh.BUILD_6)
def a_building_touches_its_colour(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    if build.home == NOT_SEEN:
        build = known_home(state, build)
    covers = build.home in state.players[build.seat].village and rules.covering
    if not covers and out_of_touch(rules, state, build):
        return broken(colour=build.colour, home=build.home)
    return None


@cites(nh.REBUILD_2)
def a_covering_building_touches_its_colour(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    if build.home == NOT_SEEN:
        build = known_home(state, build)
    covers = build.home in state.players[build.seat].village and rules.covering
    if covers and out_of_touch(rules, state, build):
        return broken(colour=build.colour, home=build.home)
    return None


@cites(nh.BUILD_7)
def face_up_the_numbers_match(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    if not build.up:
        return None
    number = shown_number(state, build)
    if build.home == NOT_SEEN:
        build = known_home(state, build)
    if number is None:
        raise NotKnown(f"number {build.home}")
    return (
        None
        if number == (PRICE.get(build.home) or price_of(rules, state, build))
        else broken(number=number, home=build.home)
    )


@cites(nh.BUILD_8)
def a_matching_building_lies_face_up(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    number = None if build.up else shown_number(state, build)
    if build.home == NOT_SEEN:
        build = known_home(state, build)
    if number is not None and number == price_of(rules, state, build):
        return broken(home=build.home)
    return None


@cites(nh.SECRET_1)
def a_face_down_number_is_shown(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    if not build.up and shown_number(state, build) is None:
        return broken(home=build.home)
    return None


@cites(nh.SHARE_1)
def the_others_share_clockwise(rules: NewHavenRules, state: State, action: Build | Done | Pass) -> Broken | None:
    seat = action.seat
    if not state.acted or seat == state.active or seat in state.acted or not sharing_goes_on(state):
        return None
    later = [other for other in state.acted if is_later(state, other, seat)]
    return broken(after=later[0]) if later else None


def sharing_goes_on(state: State) -> bool:
    """Whether the first draw has not yet been made."""
    return state.phase == SHARE or (state.phase == DRAW and not state.drawn)


@cites(nh.SHARE_2)
def each_has_one_occasion(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    seat = build.seat
    if seat == state.active or state.phase in (GATHER, BUILD, GAP, OVER):
        return None
    if not sharing_goes_on(state):
        return None if before_the_first_tile(state) else broken(closed="draw")
    if rules.share_limit is not None and state.builds.count(seat) >= rules.share_limit:
        return broken(closed="limit")
    if rules.build_after_pass:
        return None
    if seat in state.closed:
        return broken(closed="pass", root=state.late_builds.get(seat))  # all it builds then is one mistake
    since = state.acted[state.acted.index(seat) :] if seat in state.acted else ()
    if any(is_later(state, other, seat) for other in since):
        return broken(closed="later")
    return None
