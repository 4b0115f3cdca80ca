"""Nim, a whole small game in one file: the model to start a new game from.

Two players take one to three stones in turn from a heap of twelve. Taking the last stone scores a point and wins.
"""

from pathlib import Path

from domain.clauses import checked, cites, derived
from domain.games.game import Game
from domain.notation import Notation, Verb
from domain.observables import Observable, points_observable
from domain.rules import (
    Between,
    Broken,
    Deed,
    Item,
    Moved,
    Offer,
    Result,
    Rules,
    ScoreLine,
    SeatAction,
    Table,
    broken,
    nothing_used,
    replace,
)

TURN_1, TAKE_1, END_1 = checked("NIM-TURN-1"), checked("NIM-TAKE-1"), derived("NIM-END-1")
STONES, PLAY, OVER = 12, "play", "over"


class Take(SeatAction, frozen=True, kw_only=True, tag="take"):
    """A player takes stones from the heap."""

    count: int


class State(Table, frozen=True, kw_only=True):
    """The heap, and the seat whose turn it is."""

    heap: int = STONES
    active: int = 0


@cites(TURN_1)
def players_take_turns(rules: Rules, state: State, take: Take) -> Broken | None:
    return None if take.seat == state.active else broken(due=state.active)


@cites(TAKE_1)
def one_to_three_stones_are_taken(rules: Rules, state: State, take: Take) -> Broken | None:
    return None if 1 <= take.count <= min(3, state.heap) else broken(count=take.count, there=state.heap)


def start(rules: Rules, setup, known) -> Moved:
    return State(phase=PLAY, scores=(0, 0), known=known, active=setup.first), ()


def take_stones(rules: Rules, state: State, take: Take) -> Moved:
    return replace(state, heap=max(0, state.heap - take.count), active=1 - take.seat, turn=state.turn + 1), ()


def score_last_stone(rules: Rules, state: State) -> Moved | None:
    if state.heap:
        return None
    winner = 1 - state.active
    last = Item("last", 1, 1)
    point = ScoreLine(
        clause=END_1.id, what="points", key=(winner,), seat=winner, by=1, due=1, source="last", items=(last,)
    )
    scores = tuple(score + (seat == winner) for seat, score in enumerate(state.scores))
    result = Result(((winner,), (1 - winner,)), END_1.id)
    return replace(state, phase=OVER, scores=scores, result=result), (point,)


def offer_stones(rules: Rules, state: State):
    yield Offer(Take(seat=state.active, count=1), {"count": Between(1, min(3, state.heap))})


def set_heap(state: State, key, value: int) -> State:
    return replace(state, heap=value)


HEAP = Observable(name="heap", get=lambda state, key: state.heap, set=set_heap)
VERB = Verb(Take, lambda words: {"count": int(words[0])}, lambda take: str(take.count), "B take 2")
GAME = Game(
    id="nim",
    players=(2,),
    clauses=(TURN_1, TAKE_1, END_1),
    actions=(Take,),
    base=Rules(
        start=start,
        checks={Take: (players_take_turns, one_to_three_stones_are_taken)},
        deeds={Take: Deed(nothing_used, take_stones)},
        follow={PLAY: score_last_stone},
        offers={PLAY: (offer_stones,)},
        to_act=lambda rules, state: (state.active,) if state.phase == PLAY else (),
        observables={"heap": HEAP, "points": points_observable()},
    ),
    notation=Notation({"take": VERB}),
    bookkeeping=("active", "phase", "turn"),
    words=Path(__file__).parent / "words",
)
