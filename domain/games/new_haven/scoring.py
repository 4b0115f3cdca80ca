"""Score lines, one per row and column; the ranking; and which clause a wrong figure breaks."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.new_haven import clauses as nh
from domain.games.new_haven.pieces import COLOURS, HOMES, LINES
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import Home, Player, State, squares_of
from domain.games.new_haven.state.grid import AT, gathered
from domain.numbers import NotKnown, Number, between, is_surely, least, most
from domain.rules import Effect, Item, Result, ScoreLine, Seat


def score(rules: NewHavenRules, state: State) -> tuple[ScoreLine, ...]:
    """Every row and column of every village, and nothing for what is left behind the screens."""
    return tuple(line for seat in range(len(state.players)) for line in seat_score(state, seat))


def seat_score(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """One seat's score lines, empty ones too: what was announced for one of them can be met there."""
    lines = [_line(state.players[seat], seat, name) for name in LINES]
    leftover = ScoreLine(clause=nh.SCORE_4.id, what="points", key=(seat,), seat=seat, source="leftover")
    return (*lines, leftover)


def _line(player: Player, seat: Seat, name: str) -> ScoreLine:
    by, items = _points(player, name)
    return ScoreLine(
        clause=nh.SCORE_1.id, what="points", key=(seat,), seat=seat, by=by, due=by, source=name, items=items
    )


def _points(player: Player, name: str) -> tuple[Number, tuple[Item, ...]]:
    value, homes = LINES[name]
    built = [player.village[home] for home in homes if home in player.village]
    if player.hidden and (len(built) < len(homes) or any(hidden.may_cover for hidden in player.hidden)):
        return _points_with_hidden(player, value, built, len(homes) - len(built)), ()
    if len(built) < len(homes):
        return (between(0, 2 * value, "village"), ()) if player.unsure else (0, ())
    times = 2 if all(home.up for home in built) else 1
    return times * value, (Item("doubled" if times == 2 else "single", times, value),)


def _points_with_hidden(player: Player, value: int, built: list[Home], missing: int) -> Number:
    """The points of a row or column that buildings not seen where may complete, or may cover in part."""
    hidden, fact = player.hidden, f"built {player.hidden[0].line}"
    if missing > len(hidden) and not player.unsure:
        return 0
    covers = any(other.may_cover for other in hidden)
    ups, downs = all(home.up for home in built), sum(not other.home.up for other in hidden)
    may_double = covers or player.unsure or (ups and missing <= len(hidden) - downs)
    surely_double = ups and not missing and not (covers and downs)
    return between(0 if missing else value * (1 + surely_double), value * (1 + may_double), fact)


def forecast(rules: NewHavenRules, state: State) -> tuple[ScoreLine, ...]:
    """The score lines there would be if the game ended now."""
    return () if state.phase == "over" else tuple(line for line in score(rules, state) if line.items)


def rank(rules: NewHavenRules, state: State) -> Result:
    """Most points, then fewest empty spaces, then fewest buildings left; else they share."""
    seats = range(len(state.players))
    try:
        standing = {seat: _standing(rules, state, seat) for seat in seats}
        order = sorted(seats, key=standing.__getitem__)
        places: list[tuple[Seat, ...]] = []
        for seat in order:
            if places and standing[places[-1][0]] == standing[seat]:
                places[-1] += (seat,)
            else:
                places.append((seat,))
    except NotKnown as unknown:
        first = _surely_first(standing)
        return Result((first,) if first else (), _decided(standing, first), {"needs": unknown.fact})
    return Result(tuple(places), _decided(standing, places[0]), {})


def _surely_first(standing: dict) -> tuple[Seat, ...]:
    """The seat that wins whatever the others turn out to have; none if that is not certain."""
    for own in standing.values():
        level = tuple(other for other in standing if _apart(own, standing[other]) == 3)
        if all(_surely_before(own, standing[other]) for other in standing if other not in level):
            return level
    return ()


