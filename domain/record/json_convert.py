"""Fields <-> line. What comes in as fields must be what its text says: nothing is recorded that reads otherwise."""

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
NOBODY = "-"  # where a deed names a seat and nobody sits there
_LINES = {kind.__name__: kind for kind in Line.__subclasses__()}
KIND = {_LINES[fields.__name__.removesuffix("Fields")]: fields for fields in LineFields.__subclasses__()}
_TROUBLE = (ValueError, LookupError, TypeError, AttributeError)


def kind_of(line: Line | None) -> str:
    """The name of a kind of line; without a line the table was laid."""
    return "laid" if line is None else KIND[type(line)].__struct_config__.tag


def convert_fields(raw: Any) -> AnyLine:
    """Fields out of plain values; Unreadable names the field that is not as it must be."""
    try:
        return msgspec.convert(raw, AnyLine, strict=True)
    except msgspec.ValidationError as error:
        raise Unreadable(text=str(error), like='{"kind": "played", "action": {"deed": …, "seat": …}}') from error


def read_fields(fields: AnyLine, setup: Setup) -> Line:
    """The line that fields mean, or Unreadable, UnknownSeat."""
    tag = type(fields).__struct_config__.tag
    try:
        line = _line(fields, setup)
        text = write_entry(line, setup).strip()
        again = read_entry(text, setup)
    except _TROUBLE as error:
        raise Unreadable(text=tag, like=_like(type(fields))) from error
    if repr(again) != repr(line):  # an unsure number equals nothing, not even itself
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
    return KIND[type(line)](**fields)


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
        seen = [read_observation_fields(one, setup) for one in values["values"]]
        values["values"] = tuple((one.what, one.key, one.value) for one in seen)
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
    return {kind.__struct_config__.tag: kind for kind in GAMES[game].actions}


@lru_cache
def seats_among(game: str, deed: str) -> dict[str, str]:
    """The fields of a deed that name seats, as they are declared: one, several, or one before each of several."""
    kind = _deeds(game)[deed]
    declared = {name: str(how) for one in kind.__mro__ for name, how in getattr(one, "__annotations__", {}).items()}
    seated = {name: declared[name] for name in kind.__struct_fields__ if "Seat" in declared[name]}
    return {
        name: "each" if "tuple[tuple[" in how else "seats" if "tuple[" in how else "seat"
        for name, how in seated.items()
    }


def read_action(told: Mapping[str, Any], setup: Setup) -> Action:
    """An action out of its fields, seats by their letters."""
    deed, deeds = told.get("deed"), _deeds(setup.game)
    if deed == REFUSED:
        return _read_refused(told, setup)
    if not isinstance(deed, str) or deed not in deeds:
        raise Unreadable(text="action.deed", like=", ".join(deeds))
    kind = deeds[deed]
    fields = {"deed", *kind.__struct_fields__}
    if unknown := sorted(set(map(str, told)) - fields):
        raise Unreadable(text=f"action.{unknown[0]}", like=", ".join(sorted(fields)))
    seats = {name: how for name, how in seats_among(setup.game, deed).items() if told.get(name) is not None}
    found = {name: SEATED[how](told[name], lambda one: _read_seat(one, setup)) for name, how in seats.items()}
    if told.get("seat") == NOBODY:
        found["seat"] = None
    elif not isinstance(told.get("seat"), str | None):
        raise Unreadable(text="action.seat", like=" ".join(setup.seats))
    if (found.get("seat") is None) == kind.SEATED:
        letter = NOBODY if kind.SEATED else told["seat"]
        raise Unreadable(text=f"{letter} {GAMES[setup.game].notation.names[kind]}", like=_said_like(setup.game, kind))
    try:
        return msgspec.convert({**told, **found}, kind, strict=True)
    except msgspec.ValidationError as error:
        raise Unreadable(text=f"action: {error}", like=_said_like(setup.game, kind)) from error


def _read_refused(told: Mapping[str, Any], setup: Setup) -> RefusedAction:
    if set(told) - {"deed", "seat", "reason", "denied"} or not isinstance(told["denied"], Mapping):
        raise Unreadable(text="action", like="deed, seat, reason, denied")
    seat = read_seat(told.get("seat") or NOBODY, setup)
    if seat is None:
        raise Unreadable(text=REFUSED, like=" ".join(setup.seats))
    denied = read_action({"seat": told.get("seat"), **told["denied"]}, setup)
    return RefusedAction(seat=seat, reason=str(told["reason"]), denied=denied)


def _read_seat(told: Any, setup: Setup) -> Any:
    if not isinstance(told, str):
        return told
    return TABLE if told == NOBODY else read_seat(told, setup)


def _seat_said(seat: int, setup: Setup) -> str | int:
    """A seat by its letter; whoever sits at no seat of this table has only a number."""
    return NOBODY if seat == TABLE else setup.seats[seat] if 0 <= seat < len(setup.seats) else seat


SEATED: dict[str, Callable] = {
    "seat": lambda value, say: say(value),
    "seats": lambda value, say: [say(one) for one in value],
    "each": lambda value, say: [[say(first), *rest] for first, *rest in value],
}


def action_fields(action: Action, setup: Setup) -> dict[str, Any]:
    """An action as fields."""
    deed = type(action).__struct_config__.tag
    if isinstance(action, RefusedAction):
        denied = action_fields(action.denied, setup)
        return {"deed": REFUSED, "seat": _letter(action.seat, setup), "reason": action.reason, "denied": denied}
    fields = msgspec.json.decode(msgspec.json.encode(action))
    for name, how in seats_among(setup.game, deed).items():
        if fields[name] is not None:
            fields[name] = SEATED[how](fields[name], lambda seat: _seat_said(seat, setup))
    return fields


def _letter(seat: int | None, setup: Setup) -> str | None:
    return None if seat is None else seat_text(seat, setup)


def _said_like(game: str, kind: type[Action]) -> str:
    notation = GAMES[game].notation
    return notation.verbs[notation.names[kind]].like or ", ".join(kind.__struct_fields__)


def _like(kind: type[LineFields]) -> str:
    return ", ".join(("kind", *kind.__struct_fields__))


# Values seen or said ----------------------------------------------------------------------------------


def observation_fields(observation: Observation, setup: Setup) -> ObservationFields:
    """A value seen or said, as fields."""
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
    """A value of an observable: a number where it is one, else as it is written."""
    if not observable.counts:
        return None if value is None else observable.text(value, setup.seats)
    return value if value is None or isinstance(value, int) else number_text(value)


def read_observation_fields(observation: ObservationFields, setup: Setup) -> Observation:
    """A value seen or said, out of its fields."""
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
