"""The consequences of an action: features are scored, colonists return, explorers move, stragglers are swept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.pieces.faces import UNSEEN
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.scoring import as_possible, final_lines, line, majority, rank, score_lines, stays_for_ever
from domain.games.mayflower.state import (
    COLONIST,
    DRAW,
    EXPLORE,
    FARMER,
    FINAL,
    OVER,
    PAWNS,
    RANKING,
    ROLE_ON,
    SCORE,
    TRAPPER,
    Man,
    Ref,
    State,
    Tally,
    find_feature,
    is_surely_unfinished,
    men_on,
    reserves_with,
    swept_off,
    unrecorded_tiles,
    without_men,
)
from domain.numbers import MOST, Number, Range, is_surely, least, most
from domain.rules import POINTS, Effect, Item, ScoreLine, Seat, replace

Moved = tuple[State, tuple[Effect, ...]]
SIDES_OF_A_TILE = 4  # the most roads and cities it completes


# Scoring one feature after the other --------------------------------------------------------------


def unscored_features(rules: MayflowerRules, state: State) -> tuple[Ref, ...]:
    """Completed features that are still to be scored: those with colonists (MF-I-02)."""
    if rules.empty_features_move:
        return state.now.pending
    found = []
    for feature in state.now.pending:
        there = find_feature(state, feature)
        if there is not None and there[1].men:
            found.append(feature)
    return tuple(found)


def score_next(rules: MayflowerRules, state: State) -> Moved | None:
    """Scores the only feature left, or ends the turn; None if the active player has to choose."""
    now = state.now
    if now.doubt:
        return with_possible_scorings(state)
    if state.gap and (hidden := tuple(feature for feature in now.pending if may_hold_another(state, feature))):
        left = tuple(feature for feature in now.pending if feature not in hidden)
        return with_possible_scorings(replace(state, now=replace(now, pending=left, doubt=state.gap)))
    due = unscored_features(rules, state) if now.pending else ()
    if not due:
        return end_turn(rules, state), ()
    return None if len(due) > 1 else score_feature(rules, state, due[0])


def score_feature(rules: MayflowerRules, state: State, feature: Ref) -> Moved:
    """Scores a feature: points and bonus, then its colonists return, then an explorer has to move.

    For one that is not complete none has to, so no move is taken for granted; one that is recorded belongs to it.
    """
    men, before = men_on(state, feature), swept_off(state, feature)
    counted = men if men or rules.empty_features_move else before  # scored though emptied: MF-SWEEP-4
    lines = score_lines(rules, state, feature, counted)
    trail = replace(state.trail, tallies=(*state.trail.tallies, Tally(feature, counted, state.explorers, before)))
    gone = men if rules.minority_returns else tuple([man for man in men if man.seat in majority(men)])
    if feature[0] == "plain":  # counted too early (MF-PLAIN-2): trappers stay, and for a plain no explorer moves
        gone = ()
    state, returned = return_colonists(state, gone, mf.RETURN_1.id)
    now = state.now
    left = tuple([other for other in now.pending if other != feature])
    back = (*now.back, *[man.seat for man in gone])
    now = replace(now, pending=left, scored=(*now.scored, feature), back=back)
    moves = (bool(counted) or rules.empty_features_move) and not is_surely_unfinished(rules, state, feature)
    phase = (EXPLORE if moves else SCORE) if state.phase in (SCORE, EXPLORE) else state.phase
    return replace(state, scores=scores_with(state, lines), now=now, phase=phase, trail=trail), (*lines, *returned)


def may_hold_another(state: State, feature: Ref) -> bool:
    """Whether a colonist may stand on a feature whose role or place was not seen."""
    found = find_feature(state, feature)
    if found is None:
        return False
    role, cells = ROLE_ON[found[1].kind], found[1].cells
    unplaced = [man for man in state.men if not man.role or (man.role == role and man.port == UNSEEN)]
    return any(man.cell in cells for man in unplaced)


def with_possible_scorings(state: State) -> Moved:
    """The table after a tile whose unseen face may have completed features that were scored."""
    fact = state.now.doubt
    state = replace(state, now=replace(state.now, doubt=""))
    seats = tuple(man.seat for man in state.men if man.role != TRAPPER)
    if not seats:
        return state, ()
    farmers = sum(man.role == FARMER for man in state.men)
    scorings = min(len(seats), SIDES_OF_A_TILE + farmers)
    points = Range(0, MOST, fact)
    lines = tuple(line(mf.TURN_4, seat, "perhaps", Item("perhaps", points, 1)) for seat in dict.fromkeys(seats))
    state, back = with_possible_returns(replace(state, gap=state.gap or fact), seats, mf.RETURN_1.id, fact)
    state, moved = with_possible_moves(replace(state, scores=scores_with(state, lines)), fact, scorings)
    return state, (*lines, *back, *moved)


def with_possible_returns(state: State, seats: tuple[Seat, ...], clause: str, fact: str) -> Moved:
    """The table after colonists of these seats may have returned."""
    reserves, made = list(state.reserves), []
    for seat in dict.fromkeys(seats):
        by = Range(0, seats.count(seat), fact)
        reserves[seat] = reserves[seat] + by
        made.append(Effect(clause=clause, what="reserve", key=(seat,), seat=seat, by=by, due=by))
    return replace(state, reserves=tuple(reserves)), tuple(made)


def with_possible_moves(state: State, fact: str, scorings: int = 1) -> Moved:
    """The table after explorers may have moved, at most once for each scoring, one after the other."""
    by, clause = Range(0, scorings // 2 + 1 if scorings > 1 else 1, fact), mf.EXPLORER_1.id
    made = tuple(Effect(clause=clause, what="explorer", key=(pawn,), by=by, due=by) for pawn in PAWNS)
    return replace(state, explorers=tuple(column + by for column in state.explorers), guess=False), made


def scores_with(state: State, lines: tuple[ScoreLine, ...]) -> tuple[Number, ...]:
    """The scores with these lines."""
    scores = list(state.scores)
    for made in lines:
        scores[made.key[0]] = scores[made.key[0]] + made.by
    return tuple(scores)


def return_colonists(state: State, gone: tuple[Man, ...], clause: str) -> Moved:
    """Moves colonists from the land to their owners' reserves, with effects."""
    if not gone:
        return state, ()
    men, land = without_men(state, gone)
    seats = tuple([man.seat for man in gone])
    state = replace(state, men=men, land=land, reserves=reserves_with(state, seats))
    made = [_reserve(clause, seat, seats.count(seat)) for seat in dict.fromkeys(seats)]
    owners: dict[str, Seat | None] = {}
    for man in gone:
        owners[man.cell] = man.seat if owners.get(man.cell, man.seat) == man.seat else None
    made += [_men(clause, state, cell, owner) for cell, owner in owners.items()]
    return state, tuple(made)


