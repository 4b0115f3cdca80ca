"""Deeds of phases 5 and 6: a placed card, its stored goods; centres, warehouses and keepers as the table puts them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from domain.clauses import Clause
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Keeper, Place
from domain.games.kontor.deeds.boat import taken_off
from domain.games.kontor.deeds.common import into_hand, out_of_hand
from domain.games.kontor.deeds.round import under_its_pile
from domain.games.kontor.follow.common import Moved, effect_on, florins
from domain.games.kontor.follow.sectors import first_seat
from domain.games.kontor.pieces import (
    AT_GOOD,
    BRIDGE,
    DOCK,
    GOODS,
    NO_GOODS,
    SIDES,
    TAVERN,
    WAREHOUSES_OF_A_KIND,
    group_of,
)
from domain.games.kontor.state import (
    AT,
    BIT,
    NAME,
    NOWHERE,
    ORIGIN,
    OVER,
    PLACE,
    REFILL,
    SETTLE,
    Board,
    Lying,
    State,
    card_of,
    declared,
    in_play,
    is_finished,
    is_full,
    lying_of,
    noted,
    put_at,
    sector_at,
    some,
    with_card,
)
from domain.games.kontor.state.board import closes_one
from domain.games.kontor.state.cells import NOT_SEEN, SOMEWHERE
from domain.games.kontor.state.parts import Shipped, exported, part_of, with_exported, with_part
from domain.games.kontor.state.stock import NO_CENTRES, minus
from domain.games.kontor.state.table import LAID
from domain.games.kontor.values.sectors import finished, with_sector
from domain.numbers import MOST, Number, Range, between, least, most
from domain.rules import Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

ON_BOARD = ord("#")


def use_place(rules: KontorRules, state: State, action: Place) -> State:
    """Uses up the turn's placement."""
    if state.phase != PLACE or state.play.order[:1] != (action.seat,):
        return state
    return replace(state, phase=REFILL)


def place(rules: KontorRules, state: State, action: Place) -> Moved:
    """The card lies in the harbour: sectors join, warehouses are put on the centre."""
    seat, number, cell = action.seat, action.card, AT[action.cell]
    effects: tuple[Effect, ...] = ()
    if action.face:
        state = declared(state, number, action.face)
    if state.play.shown[seat] != number:
        state = _another(state, seat, number)
    elif state.where[number] == 97 + seat:  # it lay in play though the rules had sent it back
        state = out_of_hand(state, seat, number, ON_BOARD)
    if cell == SOMEWHERE:
        return _placed_somewhere(rules, state, seat, number), ()
    covered = state.board.cards.get(cell)
    if covered is not None:
        state, effects, covered = _covered(rules, state, cell, covered)
    lying = lying_of(card_of(state, number), state.sides[seat], seat, covered)
    kind, apart = lying.kind, None  # the clause by which goods of the dock are not stored
    if kind == DOCK and (rules.stores or rules.supply_limited or rules.chooses_good):
        lying = _chosen(rules, state, seat, lying, action.good)
        apart = rules.store_clause if rules.chooses_good else None
    if action.export:
        state, lying, sent = shipped(state, seat, lying, action.export)
        effects, apart = effects + sent, ko.V_EXPORT_1
    before = state.board
    board = with_card(rules, before, cell, lying)
    if len(board.open) < len(before.open):
        effects += joined_centres(state, before, board, cell, ko.SPEC_4 if kind == BRIDGE else ko.STORE_5)
    if lying.stored is not NO_GOODS and lying.owner >= 0:
        effects += storing_effects(board, cell, lying, seat, rules.store_clause)
    if apart is not None:
        effects += not_stored(board, cell, lying, seat, apart)
    if board.edges != before.edges or board.wide != before.wide or board.high != before.high:
        effects += fixed(before, board)
    if kind == TAVERN and rules.idle_taverns:
        effects += florins(ko.TAVERN_1, seat, 0)
    state = _after(rules, state, board, cell, seat, number)
    if rules.on_change or rules.after_laying:
        return reacted(rules, state, effects, before, seat, cell)
    return state, effects


def known_place(rules: KontorRules, state: State, place: Place, line: int) -> Place:
    """A placed card as it was recorded, or on the cell that a later line shows."""
    fact = state.known.get((line, "cell")) if place.cell == NOT_SEEN else None
    return place if fact is None else replace(place, cell=fact.value)


def _placed_somewhere(rules: KontorRules, state: State, seat: Seat, number: int) -> State:
    """The table with a card on a cell that was not seen: what it joins, finishes and covers is open from now on."""
    fact = state.missing_fact or f"{LAID} {state.line}"
    state = replace(
        state,
        missing_fact=fact,
        scores=tuple([Range(least(score), MOST, fact) for score in state.scores]),
        lines=noted(state.lines, number, state.line),
    )
    lying = lying_of(card_of(state, number), state.sides[seat], seat, state.board.cards.get(SOMEWHERE))
    return _after(rules, state, with_card(rules, state.board, SOMEWHERE, lying), SOMEWHERE, seat, number)


