"""What can be read off the table of Kontor, and how it is written."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.follow.taxes import acting_order
from domain.games.kontor.notation.words import face as read_face
from domain.games.kontor.observables import centres
from domain.games.kontor.observables.common import (
    CELL,
    CELL_OR_NOT_SEEN,
    SOME_SEATS,
    WHOSE,
    WORD,
    by_seat,
    cannot_be,
    cannot_be_if,
    card_breaks,
    each,
    numbers,
    observed,
    of_play,
    of_seat,
    of_table,
    seats,
    set_shown,
    sides,
    stays,
    whole,
    wholes,
)
from domain.games.kontor.observables.expansions import EVENT_PILE, EXPORT
from domain.games.kontor.observables.keys import cells, sectors, stocks
from domain.games.kontor.observables.parts import ALLIANCE, CARGO, COIN, MARKER, OF_PARTS, RESERVE, SKIPS
from domain.games.kontor.observables.purses import PURSE, TREASURY
from domain.games.kontor.observables.supply import keepers, size, supply, warehouses
from domain.games.kontor.pieces import GOODS, GROUPS, NUMBERS, group_of
from domain.games.kontor.scoring import so_far
from domain.games.kontor.state import (
    CELLS,
    GAP,
    PHASES,
    PLACE,
    State,
    card_of,
    face_words,
    fields_of,
    in_hand,
    on_top,
    put_at,
)
from domain.games.kontor.state.board import unread_fact
from domain.games.kontor.state.cells import FAR
from domain.games.kontor.state.hands import fewer, further, leaves_as
from domain.games.kontor.values.cards import SPOT, card_at, card_shown, set_card, set_face, spots_agree
from domain.games.kontor.values.hands import hand_at, hand_breaks, set_count
from domain.games.kontor.values.sectors import (
    KEEPER,
    SECTORS,
    get_sectors,
    is_done,
    keeper_at,
    keepers_agree,
    set_done,
    set_keeper,
    set_sectors,
    set_stock,
    stock_at,
)
from domain.numbers import MOST, Number, not_below_zero
from domain.observables import Observable, points_observable
from domain.rules import Key, replace
from domain.texts import NUMBER, YES, Form, one_of

_NUMBERS = tuple(map(str, NUMBERS))


# Piles --------------------------------------------------------------------------------------------


def _of_pile(name: str, field: str, form: Form = NUMBER, **more: object) -> Observable:
    """Something of a seat's own pile of docks."""

    def put(state: State, key: Key, value: object) -> State:
        at = state.pile_of[key[0]]
        pile = replace(state.piles[at], **{field: value})
        if pile.top and on_top(replace(pile, top=0)) == pile.top:  # what was put under it shows that already
            pile = replace(pile, top=0)
        return replace(state, piles=put_at(state.piles, at, pile))

    def get(state: State, key: Key) -> object:
        return getattr(state.piles[state.pile_of[key[0]]], field)

    return observed(name, form, seats, key=("seat",), **{"get": get, "set": put, **more})


def _tops_agree(now: int, seen: int) -> bool:
    return 0 in (now, seen) or now == seen


_CARD = whole(max(NUMBERS))


def _docks_left(state: State, key: Key) -> Number:
    return state.piles[state.pile_of[key[0]]].count


# Faces, hands, where cards are --------------------------------------------------------------------


def _face(state: State, key: Key) -> tuple[str, ...]:
    return face_words(state.cards[int(key[0])])


def _faces_agree(now: tuple[str, ...], seen: tuple[str, ...]) -> bool:
    """Whether two faces agree in all fields that were read of both."""
    one, other = fields_of(now), fields_of(seen)
    return all(one[field] == other[field] for field in one.keys() & other.keys())


_FACE = Form(
    lambda face, letters: " ".join(face) or "-", lambda text, letters: () if text == "-" else read_face(text.split())
)


def _set_hand(state: State, key: Key, cards: tuple[int, ...]) -> State:
    """Cards known to be in a hand; those that are new were among the unseen ones."""
    sign, before = in_hand(key[0]), hand_at(state, key)
    if set(cards) <= set(before):  # what was known of it before, and agrees, stays known
        return state
    signs = bytearray(46 if holder == sign else holder for holder in state.where)
    player = state.players[key[0]]
    unseen, counts = list(player.hand.unseen), player.hand.counts
    for card in cards:
        if not 0 < card < len(signs):
            continue
        signs[card] = sign
        group = group_of(card_of(state, card).kind)
        was = leaves_as(state, key[0], group, False)
        if card not in before and was is not None:
            unseen[was] = not_below_zero(unseen[was] - 1)
            if was != group and group is not None:  # it was counted among the canals until it was seen
                counts = further(fewer(counts, was), group)
    player = replace(player, hand=replace(player.hand, counts=counts, unseen=tuple(unseen)))
    return replace(state, where=bytes(signs), players=put_at(state.players, key[0], player))


