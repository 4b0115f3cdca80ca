"""Checks of what the winner of an auction pays and takes (NA-AUCTION-10, 12, 13, 16)."""

from __future__ import annotations

from domain.clauses import GR_COUNT, cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Pay, Select, Take, count_of
from domain.games.nieuw_amsterdam.deeds.bidding import (
    continues_payment,
    names_own_column,
    overbid_key,
    paid_in_all,
    pays_too_late,
)
from domain.games.nieuw_amsterdam.deeds.common import payment_read
from domain.games.nieuw_amsterdam.follow.tokens import tokens_kept
from domain.games.nieuw_amsterdam.pieces import AT_FUR, FUR, OTHER, STOCKS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import BIDDING, NO_SEAT, PAY, RESPOND, State
from domain.numbers import Number, least, most, not_below_zero
from domain.rules import CONTRADICTION, UNDETERMINED, Broken, Seat, broken

Finds = Broken | None
AT_STAKE = (RESPOND, PAY)
STEP_4 = frozenset(BIDDING)


def at_stake(state: State) -> bool:
    """Whether an auction is held, be it one too many."""
    return state.phase in AT_STAKE or (state.phase not in STEP_4 and state.auction.selector != NO_SEAT)


def takes_what_was_won(state: State, action: Select | Take) -> bool:
    """Whether the winner of the auction at stake takes its column, without a recorded payment."""
    auction = state.auction
    won = state.phase in AT_STAKE and action.seat == auction.bidder and action.column in (auction.column, None)
    return won and type(action) is Take


def takes_its_own(state: State, action: Select | Take) -> bool:
    """Whether a seat only takes the column it wins, or has won already."""
    return takes_what_was_won(state, action) or (type(action) is Take and names_own_column(state, action))


@cites(na.AUCTION_12)
def the_highest_bidder_wins(rules: NieuwAmsterdamRules, state: State, pay: Pay) -> Finds:
    auction = state.auction
    if state.phase != PAY or pay.seat in (auction.bidder, auction.outbid[1], auction.low[1]):
        return None
    if pays_too_late(state, pay.seat):  # for nothing, or for a column it has: NA-AUCTION-13
        return None
    return broken(due=auction.bidder)


def _owed(state: State, seat: Seat) -> Number | None:
    """What a seat has to pay for a column; None for a seat that has not won the auction at stake."""
    auction = state.auction
    if pays_too_late(state, seat) or (state.phase != PAY and not at_stake(state)):
        return 0
    if seat == auction.bidder:
        return not_below_zero(auction.best)
    return next((bid for bid, by in (auction.outbid, auction.low) if by == seat), None) if state.phase == PAY else None


@cites(na.AUCTION_13)
def the_winner_pays_the_bid(rules: NieuwAmsterdamRules, state: State, pay: Pay | Take) -> Finds:
    if type(pay) is Take and not _pays_with_the_column(state, pay):
        return None
    paid, due = count_of(pay.paid), _owed(state, pay.seat)
    if due is None or _may_be(paid, due) or continues_payment(state, pay.seat, paid):
        return None
    paid = paid_in_all(state, paid) if type(pay) is Pay else paid
    return None if _may_be(paid, due) else broken(paid=paid, due=due)


def _may_be(paid: int, due: Number) -> bool:
    """Whether a payment may be the amount due: it shows a bid that was not seen."""
    return paid == due if due.__class__ is int else least(due) <= paid <= most(due)


@cites(na.AUCTION_16)
def the_winner_takes_the_token(rules: NieuwAmsterdamRules, state: State, action: Pay | Select | Take) -> Finds:
    """Found where later lines show that the tokens were not exchanged."""
    auction = state.auction
    winner = action.seat if type(action) is Pay else auction.bidder
    if state.phase != PAY or winner in (NO_SEAT, auction.selector) or not tokens_kept(state, winner):
        return None
    return broken(seat=winner, token=state.tokens[winner], due=state.tokens[auction.selector])


@cites(na.AUCTION_13)
def a_payment_is_told(rules: NieuwAmsterdamRules, state: State, action: Select | Take) -> Finds:
    if not _is_unpaid(state, action) or payment_read(state, state.auction.bidder) is not None:
        return None
    return Broken({"needs": "payment"}, state.auction.bidder, UNDETERMINED, _overbid_line(state, state.auction.bidder))


@cites(na.AUCTION_13)
def a_payment_read_later_is_the_bid(rules: NieuwAmsterdamRules, state: State, action: Select | Take) -> Finds:
    bidder, due = state.auction.bidder, state.auction.best
    paid = payment_read(state, bidder) if _is_unpaid(state, action) else None
    if paid is None or _may_be(paid, due):
        return None
    return broken(seat=bidder, root=_overbid_line(state, bidder), paid=paid, due=due)


def _is_unpaid(state: State, action: Select | Take) -> bool:
    """Whether the auction at stake is over and its winner's payment was not recorded."""
    return state.phase == PAY and most(state.auction.best) > 0 and not _pays_with_the_column(state, action)


def _pays_with_the_column(state: State, action: Select | Take) -> bool:
    """Whether the winner says with the column what it cost."""
    return isinstance(action, Take) and takes_what_was_won(state, action) and bool(action.paid)


@cites(na.AUCTION_10)
def only_five_kinds_can_pay(rules: NieuwAmsterdamRules, state: State, action: Pay | Take) -> Finds:
    for kind, count in action.paid:
        if count and kind in OTHER:
            return broken(paid=((kind, count),))
    return None


@cites(GR_COUNT)
def nobody_pays_what_nobody_holds(rules: NieuwAmsterdamRules, state: State, action: Pay | Take) -> Finds:
    player, furs = state.players[action.seat], 0
    for kind, count in action.paid:
        if kind in STOCKS:
            held = getattr(player, kind)
        elif kind in OTHER:
            continue
        else:
            furs += count
            held = player.furs.total if kind == FUR else player.furs.kinds[AT_FUR[kind]]
        if count > (held if held.__class__ is int else held.most):  # while it is possible, nothing is found
            return _not_held(state, action.seat, paid=((kind, count),), held=held)
    total = player.furs.total
    return _not_held(state, action.seat, paid=((FUR, furs),), held=total) if furs and furs > most(total) else None


def _not_held(state: State, seat: Seat, **facts: object) -> Broken:
    """The finding that a seat cannot have paid this; it names the bid beyond its means, if there was one."""
    return Broken(facts, None, CONTRADICTION, _overbid_line(state, seat))


def _overbid_line(state: State, seat: Seat) -> int | None:
    """The earlier line of this round by which a seat bid more than it held; None if it did not."""
    overbid = state.known.get(overbid_key(state, seat))
    return overbid.reporting_line if overbid and overbid.reporting_line < state.line else None
