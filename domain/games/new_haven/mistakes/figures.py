"""Mistakes in counting: resources gathered, points, and the winner."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.games.game import Moment, Wrong
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Draw, End, Flip, Goods, Harvest, Pass, Pick, Refill
from domain.games.new_haven.mistakes.counting import Counts, count, squares
from domain.games.new_haven.mistakes.making import (
    announced,
    breaks,
    free_cells,
    goes_on,
    instead,
    made,
    next_seat,
    one_of,
)
from domain.games.new_haven.offers import faces_left
from domain.games.new_haven.pieces import COLUMN_POINTS, HOMES
from domain.games.new_haven.state import OVER
from domain.observables import Look
from domain.rules import Effect

LAST = (Pass, Pick, Draw, Refill, Flip)


# Step 2 -------------------------------------------------------------------------------------------


def gathered(at: Moment) -> dict[str, Effect]:
    """What the tile raises each marker by; nothing where a square was not seen."""
    effects = made(at, nh.GATHER_1, "marker")
    seen = not any("?" in square for square in squares(at.after.state).values())
    return {effect.key[0]: effect for effect in effects} if seen and len(effects) == 4 else {}


def miscounted(at: Moment, figure: Callable[[Counts], set[int]]) -> Wrong | None:
    """A figure for a resource of the tile that can only come from one slip."""
    found = []
    for colour, effect in gathered(at).items():
        if effect.by:
            counts = count(at.after.state, at.after.state.placed, colour)
            found += [(effect, done) for done in figure(counts) if done >= 0 and done != counts.right]
    effect, done = one_of(at, found) or (None, None)
    return told(at, effect, done)


def told(at: Moment, effect: Effect | None, done: int | None) -> Wrong | None:
    """Announced, or read off the track before anything is built."""
    if effect is None or any(at.state.markers) or at.rng.random() < 0.5:
        return announced(at, effect, done)
    look = Look(what="marker", key=effect.key, value=done)
    return Wrong(actions=(at.action,), read=(look,), then=goes_on(at))


def only(figure: int, *others: int) -> set[int]:
    """A figure that no other slip gives as well."""
    return {figure} - set(others)


@breaks(nh.GATHER_1, Harvest, Goods)
def a_resource_miscounted(at: Moment) -> Wrong | None:
    return miscounted(at, lambda c: {c.right + by for by in (-2, -1, 1, 2, 3)} - c.slips)


@breaks(nh.GATHER_2, Harvest, Goods)
def counted_over_corners(at: Moment) -> Wrong | None:
    return miscounted(at, lambda c: only(c.corners, c.ponds, c.wild, *c.short))


@breaks(nh.GATHER_5, Harvest, Goods)
def a_square_of_the_tile_left_out(at: Moment) -> Wrong | None:
    return miscounted(at, lambda c: set(c.short) - {c.corners, c.ponds, c.wild})


@breaks(nh.B_4, Harvest, Goods)
def counted_across_a_pond(at: Moment) -> Wrong | None:
    return miscounted(at, lambda c: only(c.ponds, c.corners, c.wild, *c.short))


@breaks(nh.GOODS_5, Harvest, Goods)
def a_goods_tile_still_wild(at: Moment) -> Wrong | None:
    return miscounted(at, lambda c: only(c.wild, c.ponds, c.corners, *c.short))


def raised_besides(at: Moment, all_four: bool) -> Wrong | None:
    """A marker raised whose resource is not on the tile; the others may all be up already."""
    effects = gathered(at)
    up = [colour for colour, value in zip("WSTR", at.after.state.markers, strict=True) if value]
    absent = [effect for colour, effect in effects.items() if not effect.by and colour not in up]
    if not absent or (len(up) == 3) != all_four:
        return None
    return told(at, one_of(at, absent), at.rng.randint(1, 4))


@breaks(nh.GATHER_3, Harvest, Goods)
def a_resource_not_on_the_tile(at: Moment) -> Wrong | None:
    return raised_besides(at, all_four=False)


@breaks(nh.GATHER_4, Harvest, Goods)
def all_four_raised(at: Moment) -> Wrong | None:
    return raised_besides(at, all_four=True)


# End and points -----------------------------------------------------------------------------------


@breaks(nh.END_1, Harvest, Goods)
def stopped_too_soon(at: Moment) -> Wrong | None:
    return instead(End(), then=(OVER, ()))


@breaks(nh.END_1, *LAST)
def a_tile_after_the_end(at: Moment) -> Wrong | None:
    cell, face = one_of(at, free_cells(at.state)), one_of(at, faces_left(at.rules, at.state))
    if at.after.state.result is None or not cell or face is None:
        return None
    return instead(at.action, Harvest(seat=next_seat(at.state), cell=cell, face=face), then=(OVER, ()))


@breaks(nh.END_3, *LAST)
def a_draw_or_a_building_after_the_end(at: Moment) -> Wrong | None:
    after = at.after.state
    if after.result is None:
        return None
    seat = at.rng.randrange(len(after.players))
    pick = one_of(at, (Pick(seat=seat, building=kind) for kind in after.pool if kind != "?"))
    return instead(at.action, at.rng.choice((pick, a_first_building(at, seat) or pick)), then=(OVER, ()))


def a_first_building(at: Moment, seat: int) -> Build | None:
    """A colour the village has not, on a space it has not, from a hand nobody knows."""
    player = at.after.state.players[seat]
    colours = set("WSTR") - {there.colour for there in player.village.values()}
    if not colours or player.hand.unseen <= len(player.hand.down):
        return None
    home = one_of(at, (home for home in HOMES if home not in player.village))
    return home and Build(seat=seat, colour=sorted(colours)[0], up=False, home=home)


def lines(at: Moment) -> Iterator[tuple[Effect, int, str]]:
    """Every row and column as it was scored, with its colonists, and whether it is complete and all face up."""
    for effect in made(at, nh.SCORE_1, "points"):
        kind, number = effect.source.split("-")
        village = at.after.state.players[effect.key[0]].village
        here = [home for home in HOMES if home[0 if kind == "row" else 2] == number]
        built = [village[home] for home in here if home in village]
        worth = int(number) if kind == "row" else COLUMN_POINTS[int(number)]
        full = len(built) == len(here)
        yield effect, worth, ("open", "single", "double")[full + (full and all(there.up for there in built))]


def scored(at: Moment, figures: Callable[[Effect, int, str], set[int]]) -> Wrong | None:
    """Another figure for a row or column."""
    found = [(effect, done) for effect, worth, how in lines(at) for done in figures(effect, worth, how)]
    effect, done = one_of(at, found) or (None, None)
    return announced(at, effect, done)


@breaks(nh.SCORE_1, *LAST)
def an_incomplete_row_scored(at: Moment) -> Wrong | None:
    return scored(at, lambda effect, worth, how: {worth, 2 * worth} if how == "open" else set())


@breaks(nh.SCORE_1, *LAST)
def a_complete_row_scored_wrong(at: Moment) -> Wrong | None:
    return scored(at, lambda effect, worth, how: set() if how == "open" else {worth + 1, 3 * worth} - {2 * worth})


@breaks(nh.SCORE_2, *LAST)
def doubled_wrongly_or_not(at: Moment) -> Wrong | None:
    return scored(at, lambda effect, worth, how: {"open": set(), "single": {2 * worth}, "double": {worth}}[how])


@breaks(nh.SCORE_3, *LAST)
def a_crossing_row_not_scored(at: Moment) -> Wrong | None:
    full = {(effect.key[0], effect.source[0]) for effect, _, how in lines(at) if how != "open"}

    def nothing(effect: Effect, worth: int, how: str) -> set[int]:
        crossing = "c" if effect.source[0] == "r" else "r"
        return {0} if how != "open" and (effect.key[0], crossing) in full else set()

    return scored(at, nothing)


@breaks(nh.SCORE_4, *LAST)
def points_for_buildings_left(at: Moment) -> Wrong | None:
    return announced(at, one_of(at, made(at, nh.SCORE_4, "points")), at.rng.randint(1, 6))


# The winner ---------------------------------------------------------------------------------------


def another_winner(at: Moment, decided_by: int) -> Wrong | None:
    """Somebody else is declared the winner, where points, empty spaces or what is left decided."""
    after = at.after.state
    if after.result is None:
        return None
    standing = [
        (-after.scores[seat], len(HOMES) - len(player.village), player.hand.size)
        for seat, player in enumerate(after.players)
    ]
    best, *rest = sorted(standing)
    apart = next((step for step in range(3) if best[step] != rest[0][step]), 3)
    if apart != decided_by:
        return None
    first = standing.index(best)
    wrong = (first,) if apart == 3 else (one_of(at, {*range(len(standing))} - {first}),)
    look = Look(what="winners", value=wrong, clause=f"NH-WIN-{apart + 1}")
    return Wrong(actions=(at.action,), said=(look,), then=goes_on(at))


@breaks(nh.WIN_1, *LAST)
def not_the_highest_score_wins(at: Moment) -> Wrong | None:
    return another_winner(at, 0)


@breaks(nh.WIN_2, *LAST)
def not_the_fewest_empty_spaces_win(at: Moment) -> Wrong | None:
    return another_winner(at, 1)


@breaks(nh.WIN_3, *LAST)
def not_the_fewest_buildings_left_win(at: Moment) -> Wrong | None:
    return another_winner(at, 2)


@breaks(nh.WIN_4, *LAST)
def one_of_the_tied_wins_alone(at: Moment) -> Wrong | None:
    return another_winner(at, 3)
