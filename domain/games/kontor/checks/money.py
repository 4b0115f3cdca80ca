"""Checks of income and claims (KO-MONEY, KO-CLAIM)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.fold import refusal
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Take
from domain.games.kontor.deeds.common import is_new
from domain.games.kontor.deeds.purses import before_the_draw
from domain.games.kontor.pieces import group_of
from domain.games.kontor.state import CHOOSE, NOWHERE, OVER, State, placed_by
from domain.numbers import NotKnown, Number, is_surely, most
from domain.rules import Broken, Check, RefusedAction, Seat, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
UNREAD = "?"  # an unread card
OF_CANALS = ("", "canal")  # why a florin is taken, where it is no pass and no relief


def claimable(rules: KontorRules, state: State, seat: Seat) -> Number:
    """The florins a seat may still claim (KO-CLAIM-1; KO-I-10)."""
    return 0 if is_over(rules, state) else state.players[seat].owed


def is_over(rules: KontorRules, state: State) -> bool:
    """Whether by this table's reading a round is over although no seat has begun the next (KO-I-10)."""
    return rules.round_begins == "done" and state.phase == CHOOSE and is_new(state)


def lapsed(rules: KontorRules, state: State, seat: Seat) -> Number:
    """The florins that a seat can no longer claim."""
    player = state.players[seat]
    return player.owed + player.lapsed - claimable(rules, state, seat)


def undue(rules: KontorRules, state: State, take: Take) -> bool:
    """Whether florins are taken that were never due."""
    player = state.players[take.seat]
    return take.amount > player.owed + player.lapsed


@cites(ko.CLAIM_1)
def only_income_is_claimed(rules: KontorRules, state: State, take: Take) -> Finds:
    """A check only of tables where a florin for passing or as relief cannot be claimed later (KO-I-11)."""
    if rules.claims_all or take.why in OF_CANALS or not 0 < take.amount <= claimable(rules, state, take.seat):
        return None
    return broken(amount=take.amount, why=take.why)


@cites(ko.CLAIM_2)
def money_is_claimed_before_the_next_round(rules: KontorRules, state: State, take: Take) -> Finds:
    early = is_early(rules, state, take)  # the florin of this round's canal
    if early or undue(rules, state, take) or take.amount <= claimable(rules, state, take.seat):
        return None
    return broken(amount=take.amount)


def of_income(rules: KontorRules, state: State, take: Take) -> bool:
    """Whether florins are taken as income that was not due; after the end it is further play (KO-END-1)."""
    player = state.players[take.seat]
    surely = take.amount > most(player.owed + player.lapsed)
    if take.why not in OF_CANALS or state.phase == OVER or take.amount <= 0 or not surely:
        return False
    return not is_early(rules, state, take)


def is_early(rules: KontorRules, state: State, take: Take) -> bool:
    """Whether exactly the florin of a canal is taken, but before the draw (KO-ROUND-1)."""
    if not before_the_draw(state, take) or empty(state, take.seat):
        return False
    earns, _ = rules.income.get(kind_placed(state, take.seat), (0, None))
    return 0 < take.amount <= earns


def kind_placed(state: State, seat: Seat) -> str:
    """The kind of card a seat placed in this round; nothing if it placed none."""
    play = state.play
    acted = seat in (*play.had, play.just) or (play.order[:1] == (seat,) and play.placed >= 0)
    lying = state.board.cards.get(placed_by(state.board, seat)) if acted else None
    return "" if lying is None else lying.kind or UNREAD


def empty(state: State, seat: Seat) -> bool:
    """Whether the treasury surely has no florin, or had none when a seat's last income was due."""
    play = state.play
    acting = play.placed != NOWHERE and play.order[:1] == (seat,)
    return is_surely(state.treasury, 0) or (seat in play.unpaid and not acting)


@cites(ko.MONEY_1)
def a_canal_earns_one_florin(rules: KontorRules, state: State, take: Take) -> Finds:
    if not of_income(rules, state, take) or empty(state, take.seat):
        return None
    kind = kind_placed(state, take.seat)
    if kind == UNREAD:
        raise NotKnown("kind")
    return None if group_of(kind) in (0, 2) else broken(amount=take.amount)


@cites(ko.MONEY_2)
def an_empty_treasury_gives_nothing(rules: KontorRules, state: State, take: Take) -> Finds:
    return broken(amount=take.amount) if of_income(rules, state, take) and empty(state, take.seat) else None


@cites(ko.MONEY_3)
def a_dock_earns_nothing(rules: KontorRules, state: State, take: Take) -> Finds:
    if not of_income(rules, state, take) or empty(state, take.seat):
        return None
    kind = kind_placed(state, take.seat)
    return broken(amount=take.amount, kind=kind) if rules.income.get(kind, (0, None))[1] is ko.MONEY_3 else None


CHECKS: dict[type, tuple[Check, ...]] = {
    Take: (
        a_canal_earns_one_florin,
        an_empty_treasury_gives_nothing,
        a_dock_earns_nothing,
        only_income_is_claimed,
        money_is_claimed_before_the_next_round,
    ),
    RefusedAction: (refusal(ko.CLAIM_1, "late-florin"), refusal(ko.CLAIM_3, "round-over")),
}
