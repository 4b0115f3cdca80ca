"""The seats of a session with player, points and place, which several read models use."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.games import GAMES
from domain.numbers import Number
from domain.timeline.frame import Frame
from projections.snapshot import SessionSnapshot
from replays.view_models import Points, points_of


class ListedSeat(Struct, frozen=True, kw_only=True, gc=False):
    """A seat of a session: its player, points and place. `player` is None for a seat without a name."""

    seat: str
    player: str | None
    name: str
    played: Points
    ruled: Points
    place: int | None  # as ruled; none before the end
    shared: bool  # whether another side has the same place


class StoredMoment(Struct, frozen=True, kw_only=True, gc=False):
    """The round, turn and phase of a table, and the letters of the seats it waits for."""

    round: int
    turn: int
    phase: str
    waits: list[str]


def moment_now(snapshot: SessionSnapshot) -> StoredMoment:
    """The moment of a table after its last line, as played."""
    frame = snapshot.played[-1]
    table = frame.step.state
    waits = [] if snapshot.closed else frame.rules.to_act(frame.rules, table)
    letters = [snapshot.setup.seats[seat] for seat in waits]
    return StoredMoment(round=table.round, turn=table.turn, phase=table.phase, waits=letters)


def seats_of(snapshot: SessionSnapshot) -> list[ListedSeat]:
    """All seats, clockwise."""
    played, ruled = scores_of(snapshot, snapshot.played), scores_of(snapshot, snapshot.ruled)
    places = places_of(snapshot)
    return [
        ListedSeat(
            seat=letter,
            player=snapshot.people[seat] or None,
            name=snapshot.setup.name(seat),
            played=points_of(played[seat]),
            ruled=points_of(ruled[seat]),
            place=places.get(seat, (None, False))[0],
            shared=places.get(seat, (None, False))[1],
        )
        for seat, letter in enumerate(snapshot.setup.seats)
    ]


def scores_of(snapshot: SessionSnapshot, frames: Sequence[Frame]) -> dict[int, Number]:
    """The points of each seat at the end of a fold; partners have the points of their side."""
    sides = zip(_sides(snapshot), frames[-1].step.state.scores, strict=True)
    return {seat: score for seats, score in sides for seat in seats}


def places_of(snapshot: SessionSnapshot) -> dict[int, tuple[int, bool]]:
    """The place of each seat as ruled, and whether another side shares it."""
    result, seats = snapshot.ruled[-1].step.state.result, _sides(snapshot)
    places = enumerate(result.places if result else (), 1)
    return {seat: (place, len(sides) > 1) for place, sides in places for side in sides for seat in seats[side]}


def _sides(snapshot: SessionSnapshot) -> tuple[tuple[int, ...], ...]:
    return GAMES[snapshot.setup.game].sides(snapshot.setup)
