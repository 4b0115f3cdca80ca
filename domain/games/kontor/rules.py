"""The rules type of Kontor, and BASE, the rules that its base, advanced and four-player games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import field

from domain.clauses import Clause
from domain.games.kontor import actions, catch_up, checks, deeds, follow, observables, offers, pieces, scoring, start
from domain.games.kontor import clauses as ko
from domain.games.kontor.scoring import supremacy
from domain.games.kontor.state.reach import REACH
from domain.rules import Rules

COLOURS = {2: "RB", 4: "RRBB"}
INCOME = {
    **dict.fromkeys(("dock", "crane", "tavern", "bridge", "customs"), (0, ko.MONEY_3)),
    "canal": (1, ko.MONEY_1),
    "flood": (0, ko.SPEC_2),
}


class KontorRules(Rules, frozen=True, kw_only=True):
    """What the games, variants and readings of Kontor can change. A tuple or frozenset is a list: rows add to it."""

    # P1 to P4: sides, flow, board, layout
    alone: bool = False  # each seat plays for itself
    colours: Mapping[int, str] = field(default_factory=lambda: COLOURS)  # by number of seats, clockwise
    flow: str = "together"  # or clockwise
    width: int = 6
    height: int = 6
    fixed_at_start: bool = False
    layout: tuple[str, ...] = pieces.CROSS  # cells; the anchor first
    layout_clause: Clause = ko.SETUP_3
    canals_clause: Clause | None = None  # of the canals left in the pile; else that of the layout
    drawn: bool = False  # the layout is only drawn in the rulebook: the players record it, else there is a stand-in
    on_layout: tuple[Callable, ...] = ()  # rules, state -> state, once the harbour is laid out
    scenario: str = ""  # two of them cannot be played at once: each has its own board and count
    # P5: money
    purse: int | None = 4  # None: as many as there are players
    purse_clause: Clause = ko.SETUP_9
    treasury_rest: bool = True  # else what is not dealt is out of the game
    # P6: hands
    hand_docks: int = 3
    hand_canals: int = 2
    hand_specials: int = 0
    # P7: cards
    removed: frozenset[int] = frozenset()  # numbers out of the game
    specials: str = "out"  # dealt, canals (mixed into the pile), shop
    canals_aside: int = 0
    docks_aside: int = 0  # of each pile, unseen
    dock_piles: str = "seat"  # or single
    piles_clause: Clause = ko.SETUP_6
    hand_clause: Clause = ko.SETUP_4
    order_clause: Clause = ko.ROUND_4  # what a seat that acts before a higher number breaks
    docks_clause: Clause = ko.SETUP_6  # of the docks in hand
    # P8 to P11
    boat: bool = False
    idle_taverns: bool = True  # KO-TAVERN-1: a tavern does nothing
    beats: Callable = supremacy.cycle  # state -> pairs of goods, the better one first: an event may turn it
    reserve: int | None = None  # warehouses of each kind a side has for itself; None: a common supply
    reserve_counts_all: bool = False  # KO-I-56: with a reserve of its own every sector scores
    winner_leaves: bool = False  # the winner's warehouses stay in the sector for good
    return_clause: Clause = ko.KEEPER_2  # of warehouses that leave a finished sector
    tied_clause: Clause = ko.KEEPER_2  # the same where no side won it
    removed_clause: Clause | None = None  # of a removed dock's warehouses, where it is not that of the game
    beats_clause: Clause = ko.SUPREMACY_3  # of the better good
    parties: str = "second"  # KO-I-67: a sector among more than two: second, pairwise
    shares: tuple[Callable, ...] = ()  # rules, state, place in the order, sector -> score lines of its winners, or none
    shared_by: str = "now"  # KO-I-68: whose warehouses are more: now, ever
    score_at: str = "finish"  # or end
    # P12 to P14: which sectors count, and what they are worth
    eligible: tuple[Callable, ...] = ()  # rules, state, sectors -> which are shut out, by their place, and why
    counted: int | None = None  # how many sectors score; None: all
    largest_first: bool = True
    nearest_first: bool = True
    breaks_ties: bool = True  # the rules say how ties of size are broken; else KO-I-52 does
    rank_clauses: tuple[Clause, ...] = (ko.RANK_1, ko.RANK_3, ko.RANK_4)  # beyond the places, the farther, equals
    score_clause: Clause = ko.END_4
    every_sector: bool = False  # every won sector counts, however small (KO-I-53)
    value: tuple[Callable, ...] = scoring.VALUE  # rules, state, sector -> an Item, or nothing
    flat_value: bool = True  # each won sector is worth one to begin with
    # H1 to H17: lists of functions, and a few switches so that two variants can meet
    setup: tuple[Callable, ...] = ()  # H1: rules, state, setup -> state, effects
    # H2, H4, H8: `offers` by phase, a list each (CHOOSE, PLACE, REFILL)
    lingers: tuple[Callable, ...] = ()  # H8: rules, state -> whether the turn waits for more after the placement
    tax: Callable = follow.taxes.pairs  # H3: rules, state -> state, effects
    passes_aloud: bool = True  # H3: a pass is announced before cards are chosen
    reach: tuple[Callable, ...] = REACH  # H5: rules, state, seat, card -> cells where this rule allows it
    after_laying: tuple[Callable, ...] = ()  # H6: rules, state, seat, cell -> state, effects
    stores: tuple[Callable, ...] = ()  # H7: rules, state, seat, card, goods -> goods that are stored
    before_removal: tuple[Callable, ...] = ()  # H9: rules, state, cell -> state, effects, before the boat takes a dock
    after_removal: tuple[Callable, ...] = ()  # H9: rules, state, seat, lying, cell -> state, effects
    refill_same_kind: bool = True  # H10
    refill_specials: bool = False  # H10: a special is replaced
    refills: tuple[Callable, ...] = ()  # H10: rules, state, seat -> groups drawn besides, one entry a draw
    income: Mapping[str, tuple] = field(default_factory=lambda: INCOME)  # H11: kind -> florins and clause
    further_income: tuple[Callable, ...] = ()  # H11: rules, state -> state, effects
    on_finish: tuple[Callable, ...] = ()  # H12: rules, state, sector -> state, effects
    on_round_end: tuple[Callable, ...] = ()  # H13: rules, state -> state, effects
    ends: tuple[Callable, ...] = (follow.end.full,)  # H14: rules, state -> the clause that ends the game, or nothing
    extras: tuple[Callable, ...] = ()  # H15: rules, state -> score lines
    wins: tuple[Callable, ...] = ()  # H15: rules, state -> a result at once, or nothing
    stock_view: tuple[Callable, ...] = ()  # H16: rules, state, sector, stock -> stock that is compared
    unmarked: tuple[Callable, ...] = ()  # rules, state, sector -> the clause why no keeper is put there, or nothing
    on_change: tuple[Callable, ...] = ()  # H17: rules, state, before, after -> state, effects
    # Questions about the core (digest 7.1)
    edges_close: str = "both"  # KO-I-01: or per-axis
    shrinks: str = "unfixed"  # KO-I-02: what a removal makes smaller: unfixed, never, always
    last_turn_finished: bool = False  # KO-I-03: florin and draw after the last card
    stuck: str = "hand"  # KO-I-04: where an unplaceable card goes: hand, pile, discard
    stuck_passes: bool = False  # KO-I-04: and it may count as a pass
    all_may_pass: bool = True  # KO-I-05
    pass_order: str = "any"  # KO-I-06: or first, together
    pass_unpaid: bool = True  # KO-I-07: passing with an empty treasury
    relief: str = "number"  # KO-I-08: who is relieved when the treasury is short, by the id of the reading
    late_tax: str = "round"  # KO-I-09: until when it may be demanded: round, always, never
    round_begins: str = "first"  # KO-I-10: first, reveal, done
    claims_all: bool = True  # KO-I-11: any money due, not only for canals
    late_draws: str = "any"  # KO-I-12: any, own, one, before
    stores_corrected: str = "scored"  # KO-I-13: until when: scored, round, turn; sets `put_right`: whether they stand
    supremacies_all: bool = True  # KO-I-14: step 2 counts supremacies of any size
    tied_returns: bool = True  # KO-I-15: warehouses of a tied sector go back
    ranks_unowned: bool = True  # KO-I-16: sectors that no side won take a place
    distance: str = "cards"  # KO-I-17: over cards, or straight
    ties_at_cut: bool = True  # KO-I-18: distance matters only where a group does not fit
    moves_up: str = "next"  # KO-I-19: next, smaller
    anchor_is_canal: bool = True  # KO-I-20
    new_centre: str = "choice"  # KO-I-21: choice, nearest, any
    removed_returns: bool = True  # KO-I-22: a dock under an exhausted pile can be drawn again
    keepers_limited: bool = False  # KO-I-23
    supply_limited: bool = False  # KO-I-24
    may_tear: bool = True  # KO-I-25: a removal may tear the harbour apart
    empty_hand_passes: bool = False  # KO-I-26: no card left counts as passing
    stops_when_stuck: bool = True  # KO-I-27: the game ends when no seat can place any more
    unfinished_score: bool = False  # KO-I-28
    equal_numbers: str = "contradiction"  # KO-I-30: or seat
    # Four players and special cards (digest 7.2)
    specials_on_empty: bool = False  # KO-I-31
    floods_customs: bool = False  # KO-I-32
    flooded: str = "under"  # KO-I-33: where a flooded dock goes: under (the flood), pile
    bridges_boat: bool = False  # KO-I-34
    boat_from_bridge: str = "anchor"  # KO-I-34: where the boat then goes: anchor, stays
    bridges_anchor: bool = True  # KO-I-35
    bridges_finished: bool = False  # KO-I-36
    craned_specials: frozenset[str] = frozenset(("bridge",))  # KO-I-37
    customs_size: bool = True  # KO-I-38
    special_symbols: bool = False  # KO-I-39
    own_removed: str = "placer"  # KO-I-40: or mover
    team_florins: str = "sum"  # KO-I-41: or best
    crane_stops_partner: bool = False  # KO-I-42
    boat_takes_bridges: bool = False  # KO-I-43
    # The free wheel: each in turn
    choosing: Callable = follow.turns.choosing  # rules, state -> what follows by itself while a round begins
    first_of_next: Callable = follow.turns.who_acted_first  # state, whose turn was last -> `first` of the next round
    choosers: Callable = catch_up.all_who_wait  # rules, state -> seats that may play a card or pass
    corner_only: frozenset[str] = frozenset()  # kinds that touch other cards by a corner only
    corner_or_side: bool = False  # KO-I-66: where there is no such cell they are placed like any card
    wheel_passes: bool = True  # KO-I-61: a turn can be passed for a florin
    special_draws: bool = True  # KO-I-62: where specials are replaced at all
    coin_paid: bool = False  # KO-I-64: a tavern's coin comes out of the purse
    skips_add: bool = False  # KO-I-65: missed turns add up
    skips_immune: bool = False  # KO-I-65: who will miss a turn is not taxed
    skip_earns: bool = False  # KO-I-65: a missed turn brings a florin
    boat_enters_closed: bool = False  # KO-I-91: docks of enclosed sectors can be removed
    coin_must: bool = False  # KO-I-92: a tavern's coin has to be laid
    coin_size: bool = False  # KO-I-92: a dock with a coin does not count for the size
    # Sunken cargo
    openings: tuple[Callable, ...] = ()  # rules, state, rng -> what chance lays out besides, at simulated tables
    sunk_at: frozenset[str] = frozenset()  # KO-I-57: canals of the start that can carry it; none listed: any
    sunk_edges: bool = True  # KO-I-57: an edge that counts closes a side
    cargo_kept: bool = False  # KO-I-57: without a centre it is kept for later
    added_follow: str = "own"  # KO-I-58: what becomes of added warehouses: own, centre, owner
    # Special rules
    before_count: tuple[Callable, ...] = ()  # rules, state -> seats of which one has still to speak
    bonus_clause: Clause | None = None  # what a tavern's added warehouses are recorded under
    bonus_each: int = 1  # KO-I-75: warehouses for each dock
    bonus_owner: str = "own"  # KO-I-75: or any
    bonus_same: bool = False  # KO-I-75: both docks show the same good
    bonus_apart: str = "all"  # KO-I-75: docks and tavern in three sectors, or merely not all in one
    pass_cards: int = 0  # in each hand in addition to the others: to pass is to choose it
    pass_card_played: bool = False  # KO-I-71: the card that means passing can be placed too
    spend_from: str = "hand"  # KO-I-74: where the two canals for a flood come from: hand, pile
    spend_earns: bool = True  # KO-I-74: a florin for each of them
    verdict_at: str = "finish"  # KO-I-69: or end
    chooses_good: bool = False  # one good of a dock is stored
    store_clause: Clause = ko.STORE_1
    filling_ends: Mapping[str, Clause] = {}  # ends after which empty cells count as filled, and by which clause
    pick_at: str = "refill"  # KO-I-73: or any
    spent_when: str = "empty"  # KO-I-77: docks can no longer be drawn: empty, asked
    ruin_at: str = "change"  # KO-I-70: when it is looked: change, round
    blockade_covers: bool = False  # KO-I-72
    last_together: str = "each"  # KO-I-76: or none
    tavern_shields_itself: bool = True  # KO-I-79
    given: tuple[tuple[int, ...], ...] = ()  # special cards each side begins with, by number
    specials_clause: Clause | None = None  # by which clause no seat has more special cards than came into the hand
    contraband_as: str = ""  # KO-I-78: what a hidden card counts as until it is opened: nothing, canal, dock
    exports: bool = False  # there are export boards
    exports_by_dock: bool = False  # KO-I-82: an exported warehouse belongs to its dock
    events: tuple[str, ...] = ()  # the event cards in the pile; none named: all ten
    events_per: str = "sector"  # KO-I-83: or round
    events_again: bool = False  # KO-I-83: an exhausted pile is shuffled again
    golden_tie: bool = False  # KO-I-84: all who are equally rich have the point
    missed_pays: bool = False  # KO-I-85: missing a round is a pass
    blockade_line: bool = False  # KO-I-86: the goods stand in a line, the first best
    flooding_apart: str = "players"  # KO-I-87: what may not be in one sector: both players' exchanges, or old and new
    strike_ever: bool = False  # KO-I-88: a tavern that lies there no more counts, too
    # Variants (digest 7.3)
    stuck_clause: Clause = ko.PLACE_1  # of what becomes of a card without a cell
    open_ties: str = "farther"  # KO-I-52: nearer, all
    eligible_first: bool = True  # KO-I-59: which sectors can count at all is asked before they are ranked
    buys: str = "several"  # KO-I-80: special cards before a round: or one
    tide_earns: bool = False  # KO-I-81
    every_size: bool = True  # KO-I-53
    bribe_order: str = "any"  # KO-I-50: first, last, no-pass
    bribes_once: bool = True  # KO-I-51
    second_paid: str = "before"  # KO-I-60: or after (the income)
    second_drawn: bool = True  # KO-I-60: a card is drawn for the second canal too
    second_boat: bool = False  # KO-I-60: a boat on it moves the boat
    boxes_parted: str = "parted"  # KO-I-55: or any-two
    uneven_piles: bool = True  # KO-I-93: else a dock that does not go into equal piles is set aside
    first_sector: str = "over"  # KO-I-54: play-on, draw
    # Without a slot, for no other reading changes a record: KO-I-29, 44, 45.


BASE = KontorRules(
    start=start.start,
    setup_checks=checks.SETUP_CHECKS,
    checks=checks.CHECKS,
    expected_actions=checks.EXPECTED_ACTIONS,
    deeds=deeds.DEEDS,
    catch_up=catch_up.catch_up,
    follow=follow.FOLLOW,
    offers=offers.OFFERS,
    forecast=scoring.forecast,
    after_gap=start.forget,
    piece_counts=start.conserved,
    made_good_by=deeds.purses.redeems,
    unknown_progress=catch_up.unsure,
    to_act=catch_up.to_act,
    sides=start.sides,
    observables=observables.OBSERVABLES,
    judged_as={actions.Place: deeds.placement.known_place},
    covered_clauses={ko.TEAM_6.id: frozenset(tax.id for tax in (ko.TAX_1, ko.TAX_2, ko.TAX_3, ko.TAX_4, ko.TAX_6))},
    blame=checks.BLAME,
    phases=checks.PHASES,
    moves_out_of_phase=checks.MOVES_OUT_OF_PHASE,
    reverted_clauses=scoring.REVERTED_CLAUSES,
)
