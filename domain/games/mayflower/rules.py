"""The rules type of Mayflower: what the readings of its rulebook can change."""

from __future__ import annotations

from domain.games.mayflower.pieces import COLONISTS
from domain.rules import Rules


class MayflowerRules(Rules, frozen=True, kw_only=True):
    """What readings of Mayflower can change. The defaults are those the digest recommends."""

    order: str = "active"  # MF-I-01: who orders several scorings: active, owners, kinds or vote
    empty_features_move: bool = False  # MF-I-02: an explorer moves for a completed feature without colonists, too
    bonus_per_colonist: bool = True  # MF-I-03: else once per player and feature
    minority_bonus: bool = False  # MF-I-04: every colonist on the feature brings its bonus
    sweeps_behind_both: bool = False  # MF-I-05: after every move all that stands east of both explorers goes
    sweeps_anyway: bool = True  # MF-I-06: else only where the column that is left holds one
    stays_without_tile: bool = True  # MF-I-07: no move into a column without a tile
    coast_surrounds: bool = True  # MF-I-08: start spaces fill a farm's surroundings
    coast_counts: bool = True  # MF-I-08: start spaces count as tiles and portions of roads and cities, with their marks
    limits: str = "any-row"  # MF-I-09: any-row, board-rows or coast (column 0 north and south of the board, too)
    per_portion: bool = True  # MF-I-10: incomplete roads and cities count portions; else tiles
    final_relays: int = 0  # MF-I-11: points for a relay of an incomplete road
    final_bonus: bool = False  # MF-I-12: explorers pay in final scoring, too
    empty_turn_counts: bool = True  # MF-I-13: a last turn without a tile is a turn
    all_agree: bool = True  # MF-I-14: a discard needs the agreement of all players
    explorers_together: bool = False  # MF-I-15: both may start on one space
    coast_ends_filled: bool = False  # MF-I-16: cells of column 0 beyond the board count as filled
    coast_plains: bool = True  # MF-I-17: plains go on through start spaces
    lone_ties: bool = True  # MF-I-18: one trapper each is a tie; else ties need more than one
    standing_trappers_stay: bool = True  # MF-I-20: a trapper who stands upright is a trapper
    third_lap_stands: bool = False  # MF-I-22: from 101 on the marker is stood up again
    minority_returns: bool = True  # MF-I-23: all colonists of a scored feature return
    colonists: int = COLONISTS  # MF-I-24: playable ones of a colour
