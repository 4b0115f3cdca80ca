"""The actions that may be possible now, with their open fields; the checks decide which of them are lawful."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.new_haven.actions import Build, Done, Draw, Flip, Goods, Harvest, Name, Pass, Pick, Refill
from domain.games.new_haven.catch_up import to_act
from domain.games.new_haven.follow import end_flip, end_refill
from domain.games.new_haven.pieces import CELLS, COLOURS, COPIES, HOMES, KINDS, NUMBERS, POOL, PRICE, positions
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    FLIP,
    GATHER,
    HARVEST,
    REFILL,
    SHARE,
    State,
    Tile,
    is_perhaps_free,
    marker,
    placing_line,
)
from domain.numbers import least, most
from domain.rules import Offer, OneOf, RandomDraw, replace

WILD = ("", *COLOURS, "WS")  # the checks refuse none and several
HOMES_OF_ROW = {number: tuple(home for home in HOMES if int(home[0]) == number) for number in NUMBERS}
_LETTERS = [a + b + c + d for a in COLOURS for b in COLOURS for c in COLOURS for d in COLOURS]


def tiles(rules: NewHavenRules, state: State) -> Iterator[Offer]:
    """Step 1: a harvest tile, or the goods tile, on any free space."""
    seat = state.active
    free = tuple(cell for cell in CELLS if cell in state.area and _may_be_free(state.board.get(cell)))
    if not free:
        return
    cell = OneOf(free, CELLS)
    if faces := faces_left(rules, state):
        yield Offer(Harvest(seat=seat, cell=free[0], face=faces[0]), {"cell": cell, "face": OneOf(faces)})
    if most(state.players[seat].goods):
        yield Offer(Goods(seat=seat, cell=free[0], wild="W"), {"cell": cell, "wild": OneOf(WILD)})


def _may_be_free(tile: Tile | None) -> bool:
    return tile is None or is_perhaps_free(tile)


def faces_left(rules: NewHavenRules, state: State) -> tuple[str, ...]:
    """The faces that can still turn up, in all four positions."""
    if "harvest" not in rules.catalogue.complete:
        return tuple(face for face in _LETTERS if 2 <= len(set(face)) <= 3)
    there = rules.catalogue.faces["harvest"]
    left = [face for face, printed in there.items() if state.faces.get(face, 0) < printed.copies]
    return tuple(sorted({position for face in left for position in positions(face)}))


def naming(rules: NewHavenRules, state: State) -> Iterator[Offer]:
    """The resource of a goods tile that was placed without one."""
    yield Offer(Name(seat=state.active, wild="W"), {"wild": OneOf(WILD)})


def builds(rules: NewHavenRules, state: State) -> Iterator[Offer]:
    """Steps 3 and 4: each colour face down on any home, each colour and number face up on a home of its row.

    Homes that cost more than the marker can show are left out here: asking the checks about each of them takes most of
    the time of a moment.
    """
    for seat in to_act(rules, state):
        yield Offer(Done(seat=seat) if seat == state.active else Pass(seat=seat))
        for colour in COLOURS:
            rows = [number for number in NUMBERS if number <= most(marker(state, colour))]
            if not rows:
                continue
            homes = tuple(home for home in HOMES if PRICE[home] in rows)
            yield Offer(Build(seat=seat, colour=colour, up=False, home=homes[0]), {"home": OneOf(homes, HOMES)})
            for number in rows:
                row = HOMES_OF_ROW[number]
                up = Build(seat=seat, colour=colour, number=number, up=True, home=row[0])
                yield Offer(up, {"home": OneOf(row)})


def draws(rules: NewHavenRules, state: State) -> Iterator[Offer]:
    """Step 5: from the pool, where one that was not seen may be any, after the first one also from the bag."""
    seat = state.active
    seen = [building for building in state.pool if building != "?"]
    hidden = kinds_left(rules, state) if len(seen) < len(state.pool) else ()
    here = tuple(dict.fromkeys((*seen, *hidden)))
    if here:
        yield Offer(Pick(seat=seat, building=here[0]), {"building": OneOf(here)})
    if state.drawn and most(state.bag):
        yield Offer(Draw(seat=seat))
    if state.drawn and not least(state.draws):
        yield from after_draws(rules, state)


def after_draws(rules: NewHavenRules, state: State) -> Iterator[Offer]:
    """What follows where all draws may have been made: the refill, the flip or the next turn."""
    after: State = replace(state, draws=0, phase=REFILL)
    for ended in (end_refill, end_flip):
        moved = ended(rules, after)
        if moved is None:
            break
        after = moved[0]
    for offering in OFFERS.get(after.phase, ()):
        yield from offering(rules, after)


def refills(rules: NewHavenRules, state: State) -> Iterator[Offer]:
    """The pool is completed."""
    missing = min(POOL - len(state.pool), most(state.bag))
    left = {kind: copies_left(rules, state, kind) for kind in kinds_left(rules, state)}
    bag = [kind for kind, copies in left.items() for _ in range(copies)]
    if missing > 0 and len(bag) >= missing:
        yield Offer(Refill(buildings=tuple(bag[:missing])), {"buildings": RandomDraw(missing, left)})


def kinds_left(rules: NewHavenRules, state: State) -> tuple[str, ...]:
    """Buildings of which not all copies have been seen."""
    return tuple(kind for kind in KINDS if copies_left(rules, state, kind) > 0)


def copies_left(rules: NewHavenRules, state: State, kind: str) -> int:
    """How many copies of a building have not been seen."""
    return COPIES - rules.sets_out.get(len(state.players), 0) - state.copies.get(kind, 0)


def flips(rules: NewHavenRules, state: State) -> Iterator[Offer]:
    """The goods tile is turned face up."""
    fact = state.known.get((placing_line(state, state.wild), "face"))
    faces = positions(fact.value) if fact else faces_left(rules, state)
    if state.wild and faces:
        yield Offer(Flip(seat=state.active, cell=state.wild, face=faces[0]), {"face": OneOf(faces)})


OFFERS = {
    HARVEST: (tiles,),
    GATHER: (naming,),
    BUILD: (builds,),
    SHARE: (builds,),
    DRAW: (draws,),
    REFILL: (refills, flips),
    FLIP: (flips,),
}