def reacted(
    rules: KontorRules, state: State, effects: tuple[Effect, ...], before: Board, seat: Seat, cell: int
) -> Moved:
    """What variants do after a card was laid."""
    board = state.board
    for reacts in rules.on_change:
        state, more = reacts(rules, state, before, board)
        effects += more
    for reacts in rules.after_laying:
        state, more = reacts(rules, state, seat, cell)
        effects += more
    return state, effects


def _another(state: State, seat: Seat, number: int) -> State:
    """Places another card than the revealed one: it leaves the hand, and the revealed card returns there."""
    shown = state.play.shown[seat]
    if shown:
        state = into_hand(state, seat, shown, group_of(card_of(state, shown).kind))
    return state if state.where[number] == in_play(seat) else out_of_hand(state, seat, number, ON_BOARD)


def _covered(
    rules: KontorRules, state: State, cell: int, covered: Lying
) -> tuple[State, tuple[Effect, ...], Lying | None]:
    """What is covered stays underneath, out of play; a flooded dock's warehouses go back (KO-SPEC-1; KO-I-33)."""
    bare = replace(covered, under=None)
    cards = {**state.board.cards, cell: bare}
    state, effects = taken_off(rules, replace(state, board=replace(state.board, cards=cards)), cell)
    if cell == state.board.boat and rules.boat_from_bridge == "anchor":
        state = replace(state, board=replace(state.board, boat=ORIGIN))
    if rules.flooded == "pile" and group_of(covered.kind) == 0 and covered.number:
        whose = covered.by if 0 <= covered.by < len(state.sides) else first_seat(state, covered.owner) or 0
        return under_its_pile(state, covered.number, whose), effects, covered.under
    return state, effects, covered


def _chosen(rules: KontorRules, state: State, seat: Seat, lying: Lying, good: str) -> Lying:
    goods = in_supply(state, lying.goods) if rules.supply_limited else lying.goods
    if rules.chooses_good:
        goods = one_only(goods, good)
    for stores in rules.stores:
        goods = stores(rules, state, seat, lying, goods)
    return replace(lying, stored=goods)


def shipped(state: State, seat: Seat, lying: Lying, goods: tuple[str, ...]) -> tuple[State, Lying, tuple[Effect, ...]]:
    """Warehouses that go onto the export board and not onto the centre (KO-V-EXPORT-1)."""
    sent, side = tuple([goods.count(good) for good in GOODS]), state.sides[seat]
    made: tuple[Effect, ...] = ()
    for at, count in enumerate(sent):
        if count:
            state = with_exported(state, side, at, exported(state, side, at) + count)
            made += (effect_on(ko.V_EXPORT_1, "export", (side, GOODS[at]), count, seat),)
            docks = part_of(state, Shipped).docks
            state = with_part(state, Shipped((*docks, *(lying.number, at) * count)))
    left = minus(lying.stored, sent)
    return state, replace(lying, stored=left if some(left) else NO_GOODS), made


def one_only(goods: tuple[Number, ...], good: str) -> tuple[Number, ...]:
    """One of the goods a dock shows; it is not known which while it is not said (KO-V-CHOIXMARCH-1)."""
    shown = [at for at, count in enumerate(goods) if most(count)]
    if len(shown) < 2 and all(most(count) < 2 for count in goods):
        return goods
    if good and AT_GOOD[good] in shown:
        shown = [AT_GOOD[good]]
    return tuple([1 if [at] == shown else between(0, 1, "good") if at in shown else 0 for at in range(len(GOODS))])


def in_supply(state: State, goods: tuple[Number, ...]) -> tuple[Number, ...]:
    """As many warehouses as the supply still has of each kind (KO-I-24)."""
    used = [sum((stock[at] for sector in state.board.open for stock in sector.stock), 0) for at in range(len(GOODS))]
    left = [max(0, WAREHOUSES_OF_A_KIND - most(count)) for count in used]
    return tuple([between(min(least(n), m), min(most(n), m), "goods") for n, m in zip(goods, left, strict=True)])


def storing_effects(board: Board, cell: int, lying: Lying, seat: Seat, clause: Clause) -> tuple[Effect, ...]:
    """One warehouse for each good, on the centre (KO-STORE-1)."""
    bit, centre = BIT[cell], cell
    for sector in board.open:
        if sector.cells & bit:
            centre = sector.centres[lying.owner]
            break
    goods = lying.stored
    if (goods[0] + goods[1] + goods[2]).__class__ is int:
        return _warehouses(centre, cell, goods, seat, clause)
    return tuple(
        [effect_on(clause, "stock", (NAME[centre], good), n, seat) for good, n in zip(GOODS, goods, strict=True)]
    )


