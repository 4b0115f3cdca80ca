"""Score lines: one feature at a time during play, everything that is left at the end, and the ranking."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.clauses import Clause
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.pieces.faces import UNSEEN
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import (
    FARMER,
    MERCHANT,
    OVER,
    ROBBER,
    ROLE_ON,
    TRAPPER,
    Man,
    Ref,
    State,
    filled_around,
    find_feature,
    men_on,
    unrecorded_tiles,
    unseen_of,
)
from domain.games.mayflower.state.land import Feature
from domain.numbers import MOST, NotKnown, Number, Range, between, least, most
from domain.rules import POINTS, Item, Result, ScoreLine, Seat, replace

ROAD_POINTS, RELAY_POINTS = 1, 2  # "ROUTE COMPLETEE"
CITY_POINTS, SHIELD_POINTS = 2, 2  # "VILLE COMPLETEE"
FARM_POINTS = 9  # "FERME COMPLETEE"
BONUS = 4  # for each explorer in the colonist's column
PORTION, SHIELD_LEFT, ANIMAL = 1, 1, 1  # "Décompte final"
LEFT = {ROBBER: mf.FINAL_1, MERCHANT: mf.FINAL_2, FARMER: mf.FINAL_4, TRAPPER: mf.FINAL_5}


def line(clause: Clause, seat: Seat, source: str, *items: Item) -> ScoreLine:
    """Points for a seat, the sum of their items."""
    by: Number = 0
    for item in items:
        by = by + item.count * item.each
    return ScoreLine(clause.id, POINTS, (seat,), seat, by, by, source, items=items)


# What a feature is made of ------------------------------------------------------------------------


def cells_of(rules: MayflowerRules, feature: Feature) -> tuple[str, ...]:
    """The cells of a feature's portions; start spaces only where they count (MF-I-08)."""
    if rules.coast_counts:
        return feature.cells
    return tuple(cell for cell in feature.cells if SPOTS[cell].column)


def tiles_of(rules: MayflowerRules, feature: Feature) -> tuple[str, ...]:
    """The tiles of a feature, each once."""
    return tuple(dict.fromkeys(cells_of(rules, feature)))


def marks_of(rules: MayflowerRules, state: State, feature: Feature) -> int:
    """Relays, shields or animals of a feature; those on start spaces only where they count."""
    if rules.coast_counts or feature.kind == "P" or not any(not SPOTS[cell].column for cell in feature.cells):
        return feature.marks
    coast = 0
    for cell in dict.fromkeys(cell for cell in feature.cells if not SPOTS[cell].column):
        coast += sum(part.marks for part, _, found in state.land.parts(cell) if found is feature)
    return feature.marks - coast


def unseen(state: State, feature: Feature, each: int) -> Number:
    """How much more may lie behind edges that were not seen."""
    return Range(0, 95 * each, unseen_of(state.land, feature)) if feature.blind else 0


def first_cell(state: State, feature: Feature) -> str:
    """The cell a feature is named by in its score lines: the easternmost, then the northernmost.

    With a port where the tile shows another feature of that kind: `4:8@N`.
    """
    cell = feature.cells[0] if len(feature.cells) == 1 else min(feature.cells, key=lambda cell: SPOTS[cell].rank)
    tile, port, another = state.land.tiles[cell], None, False
    for number, part in enumerate(tile.face.parts if tile.face else ()):
        if part.kind != feature.kind:
            continue
        if state.land.root(tile.node + number)[1] is not feature:
            another = True
        elif port is None:
            port = part.ports[0] if part.ports else "()"
    return f"{cell}@{port}" if another and port else cell


# Who scores ---------------------------------------------------------------------------------------


def majority(men: tuple[Man, ...]) -> tuple[Seat, ...]:
    """The seats with the most colonists among these."""
    if len(men) == 1:
        return (men[0].seat,)
    counts: dict[Seat, int] = {}
    for man in men:
        counts[man.seat] = counts.get(man.seat, 0) + 1
    top = max(counts.values(), default=0)
    return tuple(sorted(seat for seat, count in counts.items() if count == top))


def explorers_in(state: State, column: int) -> Number:
    """The number of explorers in a column; a range after a gap."""
    one, other = state.explorers
    if one.__class__ is int and other.__class__ is int:
        return (one == column) + (other == column)
    sure, perhaps, fact = 0, 0, ""
    for there in state.explorers:
        if there.__class__ is not Range:
            sure, perhaps = sure + (there == column), perhaps + (there == column)
        elif there.least <= column <= there.most:
            perhaps, fact = perhaps + 1, there.fact
    return between(sure, perhaps, fact)


def bonus_items(rules: MayflowerRules, state: State, men: tuple[Man, ...], seat: Seat) -> tuple[Item, ...]:
    """Four points for each explorer in the column of a scored colonist (MF-I-03)."""
    own = [man for man in men if man.seat == seat]
    found = [(man, explorers_in(state, man.column)) for man in own]
    if not rules.bonus_per_colonist:
        found = sorted(found, key=lambda found_item: most(found_item[1]))[-1:]
    return tuple([Item("explorer", count, BONUS, (man.cell,)) for man, count in found if most(count)])


