"""The faces of cards: from the catalogue, from declared faces, and from what follows from both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from domain.faces import UNKNOWN, Catalogue
from domain.games.kontor.pieces import (
    ANY_OWNER,
    BOAT,
    CANAL,
    COIN,
    COLOURS,
    DOCK,
    FIELDS,
    GOODS,
    GROUP,
    MOST_GOODS,
    NEUTRAL,
    NO_GOODS,
    NUMBERS,
    PLAIN,
    SPECIAL_KINDS,
    goods_of,
    group_of,
)
from domain.games.kontor.state.table import Card, Lying, State
from domain.numbers import Number, Range
from domain.rules import replace

Face = tuple[str, ...]  # as spoken: kind, owner, goods, symbol, what was not seen left out
ANCHOR_CARD = Card(0, "anchor", NEUTRAL, NO_GOODS, PLAIN, True)
NO_CARD = Card(0)


def cards_of(catalogue: Catalogue) -> dict[int, Card]:
    """Every numbered card as far as a catalogue knows it."""
    fields_by_number: dict[int, dict[str, Any]] = {number: {} for number in NUMBERS}
    for field in FIELDS:
        for face in catalogue.faces.get(field, {}).values():
            number, _, value = face.value.partition("=")
            if face.origin != UNKNOWN:
                fields_by_number[int(number)][field] = _VALUES[field](value)
    return {number: settled(Card(number, **fields)) for number, fields in fields_by_number.items()}


_VALUES: dict[str, Callable[[str], Any]] = {
    "kind": str,
    "owner": COLOURS.index,
    "goods": goods_of,
    "symbol": lambda text: PLAIN if text == "plain" else text,
}


def settled(card: Card) -> Card:
    """A card with what its kind settles: only docks have an owner, only goods docks have goods."""
    owner, goods, symbol = card.owner, card.goods, card.symbol
    if card.kind == CANAL or card.kind in SPECIAL_KINDS:
        owner = NEUTRAL
    if card.kind and card.kind != DOCK:
        goods = NO_GOODS
    if goods == NO_GOODS:
        goods = NO_GOODS  # the same object, so that nothing to store is seen at a glance
    sure = bool(card.kind) and owner != ANY_OWNER and goods is not None and symbol is not None
    return Card(card.number, card.kind, owner, goods, symbol, sure, card.plain)


def is_anybodys(state: State) -> bool:
    """Whether docks belong to the seat that plays them, whatever their colour."""
    mixed: Any = state.parts.get("mixed")
    return mixed is not None and bool(mixed.docks)


def card_of(state: State, number: int) -> Card:
    """All that is known of a card now, including what later lines declare once the record holds them."""
    card = state.cards.get(number)
    if card is None:
        return NO_CARD if number else ANCHOR_CARD
    return card if card.sure else _with_known_fields(state, card)


def _with_known_fields(state: State, card: Card) -> Card:
    known, changes = state.known, {}
    unowned = card.owner == ANY_OWNER and not is_anybodys(state)
    for field, unknown in (("kind", not card.kind), ("owner", unowned), ("goods", card.goods is None)):
        if unknown and (fact := known.get((field, card.number))) is not None:
            changes[field] = fact.value
    if card.symbol is None and (fact := known.get(("symbol", card.number))) is not None:
        changes["symbol"] = fact.value
    card = settled(replace(card, **changes)) if changes else card
    if card.symbol is None and card.plain:
        return replace(card, symbol=PLAIN, sure=True)
    return card


def fields_of(face: Face) -> dict[str, object]:
    """The fields of a card that a face, as it is written in the record, determines."""
    return dict(_fields(face))


@cache
def _fields(face: Face) -> tuple[tuple[str, object], ...]:
    found: dict[str, object] = {}
    for word in face:
        if word in GROUP:
            found["kind"] = word
        elif word in COLOURS:
            found["owner"] = COLOURS.index(word)
        elif word in GOODS or word == "empty":
            found["goods"] = tuple(face.count(good) for good in GOODS)
        elif word in (COIN, BOAT, "plain"):
            found["symbol"] = PLAIN if word == "plain" else word
    return tuple(found.items())


def face_words(card: Card) -> Face:
    """A card's face as it is spoken."""
    words = [card.kind] if card.kind else []
    if card.owner >= 0:
        words.append(COLOURS[card.owner])
    if card.kind in ("", DOCK) and card.goods is not None:
        words += [good for good, count in zip(GOODS, card.goods, strict=True) for _ in range(count)] or ["empty"]
    if card.symbol is not None:
        words.append(card.symbol or "plain")
    return tuple(words)


def declared(state: State, number: int, face: Face) -> State:
    """The table after a face was read: what was not known of it now is; the first statement counts."""
    if not face or number not in state.cards:
        return state
    card, known, changes = state.cards[number], state.known, {}
    unowned = card.owner == ANY_OWNER and not is_anybodys(state)
    unknown = {"kind": not card.kind, "owner": unowned, "goods": card.goods is None}
    unknown["symbol"] = card.symbol is None
    for field, value in fields_of(face).items():
        known = known.with_fact((field, number), value, state.line)
        if unknown[field]:
            changes[field] = known[field, number].value
    if not changes:
        return state if known is state.known else replace(state, known=known)
    return replace(state, known=known, cards={**state.cards, number: settled(replace(card, **changes))})


def unknown_goods(number: int) -> tuple[Number, ...]:
    """Goods that have not been seen yet."""
    return (Range(0, MOST_GOODS, f"face {number}"),) * 3


def lying_of(card: Card, side: int, seat: int, under: Lying | None = None, down: bool = False) -> Lying:
    """A card as it lies in the harbour; a dock whose colour is not recorded is its player's."""
    group = group_of(card.kind)
    owner = side if group == 0 and card.owner == ANY_OWNER else card.owner
    goods: tuple[Number, ...] | None = card.goods
    if goods is None:
        goods = unknown_goods(card.number) if card.kind == DOCK else NO_GOODS
    return Lying(card.kind, card.number, owner if owner >= 0 else NEUTRAL, goods, card.symbol, seat, goods, under, down)


def known_faces(state: State) -> Mapping[int, Face]:
    """Every card of which something is known, as it is spoken."""
    return {number: words for number, card in state.cards.items() if (words := face_words(card))}
