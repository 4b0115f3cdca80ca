"""The table of Nieuw Amsterdam: its phases and everything that lies on it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.numbers import Number, most, not_below_zero
from domain.rules import Seat, Table, replace

FOUND, CARDS, REFILL, TILES = "found", "cards", "refill", "tiles"  # set-up J; steps 1, 2, 3
SELECT, RESPOND, PAY, WON, TAKE = "select", "respond", "pay", "won", "take"  # step 4
TURN = "turn"  # steps 5, 6, 7: `state.step` says which
HARVEST, CORN, REMOVE = "harvest", "corn", "remove"  # steps 8, 9, 9
GOODS, STORE, INCOME = "goods", "store", "income"  # steps 10, 10, 11
CLOSE, FINAL, SCORING, RANKING, OVER, GAP = "close", "final", "scoring", "ranking", "over", "gap"
PREPARING, BIDDING = (CARDS, REFILL, TILES), (SELECT, RESPOND, PAY, WON, TAKE)
PHASES = (
    *(FOUND, *PREPARING, *BIDDING, TURN, HARVEST, CORN, REMOVE, GOODS, STORE, INCOME),
    *(CLOSE, FINAL, SCORING, RANKING, OVER, GAP),
)
OPEN, TAKEN, PASSED = ".", "d", "p"  # the special action of a step
NO_SEAT: Seat = -1
NOT_OUTBID = (-1, NO_SEAT)


class Furs(Struct, frozen=True, gc=False):
    """Furs lying together: how many in all, and of each kind in the order of the box; a range where not all seen."""

    total: Number = 0
    kinds: tuple[Number, ...] = (0, 0, 0, 0, 0)


NO_FURS = Furs()


class Land(Struct, frozen=True, gc=False):
    """A land card. `seen`: line.place of its laying out, while something printed on it is not known."""

    era: str
    spaces: Number
    wood: Number
    corn: Number
    seen: str = ""


class Vessel(Struct, frozen=True, gc=False):
    """A ship card."""

    era: str
    goods: Number
    coins: Number
    furs: Number
    seen: str = ""


class Plot(Struct, frozen=True, gc=False):
    """A land card in a row, with its houses."""

    card: Land
    houses: Number = 0
    cleared: bool | None = False  # None: not known, for its spaces were not seen
    fresh: bool = False  # cleared in this round (NA-Q-37)


class Estate(Struct, frozen=True, gc=False):
    """What a seat has built and gathered: changes less often than its purse."""

    supply: Number  # buildings not in play
    warehouses: tuple[int, ...]  # wharf spaces built on
    capacity: Number  # goods its piers can hold
    zone: Number  # of its trading post
    row: tuple[Plot, ...] = ()
    ships: tuple[Vessel, ...] = ()
    fresh: int = 0  # ships won in this round, the last ones (NA-Q-37)
    space: str = ""  # of the trading post, where recorded
    out: Number = 0  # buildings out of the game (NA-Q-15)
    grown: str = ""  # r row, s ships: in a gap unseen cards may have come to them


class Turn(Struct, frozen=True, gc=False):
    """What a seat has done in its turn, where a rule counts it."""

    used: int = 0  # tiles, those passed included
    passed: int = 0  # tiles (NA-Q-46)
    docked: int = 0  # warehouses (NA-SPEC-9)
    cleared: int = 0  # clear land actions (NA-LAND-13)
    travelled: int = 0  # travelling fees (NA-Q-20)
    docked_before: int = 0  # warehouses in earlier turns of the round (NA-Q-7)


FRESH = Turn()


class Player(Struct, frozen=True, gc=False):
    """One seat: its purse, its tiles, what its turn has used, and its estate."""

    coins: Number
    wood: Number
    corn: Number
    goods: Number
    furs: Furs
    estate: Estate
    tiles: tuple[Number, ...] = (0, 0, 0)  # city, land, trade
    special: str = "..."  # of each step: d done, p passed
    column: int = 0  # won this round; 0 none
    turn: Turn = FRESH


class Chest(Struct, frozen=True, gc=False):
    """The cash box: the tiles in each column, and those given back."""

    columns: tuple[str, ...] = ("",) * 5
    spent: tuple[Number, ...] = (4, 4, 4)


class Auction(Struct, frozen=True, gc=False):
    """The auction at stake, and who is still without a column, in turn order."""

    without: tuple[Seat, ...] = ()
    column: int = 0
    selector: Seat = NO_SEAT
    best: Number = -1  # -1: no seat has bid
    bidder: Seat = NO_SEAT
    due: tuple[Seat, ...] = ()  # seats still to bid or pass, in turn order
    acted: tuple[Seat, ...] = ()
    outbid: tuple[Number, Seat] = NOT_OUTBID  # the bid one that is none took the place of, and whose it was
    low: tuple[Number, Seat] = NOT_OUTBID  # the last bid that was not higher, and whose it was
    odd: tuple[int, ...] = ()  # a payment for the last column: its line, who paid how much, who was to pay how much


class City(Struct, frozen=True, gc=False):
    """Businesses by district and seat; and the seats that have the most there, zero included (None: not known)."""

    counts: tuple[tuple[Number, ...], ...]
    leaders: tuple[tuple[Seat, ...] | None, ...]


class River(Struct, frozen=True, gc=False):
    """Longhouses in each camp, and those out of the game."""

    camps: tuple[Number, ...]
    gone: Number = 0


class Slots(Struct, frozen=True, gc=False):
    """The cards on offer, the decks, and which of both kinds were laid out in this round."""

    lands: tuple[Land | None, ...] = (None,) * 4
    ships: tuple[Vessel | None, ...] = (None,) * 4
    land_deck: Number = 24
    ship_deck: Number = 24
    shown: str = ""  # lands, ships: "", "l", "s", "ls"


class BoardSheet(Struct, frozen=True, gc=False):
    """The board sheet for this number of players. A value that is not known is a range, an assumed one is marked."""

    columns: tuple[Number, ...]
    bonus: tuple[Number, ...]
    camps: tuple[Number, ...]  # usable longhouse spaces
    boats: tuple[Number, ...]  # corn on the boats between a camp and the next
    zones: tuple[Number, ...]  # usable post spaces
    piers: tuple[Number, ...]
    positions: tuple[Number, ...]
    ends: bool = True  # whether the last camp listed is the final one


class State(Table, frozen=True, kw_only=True, gc=False):
    """The whole table."""

    players: tuple[Player, ...]
    just: Seat = NO_SEAT  # the seat whose turn ended, while no seat has acted since
    actor: Seat = NO_SEAT  # the seat the table waits for
    auction: Auction = Auction()
    chest: Chest = Chest()
    had: tuple[Seat, ...] = ()  # seats that had their turn in this step
    slots: Slots = Slots()
    owed: tuple[tuple[Seat, Number], ...] = ()  # businesses still to be removed, in turn order
    step: int = 0  # 0 city, 1 land, 2 trade
    discard: Furs = NO_FURS
    declared: tuple[str, ...] = ()  # automatic steps the table has said aloud this round
    lit: tuple[tuple[int, tuple[str, ...]], ...] = ()  # lines, and the furs they brought to light
    tokens: tuple[int, ...]
    order: tuple[Seat, ...]  # by token, lowest first
    acting: tuple[Seat, ...]  # the order that counts in steps 5 to 9 (NA-Q-18)
    founded: int = 0  # first businesses placed
    city: City
    river: River
    traders: tuple[tuple[str, ...], ...]  # top, middle, bottom: the furs lying there, "?" unseen
    reserve: Number
    sheet: BoardSheet
    faces: Mapping[str, int] = {}  # cards that have been seen
    winners: tuple[Seat, ...] = ()
    tokens_gap: str = ""  # the gap since which it is not known who holds which token, and who has a column
    round_gap: str = ""  # the gap since which it is not known which round it is
    removed: tuple[tuple[Seat, str, int], ...] = ()  # businesses given up this round, and where (NA-PROV-13)


def with_player(state: State, seat: Seat, player: Player) -> State:
    """The table with one seat changed."""
    players = list(state.players)
    players[seat] = player
    return replace(state, players=tuple(players))


def put_at(values: tuple, at: int, value: object) -> tuple:
    """A tuple with one place changed."""
    changed = list(values)
    changed[at] = value
    return tuple(changed)


def plus_at(values: tuple[Number, ...], at: int, by: Number) -> tuple[Number, ...]:
    """A tuple of counts with one of them changed, never below nothing."""
    changed, after = list(values), values[at] + by
    changed[at] = after if after.__class__ is int and after >= 0 else not_below_zero(after)
    return tuple(changed)


def scores_with(state: State, seat: Seat, by: Number) -> tuple[Number, ...]:
    """All scores with one of them changed."""
    return put_at(state.scores, seat, state.scores[seat] + by)


def by_token(tokens: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats in turn order."""
    return tuple(sorted(range(len(tokens)), key=tokens.__getitem__))


