"""How this game's codes are written out in a sentence: features, sources of points, colonists, tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from domain.games.mayflower.pieces import COPIES
from domain.games.mayflower.pieces.cells import is_cell
from domain.games.mayflower.pieces.faces import CITY, PLAIN, ROAD, BadFace, Part, read_face
from domain.words import Words, tail, with_seats

Ref = tuple[str, str, str]
MARKED = {CITY: "shield", ROAD: "relay", PLAIN: "animal"}  # what is printed in a part


def _source(words: Words, source: str) -> str:
    """Where points came from: what was scored, and the tile it begins at."""
    kind, _, where = source.partition(":")
    cell, _, port = where.partition("@")
    named = words.name("source", kind)
    return f"{named} {_place(words, cell, port)}" if cell else named


def _feature(words: Words, ref: Ref) -> str:
    """`the road at 2:3 (north)`."""
    kind, cell, port = ref
    return f"{words.name('the_feature', kind)} {_place(words, cell, port)}"


def _place(words: Words, cell: str, port: str) -> str:
    at = f" ({words.name('port', port)})" if port else ""
    return words["names"]["at_cell"]["some"].format(cell) + at


@with_seats
def _men(words: Words, men: Iterable, seats: dict) -> str:
    """Colonists on a tile, each with its owner: `Blue’s merchant (west)`."""
    parts = [
        words.fill(
            words["names"]["man"]["some"], {"who": seats.get(seat, "-"), "role": words.name("man_role", role)}, {}
        )
        + (f" ({words.name('port', port)})" if port else "")
        for seat, role, port, _ in men
    ]
    return words.listed(parts)


@with_seats
def _winners(words: Words, winners: Iterable | None, seats: dict) -> str:
    """The winners the table named, in brackets; nothing where it named none."""
    names = [seats.get(seat, "-") for seat in winners or ()]
    return words.fill(words["names"]["winners_named"]["some"], {"": words.listed(names)}, {}) if names else ""


@with_seats
def _agreed_by(words: Words, players: tuple, seats: dict) -> str:
    """The players who agreed to a discard."""
    names = words["names"]["agreed_by"]
    return (
        words.fill(names["some"], {"": words.listed(seats.get(player, "-") for player in players)}, {})
        if players
        else names["()"]
    )


def _features(words: Words, refs: Iterable[Ref]) -> str:
    return words.listed(_feature(words, ref) for ref in refs)


def _letter(words: Words, letter: str) -> str:
    return letter or "?"


def _cells(words: Words, cells: Iterable[str]) -> str:
    return ", ".join(cells) or "-"


def _printed_on(words: Words, of: str) -> str:
    """A letter or a start space."""
    return words["names"]["printed_on"]["space" if is_cell(of) else "tile"].format(of)


def _port(words: Words, port: str) -> str:
    return words.name("port", port)


def _faced(words: Words, of: str) -> str:
    """What has a face: a letter, a start space, or the tile on a cell."""
    kind = "tile" if not is_cell(of) else "space" if of.startswith("0:") else "cell"
    return str(words["names"]["faced"][kind].format(of))


# Faces --------------------------------------------------------------------------------------------


def _face(words: Words, text: str) -> str:
    """A face in words: `city N, road S-W, 1 relay, 2 animals`; a text that is no face stays as it is."""
    try:
        face = read_face(text, True)
    except BadFace:
        return text
    names = words["names"]["face_part"]
    parts = [_part(words, part) for part in face.parts if part.kind != PLAIN]
    marks = {kind: sum(part.marks for part in face.parts if part.kind == kind) for kind in MARKED}
    counts = [words.count(MARKED[kind], count) for kind, count in marks.items() if count]
    return ", ".join([*parts, *counts]) or str(names[PLAIN])


def _part(words: Words, part: Part) -> str:
    """A city, a road or a farm, with the edges it leaves the tile by."""
    names = words["names"]["face_part"]
    edges = "-".join(words.name("port_short", port) for port in part.ports)
    return words.fill(names[f">{part.end}" if part.end else part.kind], {"": edges}, {})


def _tile_or_face(words: Words, code: str) -> str:
    """A tile by its letter, or by its face where it has none."""
    if code in COPIES or not code:
        return _slot(words, "tile_letter", code)
    return f"{_slot(words, 'tile_letter', '')} ({_face(words, code)})"


def _space(words: Words, text: str) -> str:
    """What lies on a cell: `tile V, turned half round`."""
    if text in words["names"]["space_shows"]:
        return words.name("space_shows", text)
    tile, _, face = text.partition("=")
    letter, _, turn = tile.partition("/")
    turned = words.name("space_turned", "0") if turn == "0" else _slot(words, "turned", turn or "0")
    named = _slot(words, "tile_letter", letter) + turned
    return f"{named} ({_face(words, face)})" if face else named


def _slot(words: Words, kind: str, code: str) -> str:
    return words.fill(f"{{code:{kind}}}", {"code": code}, {})


# Parts of sentences -------------------------------------------------------------------------------


def _text(words: Words, value: object) -> str:
    return str(value)


TAILS: dict[str, Callable[..., str]] = {
    **dict.fromkeys(("tile_letter", "from_stack", "on_cell", "on_tile", "shifted_from"), _text),
    **dict.fromkeys(("of_colour", "to_column", "in_row", "tiles_left"), _text),
    "at_port": _port,
    "with_face": _face,
}


def _on(words, cell: str) -> str:
    """`on 2:3`, or that the cell was not seen."""
    names = words["names"]["on_space"]
    return words.fill(names.get(cell or "?", names["some"]), {"": cell}, {})


FORMS: dict[str, Callable[..., str]] = {
    "on": _on,
    "source": _source,
    **dict.fromkeys(("ref", "feature"), _feature),
    **dict.fromkeys(("refs", "features"), _features),
    "letter": _letter,
    "face": _face,
    "tile_or_face": _tile_or_face,
    "lies": _space,
    "men": _men,
    "winners_named": _winners,
    "agreed_by": _agreed_by,
    "cells": _cells,
    "printed_on": _printed_on,
    "faced": _faced,
    "role": lambda words, role: words.name("role", role) if role else "?",
    "edge": lambda words, edge: words.name("edge", edge),
    "port": _port,
    "post": lambda words, post: f"{words.name('role', post[0])} {words.name('port_short', post[1])}".strip(),
    **{kind: tail(kind, write) for kind, write in TAILS.items()},
}