# A completed feature ------------------------------------------------------------------------------


def road(rules: MayflowerRules, state: State, feature: Feature) -> tuple[tuple[Clause, str, Item], ...]:
    """One point a tile, two a relay."""
    tiles, relays = tiles_of(rules, feature), marks_of(rules, state, feature)
    return (
        (mf.ROAD_2, "road", Item("tile", len(tiles) + unseen(state, feature, 1), ROAD_POINTS, tiles)),
        (mf.ROAD_3, "relays", Item("relay", relays + unseen(state, feature, 1), RELAY_POINTS)),
    )


def city(rules: MayflowerRules, state: State, feature: Feature) -> tuple[tuple[Clause, str, Item], ...]:
    """Two points a tile, two a shield."""
    tiles, shields = tiles_of(rules, feature), marks_of(rules, state, feature)
    return (
        (mf.CITY_2, "city", Item("tile", len(tiles) + unseen(state, feature, 1), CITY_POINTS, tiles)),
        (mf.CITY_3, "shields", Item("shield", shields + unseen(state, feature, 1), SHIELD_POINTS)),
    )


def farm(rules: MayflowerRules, state: State, feature: Feature) -> tuple[tuple[Clause, str, Item], ...]:
    """Nine points: itself and eight tiles around it."""
    around = tuple(near for near, _ in SPOTS[feature.cells[0]].around)
    return ((mf.FARM_2, "farm", Item("farm", 1, FARM_POINTS, (feature.cells[0], *around))),)


def plain(rules: MayflowerRules, state: State, feature: Feature) -> tuple[tuple[Clause, str, Item], ...]:
    """A point an animal; lawful only at the end."""
    animals = Item("animal", feature.marks + unseen(state, feature, 1), ANIMAL, tiles_of(rules, feature))
    return ((mf.FINAL_5, "animals", animals),)


VALUES: dict[str, Callable] = {"R": road, "C": city, "F": farm, "P": plain}


def score_lines(
    rules: MayflowerRules, state: State, feature: Ref, men: tuple[Man, ...] | None = None
) -> tuple[ScoreLine, ...]:
    """The points of a feature: all for the seats with the most colonists on it, nothing for the others."""
    found = find_feature(state, feature)
    men = men_on(state, feature) if men is None else men
    if found is None or not men:
        return ()
    at = first_cell(state, found[1])
    values = VALUES[found[1].kind](rules, state, found[1])
    winners, made = majority(men), []
    for seat in winners:
        made += [line(clause, seat, f"{source}:{at}", item) for clause, source, item in values]
        made.append(line(mf.EXPLORER_5, seat, f"bonus:{at}", *bonus_items(rules, state, men, seat)))
    for seat in dict.fromkeys([man.seat for man in men if man.seat not in winners]):
        made.append(line(mf.MAJ_3, seat, f"minority:{at}"))
        if rules.minority_bonus:
            made.append(line(mf.EXPLORER_5, seat, f"bonus:{at}", *bonus_items(rules, state, men, seat)))
    return as_possible(made, state.gap)


def as_possible(lines: Sequence[ScoreLine], fact: str, bound: int | None = None) -> tuple[ScoreLine, ...]:
    """Score lines that are uncertain because of a fact: from nothing to all of their points, or to a bound."""
    if not fact:
        return tuple(lines)
    found = []
    for line in lines:
        items = tuple(replace(item, count=between(0, bound or most(item.count), fact)) for item in line.items)
        by = between(0, bound or most(line.by), fact)
        found.append(replace(line, by=by, due=by, items=items))
    return tuple(found)


# The end ------------------------------------------------------------------------------------------


def final_lines(rules: MayflowerRules, state: State) -> tuple[ScoreLine, ...]:
    """The points of every road, city and farm with colonists, then of the plains."""
    made: list[ScoreLine] = []
    found, hidden, gap = groups(state), hidden_men(state), unrecorded_tiles(state)
    for plains in (False, True):
        for feature, men in found:
            if (feature.kind == "P") == plains:
                fact = unseen_of(state.land, feature) if may_be_shared(feature, found, hidden) else ""
                lines = as_possible(_final(rules, state, feature, men), fact)
                made += as_possible(lines, gap, FARM_POINTS if feature.kind == "F" else MOST)  # a tile may enlarge it
    made += [line(LEFT.get(man.role, mf.FINAL_6), man.seat, "perhaps", _hidden(man)) for man in hidden]
    return as_possible(made, state.gap)


def hidden_men(state: State) -> list[Man]:
    """Colonists whose feature is unknown: their tile was not wholly seen, or their place was not recorded."""
    tiles = [(man, state.land.tile(man.cell)) for man in state.men if state.land.node(man.cell, man.port) < 0]
    return [
        man for man, tile in tiles if tile is not None and (tile.face is None or tile.face.unseen or man.port == UNSEEN)
    ]


