"""The state at the set-up, and the state after a gap in the record."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.pieces import LETTERS, START_SPACES, TILES, faces_in
from domain.games.mayflower.pieces.faces import BadFace, TileFace, read_face
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import GAP, NO_TRAIL, TRAPPER, State, Turn, face_text
from domain.games.mayflower.state.land import START, Land, empty, lay_tile, rebuilt_land
from domain.numbers import MOST, Number, Range, least, most
from domain.rules import Effect, ScoreLine, replace
from domain.setup import Setup

FARTHEST = 99  # no column is farther west


def start(rules: MayflowerRules, setup: Setup, known) -> tuple[State, tuple[Effect, ...]]:
    """Start spaces, reserves, markers and explorers before the first draw, each with its effect."""
    count = len(setup.seats)
    state = State(
        phase="draw",
        scores=(0,) * count,
        known=known,
        active=setup.first,
        now=Turn(seat=setup.first, over=True),
        land=empty(not rules.coast_plains),
        reserves=(rules.colonists,) * count,
        stock=TILES,
        drawn=bytes(len(LETTERS)),
        faces=faces_in(rules.catalogue),
    )
    state = replace(state, land=coast(state, int(setup.details.get("spaces", START_SPACES))))
    return state, tuple(_laid_out(rules, count))


def coast(state: State, spaces: int) -> Land:
    """The start spaces, north to south, as tiles of column 0."""
    land = state.land
    for row in range(1, spaces + 1):
        land = lay_tile(land, f"0:{row}", START, 0, coast_face(face_text(state, f"0:{row}")))
    return land


def coast_face(text: str) -> TileFace | None:
    """A start space's face, if it is known."""
    try:
        return read_face(text, True) if text else None
    except BadFace:
        return None


def _laid_out(rules: MayflowerRules, count: int):
    for seat in range(count):
        yield ScoreLine(clause=mf.SETUP_3.id, what="points", key=(seat,), seat=seat, source="start", sets=True)
        own = rules.colonists
        yield Effect(clause=mf.SETUP_4.id, what="reserve", key=(seat,), seat=seat, by=own, due=own, sets=True)
    for pawn in "ab":
        yield Effect(clause=mf.SETUP_5.id, what="explorer", key=(pawn,), sets=True)


def after_gap(rules: MayflowerRules, state: State, fact: str) -> State:
    """After a gap everything that can have changed is open; tiles and trappers still lie where they lay."""
    stay = tuple(man for man in state.men if man.role == TRAPPER)
    land = rebuilt_land(list(state.land.lying()), stay, state.land.plains_end)
    return replace(
        state,
        phase=GAP,
        whose=False,
        gap=fact,
        land=land,
        men=stay,
        hand=(),
        now=Turn(seat=state.now.seat, over=True),
        trail=NO_TRAIL,
        guess=False,
        scores=tuple(Range(0, MOST, fact) for _ in state.scores),
        reserves=tuple(Range(0, rules.colonists, fact) for _ in state.reserves),
        explorers=tuple(Range(least(column), FARTHEST, fact) for column in state.explorers),
        stock=Range(0, most(state.stock), fact),
        discarded=Range(least(state.discarded), TILES, fact),
    )


def piece_counts(rules: MayflowerRules, state: State) -> dict[str, tuple[Number, int]]:
    """What must add up at any time: tiles, and each seat's colonists."""
    hidden = Range(0, TILES, state.gap) if state.gap else 0
    tiles = state.stock + state.discarded + len(state.hand) + state.land.count + state.covered + hidden
    made = {"tiles": (tiles, TILES)}
    for seat, reserve in enumerate(state.reserves):
        placed = sum(man.seat == seat for man in state.men)
        perhaps = Range(-rules.colonists, rules.colonists, state.gap) if state.gap else 0
        made[f"colonists {seat}"] = (reserve + placed + perhaps, rules.colonists)
    return made
