"""The rules type of New Haven: what its variants and readings can change."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.new_haven import clauses
from domain.rules import Rules


class NewHavenRules(Rules, frozen=True, kw_only=True):
    """What variants and readings of New Haven can change."""

    side: str = "A"
    hand_tiles: int = 2
    hand_clause: str = clauses.SETUP_5.id
    sets_out: Mapping[int, int] = {}  # full sets of buildings removed from the game, by number of players
    covering: bool = False
    covered_goes: str = "under"  # under, bag or hand (NH-I-15)
    covered_colour_counts: bool = False  # NH-I-16
    covered_serves: bool = False  # NH-I-17
    wild_chains: bool = True  # NH-I-02
    track_end: int | None = None  # NH-I-03
    last_turn: str = "whole"  # whole, at-once or after-sharing (NH-I-05)
    last_draws_count: bool = True  # NH-I-06
    empty_bag_stops_draws: bool = False  # NH-I-07
    named_at_placement: bool = True  # NH-I-09
    goods_claim: bool = True  # NH-I-11
    bare_settlements_are_free: bool = True  # NH-I-13
    share_limit: int | None = None  # NH-I-01
    build_after_pass: bool = False  # NH-I-19
    active_builds_last: bool = False  # NH-I-20
    lots_without_youngest: bool = False  # NH-I-22
    owner_turns_goods: bool = False  # NH-I-10
