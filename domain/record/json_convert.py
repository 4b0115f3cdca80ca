"""Converts lines to JSON fields and back. Fields are refused if the text of their line would read otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from domain.errors import Unreadable
from domain.games import GAMES
from domain.observables import Observation
from domain.record.json_fields import AnyLine, LineFields, ObservationFields
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import Line, MadeGood, Omitted, Ruled
from domain.record.value_text import OWNED, observable_of, owner_letter, read_key, read_seat, seat_text
from domain.rules import TABLE, Action, RefusedAction, replace
from domain.setup import Setup
from domain.texts import number_text, read_number

REFUSED = "refused"
NO_SEAT = "-"  # in place of a seat's letter: the table
_LINES = {kind.__name__: kind for kind in Line.__subclasses__()}
KIND: dict[type[Line], type[Any]] = {
    _LINES[fields.__name__.removesuffix("Fields")]: fields for fields in LineFields.__subclasses__()
}
_TROUBLE = (ValueError, LookupError, TypeError, AttributeError)


def kind_of(line: Line | None) -> str:
    """The JSON name of a kind of line; `laid` for the set-up, which has no line."""
    return "laid" if line is None else str(KIND[type(line)].__struct_config__.tag)


def convert_fields(raw: Any) -> AnyLine:
    """The fields of plain JSON values; raises Unreadable with the name of the wrong field."""
    try:
        fields: AnyLine = msgspec.convert(raw, AnyLine, strict=True)
        return fields
    except msgspec.ValidationError as error:
        raise Unreadable(text=str(error), like='{"kind": "played", "action": {"deed": …, "seat": …}}') from error


def read_fields(fields: AnyLine, setup: Setup) -> Line:
    """Reads the line of these fields; raises Unreadable or UnknownSeat."""
    try:
        line = _line(fields, setup)
        text = write_entry(line, setup).strip()
        again = read_entry(text, setup)
    except _TROUBLE as error:
        raise Unreadable(text=type(fields).__struct_config__.tag, like=_like(type(fields))) from error
    if repr(again) != repr(line):  # a Range cannot be compared with ==, not even with itself
        raise Unreadable(text=text, like=write_entry(again, setup).strip())
    return line


def fields_of(line: Line, setup: Setup) -> AnyLine:
    """A line as JSON fields."""
    fields = {_json_name(name): _field(line, name, setup) for name in line.__struct_fields__}
    if isinstance(line, Ruled):
        what, key, by = (fields.pop(name) for name in ("what", "key", "by"))
        adjusted = Observation(what=what, key=key, by=by)
        fields["look"] = observation_fields(adjusted, setup) if what else None
    if isinstance(line, (Omitted, MadeGood)):
        fields["look"] = replace(fields["look"], by=None, value=None)
    line_fields: AnyLine = KIND[type(line)](**fields)
    return line_fields


def _json_name(name: str) -> str:
    return "look" if name == "observation" else name


def _field(line: Line, name: str, setup: Setup) -> Any:
    value = getattr(line, name)
    if name == "action":
        return action_fields(value, setup)
    if name == "observation":
        return observation_fields(value, setup)
    if name == "values":
        return [observation_fields(Observation(what=what, key=key, value=seen), setup) for what, key, seen in value]
    if name == "body":
        return fields_of(value, setup)
    return setup.seats[value] if name == "seat" and value is not None else value


def _line(fields: AnyLine, setup: Setup) -> Line:
    """The line of these fields; whether it can be written and read again is checked by `read_fields`."""
    kind = next(line for line, form in KIND.items() if form is type(fields))
    values = {name: getattr(fields, name) for name in fields.__struct_fields__}
    if "seat" in values:
        values["seat"] = read_seat(values["seat"] or "-", setup)
    if "action" in values:
        values["action"] = read_action(values["action"], setup)
    if "body" in values:
        values["body"] = read_fields(values["body"], setup)
    if "values" in values:
        seen = [read_observation_fields(value, setup) for value in values["values"]]
        values["values"] = tuple((value.what, value.key, value.value) for value in seen)
    observation = values.pop("look", None)
    observation = None if observation is None else read_observation_fields(observation, setup)
    if kind is Ruled:
        if observation is not None:
            by = observation.value if observation.by is None else observation.by
            values.update(what=observation.what, key=observation.key, by=by)
    elif observation is not None:
        values["observation"] = replace(observation, by=0) if kind is Omitted else observation
    return kind(**values)


# Actions --------------------------------------------------------------------------------------------


@lru_cache
def _deeds(game: str) -> dict[str, type[Action]]:
    kinds: tuple[type[Action], ...] = GAMES[game].actions
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


@lru_cache
def seats_among(game: str, deed: str) -> dict[str, str]:
    """The fields of a deed that name seats: `seat` one, `seats` several, `each` one at the start of each entry."""
    kind = _deeds(game)[deed]
    declared = {name: str(how) for base in kind.__mro__ for name, how in getattr(base, "__annotations__", {}).items()}
    seated = {name: declared[name] for name in kind.__struct_fields__ if "Seat" in declared[name]}
    return {
        name: "each" if "tuple[tuple[" in how else "seats" if "tuple[" in how else "seat"
        for name, how in seated.items()
    }


def read_action(raw: Mapping[str, Any], setup: Setup) -> Action:
    """Reads an action from its JSON fields, in which seats are letters."""
    deed, deeds = raw.get("deed"), _deeds(setup.game)
    if deed == REFUSED:
        return _read_refused(raw, setup)
    if not isinstance(deed, str) or deed not in deeds:
        raise Unreadable(text="action.deed", like=", ".join(deeds))
    kind = deeds[deed]
    fields = {"deed", *kind.__struct_fields__}
    if unknown := sorted(set(map(str, raw)) - fields):
        raise Unreadable(text=f"action.{unknown[0]}", like=", ".join(sorted(fields)))
    seats = {name: how for name, how in seats_among(setup.game, deed).items() if raw.get(name) is not None}
    found = {
        name: _SEAT_FIELDS[how](raw[name], lambda name_of_seat: _read_seat(name_of_seat, setup))
        for name, how in seats.items()
    }
    if raw.get("seat") == NO_SEAT:
        found["seat"] = None
    elif not isinstance(raw.get("seat"), str | None):
        raise Unreadable(text="action.seat", like=" ".join(setup.seats))
    if (found.get("seat") is None) == kind.SEATED:
        letter = NO_SEAT if kind.SEATED else raw["seat"]
        raise Unreadable(text=f"{letter} {GAMES[setup.game].notation.names[kind]}", like=_example(setup.game, kind))
    try:
        return msgspec.convert({**raw, **found}, kind, strict=True)
    except msgspec.ValidationError as error:
        raise Unreadable(text=f"action: {error}", like=_example(setup.game, kind)) from error


def _read_refused(raw: Mapping[str, Any], setup: Setup) -> RefusedAction:
    if set(raw) - {"deed", "seat", "reason", "denied"} or not isinstance(raw["denied"], Mapping):
        raise Unreadable(text="action", like="deed, seat, reason, denied")
    seat = read_seat(raw.get("seat") or NO_SEAT, setup)
    if seat is None:
        raise Unreadable(text=REFUSED, like=" ".join(setup.seats))
    denied = read_action({"seat": raw.get("seat"), **raw["denied"]}, setup)
    return RefusedAction(seat=seat, reason=str(raw["reason"]), denied=denied)


def _read_seat(raw: Any, setup: Setup) -> Any:
    if not isinstance(raw, str):
        return raw
    return TABLE if raw == NO_SEAT else read_seat(raw, setup)


def _seat_field(seat: int, setup: Setup) -> str | int:
    """A seat by its letter; a number that is no seat of this table stays a number."""
    return NO_SEAT if seat == TABLE else setup.seats[seat] if 0 <= seat < len(setup.seats) else seat


_SEAT_FIELDS: dict[str, Callable[..., Any]] = {
    "seat": lambda value, convert: convert(value),
    "seats": lambda value, convert: [convert(seat) for seat in value],
    "each": lambda value, convert: [[convert(first), *rest] for first, *rest in value],
}


def action_fields(action: Action, setup: Setup) -> dict[str, Any]:
    """An action as JSON fields."""
    deed = type(action).__struct_config__.tag
    if isinstance(action, RefusedAction):
        denied = action_fields(action.denied, setup)
        return {"deed": REFUSED, "seat": _letter(action.seat, setup), "reason": action.reason, "denied": denied}
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    for name, how in seats_among(setup.game, deed).items():
        if fields[name] is not None:
            fields[name] = _SEAT_FIELDS[how](fields[name], lambda seat: _seat_field(seat, setup))
    return fields


def _letter(seat: int | None, setup: Setup) -> str | None:
    return None if seat is None else seat_text(seat, setup)


def _example(game: str, kind: type[Action]) -> str:
    notation = GAMES[game].notation
    return notation.verbs[notation.names[kind]].like or ", ".join(kind.__struct_fields__)


def _like(kind: type[LineFields]) -> str:
    return ", ".join(("kind", *kind.__struct_fields__))


# Observations ----------------------------------------------------------------------------------


def observation_fields(observation: Observation, setup: Setup) -> ObservationFields:
    """An observation as JSON fields."""
    observable = observable_of(setup, observation.what)
    owned = observable.key[:1] in OWNED
    return ObservationFields(
        what=observation.what,
        seat=owner_letter(observable, observation.key[0], setup) if owned else None,
        key=[str(part) for part in observation.key[owned:]],
        value=amount(observable, observation.value, setup),
        by=amount(observable, observation.by, setup),
        about=observation.about,
        clause=observation.clause,
        source=observation.source,
    )


def amount(observable: Any, value: Any, setup: Setup) -> int | str | None:
    """A value as JSON: an exact number as a number, anything else as it is written in a record."""
    if not observable.counts:
        return None if value is None else observable.text(value, setup.seats)
    return value if value is None or isinstance(value, int) else number_text(value)


def read_observation_fields(observation: ObservationFields, setup: Setup) -> Observation:
    """Reads an observation from its JSON fields."""
    observable = observable_of(setup, observation.what)
    seat = read_seat(observation.seat or "-", setup)
    key, more = read_key(observable, seat, observation.key, setup)
    if more:
        raise ValueError(observation.what)
    return Observation(
        what=observation.what,
        key=key,
        value=_read_amount(observable, observation.value, setup),
        by=_read_amount(observable, observation.by, setup),
        about=observation.about,
        clause=observation.clause,
        source=observation.source,
    )


def _read_amount(observable: Any, value: int | str | None, setup: Setup) -> Any:
    if observable.counts:
        return read_number(value) if isinstance(value, str) else value
    if isinstance(value, int):
        raise ValueError(value)
    return None if value is None else observable.read(value, setup.seats)