def _read_where(text: str, letters: tuple[str, ...]) -> bytes:
    if len(text) != len(NUMBERS) + 1 or set(text) - set(".#=xabcdefABCDEF"):
        raise ValueError(text)
    return text.encode()


def _box(state: State, key: Key) -> tuple[int, ...]:
    board = state.board
    return board.left, board.right, board.top, board.bottom


def _set_box(state: State, key: Key, box: tuple[int, ...]) -> State:
    left, right, top, bottom = box
    return replace(state, board=replace(state.board, left=left, right=right, top=top, bottom=bottom))


_BOX = Form(
    lambda box, letters: " ".join(map(str, box)),
    lambda text, letters: tuple(whole(FAR, -FAR).read(part, letters) for part in _four(text)),
)


def _four(text: str) -> list[str]:
    if len(text.split()) != 4:
        raise ValueError(text)
    return text.split()


def _set_phase(state: State, key: Key, phase: str) -> State:
    """A phase recorded after a gap shows how the table stands; a seat with a card in play still acts."""
    state = replace(state, phase=phase, missing_fact=state.missing_fact if phase == GAP else "")
    if phase != PLACE or state.play.order:
        return state
    return replace(state, play=replace(state.play, order=acting_order(state.play.shown)))


def _of_hand(group: int) -> Observable:
    return observed(
        GROUPS[group],
        NUMBER,
        seats,
        key=("seat",),
        clause=ko.HAND_1.id,
        clause_is_fallback=True,
        judge_value=hand_breaks(group),
        other_end="canals" if GROUPS[group] == "docks" else "",
        get=lambda state, key: state.players[key[0]].hand.counts[group],
        set=set_count(group),
    )


def _set_unseen(state: State, key: Key, value: tuple) -> State:
    player = state.players[key[0]]
    return replace(
        state, players=put_at(state.players, key[0], replace(player, hand=replace(player.hand, unseen=value)))
    )


