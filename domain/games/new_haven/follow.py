"""The consequences of an action, phase by phase: what the rules do by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from domain.games.new_haven import clauses as nh
from domain.games.new_haven.pieces import COLOURS, NOT_SEEN, POOL
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.scoring import rank, score
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    FLIP,
    GATHER,
    HARVEST,
    OVER,
    RANKING,
    REFILL,
    SCORING,
    SHARE,
    Moved,
    State,
    Tile,
    is_full,
    placing_line,
    players_with,
    unnamed,
    with_tile,
)
from domain.games.new_haven.state.grid import gathered, gathered_at_most
from domain.games.new_haven.state.hidden_tiles import gains, with_last_hidden
from domain.numbers import NotKnown, Number, Range, between, is_surely, least, most, not_below_zero
from domain.rules import Effect, Seat, replace


def gather(rules: NewHavenRules, state: State) -> Moved | None:
    """Step 2: raises the markers by what the placed tile gathers."""
    if state.placed == state.wild and unnamed(state):
        return None  # the goods tile waits for its resource
    markers, amounts, raised = [], [], state.raised
    gained, seat = _gained(rules, state, state.placed), state.active
    for colour, before in zip(COLOURS, state.markers, strict=True):
        by = gained.get(colour, 0)
        if by != 0 if isinstance(by, int) else by.most:
            raised += colour
        after = before + by
        if rules.track_end is not None:
            after = _capped(after, rules.track_end)
            by = after - before
        markers.append(after)
        amounts.append(by)
    effects = _marker_effects(nh.GATHER_1.id, seat, tuple(amounts))
    return replace(state, markers=tuple(markers), raised=raised, phase=BUILD, sharer=seat), effects


def _marker_effects(clause: str, seat: Seat, amounts: tuple[Number, ...]) -> tuple[Effect, ...]:
    """An effect on each marker; the same amounts come again and again."""
    return (_effects_of_amounts if sum(amounts).__class__ is int else _effects_of_ranges)(clause, seat, amounts)


def _effects_of_ranges(clause: str, seat: Seat, amounts: tuple[Number, ...]) -> tuple[Effect, ...]:
    changes = zip(COLOURS, amounts, strict=True)
    return tuple([Effect(clause, "marker", (colour,), seat, by, by, "", True) for colour, by in changes])


_effects_of_amounts = lru_cache(maxsize=4096)(_effects_of_ranges)


def count_unnamed_goods(rules: NewHavenRules, state: State) -> Moved:
    """A goods tile without a resource: one marker goes up, and any of them may be the one."""
    cell, markers, effects = state.placed, [], []
    for colour, before in zip(COLOURS, state.markers, strict=True):
        count = _gathered_at_most(state, cell, colour) if rules.wild_chains else 4
        after = _capped(before + between(0, count, f"named {cell}"), rules.track_end)
        effects.append(_raised(state, colour, after - before))
        markers.append(after)
    return replace(state, markers=tuple(markers)), tuple(effects)


def _gathered_at_most(state: State, cell: str, colour: str) -> int:
    if not state.hidden:
        return gathered_at_most(state.grid, cell, colour)
    return most(gains(state, cell, colour)[colour])


def count_goods_as(rules: NewHavenRules, state: State, colour: str) -> Moved:
    """A goods tile whose resource is named late: raises its marker; the others were not raised."""
    named = Tile("wild", colour)
    state = with_last_hidden(state, named) if state.wild == NOT_SEEN else with_tile(state, state.wild, named)
    markers, effects = list(state.markers), []
    for at, marker in enumerate(state.markers):
        if isinstance(marker, Range):  # else it was read off the table
            by = _gained(rules, state, state.wild)[colour] if COLOURS[at] == colour else 0
            markers[at] = _capped(marker.least + by, rules.track_end)
            effects.append(_raised(state, COLOURS[at], markers[at] - marker.least))
    phase = BUILD if state.phase == GATHER else state.phase
    return replace(state, markers=tuple(markers), raised=state.raised + colour, phase=phase), tuple(effects)


def _raised(state: State, colour: str, by: Number) -> Effect:
    seat = state.active
    return Effect(clause=nh.GATHER_1.id, what="marker", key=(colour,), seat=seat, by=by, due=by, sets=True)


def _gained(rules: NewHavenRules, state: State, cell: str) -> Mapping[str, Number]:
    """What the tile on a space gathers of each resource it shows, or may show."""
    tile = state.hidden[-1].tile if cell == NOT_SEEN else state.board.get(cell)
    if tile is None:
        return {}
    if cell == state.wild and not rules.wild_chains:
        return {tile.face: 4}
    if state.hidden:
        return gains(state, cell, "".join(colour for colour in COLOURS if colour in tile.face or "?" in tile.face))
    counts = gathered(state.grid, cell)
    if b"?" not in state.grid:
        return counts
    fact = f"face {_unseen(state)}"
    possible = [colour for colour in COLOURS if colour in tile.face or "?" in tile.face]
    return {
        colour: between(counts.get(colour, 0), gathered_at_most(state.grid, cell, colour), fact) for colour in possible
    }


def _unseen(state: State) -> str:
    return next(cell for cell, tile in state.board.items() if "?" in tile.face or tile.kind in ("unseen", "wild"))


def _capped(number: Number, end: int | None) -> Number:
    if end is None:
        return number
    return between(min(least(number), end), min(most(number), end), getattr(number, "fact", ""))


def end_sharing(rules: NewHavenRules, state: State) -> Moved | None:
    """Step 4 ends when the last of the other seats has passed or is done."""
    last = (state.active - 1) % len(state.players)
    if last != state.active and last not in state.closed:
        return None
    if rules.active_builds_last and state.active not in state.closed:
        return None
    return begin_draw(rules, state)


def begin_draw(rules: NewHavenRules, state: State) -> Moved:
    """Step 5 begins: one draw is due for each marker on 0."""
    if is_full(state) and rules.last_turn == "after-sharing":
        return replace(state, phase=SCORING), ()
    due = draws_due(rules, state)
    return replace(state, phase=DRAW, draws=due, drawn=0), (_draws_effect(state.active, due),)


def _draws_effect(seat: Seat, due: Number) -> Effect:
    return Effect(nh.DRAW_1.id, "draws", (), seat, due, due, "", True)


def draws_due(rules: NewHavenRules, state: State) -> Number:
    """How many draws are due: the number of markers on 0."""
    if nothing_to_draw(rules, state):
        return 0
    try:
        return state.markers.count(0)
    except NotKnown:
        pass
    if unnamed(state):  # three markers were not raised, whichever the fourth is, and nothing has been spent
        return len(COLOURS) - 1
    surely = sum(most(value) == 0 for value in state.markers)
    perhaps = sum(least(value) == 0 for value in state.markers)
    fact = next((value.fact for value in state.markers if not isinstance(value, int)), "")
    return between(surely, perhaps, fact)


def nothing_to_draw(rules: NewHavenRules, state: State) -> bool:
    """Whether no draw is possible: bag and pool are empty, or the bag alone where that stops all draws (NH-I-07)."""
    return is_surely(state.bag, 0) and (rules.empty_bag_stops_draws or not state.pool)


def draws_owed(rules: NewHavenRules, state: State) -> Number:
    """The draws of this turn still to be made; after a gap there may be nothing left to draw."""
    owed = draws_due(rules, state) if state.phase in (GATHER, BUILD, SHARE) else state.draws
    if state.drawn and is_surely(draws_due(rules, state), state.drawn):
        return 0  # all that the markers give, whatever number was announced
    empty = rules.empty_bag_stops_draws or not state.pool or (state.pool_may_lack and set(state.pool) == {"?"})
    return between(0, most(owed), "pool") if empty and not least(state.bag) and most(owed) else owed


def is_still_due(rules: NewHavenRules, state: State) -> bool:
    """Whether another draw is due by the markers, although fewer draws were announced."""
    return state.phase == REFILL and least(draws_due(rules, state)) > state.drawn > 0


def end_draws(rules: NewHavenRules, state: State) -> Moved | None:
    """Step 5 ends when all draws were made; draws that are no longer possible lapse."""
    if is_surely(state.draws, 0):
        return replace(state, phase=REFILL), ()
    if nothing_to_draw(rules, state):
        lapsed = Effect(clause=nh.DRAW_1.id, what="draws", by=-state.draws, due=-state.draws, source="lapsed")
        return replace(state, draws=0, phase=REFILL), (lapsed,)
    return None


def end_refill(rules: NewHavenRules, state: State) -> Moved | None:
    """The refill ends when the pool is full; it is left out after the last turn."""
    if len(state.pool) >= POOL or is_surely(state.bag, 0) or is_full(state):
        return replace(state, phase=FLIP), ()
    return None


def end_flip(rules: NewHavenRules, state: State) -> Moved | None:
    """Closes the turn, unless a goods tile is to be flipped; a second tile of the last turn need not be."""
    waits = state.wild and not (state.played > 1 and is_full(state))
    return None if waits else close_turn(rules, state)


def close_turn(rules: NewHavenRules, state: State) -> Moved:
    """Step 6: resets the markers, draws a new tile, and gives the turn to the next seat, or ends the game."""
    if rules.last_turn != "whole" and is_full(state):
        return replace(state, phase=SCORING), ()
    over = is_full(state)
    effects = _reset_markers(state)
    state = flip_unrecorded(state)
    if not over:
        state, refilled = refill_unrecorded(state)
        effects += refilled
    players, supply, tiles = _draw_tile(state)
    last = [0] * len(players)
    last[state.active] = state.drawn
    following = (state.active + 1) % len(state.players)
    return replace(
        state,
        phase=SCORING if over else HARVEST,
        markers=(0, 0, 0, 0),
        players=players,
        supply=supply,
        active=following,
        sharer=following,
        played=0,
        goods_turn=False,
        raised="",
        claimed="",
        acted=(),
        closed=(),
        builds=(),
        late_builds={},
        draws=0,
        drawn=0,
        turn=state.turn + 1,
        round=state.turn // len(state.players) + 1,
        last=tuple(last),
        placed="",
        early_lines=(),
        closing_lines=(),
        tiles_replaced=0,
        unclaimed="",
    ), effects + tiles


def _reset_markers(state: State) -> tuple[Effect, ...]:
    return _marker_effects(nh.ENDTURN_1.id, state.active, tuple([-value for value in state.markers]))


def flip_unrecorded(state: State) -> State:
    """A goods tile that was not flipped counts from now on as what is printed on it."""
    if not state.wild:
        return state
    is_hidden = state.wild == NOT_SEEN and bool(state.hidden)
    tile = state.hidden[-1].tile if is_hidden else state.board.get(state.wild)
    if tile is None or tile.kind != "wild":
        return replace(state, wild="")
    fact = state.known.get((placing_line(state, state.wild), "face"))
    flipped = Tile("goods", fact.value if fact else "????", tile.face)
    state = with_last_hidden(state, flipped) if is_hidden else with_tile(state, state.wild, flipped)
    return replace(state, wild="")


def refill_unrecorded(state: State) -> Moved:
    """A refill that was not recorded: the pool is full of unseen buildings."""
    missing = max(0, min(POOL - len(state.pool), most(state.bag)))
    if not missing and not state.pool_may_lack:
        return state, ()
    drawn: Number = missing
    if state.pool_may_lack:
        drawn = between(missing, missing + state.pool.count("?"), "pool")
    refilled = Effect(clause=nh.DRAW_4.id, what="bag", by=-drawn, due=-drawn)
    pool, bag = state.pool + ("?",) * missing, not_below_zero(state.bag - drawn)
    return replace(state, pool=pool, pool_may_lack=most(drawn) > least(state.bag), bag=bag), (refilled,)


def _draw_tile(state: State) -> tuple[tuple, Number, tuple[Effect, ...]]:
    seat, player = state.active, state.players[state.active]
    turns = player.turns + 1
    if state.goods_turn:
        none = Effect(clause=nh.GOODS_6.id, what="tiles", key=(seat,), seat=seat)
        return players_with(state, seat, replace(player, turns=turns)), state.supply, (none,)
    drawn = state.played - state.tiles_replaced
    if not drawn:
        return players_with(state, seat, replace(player, turns=turns)), state.supply, ()
    players = players_with(state, seat, replace(player, tiles=player.tiles + drawn, turns=turns))
    return players, not_below_zero(state.supply - drawn), _tiles_drawn(seat, drawn)


@cache  # a turn has few tiles
def _tiles_drawn(seat: Seat, drawn: int) -> tuple[Effect, ...]:
    clause = nh.ENDTURN_2.id
    return Effect(clause, "tiles", (seat,), seat, drawn, drawn), Effect(clause, "supply", (), seat, -drawn, -drawn)


def score_villages(rules: NewHavenRules, state: State) -> Moved:
    """Counts the points of all seats; a last turn that was broken off counts as a turn without draws (NH-I-05)."""
    if state.played:
        player = state.players[state.active]
        players = players_with(state, state.active, replace(player, turns=player.turns + 1))
        state = replace(state, players=players, played=0, last=(0,) * len(players))
    lines = score(rules, state)
    scores = list(state.scores)
    for line in lines:
        scores[line.key[0]] = scores[line.key[0]] + line.by
    return replace(state, scores=tuple(scores), phase=RANKING), lines


def rank_players(rules: NewHavenRules, state: State) -> Moved:
    """Ranks the seats by the scores as they stand on the table."""
    result = rank(rules, state)
    winners = result.places[0] if result.places else ()
    made = Effect(clause=result.clause, what="winners", by=winners, due=winners, sets=True)
    return replace(state, phase=OVER, result=result, winners=winners), (made,)


FOLLOW = {
    GATHER: gather,
    SHARE: end_sharing,
    DRAW: end_draws,
    REFILL: end_refill,
    FLIP: end_flip,
    SCORING: score_villages,
    RANKING: rank_players,
}