def _men(clause: str, state: State, cell: str, owner: Seat | None = None) -> Effect:
    there = men_as_read(state, cell)
    return Effect(clause, "men", (cell,), owner, there, there, "", True)


@cache  # small: seats, clauses and colonists
def _reserve(clause: str, seat: Seat, by: int) -> Effect:
    return Effect(clause, "reserve", (seat,), seat, by, by)


def men_as_read(state: State, cell: str) -> tuple[tuple, ...]:
    """The colonists on a tile as they are read: seat, role, port, lying or not."""
    return tuple([(man.seat, man.role, man.port, man.lying) for man in state.men if man.cell == cell])


# Explorers and stragglers -------------------------------------------------------------------------


def movable(rules: MayflowerRules, state: State) -> tuple[int, ...]:
    """The explorers that may move now: the easternmost, either if they are level; none where no tile is (MF-I-07)."""
    one, other = state.explorers
    if isinstance(one, Range) or isinstance(other, Range):
        return (0, 1)
    if one == other:
        return () if rules.stays_without_tile and not state.land.reaches(one + 1) else (0, 1)
    return (0,) if one < other else (1,)


def wait_for_move(rules: MayflowerRules, state: State) -> Moved | None:
    """None while the table waits for an explorer's move; if none can move, both stay."""
    if movable(rules, state):
        return None
    made = tuple(Effect(clause=mf.EXPLORER_1.id, what="explorer", key=(pawn,), seat=state.active) for pawn in PAWNS)
    return replace(state, phase=SCORE), made


