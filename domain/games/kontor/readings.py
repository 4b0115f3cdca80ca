"""How cards, sectors and hands are written as values of the table, read back, compared and put there."""

from __future__ import annotations

from domain.games.kontor.pieces import ANCHOR, CARD_KINDS, COLOURS, DOCK, GOODS, NEUTRAL, NUMBERS, SIDES
from domain.games.kontor.state import (
    AT,
    CHOOSE,
    NAME,
    NOBODY,
    NOWHERE,
    UNKNOWN_SIDE,
    Board,
    Hand,
    Lying,
    Sector,
    State,
    card_of,
    cells_in,
    in_hand,
    laid,
    lifted,
    lying_of,
    moved_to,
    name_of,
    put_at,
    sector_at,
    with_player,
    with_stock,
)
from domain.games.kontor.state.board import centred_as, closed_sectors, perhaps_centre, sector_of
from domain.games.kontor.state.faces import declared
from domain.games.kontor.state.hands import may_be_special
from domain.numbers import NotKnown, Number, least, most
from domain.rules import BROKEN, Key, Seat, replace
from domain.texts import Form, Letters, number_text, read_number

# A cell: its cards from the top: number, kind where the number is not told, who placed it, face down --

Spot = tuple[tuple[int, str, Seat, bool], ...]


def spot_of(lying: Lying | None) -> Spot:
    """The cards of a cell, from the top."""
    found = []
    while lying is not None:
        found.append((lying.number, "" if lying.number else lying.kind, lying.by, lying.down))
        lying = lying.under
    return tuple(found)


def _spot_text(spot: Spot, letters: Letters) -> str:
    return ">".join(_one_text(*one, letters) for one in spot) or "-"


def _one_text(number: int, kind: str, by: Seat, down: bool, letters: Letters) -> str:
    seat = "" if by == NOBODY else f"@{letters[by]}" if by < len(letters) else f"@{by}"
    return f"{number or kind or '?'}{seat}{'~' if down else ''}"


def _read_spot(text: str, letters: Letters) -> Spot:
    return () if text == "-" else tuple(_read_one(part, letters) for part in text.split(">"))


def _read_one(text: str, letters: Letters) -> tuple[int, str, Seat, bool]:
    down = text.endswith("~")
    card, at, seat = text.removesuffix("~").partition("@")
    by = (letters.index(seat) if seat in letters else range(6)[int(seat)]) if at else NOBODY
    if card.isdigit():
        if int(card) not in NUMBERS:
            raise ValueError(text)
        return int(card), "", by, down
    if card not in (*CARD_KINDS, ANCHOR, "?"):
        raise ValueError(text)
    return 0, "" if card == "?" else card, by, down


SPOT = Form(_spot_text, _read_spot)


def spots_agree(now: Spot, seen: Spot) -> bool:
    """Whether a cell can look so: a card nobody read may be any, who placed it need not be told."""
    if len(now) != len(seen):
        return False
    return all(_one_agrees(one, other) for one, other in zip(now, seen, strict=True))


def _one_agrees(now: tuple, seen: tuple) -> bool:
    same_seat = NOBODY in (now[2], seen[2]) or now[2] == seen[2]
    unread = 0 in (now[0], seen[0]) and (now[0] != seen[0] or "" in (now[1], seen[1]))
    same_card = now[:2] == seen[:2] or unread
    return same_seat and same_card and not (ANCHOR in (now[1], seen[1]) and now[1] != seen[1])


def card_at(state: State, key: Key) -> Spot:
    """What lies on a cell."""
    return spot_of(state.board.cards.get(AT[key[0]]))


def set_card(state: State, key: Key, spot: Spot) -> State:
    """A cell as it was seen; its sector is put together anew, with what its docks store."""
    cell, board = AT[key[0]], state.board
    lying = board.cards.get(cell)
    if spot_of(lying) == spot:
        return state
    if lying is not None and spots_agree(spot_of(lying), spot) and _tells_no_more(lying, spot):
        return state
    where = state.where
    if lying is not None:
        where = _off_board(where, lying)
        board = lifted(board.plan, board, cell)
    top: Lying | None = None
    for number, kind, by, down in reversed(spot):
        if number:
            where = moved_to(where, number, ord("#"))
        top = _lying(state, number, kind, by, down, top)
    if top is not None:
        board = perhaps_centre(laid(board.plan, board, cell, top), cell, top)
    return replace(state, board=board, where=where)


def _tells_no_more(lying: Lying | None, spot: Spot) -> bool:
    """Whether a cell was only seen again: no number was read, and nothing of another kind."""
    for number, kind, _, _ in spot:
        if lying is None or number or kind not in ("", lying.kind):
            return False
        lying = lying.under
    return True


def _off_board(where: bytes, lying: Lying | None) -> bytes:
    while lying is not None:
        if lying.number and where[lying.number] == ord("#"):
            where = moved_to(where, lying.number, ord("."))
        lying = lying.under
    return where


