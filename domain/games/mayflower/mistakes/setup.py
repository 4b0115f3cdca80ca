"""Simulated mistakes about components and set-up (MF-COMP, MF-SETUP)."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import UNPLAYED_COLOUR, Colonist, Discard, Draw, Explorers, Face
from domain.games.mayflower.mistakes.common import (
    Moment,
    a_seat,
    breaks,
    goes_on,
    instead,
    one_of,
    read,
    refused,
    scores_nothing,
    stands,
    undrawn_letters,
)
from domain.games.mayflower.pieces import LETTERS
from domain.games.mayflower.state import DRAW, face_text
from domain.observables import Observation
from domain.rules import replace
from domain.setup import Setup


@breaks(mf.COMP_1, Draw)
def a_tile_missing_in_the_stacks(at: Moment) -> WrongPlay | None:
    return read(at, "stock", (), at.state.stock - 1) if at.state.stock > 5 else None


@breaks(mf.COMP_1, Draw)
def a_discard_before_the_draw(at: Moment) -> WrongPlay | None:
    return None if at.state.hand else instead(Discard(seat=at.action.seat), then=stands(at))


@breaks(mf.COMP_2, Draw)
def a_copy_too_many(at: Moment) -> WrongPlay | None:
    letter = one_of(at, (letter for letter in LETTERS if letter not in undrawn_letters(at.state)))
    return instead(letter and replace(at.action, letter=letter), then=goes_on(at)) if letter else None


def another_face(at: Moment) -> str:
    """The face of some other letter."""
    return face_text(at.state, at.rng.choice([letter for letter in LETTERS if letter != at.action.letter]))


@breaks(mf.COMP_3, Draw)
def a_tile_with_another_face(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, face=another_face(at)), then=goes_on(at))


@breaks(mf.COMP_3, Draw)
def a_letter_described_otherwise(at: Moment) -> WrongPlay | None:
    return instead(Face(of=at.action.letter, face=another_face(at)), then=stands(at))


@breaks(mf.SETUP_1, Setup)
def six_play(at: Moment) -> WrongPlay | None:
    return WrongPlay(setup=replace(at.action, seats=tuple("ABCDEF"), names=()), then=(DRAW, (at.action.first,)))


@breaks(mf.SETUP_2, Colonist)
def a_colour_not_in_play(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, colour=UNPLAYED_COLOUR), then=goes_on(at)) if scores_nothing(at) else None


# What was laid out wrongly, announced with the explorers ------------------------------------------


def laid_out(at: Moment, clause: Clause, what: str, key: tuple, value: int) -> WrongPlay | None:
    """What was counted when the table was laid."""
    look = Observation(what=what, key=key, about=0, clause=clause.id, by=value)
    return None if at.state.line else WrongPlay(actions=(at.action,), announced=(look,), then=goes_on(at))


@breaks(mf.SETUP_3, Explorers)
def a_marker_not_on_the_start_space(at: Moment) -> WrongPlay | None:
    return laid_out(at, mf.SETUP_3, "points", (a_seat(at),), at.rng.randint(1, 10))


@breaks(mf.SETUP_4, Explorers)
def a_colonist_too_few_or_too_many(at: Moment) -> WrongPlay | None:
    return laid_out(at, mf.SETUP_4, "reserve", (a_seat(at),), at.rng.choice((4, 6)))


@breaks(mf.SETUP_5, Explorers)
def an_explorer_in_the_first_column(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, b=f"1:{at.action.b[2:]}"), then=goes_on(at))


@breaks(mf.SETUP_5, Explorers)
def both_explorers_on_one_space(at: Moment) -> WrongPlay | None:
    return None if at.rules.explorers_together else instead(replace(at.action, b=at.action.a), then=goes_on(at))


@breaks(mf.SETUP_6, Draw)
def a_tile_known_beforehand(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, known=True), then=goes_on(at))


@breaks(mf.SETUP_7, Draw)
def the_first_player_refused(at: Moment) -> WrongPlay | None:
    return None if at.state.land.count or at.state.now.drawn else refused(at, "first")