_EDGES = Form(
    lambda edges, letters: "none" if edges < 0 else f"{edges:x}",
    lambda text, letters: -1 if text == "none" else int(text, 16),
)
_UNCLEAR = wholes()
_ALL = (
    of_table("florins", whole(MOST), counts=False, on_table=False, clause=ko.REC_4.id, judge_value=cannot_be),
    PURSE,
    TREASURY,
    *(_of_hand(group) for group in range(len(GROUPS))),
    observed(
        "unseen",
        numbers(3),
        seats,
        key=("seat",),
        counts=False,
        on_table=False,
        get=lambda state, key: state.players[key[0]].hand.unseen,
        set=_set_unseen,
    ),
    _of_pile("dock-pile", "count", clause=ko.REC_8.id, clause_is_fallback=True, judge_value=cannot_be_if(_docks_left)),
    _of_pile("top", "top", _CARD, counts=False, agrees=_tops_agree, get=lambda s, k: on_top(s.piles[s.pile_of[k[0]]])),
    _of_pile("under", "under", wholes(), counts=False, on_table=False),
    of_table(
        "canal-pile",
        part="canals",
        field="count",
        clause=ko.REC_8.id,
        clause_is_fallback=True,
        judge_value=cannot_be_if(lambda state, key: state.canals.count),
    ),
    of_table("canal-top", _CARD, "canals", "top", counts=False, agrees=_tops_agree),
    of_table("canal-under", wholes(), "canals", "under", counts=False, on_table=False),
    observed(
        "face",
        _FACE,
        each(_NUMBERS),
        key=("number",),
        among=_NUMBERS,
        counts=False,
        slot_type="face",
        is_memory=True,
        agrees=_faces_agree,
        clause=ko.REC_2.id,
        judge_value=cannot_be,
        get=_face,
        set=set_face,
    ),
    observed(
        "card",
        SPOT,
        cells,
        key=("cell",),
        among=CELLS,
        counts=False,
        slot_type="spot",
        agrees=spots_agree,
        clause=ko.PLACE_4.id,
        judge_value=card_breaks,
        get=card_at,
        set=set_card,
        reveal_choice=card_shown,
    ),
    observed("open", SECTORS, counts=False, on_table=False, get=get_sectors("open"), set=set_sectors("open")),
    observed("done", SECTORS, counts=False, on_table=False, get=get_sectors("done"), set=set_sectors("done")),
    observed(
        "keeper",
        KEEPER,
        sectors,
        key=("cell",),
        among=CELLS,
        counts=False,
        slot_type="side",
        agrees=keepers_agree,
        get=keeper_at,
        set=set_keeper,
        values_ahead=centres.keepers_shown,
        unread_fact=centres.keeper_doubted,
    ),
    observed(
        "finished", YES, sectors, key=("cell",), among=CELLS, counts=False, slot_type="yes", get=is_done, set=set_done
    ),
    observed(
        "stock",
        NUMBER,
        stocks,
        key=("cell", "good"),
        among=(*CELLS, *GOODS),
        clause=ko.STORE_7.id,
        clause_is_fallback=True,
        get=stock_at,
        set=set_stock,
        reveal_choice=centres.centre_shown,
        unread_fact=centres.centre_doubted,
    ),
    observed(
        "supply",
        NUMBER,
        each(GOODS),
        key=("good",),
        among=GOODS,
        on_table=False,
        other_end="stock",
        get=supply,
        set=stays,
    ),
    observed(
        "warehouses",
        NUMBER,
        on_table=False,
        clause=ko.REC_5.id,
        judge_value=cannot_be_if(warehouses),
        get=warehouses,
        set=stays,
    ),
    observed(
        "size", NUMBER, sectors, key=("cell",), among=CELLS, on_table=False, clause=ko.RANK_2.id, get=size, set=stays
    ),
    *(RESERVE, CARGO, SKIPS, COIN, ALLIANCE, MARKER),
    observed(
        "keepers",
        NUMBER,
        sides,
        key=("side",),
        on_table=False,
        get=keepers,
        set=stays,
        values_ahead=centres.keepers_left,
        unread_fact=centres.a_keeper_doubted,
    ),
    of_table("boat", CELL, "board", counts=False),
    observed("box", _BOX, counts=False, on_table=False, get=_box, set=_set_box),
    *(of_table(name, YES, "board", counts=False, slot_type="yes") for name in ("wide", "high")),
    of_table("edges", _EDGES, "board", counts=False, on_table=False),
    of_table("unclear", _UNCLEAR, "board", counts=False, on_table=False),
    by_seat("shown", _CARD, set=set_shown),
    by_seat("chosen", whole(max(NUMBERS), -1), on_table=False),
    observed(
        "where",
        Form(lambda where, letters: where.decode(), _read_where),
        counts=False,
        on_table=False,
        get=lambda state, key: state.where,
        set=lambda state, key, value: replace(state, where=value),
    ),
    observed(
        "hand",
        wholes(),
        seats,
        key=("seat",),
        counts=False,
        agrees=lambda now, seen: set(now) <= set(seen) or set(seen) <= set(now),
        slot_type="numbers",
        public_value=lambda cards: (),
        get=hand_at,
        set=_set_hand,
    ),
    *(of_seat(name, on_table=False) for name in ("owed", "lapsed", "kept", "undue")),
    of_seat("missing", numbers(4), counts=False, on_table=False),
    of_table("aside", numbers(3), counts=False, on_table=False),
    points_observable(key=("side",), keys=sides, subtotals=so_far, unread_fact=lambda state, key: unread_fact(state)),
    of_table(
        "winners",
        SOME_SEATS,
        counts=False,
        slot_type="seats",
        agrees=lambda now, seen: not now or set(now) == set(seen),
    ),
    of_table("ended", WORD, counts=False, on_table=False),
    of_table("untold", WORD, field="missing_fact", counts=False, on_table=False),
    of_table(
        "phase",
        one_of(PHASES),
        counts=False,
        on_table=False,
        slot_type="phase",
        agrees=lambda now, seen: GAP in (now, seen) or now == seen,
        set=_set_phase,
    ),
    *(of_table(name, whole(MOST), counts=False, on_table=False) for name in ("round", "turn")),
    of_table("first", WHOSE, counts=False, on_table=False),
    *(of_play(name, SOME_SEATS) for name in ("passed", "lost", "order", "had", "taxed", "doubted", "unpaid")),
    *(of_play(name, CELL) for name in ("moved", "removed")),
    of_play("placed", CELL_OR_NOT_SEEN),
    of_play("just", WHOSE),
    of_play("drawn", whole(MOST)),
    of_play("earned", YES),
    of_play("sailed-late", YES, field="sailed_late"),
    EXPORT,
    EVENT_PILE,
    *OF_PARTS,
)
OBSERVABLES = {observable.name: observable for observable in _ALL}