def _lying(state: State, number: int, kind: str, by: Seat, down: bool, under: Lying | None) -> Lying:
    side = state.sides[by] if 0 <= by < len(state.sides) else NEUTRAL
    if number:
        return lying_of(card_of(state, number), side, by, under, down)
    symbol = "" if kind == ANCHOR else None
    owner = side if kind in (DOCK, "crane", "tavern") else NEUTRAL
    return Lying(kind, 0, owner, by=by, under=under, down=down, symbol=symbol)


def refaced(state: State, number: int) -> State:
    """What was just read of a card that lies in the harbour: its sector is put together anew."""
    for cell, lying in state.board.cards.items():
        if lying.number == number and lying.under is None:
            card = card_of(state, number)
            now = lying_of(card, lying.owner, lying.by, None, lying.down)
            if _alike(now, lying):
                return state
            board = lifted(state.board.plan, state.board, cell)
            board = laid(state.board.plan, board, cell, now)
            return replace(state, board=_in_order(state.board, centred_as(state.board, board, cell)))
    return state


def _alike(one: Lying, other: Lying) -> bool:
    """Whether two cards are known to show the same, or both to show what nobody read."""
    same = (one.kind, one.owner, one.symbol) == (other.kind, other.owner, other.symbol)
    return same and repr(one.goods) == repr(other.goods)


def _in_order(before: Board, after: Board) -> Board:
    """The same cards in the order they were laid."""
    cards = {cell: after.cards[cell] for cell in before.cards if cell in after.cards}
    return replace(after, cards=cards)


# Faces --------------------------------------------------------------------------------------------


def set_face(state: State, key: Key, face: tuple[str, ...]) -> State:
    """A face as it was read."""
    return refaced(declared(state, int(key[0]), face), int(key[0]))


# Warehouses, keepers, sectors ---------------------------------------------------------------------


def stock_at(state: State, key: Key) -> Number:
    """Warehouses of a good lying on a cell: none where it is no centre."""
    cell = AT[key[0]]
    sector = sector_at(state.board, cell)
    if sector is None:
        return 0
    for side, centre in enumerate(sector.centres):
        if centre == cell:
            return sector.stock[side][GOODS.index(key[1])]
    return 0


def set_stock(state: State, key: Key, value: Number) -> State:
    """Warehouses as they were counted on a centre; one that was none becomes its owner's."""
    cell, board = AT[key[0]], state.board
    sector, lying = sector_at(board, cell), board.cards.get(AT[key[0]])
    if sector is None or lying is None or not 0 <= lying.owner < len(sector.stock):
        return state
    side = lying.owner
    if sector.centres[side] != cell and not isinstance(value, int):
        return state
    if sector.centres[side] != cell and value == 0:
        return state
    goods = put_at(sector.stock[side], GOODS.index(key[1]), value)
    return with_sector(state, sector, with_stock(sector, side, goods, cell))


def with_sector(state: State, before: Sector, after: Sector) -> State:
    """The table with a sector changed."""
    board = state.board
    return replace(
        state,
        board=replace(
            board,
            open=tuple([after if one is before else one for one in board.open]),
            done=tuple([after if one is before else one for one in board.done]),
        ),
    )


def keeper_at(state: State, key: Key) -> int:
    """The side whose keeper stands in the sector of a cell."""
    sector = sector_at(state.board, AT[key[0]])
    return NOBODY if sector is None else sector.keeper


def set_keeper(state: State, key: Key, side: int) -> State:
    """A keeper seen in a sector: it is finished."""
    board, sector = state.board, sector_at(state.board, AT[key[0]])
    if sector is None:
        return state
    if any(one is sector for one in board.done):
        return with_sector(state, sector, replace(sector, keeper=side))
    if side == NOBODY:
        return state
    return finished(state, sector, side)


def finished(state: State, sector: Sector, side: int) -> State:
    """A sector taken for finished, its warehouses back in the supply."""
    board = state.board
    sides = len(sector.stock)
    after = replace(sector, free=0, keeper=side, stock=((0, 0, 0),) * sides, centres=(NOWHERE,) * sides)
    return replace(
        state,
        board=replace(board, open=tuple([one for one in board.open if one is not sector]), done=(*board.done, after)),
    )


def is_done(state: State, key: Key) -> bool:
    """Whether the sector of a cell is finished."""
    sector = sector_at(state.board, AT[key[0]])
    return sector is not None and any(one is sector for one in state.board.done)


def set_done(state: State, key: Key, value: bool) -> State:
    """A sector declared finished, won by nobody until a keeper is seen."""
    sector = sector_at(state.board, AT[key[0]])
    if sector is None or value == is_done(state, key):
        return state
    return finished(state, sector, NOBODY) if value else uncompared(state, sector)


def uncompared(state: State, sector: Sector) -> State:
    """A sector the table did not compare: nobody's keeper stands there, and its warehouses still lie."""
    board = state.board
    lay = sector_of(board.plan, board.cards, sector.cells, board.water | board.docks, sector.centres)
    return with_sector(state, sector, replace(sector, stock=lay.stock, centres=lay.centres, keeper=NOBODY))


def keeper_text(side: int, letters: Letters = ()) -> str:
    """A keeper by its colour."""
    if side == NOBODY:
        return "-"
    return SIDES[side] if 0 <= side < len(SIDES) else "?"


