"""Limits that a value read off the table can break by itself: piers, furs of the box, large pieces, lap tokens."""

from __future__ import annotations

from operator import eq

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.observables.common import observed, of_seat, seats, seats_by, stays
from domain.games.nieuw_amsterdam.pieces import AT_FUR, FURS_OF_A_KIND, LAP, LARGE
from domain.games.nieuw_amsterdam.state import State, left_to_draw, with_player
from domain.games.nieuw_amsterdam.values import LAPS, track_of, tracks_agree
from domain.numbers import NotKnown, Number, least, most, rests_on
from domain.rules import BROKEN, CONTRADICTION, Key, replace

IN_PIECES = ("coins", "wood", "corn")  # what the box has in large pieces


def beyond_the_piers(state: State, key: Key, seen: Number) -> str:
    """A contradiction where more goods lie there than the opened piers hold (NA-STORE-1)."""
    room = state.players[key[0]].estate.capacity
    if least(seen) <= most(room):
        return ""
    if entry := rests_on(room):
        raise NotKnown(entry)
    return CONTRADICTION


def beyond_the_box(state: State, key: Key, seen: Number) -> str:
    """A seat can have no more of a kind than lie nowhere else (NA-SUPPLY-2)."""
    own, left = least(state.players[key[0]].furs.kinds[AT_FUR[key[1]]]), max(0, left_to_draw(state, key[1]))
    return CONTRADICTION if least(seen) > min(FURS_OF_A_KIND, own + left) else ""


GOODS = of_seat("goods", clause=na.STORE_1.id, judge_value=beyond_the_piers)


# Large pieces -------------------------------------------------------------------------------------


def worth(pieces: tuple[Number, Number]) -> Number:
    """The value of small pieces and large ones together."""
    return pieces[0] + pieces[1] * LARGE


def _pieces(state: State, key: Key) -> tuple[Number, Number]:
    return getattr(state.players[key[0]], key[1]), 0


def _put_pieces(state: State, key: Key, pieces: tuple[Number, Number]) -> State:
    return with_player(state, key[0], replace(state.players[key[0]], **{key[1]: worth(pieces)}))


def _worth_the_same(now: tuple, seen: tuple) -> bool:
    try:
        return bool(worth(now) == worth(seen))
    except NotKnown:
        return True


def large_for_small(state: State, key: Key, seen: tuple[Number, Number]) -> str:
    """Whether as many pieces lie there as there should be units: the large ones were counted as one (NA-SUPPLY-1)."""
    held = getattr(state.players[key[0]], key[1])
    return BROKEN if least(held) <= least(sum(seen, 0)) <= most(held) and most(seen[1]) else ""


PIECES = observed(
    "pieces",
    LAPS,
    seats_by(IN_PIECES),
    key=("seat", "kind"),
    among=IN_PIECES,
    counts=False,
    agrees=_worth_the_same,
    slot_type="in_pieces",
    clause=na.SUPPLY_1.id,
    judge_value=large_for_small,
    get=_pieces,
    set=_put_pieces,
)


# The scoring track --------------------------------------------------------------------------------


def another_lap(state: State, key: Key, seen: tuple[Number, Number]) -> str:
    """Whether the marker is where the score puts it and the lap token is not, or it stands beyond the track."""
    if seen[1] > LAP:
        return BROKEN
    apart = state.scores[key[0]] - sum(seen, 0)
    return BROKEN if isinstance(apart, int) and apart % LAP == 0 else ""


def _strictly(state: State, key: Key) -> tuple[Number, Number]:
    """The token changes when the end is passed, and not before (NA-Q-26)."""
    score = state.scores[key[0]]
    if not isinstance(score, int) or not score:
        return track_of(state, key)
    laps = (score - 1) // LAP * LAP
    return laps, score - laps


TRACK = observed(
    "track",
    LAPS,
    seats,
    key=("seat",),
    counts=False,
    agrees=tracks_agree,
    slot_type="on_track",
    clause=na.SCORE_1.id,
    judge_value=another_lap,
    get=track_of,
    set=stays,
)
STRICT_TRACK = replace(TRACK, agrees=eq, get=_strictly)  # NA-Q-26
