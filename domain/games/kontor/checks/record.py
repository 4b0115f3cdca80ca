"""Checks of the completeness of the record (KO-REC): impossible values, and the line that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import GR_COUNT, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import (
    Declare,
    Draw,
    Face,
    Give,
    Hold,
    Layout,
    Out,
    Pick,
    Place,
    Remove,
    Reveal,
    Show,
    Top,
)
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.setup import is_left_out
from domain.games.kontor.deeds.purses import drawn_group
from domain.games.kontor.pieces import (
    ANY_OWNER,
    BOAT,
    BOATLESS,
    CANAL,
    CANALS,
    COLOURS,
    CRANE,
    CRANES_OF_A_COLOUR,
    DOCK,
    DOCKS_OF_A_COLOUR,
    GOODS_DOCKS_OF_A_COLOUR,
    TAVERN,
    TAVERNS_OF_A_COLOUR,
    group_of,
)
from domain.games.kontor.state import AT, Card, Pile, State, card_of, fields_of, in_hand, line_of, on_top
from domain.games.kontor.state.faces import settled
from domain.games.kontor.state.hands import may_come_up
from domain.rules import Broken, Check, impossible, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
HIDDEN, BOARD, PILE, OUT = b".#=x"

# A card is in one place (KO-REC-1) ----------------------------------------------------------------


def _twice(rules: KontorRules, state: State, number: int) -> Finds:
    if is_left_out(rules, state, number):  # KO-SETUP-1
        return None
    return surely(state, impossible(card=number, before=line_of(state, number)))


def _pile(rules: KontorRules, state: State, draw: Draw) -> Pile:
    """The pile a card was drawn from; where it is not known, one it can have come from."""
    group = drawn_group(rules, state, draw)
    if group:
        return state.canals
    whose = draw.seat if draw.whose is None or draw.whose >= len(state.pile_of) else draw.whose
    own = state.piles[state.pile_of[whose]]
    if group is not None:
        return own
    fits = not on_top(own) if draw.card is None else may_come_up(own, draw.card)
    return own if fits else state.canals


@cites(ko.REC_1)
def a_drawn_card_was_nowhere_else(rules: KontorRules, state: State, draw: Draw) -> Finds:
    number = draw.card
    if number is None or state.where[number] == HIDDEN:
        return None
    if state.where[number] == PILE:
        pile = _pile(rules, state, draw)
        if number == pile.top or number in pile.under:
            return None
    return _twice(rules, state, number)


@cites(ko.REC_1)
def a_top_card_was_nowhere_else(rules: KontorRules, state: State, top: Top) -> Finds:
    if state.where[top.card] == HIDDEN:
        return None
    if state.where[top.card] == PILE and top.pile < len(state.pile_of):
        pile = state.canals if top.pile < 0 else state.piles[state.pile_of[top.pile]]
        if top.card == pile.top or top.card in pile.under:
            return None
    return _twice(rules, state, top.card)


@cites(ko.REC_1)
def a_shown_card_was_nowhere_else(rules: KontorRules, state: State, shown: Show | Hold) -> Finds:
    for number in shown.cards or ():
        if state.where[number] not in (HIDDEN, in_hand(shown.seat)):
            return _twice(rules, state, number)
    return None


@cites(ko.REC_1)
def a_card_is_laid_out_once(rules: KontorRules, state: State, layout: Layout) -> Finds:
    numbers = [number for _, number in layout.cards if number]
    for place, number in enumerate(numbers):
        if number in numbers[:place] or state.where[number] not in (HIDDEN, BOARD, OUT):
            return _twice(rules, state, number)
    return None


@cites(ko.REC_1)
def a_card_out_of_the_game_was_nowhere_else(rules: KontorRules, state: State, out: Out) -> Finds:
    for number in out.cards:
        if state.where[number] not in (HIDDEN, OUT):
            return _twice(rules, state, number)
    return None


@cites(GR_COUNT)
def a_removed_card_lay_there(rules: KontorRules, state: State, remove: Remove) -> Finds:
    if AT[remove.cell] in state.board.cards or not rules.boat:  # without the boat: KO-PLACE-4
        return None
    return surely(state, impossible(cell=remove.cell))


# Faces (KO-REC-2, 3) ------------------------------------------------------------------------------


def _contradiction(state: State, number: int, face: Face) -> Finds:
    """The finding that a card cannot have this face, because of what was known of it before."""
    card, facts = state.cards[number], fields_of(face)
    before = _known_fields(state, card)
    for field, value in facts.items():
        if field in before and before[field][0] != value:
            return impossible(card=number, face=face, before=before[field][1])
    whole = settled(replace(card, **facts))
    if any(getattr(whole, field) != value for field, value in facts.items()):  # a canal with an owner, or with goods
        return impossible(card=number, face=face, before=state.line)
    boatless = number in BOATLESS and facts.get("symbol") == BOAT
    return impossible(card=number, face=face, before=0) if boatless else None


def _known_fields(state: State, card: Card) -> dict[str, tuple]:
    """What is known of a card, field by field, with the line that states it; printed ones have none."""
    found: dict[str, tuple] = {}
    unknown = {"kind": "", "owner": ANY_OWNER, "goods": None, "symbol": None}
    for field, nothing in unknown.items():
        fact, value = state.known.get((field, card.number)), getattr(card, field)
        if value != nothing:
            found[field] = (value, fact.reporting_line if fact is not None and fact.value == value else 0)
        elif fact is not None:
            found[field] = (fact.value, fact.reporting_line)
    return found


def _limits(side: int) -> tuple:
    """The number of cards of a colour in the box, by what they show: cranes, taverns, docks with goods, docks."""
    own = COLOURS[side]
    return (
        (CRANE, lambda card: card.kind == CRANE and card.owner == side, CRANES_OF_A_COLOUR),
        (TAVERN, lambda card: card.kind == TAVERN and card.owner == side, TAVERNS_OF_A_COLOUR),
        (DOCK, lambda card: card.kind == DOCK and card.owner == side, GOODS_DOCKS_OF_A_COLOUR),
        (own, lambda card: group_of(card.kind) == 0 and card.owner == side, DOCKS_OF_A_COLOUR),
    )


_LIMITS = ((CANAL, lambda card: card.kind == CANAL, CANALS), *_limits(0), *_limits(1))


def _beyond_the_box(state: State, number: int, face: Face) -> Finds:
    """The finding that this face makes one card of a kind too many."""
    before = state.cards[number]
    after = settled(replace(before, **fields_of(face)))
    if after == before:
        return None
    for name, is_one, most in _LIMITS:
        if not is_one(after) or is_one(before):
            continue
        count = 1 + sum([is_one(card) for card in state.cards.values()])
        if count > most:
            return impossible(card=number, kind=(name,), count=count, most=most)
    return None


@cites(ko.REC_2)
def a_face_does_not_change(rules: KontorRules, state: State, read: Declare | Top | Draw | Place | Pick) -> Finds:
    return _contradiction(state, read.card, read.face) if read.face and read.card else None


@cites(ko.REC_2)
def a_revealed_face_does_not_change(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    for _, number, face in reveal.cards:
        if face and (found := _contradiction(state, number, face)) is not None:
            return found
    return None


@cites(ko.REC_3)
def there_are_no_more_cards_than_in_the_box(
    rules: KontorRules, state: State, read: Declare | Top | Draw | Place
) -> Finds:
    if not read.face or not read.card or _contradiction(state, read.card, read.face) is not None:
        return None
    return _beyond_the_box(state, read.card, read.face)


@cites(ko.REC_3)
def no_more_cards_are_revealed_than_in_the_box(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    for _, number, face in reveal.cards:
        if face and _contradiction(state, number, face) is None:
            found = _beyond_the_box(state, number, face)
            if found is not None:
                return found
    return None


# Piles (KO-REC-6), seats and colours (KO-REC-7) ---------------------------------------------------


@cites(ko.REC_6)
def a_drawn_card_lay_on_top(rules: KontorRules, state: State, draw: Draw) -> Finds:
    number = draw.card
    if number is None or draw.below or state.where[number] not in (HIDDEN, PILE):
        return None
    pile = _pile(rules, state, draw)
    return None if may_come_up(pile, number) or not on_top(pile) else impossible(card=number, top=on_top(pile))


@cites(ko.REC_6)
def a_card_put_under_a_pile_comes_up_last(rules: KontorRules, state: State, action: Draw | Top) -> Finds:
    number = action.card
    if number is None or state.where[number] != PILE or (isinstance(action, Draw) and action.below):
        return None
    pile = _pile(rules, state, action) if isinstance(action, Draw) else _seen_pile(state, action)
    if pile is None or on_top(pile) or may_come_up(pile, number):
        return None
    return impossible(card=number, before=line_of(state, number))


def _seen_pile(state: State, top: Top) -> Pile | None:
    if top.pile >= len(state.pile_of):
        return None
    return state.canals if top.pile < 0 else state.piles[state.pile_of[top.pile]]


@cites(ko.REC_6)
def a_pile_shows_one_top_card(rules: KontorRules, state: State, top: Top) -> Finds:
    pile = _seen_pile(state, top)
    if pile is None or state.where[top.card] not in (HIDDEN, PILE):
        return None
    return None if may_come_up(pile, top.card) or not on_top(pile) else impossible(card=top.card, top=on_top(pile))


def _absent(state: State, seat: int | None) -> Finds:
    return impossible(number=seat + 1) if seat is not None and seat >= len(state.players) else None


@cites(ko.REC_7)
def who_is_named_sits_at_the_table(rules: KontorRules, state: State, named: Draw | Give | Remove | Top) -> Finds:
    field = _NAMES[type(named)]
    return _absent(state, getattr(named, field))


@cites(ko.REC_7)
def who_reveals_sits_at_the_table(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    seats = len(state.players)
    for seat, _, _ in reveal.cards:
        if seat >= seats:
            return _absent(state, seat)
    return None


@cites(ko.REC_7)
def a_pile_has_the_colour_of_its_seat(rules: KontorRules, state: State, top: Top) -> Finds:
    if not 0 <= top.pile < len(state.pile_of) or rules.dock_piles == "single":
        return None
    return _of_another_colour(state, top.pile, top.card)


@cites(ko.REC_7)
def a_drawn_dock_has_the_colour_of_its_pile(rules: KontorRules, state: State, draw: Draw) -> Finds:
    if draw.card is None or draw.whose is not None or draw.pile == "canals" or rules.dock_piles == "single":
        return None
    return _of_another_colour(state, draw.seat, draw.card)


@cites(ko.REC_7)
def a_drawn_card_is_of_the_kind_of_its_pile(rules: KontorRules, state: State, draw: Draw) -> Finds:
    group = group_of(card_of(state, draw.card).kind) if draw.card else None
    if group == 2 and rules.specials not in ("out", "canals") and not rules.refill_specials:  # they lie in no pile
        return impossible(card=draw.card, drawn=draw.pile or "canals")
    if group is None or not draw.pile or (draw.pile == "docks") == (group == 0):
        return None
    return impossible(card=draw.card, drawn=draw.pile)


def _of_another_colour(state: State, seat: int, number: int) -> Finds:
    card = card_of(state, number)
    if card.owner < 0 or card.owner == state.sides[seat] or state.where[number] not in (HIDDEN, PILE):
        return None
    return impossible(card=number, colour=COLOURS[card.owner])


_NAMES = {Draw: "whose", Give: "to", Remove: "under", Top: "pile"}
CHECKS: dict[type, tuple[Check, ...]] = {
    Declare: (a_face_does_not_change, there_are_no_more_cards_than_in_the_box),
    Top: (
        a_top_card_was_nowhere_else,
        a_face_does_not_change,
        there_are_no_more_cards_than_in_the_box,
        a_pile_shows_one_top_card,
        a_card_put_under_a_pile_comes_up_last,
        who_is_named_sits_at_the_table,
        a_pile_has_the_colour_of_its_seat,
    ),
    Draw: (
        a_drawn_card_was_nowhere_else,
        a_face_does_not_change,
        there_are_no_more_cards_than_in_the_box,
        a_drawn_card_lay_on_top,
        a_card_put_under_a_pile_comes_up_last,
        who_is_named_sits_at_the_table,
        a_drawn_dock_has_the_colour_of_its_pile,
        a_drawn_card_is_of_the_kind_of_its_pile,
    ),
    **dict.fromkeys((Place, Pick), (a_face_does_not_change, there_are_no_more_cards_than_in_the_box)),
    Reveal: (
        a_revealed_face_does_not_change,
        no_more_cards_are_revealed_than_in_the_box,
        who_reveals_sits_at_the_table,
    ),
    Show: (a_shown_card_was_nowhere_else,),
    Hold: (a_shown_card_was_nowhere_else,),
    Layout: (a_card_is_laid_out_once,),
    Out: (a_card_out_of_the_game_was_nowhere_else,),
    Remove: (a_removed_card_lay_there, who_is_named_sits_at_the_table),
    Give: (who_is_named_sits_at_the_table,),
}