def move_explorer(rules: MayflowerRules, state: State, at: int, by: int = 1) -> Moved:
    """Moves an explorer west, with its effect, and sweeps stragglers."""
    before, explorers = state.explorers, list(state.explorers)
    explorers[at] = explorers[at] + by
    clause, seat = mf.EXPLORER_1.id, state.active
    moved = Effect(clause, "explorer", (PAWNS[at],), seat, by, 1)
    state, swept = sweep(rules, replace(state, explorers=tuple(explorers), guess=False), before)
    return state, (moved, *swept)


def sweep(rules: MayflowerRules, state: State, before: tuple[Number, Number]) -> Moved:
    """Removes colonists except trappers from the column the last explorer left, and from all columns east of it."""
    for column in (*before, *state.explorers):
        if column.__class__ is Range:
            far = max(map(most, state.explorers))
            seats = tuple(man.seat for man in state.men if man.column < far and not stays_for_ever(rules, man))
            return with_possible_returns(state, seats + hidden_colonists(rules, state), mf.SWEEP_1.id, column.fact)
    left, rear = min(before), min(state.explorers)
    if rules.sweeps_behind_both:
        left = rear - 1
    elif rear <= left:
        return state, ()
    there = [man for man in state.men if man.column <= left]
    if not there:
        return state, ()
    gone = tuple([man for man in there if man.role and not stays_for_ever(rules, man)])
    if not rules.sweeps_anyway and all(man.column < left for man in gone):
        gone = ()
    state, made = remove_stragglers(state, there, gone)
    if not state.gap:
        return state, made
    unseen = tuple(man.seat for man in there if not man.role)  # all but trappers went back
    state, perhaps = with_possible_returns(state, unseen, mf.SWEEP_1.id, state.gap)
    return state, made + perhaps


def hidden_colonists(rules: MayflowerRules, state: State) -> tuple[Seat, ...]:
    """The owners of colonists that may stand on tiles that were not recorded, once for each of them."""
    if not unrecorded_tiles(state):
        return ()
    standing = Counter(man.seat for man in state.men)
    seats = enumerate(state.reserves)
    return tuple(seat for seat, own in seats for _ in range(rules.colonists - least(own) - standing[seat]))


def remove_stragglers(state: State, there: list[Man], gone: tuple[Man, ...]) -> Moved:
    """Returns stragglers without points, with effects for every seat that has colonists there, trappers included."""
    state, made = return_colonists(state, gone, mf.SWEEP_1.id)
    lost, left = tuple([man.seat for man in gone]), [man.cell for man in gone]
    more: list[Effect] = [
        _reserve(mf.SWEEP_2.id, seat, 0) for seat in dict.fromkeys([man.seat for man in there]) if seat not in lost
    ]
    more += [ScoreLine(mf.SWEEP_3.id, POINTS, (seat,), seat, source="swept") for seat in dict.fromkeys(lost)]
    more += [
        _men(mf.SWEEP_2.id, state, cell) for cell in dict.fromkeys([man.cell for man in there]) if cell not in left
    ]
    made += tuple(more)
    now = replace(state.now, back=(*state.now.back, *lost))
    trail = replace(state.trail, swept=(*state.trail.swept, *gone))
    return replace(state, now=now, trail=trail), made


# The end of a turn and of the game ----------------------------------------------------------------


def end_turn(rules: MayflowerRules, state: State) -> State:
    """Ends the turn: the next seat draws, or the final scoring begins."""
    seats, turn = len(state.reserves), state.turn
    if rules.empty_turn_counts or state.now.laid:
        turn += 1
    return replace(
        state,
        phase=FINAL if is_surely(state.stock, 0) else DRAW,
        active=(state.active + 1) % seats,
        turn=turn,
        round=(turn - 1) // seats + 1,
        now=replace(state.now, over=True, pending=()),
    )


