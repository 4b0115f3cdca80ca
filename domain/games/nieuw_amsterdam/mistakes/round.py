"""Simulated mistakes about the frame of a round (NA-ROUND)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import (
    SPECIALS,
    TILE_STEP,
    Declare,
    End,
    Fill,
    Found,
    Lands,
    Move,
    PassSpecial,
    PassTile,
    Remove,
    Round,
    Select,
    Ships,
    Tiles,
)
from domain.games.nieuw_amsterdam.follow.turns import is_played_out
from domain.games.nieuw_amsterdam.mistakes.common import Moment, breaks, goes_on, instead, one_of, others, stands
from domain.games.nieuw_amsterdam.mistakes.preparation import a_layout
from domain.games.nieuw_amsterdam.pieces import FURS, SLOTS, TRADER_SPACES, TRADERS, era_of
from domain.games.nieuw_amsterdam.state import CARDS, FOUND, OVER, SELECT, State, in_reserve
from domain.numbers import least

TURNS = (*TILE_STEP, *SPECIALS, PassTile, PassSpecial)
OVER_NOW = (OVER, ())


@breaks(na.ROUND_1, *TURNS)
def the_end_in_an_early_round(at: Moment) -> WrongPlay | None:
    if is_played_out(at.state):  # only the last turn may be open: then the cards that are left decide
        return None
    return instead(End(), then=OVER_NOW) if at.state.round < at.rules.rounds else None


@breaks(na.ROUND_1, *TURNS, Remove)
def a_seventh_round(at: Moment) -> WrongPlay | None:
    over = at.after.state.result is not None
    return instead(at.action, Round(number=at.rules.rounds + 1), then=OVER_NOW) if over else None


@breaks(na.ROUND_1, Tiles)
def a_round_counted_wrongly(at: Moment) -> WrongPlay | None:
    number = one_of(at, (number for number in range(1, 7) if number not in (at.state.round, at.state.round + 1)))
    return instead(Round(number=number), at.action, then=goes_on(at))


@breaks(na.ROUND_2, Lands)
def tiles_before_the_cards(at: Moment) -> WrongPlay | None:
    """The tiles first, the cards only then."""
    if not before_the_cards(at) or len(at.state.players) < 2:
        return None
    cards = at.action, Ships(cards=new_cards(at, "ship"))
    return instead(a_layout(at), *cards, then=(SELECT, (at.state.order[0],)))


def before_the_cards(at: Moment) -> bool:
    """Whether no card of the round lies there yet."""
    return at.state.phase == CARDS and not at.state.slots.shown


def new_cards(at: Moment, kind: str) -> tuple[str, ...]:
    """Four cards of the round that were not seen yet."""
    faces = [face for face in at.rules.catalogue.faces[kind] if face.startswith(era_of(at.state.round))]
    return tuple(at.rng.sample([face for face in faces if f"{kind}:{face}" not in at.state.faces], SLOTS))


def empty(state: State) -> tuple[int, ...]:
    """Empty spaces of each trader."""
    return tuple(max(0, spaces - len(furs)) for spaces, furs in zip(TRADER_SPACES, state.traders, strict=True))


@breaks(na.ROUND_2, Lands)
def furs_before_the_cards(at: Moment) -> WrongPlay | None:
    need = empty(at.state)
    if not sum(need) or at.state.reserve < sum(need) or not before_the_cards(at):
        return None
    pool = [fur for fur in FURS for _ in range(least(in_reserve(at.state, fur)))]
    if len(pool) < sum(need):  # the others were not seen
        return None
    drawn = at.rng.sample(pool, sum(need))
    furs = tuple((trader, tuple(drawn.pop() for _ in range(n))) for trader, n in zip(TRADERS, need, strict=True) if n)
    return instead(Fill(furs=furs), at.action, then=goes_on(at))


@breaks(na.ROUND_2, Found)
def cards_before_the_last_business(at: Moment) -> WrongPlay | None:
    if at.after.state.phase != FOUND:
        return None
    return instead(at.action, Lands(cards=new_cards(at, "land")), then=goes_on(at))


@breaks(na.ROUND_2, Lands)
def an_action_between_the_rounds(at: Moment) -> WrongPlay | None:
    if not before_the_cards(at) or at.state.round == 1 or at.state.just < 0 or len(at.state.players) < 2:
        return None
    seat = one_of(at, others(at.state, at.state.just))
    return instead(PassSpecial(seat=seat), at.action, then=goes_on(at))


@breaks(na.ROUND_2, PassSpecial)
def the_next_round_said_too_early(at: Moment) -> WrongPlay | None:
    return _in_between(at, Round(number=at.state.round + 1))


@breaks(na.ROUND_2, PassSpecial)
def the_harvest_too_early(at: Moment) -> WrongPlay | None:
    return _in_between(at, Declare(step="harvest"))


def _in_between(at: Moment, action: Round | Declare) -> WrongPlay | None:
    """A step after the open turns is declared: the table goes on where it was."""
    state = at.state
    open_turns = state.step < 2 or len([seat for seat in state.acting if seat not in state.had]) > 1
    return instead(action, then=stands(at)) if open_turns and state.round < at.rules.rounds else None


@breaks(na.ROUND_2, Select)
def tiles_laid_out_again(at: Moment) -> WrongPlay | None:
    if any(player.column for player in at.state.players):
        return None
    return instead(a_layout(at), at.action, then=goes_on(at))


@breaks(na.ROUND_3, Lands)
def the_end_with_cards_left(at: Moment) -> WrongPlay | None:
    between = before_the_cards(at) and at.state.round > 1
    return instead(End(), then=OVER_NOW) if between else None


@breaks(na.ROUND_3, *TURNS, Remove)
def cards_after_the_end(at: Moment) -> WrongPlay | None:
    over = at.after.state.result is not None
    return instead(at.action, Lands(cards=("red:?",) * 4), then=OVER_NOW) if over else None


@breaks(na.ROUND_4, Lands)
def tokens_swapped_between_the_rounds(at: Moment) -> WrongPlay | None:
    players = len(at.state.players)
    if players < 2 or at.state.phase != CARDS or max(at.state.tokens) > players:
        return None
    seat, other = at.rng.sample(range(players), 2)
    own, wanted = (f"token{at.state.tokens[owner]}" for owner in (seat, other))
    return instead(Move(seat=seat, thing="token", source=own, target=wanted), at.action, then=goes_on(at))
