"""What is lawful in New Haven: short functions, each citing one clause, in rulebook order."""

from __future__ import annotations

from domain.clauses import GR_AGREED, GR_COUNT, GR_SEEN, cites
from domain.fold import refusal
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import (
    Build, Claim, Clear, Done, Draw, End, Flip, Goods, Harvest, Name, Pass, Peek, Pick, Pool, Refill, Settle, Show,
)  # fmt: skip
from domain.games.new_haven.follow import MID_TURN, draws_due
from domain.games.new_haven.pieces import (
    CLEARINGS, COPIES, HARVEST_TILES, POOL, SETTLEMENTS, TOUCHING, TURNS, area_for, canonical, could_be_a_face,
)  # fmt: skip
from domain.games.new_haven.state import (
    BUILD, DRAW, FLIP, GAP, GATHER, HARVEST, OVER, REFILL, SHARE,
    State, from_known, has_colour, is_free, is_later, marker, may_hold, touches,
)  # fmt: skip
from domain.numbers import NotKnown
from domain.rules import Action, Broken, Refused, broken, impossible, replace
from domain.setup import Setup

Found = Broken | None


# Components ---------------------------------------------------------------------------------------


def newly_seen(state: State, action: Action) -> tuple[str, ...]:
    """Buildings an action brings to light."""
    if isinstance(action, (Pool, Refill)):
        return tuple(building for building in action.buildings if building != "?")
    if isinstance(action, Clear):
        return tuple(building for _, building in action.buildings if building != "?")
    if isinstance(action, Draw):
        return (action.building,) if action.building else ()
    if isinstance(action, Pick):
        return () if action.building in state.pool and not action.elsewhere else (action.building,)
    if action.number is None:
        return ()
    kind = f"{action.colour}{action.number}"
    return () if from_known(state.players[action.seat].hand, kind) else (kind,)


def too_many(state: State, action: Action, limit: int) -> dict | None:
    """The first building with more copies than there can be, counting what this action adds."""
    fresh = newly_seen(state, action)
    for building in fresh:
        copies = state.copies.get(building, 0) + fresh.count(building)
        if copies > limit:
            return {"building": building, "copies": copies, "limit": limit}
    return None


@cites(nh.COMP_1)
def the_box_has_six_of_each(rules, state: State, action: Action) -> Found:
    if over := too_many(state, action, COPIES):
        return impossible(**over)
    return None


@cites(nh.CAREFUL_1)
def whole_sets_were_taken_out(rules, state: State, action: Action) -> Found:
    out = rules.sets_out.get(len(state.players), 0)
    if out and (over := too_many(state, action, COPIES - out)) and over["copies"] <= COPIES:
        return broken(**over)
    return None


@cites(nh.COMP_2)
def a_face_shows_two_or_three_resources(rules, state: State, action: Harvest | Goods | Flip) -> Found:
    if action.face and not could_be_a_face(action.face):
        return impossible(face=action.face)
    return None


@cites(nh.COMP_2)
def settled_faces_show_two_or_three_resources(rules, state: State, settle: Settle) -> Found:
    for _, lying in settle.places:
        if len(lying) == 4 and not lying.startswith("pond") and not could_be_a_face(lying):
            return impossible(face=lying)
    return None


@cites(GR_COUNT)
def the_face_is_in_the_box(rules, state: State, harvest: Harvest) -> Found:
    if "?" in harvest.face:
        return None
    name = canonical(harvest.face)
    copies = state.faces.get(name, 0) + 1
    if "harvest" in rules.catalogue.complete and could_be_a_face(harvest.face):
        there = rules.catalogue.copies("harvest").get(name, 0)
        return impossible(face=name, copies=copies, there=there) if copies > there else None
    return impossible(face=name, copies=copies, there=HARVEST_TILES) if copies > HARVEST_TILES else None


# Set-up, asked of line 0 --------------------------------------------------------------------------


@cites(nh.SETUP_1)
def two_to_four_play(rules, state: State, setup: Setup) -> Found:
    players = len(setup.seats)
    return None if 2 <= players <= 4 else broken(players=players)


@cites(nh.SETUP_2)
def the_area_is_that_of_the_players(rules, state: State, setup: Setup) -> Found:
    players = len(setup.seats)
    return None if state.area == area_for(players) else broken(laid=len(state.area), due=len(area_for(players)))


