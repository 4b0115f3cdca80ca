"""Deeds of step 4: selecting, bidding, passing, paying, taking the last column."""

from __future__ import annotations

from functools import cache

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Bid, Pass, PassSpecial, PassTile, Pay, Select, Take, count_of
from domain.games.nieuw_amsterdam.deeds.city import pass_special, pass_tile
from domain.games.nieuw_amsterdam.deeds.common import hand_over
from domain.games.nieuw_amsterdam.follow.bidding import next_auction, take_column
from domain.games.nieuw_amsterdam.follow.common import Moved, effect_at, seat_effect
from domain.games.nieuw_amsterdam.follow.turns import may_pass
from domain.games.nieuw_amsterdam.pieces import STEPS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    BIDDING,
    NO_SEAT,
    NOT_OUTBID,
    PAY,
    RESPOND,
    SELECT,
    TAKE,
    TURN,
    WON,
    Auction,
    Furs,
    Player,
    State,
    put_at,
    units,
    with_fact,
    with_furs,
    with_player,
)
from domain.numbers import Number, Range, least, most
from domain.rules import Effect, Seat, replace

PASSED = "passed"  # the fact that waits for what a bare pass gave up


def use_select(rules: NieuwAmsterdamRules, state: State, action: Select) -> State:
    """An auction begins, for a column that is not known."""
    return _open_auction(state, action.seat)


def select(rules: NieuwAmsterdamRules, state: State, action: Select) -> Moved:
    """The selector's token lies on the column, and the first bid is made."""
    seat, column = action.seat, action.column or 0
    bid = bid_shown(state) if action.unseen else action.bid
    token = (effect_at(na.AUCTION_4, "stake", (str(column),), state.tokens[seat], seat, sets=True),) if column else ()
    if bid and exceeds(state.players[seat], bid):
        state = with_fact(state, overbid_key(state, seat), bid)
    if action.unseen and bid is None:
        return _open_auction(state, seat, column, _within_means(state, seat, 0), seat), token
    return _open_auction(state, seat, column, -1 if bid is None else bid, NO_SEAT if bid is None else seat), token


def first_bid(state: State, action: Select) -> int | None:
    """The first bid: as this line says it, or as the payment shows it where it was not seen."""
    return bid_shown(state) if action.unseen else action.bid


def bid_shown(state: State) -> int | None:
    """The bid of the current line as the payment shows it."""
    fact = state.known.get((state.line, "bid"))
    return fact.value if fact else None


def _within_means(state: State, seat: Seat, least_bid: int) -> Number:
    """The range of a bid that was not seen: from this minimum to what the seat holds."""
    return Range(least_bid, max(least_bid, most(units(state.players[seat]))), f"bid {state.line}")


def _open_auction(state: State, seat: Seat, column: int = 0, best: Number = -1, bidder: Seat = NO_SEAT) -> State:
    """An auction begins: the others without a column answer in turn order."""
    if state.phase not in BIDDING:  # an auction too many: answers to it are no further mistakes
        return replace(state, auction=Auction((), column, seat, best, bidder))
    without = state.auction.without
    due = tuple([other for other in without if other != seat])
    auction = Auction(without, column, seat, best, bidder, due, (seat,), odd=state.auction.odd)
    return replace(state, phase=RESPOND, auction=auction, actor=due[0] if due else seat)


def use_answer(rules: NieuwAmsterdamRules, state: State, action: Bid | Pass) -> State:
    """Uses up a seat's answer in this auction; a further answer is noted again."""
    auction, seat = state.auction, action.seat
    if state.phase != RESPOND:
        return state
    due = auction.due
    due = due[1:] if due and due[0] == seat else _still_due(due, seat)
    auction = replace(auction, due=due, acted=auction.acted + (seat,))
    return replace(state, auction=auction, actor=due[0] if due else seat)


