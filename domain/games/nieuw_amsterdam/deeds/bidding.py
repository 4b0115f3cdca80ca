"""Step 4: selecting, bidding, passing, paying, taking the last column."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Bid, Pass, Pay, Select, Take, count_of
from domain.games.nieuw_amsterdam.deeds.common import furs_of, less
from domain.games.nieuw_amsterdam.follow.bidding import next_auction, taken
from domain.games.nieuw_amsterdam.follow.common import Moved, steady, told_at
from domain.games.nieuw_amsterdam.state import (
    BIDDING,
    NOBODY,
    NOT_OUTBID,
    PAY,
    RESPOND,
    WON,
    Auction,
    State,
    put_at,
    with_furs,
    with_player,
)
from domain.rules import Seat, replace


def use_select(rules, state: State, action: Select) -> State:
    """An auction begins, for a column nobody names."""
    return _put_up(state, action.seat)


def select(rules, state: State, action: Select) -> Moved:
    """The selector's token lies on the column, and the first bid is made."""
    seat, column, bid = action.seat, action.column, action.bid
    token = told_at(na.AUCTION_4, "stake", (str(column),), state.tokens[seat], seat, sets=True)
    return _put_up(state, seat, column, -1 if bid is None else bid, NOBODY if bid is None else seat), (token,)


def _put_up(state: State, seat: Seat, column: int = 0, best: int = -1, bidder: Seat = NOBODY) -> State:
    """An auction begins: the others without a column answer in turn order."""
    if state.phase not in BIDDING:  # an auction too many: answers to it are no further mistakes
        return replace(state, auction=Auction((), column, seat, best, bidder))
    without = state.auction.without
    due = tuple([other for other in without if other != seat])
    auction = Auction(without, column, seat, best, bidder, due, (seat,))
    return replace(state, phase=RESPOND, auction=auction, actor=due[0] if due else seat)


def use_answer(rules, state: State, action: Bid | Pass) -> State:
    """One answer a seat and auction; who speaks again is noted again."""
    auction, seat = state.auction, action.seat
    if state.phase != RESPOND:
        return state
    due = auction.due[1:] if auction.due[:1] == (seat,) else tuple(one for one in auction.due if one != seat)
    auction = replace(auction, due=due, acted=(*auction.acted, seat))
    return replace(state, auction=auction, actor=due[0] if due else seat)


def bid(rules, state: State, action: Bid) -> Moved:
    """A higher bid is the one to beat, be it a second one: the table took it as one, unless who was outbid pays."""
    auction, seat = state.auction, action.seat
    if state.phase not in (RESPOND, PAY):
        return state, ()
    late = state.phase == PAY
    if action.amount <= auction.best:
        return replace(state, auction=replace(auction, low=(action.amount, seat))), ()
    again = auction.acted.count(seat) > 1 and not mends_its_bid(auction, seat, auction.acted[-2:-1])
    is_none = late or seat not in auction.without or again
    outbid = _standing_bid(auction) if is_none else NOT_OUTBID
    auction = replace(auction, best=action.amount, bidder=seat, outbid=outbid)
    return replace(state, auction=auction, actor=seat if late else state.actor), ()


def mends_its_bid(auction: Auction, seat: Seat, last: tuple[Seat, ...]) -> bool:
    """Whether a seat that has just bid too little, the last one to speak, bids again: that bid was none."""
    return auction.low[1] == seat and last == (seat,)


def _standing_bid(auction: Auction) -> tuple[int, Seat]:
    """The highest bid that certainly is one."""
    return (auction.best, auction.bidder) if auction.outbid == NOT_OUTBID else auction.outbid


def no_bid(rules, state: State, action: Pass) -> Moved:
    """Passing earns nothing here (NA-AUCTION-24, NA-Q-28)."""
    earned, seat = rules.auction_pass_coins, action.seat
    if earned:
        player = state.players[seat]
        state = with_player(state, seat, replace(player, coins=player.coins + earned))
    return state, (steady(na.AUCTION_24, "coins", (seat,), earned, seat),)


def use_pay(rules, state: State, action: Pay) -> State:
    """Whoever pays has won."""
    if state.phase != PAY:
        return state
    return replace(state, phase=WON, auction=_won_by(state.auction, action.seat))


def _won_by(auction: Auction, seat: Seat) -> Auction:
    return auction if auction.bidder == seat else replace(auction, bidder=seat)


def pay(rules, state: State, action: Pay) -> Moved:
    """The payment goes to the reserves, its furs to the discard."""
    furs, seat = furs_of(action.paid), action.seat
    player = less(state.players[seat], action.paid)
    if not furs:
        return with_player(state, seat, player), ()
    players = put_at(state.players, seat, player)
    state = replace(state, players=players, discard=with_furs(state.discard, furs))
    return state, (told_at(na.AUCTION_14, "discard", (), count_of(furs), seat),)


def use_take(rules, state: State, action: Take) -> State:
    """Whoever takes a column is out of the bidding."""
    if state.phase not in BIDDING or takes_again(state, action):
        return state
    return next_auction(rules, state, action.seat)


def take(rules, state: State, action: Take) -> Moved:
    """A column without an auction."""
    if action.paid:
        state, _ = pay(rules, state, Pay(seat=action.seat, paid=action.paid))
    return (state, ()) if takes_again(state, action) else taken(rules, state, action.seat, action.column)


def takes_again(state: State, take: Take) -> bool:
    """Whether it is only said which column a seat has: it got that when it won."""
    return take.column != 0 and state.players[take.seat].column == take.column