@cites(nh.TURN_1)
def the_youngest_begins(rules, state: State, setup: Setup) -> Found:
    youngest = setup.told.get("youngest")
    if youngest is None:
        if rules.lots_without_youngest and setup.told.get("lots") != "drawn":
            raise NotKnown("lots")
        return None
    due = setup.seats.index(youngest)
    return None if setup.first == due else broken(seat=setup.first, due=due)


@cites(nh.CAREFUL_3)
def careful_harvest_is_played_on_side_a(rules, state: State, setup: Setup) -> Found:
    return broken(side=rules.side) if rules.sets_out and rules.side != "A" else None


@cites(nh.SETUP_4)
def the_pool_has_five(rules, state: State, pool: Pool) -> Found:
    laid = len(pool.buildings)
    return None if laid == POOL else broken(laid=laid)


@cites(nh.SETUP_7)
def draws_are_blind(rules, state: State, peek: Peek) -> Found:
    return broken(at=peek.at) if peek.at in ("bag", "supply") else None


@cites(nh.SECRET_2)
def nobody_looks_at_a_goods_tile(rules, state: State, peek: Peek) -> Found:
    if peek.at != "goods":
        return None
    hidden = state.players[peek.seat].goods > 0 or (state.wild and peek.seat == state.active)
    return broken() if hidden else None


# The turn -----------------------------------------------------------------------------------------


def ends_the_turn_before(state: State, seat: int | None) -> bool:
    """Whether this seat's tile shows that the turn before it is over."""
    return state.phase in MID_TURN and seat == (state.active + 1) % len(state.players)


def second_tile(state: State, seat: int | None) -> bool:
    """Whether the active seat plays again within its own turn."""
    return seat == state.active and state.played > 0 and state.phase in (GATHER, BUILD, SHARE, DRAW)


@cites(nh.TURN_2)
def turns_go_clockwise(rules, state: State, tile: Harvest | Goods) -> Found:
    if state.phase in (OVER, GAP) or second_tile(state, tile.seat) or ends_the_turn_before(state, tile.seat):
        return None
    due = state.active if state.phase == HARVEST or not state.played else (state.active + 1) % len(state.players)
    return None if tile.seat == due else broken(due=due)


@cites(nh.TURN_3)
def the_active_player_builds_before_the_others(rules, state: State, build: Build) -> Found:
    if build.seat != state.active or state.phase not in (SHARE, DRAW, REFILL, FLIP):
        return None
    if state.phase == SHARE and not state.acted:
        return None
    if rules.active_builds_last and (state.phase == SHARE or state.phase == DRAW and not state.drawn):
        return None
    return broken(step=state.phase)


@cites(nh.TURN_4)
def all_had_the_same_number_of_turns(rules, state: State, end: End) -> Found:
    turns = turns_had(state)
    if state.free == 1 and len(set(turns)) > 1:
        return broken(turns=turns, root=state.strayed)
    return None


@cites(nh.END_2)
def a_game_has_its_number_of_turns(rules, state: State, end: End) -> Found:
    turns = turns_had(state)
    if state.free == 1 and len(set(turns)) == 1 and turns[0] != TURNS[rules.side]:
        return broken(turns=turns[0], due=TURNS[rules.side], root=state.strayed)
    return None


def turns_had(state: State) -> tuple[int, ...]:
    """Turns of each seat, the running one included."""
    running = state.phase in MID_TURN and state.played > 0
    turns = [player.turns + (running and seat == state.active) for seat, player in enumerate(state.players)]
    for count in turns:
        if not isinstance(count, int):
            raise NotKnown(count.fact)
    return tuple(turns)


# Step 1 -------------------------------------------------------------------------------------------


@cites(nh.HARVEST_1)
def one_tile_a_turn(rules, state: State, harvest: Harvest) -> Found:
    if second_tile(state, harvest.seat) and not state.goods_turn:
        return broken(tiles=state.played + 1)
    return None


@cites(nh.HARVEST_1)
def a_harvest_tile_comes_from_the_hand(rules, state: State, harvest: Harvest) -> Found:
    return broken() if state.players[harvest.seat].tiles < 1 else None


@cites(nh.HARVEST_1)
def a_tile_comes_first(rules, state: State, action: Build | Done | Pick | Draw) -> Found:
    if state.phase == HARVEST and action.seat == state.active and state.played == 0:
        return broken()
    return None


@cites(nh.HARVEST_2)
def a_tile_goes_on_a_free_space(rules, state: State, tile: Harvest | Goods) -> Found:
    if not is_free(state, tile.cell) and (lying := state.board[tile.cell]).kind != "pond":
        return broken(cell=tile.cell, lying=lying.kind)
    return None