def _still_due(due: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """The seats still to answer once this one has."""
    return due[1:] if due and due[0] == seat else tuple([other for other in due if other != seat])


def bid(rules: NieuwAmsterdamRules, state: State, action: Bid) -> Moved:
    """A higher bid is the one to beat, be it a second one: the table took it as one, unless the seat outbid pays."""
    auction, phase, actor, seat = state.auction, state.phase, state.actor, action.seat
    if phase != RESPOND and phase != PAY:
        return state, ()
    amount = action.amount if action.amount is not None else _unseen_amount(state, action)
    due, acted, best, bidder = auction.due, auction.acted, auction.best, auction.bidder
    outbid, low, late = auction.outbid, auction.low, phase == PAY
    if not late:
        due, acted = _still_due(due, seat), acted + (seat,)
        actor = due[0] if due else seat
    beaten = to_beat(auction)
    both_seen = amount.__class__ is beaten.__class__ is int
    if amount <= beaten if both_seen else most(amount) <= least(beaten):
        low = (amount, seat)
    else:
        again = acted.count(seat) > 1 and not corrects_own_bid(auction, seat, acted[-2:-1])
        beyond = exceeds(state.players[seat], amount)
        is_none = late or seat not in auction.without or again or beyond
        outbid = _standing_bid(auction) if is_none else NOT_OUTBID
        state = with_fact(state, overbid_key(state, seat), amount) if beyond else state
        best, bidder, actor = amount, seat, seat if late else actor
    if auction.best < 0 and acted == (auction.selector,) * 2:
        state = with_fact(state, opening_key(state, auction.column), amount)
    auction = Auction(
        auction.without, auction.column, auction.selector, best, bidder, due, acted, outbid, low, auction.odd
    )
    return replace(state, auction=auction, actor=actor), ()


def _unseen_amount(state: State, action: Bid) -> Number:
    """A bid that was not seen: as the payment shows it, else more than the last, as the rules ask."""
    shown = bid_shown(state)
    return _within_means(state, action.seat, least(to_beat(state.auction)) + 1) if shown is None else shown


def exceeds(player: Player, bid: Number) -> bool:
    """Whether a bid is surely more than a seat holds: mostly its coins will do."""
    lowest = bid if bid.__class__ is int else least(bid)
    return lowest > most(player.coins) and lowest > most(units(player))


def overbid_key(state: State, seat: Seat) -> tuple:
    """The key of the fact that a seat bid more than it held in this round."""
    return state.round, "overbid", seat


def to_beat(auction: Auction) -> Number:
    """The bid that the next one must exceed; an unlawful bid does not count, even if the table accepted it."""
    return _standing_bid(auction)[0]


def opening_key(state: State, column: int) -> tuple:
    """The key of the fact that the selector made the first bid by a line of its own, before the first answer."""
    return state.round, "opened", column


def corrects_own_bid(auction: Auction, seat: Seat, last: tuple[Seat, ...]) -> bool:
    """Whether a seat bids again right after a bid of its own that was none: too little, or more than it holds."""
    return last == (seat,) and (auction.low[1] == seat or (auction.bidder == seat and auction.outbid != NOT_OUTBID))


def _standing_bid(auction: Auction) -> tuple[Number, Seat]:
    """The highest bid that is surely lawful."""
    return (auction.best, auction.bidder) if auction.outbid == NOT_OUTBID else auction.outbid


def pass_bid(rules: NieuwAmsterdamRules, state: State, action: Pass) -> Moved:
    """Passing earns nothing here (NA-AUCTION-24, NA-Q-28); in a turn it gives up what is left of it."""
    earned, seat = rules.auction_pass_coins, action.seat
    if state.phase == TURN:
        return _do_bare_pass(rules, state, action)
    state = use_answer(rules, state, action)
    if earned:
        player = state.players[seat]
        state = with_player(state, seat, replace(player, coins=player.coins + earned))
    return state, _passing(seat, earned)


def pass_meanings(rules: NieuwAmsterdamRules, state: State, action: Pass) -> tuple[PassTile | PassSpecial, ...]:
    """What a bare pass can mean in a seat's turn: a tile of the step, or its special action."""
    tile, special = may_pass(state, action.seat)
    tiles = (PassTile(seat=action.seat, tile=STEPS[state.step]),) if tile else ()
    return (*tiles, PassSpecial(seat=action.seat)) if special else tiles


def _do_bare_pass(rules: NieuwAmsterdamRules, state: State, action: Pass) -> Moved:
    """Does what a bare pass means; where it can mean several things, what is left of the turn is not known."""
    meant = pass_meanings(rules, state, action)
    if len(meant) > 1:
        player, left = state.players[action.seat], state.players[action.seat].tiles[state.step]
        tiles = put_at(player.tiles, state.step, Range(0, most(left), PASSED))
        turn = replace(player.turn, used=player.turn.used + 1)
        coins = Range(1, 1 + most(left), PASSED) + player.coins
        return with_player(state, action.seat, replace(player, tiles=tiles, turn=turn, coins=coins)), ()
    if not meant:
        return state, ()
    only = meant[0]
    return pass_special(rules, state, only) if isinstance(only, PassSpecial) else pass_tile(rules, state, only)


@cache
def _passing(seat: Seat, earned: int) -> tuple[Effect, ...]:
    return (seat_effect(na.AUCTION_24, "coins", seat, earned),)


def use_pay(rules: NieuwAmsterdamRules, state: State, action: Pay) -> State:
    """The seat that pays has won."""
    if state.phase != PAY:
        return state
    return replace(state, phase=WON, auction=replace(state.auction, bidder=action.seat))


def pay(rules: NieuwAmsterdamRules, state: State, action: Pay) -> Moved:
    """The seat that pays has won; the payment goes to the reserves, its furs to the discard."""
    seat, phase, auction, paid = action.seat, state.phase, state.auction, count_of(action.paid)
    players, discard, effects = _paid(state, action)
    if auction.best.__class__ is Range:
        state, auction = _shows_the_bid(state, seat, paid)
    if phase == PAY and not pays_too_late(state, seat):
        phase, auction = _after_payment(state, seat, paid)
    elif auction.odd:
        state = _with_further_payment(state, seat, paid)
        auction = state.auction
    return replace(state, phase=phase, auction=auction, players=players, discard=discard), effects


def _shows_the_bid(state: State, seat: Seat, paid: int) -> tuple[State, Auction]:
    """A payment of the highest bidder shows the bid where that was not seen."""
    auction = state.auction
    bid = auction.best
    if not isinstance(bid, Range) or seat != auction.bidder or not bid.least <= paid <= bid.most:
        return state, auction
    fact, auction = bid.fact.split(), replace(auction, best=paid)
    state = with_fact(state, (int(fact[1]), "bid"), paid) if fact[0] == "bid" else state
    return replace(state, auction=auction), auction


def _after_payment(state: State, seat: Seat, paid: int) -> tuple[str, Auction]:
    """Phase and auction after a payment: the payer has won, unless the highest bidder pays afterwards."""
    auction = state.auction
    bidder, due = auction.bidder, max(0, least(auction.best))
    if bidder == seat and paid == due:
        return WON, auction
    if bidder not in (seat, NO_SEAT) and state.known.get((state.line, "won-by")) is not None:
        return PAY, auction
    return WON, replace(auction, bidder=seat, odd=(state.line, seat, paid, bidder, due))


def continues_payment(state: State, seat: Seat, paid: int) -> bool:
    """Whether a payment goes on with the one before it, or the highest bidder pays after another seat did."""
    if not state.auction.odd or (state.phase not in (SELECT, TAKE) and not pays_too_late(state, seat)):
        return False
    _, payer, _, bidder, due = state.auction.odd
    return seat == payer or (seat == bidder and paid == due)


def pays_too_late(state: State, seat: Seat) -> bool:
    """Whether a payment cannot be for the auction at stake: the seat has its column."""
    auction = state.auction
    return state.phase in (RESPOND, PAY) and seat != auction.bidder and seat not in auction.without


def _with_further_payment(state: State, seat: Seat, paid: int) -> State:
    """The table with what a further payment shows of the one before: its total, or that it won nothing."""
    if not continues_payment(state, seat, paid):
        return state
    line, payer, before, bidder, due = state.auction.odd
    if seat != payer:
        return with_fact(state, (line, "won-by"), seat)
    state = with_fact(state, (line, "paid-on"), (state.line, paid))
    return replace(state, auction=replace(state.auction, odd=(state.line, seat, before + paid, bidder, due)))


def paid_in_all(state: State, paid: int) -> int:
    """What was paid by this line and by those that go on with it."""
    line = state.line
    while (fact := state.known.get((line, "paid-on"))) is not None:
        line, more = fact.value
        paid += more
    return paid


def _paid(state: State, action: Pay | Take) -> tuple[tuple[Player, ...], Furs, tuple[Effect, ...]]:
    """All seats, and the fur discard, after one seat has handed over its payment."""
    seat, paid, discard = action.seat, action.paid, state.discard
    player, furs = hand_over(state.players[seat], paid)
    players = put_at(state.players, seat, player)
    if not furs:
        return players, discard, ()
    return players, with_furs(discard, furs), (effect_at(na.AUCTION_14, "discard", (), count_of(furs), seat),)


def use_take(rules: NieuwAmsterdamRules, state: State, action: Take) -> State:
    """A seat that takes a column is out of the bidding."""
    if state.phase not in BIDDING or names_own_column(state, action):
        return state
    return next_auction(rules, state, action.seat)


def take(rules: NieuwAmsterdamRules, state: State, action: Take) -> Moved:
    """A column without an auction."""
    if action.paid:
        players, discard, _ = _paid(state, action)
        state = replace(state, players=players, discard=discard)
    return (
        (state, ()) if names_own_column(state, action) else take_column(rules, state, action.seat, action.column or 0)
    )


def names_own_column(state: State, take: Take) -> bool:
    """Whether a line only names the column that a seat has already."""
    return bool(take.column) and state.players[take.seat].column == take.column
