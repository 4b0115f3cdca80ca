"""Cards as values of the table: how a cell and a face are written, read back, compared and put there."""

from __future__ import annotations

from domain.games.kontor.pieces import ANCHOR, CARD_KINDS, DOCK, NEUTRAL, NUMBERS
from domain.games.kontor.state import (
    AT,
    NO_SEAT,
    Board,
    Lying,
    State,
    card_of,
    learned,
    lifted,
    line_of,
    lying_of,
    moved_to,
    with_card,
)
from domain.games.kontor.state.board import centred_as, perhaps_centre
from domain.games.kontor.state.cells import NOT_SEEN, SOMEWHERE
from domain.games.kontor.state.faces import declared
from domain.rules import Key, Seat, replace
from domain.texts import Form, Letters

# A cell: its cards from the top: number, kind where the number is not recorded, who placed it, face down --

Spot = tuple[tuple[int, str, Seat, bool], ...]


def spot_of(lying: Lying | None) -> Spot:
    """The cards of a cell, from the top."""
    found = []
    while lying is not None:
        found.append((lying.number, "" if lying.number else lying.kind, lying.by, lying.down))
        lying = lying.under
    return tuple(found)


def _spot_text(spot: Spot, letters: Letters) -> str:
    return ">".join(_one_text(*card, letters) for card in spot) or "-"


def _one_text(number: int, kind: str, by: Seat, down: bool, letters: Letters) -> str:
    seat = "" if by == NO_SEAT else f"@{letters[by]}" if by < len(letters) else f"@{by}"
    return f"{number or kind or '?'}{seat}{'~' if down else ''}"


def _read_spot(text: str, letters: Letters) -> Spot:
    return () if text == "-" else tuple(_read_one(part, letters) for part in text.split(">"))


def _read_one(text: str, letters: Letters) -> tuple[int, str, Seat, bool]:
    down = text.endswith("~")
    card, at, seat = text.removesuffix("~").partition("@")
    by = (letters.index(seat) if seat in letters else range(6)[int(seat)]) if at else NO_SEAT
    if card.isdigit():
        if int(card) not in NUMBERS:
            raise ValueError(text)
        return int(card), "", by, down
    if card not in (*CARD_KINDS, ANCHOR, "?"):
        raise ValueError(text)
    return 0, "" if card == "?" else card, by, down


SPOT = Form(_spot_text, _read_spot)


def spots_agree(now: Spot, seen: Spot) -> bool:
    """Whether a cell can look so: an unread card may be any, who placed it need not be recorded."""
    if len(now) != len(seen):
        return False
    return all(_one_agrees(one, other) for one, other in zip(now, seen, strict=True))


def _one_agrees(now: tuple, seen: tuple) -> bool:
    same_seat = NO_SEAT in (now[2], seen[2]) or now[2] == seen[2]
    unread = 0 in (now[0], seen[0]) and (now[0] != seen[0] or "" in (now[1], seen[1]))
    same_card = now[:2] == seen[:2] or unread
    return same_seat and same_card and not (ANCHOR in (now[1], seen[1]) and now[1] != seen[1])


def card_at(state: State, key: Key) -> Spot:
    """What lies on a cell."""
    return spot_of(state.board.cards.get(AT[key[0]]))


def hidden_cards(board: Board) -> list[Lying]:
    """The cards on cells that were not seen, the last one first."""
    found, lying = [], board.cards.get(SOMEWHERE)
    while lying is not None:
        found.append(lying)
        lying = lying.under
    return found


def card_shown(state: State, key: Key, spot: Spot) -> State:
    """The table where a card on a cell that was not seen is the one read there."""
    found = _card_found(state, key, spot)
    return state if found is state else set_card(found, key, spot)


def _card_found(state: State, key: Key, spot: Spot) -> State:
    """The table with the top card read on a cell no longer on one that was not seen, if only one can be it."""
    hidden = hidden_cards(state.board)
    if not hidden or not spot or key[0] == NOT_SEEN or not spots_agree(card_at(state, key), spot[1:]):
        return state
    fits = [card for card in hidden if _one_agrees(spot_of(replace(card, under=None))[0], spot[0])]
    if len(fits) != 1:
        return state
    number = fits[0].number
    board = lifted(state.board.plan, state.board, SOMEWHERE)
    for card in reversed(hidden):
        if card.number != number:
            board = with_card(board.plan, board, SOMEWHERE, replace(card, under=board.cards.get(SOMEWHERE)))
    return learned(replace(state, board=board), (line_of(state, number), "cell"), key[0])


def set_card(state: State, key: Key, spot: Spot) -> State:
    """A cell as it was seen; its sector is put together anew, with what its docks store."""
    state = _card_found(state, key, spot)
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
        board = perhaps_centre(with_card(board.plan, board, cell, top), cell, top)
    return replace(state, board=board, where=where)


def _tells_no_more(lying: Lying | None, spot: Spot) -> bool:
    """Whether a reading shows nothing new about a cell: no number, and no other kind of card."""
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
            board = with_card(state.board.plan, board, cell, now)
            return replace(state, board=_in_order(state.board, centred_as(state.board, board, cell)))
    return state


def _alike(one: Lying, other: Lying) -> bool:
    """Whether two cards are known to show the same, or both to be unread."""
    same = (one.kind, one.owner, one.symbol) == (other.kind, other.owner, other.symbol)
    return same and repr(one.goods) == repr(other.goods)


def _in_order(before: Board, after: Board) -> Board:
    """The cards of a cell in the order in which they were laid."""
    cards = {cell: after.cards[cell] for cell in before.cards if cell in after.cards}
    return replace(after, cards=cards)


# Faces --------------------------------------------------------------------------------------------


def set_face(state: State, key: Key, face: tuple[str, ...]) -> State:
    """Sets a face that was read, and what follows from it in the harbour."""
    return refaced(declared(state, int(key[0]), face), int(key[0]))