@cites(nh.B_3)
def a_pond_takes_no_tile(rules, state: State, tile: Harvest | Goods) -> Found:
    lying = state.board.get(tile.cell)
    return broken(cell=tile.cell) if lying is not None and lying.kind == "pond" else None


@cites(nh.HARVEST_3)
def a_tile_stays_inside_the_area(rules, state: State, tile: Harvest | Goods) -> Found:
    return None if tile.cell in state.area else broken(cell=tile.cell)


@cites(nh.GOODS_1)
def a_goods_tile_replaces_the_harvest_tile(rules, state: State, tile: Harvest | Goods) -> Found:
    if second_tile(state, tile.seat) and (type(tile) is Goods or state.goods_turn):
        return broken()
    return None


@cites(nh.GOODS_2)
def a_goods_tile_is_played_once(rules, state: State, goods: Goods) -> Found:
    return broken() if state.players[goods.seat].goods < 1 else None


@cites(nh.GOODS_3)
def a_goods_tile_lies_face_down(rules, state: State, goods: Goods) -> Found:
    return broken(face=goods.face) if goods.face else None


@cites(nh.GOODS_4)
def a_goods_tile_is_one_resource(rules, state: State, goods: Goods) -> Found:
    if len(goods.wild) > 1 or (not goods.wild and rules.named_at_placement):
        return broken(named=len(goods.wild))
    return None


@cites(nh.GOODS_4)
def the_resource_is_named_for_the_count(rules, state: State, action: Build | Done | Pick | Draw) -> Found:
    if not rules.named_at_placement and state.phase == GATHER and state.wild:
        return broken(seat=state.active, named=0)
    return None


@cites(nh.GOODS_4)
def one_resource_is_named(rules, state: State, name: Name) -> Found:
    named = len(name.wild) + len(state.board[state.wild].face if state.wild else "")
    return broken(named=named) if named != 1 else None


@cites(nh.GOODS_5)
def the_goods_tile_was_flipped(rules, state: State, action: Harvest | Goods | End) -> Found:
    closes = state.phase in MID_TURN if type(action) is End else ends_the_turn_before(state, action.seat)
    return broken(seat=state.active, cell=state.wild) if closes and state.wild else None


@cites(nh.GOODS_5)
def a_goods_tile_is_flipped_when_the_turn_closes(rules, state: State, flip: Flip) -> Found:
    if flip.cell != state.wild:
        return None
    early = state.phase in (GATHER, BUILD, SHARE) or (state.phase == DRAW and state.draws > 0)
    return broken(cell=flip.cell, step=state.phase) if early else None


@cites(nh.GOODS_5)
def a_goods_tile_is_flipped_left_to_right(rules, state: State, flip: Flip) -> Found:
    return broken(cell=flip.cell) if flip.turned and not rules.owner_turns_goods else None


@cites(GR_COUNT)
def a_goods_tile_lies_there(rules, state: State, flip: Flip) -> Found:
    lying = state.board.get(flip.cell)
    if lying is None or lying.kind not in ("wild", "goods", "unseen"):
        return impossible(cell=flip.cell)
    return None


# Steps 3 and 4 ------------------------------------------------------------------------------------


@cites(nh.BUILD_1)
def a_building_comes_from_the_hand(rules, state: State, build: Build) -> Found:
    if may_hold(state.players[build.seat].hand, build.colour, shown_number(state, build)):
        return None
    return broken(colour=build.colour, number=build.number or "?")


def shown_number(state: State, build: Build) -> int | None:
    """The number of a building, also where only a later line tells it."""
    if build.number is None and (fact := state.known.get((state.line, "building"))):
        return int(fact.value[1])
    return build.number


@cites(nh.B_6)
def a_claimed_building_waits(rules, state: State, build: Build) -> Found:
    if not rules.claimed_waits or state.claimed != f"{build.colour}{build.number}" or build.seat != state.active:
        return None
    hand = state.players[build.seat].hand
    known = list(hand.known)
    if state.claimed in known:
        known.remove(state.claimed)
    if may_hold(replace(hand, known=tuple(known)), build.colour, build.number):
        return None
    return broken(building=state.claimed)


@cites(nh.BUILD_2)
def a_space_takes_one_building(rules, state: State, build: Build) -> Found:
    player = state.players[build.seat]
    if build.home in player.village:
        return None if rules.covering else broken(home=build.home)
    if player.unsure and not rules.covering:
        raise NotKnown(f"village {build.home}")
    return None


