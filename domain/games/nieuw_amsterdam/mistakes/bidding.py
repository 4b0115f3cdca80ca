"""Simulated mistakes about the auctions of step 4 (NA-AUCTION)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mistakes import TablePhase
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import (
    SPECIALS,
    TILE_STEP,
    Bid,
    Pass,
    PassSpecial,
    PassTile,
    Pay,
    Select,
    Take,
)
from domain.games.nieuw_amsterdam.mistakes.common import (
    Moment,
    announced,
    breaks,
    goes_on,
    instead,
    made,
    me,
    one_of,
    others,
    refused,
    stands,
)
from domain.games.nieuw_amsterdam.pieces import COLUMNS, FURS, STOCKS, TILES
from domain.games.nieuw_amsterdam.state import NO_SEAT, PAY, RESPOND, SELECT, TAKE, TURN, Player, State, units
from domain.numbers import least
from domain.rules import Effect, Seat, replace

TURNS = (*TILE_STEP, *SPECIALS, PassTile, PassSpecial)
ENDS_AN_AUCTION = (Bid, Pass, Pay)


# What lies on the table ---------------------------------------------------------------------------


def all_of(player: Player) -> tuple[tuple[str, int], ...]:
    """Everything a seat can pay with."""
    stocks = [(stock, getattr(player, stock)) for stock in STOCKS]
    return tuple(pair for pair in (*stocks, *zip(FURS, player.furs.kinds, strict=True)) if pair[1])


def some_of(player: Player, amount: int) -> tuple[tuple[str, int], ...] | None:
    """A payment of this amount; None where the seat holds less."""
    given, left = [], amount
    for kind, count in all_of(player):
        given.append((kind, min(count, left)))
        left -= min(count, left)
    return None if left else tuple(pair for pair in given if pair[1])


def highest(at: Moment) -> int:
    """The highest bid so far, -1 where there is none."""
    return least(at.state.auction.best)


def have_one(state: State) -> list[Seat]:
    """Seats that have a column."""
    return [seat for seat, player in enumerate(state.players) if player.column]


def spares_a_column(state: State) -> bool:
    """Whether a seat can have two columns and every other seat still gets one."""
    return len(untaken(state)) > len(state.auction.without)


def untaken(state: State, spaces: tuple[int, ...] = (2, 3)) -> list[int]:
    """Columns still there, of these sizes."""
    sizes = state.sheet.columns
    return [column for column in COLUMNS if state.chest.columns[column - 1] and sizes[column - 1] in spaces]


def next_one(without: tuple[Seat, ...], tokens: tuple[int, ...], gone: Seat) -> TablePhase:
    """Who selects or takes a column when one more seat has one."""
    left = sorted((seat for seat in without if seat != gone), key=lambda seat: tokens[seat])
    if not left:
        return TURN, (min(range(len(tokens)), key=lambda seat: tokens[seat]),)
    return (SELECT if len(left) > 1 else TAKE), (left[0],)


def swapped(tokens: tuple[int, ...], one: Seat, other: Seat) -> tuple[int, ...]:
    """The tokens after two seats have exchanged theirs."""
    there = {one: tokens[other], other: tokens[one]}
    return tuple(there.get(seat, token) for seat, token in enumerate(tokens))


def after_winning(state: State, winner: Seat) -> TablePhase:
    """The phase, and who acts, after a seat has won the auction at stake."""
    selector = state.auction.selector
    return next_one(state.auction.without, swapped(state.tokens, winner, selector), winner)


# Whose auction ------------------------------------------------------------------------------------


@breaks(na.AUCTION_1, Take)
def an_auction_too_many(at: Moment) -> WrongPlay | None:
    left = [column for column in untaken(at.state) if column != at.action.column]
    seat, column = one_of(at, range(len(at.state.players))), one_of(at, left)
    more = column and Select(seat=seat, column=column, bid=0)
    return instead(at.action, more, then=goes_on(at))


@breaks(na.AUCTION_1, Select)
def a_column_without_an_auction(at: Moment) -> WrongPlay | None:
    if len(at.state.players) == 2:
        return None
    return instead(Take(seat=at.action.seat, column=at.action.column), then=stands(at))


@breaks(na.AUCTION_2, Select)
def another_one_selects(at: Moment) -> WrongPlay | None:
    seat = one_of(at, (seat for seat in at.state.auction.without if seat != at.state.actor))
    bid = min(at.action.bid, units(at.state.players[seat]))
    return instead(replace(at.action, seat=seat, bid=bid), then=(RESPOND, (at.action.seat,)))


@breaks(na.AUCTION_3, Select, Take)
def a_column_already_taken(at: Moment) -> WrongPlay | None:
    column = one_of(at, (at.state.players[seat].column for seat in have_one(at.state)))
    return instead(column and replace(at.action, column=column), then=goes_on(at))


@breaks(na.AUCTION_4, Select)
def another_token_at_stake(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.AUCTION_4, "stake"))
    other = one_of(at, (token for token in at.state.tokens if token != at.state.tokens[at.action.seat]))
    return announced(at, effect, other)


@breaks(na.AUCTION_5, Select)
def no_first_bid(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, bid=None), then=(RESPOND, (at.state.auction.without[1],)))


@breaks(na.AUCTION_5, Select)
def a_pass_instead_of_a_column(at: Moment) -> WrongPlay | None:
    without = at.state.auction.without
    if at.state.actor != without[0]:
        return None
    return instead(Pass(seat=at.action.seat), then=(SELECT, (without[1],)))


@breaks(na.AUCTION_19, Select)
def a_second_column_selected(at: Moment) -> WrongPlay | None:
    seat = one_of(at, have_one(at.state)) if spares_a_column(at.state) else None
    if seat is None or at.state.actor != at.state.auction.without[0]:
        return None
    return instead(replace(at.action, seat=seat, bid=0), then=(RESPOND, (at.state.auction.without[0],)))


@breaks(na.AUCTION_19, Take)
def a_second_column_taken(at: Moment) -> WrongPlay | None:
    small = (2,) if len(at.state.players) == 2 else (2, 3)
    column = one_of(at, (column for column in untaken(at.state, small) if column != at.action.column))
    seat = one_of(at, have_one(at.state))
    if seat is None or column is None:
        return None
    return instead(Take(seat=seat, column=column), at.action, then=goes_on(at))


@breaks(na.AUCTION_22, Select)
def two_tiles_up_for_auction(at: Moment) -> WrongPlay | None:
    column = one_of(at, untaken(at.state, (2,))) if len(at.state.players) == 2 else None
    return instead(column and replace(at.action, column=column), then=goes_on(at))


# Bids ---------------------------------------------------------------------------------------------


@breaks(na.AUCTION_6, Bid, Pass)
def an_answer_too_early(at: Moment) -> WrongPlay | None:
    due = at.state.auction.due
    if at.action.seat != due[0] or len(due) < 2 or len(at.state.auction.acted) > 1:
        return None
    return instead(Pass(seat=at.rng.choice(due[1:])), then=stands(at))


@breaks(na.AUCTION_6, Bid, Pass)
def a_bid_of_one_who_has_a_column(at: Moment) -> WrongPlay | None:
    amount, may = highest(at) + 1, have_one(at.state) if spares_a_column(at.state) else []
    seat = one_of(at, (seat for seat in may if units(at.state.players[seat]) >= amount))
    return instead(None if seat is None else Bid(seat=seat, amount=amount), then=stands(at))


@breaks(na.AUCTION_7, Bid, Pass)
def a_second_bid(at: Moment) -> WrongPlay | None:
    amount, without = highest(at) + 1, at.state.auction.without
    spoke = [seat for seat in at.state.auction.acted if seat in without]
    seat = one_of(at, (seat for seat in spoke if units(at.state.players[seat]) >= amount))
    if seat is None or not amount:
        return None
    return instead(Bid(seat=seat, amount=amount), then=stands(at))


@breaks(na.AUCTION_8, Bid)
def a_bid_no_higher(at: Moment) -> WrongPlay | None:
    """A bid that is not higher does not count: the highest bidder before it pays when all have answered."""
    auction = at.state.auction
    if auction.best <= 0:
        return None
    then = goes_on(at) if len(auction.due) > 1 else (PAY, (auction.bidder,))
    return instead(replace(at.action, amount=at.rng.randint(1, highest(at))), then=then)


@breaks(na.AUCTION_9, Bid)
def a_bid_beyond_ones_means(at: Moment) -> WrongPlay | None:
    """The last to answer bids too much, wins, and pays with everything."""
    state, seat = at.state, at.action.seat
    player = state.players[seat]
    if len(state.auction.due) > 1 or not units(player):
        return None
    pays = Pay(seat=seat, paid=all_of(player))
    return instead(replace(at.action, amount=units(player) + 1), pays, then=after_winning(state, seat))


# Who wins, and what is paid -----------------------------------------------------------------------


@breaks(na.AUCTION_10, Pay)
def points_paid(at: Moment) -> WrongPlay | None:
    (kind, count), *rest = at.action.paid
    other = (at.rng.choice(("points", "buildings", "tiles", "cards")), 1)
    return instead(Pay(seat=at.action.seat, paid=((kind, count - 1), *rest, other)), then=goes_on(at))


@breaks(na.AUCTION_11, Pay)
def kinds_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "kinds")


@breaks(na.AUCTION_12, Pay)
def another_one_wins(at: Moment) -> WrongPlay | None:
    state, best = at.state, highest(at)
    auction = state.auction
    rivals = [seat for seat in auction.without if seat not in (at.action.seat, auction.outbid[1], auction.low[1])]
    seat = one_of(at, (seat for seat in rivals if units(state.players[seat]) >= best))
    if seat is None:
        return None
    return _pays(state, seat, best)


@breaks(na.AUCTION_12, Bid, Pass)
def an_auction_closed_early(at: Moment) -> WrongPlay | None:
    state, best, bidder = at.state, highest(at), at.state.auction.bidder
    if state.phase != RESPOND or best < 1 or bidder == NO_SEAT or bidder not in state.auction.without:
        return None
    return _pays(state, bidder, best)


def _pays(state: State, seat: Seat, amount: int) -> WrongPlay | None:
    """A seat pays so much for the column, and has it."""
    paid = some_of(state.players[seat], amount)
    return None if paid is None else instead(Pay(seat=seat, paid=paid), then=after_winning(state, seat))


@breaks(na.AUCTION_13, Pay)
def a_wrong_payment(at: Moment) -> WrongPlay | None:
    seat, due = at.action.seat, highest(at)
    wrong = some_of(at.state.players[seat], max(0, due + at.rng.choice((-2, -1, 1, 2))))
    return instead(None if wrong is None else Pay(seat=seat, paid=wrong), then=goes_on(at))


@breaks(na.AUCTION_13, Pay)
def a_loser_pays_too(at: Moment) -> WrongPlay | None:
    state = at.after.state
    if state.phase not in (SELECT, TAKE):
        return None
    seat = one_of(at, (seat for seat in others(state, at.action.seat) if state.players[seat].coins))
    return instead(at.action, None if seat is None else Pay(seat=seat, paid=(("coins", 1),)), then=goes_on(at))


@breaks(na.AUCTION_14, Pay)
def furs_put_back_into_the_reserve(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.AUCTION_14, "discard"))
    return announced(at, effect, effect and 0)


@breaks(na.AUCTION_15, *ENDS_AN_AUCTION)
def a_tile_left_in_the_column(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (effect for effect in made(at, na.AUCTION_15, "tiles") if effect.by))
    return announced(at, effect, effect and effect.by - 1)


@breaks(na.AUCTION_16, *ENDS_AN_AUCTION)
def a_winner_keeps_the_old_token(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (effect for effect in made(at, na.AUCTION_16, "token") if effect.by))
    wrong = announced(at, effect, effect and 0)
    return wrong and replace(wrong, then=next_one(at.state.auction.without, at.state.tokens, effect.seat))


@breaks(na.AUCTION_17, *ENDS_AN_AUCTION)
def a_token_given_to_a_third_one(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.AUCTION_17, "token"))
    if effect is None:
        return None
    selector, winner, tokens = effect.seat, _winner(at), at.after.state.tokens
    third = one_of(at, (seat for seat in others(at.state, selector) if seat != winner))
    if third is None:
        return None
    wrong = announced(at, effect, effect.by + tokens[third] - tokens[selector])
    then = next_one(at.state.auction.without, swapped(tokens, selector, third), winner)
    return wrong and replace(wrong, then=then)


def _winner(at: Moment) -> Seat:
    return made(at, na.AUCTION_16, "token")[0].key[0]


def _other_bonus(at: Moment, effect: Effect | None) -> WrongPlay | None:
    """A coin more or fewer than is printed under the column."""
    return announced(at, effect, effect and effect.by + at.rng.choice((1, -1) if effect.by else (1, 2)))


@breaks(na.AUCTION_18, *ENDS_AN_AUCTION)
def a_wrong_bonus(at: Moment) -> WrongPlay | None:
    return _other_bonus(at, one_of(at, made(at, na.AUCTION_18, "coins")))


# The last column ----------------------------------------------------------------------------------


@breaks(na.AUCTION_20, Take)
def a_wrong_bonus_of_the_last_column(at: Moment) -> WrongPlay | None:
    return _other_bonus(at, one_of(at, made(at, na.AUCTION_20, "coins")))


@breaks(na.AUCTION_20, Take)
def the_last_column_paid(at: Moment) -> WrongPlay | None:
    return _paid(at) if len(at.state.players) != 2 else None


@breaks(na.AUCTION_23, Take)
def the_free_column_of_two_players_paid(at: Moment) -> WrongPlay | None:
    return _paid(at) if len(at.state.players) == 2 else None


def _paid(at: Moment) -> WrongPlay | None:
    paid = some_of(me(at), 1)
    return None if paid is None else instead(replace(at.action, paid=paid), then=goes_on(at))


@breaks(na.AUCTION_21, Take)
def a_token_with_the_last_column(at: Moment) -> WrongPlay | None:
    effect, tokens = one_of(at, made(at, na.AUCTION_21, "token")), at.after.state.tokens
    other = one_of(at, others(at.state, at.action.seat))
    if other is None or at.state.auction.selector != NO_SEAT:
        return None
    wrong = announced(at, effect, tokens[other] - tokens[at.action.seat])
    return wrong and replace(wrong, then=next_one((), swapped(tokens, at.action.seat, other), NO_SEAT))


@breaks(na.AUCTION_23, Take)
def three_tiles_for_the_loser(at: Moment) -> WrongPlay | None:
    column = one_of(at, untaken(at.state, (3,))) if len(at.state.players) == 2 else None
    return instead(column and replace(at.action, column=column), then=goes_on(at))


@breaks(na.AUCTION_24, Pass)
def a_coin_for_a_pass(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, na.AUCTION_24, "coins")), 1)


@breaks(na.AUCTION_25, *TURNS)
def a_column_no_player_took(at: Moment) -> WrongPlay | None:
    """One without tiles of the running step, so that the turn goes on as it would have."""
    state = at.state
    if state.phase != TURN or state.step or not state.players[at.action.seat].column:
        return None
    letter = TILES[state.step]
    column = one_of(at, (column for column in untaken(state) if letter not in state.chest.columns[column - 1]))
    return instead(column and Take(seat=at.action.seat, column=column), at.action, then=goes_on(at))
