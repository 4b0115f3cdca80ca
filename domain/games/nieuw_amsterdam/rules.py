"""The rules type of Nieuw Amsterdam: what the readings of its rulebooks can change."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import pieces
from domain.rules import Rules


class NieuwAmsterdamRules(Rules, frozen=True, kw_only=True):
    """What readings of Nieuw Amsterdam can change. The defaults are the printed game, the English text first."""

    rounds: int = pieces.ROUNDS
    zero_ties_waive: bool = False  # NA-Q-1: a district without businesses is free for all seats
    zero_ties_score: bool = False  # NA-Q-1: and all seats tie there
    more_than_half: bool = False  # NA-Q-2: a majority is more than half of all
    three_way_ties: bool = True  # NA-Q-3: a tie of three or more scores in elections, too
    best_order: bool = True  # NA-Q-4: furs of a shipment are ranked by number; else as declared
    beyond_table: str = "last"  # NA-Q-5: last, triangular or nothing for the ninth card and later ones
    last_camp_stays: bool = False  # NA-Q-6: all longhouses of the final camp are permanent
    docks_per_round: bool = False  # NA-Q-7: one warehouse a round, not a turn
    docks_in_order: bool = False  # NA-Q-8: warehouses from left to right
    last_pier: int | None = 2  # NA-Q-9: assumed where the sheet lacks pier 4
    fee_from_sale: bool = False  # NA-Q-10: the fee may come out of what is sold
    empty_actions: bool = False  # NA-Q-11: actions without effect are allowed
    market_reshuffles: bool = True  # NA-Q-12: the discard is mixed in during a black market draw
    mix_when_short: bool = False  # NA-Q-13: the discard is mixed in as soon as the reserve is too small
    half_filled: str = "whole-price"  # NA-Q-14: whole-price, closed or pro-rata
    removed_go: str = "supply"  # NA-Q-15: supply or box
    buildings_limited: bool = True  # NA-Q-16
    timber_is_wood: bool = False  # NA-Q-17: the timber on an uncleared card counts as the player's
    order_at_once: bool = True  # NA-Q-18: tokens won count for the actions of this round
    travel_upriver_only: bool = False  # NA-Q-19
    fee_once_a_turn: bool = False  # NA-Q-20: the travelling fee is due once a turn, not for each trade
    recedes_on: str = "add"  # NA-Q-21: add or clear
    leftmost_occupied: bool = True  # NA-Q-22: longhouses leave the leftmost occupied camp; else camp 1 only
    clears_once: bool = True  # NA-Q-23: a cleared card is not cleared again
    clears_all: bool = True  # NA-Q-23: one action clears every filled card; else the one named, or the rightmost
    ties_waive: bool = True  # NA-Q-24: who is tied for the most pays no fee
    auction_pass_coins: int = 0  # NA-Q-28: coins for passing in an auction
    silent_special: bool = False  # NA-Q-29: a special action not taken is passed, with its coin
    removals_in_order: bool = True  # NA-Q-31: short players remove one after the other; else all at once
    loser_takes_bonus: bool = True  # NA-Q-32: with two players the free column gives its coins
    shared_districts: bool = True  # NA-Q-33: first businesses may share a district with other colours
    coins_open: bool = True  # NA-Q-35: coins lie open, so that a bid can be judged by them
    yields_at_once: bool = True  # NA-Q-37: cards of this round already yield in steps 8 and 10
    rightmost_filled_only: bool = True  # NA-Q-38: only the rightmost filled card is looked at in the end
    market_once: bool = True  # NA-Q-39: one purchase, looked at after the last draw; else several, up to three furs
    final_elections_pay: bool = False  # NA-Q-40: final elections also pay coins
    one_post_a_space: bool = True  # NA-Q-41
    passes_a_turn: int | None = None  # NA-Q-46: how many tiles may be passed in a turn
    # NA-Q-26 sets `observables`: how the scoring track shows a score.
    # Without a slot, for no other reading changes a record: NA-Q-25, 27, 30, 34, 36, 42, 43, 44, 45.