@lru_cache(maxsize=4096)
def _warehouses(centre: int, cell: int, goods: tuple[int, ...], seat: Seat, clause: Clause) -> tuple[Effect, ...]:
    """Warehouses on the centre; none on the dock itself if that is another, which a player can contradict."""
    stored = [(good, count) for good, count in zip(GOODS, goods, strict=True) if count]
    made = [effect_on(clause, "stock", (NAME[centre], good), count, seat) for good, count in stored]
    if centre != cell:
        made += [effect_on(ko.STORE_3, "stock", (NAME[cell], good), 0, seat) for good, _ in stored]
    return tuple(made)


def not_stored(board: Board, cell: int, lying: Lying, seat: Seat, clause: Clause) -> tuple[Effect, ...]:
    """Effects of 0 for goods of a dock that are surely not stored, so that a player can contradict them."""
    sector = sector_at(board, cell)
    centre = NOWHERE if sector is None or lying.owner < 0 else sector.centres[lying.owner]
    where = NAME[cell if centre == NOWHERE else centre]
    triples = zip(GOODS, lying.goods, lying.stored, strict=True)
    left_out = [good for good, shown, stored in triples if most(stored) < least(shown)]
    return tuple([effect_on(clause, "stock", (where, good), 0, seat) for good in left_out])


def joined_centres(state: State, before: Board, after: Board, cell: int, clause: Clause) -> tuple[Effect, ...]:
    """Warehouses of several centres of one side join on one of them (KO-STORE-5; under a bridge KO-SPEC-4)."""
    new = sector_at(after, cell)
    if new is None:
        return ()
    made: tuple[Effect, ...] = ()
    cells, centres = new.cells, new.centres
    for sector in before.open:
        if sector.cells & cells and sector.centres not in (centres, NO_CENTRES):
            for side, left in enumerate(sector.centres):
                if left != NOWHERE and left != centres[side]:
                    goods, seat = sector.stock[side], first_seat(state, side)
                    sure = (goods[0] + goods[1] + goods[2]).__class__ is int
                    made += (_carried_over if sure else _moved_over)(clause, left, centres[side], goods, seat)
    return made


def _moved_over(clause: Clause, left: int, kept: int, goods: tuple, seat: Seat | None) -> tuple[Effect, ...]:
    """Effects that move every good from the former centre to the other one, even if none lay there."""
    made: list[Effect] = []
    for good, count in zip(GOODS, goods, strict=True):
        made.append(effect_on(clause, "stock", (NAME[left], good), -count, seat))
        if count.__class__ is not int or count:
            made.append(effect_on(clause, "stock", (NAME[kept], good), count, seat))
    return tuple(made)


_carried_over = lru_cache(maxsize=4096)(_moved_over)  # of numbers that are known


def fixed(before: Board, after: Board) -> tuple[Effect, ...]:
    """A dimension that has reached its size is fixed for good; with both, the edges count (KO-SIZE-2, 3)."""
    last = after.wide and after.high
    made = []
    for name in ("wide", "high"):
        if getattr(before, name) != getattr(after, name):
            made.append(effect_on(ko.SIZE_3 if last else ko.SIZE_2, name, (), True, sets=True))
    return tuple(made)


def _after(rules: KontorRules, state: State, board: Board, cell: int, seat: Seat, number: int) -> State:
    """The turn goes on: sectors that are closed now are compared first."""
    phase, play = state.phase, state.play
    order, shown, closes = play.order, play.shown, closes_one(board)
    if phase == OVER:
        cell = play.placed
    elif order and order[0] == seat:
        phase = SETTLE if closes or len(rules.ends) > 1 or is_full(board) else REFILL
    elif closes:
        phase = SETTLE
    else:
        cell = play.placed
    play = replace(play, shown=put_at(shown, seat, 0) if shown[seat] else shown, placed=cell, earned=False)
    where = state.where
    where = where[:number] + b"#" + where[number + 1 :]
    return replace(state, board=board, phase=phase, play=play, where=where)


# What the table puts otherwise, or chooses --------------------------------------------------------


def keeper(rules: KontorRules, state: State, action: Keeper) -> Moved:
    """A keeper as it was put: the table's stands, and the sector is finished."""
    cell = AT[action.cell]
    side = SIDES.index(action.colour) if action.colour else state.sides[action.seat]
    sector = sector_at(state.board, cell)
    if sector is None or not action.count:
        return state, ()
    if is_finished(state.board, cell):
        return with_sector(state, sector, replace(sector, keeper=side)), ()
    if rules.score_at == "end":  # it only shows how the sector stands (KO-V-ROUE-8)
        return state, ()
    return finished(state, sector, side), ()