def _surely_before(one: tuple, other: tuple) -> bool:
    for ours, theirs in zip(one, other, strict=True):
        if most(ours) != least(theirs):
            return most(ours) < least(theirs)
    return False


def _standing(rules: NewHavenRules, state: State, seat: Seat) -> tuple[Number, Number, Number]:
    player = state.players[seat]
    empty = len(HOMES) - len(player.village) - len(player.hidden)
    fewest, covered = (0 if player.unsure else empty), sum(hidden.may_cover for hidden in player.hidden)
    left = player.hand.size
    if not rules.last_draws_count and state.last:
        left = left - state.last[seat]
    return -state.scores[seat], between(fewest, empty + covered, "village"), left


def _decided(standing: dict, first: tuple[Seat, ...]) -> str:
    """The clause that decided between the winner and the seat that came next."""
    if len(first) > 1:
        return nh.WIN_4.id
    steps = [_apart(standing[first[0]], own) for seat, own in standing.items() if seat not in first] if first else []
    return (nh.WIN_1, nh.WIN_2, nh.WIN_3)[max(steps, default=0)].id


def _apart(one: tuple, other: tuple) -> int:
    """The first of points, empty spaces and buildings left by which two are not surely level; 3 if by none."""
    bounds = [(least(ours), most(ours), least(theirs), most(theirs)) for ours, theirs in zip(one, other, strict=True)]
    return next((step for step, four in enumerate(bounds) if len(set(four)) > 1), 3)


# Which clause a wrong figure breaks (digest 2.13) ---------------------------------------------------


def blame_gather(rules: NewHavenRules, state: State, effect: Effect, done: Number) -> str:
    """The mistake that gives exactly this figure, else the formula itself."""
    colour, cell = effect.key[0], state.placed
    if cell not in state.board:  # the tile that was counted is not known any more
        return nh.GATHER_1.id
    face = squares_of(state.board[cell])
    if colour not in face:
        others = [value for other, value in zip(COLOURS, state.markers, strict=True) if other != colour]
        return (nh.GATHER_4 if all(not is_surely(value, 0) for value in others) else nh.GATHER_3).id
    right = gathered(state.grid, cell)[colour]
    for clause, count in _miscounts(state, cell, colour):
        if is_surely(done, count) and count != right and not is_surely(effect.due, count):
            return clause.id
    return nh.GATHER_1.id


def _miscounts(state: State, cell: str, colour: str):
    wild = state.grid
    for at, tile in state.board.items():
        if tile.kind == "goods" and tile.was == colour and at != cell:
            wild = _painted(wild, at, colour)
    yield nh.GOODS_5, gathered(wild, cell).get(colour, 0)
    yield nh.B_4, _across_ponds(state.grid, cell, colour)
    yield nh.GATHER_2, _over_corners(state.grid, cell, colour)
    for left_out in _own_chains(state.grid, cell, colour):
        yield nh.GATHER_5, gathered(state.grid, cell)[colour] - left_out


def _painted(grid: bytes, cell: str, colour: str) -> bytes:
    at, pair = AT[cell], colour.encode() * 2
    return grid[:at] + pair + grid[at + 2 : at + 16] + pair + grid[at + 18 :]


def _reached(grid: bytes, starts: list[int], wanted: bytes, steps: tuple[int, ...]) -> set[int]:
    reached, todo = set(starts), list(starts)
    while todo:
        p = todo.pop()
        for q in (p + step for step in steps):
            if grid[q] in wanted and q not in reached:
                reached.add(q)
                todo.append(q)
    return reached


def _starts(grid: bytes, cell: str, colour: str) -> list[int]:
    at = AT[cell]
    return [p for p in (at, at + 1, at + 16, at + 17) if grid[p] == ord(colour)]


EDGES, CORNERS = (1, -1, 16, -16), (15, 17, -15, -17)


