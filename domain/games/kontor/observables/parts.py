"""Observables of variants, and how their parts of the state are written into a position."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import astuple

from domain.games.kontor import clauses as ko
from domain.games.kontor.observables.common import CELL, SOME_SEATS, numbers, observed, seats, stays
from domain.games.kontor.observables.keys import docks
from domain.games.kontor.pieces import DOCK, GOODS, NO_GOODS
from domain.games.kontor.state import (
    AT,
    CELLS,
    NAME,
    NO_SEAT,
    NOWHERE,
    Lying,
    State,
    lifted,
    name_of,
    put_at,
    sector_at,
    with_card,
)
from domain.games.kontor.state.faces import is_anybodys
from domain.games.kontor.state.parts import (
    GONE,
    PARTS,
    Allies,
    Coins,
    Exports,
    Sunk,
    Wheel,
    gained_by,
    in_reserve,
    part_of,
    with_part,
)
from domain.games.kontor.values.sectors import KEEPER
from domain.numbers import Number, least
from domain.observables import Observable
from domain.rules import Key, replace
from domain.texts import NUMBER, Form, Letters


def _form(kind: type[Struct]) -> Form:
    """`3/1,2/-`: whole numbers, and lists of them."""
    lists = [isinstance(value, tuple) for value in astuple(kind())]

    def text(part: Struct, letters: tuple[str, ...]) -> str:
        return "/".join(
            ",".join(map(str, value)) or "-" if isinstance(value, tuple) else str(value) for value in astuple(part)
        )

    def read(text: str, letters: tuple[str, ...]) -> Struct:
        words = text.split("/")
        if len(words) != len(lists):
            raise ValueError(text)
        values = [
            tuple(int(number) for number in word.split(",") if word != "-") if is_list else int(word)
            for word, is_list in zip(words, lists, strict=True)
        ]
        return kind(*values)

    return Form(text, read)


def _of_part(name: str, kind: type[Struct]) -> Observable:
    return observed(
        name,
        _form(kind),
        lambda state: [()] if name in state.parts else [],
        counts=False,
        on_table=False,
        get=lambda state, key: state.parts.get(name) or kind(),
        set=lambda state, key, value: with_part(state, value),
    )


def _stored(state: State) -> list[Key]:
    """Docks that stored something else than they show."""
    cards = state.board.cards
    return [(NAME[cell],) for cell, card in cards.items() if card.kind == DOCK and not _as_shown(card)]


def _as_shown(dock: Lying) -> bool:
    """Whether a dock stored what it shows; of unknown goods, the same ones."""
    if dock.stored is dock.goods:
        return True
    return all(
        stored is shown or (stored.__class__ is shown.__class__ and str(stored) == str(shown))
        for stored, shown in zip(dock.stored, dock.goods, strict=True)
    )


def _set_stored(state: State, key: Key, value: tuple) -> State:
    cell = AT[key[0]]
    lying = state.board.cards.get(cell)
    if lying is None:
        return state
    return replace(state, board=replace(state.board, cards={**state.board.cards, cell: replace(lying, stored=value)}))


STORED = observed(
    "stored",
    numbers(3),
    _stored,
    key=("cell",),
    among=CELLS,
    counts=False,
    on_table=False,
    get=lambda state, key: lying.stored if (lying := state.board.cards.get(AT[key[0]])) else NO_GOODS,
    set=_set_stored,
)


def _reserves(state: State) -> list[Key]:
    if "reserves" not in state.parts:
        return []
    return [(side, good) for side in sorted(set(state.sides)) for good in GOODS]


RESERVE = observed(
    "reserve",
    NUMBER,
    _reserves,
    key=("side", "good"),
    among=GOODS,
    on_table=False,
    clause=ko.V_EMBARGO_2.id,
    clause_is_fallback=True,
    other_end="stock",
    get=lambda state, key: in_reserve(state, key[0], GOODS.index(key[1])),
    set=stays,
)


def _cargo_text(where: int, letters: Letters) -> str:
    if where >= 0 or where == GONE:
        return "-" if where == GONE else NAME[where]
    seat = gained_by(where)  # the same both ways
    return letters[seat] if seat < len(letters) else str(seat)


def _read_cargo(text: str, letters: Letters) -> int:
    if text == "-":
        return GONE
    return AT[text] if text in AT else gained_by(letters.index(text))


def _set_cargo(state: State, key: Key, value: int) -> State:
    at = part_of(state, Sunk).at or (GONE,) * len(GOODS)
    return with_part(state, Sunk(put_at(at, GOODS.index(key[0]), value)))


def _cargo(state: State, key: Key) -> int:
    at = part_of(state, Sunk).at
    return at[GOODS.index(key[0])] if at else GONE


CARGO = observed(
    "cargo",
    Form(_cargo_text, _read_cargo),
    lambda state: [(good,) for good in GOODS] if "sunk" in state.parts else [],
    key=("good",),
    among=GOODS,
    counts=False,
    slot_type="cargo",
    get=_cargo,
    set=_set_cargo,
)
TOLD_APART = (Exports,)  # each of their figures can be read by itself
SKIPS = observed(
    "skips",
    NUMBER,
    lambda state: seats(state) if "wheel" in state.parts else [],
    key=("seat",),
    get=lambda state, key: skips[key[0]] if (skips := part_of(state, Wheel).skips) else 0,
    set=lambda state, key, value: _set_skips(state, key[0], value),
)


def _set_skips(state: State, seat: int, value: Number) -> State:
    wheel = part_of(state, Wheel)
    skips = wheel.skips or (0,) * len(state.players)
    return with_part(state, replace(wheel, skips=put_at(skips, seat, least(value))))


def _coin_at(state: State, key: Key) -> int:
    coins, tavern = part_of(state, Coins), AT[key[0]]
    return coins.docks[coins.taverns.index(tavern)] if tavern in coins.taverns else NOWHERE


def _set_coin(state: State, key: Key, dock: int) -> State:
    coins, tavern = part_of(state, Coins), AT[key[0]]
    rows = [row for row in zip(coins.taverns, coins.docks, coins.paid, strict=True) if row[0] != tavern]
    rows += [(tavern, dock, NO_SEAT)] if dock != NOWHERE else []
    return with_part(state, Coins(*zip(*rows, strict=True)) if rows else Coins())


COIN = observed(
    "coin",
    CELL,
    lambda state: [(NAME[cell],) for cell in part_of(state, Coins).taverns],
    key=("cell",),
    among=CELLS,
    counts=False,
    get=_coin_at,
    set=_set_coin,
)


def _allied(state: State) -> list[Key]:
    cells = part_of(state, Allies).cells
    found = [sector for sector in (*state.board.open, *state.board.done) if any(sector.cells >> c & 1 for c in cells)]
    return [(name_of(sector),) for sector in found]


def _allies_at(state: State, key: Key) -> tuple[int, ...]:
    """Who is allied in the sector of a cell, two by two."""
    sector, part = sector_at(state.board, AT[key[0]]), part_of(state, Allies)
    rows = zip(part.cells, part.ones, part.others, strict=True)
    return tuple(seat for cell, *two in rows if sector is not None and sector.cells >> cell & 1 for seat in two)


def _set_allies(state: State, key: Key, seated: tuple[int, ...]) -> State:
    sector, part = sector_at(state.board, AT[key[0]]), part_of(state, Allies)
    if sector is None or _allies_at(state, key) == seated:
        return state
    rows = [row for row in zip(part.cells, part.ones, part.others, strict=True) if not sector.cells >> row[0] & 1]
    rows += [(AT[key[0]], one, other) for one, other in zip(seated[::2], seated[1::2], strict=False)]
    return with_part(state, Allies(*zip(*rows, strict=True)) if rows else Allies())


ALLIANCE = observed(
    "alliance",
    SOME_SEATS,
    _allied,
    key=("cell",),
    among=CELLS,
    counts=False,
    slot_type="seats",
    get=_allies_at,
    set=_set_allies,
)


def _set_marker(state: State, key: Key, side: int) -> State:
    """A dock with another marker: it is that player's, and so are its goods."""
    cell, board = AT[key[0]], state.board
    lying = board.cards.get(cell)
    if lying is None or lying.owner == side or side >= len(board.craned):
        return state
    after = with_card(board.plan, lifted(board.plan, board, cell), cell, replace(lying, owner=side))
    cards = {at: after.cards[at] for at in board.cards}
    return replace(state, board=replace(after, cards=cards))


MARKER = observed(
    "marker",
    KEEPER,
    lambda state: docks(state) if is_anybodys(state) and state.board.docks else [],
    key=("cell",),
    among=CELLS,
    counts=False,
    slot_type="side",
    get=lambda state, key: lying.owner if (lying := state.board.cards.get(AT[key[0]])) else NO_SEAT,
    set=_set_marker,
)
OF_PARTS = (STORED, *(_of_part(name, kind) for name, kind in PARTS.items() if kind not in TOLD_APART))
