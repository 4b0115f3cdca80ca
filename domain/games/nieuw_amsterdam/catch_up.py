"""Brings turn and phase to where an action shows the table to be."""

from __future__ import annotations

from collections.abc import Callable

from domain.fold import follow_on
from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.deeds.bidding import names_own_column, pays_too_late
from domain.games.nieuw_amsterdam.deeds.common import after_unseen_payment
from domain.games.nieuw_amsterdam.deeds.preparation import fill_unseen, tiles, with_unseen_cards
from domain.games.nieuw_amsterdam.follow.common import Moved
from domain.games.nieuw_amsterdam.follow.income import has_begun_removing
from domain.games.nieuw_amsterdam.follow.preparation import empty_spaces
from domain.games.nieuw_amsterdam.follow.tokens import confirm_by_turn, suspect_by_selection, tokens_kept
from domain.games.nieuw_amsterdam.follow.turns import (
    begin_turns,
    between_rounds,
    end_turn,
    ended_step,
    is_played_out,
    may_be_over,
    nearly_over,
    next_turn,
    shows_turn_over,
    step_over,
    turn_over,
)
from domain.games.nieuw_amsterdam.pieces import AFTER_REMOVALS, COLUMNS, SLOTS, STEPS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    BIDDING,
    CARDS,
    CLOSE,
    FINAL,
    FOUND,
    GAP,
    GOODS,
    HARVEST,
    NO_SEAT,
    OPEN,
    OVER,
    PAY,
    PREPARING,
    RANKING,
    REMOVE,
    RESPOND,
    SCORING,
    SELECT,
    TILES,
    TURN,
    WON,
    Auction,
    State,
    with_player,
)
from domain.numbers import Range, least, most
from domain.rules import Action, Effect, Seat, SeatAction, replace


def catch_up(rules: NieuwAmsterdamRules, state: State, action: Action) -> Moved:
    """The table with turn and phase where the action shows it to be, and what happened on the way there."""
    bring_to = CATCHING_UP.get(type(action))
    if bring_to is None:
        return state, ()
    if state.phase == OVER:
        return _extra_round(rules, state, action), ()
    if state.phase == FOUND and type(action) not in (na.Lands, na.Ships, na.Fill, na.Round):
        state = replace(state, phase=CARDS, actor=NO_SEAT)  # no more first businesses are placed
    if state.phase == GAP:
        state = _after_gap(state, action)
    return bring_to(rules, state, action)


def _extra_round(rules: NieuwAmsterdamRules, state: State, action: Action) -> State:
    """A round too many is one mistake, however long it is (NA-ROUND-3)."""
    of_the_last = type(action) in _CLOSING or (action.seat is not None and action.seat == state.just)
    return state if of_the_last or state.round > rules.rounds else replace(state, round=rules.rounds + 1)


# Steps 5 to 7 -------------------------------------------------------------------------------------


def _catch_up_tile(rules: NieuwAmsterdamRules, state: State, action: na.TileAction) -> Moved:
    """A tile action: its own step tells where the table is, unless the tile handed in was of the running one."""
    step = state.step if action.tile == STEPS[state.step] else na.TILE_STEP[type(action)]
    if state.phase == TURN and state.step == step and state.actor == action.seat:
        return state, ()
    return _catch_up_turn(rules, state, action.seat, step)


def _catch_up_passed_tile(rules: NieuwAmsterdamRules, state: State, action: na.PassTile) -> Moved:
    if state.phase == TURN and state.actor == action.seat and action.tile == STEPS[state.step]:
        return state, ()
    return _catch_up_turn(rules, state, action.seat, STEPS.index(action.tile))


def _catch_up_special(rules: NieuwAmsterdamRules, state: State, action: SeatAction) -> Moved:
    """A special action belongs to whatever step the table is in."""
    if state.phase == TURN and state.actor == action.seat and state.players[action.seat].special[state.step] == OPEN:
        return state, ()
    return _catch_up_turn(rules, state, action.seat, None)


def _catch_up_done(rules: NieuwAmsterdamRules, state: State, action: na.Done) -> Moved:
    """A turn can only end where there is one."""
    if state.phase != TURN or state.actor == action.seat:
        return state, ()
    return _catch_up_turn(rules, state, action.seat, None)


