"""The state at the set-up, the board sheet, and the state after a gap in the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.faces import ASSUMED, Catalogue, CatalogueFace
from domain.facts import KnownFacts
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.pieces import (
    BUILDINGS,
    DECK,
    DISTRICTS,
    FUR_CHITS,
    LONGHOUSES,
    PERHAPS,
    PRINTED_BOX,
    SLOTS,
    START,
    START_FURS,
    STEPS,
    STOCKS,
    TILES_OF_A_KIND,
    TRADER_SPACES,
    TRADERS,
)
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    FOUND,
    GAP,
    NO_SEAT,
    Auction,
    BoardSheet,
    Chest,
    City,
    Estate,
    Furs,
    Player,
    River,
    Slots,
    State,
    by_token,
    leading,
)
from domain.games.nieuw_amsterdam.values import land_card, ship_card
from domain.numbers import MOST, Number, Range, assumed, between, least, most
from domain.rules import Effect, ScoreLine, Seat, replace
from domain.setup import Setup


def start(rules: NieuwAmsterdamRules, setup: Setup, known: KnownFacts) -> tuple[State, tuple[Effect, ...]]:
    """Purses, wharfs, longhouses, decks and tokens before the first business, each as an effect."""
    count = len(setup.seats)
    sheet = sheet_of(rules, rules.catalogue, count, known)
    tokens = tuple((seat - setup.first) % count + 1 for seat in range(count))
    zeros = (0,) * count
    state = State(
        phase=FOUND,
        scores=zeros,
        known=known,
        players=(_player(sheet),) * count,
        tokens=tokens,
        order=by_token(tokens),
        acting=by_token(tokens),
        actor=setup.first,
        city=City((zeros,) * len(DISTRICTS), (leading(zeros),) * len(DISTRICTS)),
        river=River((sheet.camps[0], *(0,) * (len(sheet.camps) - 1))),
        traders=tuple(("?",) * spaces for spaces in TRADER_SPACES),
        reserve=FUR_CHITS - START_FURS * count - sum(TRADER_SPACES),
        sheet=sheet,
    )
    return state, (*_start_kit_effects(state), *_set_up_effects(state, setup.first))


def _player(sheet: BoardSheet) -> Player:
    """A start kit; which furs were drawn is not known yet."""
    furs = Furs(START_FURS, (Range(0, START_FURS, "furs"),) * 5)
    estate = Estate(supply=BUILDINGS - 1, warehouses=(1,), capacity=sheet.piers[0], zone=1)
    coins, wood, corn, goods = (START[stock] for stock in STOCKS)
    return Player(coins=coins, wood=wood, corn=corn, goods=goods, furs=furs, estate=estate)


def _start_kit_effects(state: State) -> tuple[Effect, ...]:
    kit = (
        *((na.SETUP_3.id, stock, START[stock]) for stock in ("coins", "wood", "corn")),
        (na.SETUP_6.id, "goods", START["goods"]),
        (na.SETUP_2.id, "supply", BUILDINGS - 1),
        (na.SETUP_5.id, "wharf", (1,)),
        (na.SETUP_9.id, "furs", START_FURS),
        (na.SETUP_11.id, "zone", 1),
    )
    return tuple(
        Effect(clause=clause, what=what, key=(seat,), seat=seat, by=value, due=value, sets=True)
        for seat in range(len(state.players))
        for clause, what, value in kit
    )


def _set_up_effects(state: State, first: int) -> tuple[Effect, ...]:
    """Camps, tiles, traders, scores, decks and tokens."""
    made = [_set_up_effect(na.SETUP_7, "camp", (str(at),), houses) for at, houses in enumerate(state.river.camps, 1)]
    made += [_set_up_effect(na.SETUP_8, "spent", (step,), TILES_OF_A_KIND) for step in STEPS]
    made += [
        _set_up_effect(na.SETUP_10, "trader", (name,), furs) for name, furs in zip(TRADERS, state.traders, strict=True)
    ]
    made += [_set_up_effect(na.SETUP_14, "land-deck", (), DECK), _set_up_effect(na.SETUP_15, "ship-deck", (), DECK)]
    for seat, token in enumerate(state.tokens):
        clause = na.SETUP_16 if seat == first else na.SETUP_17
        made.append(replace(_set_up_effect(clause, "token", (seat,), token), seat=seat))
        made.append(ScoreLine(clause=na.SETUP_13.id, what="points", key=(seat,), seat=seat, source="start", sets=True))
    return tuple(made)


def _set_up_effect(clause: na.Clause, what: str, key: tuple, value: object) -> Effect:
    return Effect(clause=clause.id, what=what, key=key, by=value, due=value, sets=True)


# The board sheet ----------------------------------------------------------------------------------


def sheet_of(rules: NieuwAmsterdamRules, catalogue: Catalogue, players: int, known: Mapping) -> BoardSheet:
    """What is printed on the board for so many players, as far as the catalogue or a line tells."""
    crowd = min(max(players, 2), 5)
    read, places = _single_value, {"columns": 5, "bonus": 5, "piers": 4}
    rows = {
        "columns": _row(catalogue, "column", read, places["columns"], (2, 3)),
        "bonus": _row(catalogue, "bonus", read, places["bonus"], (0, 9)),
        "camps": _row(catalogue, "camp", lambda values: values[crowd - 2], 1, (1, LONGHOUSES)),
        "boats": _row(catalogue, "boat", read, 0, (0, 99)),
        "zones": _row(catalogue, "zone", _spaces_for(crowd), 1, (0, 9)),
        "piers": _row(catalogue, "pier", read, places["piers"], (0, 9)),
        "positions": _row(catalogue, "position", read, 0, (0, 99)),
    }
    if rules.last_pier is None and isinstance(rows["piers"][3], Range):
        rows["piers"] = (*rows["piers"][:3], Range(0, 9, "sheet piers"))
    ends = any(value.endswith("!") for value in _kind(catalogue, "camp"))
    sheet = BoardSheet(**rows, ends=ends)
    for row in rows:
        if fact := known.get(("sheet", row)):
            sheet = with_sheet_row(sheet, row, fact.value)
    return sheet


def with_sheet_row(sheet: BoardSheet, row: str, values: tuple[int | None, ...]) -> BoardSheet:
    """The sheet with a row as the table reads it; the camps it lists are all there are."""
    read = tuple(Range(0, 99, f"sheet {row}") if value is None else value for value in values)
    return replace(sheet, **{row: whole_row(row, read)}, ends=sheet.ends or row == "camps")


def whole_row(row: str, values: tuple[Number, ...]) -> tuple[Number, ...]:
    """A row as long as every board has it; what was not read is not known."""
    short = {"columns": 5, "bonus": 5, "camps": 1, "zones": 1, "piers": 4}.get(row, 0) - len(values)
    return (*values, *(Range(0, 99, f"sheet {row}"),) * short)


def _kind(catalogue: Catalogue, kind: str) -> Mapping[str, CatalogueFace]:
    """Faces of a kind; what an owner did not enter is as the rulebooks tell it."""
    return catalogue.faces.get(kind) or PRINTED_BOX.faces[kind]


def _row(catalogue: Catalogue, kind: str, of: Callable, places: int, bounds: tuple[int, int]) -> tuple[Number, ...]:
    found = {int(value.partition(":")[0]): face for value, face in _kind(catalogue, kind).items()}
    return tuple(_entry(found.get(at), kind, at, of, bounds) for at in range(1, max(places, *found, 0) + 1))


def _entry(face: CatalogueFace | None, kind: str, at: int, of: Callable, bounds: tuple[int, int]) -> Number:
    text = face.value.removesuffix("!").partition(":")[2] if face else "?"
    if face is None or "?" in text:
        return Range(*bounds, f"sheet {kind} {at}")
    value = of([int(part) for part in text.split("/")])
    return assumed(value, f"{kind} {at}") if face.origin == ASSUMED else value


def _single_value(values: list[int]) -> int:
    return values[0]


def _spaces_for(players: int) -> Callable[[list[int]], int]:
    """Two play on the black spaces, three on the white ones, more on all (NA-SETUP-12)."""
    return {2: lambda values: values[0], 3: lambda values: values[1]}.get(players, sum)


# Gaps and wholeness -------------------------------------------------------------------------------


def after_gap(rules: NieuwAmsterdamRules, state: State, fact: str) -> State:
    """After a gap everything that can have changed is open; what never leaves its place still lies there."""
    anything, some = Range(0, MOST, fact), Range(0, FUR_CHITS, fact)
    furs = Furs(some, (Range(0, 10, fact),) * 5)
    houses = sum(map(most, state.river.camps))
    counts = tuple(tuple(Range(0, BUILDINGS, fact) for _ in state.players) for _ in DISTRICTS)
    players = tuple(
        replace(
            player,
            **dict.fromkeys(START, anything),
            furs=furs,
            tiles=(Range(0, 3, fact),) * 3,
            special="...",
            column=0,
            estate=_estate_after_gap(player.estate, len(state.sheet.zones), fact),
        )
        for player in state.players
    )
    return replace(
        state,
        phase=GAP,
        actor=NO_SEAT,
        just=NO_SEAT,
        had=(),
        owed=(),
        declared=(),
        players=players,
        scores=tuple(Range(0, MOST, fact) for _ in players),
        city=City(counts, (None,) * len(DISTRICTS)),
        river=River(tuple(Range(0, houses, fact) for _ in state.river.camps), Range(0, houses, fact)),
        traders=tuple(("?",) * spaces for spaces in TRADER_SPACES),
        slots=_unseen_slots(fact),
        chest=Chest(tuple("?" * min(3, most(size)) for size in state.sheet.columns), (Range(0, 4, fact),) * len(STEPS)),
        auction=Auction(),
        tokens_gap=fact,
        round_gap=fact,
        discard=furs,
        reserve=some,
    )


def _unseen_slots(fact: str) -> Slots:
    """Any cards may lie on offer."""
    deck = Range(0, DECK, fact)
    return Slots((land_card("?"),) * SLOTS, (ship_card("?"),) * SLOTS, deck, deck)


def _estate_after_gap(estate: Estate, zones: int, fact: str) -> Estate:
    """A row may have grown and filled, a post may be farther on; cleared land stays cleared."""
    zone = between(least(estate.zone), max(most(estate.zone), zones), fact)
    row = tuple(
        plot if plot.cleared else replace(plot, houses=Range(0, most(plot.card.spaces), fact), cleared=None)
        for plot in estate.row
    )
    supply, capacity = Range(0, BUILDINGS, fact), Range(0, 99, fact)
    return replace(estate, supply=supply, capacity=capacity, zone=zone, row=row, fresh=0, grown="rs")


def conserved(rules: NieuwAmsterdamRules, state: State) -> dict[str, tuple[Number, int]]:
    """What must add up at any time: furs, tiles, tokens, longhouses, and each seat's buildings."""
    players = state.players
    furs = sum((player.furs.total for player in players), state.discard.total + state.reserve)
    made = {
        "furs": (furs + furs_lying(state), FUR_CHITS),
        "tokens": (sum(state.tokens), sum(range(1, len(players) + 1))),
        "longhouses": (sum(state.river.camps, state.river.gone), most(state.sheet.camps[0])),
    }
    lying = "".join(state.chest.columns)
    for at, (step, letter) in enumerate(zip(STEPS, "CLT", strict=True)):
        held = sum((player.tiles[at] for player in players), state.chest.spent[at])
        made[f"{step} tiles"] = (held + Range(0, lying.count("?"), "tiles") + lying.count(letter), TILES_OF_A_KIND)
    for seat in range(len(players)):
        made[f"buildings {seat}"] = (buildings(state, seat), BUILDINGS)
    return made


def furs_lying(state: State) -> Number:
    """How many furs lie on the traders."""
    perhaps = sum(lying.count(PERHAPS) for lying in state.traders)
    return between(-perhaps, 0, "trader") + sum(map(len, state.traders))


def buildings(state: State, seat: Seat) -> Number:
    """All buildings of a seat, in play or not."""
    estate = state.players[seat].estate
    built = sum((counts[seat] for counts in state.city.counts), sum((plot.houses for plot in estate.row), 0))
    return built + estate.supply + estate.out + len(estate.warehouses)
