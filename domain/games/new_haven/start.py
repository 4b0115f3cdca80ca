"""The state at the set-up, and the state after a gap in the record."""

from __future__ import annotations

from collections import Counter

from domain.games.new_haven import clauses as nh
from domain.games.new_haven.follow import flip_unrecorded
from domain.games.new_haven.pieces import (
    BUILDINGS,
    CLEARINGS,
    COLOURS,
    HAND,
    HARVEST_TILES,
    KINDS,
    POOL,
    PRINTED_SPACES,
    SETTLEMENTS,
    area_for,
)
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import GAP, HARVEST, Hand, Player, State, Tile, copies_lying, free_spaces, squares_of
from domain.games.new_haven.state.grid import NOTHING, with_squares
from domain.games.new_haven.state.hidden_tiles import with_hidden
from domain.numbers import Number, Range
from domain.rules import Effect, replace
from domain.setup import Setup

TABLES = (2, 3, 4)  # players the turns come out for


def start(rules: NewHavenRules, setup: Setup, known) -> tuple[State, tuple[Effect, ...]]:
    """The table before the first turn, with an effect for everything that is dealt."""
    players = len(setup.seats)
    area = area_for(int(setup.details.get("area", players)))
    board = _board(rules)
    clearings = {cell: "?" for cell in CLEARINGS if cell in area} if rules.side == "B" else {}
    out = len(KINDS) * rules.sets_out.get(players, 0)
    on_board = sum(tile.kind == "unseen" for tile in board.values()) // 2  # half of the settlements get a tile
    dealt = tuple(_player(rules, known, seat) for seat in range(players))
    state = State(
        phase=HARVEST,
        scores=(0,) * players,
        known=known,
        side=rules.side,
        area=area,
        free=free_spaces(area, board),
        board=board,
        grid=_grid(board),
        clearings=clearings,
        markers=(0, 0, 0, 0),
        pool=("?",) * POOL,
        bag=BUILDINGS - out - POOL - sum(player.hand.size for player in dealt) - len(clearings),
        supply=HARVEST_TILES - on_board - (rules.hand_tiles + 1) * players,
        players=dealt,
        copies=Counter(building for player in dealt for building in player.hand.known),
        active=setup.first,
        sharer=setup.first,
        out_of_step_since=None if players in TABLES and area == area_for(players) else 0,
    )
    return state, _dealt(rules, players, out)


def _board(rules: NewHavenRules) -> dict[str, Tile]:
    if rules.side == "A":
        return {cell: Tile("printed", face) for cell, face in PRINTED_SPACES.items()}
    return {cell: Tile("unseen") for cell in SETTLEMENTS}


def _grid(board: dict[str, Tile]) -> bytes:
    grid = NOTHING
    for cell, tile in board.items():
        grid = with_squares(grid, cell, squares_of(tile))
    return grid


def _player(rules: NewHavenRules, known, seat: int) -> Player:
    fact = known.get((0, f"hand {seat}"))
    held = tuple(sorted(fact.value)) if fact else ()
    return Player(hand=Hand(held, max(0, HAND - len(held))), tiles=rules.hand_tiles, goods=1, village={})


def _dealt(rules: NewHavenRules, players: int, out: int) -> tuple[Effect, ...]:
    markers = tuple(Effect(clause=nh.SETUP_3.id, what="marker", key=(colour,), sets=True) for colour in COLOURS)
    hands = tuple(
        Effect(clause=clause, what=what, key=(seat,), seat=seat, by=count, due=count, sets=True)
        for seat in range(players)
        for clause, what, count in (
            (nh.SETUP_5.id, "hand", HAND),
            (rules.hand_clause, "tiles", rules.hand_tiles),
            (nh.SETUP_6.id, "goods", 1),
        )
    )
    sets = (Effect(clause=nh.CAREFUL_1.id, what="bag", by=-out, due=-out),) if out else ()
    return markers + hands + sets


def forget(rules: NewHavenRules, state: State, fact: str) -> State:
    """After a gap everything that can have changed is open; what lay on the board still lies there."""
    state = flip_unrecorded(state)
    state = with_hidden(state, ())  # where such tiles lie is not known, as of everything else
    board = {**{cell: Tile("unseen") for cell in state.area}, **state.board}
    there = [cell for cell in CLEARINGS if rules.side == "B" and cell in board and board[cell].kind == "unseen"]
    players = tuple(_forgotten(player, fact) for player in state.players)
    state = replace(
        state,
        phase=GAP,
        early_lines=(),
        turn_known=False,
        board=board,
        grid=_grid(board),
        free=_up_to(_free_at_most(state), fact),
        players=players,
        clearings=dict.fromkeys(there, "?"),
        markers=(Range(0, 196, fact),) * 4,
        pool=("?",) * POOL,
        pool_may_lack=True,
        bag=_up_to(BUILDINGS, fact),
        supply=_up_to(HARVEST_TILES, fact),
        draws=Range(0, 4, fact),
        copies={},
        placed="",
        raised="",
        claimed="",
        acted=(),
        closed=(),
        builds=(),
        drawn=0,
        played=0,
        goods_turn=False,
        out_of_step_since=None,
    )
    stay = not rules.covering or rules.covered_goes == "under"  # else a building may have left its village
    return replace(state, copies=copies_lying(state, *KINDS)) if stay else state


def _free_at_most(state: State) -> int:
    return sum(cell not in state.board or state.board[cell].kind == "unseen" for cell in state.area)


def _up_to(count: int, fact: str) -> Number:
    return Range(0, count, fact)


def _forgotten(player: Player, fact: str) -> Player:
    return replace(
        player,
        hand=Hand((), _up_to(BUILDINGS, fact)),
        tiles=_up_to(4, fact),
        goods=_up_to(1, fact),
        unsure=True,
        hidden=(),
        turns=_up_to(40, fact),
    )


def conserved(rules: NewHavenRules, state: State) -> dict[str, tuple[Number, int]]:
    """What must add up at any time while the box is whole: buildings, and harvest tiles."""
    out = len(KINDS) * rules.sets_out.get(len(state.players), 0)
    built = sum(1 + len(home.under) for player in state.players for home in player.village.values())
    built += sum(len(player.hidden) for player in state.players)
    hands = sum((player.hand.size for player in state.players), 0)
    lying = sum(tile.kind in ("tile", "goods", "wild") for tile in state.board.values())
    held = sum((player.tiles + player.goods for player in state.players), 0)
    return {
        "buildings": (state.bag + len(state.pool) + len(state.clearings) + hands + built, BUILDINGS - out),
        "harvest tiles": (state.supply + held + lying, HARVEST_TILES),
    }