@cites(nh.BUILD_3)
def the_marker_covers_the_price(rules, state: State, build: Build) -> Found:
    price, there = int(build.home[0]), marker(state, build.colour)
    return broken(colour=build.colour, there=there, price=price) if there < price else None


@cites(nh.BUILD_4)
def the_price_is_the_number_of_the_space(rules, state: State, build: Build) -> Found:
    price = int(build.home[0])
    if build.paid is None or build.paid == (build.colour, price):
        return None
    return broken(paid=build.paid[1], of=build.paid[0], price=price, colour=build.colour)


def out_of_touch(rules, state: State, build: Build) -> bool:
    """Whether a building of a colour already there touches none of it."""
    player = state.players[build.seat]
    village, colour, home = player.village, build.colour, build.home
    if touches(village, home, colour):
        return False
    if rules.covered_serves and home in village and village[home].colour == colour:
        return False
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
def a_building_touches_its_colour(rules, state: State, build: Build) -> Found:
    covers = build.home in state.players[build.seat].village and rules.covering
    if not covers and out_of_touch(rules, state, build):
        return broken(colour=build.colour, home=build.home)
    return None


@cites(nh.REBUILD_2)
def a_covering_building_touches_its_colour(rules, state: State, build: Build) -> Found:
    covers = build.home in state.players[build.seat].village and rules.covering
    if covers and out_of_touch(rules, state, build):
        return broken(colour=build.colour, home=build.home)
    return None


@cites(nh.BUILD_7)
def face_up_the_numbers_match(rules, state: State, build: Build) -> Found:
    if not build.up:
        return None
    number = shown_number(state, build)
    if number is None:
        raise NotKnown(f"number {build.home}")
    return None if number == int(build.home[0]) else broken(number=number, home=build.home)


@cites(nh.BUILD_8)
def a_matching_building_lies_face_up(rules, state: State, build: Build) -> Found:
    if rules.matching_lies_up and not build.up and shown_number(state, build) == int(build.home[0]):
        return broken(home=build.home)
    return None


@cites(nh.SECRET_1)
def a_face_down_number_is_shown(rules, state: State, build: Build) -> Found:
    if rules.number_is_shown and not build.up and shown_number(state, build) is None:
        return broken(home=build.home)
    return None


@cites(nh.SHARE_1)
def the_others_share_clockwise(rules, state: State, action: Build | Pass) -> Found:
    seat = action.seat
    if seat == state.active or seat in state.acted or not sharing_goes_on(state):
        return None
    later = [other for other in state.acted if is_later(state, other, seat)]
    return broken(after=later[0]) if later else None


def sharing_goes_on(state: State) -> bool:
    """Whether the first draw has not yet been made."""
    return state.phase == SHARE or (state.phase == DRAW and not state.drawn)


@cites(nh.SHARE_2)
def each_has_one_occasion(rules, state: State, build: Build) -> Found:
    seat = build.seat
    if seat == state.active or state.phase in (GATHER, BUILD, GAP, OVER):
        return None
    if not sharing_goes_on(state):
        return broken(closed="draw")
    if rules.share_limit is not None and seat == state.sharer and state.builds >= rules.share_limit:
        return broken(closed="limit")
    if seat in state.closed:
        return None if rules.build_after_pass else broken(closed="pass")
    if seat in state.acted and any(is_later(state, other, seat) for other in state.acted):
        return broken(closed="later")
    return None


# Step 5 -------------------------------------------------------------------------------------------


@cites(nh.DRAW_1)
def only_the_active_player_draws(rules, state: State, draw: Pick | Draw) -> Found:
    if draw.seat == state.active or state.phase in (OVER, GAP):
        return None
    return broken(due=state.active)


@cites(nh.DRAW_1)
def no_more_draws_than_due(rules, state: State, draw: Pick | Draw) -> Found:
    if draw.seat != state.active or state.phase not in (REFILL, FLIP):
        return None
    return broken(draws=state.drawn + 1, due=state.drawn)


@cites(nh.DRAW_1)
def all_draws_were_made(rules, state: State, action: Harvest | Goods | End) -> Found:
    closes = state.phase in MID_TURN if type(action) is End else ends_the_turn_before(state, action.seat)
    if not closes or state.phase in (REFILL, FLIP):
        return None
    owed = state.draws if state.phase == DRAW else draws_due(rules, state)
    if type(action) is End and state.free == 1 and rules.last_turn != "whole":
        return None
    return broken(seat=state.active, owed=owed) if owed > 0 else None


