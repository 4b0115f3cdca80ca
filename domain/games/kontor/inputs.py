"""The inputs of Kontor: how card numbers, faces and cells are entered by taps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, cast

from domain.games.inputs import (
    CELLS,
    PAD,
    PICK,
    Candidate,
    Condition,
    Input,
    Inputs,
    LineTemplate,
    Palette,
    Spot,
    palette,
)
from domain.games.kontor.actions import Choose, Draw, End, Layout, Place, Reveal
from domain.games.kontor.candidates import possible
from domain.games.kontor.follow.turns import draw_due, pile_for, placed_unread
from domain.games.kontor.offers.possible_cards import may_be_drawn, may_be_held
from domain.games.kontor.pieces import (
    ANY_OWNER,
    BOAT,
    CANAL,
    COIN,
    COLOURS,
    CRANE,
    DOCK,
    FIELDS,
    GOODS,
    MOST_GOODS,
    NUMBERS,
    TAVERN,
)
from domain.games.kontor.state import CHOOSE, NAME, ORIGIN, State, card_of, face_words, in_hand, on_top
from domain.numbers import most
from domain.rules import Action, Offer, Seat

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

_UNREAD = 46  # where an unseen card lies
_SETS = [" ".join(goods) for count in (1, 2, 3) for goods in combinations(GOODS, count)]
_TWICE = [
    " ".join(goods)
    for count in range(2, MOST_GOODS + 1)
    for goods in combinations_with_replacement(GOODS, count)
    if len(set(goods)) < count
]
_GOODS = palette(
    ("", [Candidate(text=text) for text in (*_SETS, "empty")]), ("+twice", [Candidate(text=text) for text in _TWICE])
)
_SIGNS = ("plain", COIN, BOAT)
_SYMBOLS = palette(("", [Candidate(text=text) for text in _SIGNS]))
_OWNERS = palette(("", [Candidate(text=colour) for colour in COLOURS]))


def _numbers(possible: list[int], known: tuple[int, ...] = ()) -> Palette:
    """All numbers there are; those known to be there as buttons of their own."""
    values = tuple(Candidate(text=str(number), uses=(str(number),)) for number in NUMBERS)
    shown = tuple(value for value in values if int(value.text) in known)
    return Palette(rows=((("known", shown),) if shown else ()) + (("", values),))


def _stock(possible: list[int]) -> dict[str, int]:
    return {str(number): int(number in possible) for number in NUMBERS}


def _card(
    state: State, seat: Seat, name: str, possible: list[int], known: tuple[int, ...], kinds: tuple[str, ...], **more
) -> tuple[Input, ...]:
    """A card by its number, and what is printed on it as far as it is unread; `kinds` are those expected there.

    A new face is one tap; one that is rare or only partly seen is entered kind by kind.
    """
    number = Input(
        name=name,
        kind=PAD,
        palettes=(_numbers(possible, known),),
        spots=(Spot(label=more.pop("label", "card")),),
        stock=_stock(possible),
        **more,
    )
    cards = {str(number): card_of(state, number) for number in possible}
    unread = tuple(text for text, card in cards.items() if not card.kind)
    unowned = tuple(text for text, card in cards.items() if card.kind in (CRANE, TAVERN) and card.owner == ANY_OWNER)
    empty = tuple(text for text, card in cards.items() if card.kind == DOCK and card.goods is None)
    unmarked = tuple(text for text, card in cards.items() if card.kind and card.symbol is None)
    own, other = _docks(state, seat)
    heads = (own, CANAL, other)
    partly_seen = [Candidate(text=head, value=head.split()) for head in heads]
    faces = palette(*_faces(own, kinds), ("+step by step", partly_seen))
    partly = Condition(input=f"{name} kind", among=heads)
    dock = Condition(input=f"{name} kind", among=(own, other))
    made = (
        _new(f"{name} kind", "face", faces, unread, name),
        _new(f"{name} owner", "colour", _OWNERS, unowned, name),
        _new(f"{name} goods", "face_goods", _GOODS, empty, name, *((dock,) if unread else ())),
        _new(f"{name} symbol", "face_symbol", _SYMBOLS, unmarked, name, *((partly,) if unread else ())),
    )
    return (number, *(field for field in made if field is not None))


def _faces(own: str, kinds: tuple[str, ...]) -> list[tuple[str, list[Candidate]]]:
    """All usual faces of these kinds: docks by goods and symbol, canals by symbol."""
    docks = [_face(f"{own} {goods} {sign}", (x, y)) for y, sign in enumerate(_SIGNS) for x, goods in enumerate(_SETS)]
    canals = [_face(f"{CANAL} {sign}") for sign in _SIGNS]
    rows = {DOCK: (own, docks), CANAL: (CANAL, canals)}
    return [rows[kind] for kind in kinds]


def _face(text: str, at: tuple[int, int] | None = None) -> Candidate:
    return Candidate(text=text, value=text.split(), picture=f"face:{text}", at=at)


def _docks(state: State, seat: Seat) -> tuple[str, str]:
    """A dock of the seat's own colour, and one of the other."""
    side = state.sides[seat] if state.sides[seat] < len(COLOURS) else 0
    return f"{DOCK} {COLOURS[side]}", f"{DOCK} {COLOURS[1 - side]}"


def _new(name: str, form: str, values: Palette, among: tuple[str, ...], card: str, *more: Condition) -> Input | None:
    if not among and not more:
        return None
    conditions = (Condition(input=card, among=among), *more)
    label = name.rpartition(" ")[2]
    return Input(
        name=name, kind=PICK, form=form, palettes=(values,), spots=(Spot(label=label),), unseen="", when=conditions
    )


