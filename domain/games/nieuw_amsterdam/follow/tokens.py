"""Tokens that were not exchanged after an auction, and the lines that show it (NA-AUCTION-16)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.state import SELECT, TURN, State, with_fact
from domain.rules import Seat


def tokens_kept(state: State, winner: Seat) -> bool:
    """Whether a later line shows that the winner of an auction of this round kept its token."""
    return state.known.get((state.round, "tokens kept", winner)) is not None


def suspect_by_selection(state: State, seat: Seat) -> State:
    """A seat that selects as if it had not lost its lower token: this may show that tokens were kept.

    One line is not enough: it may as well select out of turn. The first turn, or a token read off, decides.
    """
    if state.phase != SELECT or seat == state.actor or seat not in state.auction.without:
        return state
    lowest = min(state.tokens[other] for other in state.auction.without)
    winners = [other for other, token in enumerate(state.tokens) if token < lowest]
    return with_fact(state, _suspicion_key(state), (winners[0], seat)) if len(winners) == 1 else state


def confirm_by_turn(state: State, seat: Seat) -> State:
    """A seat that takes the first turn of the round where it would be its turn if tokens had been kept."""
    fact = state.known.get(_suspicion_key(state))
    if fact is None or state.phase != TURN or state.step or state.had or seat == state.actor:
        return state
    winner, selector = fact.value
    order = [{winner: selector, selector: winner}.get(other, other) for other in state.order]
    return _with_tokens_kept(state, winner) if order[0] == seat else state


def confirm_by_token(state: State, seat: Seat, token: int) -> State:
    """A token read off that a seat would have if tokens had been kept."""
    fact = state.known.get(_suspicion_key(state))
    if fact is None or seat not in fact.value:
        return state
    winner, selector = fact.value
    kept = state.tokens[selector if seat == winner else winner]
    return _with_tokens_kept(state, winner) if token == kept else state


def _suspicion_key(state: State) -> tuple:
    return state.round, "tokens perhaps kept"


def _with_tokens_kept(state: State, winner: Seat) -> State:
    return with_fact(state, (state.round, "tokens kept", winner), True)