@cites(nh.DRAW_2)
def the_first_draw_is_from_the_pool(rules, state: State, draw: Draw) -> Found:
    first = state.phase in (HARVEST, GATHER, BUILD, SHARE) or (state.phase == DRAW and not state.drawn)
    return broken() if first and draw.seat == state.active and state.pool else None


@cites(nh.DRAW_3)
def draws_come_from_pool_or_bag(rules, state: State, pick: Pick) -> Found:
    return broken(building=pick.building) if pick.elsewhere else None


@cites(GR_COUNT)
def the_building_lies_in_the_pool(rules, state: State, pick: Pick) -> Found:
    if pick.elsewhere or pick.building in state.pool or "?" in state.pool:
        return None
    return impossible(building=pick.building)


@cites(GR_COUNT)
def the_bag_is_not_empty(rules, state: State, draw: Draw | Refill) -> Found:
    wanted = len(draw.buildings) if type(draw) is Refill else 1
    late = state.pool.count("?") if type(draw) is Refill and len(state.pool) >= POOL else 0
    return impossible(wanted=wanted, there=state.bag) if wanted - late > 0 and state.bag < wanted - late else None


@cites(nh.DRAW_4)
def the_pool_is_refilled_after_the_draws(rules, state: State, refill: Refill) -> Found:
    if state.phase in (GATHER, BUILD, SHARE) or (state.phase == DRAW and state.draws > 0):
        return broken(step=state.phase)
    return None


@cites(nh.DRAW_4)
def the_pool_is_refilled_to_five(rules, state: State, refill: Refill) -> Found:
    missing = max(0, POOL - len(state.pool))
    fresh = len(refill.buildings)
    if missing == 0 and fresh <= state.pool.count("?"):
        return None
    if fresh == missing or (fresh < missing and state.bag <= fresh):
        return None
    return broken(refilled=fresh, missing=missing)


# The end ------------------------------------------------------------------------------------------


@cites(nh.END_1)
def no_tile_after_the_end(rules, state: State, tile: Harvest | Goods) -> Found:
    closed = state.phase in MID_TURN and not second_tile(state, tile.seat) and state.free == 1
    return broken() if state.phase == OVER or closed else None


@cites(nh.END_1)
def the_game_ends_with_one_free_space(rules, state: State, end: End) -> Found:
    if state.phase == OVER:
        return None
    return None if state.free == 1 else broken(free=state.free)


@cites(nh.END_3)
def nothing_is_built_after_the_end(rules, state: State, action: Build | Pick | Draw) -> Found:
    return broken() if state.phase == OVER else None


# Side B -------------------------------------------------------------------------------------------


@cites(GR_AGREED)
def this_was_agreed(rules, state: State, action: Action) -> Found:
    return None if type(action).__struct_config__.tag in rules.agreed else broken()


@cites(nh.B_1)
def four_ponds_and_four_tiles_are_settled(rules, state: State, settle: Settle) -> Found:
    cells = [cell for cell, _ in settle.places]
    for cell in cells:
        if cell not in SETTLEMENTS or cells.count(cell) > 1:
            return broken(cell=cell)
    ponds = sum(lying.startswith(("pond", "off")) for _, lying in settle.places)
    tiles = sum(lying != "?" for _, lying in settle.places) - ponds
    return broken(ponds=ponds, tiles=tiles) if ponds > 4 or tiles > 4 else None


@cites(nh.B_2)
def ponds_for_more_players_are_taken_off(rules, state: State, settle: Settle) -> Found:
    players = len(state.players)
    for cell, lying in settle.places:
        kept, _, mark = lying.partition(":")
        if kept not in ("pond", "off"):
            continue
        needed = int(mark[0]) if mark else 0
        if (kept == "off") != (players < needed):
            return broken(cell=cell, mark=mark or "-", players=players)
    return None


@cites(nh.B_5)
def each_clearing_inside_has_a_building(rules, state: State, clear: Clear) -> Found:
    filled = {cell for cell, _ in clear.buildings}
    due = state.area.intersection(CLEARINGS)
    if wrong := sorted(filled ^ due):
        return broken(cell=wrong[0], filled=len(filled), due=len(due))
    return None