def reopen_turn(rules: MayflowerRules, state: State) -> State:
    """Reopens the turn just over, because another feature is scored in it."""
    seats, turn = len(state.reserves), state.turn
    if rules.empty_turn_counts or state.now.laid:
        turn = max(1, turn - 1)
    now = replace(state.now, over=False)
    return replace(state, phase=SCORE, active=now.seat, turn=turn, round=(turn - 1) // seats + 1, now=now)


def finish_turn(rules: MayflowerRules, state: State) -> Moved:
    """The turn brought to its end: no colonist, one feature scored, the explorer moved as it must."""
    effects: tuple[Effect, ...] = ()
    for table, more in steps_to_turn_end(rules, state):
        state, effects = table, effects + more
    return state, effects


def steps_to_turn_end(rules: MayflowerRules, state: State) -> Iterator[Moved]:
    """The steps to the end of a turn of which no more is recorded."""
    if state.phase not in (SCORE, EXPLORE):
        state = replace(state, phase=SCORE)
    while state.phase in (SCORE, EXPLORE):
        after = (wait_for_move if state.phase == EXPLORE else score_next)(rules, state)
        if after is None and state.phase == EXPLORE:
            after = make_unrecorded_move(rules, state)
        if after is None:  # several left unscored, in an unknown order (MF-TURN-4)
            after = end_turn(rules, state), ()
        yield after
        state = after[0]


def tables_ahead(rules: MayflowerRules, state: State) -> list[State]:
    """The tables a turn passes through until it is over, final scoring included, if no more of it is recorded."""
    if state.phase not in (COLONIST, SCORE, EXPLORE):
        return []
    tables = [state for state, _ in steps_to_turn_end(rules, state)]
    if tables[-1].phase == FINAL:
        tables.append(final(rules, tables[-1])[0])
    return tables


def make_unrecorded_move(rules: MayflowerRules, state: State) -> Moved:
    """Makes a move that is not recorded: of the explorer that must move, of the first where either may."""
    state = replace(state, phase=SCORE, now=replace(state.now, moved=state.now.moved + 1))
    one, other = state.explorers
    unknown = one if isinstance(one, Range) else other
    if isinstance(unknown, Range):
        before = state.explorers
        state, moved = with_possible_moves(state, unknown.fact)
        state, swept_off = sweep(rules, state, before)
        return state, moved + swept_off
    state, made = move_explorer(rules, state, movable(rules, state)[0])
    if one != other:
        return state, made
    stayed = Effect(clause=mf.EXPLORER_1.id, what="explorer", key=(PAWNS[1],), seat=state.active)  # or this one moved
    return replace(state, guess=True), (*made, stayed)


def after_forced_move(rules: MayflowerRules, state: State, pawn: int) -> Moved | None:
    """The table after an unrecorded forced move and the scoring of the only other feature, if this pawn shows both.

    It does where it may not move for the first feature, but may for the second.
    """
    may = movable(rules, state)
    if state.phase != EXPLORE or state.guess or not may or pawn in may:
        return None
    state, effects = make_unrecorded_move(rules, state)
    due = unscored_features(rules, state)
    if len(due) != 1:
        return None
    state, more = score_feature(rules, state, due[0])
    return (state, effects + more) if state.phase == EXPLORE and pawn in movable(rules, state) else None


def final(rules: MayflowerRules, state: State) -> Moved:
    """The final scoring: incomplete features and plains, and nothing else (MF-FINAL-6)."""
    nothing = [line(mf.FINAL_6, seat, "final-else") for seat in range(len(state.scores))]
    lines = final_lines(rules, state) + as_possible(nothing, unrecorded_tiles(state), MOST)
    return replace(state, scores=scores_with(state, lines), phase=RANKING), lines


def ranking(rules: MayflowerRules, state: State) -> Moved:
    """Ranks the seats by their scores."""
    result = rank(rules, state)
    winners = result.places[0] if result.places else ()
    made = Effect(clause=result.clause, what="winners", by=winners, due=winners, sets=True)
    return replace(state, phase=OVER, result=result, winners=winners), (made,)


FOLLOW = {SCORE: score_next, EXPLORE: wait_for_move, FINAL: final, RANKING: ranking}