def _unread(state: State) -> list[int]:
    """Cards that may be of any kind: they have not been seen, and nothing shows what they are."""
    return [number for number in NUMBERS if state.where[number] == _UNREAD and not card_of(state, number).kind]


def _held(state: State, seat: Seat) -> list[int]:
    """Cards a seat may have in hand."""
    unread = _unread(state) if any(map(most, state.players[seat].hand.unseen)) else []
    return sorted({*may_be_held(state, seat), *unread})


def _written(inputs: tuple[Input, ...]) -> str:
    return " ".join(f"{{{field.name}}}" for field in inputs)


def reveal(rules: KontorRules, state: State, offer: Offer) -> LineTemplate:
    """One card for each seat, turned over together."""
    found: list[Input] = []
    for seat, _, _ in cast(Reveal, offer.example).cards:
        chosen = state.play.chosen[seat]
        possible = [chosen] if chosen > 0 else _held(state, seat)
        known = tuple(number for number in possible if state.where[number] == in_hand(seat))
        named = {"lead": f"#{seat} ", "label": f"#{seat}"}
        found += _card(state, seat, f"seat {seat}", possible, known, (DOCK, CANAL), unseen=None, **named)
    return LineTemplate(kind=Reveal, write=f"reveal {_written(tuple(found))}", inputs=tuple(found))


def draw(rules: KontorRules, state: State, offer: Offer) -> LineTemplate:
    """The card off the top of a pile."""
    example = cast(Draw, offer.example)
    seat = example.seat
    due = draw_due(rules, state)
    unread = due is None and placed_unread(state)
    groups = {"docks": (0,), "canals": (1,)}.get(example.pile, (0, 1) if unread else (1,) if due else (0,))
    tops = tuple(filter(None, (on_top(pile_for(state, seat, group)) for group in groups)))
    drawn = [card for group in groups for card in may_be_drawn(state, seat, group, rules.specials == "canals")]
    possible = [*tops] if len(tops) == len(groups) else [*drawn, *_unread(state)]
    kinds = tuple(CANAL if group else DOCK for group in groups)
    inputs = _card(state, seat, "card", possible, tops, kinds, unseen="")
    return LineTemplate(kind=Draw, seat=seat, write=f"draw {example.pile} {_written(inputs)}", inputs=inputs)


def choose(rules: KontorRules, state: State, offer: Offer) -> LineTemplate:
    """The card a seat lays face down, on its own device."""
    seat = cast(Choose, offer.example).seat
    possible = _held(state, seat)
    known = tuple(number for number in possible if state.where[number] == in_hand(seat))
    card = Input(
        name="card",
        kind=PAD,
        palettes=(_numbers(possible, known),),
        spots=(Spot(label="card"),),
        stock=_stock(possible),
        unseen="",
    )
    return LineTemplate(kind=Choose, seat=offer.example.seat, write="choose {card}", inputs=(card,), secret=True)


def layout(rules: KontorRules, state: State, offer: Offer) -> LineTemplate:
    """The canals that lie in the harbour before the first round."""
    return _layout(rules, state)


def _box(cell: str) -> tuple[int, int, int, int]:
    x, y = map(int, cell.split(","))
    return x, y, 1, 1


def _layout(rules: KontorRules, state: State) -> LineTemplate:
    cells = [cell for cell in rules.layout if cell != NAME[ORIGIN]]
    canals = [
        number for number in NUMBERS if state.where[number] == _UNREAD and card_of(state, number).kind in (CANAL, "")
    ]
    spots = tuple(
        Spot(label=cell, lead=f" {cell}=" if at else f"{cell}=", box=_box(cell)) for at, cell in enumerate(cells)
    )
    grid = Input(name="cells", kind=CELLS, digits=True, palettes=(_numbers(canals),), spots=spots, stock=_stock(canals))
    anchor = f"{NAME[ORIGIN]}=anchor " if NAME[ORIGIN] in rules.layout else ""
    return LineTemplate(kind=Layout, write=f"layout {anchor}{{cells}}", inputs=(grid,), once=True)


def laying(rules: KontorRules, state: State) -> Iterator[LineTemplate]:
    """The starting layout before the first round; and that the table stops, when it is over."""
    if state.result is not None:
        yield LineTemplate(kind=End, write="end", once=True)
    begun = state.phase != CHOOSE or state.round > 1 or state.play.passed or max(state.play.chosen) >= 0
    if not begun and len(rules.layout) > 1:
        yield _layout(rules, state)


def met(state: State) -> dict[str, dict[str, int]]:
    """What is known of each card, field by field."""
    found: dict[str, dict[str, int]] = {field: {} for field in FIELDS}
    for number in NUMBERS:
        card = card_of(state, number)
        goods = "".join(good[0] * count for good, count in zip(GOODS, card.goods or (), strict=False))
        symbol = None if card.symbol is None else card.symbol or "plain"
        owner = COLOURS[card.owner] if card.kind in (DOCK, CRANE, TAVERN) and card.owner in range(len(COLOURS)) else ""
        printed = {"kind": card.kind, "owner": owner, "goods": card.kind == DOCK and goods, "symbol": symbol}
        for field, value in printed.items():
            if value:
                found[field][f"{number}={value}"] = 1
    return found


def piece(state: State, action: Action) -> str:
    """The face of the card that is placed, where it is known."""
    card = card_of(state, action.card) if isinstance(action, Place) and action.card else None
    return f"face:{' '.join(face_words(card))}" if card is not None and card.kind else ""


INPUTS = Inputs(
    possible=possible,
    piece=piece,
    fact_fields={"face": ("face", "cards"), "layout": (), "under": ("under",), "kind": ("card", "face")},
    purse=("purse",),
    met=met,
    offered={Reveal: reveal, Draw: draw, Choose: choose, Layout: layout},
    places=frozenset(("cell",)),
    laying=laying,
)
