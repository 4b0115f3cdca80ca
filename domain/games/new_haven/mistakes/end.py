"""Mistakes at the end: when it is over, what is scored, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from domain.games.game import Moment, WrongPlay
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Draw, End, Flip, Goods, Harvest, Pass, Pick, Refill
from domain.games.new_haven.mistakes.common import (
    a_tile,
    announced,
    breaks,
    free_cells,
    goes_on,
    instead,
    made,
    next_seat,
    one_of,
)
from domain.games.new_haven.pieces import COLOURS, COLUMN_POINTS, HOMES
from domain.games.new_haven.state import OVER, Home
from domain.observables import Observation
from domain.rules import Effect, Seat

POINTS, EMPTY, LEFT, TIED = range(4)
LAST = (Pass, Pick, Draw, Refill, Flip)


@breaks(nh.END_1, Harvest, Goods)
def stopped_too_soon(at: Moment) -> WrongPlay | None:
    return instead(End(), then=(OVER, ()))


@breaks(nh.END_1, *LAST)
def a_tile_after_the_end(at: Moment) -> WrongPlay | None:
    if at.after.state.result is None:
        return None
    return instead(at.action, a_tile(at, next_seat(at.state), free_cells(at.state)), then=(OVER, ()))


@breaks(nh.END_3, *LAST)
def a_draw_or_a_building_after_the_end(at: Moment) -> WrongPlay | None:
    after = at.after.state
    if after.result is None:
        return None
    seat = at.rng.randrange(len(after.players))
    pick = one_of(at, (Pick(seat=seat, building=kind) for kind in after.pool if kind != "?"))
    return instead(at.action, at.rng.choice((pick, a_first_building(at, seat) or pick)), then=(OVER, ()))


def a_first_building(at: Moment, seat: int) -> Build | None:
    """A colour the village has not, on a space it has not, from a hand that is not known."""
    player = at.after.state.players[seat]
    colours = set(COLOURS) - {there.colour for there in player.village.values()}
    if not colours or player.hand.unseen <= len(player.hand.down):
        return None
    home = one_of(at, (home for home in HOMES if home not in player.village))
    return home and Build(seat=seat, colour=sorted(colours)[0], up=False, home=home)


class VillageLine(Struct, frozen=True):
    """A row or column of a village as the table scores it."""

    effect: Effect
    worth: int
    built: tuple[Home | None, ...]

    @property
    def full(self) -> bool:
        """Whether every space is built on."""
        return None not in self.built

    @property
    def double(self) -> bool:
        """Whether every building lies face up."""
        return all(home is not None and home.up for home in self.built)

    @property
    def was_double(self) -> bool:
        """Whether it would be double with what lies underneath."""
        return all(home is not None and any(building.up for building in (home, *home.under)) for home in self.built)


def lines(at: Moment) -> Iterator[VillageLine]:
    """Every row and column that is counted now."""
    for effect in made(at, nh.SCORE_1, "points"):
        kind, number = effect.source.split("-")
        village = at.after.state.players[effect.key[0]].village
        here = [home for home in HOMES if home[0 if kind == "row" else 2] == number]
        worth = int(number) if kind == "row" else COLUMN_POINTS[int(number)]
        yield VillageLine(effect, worth, tuple(village.get(home) for home in here))


def scored(at: Moment, figures: Callable[[VillageLine], set[int]]) -> WrongPlay | None:
    """Another figure for a row or column."""
    effect, done = one_of(at, ((line.effect, done) for line in lines(at) for done in figures(line))) or (None, None)
    return announced(at, effect, done)


@breaks(nh.SCORE_1, *LAST)
def an_incomplete_row_scored(at: Moment) -> WrongPlay | None:
    return scored(at, lambda line: set() if line.full else {line.worth, 2 * line.worth})


@breaks(nh.SCORE_1, *LAST)
def a_complete_row_scored_wrong(at: Moment) -> WrongPlay | None:
    return scored(at, lambda line: {line.worth + 1, 3 * line.worth} - {2 * line.worth} if line.full else set())


@breaks(nh.SCORE_2, *LAST)
def not_doubled(at: Moment) -> WrongPlay | None:
    return scored(at, lambda line: {line.worth} if line.double else set())


@breaks(nh.SCORE_2, *LAST)
def doubled_with_a_building_face_down(at: Moment) -> WrongPlay | None:
    return scored(at, lambda line: {2 * line.worth} if line.full and not line.was_double else set())


@breaks(nh.REBUILD_1, *LAST)
def doubled_for_a_covered_building(at: Moment) -> WrongPlay | None:
    if not at.rules.covering:
        return None
    return scored(at, lambda line: {2 * line.worth} if line.was_double and not line.double else set())


@breaks(nh.SCORE_3, *LAST)
def a_crossing_row_not_scored(at: Moment) -> WrongPlay | None:
    full = {(line.effect.key, line.effect.source[0]) for line in lines(at) if line.full}

    def nothing(line: VillageLine) -> set[int]:
        crossing = "c" if line.effect.source[0] == "r" else "r"
        return {0} if line.full and (line.effect.key, crossing) in full else set()

    return scored(at, nothing)


@breaks(nh.SCORE_4, *LAST)
def points_for_buildings_left(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, nh.SCORE_4, "points")), at.rng.randint(1, 6))


# The winner ---------------------------------------------------------------------------------------


def another_winner(at: Moment, decided_by: int) -> WrongPlay | None:
    """A player is declared the winner who loses by points, by empty spaces or by what is left; or one of the tied."""
    after = at.after.state
    if after.result is None:
        return None
    standing = [
        (-after.scores[seat], len(HOMES) - len(player.village), player.hand.size)
        for seat, player in enumerate(after.players)
    ]
    best = min(standing)
    lost_by = [next((step for step in range(3) if mine[step] != best[step]), TIED) for mine in standing]
    if decided_by == TIED and lost_by.count(TIED) == 1:
        return None
    winner = one_of(at, (seat for seat, step in enumerate(lost_by) if step == decided_by))
    return None if winner is None else declared(at, winner)


def declared(at: Moment, winner: Seat) -> WrongPlay:
    """This seat alone has won, says the table."""
    return WrongPlay(actions=(at.action,), announced=(Observation(what="winners", value=(winner,)),), then=goes_on(at))


@breaks(nh.WIN_1, *LAST)
def not_the_highest_score_wins(at: Moment) -> WrongPlay | None:
    return another_winner(at, POINTS)


@breaks(nh.WIN_2, *LAST)
def not_the_fewest_empty_spaces_win(at: Moment) -> WrongPlay | None:
    return another_winner(at, EMPTY)


@breaks(nh.WIN_3, *LAST)
def not_the_fewest_buildings_left_win(at: Moment) -> WrongPlay | None:
    return another_winner(at, LEFT)


@breaks(nh.WIN_4, *LAST)
def one_of_the_tied_wins_alone(at: Moment) -> WrongPlay | None:
    return another_winner(at, TIED)