def _catch_up_turn(rules: NieuwAmsterdamRules, state: State, seat: Seat, step: int | None) -> Moved:
    if state.phase != TURN:
        return _catch_up_first_turn(rules, state, seat, step)
    if seat == state.actor:
        return end_turn(rules, state) if _has_gone_on(state, step) else (state, ())
    state = confirm_by_turn(state, seat)
    if seat == state.just and step in (None, ended_step(state)):
        return state, ()  # of the turn that has just ended
    if shows_turn_over(state, seat, step):
        return end_turn(rules, state)
    if step is not None and step > state.step and seat == state.acting[0]:
        while state.step < step:  # seats that had not acted have let the step go by
            state = step_over(state)
        return state, ()
    if _is_of_the_next_step(state, seat, step):
        over = turn_over(rules, state)
        return _catch_up_turn(rules, over if over.step > state.step else step_over(over), seat, step)
    if seat in state.had or step not in (None, state.step):
        return state, ()  # in between: the table waits for whom it waited
    had = state.had + (state.actor,) if may_be_over(state) else state.had
    return replace(state, had=had, actor=seat, just=NO_SEAT), ()


def _is_of_the_next_step(state: State, seat: Seat, step: int | None) -> bool:
    """Whether an action of a seat that has had its turn shows that the last turn of a step was over."""
    later = state.acting[state.acting.index(state.actor) + 1 :]
    if state.step + 1 == len(STEPS) or not set(later) <= set(state.had):
        return False
    player = state.players[state.actor]
    left = player.tiles[state.step]
    skipped = isinstance(left, Range) and not left.least and not player.turn.used
    if not skipped and not may_be_over(state):
        return False
    return state.players[seat].special[state.step] != OPEN if step is None else step == state.step + 1


def _has_gone_on(state: State, step: int | None) -> bool:
    """Whether an action of the acting seat belongs to its next turn, so that the open turn must be over."""
    player = state.players[state.actor]
    left, (other, then) = player.tiles[state.step], next_turn(state)
    if isinstance(left, int) or left.least or other != state.actor or then == len(STEPS):
        return False
    return player.special[state.step] != OPEN if step is None else step == then


def _catch_up_first_turn(rules: NieuwAmsterdamRules, state: State, seat: Seat, step: int | None) -> Moved:
    """The actions have begun without the table having been seen there."""
    if state.phase not in (*BIDDING, *PREPARING) or between_rounds(state):
        return state, ()  # still of the turn before, or far from any turn
    state, effects = _prepare_unseen(rules, state) if state.phase in PREPARING else (state, ())
    state, more = _finish_bidding(rules, state)
    state = begin_turns(rules, state)
    return replace(state, step=step or 0, actor=seat), effects + more


