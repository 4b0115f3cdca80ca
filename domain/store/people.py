"""Converts a set-up to its stored event and back; the event has ids in place of names, so names can be erased."""

from __future__ import annotations

from collections.abc import Mapping

import orjson

from domain.faces import Catalogue, read_catalogue
from domain.games import GAMES
from domain.setup import HOUSE_RULES, Setup
from domain.store.erasable_texts import ERASED
from domain.store.events import BoxFace, OwnerBox, SeatChanged, SessionEvent, SessionOpened


def setup_from_event(event: SessionOpened, names: Mapping[str, str], texts: Mapping[str, str]) -> Setup:
    """The set-up in an event, with the names of its people and its house rules; what was erased becomes ERASED."""
    erasable, first = {"scribe": names, HOUSE_RULES: texts}, GAMES[event.game].first_readings
    seats = zip(event.people, event.seats, strict=True)
    return Setup(
        game=event.game,
        seats=tuple(event.seats),
        names=tuple(names.get(person, ERASED) if person else seat for person, seat in seats),
        first=event.first,
        variants=tuple(event.variants),
        readings={id: reading for id, reading in event.readings.items() if first.get(id) != reading},
        faces=event.faces,
        box=None if event.box is None else _catalogue(event.game, event.box),
        help=event.help,
        text=event.text,
        details={
            word: erasable[word].get(value, ERASED) if word in erasable else value for word, value in event.told.items()
        },
    )


def opening_event(setup: Setup, people: Mapping[str, str], house_rules: str = "") -> SessionOpened:
    """The event of a set-up, with ids in place of names, a hash in place of its house rules, and every reading."""
    game = GAMES[setup.game]
    told = {word: people[value] if word == "scribe" else value for word, value in setup.details.items()}
    seats = zip(setup.names or setup.seats, setup.seats, strict=True)
    return SessionOpened(
        game=setup.game,
        seats=list(setup.seats),
        people=["" if name == seat else people[name] for name, seat in seats],
        first=setup.first,
        variants=list(setup.variants),
        readings=game.readings_in_force(setup),
        rules=game.version,
        faces=setup.faces,
        box=None if setup.box is None else _entered(setup.box),
        help=setup.help,
        text=setup.text,
        told={**told, HOUSE_RULES: house_rules} if HOUSE_RULES in told else told,
    )


def person_names(setup: Setup) -> set[str]:
    """The names of all people in a set-up."""
    seats = zip(setup.names or setup.seats, setup.seats, strict=True)
    return {name for name, seat in seats if name != seat} | {v for w, v in setup.details.items() if w == "scribe"}


def person_ids(*events: SessionEvent) -> set[str]:
    """The ids of all people in these events."""
    ids: set[str] = set()
    for event in events:
        if isinstance(event, SeatChanged):
            ids.add(event.person)
        elif isinstance(event, SessionOpened):
            ids.update(filter(None, event.people))
            ids.update(value for word, value in event.told.items() if word == "scribe")
    return ids


def _entered(box: Catalogue) -> OwnerBox:
    """A catalogue in the form of the event."""
    pairs = ((kind, face) for kind, faces in box.faces.items() for face in faces.values())
    return OwnerBox(id=box.id, faces=[BoxFace(kind=kind, face=face.value, copies=face.copies) for kind, face in pairs])


def _catalogue(game: str, box: OwnerBox) -> Catalogue:
    faces: dict[str, dict[str, int]] = {}
    for entry in box.faces:
        faces.setdefault(entry.kind, {})[entry.face] = entry.copies
    entered = {"id": box.id, "game": game, "faces": faces}
    return read_catalogue(orjson.dumps(entered), game, GAMES[game].box)