def _over_corners(grid: bytes, cell: str, colour: str) -> int:
    return len(_reached(grid, _starts(grid, cell, colour), colour.encode(), EDGES + CORNERS))


def _across_ponds(grid: bytes, cell: str, colour: str) -> int:
    reached = _reached(grid, _starts(grid, cell, colour), colour.encode() + b"~", EDGES)
    return sum(grid[p] == ord(colour) for p in reached)


def _own_chains(grid: bytes, cell: str, colour: str) -> list[int]:
    """Sizes of the separate chains a colour of the placed tile belongs to, when there are several."""
    chains = {frozenset(_reached(grid, [p], colour.encode(), EDGES)) for p in _starts(grid, cell, colour)}
    return [len(chain) for chain in chains] if len(chains) > 1 else []


def blame_draws(rules: NewHavenRules, state: State, effect: Effect, done: Number) -> str:
    """NH-DRAW-5 where the spent colours or the colours never raised were left out, else NH-DRAW-1."""
    spent = sum(is_surely(state.markers[COLOURS.index(colour)], 0) for colour in set(state.raised))
    never = len(COLOURS) - len(set(state.raised))
    overlooked = (never if spent else -1, spent if never else -1)
    return (nh.DRAW_5 if any(is_surely(done, count) for count in overlooked if count >= 0) else nh.DRAW_1).id


def blame_score(rules: NewHavenRules, state: State, effect: Effect, done: Number) -> str:
    """Doubling for a covered building, doubling, a building counted once only, or the row itself."""
    if not effect.source:
        return (nh.SCORE_2 if _doubled_otherwise(state, effect.key[0], done - effect.due) else nh.SCORE_1).id
    if is_surely(effect.due, 0):
        return (nh.SCORE_1 if effect.source in LINES else nh.SCORE_4).id
    value, homes = LINES[effect.source]
    village = state.players[effect.key[0]].village
    if rules.covering and is_surely(done, 2 * value) and all(_was_face_up(village.get(home)) for home in homes):
        return nh.REBUILD_1.id
    if any(is_surely(done, times * value) for times in (1, 2)):
        return nh.SCORE_2.id
    crossing = (line for name, (_, line) in LINES.items() if name[0] != effect.source[0])
    crossed = any(all(home in village for home in line) for line in crossing)
    return (nh.SCORE_3 if is_surely(done, 0) and crossed else nh.SCORE_1).id


def _doubled_otherwise(state: State, seat: Seat, more: Number) -> bool:
    """Whether a total differs by the doubling of one row or column, forgotten or too much, or of all of them."""
    items = [item for line in seat_score(state, seat) for item in line.items]
    single = {most(item.each) for item in items if item.name == "single"}
    doubled = [most(item.each) for item in items if item.name == "doubled"]
    return any(is_surely(more, by) for by in (*single, *(-each for each in doubled), -sum(doubled))) and more != 0


def _was_face_up(home: Home | None) -> bool:
    """Whether a building on a space, covered ones included, lies face up."""
    return home is not None and any(building.up for building in (home, *home.under))


def blame_winners(rules: NewHavenRules, state: State, effect: Effect, done: tuple[Seat, ...]) -> str:
    """The first of points, empty spaces and buildings left that some declared winner loses by."""
    first = rank(rules, state).places[:1]
    if not first:
        return nh.WIN_1.id
    best = _standing(rules, state, first[0][0])
    apart = min((_apart(best, _standing(rules, state, seat)) for seat in done), default=3)
    return (nh.WIN_1, nh.WIN_2, nh.WIN_3, nh.WIN_4)[apart].id


BLAME: dict[str, Callable[..., str]] = {
    nh.GATHER_1.id: blame_gather,
    nh.DRAW_1.id: blame_draws,
    nh.SCORE_1.id: blame_score,
    nh.SCORE_4.id: blame_score,
    **dict.fromkeys((clause.id for clause in (nh.WIN_1, nh.WIN_2, nh.WIN_3, nh.WIN_4)), blame_winners),
}
