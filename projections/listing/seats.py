"""Who sits where in a session, with points and place: what several read models tell of a seat."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.games import GAMES
from domain.numbers import Number
from domain.timeline.frame import Frame
from projections.snapshot import SessionSnapshot
from replays.view_models import Points, points_of


class ListedSeat(Struct, frozen=True, kw_only=True, gc=False):
    """A seat of a session: who sat there, and how it came out. Without a name nobody is known to have sat there."""

    seat: str
    player: str | None
    name: str
    played: Points
    ruled: Points
    place: int | None  # as ruled; none before the end
    shared: bool  # whether others came to the same place


def seats_of(seen: SessionSnapshot) -> list[ListedSeat]:
    """Every seat, clockwise."""
    played, ruled = scores_of(seen, seen.played), scores_of(seen, seen.ruled)
    places = places_of(seen)
    return [
        ListedSeat(
            seat=letter,
            player=seen.people[seat] or None,
            name=seen.setup.name(seat),
            played=points_of(played[seat]),
            ruled=points_of(ruled[seat]),
            place=places.get(seat, (None, False))[0],
            shared=places.get(seat, (None, False))[1],
        )
        for seat, letter in enumerate(seen.setup.seats)
    ]


def scores_of(seen: SessionSnapshot, frames: Sequence[Frame]) -> dict[int, Number]:
    """The points each seat has at the end of a fold, alone or with its partners."""
    sides = zip(_sides(seen), frames[-1].step.state.scores, strict=True)
    return {seat: score for seats, score in sides for seat in seats}


def places_of(seen: SessionSnapshot) -> dict[int, tuple[int, bool]]:
    """Each seat's place as ruled, and whether another side shares it."""
    result, seats = seen.ruled[-1].step.state.result, _sides(seen)
    places = enumerate(result.places if result else (), 1)
    return {seat: (place, len(sides) > 1) for place, sides in places for side in sides for seat in seats[side]}


def _sides(seen: SessionSnapshot) -> tuple[tuple[int, ...], ...]:
    return GAMES[seen.setup.game].sides(seen.setup)