@cites(nh.B_6)
def who_places_the_tile_claims_the_building(rules, state: State, claim: Claim) -> Found:
    lawful = claim.seat == state.active and claim.cell == state.placed and claim.building == state.claimed
    return None if lawful else broken(cell=claim.cell, building=claim.building)


@cites(GR_SEEN)
def a_thing_shown_stays_the_same(rules, state: State, show: Show) -> Found:
    if show.of == 0:
        fact = state.known.get((0, f"hand {show.seat}"))
        value: object = tuple(show.pieces)
    else:
        where = state.laid.get(show.of, ("",))
        fact = state.known.get((show.of, "face" if where[0] == "space" else "building"))
        value = show.pieces[0] if show.pieces else ""
    if fact is None or fact.told_by == state.line or fact.value == value:
        return None
    return impossible(before=fact.told_by, of=show.of)


LAYING = (
    two_to_four_play, the_area_is_that_of_the_players, the_youngest_begins, careful_harvest_is_played_on_side_a,
)  # fmt: skip
_COPIES = (the_box_has_six_of_each, whole_sets_were_taken_out)
_TILE = (
    a_face_shows_two_or_three_resources, turns_go_clockwise, a_tile_goes_on_a_free_space, a_tile_stays_inside_the_area,
    a_goods_tile_replaces_the_harvest_tile, the_goods_tile_was_flipped, all_draws_were_made, no_tile_after_the_end,
    a_pond_takes_no_tile,
)  # fmt: skip
_FIRST = (a_tile_comes_first, the_resource_is_named_for_the_count)
_DRAW = (
    *_COPIES, *_FIRST, only_the_active_player_draws, no_more_draws_than_due, nothing_is_built_after_the_end,
)  # fmt: skip
CHECKS = {
    Settle: (
        this_was_agreed, settled_faces_show_two_or_three_resources, four_ponds_and_four_tiles_are_settled,
        ponds_for_more_players_are_taken_off,
    ),
    Clear: (*_COPIES, this_was_agreed, each_clearing_inside_has_a_building),
    Pool: (*_COPIES, the_pool_has_five),
    Harvest: (*_TILE, one_tile_a_turn, a_harvest_tile_comes_from_the_hand, the_face_is_in_the_box),
    Goods: (*_TILE, a_goods_tile_is_played_once, a_goods_tile_lies_face_down, a_goods_tile_is_one_resource),
    Name: (one_resource_is_named,),
    Claim: (this_was_agreed, who_places_the_tile_claims_the_building),
    Build: (
        *_COPIES, *_FIRST, the_active_player_builds_before_the_others, a_building_comes_from_the_hand,
        a_claimed_building_waits, a_space_takes_one_building, the_marker_covers_the_price,
        the_price_is_the_number_of_the_space, a_building_touches_its_colour, a_covering_building_touches_its_colour,
        face_up_the_numbers_match, a_matching_building_lies_face_up, a_face_down_number_is_shown,
        the_others_share_clockwise, each_has_one_occasion, nothing_is_built_after_the_end,
    ),
    Done: _FIRST,
    Pass: (the_others_share_clockwise,),
    Pick: (*_DRAW, draws_come_from_pool_or_bag, the_building_lies_in_the_pool),
    Draw: (*_DRAW, the_first_draw_is_from_the_pool, the_bag_is_not_empty),
    Refill: (
        *_COPIES, the_bag_is_not_empty, the_pool_is_refilled_after_the_draws, the_pool_is_refilled_to_five,
    ),
    Flip: (
        a_face_shows_two_or_three_resources, a_goods_tile_is_flipped_when_the_turn_closes,
        a_goods_tile_is_flipped_left_to_right, a_goods_tile_lies_there,
    ),
    Peek: (draws_are_blind, nobody_looks_at_a_goods_tile),
    Show: (a_thing_shown_stays_the_same,),
    End: (
        all_had_the_same_number_of_turns, a_game_has_its_number_of_turns, the_goods_tile_was_flipped,
        all_draws_were_made, the_game_ends_with_one_free_space,
    ),
    Refused: (
        refusal(nh.HARVEST_4, "matching"), refusal(nh.BUILD_5, "adjacency"), refusal(nh.BUILD_8, "face-down"),
        refusal(nh.BUILD_9, "number"), refusal(nh.BUILD_10, "colours"), refusal(nh.SHARE_4, "pass"),
        refusal(nh.DRAW_3, "source"), refusal(nh.REBUILD_1, "cover"), refusal(nh.REBUILD_3, "split"),
    ),
}  # fmt: skip