def _finish_bidding(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """The bidding is over; what was not recorded of it is not known."""
    state, effects = close_auction(rules, state)
    players = list(state.players)
    for seat in state.auction.without:
        if not players[seat].column:
            players[seat] = replace(players[seat], tiles=(Range(0, 3, "tiles"),) * 3)
    return replace(state, players=tuple(players), auction=Auction()), effects


# Step 4 -------------------------------------------------------------------------------------------


def close_auction(rules: NieuwAmsterdamRules, state: State, paid: bool = False) -> Moved:
    """Closes the open auction: seats without an answer have passed, and the winner has paid, mostly unrecorded."""
    effects: tuple[Effect, ...] = ()
    if state.phase == RESPOND:
        state, effects = follow_on(rules, replace(state, auction=replace(state.auction, due=())))
    if state.phase != PAY:
        return state, effects
    winner, bid = state.auction.bidder, most(state.auction.best)
    state = _without_exchange(state, winner)
    if winner != NO_SEAT and not paid:
        state = with_player(state, winner, after_unseen_payment(state.players[winner], bid, line=state.line))
    state, more = follow_on(rules, replace(state, phase=WON))
    return state, effects + more


def _without_exchange(state: State, winner: Seat) -> State:
    """The auction as if its winner had selected the column, where later lines show that all tokens were kept."""
    if winner in (NO_SEAT, state.auction.selector) or not tokens_kept(state, winner):
        return state
    return replace(state, auction=replace(state.auction, selector=winner))


def _catch_up_select(rules: NieuwAmsterdamRules, state: State, action: na.Select) -> Moved:
    state, effects = _prepare_unseen(rules, state) if state.phase in PREPARING else (state, ())
    if names_column_late(state, action):
        return replace(state, phase=SELECT, auction=Auction(state.auction.without), actor=action.seat), effects
    if state.phase in (RESPOND, PAY):
        state, effects = close_auction(rules, state)
    return suspect_by_selection(state, action.seat), effects


def names_column_late(state: State, action: na.Select) -> bool:
    """Whether an auction has begun for a column that its selector names only now."""
    auction = state.auction
    return state.phase == RESPOND and not auction.column and auction.selector == action.seat


def _catch_up_answer(rules: NieuwAmsterdamRules, state: State, action: na.Bid | na.Pass) -> Moved:
    """Opens an auction for an answer without one: the seat to select has selected a column that was not recorded."""
    if state.phase == RESPOND:
        return state, ()
    state, effects = _prepare_unseen(rules, state) if state.phase in PREPARING else (state, ())
    without = state.auction.without
    if state.phase != SELECT or action.seat not in without or len(without) < 2:
        return state, effects
    if type(action) is na.Pass and action.seat == state.actor:  # no column named: the next one selects
        at = without.index(action.seat) + 1
        return replace(state, actor=without[at % len(without)]), effects
    selector = state.actor
    due = tuple(other for other in without if other != selector)
    return replace(state, phase=RESPOND, auction=Auction(without, 0, selector, -1, NO_SEAT, due, (selector,))), effects


def _catch_up_pay(rules: NieuwAmsterdamRules, state: State, action: na.Pay) -> Moved:
    """The seat that pays has won: seats without an answer have passed, and an unlawful bid was accepted, or was not."""
    if state.phase == PAY and action.seat == state.auction.bidder:
        return _without_exchange(state, action.seat), ()
    if state.phase == PAY and action.seat != state.auction.bidder:
        for best, seat in (state.auction.outbid, state.auction.low):
            if action.seat == seat:
                return replace(state, auction=replace(state.auction, best=best, bidder=seat), actor=seat), ()
    if state.phase != RESPOND or pays_too_late(state, action.seat):
        return state, ()
    bidder = state.auction.bidder
    if bidder == NO_SEAT or not most(state.auction.best):
        bidder = action.seat
    auction = replace(state.auction, due=(), bidder=bidder)
    return replace(state, phase=PAY, auction=auction, actor=bidder), ()


def _catch_up_take(rules: NieuwAmsterdamRules, state: State, action: na.Take) -> Moved:
    if state.phase in PREPARING:
        return _prepare_unseen(rules, state)
    if state.phase not in (RESPOND, PAY) or names_own_column(state, action):
        return state, ()
    return close_auction(rules, state, bool(action.paid) and action.seat == state.auction.bidder)


# Steps 1 to 3, and rounds -------------------------------------------------------------------------


def _prepare_unseen(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Prepares the round with cards, furs and tiles that were not seen."""
    state, effects = fill_unseen(rules, state)
    unseen = na.Tiles(columns=tuple("?" * least(size) for size in state.sheet.columns[: len(COLUMNS)]))
    return tiles(rules, state, unseen)[0], effects


def _close_round(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Closes the round: open turns and removals are over."""
    effects: tuple[Effect, ...] = ()
    if state.phase in BIDDING:
        state, effects = _finish_bidding(rules, state)
        state = begin_turns(rules, state)
    if state.phase == TURN:
        state, more = follow_on(rules, replace(state, phase=HARVEST, actor=NO_SEAT, had=(), just=NO_SEAT))
        effects += more
    if state.phase == REMOVE:
        state, more = follow_on(rules, replace(state, owed=()))
        effects += more
    return state, effects


def _catch_up_cards(rules: NieuwAmsterdamRules, state: State, action: na.Lands | na.Ships) -> Moved:
    """A whole row of new cards begins a round; a few are put into slots in between (NA-PREP-5)."""
    if nearly_over(state) and len(action.cards) >= SLOTS:
        return _close_round(rules, state)
    return state, ()


def _catch_up_fill(rules: NieuwAmsterdamRules, state: State, action: na.Fill) -> Moved:
    """New furs are laid out when all removals are done, and the cards lie there, seen or not."""
    state, effects = _close_round(rules, state) if state.phase == REMOVE else (state, ())
    early = state.phase == CARDS and any(empty_spaces(state))
    return (replace(state, slots=with_unseen_cards(state)) if early else state), effects


def _catch_up_tiles(rules: NieuwAmsterdamRules, state: State, action: na.Tiles) -> Moved:
    """Tiles are laid out when the cards lie and the traders are full, seen or not."""
    effects: tuple[Effect, ...] = ()
    if nearly_over(state):
        state, effects = _close_round(rules, state)
    if state.phase in PREPARING and state.phase != TILES:
        state, more = fill_unseen(rules, state)
        effects += more
    return state, effects


def _catch_up_round(rules: NieuwAmsterdamRules, state: State, action: na.Round) -> Moved:
    """A round announced while the one before is still open shows that it is over."""
    closes = action.number == state.round + 1 and not state.round_gap
    return _close_round(rules, state) if closes else (state, ())


def _catch_up_step(rules: NieuwAmsterdamRules, state: State, action: na.Declare) -> Moved:
    """Ends the open turns when a later step is announced."""
    effects: tuple[Effect, ...] = ()
    if state.phase == TURN:
        state, effects = follow_on(rules, replace(state, phase=HARVEST, actor=NO_SEAT, had=(), just=NO_SEAT))
    if state.phase == REMOVE and action.step in AFTER_REMOVALS:  # what is still owed may come late
        state = _without_unfinished_removals(state, NO_SEAT)
        state, more = follow_on(rules, replace(state, phase=GOODS, actor=NO_SEAT))
        effects += more
    return state, effects


def _catch_up_remove(rules: NieuwAmsterdamRules, state: State, action: na.Remove) -> Moved:
    """Businesses taken off while only the last turn is open show that it is over."""
    if state.phase == TURN and nearly_over(state):
        return follow_on(rules, replace(state, phase=HARVEST, actor=NO_SEAT, had=(), just=NO_SEAT))
    return (_without_unfinished_removals(state, action.seat) if state.phase == REMOVE else state), ()


def _without_unfinished_removals(state: State, seat: Seat) -> State:
    """Ends the removals of other seats that had begun and not removed all they owe."""
    owed = tuple(removal for removal in state.owed if removal[0] == seat or not has_begun_removing(state, removal[0]))
    return state if len(owed) == len(state.owed) else replace(state, owed=owed)


def _catch_up_end(rules: NieuwAmsterdamRules, state: State, action: na.End) -> Moved:
    """The table counts: what was open in the round is closed, if its last turn may be over."""
    last = state.round >= rules.rounds and nearly_over(state)
    return _close_round(rules, state) if last or is_played_out(state) else (state, ())


# After a gap --------------------------------------------------------------------------------------


def _after_gap(state: State, action: Action) -> State:
    """An action shows in which phase the table is; what it does not show stays open."""
    kind = type(action)
    if isinstance(action, (na.TileAction, na.PassTile)):
        step = STEPS.index(action.tile) if isinstance(action, na.PassTile) else na.TILE_STEP[type(action)]
        return replace(state, phase=TURN, step=step, actor=action.seat, acting=state.order, had=())
    if kind in (na.Lands, na.Ships, na.Round):
        return replace(state, phase=CARDS)
    if kind is na.Tiles:
        return replace(state, phase=TILES)
    if kind in (na.Select, na.Bid, na.Pass):
        return replace(state, phase=SELECT, auction=Auction(state.order), actor=state.order[0])
    return state


_TILES: dict[type, Callable[..., Moved]] = dict.fromkeys(na.TILE_STEP, _catch_up_tile)
_SPECIALS: dict[type, Callable[..., Moved]] = dict.fromkeys((*na.SPECIALS, na.PassSpecial), _catch_up_special)
CATCHING_UP: dict[type, Callable[..., Moved]] = {
    **_TILES,
    **_SPECIALS,
    na.PassTile: _catch_up_passed_tile,
    na.Done: _catch_up_done,
    na.Select: _catch_up_select,
    na.Bid: _catch_up_answer,
    na.Pass: _catch_up_answer,
    na.Pay: _catch_up_pay,
    na.Take: _catch_up_take,
    na.Lands: _catch_up_cards,
    na.Ships: _catch_up_cards,
    na.Fill: _catch_up_fill,
    na.Tiles: _catch_up_tiles,
    na.Round: _catch_up_round,
    na.Declare: _catch_up_step,
    na.Remove: _catch_up_remove,
    na.End: _catch_up_end,
}
_CLOSING = frozenset((na.Done, na.Declare, na.Remove, na.End))  # what a table says and does when a game is over
_TABLES = frozenset((*PREPARING, FINAL, SCORING, RANKING, OVER, GAP, CLOSE))


def to_act(rules: NieuwAmsterdamRules, state: State) -> tuple[Seat, ...]:
    """The seats the table waits for; none when it waits for cards, furs or tiles."""
    return () if state.phase in _TABLES or state.actor < 0 else (state.actor,)


def unsure(rules: NieuwAmsterdamRules, state: State) -> str:
    """The fact that would tell how far the turn has gone: what it still holds, or whether a business must go."""
    if state.phase == REMOVE and state.owed and isinstance(state.owed[0][1], Range):
        return state.owed[0][1].fact
    if state.phase == TURN and state.actor >= 0:
        left = state.players[state.actor].tiles[state.step]
        return left.fact if isinstance(left, Range) else ""
    return ""
