"""What can be read off the table of Mayflower, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.mayflower import clauses as mf
from domain.games.mayflower import values as read
from domain.games.mayflower.pieces.cells import CELLS, read_cell
from domain.games.mayflower.state import EXPLORE, GAP, PAWNS, PHASES, State
from domain.numbers import MOST
from domain.observables import Observable, points_observable, single_key
from domain.rules import Key, replace
from domain.texts import NUMBER, SEAT, YES, Form, one_of, seats_form


def seats(state: State) -> list[Key]:
    """One key per seat."""
    return [(seat,) for seat in range(len(state.reserves))]


def laid_cells(state: State) -> list[Key]:
    """One key per tile and start space."""
    return [(cell,) for cell, _ in state.land.lying()]


def observed(name: str, form: Form, keys: Callable = single_key, **more: Any) -> Observable:
    """Something that can be read, with its text form."""
    return Observable(name=name, keys=keys, text=form.text, read=form.read, **more)


def of_table(name: str, form: Form = NUMBER, **more: Any) -> Observable:
    """A field of the table."""
    return observed(
        name,
        form,
        get=lambda state, key: getattr(state, name),
        set=lambda state, key, value: replace(state, **{name: value}),
        **more,
    )


def of_turn(name: str, form: Form, field: str = "") -> Observable:
    """What has been done in the running turn."""
    field = field or name
    return observed(
        name,
        form,
        counts=False,
        on_table=False,
        get=lambda state, key: getattr(state.now, field),
        set=lambda state, key, value: replace(state, now=replace(state.now, **{field: value})),
    )


def of_seat(name: str, get: Callable, put: Callable, form: Form = NUMBER, **more: Any) -> Observable:
    """Something every seat has."""
    return observed(name, form, seats, key=("seat",), get=get, set=put, **more)


def unchanged(state: State, key: Key, value: Any) -> State:
    """Leaves the table as it is: this observable is derived from another one."""
    return state


def bounded_number(least: int, most: int) -> Form:
    """The text form of a whole number within bounds; raises ValueError for another number."""

    def reading(text: str, letters: tuple[str, ...]) -> int:
        if not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return Form(lambda value, letters: str(value), reading)


def _read_cell(text: str, letters: tuple[str, ...]) -> str:
    return "" if text == "-" else read_cell(text)


COUNT = bounded_number(0, MOST)
SEATS = seats_form()
CELL = Form(lambda cell, letters: cell or "-", _read_cell)
REFS = Form(read.refs_text, read.read_refs)
WORD = Form(
    lambda text, letters: text.replace(" ", "_") or "-",
    lambda text, letters: "" if text == "-" else text.replace("_", " "),
)
WHOSE = Form(
    lambda seat, letters: "?" if seat is None else SEAT.text(seat, letters),
    lambda text, letters: None if text == "?" else SEAT.read(text, letters),
)
STANCE = one_of(("standing", "lying", "?"))
TRACK = Form(
    lambda space, letters: "?" if space is None else str(space),
    lambda text, letters: None if text == "?" else bounded_number(0, 50).read(text, letters),
)


def marker(third_lap_stands: bool) -> Observable:
    """Whether the score marker stands or lies (MF-I-22)."""
    return of_seat(
        "marker",
        lambda state, key: read.stance(state.scores[key[0]], third_lap_stands),
        unchanged,
        STANCE,
        counts=False,
        slot_type="stance",
        clause=mf.TRACK_2.id,
        agrees=lambda now, seen: now == seen or "?" in (now, seen),
    )


_ALL = (
    observed(
        "space",
        Form(lambda space, letters: str(space), read.read_space),
        laid_cells,
        key=("cell",),
        among=CELLS,
        counts=False,
        slot_type="lies",
        clause=mf.PLACE_6.id,
        agrees=read.spaces_agree,
        judge_value=read.may_look_the_same,
        get=read.space_at,
        set=read.set_space,
    ),
    observed(
        "men",
        Form(read.men_to_text, read.read_men),
        laid_cells,
        key=("cell",),
        among=CELLS,
        counts=False,
        slot_type="men",
        agrees=read.men_agree,
        other_end="reserve",
        clause=mf.SETUP_4.id,
        judge_value=read.more_men_than_there_are,
        get=read.men_at,
        set=read.set_men,
    ),
    of_seat("reserve", lambda state, key: state.reserves[key[0]], read.set_reserve, values_ahead=read.reserve_ahead),
    observed(
        "explorer",
        NUMBER,
        lambda state: [(pawn,) for pawn in PAWNS],
        key=("pawn",),
        among=PAWNS,
        is_place=True,
        clause=mf.EXPLORER_3.id,
        judge_value=read.too_far_apart,
        is_pending=lambda state, key: state.phase == EXPLORE,
        reveal_choice=read.reveal_move,
        values_ahead=read.columns_ahead,
        get=lambda state, key: state.explorers[PAWNS.index(key[0])],
        set=lambda state, key, value: replace(state, explorers=read.explorers_with(state, key[0], value)),
    ),
    of_table("stock", clause=mf.COMP_1.id),
    of_table("discarded", clause=mf.COMP_1.id),
    of_table("hand", Form(read.hand_text, read.read_hand), counts=False, agrees=read.hands_agree),
    points_observable(values_ahead=read.points_ahead),
    of_seat(
        "track",
        lambda state, key: read.space_on_track(state.scores[key[0]]),
        unchanged,
        TRACK,
        counts=False,
        clause=mf.TRACK_1.id,
        agrees=lambda now, seen: now == seen or None in (now, seen),
    ),
    marker(False),
    of_table(
        "winners", SEATS, counts=False, slot_type="seats", agrees=lambda now, seen: not now or set(now) == set(seen)
    ),
    of_table("guess", YES, counts=False, on_table=False),
    of_table("covered", COUNT, counts=False, on_table=False, is_memory=True),
    of_table("drawn", Form(read.copies_text, read.read_copies), counts=False, on_table=False, is_memory=True),
    observed(
        "phase",
        one_of(PHASES),
        counts=False,
        on_table=False,
        agrees=lambda now, seen: GAP in (now, seen) or now == seen,
        get=lambda state, key: state.phase,
        set=read.set_phase,
    ),
    observed(
        "active",
        WHOSE,
        counts=False,
        on_table=False,
        agrees=lambda now, seen: None in (now, seen) or now == seen,
        get=lambda state, key: state.active if state.whose else None,
        set=read.set_active,
    ),
    observed("gap", WORD, counts=False, on_table=False, get=lambda state, key: state.gap, set=read.set_gap),
    of_table("turn", COUNT, counts=False, on_table=False),
    of_table("round", COUNT, counts=False, on_table=False),
    of_turn("mover", SEAT, "seat"),
    of_turn("placed", CELL, "cell"),
    *(of_turn(name, COUNT) for name in ("laid", "posted", "moved")),
    of_turn("draws", COUNT, "drawn"),
    of_turn("dropped", COUNT, "discarded"),
    of_turn("pending", REFS),
    of_turn("scored", REFS),
    of_turn("back", SEATS),
    of_turn("over", YES),
    of_turn("doubt", WORD),
)
OBSERVABLES = {observable.name: observable for observable in _ALL}
STOOD_UP = {**OBSERVABLES, "marker": marker(True)}  # MF-I-22: the third lap is counted standing
