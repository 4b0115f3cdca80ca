"""What each action uses of the turn, and what it moves, lawful or not."""

from __future__ import annotations

from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import (
    Build,
    Claim,
    Clear,
    Done,
    Draw,
    End,
    Flip,
    Goods,
    Harvest,
    Name,
    Pass,
    Peek,
    Pick,
    Pool,
    Refill,
    Settle,
    Show,
)
from domain.games.new_haven.follow import MID_TURN, close_turn, strayed
from domain.games.new_haven.pieces import POOL as POOL_SIZE
from domain.games.new_haven.pieces import TURNS, is_face
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    FLIP,
    GATHER,
    OVER,
    REFILL,
    SCORING,
    SHARE,
    Home,
    State,
    Tile,
    copies_with,
    faces_with,
    is_full,
    marker,
    markers_with,
    players_with,
    with_building,
    with_player,
    with_tile,
    without,
)
from domain.numbers import least, not_below_zero
from domain.rules import Action, Deed, Effect, Fact, Refused, replace

Moved = tuple[State, tuple[Effect, ...]]


def nothing_used(rules, state: State, action: Action) -> State:
    """A deed that takes nothing of the turn."""
    return state


def nothing_moves(rules, state: State, action: Action) -> Moved:
    """A deed that moves nothing."""
    return state, ()


def told(state: State, line: int, about: str, value: object) -> State:
    """A timeless fact, with the line that told it; the first telling counts."""
    if (line, about) in state.known:
        return state
    return replace(state, known={**state.known, (line, about): Fact(value, state.line)})


# Set-up -------------------------------------------------------------------------------------------


def settle(rules, state: State, settle: Settle) -> Moved:
    """Ponds and tiles on the settlements; a pond taken off leaves a free space, or a dead one (NH-I-13)."""
    for cell, lying in settle.places:
        state = with_tile(state, cell, _settled(rules, lying))
    if isinstance(state.free, int) and state.free != TURNS[rules.side] * len(state.players) + 1:
        state = strayed(state)
    return replace(state, faces=faces_with(state, *(lying for _, lying in settle.places if is_face(lying)))), ()


def _settled(rules, lying: str) -> Tile | None:
    if lying.startswith("off"):
        return None if rules.bare_settlements_are_free else Tile("dead")
    if lying.startswith("pond"):
        return Tile("pond", lying[5:])
    return Tile("unseen") if lying == "?" else Tile("tile", lying)


def clear(rules, state: State, clear: Clear) -> Moved:
    """What lies on the clearings; a clearing not named is empty."""
    state = replace(state, clearings=dict(clear.buildings), bag=state.bag + len(state.clearings) - len(clear.buildings))
    return replace(state, copies=copies_with(state, *(building for _, building in clear.buildings))), ()


def fill_pool(rules, state: State, pool: Pool) -> Moved:
    """The pool as it lies."""
    state = replace(state, pool=pool.buildings, bag=state.bag + len(state.pool) - len(pool.buildings))
    return replace(state, copies=copies_with(state, *pool.buildings)), ()


# Step 1 -------------------------------------------------------------------------------------------


def use_tile(rules, state: State, action: Harvest | Goods) -> State:
    """The one tile of the turn."""
    if state.phase in (OVER, SCORING):
        return state
    goods = state.goods_turn or type(action) is Goods
    if state.played:
        state = strayed(state)
    return replace(state, phase=BUILD, played=state.played + 1, goods_turn=goods, sharer=action.seat)


def harvest(rules, state: State, action: Harvest) -> Moved:
    """The tile lies, its clearing is claimed."""
    face = _face(state, action.face)
    state = _lying(state, action.cell, Tile("tile", face))
    tiles = not_below_zero(state.players[action.seat].tiles - 1)
    players = players_with(state, action.seat, tiles=tiles)
    faces, phase = faces_with(state, face), _counting(rules, state)
    state = replace(state, players=players, faces=faces, placed=action.cell, phase=phase)
    return _placed(state, action, claims=True)


def _counting(rules, state: State) -> str:
    """The phase a placed tile leads to: the count, or the end (NH-I-05)."""
    if state.phase in (OVER, SCORING):
        return state.phase
    return SCORING if rules.last_turn == "at-once" and is_full(state) else GATHER