def _read_keeper(text: str, letters: Letters) -> int:
    if text == "-":
        return NOBODY
    return UNKNOWN_SIDE if text == "?" else SIDES.index(text)


KEEPER = Form(keeper_text, _read_keeper)


def keepers_agree(now: int, seen: int) -> bool:
    """Whether the same keeper stands there, as far as anybody can tell."""
    return UNKNOWN_SIDE in (now, seen) or now == seen


def _sector_text(sector: Sector) -> str:
    cells = "+".join(NAME[cell] for cell in cells_in(sector.cells))
    stock = ":".join("/".join(number_text(count) for count in goods) for goods in sector.stock)
    centres = ":".join("-" if cell == NOWHERE else NAME[cell] for cell in sector.centres)
    maybe = "+".join(NAME[cell] for cell in cells_in(sector.maybe))
    return f"{cells}|{stock}|{centres}|{keeper_text(sector.keeper)}{maybe and '|' + maybe}"


def _read_sector(text: str) -> Sector:
    cells, stock, centres, keeper, *more = text.split("|")
    at = [AT[name] for name in cells.split("+") if name]
    goods = tuple(tuple(read_number(count) for count in side.split("/")) for side in stock.split(":"))
    where = tuple(NOWHERE if name == "-" else AT[name] for name in centres.split(":"))
    if not len(COLOURS) <= len(goods) == len(where) <= len(SIDES) or any(len(side) != len(GOODS) for side in goods):
        raise ValueError(text)
    maybe = {AT[name] for names in more for name in names.split("+")}
    if len(more) > 1 or not maybe <= set(at):
        raise ValueError(text)
    cells, maybes = (sum(1 << cell for cell in some) for some in (set(at), maybe))
    return Sector(cells, 0, len(at), goods, where, 0, _read_keeper(keeper, ()), maybes)


SECTORS = Form(
    lambda sectors, letters: " ".join(map(_sector_text, sectors)) or "-",
    lambda text, letters: () if text == "-" else tuple(_read_sector(part) for part in text.split()),
)


def get_sectors(field: str):
    """Sectors as they are written: what the cards tell is left out."""
    return lambda state, key: tuple(
        replace(sector, free=0, size=sector.cells.bit_count(), customs=0) for sector in getattr(state.board, field)
    )


def set_sectors(field: str):
    """Sectors in the order they were told, put together with the cards that lie in them."""

    def put(state: State, key: Key, sectors: tuple[Sector, ...]) -> State:
        board = state.board
        solid = board.water | board.docks
        fit = [one for one in sectors if one.cells and len(one.stock) == len(board.craned)]
        made = tuple(_whole(board, one, solid, field == "open") for one in fit if not one.cells & ~board.docks)
        return replace(state, board=replace(board, **{field: made}))

    return put


def _whole(board: Board, told: Sector, solid: int, is_open: bool) -> Sector:
    derived = sector_of(board.plan, board.cards, told.cells, solid, told.centres)
    return replace(told, free=derived.free if is_open else 0, size=derived.size, customs=derived.customs)


def closed_names(state: State) -> tuple[str, ...]:
    """Open sectors without an empty neighbour: they wait to be compared."""
    return tuple(map(name_of, closed_sectors(state.board)))


# Hands --------------------------------------------------------------------------------------------


def hand_at(state: State, key: Key) -> tuple[int, ...]:
    """The cards everybody knows to be in a hand."""
    sign = in_hand(key[0])
    return tuple(number for number, one in enumerate(state.where) if one == sign)


def set_count(group: int):
    """So many cards of a group in a hand; how many of them nobody saw follows."""

    def put(state: State, key: Key, count: Number) -> State:
        player = state.players[key[0]]
        hand = player.hand
        seen = hand.counts[group] - hand.unseen[group]
        unseen = count - seen
        hand = replace(
            hand, counts=put_at(hand.counts, group, count), unseen=put_at(hand.unseen, group, _positive(unseen))
        )
        return with_player(state, key[0], replace(player, hand=hand))

    return put


def hand_breaks(group: int):
    """Another hand than a round begins with (KO-HAND-1); one that a forgotten draw explains is another matter."""

    def breaks(state: State, key: Key, seen: Number) -> str:
        player = state.players[key[0]]
        if group and may_be_special(state, key[0]) and _may_be_so(player.hand, group, seen):
            raise NotKnown("hand")
        missing = player.missing[group] + player.missing[-1]
        if state.phase != CHOOSE or state.round == 1 or 0 < seen - player.hand.counts[group] <= missing:
            return ""
        return BROKEN

    return breaks


def _may_be_so(hand: Hand, group: int, seen: Number) -> bool:
    """Whether so many canals, or special cards, can be in a hand where nobody can tell one from the other."""
    (_, canals, specials), unseen = hand.counts, hand.unseen[1]
    low, high = (canals - unseen, canals) if group == 1 else (specials, specials + unseen)
    return least(low) <= most(seen) and least(seen) <= most(high)


def _positive(number: Number) -> Number:
    try:
        return number if number >= 0 else 0
    except NotKnown:
        return number
