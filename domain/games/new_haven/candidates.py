"""The lines that the pieces on the table allow, judged by no rule: what a table without help is shown."""

from __future__ import annotations

from domain.games.inputs import Possible
from domain.games.new_haven.actions import Build, Done, Draw, Flip, Goods, Harvest, Name, Pass, Pick, Refill
from domain.games.new_haven.pieces import CELLS, COLOURS, HOMES, NUMBERS, POOL
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import BUILD, DRAW, FLIP, GATHER, HARVEST, REFILL, SHARE, State
from domain.rules import Offer, OneOf, Seat


def possible(rules: NewHavenRules, state: State) -> Possible:
    """Every line of a turn: those of the step the table is at, and all others."""
    seat = state.active
    seats = [seat, *(other for other in range(len(state.players)) if other != seat)]
    built = [
        offer
        for builder in seats
        for offer in (*_builds(state, builder), Offer((Pass if builder != seat else Done)(seat=builder)))
    ]
    steps = {
        HARVEST: _tiles(state, seat),
        GATHER: [Offer(Name(seat=seat, wild=COLOURS[0]), {"wild": OneOf(tuple(COLOURS))})],
        BUILD: built,
        DRAW: _draws(state, seat),
        REFILL: [Offer(Refill(buildings=("?",)))] if len(state.pool) < POOL else [],
        FLIP: [Offer(Flip(seat=seat, cell=state.wild, face="????"))] if state.wild else [],
    }
    now = BUILD if state.phase == SHARE else state.phase
    return steps.get(now, []), [offer for step, offers in steps.items() if step != now for offer in offers]


def _tiles(state: State, seat: Seat) -> list[Offer]:
    """A tile on every space without one."""
    free = tuple(cell for cell in CELLS if cell in state.area and cell not in state.board)
    if not free:
        return []
    goods = Goods(seat=seat, cell=free[0], wild=COLOURS[0])
    return [
        Offer(Harvest(seat=seat, cell=free[0], face="????"), {"cell": OneOf(free)}),
        Offer(goods, {"cell": OneOf(free), "wild": OneOf(("", *COLOURS))}),
    ]


def _builds(state: State, seat: Seat) -> list[Offer]:
    """Any building on every empty space of a village, face up and face down."""
    village = state.players[seat].village
    free = tuple(home for home in HOMES if home not in village)
    if not free:
        return []
    built = [
        Build(seat=seat, colour=colour, number=number, up=number is not None, home=free[0])
        for colour in COLOURS
        for number in (*NUMBERS, None)
    ]
    return [Offer(build, {"home": OneOf(free)}) for build in built]


def _draws(state: State, seat: Seat) -> list[Offer]:
    """A building of the pool, or one out of the bag."""
    pool = tuple(dict.fromkeys(state.pool))
    lying = [Offer(Pick(seat=seat, building=pool[0]), {"building": OneOf(pool)})] if pool else []
    return [*lying, Offer(Draw(seat=seat))]