def _lying(state: State, cell: str, tile: Tile) -> State:
    """A tile that fills no free space takes the turns out of step with the board."""
    if cell not in state.area or cell in state.board:
        state = strayed(state)
    return with_tile(state, cell, tile)


def _face(state: State, face: str) -> str:
    """The face as recorded, or as a later line tells it."""
    if "?" not in face:
        return face
    fact = state.known.get((state.line, "face"))
    return fact.value if fact else face


def _placed(state: State, action: Harvest | Goods, claims: bool) -> Moved:
    if "?" in action.face or type(action) is Goods:
        state = _left_unseen(state, "space", action.cell)
    building = state.clearings.get(action.cell)
    if building is None or not claims:
        return state, ()
    left = {cell: lying for cell, lying in state.clearings.items() if cell != action.cell}
    state = replace(state, clearings=left, claimed=building)
    state = with_player(state, action.seat, hand=with_building(state.players[action.seat].hand, building))
    seat, clause = action.seat, nh.B_6.id
    return state, (
        Effect(clause=clause, what="hand", key=(seat,), seat=seat, by=1, due=1, source=building),
        Effect(clause=clause, what="clearing", key=(action.cell,), seat=seat, by="-", due="-", sets=True),
    )


def _left_unseen(state: State, *where: object) -> State:
    """What this line did not tell, a later one may: `show` points back at the line."""
    return replace(state, laid={**state.laid, state.line: where})


def goods(rules, state: State, action: Goods) -> Moved:
    """The goods tile lies face down and stands for the first resource named."""
    player = state.players[action.seat]
    state = with_player(state, action.seat, goods=not_below_zero(player.goods - 1))
    state = _lying(state, action.cell, Tile("wild", action.wild[:1]))
    wild = state.wild if state.phase in (OVER, SCORING) else action.cell
    state = replace(state, wild=wild, placed=action.cell, phase=_counting(rules, state))
    if action.face and "?" not in action.face:
        state = told(state, state.line, "face", action.face)
    return _placed(state, action, claims=rules.goods_claim)


def name(rules, state: State, action: Name) -> Moved:
    """The resource named late; the count waits for it."""
    if not state.wild or state.board[state.wild].face:
        return state, ()
    state = with_tile(state, state.wild, Tile("wild", action.wild[:1]))
    return (replace(state, phase=GATHER) if state.phase in (GATHER, BUILD) else state), ()


def claim(rules, state: State, action: Claim) -> Moved:
    """A building taken from a clearing, or from whoever claimed it this turn."""
    if state.clearings.get(action.cell) in (action.building, "?"):
        left = {cell: lying for cell, lying in state.clearings.items() if cell != action.cell}
        state = replace(state, clearings=left)
    elif state.claimed == "?" and state.placed == action.cell:  # nobody had said what lay there
        hand = state.players[state.active].hand
        state = with_player(state, state.active, hand=replace(hand, unseen=not_below_zero(hand.unseen - 1)))
        state = replace(state, claimed=action.building, copies=copies_with(state, action.building))
    elif state.claimed == action.building and state.placed == action.cell and action.seat != state.active:
        hand = state.players[state.active].hand
        state = with_player(state, state.active, hand=without(hand, action.building[0], int(action.building[1])))
    else:
        return state, ()
    hand = with_building(state.players[action.seat].hand, action.building)
    return with_player(state, action.seat, hand=hand), ()


# Steps 3 and 4 ------------------------------------------------------------------------------------


def use_build(rules, state: State, action: Build) -> State:
    """A sharing seat has acted; the reading "one" closes its occasion."""
    if state.phase not in (SHARE, DRAW) or action.seat == state.active:
        return state
    builds = (*state.builds, action.seat)
    state = replace(state, acted=_with(state.acted, action.seat), builds=builds)
    if rules.share_limit is not None and builds.count(action.seat) >= rules.share_limit:
        state = replace(state, closed=_with(state.closed, action.seat))
    return state


