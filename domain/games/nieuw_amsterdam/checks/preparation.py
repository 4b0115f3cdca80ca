"""Checks of steps 1 to 3: new cards, furs for the traders, tiles in the cash box (NA-PREP)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Fill, Lands, Reshuffle, Ships, Tiles
from domain.games.nieuw_amsterdam.deeds.preparation import ON_TRADERS, faces_known, laid_unrecorded
from domain.games.nieuw_amsterdam.follow.preparation import empty_spaces
from domain.games.nieuw_amsterdam.follow.turns import may_be_over, nearly_over
from domain.games.nieuw_amsterdam.pieces import AT_TRADER, NOT_SEEN, PERHAPS, SLOTS, TILES_OF_A_KIND, TRADERS, era_of
from domain.games.nieuw_amsterdam.pieces import TILES as LETTERS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import BIDDING, FOUND, OVER, PREPARING, REFILL, REMOVE, TURN, State
from domain.numbers import NotKnown, is_surely, most
from domain.rules import Broken, Check, broken, impossible

Finds = Broken | None
BEFORE_BIDDING = frozenset((FOUND, *PREPARING))
RUNNING = frozenset((*BIDDING, TURN, REMOVE))
TWELVE = TILES_OF_A_KIND * len(LETTERS)
ROW: dict[type, tuple[str, str]] = {
    Lands: ("lands", "l"),
    Ships: ("ships", "s"),
}  # field of the slots, letter of what was shown


# Step 1 -------------------------------------------------------------------------------------------


def _begins_a_round(state: State, cards: Lands | Ships) -> bool:
    """A whole row of cards shows that the round before is over, where only its last turn was open."""
    return len(cards.cards) >= SLOTS and nearly_over(state)


def _laid(state: State, cards: Lands | Ships) -> int:
    """The number of cards of a kind laid out in this step 1, including these."""
    field, letter = ROW[type(cards)]
    lying = getattr(state.slots, field)
    fresh = letter not in state.slots.shown or state.phase not in BEFORE_BIDDING or laid_unrecorded(lying)
    before = 0 if fresh else len(lying) - lying.count(None)
    return before + len(cards.cards) - cards.cards.count("-")


@cites(na.PREP_1)
def a_card_that_has_left_does_not_come_back(rules: NieuwAmsterdamRules, state: State, cards: Lands | Ships) -> Finds:
    kind = "land" if type(cards) is Lands else "ship"
    if kind not in rules.catalogue.complete or laid_unrecorded(getattr(state.slots, ROW[type(cards)][0])):
        return None
    for card in faces_known(state, cards.cards):
        copies, seen = rules.catalogue.copies(kind, card), state.faces.get(f"{kind}:{card}", 0)
        if 0 < copies <= seen:
            return broken(card=(card,))
    return None


@cites(na.PREP_2)
def four_land_cards_are_laid_out(rules: NieuwAmsterdamRules, state: State, action: Lands | Tiles) -> Finds:
    return _not_four(state, action) if type(action) is Lands else _left_short(state, Lands)


@cites(na.PREP_3)
def four_ship_cards_are_laid_out(rules: NieuwAmsterdamRules, state: State, action: Ships | Tiles) -> Finds:
    return _not_four(state, action) if type(action) is Ships else _left_short(state, Ships)


def _not_four(state: State, cards: Lands | Ships) -> Finds:
    if state.phase not in BEFORE_BIDDING and not _begins_a_round(state, cards):
        return None
    count = _laid(state, cards)
    may_follow = count < SLOTS and "-" not in cards.cards  # one by one; no slot was recorded as empty
    return None if count == SLOTS or may_follow else broken(laid=count)


def _left_short(state: State, kind: type) -> Finds:
    """The finding that the table goes on before four cards are laid out."""
    field, letter = ROW[kind]
    lying = getattr(state.slots, field)
    short = state.phase in PREPARING and letter in state.slots.shown and len(lying) < SLOTS
    return broken(laid=len(lying)) if short else None


@cites(na.PREP_4)
def cards_are_of_the_era_of_the_round(rules: NieuwAmsterdamRules, state: State, cards: Lands | Ships) -> Finds:
    if state.phase == OVER:
        return None
    number = state.round + 1 if _begins_a_round(state, cards) else state.round
    due = era_of(number)
    if "".join(cards.cards).count(f"{due}:") == len(cards.cards):
        return None
    for card in cards.cards:
        if ":" in card and not card.startswith(due):
            if state.round_gap:
                raise NotKnown(state.round_gap)
            return impossible(era=card.partition(":")[0], due=due, round=number)
    return None


@cites(na.PREP_5)
def an_emptied_slot_stays_empty(rules: NieuwAmsterdamRules, state: State, cards: Lands | Ships) -> Finds:
    if state.phase not in RUNNING or _begins_a_round(state, cards):
        return None
    recorded_late = laid_unrecorded(getattr(state.slots, ROW[type(cards)][0]))  # found by NA-ROUND-2
    return None if recorded_late else broken(step=state.phase)


# Step 2 -------------------------------------------------------------------------------------------


def only_tells(state: State, fill: Fill) -> bool:
    """Whether these furs can all be such as lay there unseen."""
    return all(len(furs) <= _open_on(state.traders[AT_TRADER[trader]]) for trader, furs in fill.furs)


def _open_on(lying: tuple[str, ...]) -> int:
    """How many furs of a trader were not seen, or may have been sold."""
    return lying.count(NOT_SEEN) + lying.count(PERHAPS)


def waits_for_the_discard(state: State) -> bool:
    """Whether spaces are empty though the discard could fill them: the reserve is used up (NA-PREP-7)."""
    return is_surely(state.reserve, 0) and most(state.discard.total) > 0 and any(empty_spaces(state))


@cites(na.PREP_6)
def each_empty_space_gets_one_fur(rules: NieuwAmsterdamRules, state: State, fill: Fill) -> Finds:
    empty, counts = empty_spaces(state), _by_trader(fill)
    if state.phase not in PREPARING or counts == empty or only_tells(state, fill):
        return None
    room = [free + _open_on(lying) for free, lying in zip(empty, state.traders, strict=True)]  # and for those now seen
    crowded = next((at for at, count in enumerate(counts) if count > room[at]), None)
    if crowded is not None:
        return broken(trader=TRADERS[crowded], laid=counts[crowded], empty=empty[crowded])
    bare = next((at for at, count in enumerate(counts) if 0 < count < empty[at]), None)
    drawn = sum(counts)
    if bare is None or drawn >= state.reserve + state.discard.total or drawn == state.reserve:
        return None  # all there are, or the rest comes out of the discard: NA-PREP-7
    return broken(trader=TRADERS[bare], laid=counts[bare], empty=empty[bare]) if traders_are_known(state) else None


def traders_are_known(state: State) -> bool:
    """Whether it is known how many furs lie on the traders; raises NotKnown where some were seen late."""
    if getattr(state.reserve, "fact", "") == ON_TRADERS:
        raise NotKnown(ON_TRADERS)
    return True


def _by_trader(fill: Fill) -> tuple[int, ...]:
    counts = [0] * len(TRADERS)
    for trader, furs in fill.furs:
        counts[AT_TRADER[trader]] += len(furs)
    return tuple(counts)


@cites(na.PREP_7)
def no_space_stays_empty_while_there_are_discards(rules: NieuwAmsterdamRules, state: State, tiles: Tiles) -> Finds:
    waits = state.phase == REFILL and waits_for_the_discard(state)
    return broken(empty=sum(empty_spaces(state)), discards=state.discard.total) if waits else None


@cites(na.PREP_7)
def the_reserve_is_used_up_before_it_is_mixed_anew(
    rules: NieuwAmsterdamRules, state: State, reshuffle: Reshuffle
) -> Finds:
    """Without a discard nothing is mixed in now: the line only says that it was, in the middle of a draw."""
    if is_surely(state.discard.total, 0):
        return None
    if rules.mix_when_short and state.phase in PREPARING and state.reserve < sum(empty_spaces(state)):
        return None
    return broken(reserve=state.reserve) if state.reserve > 0 else None


@cites(na.PREP_8)
def traders_are_filled_in_step_2_only(rules: NieuwAmsterdamRules, state: State, fill: Fill) -> Finds:
    if state.phase not in RUNNING or state.phase == REMOVE or only_tells(state, fill):  # removals left out: NA-PROV-5
        return None
    if state.phase == TURN and nearly_over(state) and may_be_over(state):
        raise NotKnown("tiles")  # the round may be over
    return broken(step=state.phase)


# Step 3 -------------------------------------------------------------------------------------------


@cites(na.PREP_9)
def no_space_of_the_cash_box_stays_empty(rules: NieuwAmsterdamRules, state: State, tiles: Tiles) -> Finds:
    count = sum(map(len, tiles.columns))
    return broken(laid=count) if count < TWELVE else None


@cites(na.PREP_9)
def there_are_four_tiles_of_each_kind(rules: NieuwAmsterdamRules, state: State, tiles: Tiles) -> Finds:
    lying = "".join(tiles.columns)
    for letter in LETTERS:
        if lying.count(letter) > TILES_OF_A_KIND:
            return impossible(tile=letter, count=lying.count(letter))
    return None


@cites(na.PREP_9)
def there_are_twelve_tiles(rules: NieuwAmsterdamRules, state: State, tiles: Tiles) -> Finds:
    count = sum(map(len, tiles.columns))
    return impossible(laid=count) if count > TWELVE else None


@cites(na.PREP_10)
def columns_hold_as_many_tiles_as_they_have_spaces(rules: NieuwAmsterdamRules, state: State, tiles: Tiles) -> Finds:
    if sum(map(len, tiles.columns)) != TWELVE:  # a tile missing, or one too many: NA-PREP-9
        return None
    sizes = state.sheet.columns
    if tuple(map(len, tiles.columns)) == sizes:
        return None
    for at, column in enumerate(tiles.columns):
        spaces = sizes[at] if at < len(sizes) else 0
        if len(column) != spaces:
            return impossible(column=at + 1, laid=len(column), spaces=spaces)
    return None


_CARDS = (a_card_that_has_left_does_not_come_back, cards_are_of_the_era_of_the_round, an_emptied_slot_stays_empty)
CHECKS: dict[type, tuple[Check, ...]] = {
    Lands: (four_land_cards_are_laid_out, *_CARDS),
    Ships: (four_ship_cards_are_laid_out, *_CARDS),
    Fill: (each_empty_space_gets_one_fur, traders_are_filled_in_step_2_only),
    Reshuffle: (the_reserve_is_used_up_before_it_is_mixed_anew,),
    Tiles: (
        four_land_cards_are_laid_out,
        four_ship_cards_are_laid_out,
        no_space_stays_empty_while_there_are_discards,
        no_space_of_the_cash_box_stays_empty,
        there_are_four_tiles_of_each_kind,
        there_are_twelve_tiles,
        columns_hold_as_many_tiles_as_they_have_spaces,
    ),
}