def with_token(state: State, seat: Seat, token: int) -> State:
    """The table after two seats exchanged tokens so that a seat has this one; the turn order follows at once."""
    tokens, before = state.tokens, state.order
    if token in tokens:
        tokens = put_at(tokens, tokens.index(token), tokens[seat])
    tokens = put_at(tokens, seat, token)
    order = by_token(tokens)
    state = replace(state, tokens=tokens, order=order, tokens_gap="")
    if state.phase == FOUND and not state.founded:
        return replace(state, actor=order[0])
    if state.phase in (SELECT, TAKE) and state.auction.without:
        without = tuple(other for other in order if other in state.auction.without)
        return replace(state, auction=replace(state.auction, without=without), actor=without[0])
    fresh = state.phase == TURN and not (state.step or state.had or any(map(most, state.chest.spent)))
    if fresh and state.acting == before and all(player.special == "..." for player in state.players):
        return replace(state, acting=order, actor=order[0])
    return state


def room_on(sheet: BoardSheet, spaces: tuple[int, ...]) -> Number:
    """The goods the piers at these wharf spaces hold; a space named twice has one pier."""
    return sum((room for space, room in enumerate(sheet.piers, 1) if space in spaces), 0)


def units(player: Player) -> Number:
    """What a seat can bid with: every coin, timber, barrel, crate and fur counts one."""
    return player.coins + player.wood + player.corn + player.goods + player.furs.total


def with_fact(state: State, key: tuple, value: object) -> State:
    """The table with one more known fact, reported by the current line; the first report counts."""
    known = state.known.with_fact(key, value, state.line)
    return state if known is state.known else replace(state, known=known)