def _with(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return seats if seat in seats else (*seats, seat)


def build(rules, state: State, action: Build) -> Moved:
    """The building leaves the hand, lies in the village, and is paid for."""
    number = action.number
    if number is None and (fact := state.known.get((state.line, "building"))):
        number = int(fact.value[1])
    player = state.players[action.seat]
    hand = without(player.hand, action.colour, number)
    fresh = number is not None and hand.known is player.hand.known  # nobody had seen it go behind the screen
    below = player.village.get(action.home)
    under = ()
    if below is not None:
        state, hand, under = _covered(rules, state, hand, below)
    copies = copies_with(state, f"{action.colour}{number}") if fresh else state.copies
    if action.number is None:
        state = _left_unseen(state, "village", action.seat, action.home)
    village = {**player.village, action.home: Home(action.colour, number, action.up, under)}
    players = players_with(state, action.seat, hand=hand, village=village)
    markers, paid = _pay(state, action)
    return replace(state, players=players, copies=copies, markers=markers), (paid,)


def _covered(rules, state: State, hand, below: Home):
    """What becomes of a building that is built over (NH-I-15)."""
    if rules.covered_goes == "under":
        return state, hand, (*below.under, replace(below, under=()))
    if rules.covered_goes == "bag":
        return _back_in_the_bag(state, below), hand, below.under
    building = f"{below.colour}{below.number}" if below.number else None
    return state, with_building(hand, building), below.under


def _back_in_the_bag(state: State, home: Home) -> State:
    """A building that can be seen for the first time once more."""
    building = f"{home.colour}{home.number}"
    copies = {**state.copies, building: state.copies[building] - 1} if state.copies.get(building) else state.copies
    return replace(state, bag=state.bag + 1, copies=copies)


def _pay(state: State, action: Build) -> tuple[tuple, Effect]:
    price = int(action.home[0])
    colour, amount = action.paid or (action.colour, price)
    before = marker(state, colour)
    after = not_below_zero(before - amount)
    clause = nh.BUILD_4.id if action.seat == state.active else nh.SHARE_3.id
    by = after - before if isinstance(after, int) and isinstance(before, int) else -amount
    due = by if action.paid is None else -price
    made = Effect(clause=clause, what="marker", key=(colour,), seat=action.seat, by=by, due=due)
    return markers_with(state, colour, after), made


def use_done(rules, state: State, action: Done | Pass) -> State:
    """An occasion is over: the active seat's opens the sharing, a sharing seat's is closed."""
    if action.seat == state.active:
        if state.phase in (GATHER, BUILD):
            return replace(state, phase=SHARE)
        return replace(state, closed=_with(state.closed, action.seat)) if state.phase == SHARE else state
    if state.phase != SHARE:  # too late: closed without having acted (NH-TURN-3)
        return replace(state, closed=_with(state.closed, action.seat)) if state.drawn else state
    return replace(state, acted=_with(state.acted, action.seat), closed=_with(state.closed, action.seat))


# Step 5 -------------------------------------------------------------------------------------------


def use_draw(rules, state: State, action: Pick | Draw) -> State:
    """One draw fewer to make."""
    if action.seat != state.active or state.phase != DRAW:
        return state
    return replace(state, draws=not_below_zero(state.draws - 1), drawn=state.drawn + 1)


def pick(rules, state: State, action: Pick) -> Moved:
    """A building leaves the pool in plain sight."""
    pool, copies = state.pool, state.copies
    if action.elsewhere or action.building not in pool:
        copies = copies_with(state, action.building)
        lying = "?" if "?" in pool and not action.elsewhere else ""
    else:
        lying = action.building
    hand = with_building(state.players[action.seat].hand, action.building)
    players = players_with(state, action.seat, hand=hand)
    return replace(state, pool=_less(pool, lying) if lying else pool, copies=copies, players=players), ()


def _less(pool: tuple[str, ...], building: str) -> tuple[str, ...]:
    at = pool.index(building)
    return (*pool[:at], *pool[at + 1 :])


def draw(rules, state: State, action: Draw) -> Moved:
    """A building out of the bag, seen only if it was shown."""
    building = action.building
    if building is None and (fact := state.known.get((state.line, "building"))):
        building = fact.value
    copies = state.copies if building is None else copies_with(state, building)
    if action.building is None:
        state = _left_unseen(state, "hand", action.seat)
    players = players_with(state, action.seat, hand=with_building(state.players[action.seat].hand, building))
    return replace(state, bag=not_below_zero(state.bag - 1), copies=copies, players=players), ()


def use_refill(rules, state: State, action: Refill) -> State:
    """The pool is complete: the turn goes on."""
    uncounted = state.phase == DRAW and not isinstance(state.draws, int)
    return replace(state, phase=FLIP, draws=0) if state.phase == REFILL or uncounted else state


def refill(rules, state: State, action: Refill) -> Moved:
    """Buildings for the empty circles, or for those nobody had seen filled."""
    pool = state.pool
    fresh = action.buildings
    late = min(len(fresh) - max(0, POOL_SIZE - len(pool)), pool.count("?"))
    if late > 0:
        for building in fresh[-late:]:
            pool = (*_less(pool, "?"), building)
        fresh = fresh[:-late]
    bag, copies = not_below_zero(state.bag - len(fresh)), copies_with(state, *action.buildings)
    return replace(state, pool=pool + fresh, bag=bag, copies=copies), ()


# Step 6 and the rest ------------------------------------------------------------------------------


def flip(rules, state: State, action: Flip) -> Moved:
    """The goods tile shows what is printed on it."""
    lying = state.board.get(action.cell)
    if lying is None or lying.kind not in ("wild", "goods"):
        return state, ()
    was = lying.face if lying.kind == "wild" else lying.was
    if lying.kind == "wild" or "?" in lying.face:
        state = replace(state, faces=faces_with(state, action.face))
    state = with_tile(state, action.cell, Tile("goods", action.face, was))
    line = next((line for line, where in state.laid.items() if where == ("space", action.cell)), 0)
    if "?" not in action.face:
        state = told(state, line, "face", action.face)
    return (replace(state, wild="") if state.wild == action.cell else state), ()


def show(rules, state: State, action: Show) -> Moved:
    """A fact about an earlier line: from now on in this replay, from that line on in an audit."""
    if action.of == 0:
        return told(state, 0, f"hand {action.seat}", action.pieces), ()
    where = state.laid.get(action.of)
    if where is None or len(action.pieces) != 1:
        return state, ()
    piece = action.pieces[0]
    if where[0] == "space" and len(piece) == 4:
        state = told(state, action.of, "face", piece)
        lying = state.board.get(where[1])
        if lying is not None and lying.kind in ("tile", "goods") and "?" in lying.face:
            state = with_tile(state, where[1], replace(lying, face=piece))
    elif where[0] != "space" and len(piece) == 2:
        fresh = (action.of, "building") not in state.known
        state = told(state, action.of, "building", piece)
        state = _shown_building(state, where, piece) if fresh else state
    return state, ()


def _shown_building(state: State, where: tuple, piece: str) -> State:
    hand = state.players[where[1]].hand
    if where[0] == "hand":
        if not least(hand.unseen):
            return state
        hand = with_building(replace(hand, unseen=not_below_zero(hand.unseen - 1)), piece)
        return replace(with_player(state, where[1], hand=hand), copies=copies_with(state, piece))
    village = state.players[where[1]].village
    home = village.get(where[2])
    if home is None or home.number is not None or home.colour != piece[0]:
        return state
    village = {**village, where[2]: replace(home, number=int(piece[1]))}
    return with_player(state, where[1], village=village)


def end(rules, state: State, action: End) -> Moved:
    """The table stops: what was open in the turn is closed, and points are counted."""
    if state.phase == OVER:
        return state, ()
    effects: tuple[Effect, ...] = ()
    if state.phase in MID_TURN:
        state, effects = close_turn(rules, state)
    return replace(state, phase=SCORING), effects


DEEDS = {
    Settle: Deed(nothing_used, settle),
    Clear: Deed(nothing_used, clear),
    Pool: Deed(nothing_used, fill_pool),
    Harvest: Deed(use_tile, harvest),
    Goods: Deed(use_tile, goods),
    Name: Deed(nothing_used, name),
    Claim: Deed(nothing_used, claim),
    Build: Deed(use_build, build),
    Done: Deed(use_done, nothing_moves),
    Pass: Deed(use_done, nothing_moves),
    Pick: Deed(use_draw, pick),
    Draw: Deed(use_draw, draw),
    Refill: Deed(use_refill, refill),
    Flip: Deed(nothing_used, flip),
    Peek: Deed(nothing_used, nothing_moves),
    Show: Deed(nothing_used, show),
    End: Deed(nothing_used, end),
    Refused: Deed(nothing_used, nothing_moves),
}
