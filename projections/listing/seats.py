"""Who sits where in a session, with points and place: what several read models tell of a seat."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.numbers import Number
from domain.sessions.timeline import Frame
from projections.glance import Glance
from replays.told import Points, points_of


class SeatListed(Struct, frozen=True, kw_only=True, gc=False):
    """A seat of a session: who sat there, and how it came out. Without a name nobody is known to have sat there."""

    seat: str
    player: str | None
    name: str
    played: Points
    ruled: Points
    place: int | None  # as ruled; none before the end
    shared: bool  # whether others came to the same place


def seats_of(seen: Glance) -> list[SeatListed]:
    """Every seat, clockwise."""
    played, ruled = scores_of(seen.played), scores_of(seen.ruled)
    places = places_of(seen.ruled)
    return [
        SeatListed(
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


def scores_of(frames: Sequence[Frame]) -> tuple[Number, ...]:
    """The points at the end of a fold."""
    return frames[-1].step.state.scores


def places_of(frames: Sequence[Frame]) -> dict[int, tuple[int, bool]]:
    """Each seat's place, and whether it is shared."""
    result = frames[-1].step.state.result
    places = enumerate(result.places if result else (), 1)
    return {seat: (place, len(seats) > 1) for place, seats in places for seat in seats}