def unseen_at_the_end(state: State) -> str:
    """The face without which the points of a colonist are unknown, or an empty text."""
    if hidden := hidden_men(state):
        return f"face {hidden[0].cell}"
    return next((unseen_of(state.land, feature) for feature, _ in groups(state) if feature.blind), "")


def _hidden(man: Man) -> Item:
    return Item("perhaps", Range(0, MOST, f"face {man.cell}"), 1)


def may_be_shared(feature: Feature, found: list, hidden: list[Man]) -> bool:
    """Whether other colonists may stand on a feature, behind an edge that was not seen."""
    if not feature.blind:
        return False
    others = any(other is not feature and other.kind == feature.kind and other.blind for other, _ in found)
    return others or any(man.role == ROLE_ON[feature.kind] for man in hidden)


def groups(state: State) -> list[tuple[Feature, tuple[Man, ...]]]:
    """Features with the colonists on them, each once, in the order of their first colonist."""
    land = state.land
    found: dict[int, tuple[Feature, list[Man]]] = {}
    for man in state.men:
        node = land.node(man.cell, man.port)
        if node >= 0:
            root, feature = land.root(node)
            found.setdefault(root, (feature, []))[1].append(man)
    return [(feature, tuple(men)) for feature, men in found.values()]


def _final(rules: MayflowerRules, state: State, feature: Feature, men: tuple[Man, ...]) -> list[ScoreLine]:
    winners, at = majority(men), first_cell(state, feature)
    if feature.kind == "P" and not rules.lone_ties and len(winners) > 1 and len(men) == len(winners):
        winners = ()  # MF-I-18: ties count only with more than one trapper each
    made = []
    for seat in winners:
        made += [line(clause, seat, f"{source}:{at}", item) for clause, source, item in _left(rules, state, feature)]
        if rules.final_bonus and feature.kind != "P":
            made.append(line(mf.FINAL_1, seat, f"final-bonus:{at}", *bonus_items(rules, state, men, seat)))
    for seat in dict.fromkeys(man.seat for man in men if man.seat not in winners):
        made.append(line(mf.FINAL_5 if feature.kind == "P" else mf.FINAL_3, seat, f"final-minority:{at}"))
    return made


def _left(rules: MayflowerRules, state: State, feature: Feature) -> tuple[tuple[Clause, str, Item], ...]:
    """What an incomplete feature is worth."""
    if feature.kind == "P":
        return plain(rules, state, feature)
    if feature.kind == "F":
        cell = feature.cells[0]
        filled = filled_around(rules, state.land, cell)
        around = tuple(near for near, _ in SPOTS[cell].around if state.land.tile(near) is not None)
        return ((mf.FINAL_4, "final-farm", Item("tile", 1 + filled, 1, (cell, *around))),)
    cells = cells_of(rules, feature) if rules.per_portion else tiles_of(rules, feature)
    portions = Item("portion" if rules.per_portion else "tile", len(cells) + unseen(state, feature, 1), PORTION, cells)
    marks = marks_of(rules, state, feature) + unseen(state, feature, 1)
    if feature.kind == "R":
        relays = ((mf.FINAL_1, "final-relays", Item("relay", marks, rules.final_relays)),) if rules.final_relays else ()
        return ((mf.FINAL_1, "final-road", portions), *relays)
    return ((mf.FINAL_2, "final-city", portions), (mf.FINAL_2, "final-shields", Item("shield", marks, SHIELD_LEFT)))


def forecast(rules: MayflowerRules, state: State) -> tuple[ScoreLine, ...]:
    """The score lines there would be if the game ended now."""
    return () if state.phase == OVER else tuple(made for made in final_lines(rules, state) if made.items)


def rank(rules: MayflowerRules, state: State) -> Result:
    """The ranking: most points win, tied players share the victory."""
    seats = range(len(state.scores))
    try:
        places: list[tuple[Seat, ...]] = []
        for seat in sorted(seats, key=lambda seat: -state.scores[seat]):
            if places and state.scores[places[-1][0]] == state.scores[seat]:
                places[-1] += (seat,)
            else:
                places.append((seat,))
    except NotKnown as unknown:
        floor = max(map(least, state.scores))
        first = tuple(seat for seat in seats if most(state.scores[seat]) >= floor)
        alone = first if len(first) == 1 else ()
        return Result((alone,) if alone else (), mf.WIN_1.id, {"needs": unknown.fact})
    return Result(tuple(places), mf.WIN_1.id)


def stays_for_ever(rules: MayflowerRules, man: Man) -> bool:
    """Whether a colonist is never swept: trappers are not (MF-I-20)."""
    return man.role == TRAPPER and (rules.standing_trappers_stay or man.lying is not False)


BLAME: dict[str, Callable] = {}
