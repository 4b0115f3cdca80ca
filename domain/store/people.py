"""What is said when a table is laid <-> its stored opening, in which persons stand by their ids."""

from __future__ import annotations

from collections.abc import Mapping

import orjson

from domain.faces import Catalogue, read_catalogue
from domain.games import GAMES
from domain.setup import Setup
from domain.store.erasable_texts import ERASED
from domain.store.events import BoxFace, OwnerBox, SeatChanged, SessionEvent, SessionOpened


def setup_from_event(event: SessionOpened, names: Mapping[str, str]) -> Setup:
    """The set-up of an opening, with people by their names as long as those are known."""
    called = zip(event.people, event.seats, strict=True)
    return Setup(
        game=event.game,
        seats=tuple(event.seats),
        names=tuple(names.get(person, ERASED) if person else seat for person, seat in called),
        first=event.first,
        variants=tuple(event.variants),
        readings=event.readings,
        faces=event.faces,
        box=None if event.box is None else _box(event),
        help=event.help,
        text=event.text,
        told={word: names.get(value, ERASED) if word == "scribe" else value for word, value in event.told.items()},
    )


def opening_event(setup: Setup, people: Mapping[str, str]) -> SessionOpened:
    """The opening of a set-up; whoever has a name stands there by an id."""
    called = zip(setup.names or setup.seats, setup.seats, strict=True)
    return SessionOpened(
        game=setup.game,
        seats=list(setup.seats),
        people=["" if name == seat else people[name] for name, seat in called],
        first=setup.first,
        variants=list(setup.variants),
        readings=dict(setup.readings),
        faces=setup.faces,
        box=None if setup.box is None else _entered(setup.box),
        help=setup.help,
        text=setup.text,
        told={word: people[value] if word == "scribe" else value for word, value in setup.told.items()},
    )


def person_names(setup: Setup) -> set[str]:
    """The names of persons a set-up holds."""
    called = zip(setup.names or setup.seats, setup.seats, strict=True)
    return {name for name, seat in called if name != seat} | {v for w, v in setup.told.items() if w == "scribe"}


def person_ids(*events: SessionEvent) -> set[str]:
    """The ids of the persons that openings and changes of seats speak of."""
    found: set[str] = set()
    for event in events:
        if isinstance(event, SeatChanged):
            found.add(event.person)
        elif isinstance(event, SessionOpened):
            found.update(filter(None, event.people))
            found.update(value for word, value in event.told.items() if word == "scribe")
    return found


def _entered(box: Catalogue) -> OwnerBox:
    """A catalogue as its owner entered it."""
    pairs = ((kind, face) for kind, found in box.faces.items() for face in found.values())
    return OwnerBox(id=box.id, faces=[BoxFace(kind=kind, face=face.value, copies=face.copies) for kind, face in pairs])


def _box(event: SessionOpened) -> Catalogue:
    faces: dict[str, dict[str, int]] = {}
    for one in event.box.faces:
        faces.setdefault(one.kind, {})[one.face] = one.copies
    entered = {"id": event.box.id, "game": event.game, "faces": faces}
    return read_catalogue(orjson.dumps(entered), event.game, GAMES[event.game].box)
