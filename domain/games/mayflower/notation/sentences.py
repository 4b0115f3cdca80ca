"""How this game's codes are written out in a sentence: features, sources of points, colonists, tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from domain.games.mayflower.pieces.cells import is_cell
from domain.words import Words, tail

Ref = tuple[str, str, str]


def _source(words: Words, source: str) -> str:
    """Where points came from: what was scored, and the tile it begins at."""
    kind, _, where = source.partition(":")
    cell, _, port = where.partition("@")
    at = f" ({words.name('port', port)})" if port else ""
    named = words.name("source", kind)
    return f"{named} {cell}{at}" if cell else named


def _feature(words: Words, ref: Ref) -> str:
    """`road 2:3 (north)`."""
    kind, cell, port = ref
    at = f" ({words.name('port', port)})" if port else ""
    return f"{words.name('feature', kind)} {cell}{at}"


def _features(words: Words, refs: Iterable[Ref]) -> str:
    return ", ".join(_feature(words, ref) for ref in refs) or "-"


def _letter(words: Words, letter: str) -> str:
    return letter or "?"


def _cells(words: Words, cells: Iterable[str]) -> str:
    return ", ".join(cells) or "-"


def _printed_on(words: Words, of: str) -> str:
    """A letter or a start space."""
    return words["names"]["printed_on"]["space" if is_cell(of) else "tile"].format(of)


def _port(words: Words, port: str) -> str:
    return words.name("port", port)


# Parts of sentences -------------------------------------------------------------------------------


def _text(words: Words, value: object) -> str:
    return str(value)


def _players(words: Words, seats: tuple) -> str:
    return words.count("player", len(seats))


TAILS: dict[str, Callable[..., str]] = {
    **dict.fromkeys(("tile_letter", "with_face", "from_stack", "on_cell", "on_tile", "shifted_from"), _text),
    **dict.fromkeys(("of_colour", "to_column", "in_row", "tiles_left"), _text),
    "at_port": _port,
    "agreed_by": _players,
}
FORMS: dict[str, Callable[..., str]] = {
    "source": _source,
    **dict.fromkeys(("ref", "feature"), _feature),
    **dict.fromkeys(("refs", "features"), _features),
    "letter": _letter,
    "cells": _cells,
    "printed_on": _printed_on,
    "role": lambda words, role: words.name("role", role) if role else "?",
    "edge": lambda words, edge: words.name("edge", edge),
    "port": _port,
    "post": lambda words, post: f"{words.name('role', post[0])} {words.name('port_short', post[1])}".strip(),
    **{kind: tail(kind, write) for kind, write in TAILS.items()},
}
