"""The table after a line: the value of every observable, seat by seat, as text and in words."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.numbers import Range, least, most
from domain.observables import Observable, Observation
from domain.record.json_convert import amount
from domain.timeline.frame import Frame
from domain.timeline.order import table_order
from replays.annotation import Annotator, Annotators
from replays.frames import GameMoment, moment_of, place_of
from replays.view_models import points_of
from replays.viewpoint import AS_PLAYED, AnySession, Viewpoint, frames_from, session_of, table_of, viewer_text


class ValueView(Struct, frozen=True, kw_only=True):
    """The value of an observable. `sure` says whether it is known exactly, `needs` which fact would make it so.

    `lies` is false for what no one can see on the table, such as how far the turn has gone.
    """

    what: str
    key: list[str]
    value: str
    sure: bool
    needs: str
    lies: bool
    says: str


class SeatValues(Struct, frozen=True, kw_only=True):
    """The values that belong to one seat."""

    seat: str
    name: str
    values: list[ValueView]


class TableView(Struct, frozen=True, kw_only=True):
    """The table after a line: the values of each seat, and those common to all."""

    game: str
    line: int
    sight: str
    ruled: bool
    known: str
    moment: GameMoment
    seats: list[SeatValues]
    common: list[ValueView]


def table_view(
    source: AnySession, lang: str = "en", viewpoint: Viewpoint = AS_PLAYED, line: int | None = None
) -> TableView:
    """The table after a line, or after the last one."""
    session = session_of(source)
    frames = frames_from(source, viewpoint)
    frame = frames[-1 if line is None else place_of(line, table_order(session.log), len(session.log))]
    annotator = Annotators(session, lang).at(frame.line)
    setup = annotator.setup
    values = _values(frame, annotator)
    return TableView(
        game=setup.game,
        line=frame.line,
        sight=viewer_text(viewpoint.viewer, setup),
        ruled=viewpoint.ruled,
        known=viewpoint.known,
        moment=moment_of(frame, annotator),
        seats=[
            SeatValues(seat=letter, name=setup.name(seat), values=[value for whose, value in values if whose == seat])
            for seat, letter in enumerate(setup.seats)
        ],
        common=[value for whose, value in values if whose is None],
    )


def _values(frame: Frame, annotator: Annotator) -> list[tuple[int | None, ValueView]]:
    """The value of every observable, with the seat it belongs to."""
    state = table_of(frame)
    values = []
    for observable in frame.rules.observables.values():
        seated = "seat" in observable.key
        for key in observable.keys(state):
            view = _value(observable, key, seated, observable.get(state, key), annotator)
            values.append((key[0] if seated else None, view))
    return values


def _value(observable: Observable, key: tuple, seated: bool, value: Any, annotator: Annotator) -> ValueView:
    text = str(points_of(value) if isinstance(value, Range) else amount(observable, value, annotator.setup))
    sure = least(value) == most(value) if isinstance(value, Range) else "?" not in text
    needs = value.fact if isinstance(value, Range) else ""
    says = annotator.look(Observation(what=observable.name, key=key, value=value))
    if not sure or needs:
        head = annotator.words["headings"]["not-sure" if needs else "not-seen"]
        says = annotator.words.fill(head, {"says": says, "fact": needs}, {})
    return ValueView(
        what=observable.name,
        key=[_part(kind, part, annotator) for kind, part in zip(observable.key, key, strict=True)][seated:],
        value=text,
        sure=sure,
        needs=needs,
        lies=observable.on_table,
        says=says,
    )


def _part(kind: str, part: Any, annotator: Annotator) -> str:
    return annotator.side_letters[part] if kind == "side" else str(part)
